//! Explanations of the rows of the [table](crate::pair::table): the module documentation of the
//! files that implement them.

use crate::pair::table::{Row, with_casts, with_rows};
use alloc::string::String;

/// The source file that implements a row.
macro_rules! source {
    ($name:ident gjk gjk $contact:ident) => {
        include_str!("../convex/gjk/mod.rs")
    };
    ($name:ident $intersects:ident $distance:ident $contact:ident) => {
        include_str!(concat!("../pair/", stringify!($name), ".rs"))
    };
}

macro_rules! list_sources {
    ($($section:ident { $($name:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)* })*) => {
        /// Source files by the name of the row. Lines and segments are in the file of the ray.
        const SOURCES: &[(&str, &str)] = &[$($((stringify!($name), source!($name $i $d $c)),)*)*];
    };
}
with_rows!(list_sources);

impl Row {
    /// Returns the idea, formulas, degenerate cases and sources of the pair as Markdown: the module
    /// documentation of the file that implements it.
    pub fn explanation(&self) -> String {
        let source = SOURCES.iter().find(|(name, _)| *name == self.name).map_or("", |(_, source)| source);
        head(source)
    }
}

macro_rules! list_casts {
    ($($shape:ident $ray:ident $spans:ident $dim:ident $kind:ident;)*) => {
        &[$((stringify!($ray), include_str!(concat!("../pair/", stringify!($ray), ".rs"))),)*]
    };
}
const CASTS: &[(&str, &str)] = with_casts!(list_casts);

/// Returns the explanation of casts at a shape that is no row of the table but has a closed form,
/// by the name of the file, such as `cone_ray`.
pub fn cast_explanation(name: &str) -> Option<String> {
    CASTS.iter().find(|(file, _)| *file == name).map(|(_, source)| head(source))
}

/// Returns the explanation of queries of convex shapes that are no rows of the table, by their
/// support functions.
pub fn convex_explanation() -> String {
    head(include_str!("../dynamic/convex_body/mod.rs"))
}

/// Returns the explanation of queries of composite shapes.
pub fn composite_explanation() -> String {
    head(include_str!("../dynamic/composite/mod.rs"))
}

/// Returns the explanation of queries of shapes around a circular arc.
pub fn arc_explanation() -> String {
    head(include_str!("../dynamic/arc/mod.rs"))
}

fn head(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::pair::table::ROWS;

    #[test]
    fn every_row_has_a_title_and_an_explanation() {
        for row in ROWS {
            let text = row.explanation();
            assert!(text.lines().next().is_some_and(|title| title.ends_with('.')), "{}: {text}", row.name);
            assert!(text.lines().count() >= 3, "{}: {text}", row.name);
        }
    }
}
