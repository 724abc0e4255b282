//! Which contacts of a surface count.

use crate::number::Float;

/// How a surface and a shape hold each other: see [`TriMesh::contacts`](crate::mesh::TriMesh::contacts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactOptions<S> {
    /// A triangle from whose front the shape's middle is not seen does not push: the front is where its corners run
    /// counter-clockwise. Else triangles push to the side on which the way out is shorter.
    pub one_sided: bool,
    /// Triangles that are apart from the shape by up to this count too, in units of length, 0 or more: their depths are negative.
    pub margin: S,
}

impl<S: Float> Default for ContactOptions<S> {
    /// Two-sided, and only what touches.
    fn default() -> Self {
        Self { one_sided: false, margin: S::ZERO }
    }
}

impl<S: Float> ContactOptions<S> {
    /// The margin; 0 for one that is negative or no number.
    pub(crate) fn usual_margin(&self) -> f64 {
        let margin = self.margin.to_f64();
        if margin > 0.0 && margin < 1e75 { margin } else { 0.0 }
    }
}
