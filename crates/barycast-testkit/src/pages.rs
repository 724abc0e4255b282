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
    KoreanReadme "README.ko.md";
    Errata "docs/errata.md";
    Exercises "docs/exercises.md";
    Introduction "docs/guide/src/introduction.md";
    UnderTheMouse "docs/guide/src/under_the_mouse.md";
    Homogeneous "docs/guide/src/homogeneous.md";
    Lines "docs/guide/src/lines.md";
    Curves "docs/guide/src/curves.md";
    CollisionTests "docs/guide/src/collision_tests.md";
    Nearest "docs/guide/src/nearest.md";
    Picking "docs/guide/src/picking.md";
    GuideExercises "docs/guide/src/exercises.md";
}
