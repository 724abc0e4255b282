//! The operation `intersects`, and the certification of its exact answers.

use crate::error::{Code, Fault};
use crate::fields::Read;
use crate::names::Reading;
use crate::node::Members;
use crate::pair::{self, Exactness, Pair, either};
use crate::query::QueryResult;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::number::each::MapEach;
use barycast::pair::table::{EXACT_BODIES, ROWS};
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

pub(super) fn intersects(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let Exactness { exact, tolerance } = Exactness::read(members, reading)?;
    let tolerance = tolerance.unwrap_or(0.0);
    if tolerance < 0.0 {
        let message = format!("tolerance must not be negative, got {tolerance}");
        return Err(Fault::new(Code::InvalidOption, "tolerance", message));
    }
    pair::traced(members, reading, move |pair, mut answer| {
        if exact {
            match pair {
                Pair::D2(a, b) => certify(a, b, tolerance)?,
                Pair::D3(a, b) => certify(a, b, tolerance)?,
            }
        }
        // `intersects` is exact and the distance is rounded: without a tolerance the distance is
        // not used.
        let meet = either!(pair, Shape(a, b) => {
            a.intersects(b) || tolerance > 0.0 && a.closest_precisely(b).distance <= tolerance
        });
        answer.flag("intersects", meet);
        Ok(())
    })
}

/// Properties of a shape that certification needs.
trait Certified: Sized {
    /// The dimension as in the rows of the table.
    const DIMENSIONS: &'static str;

    fn name(&self) -> &'static str;
    /// Returns the parts of a compound; the shape itself otherwise.
    fn parts(&self) -> Vec<&Self>;
    fn are_polytopes(&self, other: &Self) -> bool;
}

impl Certified for Shape2 {
    const DIMENSIONS: &'static str = "2D";

    fn name(&self) -> &'static str {
        Self::name(self)
    }

    fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Compound(compound) => compound.shapes().iter().flat_map(Certified::parts).collect(),
            other => vec![other],
        }
    }

    fn are_polytopes(&self, other: &Self) -> bool {
        Self::are_polytopes(self, other)
    }
}

impl Certified for Shape3 {
    const DIMENSIONS: &'static str = "3D";

    fn name(&self) -> &'static str {
        Self::name(self)
    }

    fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Compound(compound) => compound.shapes().iter().flat_map(Certified::parts).collect(),
            other => vec![other],
        }
    }

    fn are_polytopes(&self, other: &Self) -> bool {
        Self::are_polytopes(self, other)
    }
}

/// Fails unless the answer to `intersects` is exact for the given numbers.
fn certify<S: Certified>(a: &Read<S>, b: &Read<S>, tolerance: f64) -> Result<(), Fault> {
    for (side, read) in [("a", a), ("b", b)] {
        if let Some(rounded) = read.rounded {
            return Err(Fault::new(Code::NotExact, "exact", rounded.reason(side)));
        }
    }
    if tolerance > 0.0 {
        return Err(Fault::new(Code::NotExact, "exact", "an answer with a tolerance is not exact"));
    }
    let not_exact = || {
        let message = format!("`intersects` of {} and {} is not exact", a.shape.name(), b.shape.name());
        Fault::new(Code::NotExact, "exact", message)
    };
    // Rounded shapes have no rows in the table: they are as exact as their cores.
    let is_rounded = |shape: &&S| shape.name() == "rounded";
    let (rounded_a, plain_a): (Vec<_>, Vec<_>) = a.shape.parts().into_iter().partition(is_rounded);
    let (rounded_b, plain_b): (Vec<_>, Vec<_>) = b.shape.parts().into_iter().partition(is_rounded);
    let are_polytopes = |x: &[&S], y: &[&S]| x.iter().all(|x| y.iter().all(|y| x.are_polytopes(y)));
    if !(are_polytopes(&rounded_a, &rounded_b)
        && are_polytopes(&rounded_a, &plain_b)
        && are_polytopes(&plain_a, &rounded_b))
    {
        return Err(not_exact());
    }
    let names = |shapes: Vec<&S>| -> BTreeSet<&'static str> {
        shapes.into_iter().flat_map(|shape| leaves(shape.name(), S::DIMENSIONS)).collect()
    };
    let names_b = names(plain_b);
    let exact = |x| names_b.iter().all(|y| EXACT.contains(&row(S::DIMENSIONS, x, y)));
    if names(plain_a).into_iter().all(exact) { Ok(()) } else { Err(not_exact()) }
}

/// Returns the shapes of the table whose rows decide for a shape.
fn leaves(name: &'static str, dimensions: &str) -> Vec<&'static str> {
    match name {
        "polygon" if dimensions == "2D" => vec!["point", "segment"],
        "height_field" | "polygon" | "mesh" => vec!["point", "triangle"],
        "polyline" => vec!["point", "segment"],
        "voxels" => vec!["point", "aabb"],
        // Other polytopes are as exact as triangles.
        "convex" | "frustum" | "tetrahedron" => vec!["triangle"],
        name => vec![name],
    }
}

/// Pairs of the table whose `intersects` is exact.
static EXACT: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let mut exact = HashSet::new();
    for table_row in ROWS.iter().filter(|row| row.answers[0] == "exact") {
        let [a, b] = table_row.shapes.each(snake_case);
        for dimensions in ["2D", "3D"] {
            if table_row.dimensions == "both" || table_row.dimensions == dimensions {
                exact.insert(row(dimensions, &a, &b));
                exact.insert(row(dimensions, &b, &a));
            }
        }
    }
    for [a, b] in EXACT_BODIES.iter().map(|shapes| shapes.each(snake_case)) {
        exact.insert(row("3D", &a, &b));
        exact.insert(row("3D", &b, &a));
    }
    exact
});

fn row(dimensions: &str, a: &str, b: &str) -> String {
    format!("{dimensions} {a} {b}")
}

/// Converts `HalfSpace` to the protocol's `half_space`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}
