//! The Rust code of the repository's pages, run as tests by `cargo test --doc`.
//!
//! They are here, and not in the library, because a published crate contains no files from above
//! its folder.

macro_rules! pages {
    ($($Page:ident $path:literal;)*) => {$(
        #[doc = include_str!(concat!("../../../", $path))]
        struct $Page;
    )*};
}

pages! {
    Readme "README.md";
    Errata "docs/errata.md";
    Exercises "docs/exercises.md";
}
