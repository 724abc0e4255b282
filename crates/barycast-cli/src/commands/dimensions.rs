//! Shapes in 2D and 3D, and the method that answers each pair of them.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::number::each::MapEach;
use barycast::pair::table::{EXACT_BODIES, ROWS};

/// The shapes of one dimension.
pub(super) struct Dimensions {
    pub(super) name: &'static str,
    /// Sorted names in the protocol.
    pub(super) shapes: Vec<&'static str>,
    bodies: &'static [&'static str],
    composites: &'static [&'static str],
    curved: &'static [&'static str],
}

impl Dimensions {
    pub(super) fn all() -> [Self; 2] {
        macro_rules! of {
            ($name:literal $Any:ty) => {{
                let mut shapes = [<$Any>::NAMES, <$Any>::COMPOSITES, <$Any>::CURVED].concat();
                shapes.sort_unstable();
                Self {
                    name: $name,
                    shapes,
                    bodies: <$Any>::BODIES,
                    composites: <$Any>::COMPOSITES,
                    curved: <$Any>::CURVED,
                }
            }};
        }
        [of!("2D" Shape2), of!("3D" Shape3)]
    }

    /// Returns all pairs in alphabetical order, including each shape with itself.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [&'static str; 2]> {
        let shapes = &self.shapes;
        (0..shapes.len()).flat_map(move |i| shapes[i..].iter().map(move |b| [shapes[i], b]))
    }

    /// Returns the methods for `intersects`, `distance` and `contact`.
    pub(super) fn answers(&self, a: &str, b: &str) -> [&'static str; 3] {
        if [a, b].iter().any(|shape| self.composites.contains(shape)) {
            return ["parts", "parts", "local"];
        }
        if [a, b].iter().any(|shape| self.curved.contains(shape)) {
            return ["arc", "arc", "local"];
        }
        if [a, b].iter().any(|shape| self.bodies.contains(shape)) {
            let exact = self.name == "3D" && EXACT_BODIES.iter().any(|shapes| is(shapes, a, b));
            return [if exact { "exact" } else { "body" }, "body", "epa"];
        }
        let row = ROWS.iter().find(|row| {
            let here = row.dimensions == "both" || row.dimensions == self.name;
            here && is(&row.shapes, a, b)
        });
        row.map_or(["no"; 3], |row| row.answers)
    }
}

/// Tests whether the two types have these names, in either order.
fn is(types: &[&str; 2], a: &str, b: &str) -> bool {
    let [first, second] = types.each(snake);
    (first == a && second == b) || (first == b && second == a)
}

/// Converts `HalfSpace` to `half_space`.
pub(super) fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}
