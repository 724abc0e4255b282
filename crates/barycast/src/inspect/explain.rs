//! What stands behind each row of the [table](crate::pair::table), in words: the heads of the files that answer it.

use crate::pair::table::{Row, with_casts, with_curved_casts, with_rows};
use alloc::string::String;

/// The file that answers a row, whole.
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
        /// By the row's name; lines and segments stand in the file of the ray.
        const SOURCES: &[(&str, &str)] = &[$($((stringify!($name), source!($name $i $d $c)),)*)*];
    };
}
with_rows!(list_sources);

impl Row {
    /// The idea, the formulas, the degenerate cases and the sources of the pair, as Markdown: what stands at the head of
    /// the file that answers it.
    pub fn explanation(&self) -> String {
        let source = SOURCES.iter().find(|(name, _)| *name == self.name).map_or("", |(_, source)| source);
        head(source)
    }
}

macro_rules! list_casts {
    ($($shape:ident $ray:ident $dim:ident $kind:ident;)*) => {
        &[$((stringify!($ray), include_str!(concat!("../pair/", stringify!($ray), ".rs"))),)*]
    };
}
const CASTS: &[(&str, &str)] = with_casts!(list_casts);
const CURVED_CASTS: &[(&str, &str)] = with_curved_casts!(list_casts);

/// How lines are cast at a shape that is no row of the table but has a closed form for them, by the name of the file:
/// `cone_ray`.
pub fn of_cast(name: &str) -> Option<String> {
    CASTS.iter().chain(CURVED_CASTS).find(|(file, _)| *file == name).map(|(_, source)| head(source))
}

/// The same for shapes that are no rows of the table: they are answered by what they are made of.
pub fn of_bodies() -> String {
    head(include_str!("../dynamic/convex_body/mod.rs"))
}

/// The same for shapes that are made of parts.
pub fn of_composites() -> String {
    head(include_str!("../dynamic/composite/mod.rs"))
}

/// The same for shapes around an arc of a circle.
pub fn of_curved() -> String {
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
    fn every_row_has_a_title_and_an_idea() {
        for row in ROWS {
            let text = row.explanation();
            assert!(text.lines().next().is_some_and(|title| title.ends_with('.')), "{}: {text}", row.name);
            assert!(text.lines().count() >= 3, "{}: {text}", row.name);
        }
    }
}
