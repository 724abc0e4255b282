//! Options of the contacts with a surface.

use crate::number::Float;

/// Options of [`TriMesh::contacts`](crate::mesh::TriMesh::contacts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactOptions<S> {
    /// `true`: a triangle pushes only if the shape's middle is in front of it. The front is the
    /// side from which its corners run counter-clockwise. `false`: a triangle pushes to the side on
    /// which the way out is shorter.
    pub one_sided: bool,
    /// Triangles at most this far from the shape count too, in units of length, at least 0. The
    /// depths of their points are negative.
    pub margin: S,
}

impl<S: Float> Default for ContactOptions<S> {
    /// Two-sided, with margin 0.
    fn default() -> Self {
        Self { one_sided: false, margin: S::ZERO }
    }
}

impl<S: Float> ContactOptions<S> {
    /// Returns the margin, or 0 if it is negative or NaN.
    pub(crate) fn usual_margin(&self) -> f64 {
        let margin = self.margin.to_f64();
        if margin > 0.0 && margin < 1e75 { margin } else { 0.0 }
    }
}
