//! Shared interface of triangles and parallelograms: a flat convex area spanned by two edges.

use super::Segment;
use crate::number::{Field, Ring};
use crate::vector::Vector;

/// Scalar type of a flat shape's vectors.
type Number<F> = <<F as Flat>::Vector as Vector>::Scalar;

/// A flat convex area with a corner `origin` and edges `u`, `v` from there: a solid in 2D, a
/// surface in 3D. Kernels are generic over this trait; the order of the corners specializes them to
/// triangles or parallelograms.
///
/// Degenerate areas (parallel or zero edges) are legal and equal the segment or point that their
/// edges span.
pub trait Flat: Copy {
    /// Vector type of the corners.
    type Vector: Vector;
    /// Array of one vector per corner.
    type Corners: Copy + AsRef<[Self::Vector]> + AsMut<[Self::Vector]>;

    /// Returns one corner and the two edges from it.
    fn frame(&self) -> (Self::Vector, Self::Vector, Self::Vector);

    /// Returns the corners in order around the boundary, starting with `origin` and then along `u`.
    fn around(&self) -> Self::Corners;

    /// Returns `[s, t]` of the point `origin + s u + t v` that spans `areas[i]`, up to a common
    /// factor, with the edge that starts at corner `i`. Positive areas give a point inside,
    /// regardless of rounding.
    fn from_areas(areas: [Number<Self>; 4]) -> [Number<Self>; 2]
    where
        Number<Self>: Field;

    /// Returns the corners relative to `point`.
    #[inline(always)]
    fn relative_to(&self, point: Self::Vector) -> Self::Corners {
        let mut corners = self.around();
        for corner in corners.as_mut() {
            *corner = *corner - point;
        }
        corners
    }

    /// Returns the edge from corner `i` to the next corner.
    #[inline(always)]
    fn edge(&self, i: usize) -> Segment<Self::Vector> {
        let corners = self.around();
        let corners = corners.as_ref();
        Segment { a: corners[i], b: corners[(i + 1) % corners.len()] }
    }

    /// Returns the number of corners, which equals the number of edges.
    #[inline(always)]
    fn count(&self) -> usize {
        self.around().as_ref().len()
    }

    /// Returns `[s, t]` of the orthogonal projection of `p` onto the shape's plane:
    /// `origin + s u + t v` is the point of the plane closest to `p`.
    ///
    /// The plane of a degenerate shape is a line, and `s` or `t` is 0. If both edges are zero, the
    /// result is `[0, 0]`.
    #[inline(always)]
    fn coordinates(&self, p: Self::Vector) -> [Number<Self>; 2]
    where
        Number<Self>: Field,
    {
        let (origin, u, v) = self.frame();
        let w = p - origin;
        let nn = u.wedge_squared(v);
        let zero = nn.zero();
        let (uu, vv) = (u.length_squared(), v.length_squared());
        let along_u = vv.le(uu);
        let s_line = Ring::select(along_u, w.dot(u).div_or(uu, zero), zero);
        let t_line = Ring::select(along_u, zero, w.dot(v).div_or(vv, zero));
        [w.wedge_dot(v, u, v).div_or(nn, s_line), u.wedge_dot(w, u, v).div_or(nn, t_line)]
    }
}
