//! What triangles and parallelograms share: a flat convex area spanned by two edges.

use super::Segment;
use crate::number::{Field, Ring};
use crate::vector::Vector;

/// The number inside a flat shape's vectors.
type Number<F> = <<F as Flat>::Vector as Vector>::Scalar;

/// A flat convex area with `origin` as a corner and `u`, `v` along the edges from there: a solid in 2D, a surface
/// in 3D. Kernels are written over it once; the corners' order makes them the triangle's or the
/// parallelogram's.
///
/// Degenerate ones (parallel or zero edges) are legal, and are the segment or point that their edges make up.
pub trait Flat: Copy {
    /// The vectors it lives among.
    type Vector: Vector;
    /// As many vectors as it has corners.
    type Corners: Copy + AsRef<[Self::Vector]> + AsMut<[Self::Vector]>;

    /// One corner, and the edges that leave it.
    fn frame(&self) -> (Self::Vector, Self::Vector, Self::Vector);

    /// The corners in order around it, from `origin` along `u` first.
    fn around(&self) -> Self::Corners;

    /// `[s, t]` of the point `origin + s u + t v` that spans `areas[i]` (up to a common factor) with the edge
    /// from corner `i` on. Positive areas give a point inside, whatever their rounding.
    fn from_areas(areas: [Number<Self>; 4]) -> [Number<Self>; 2]
    where
        Number<Self>: Field;

    /// The corners as seen from `point`.
    #[inline(always)]
    fn seen_from(&self, point: Self::Vector) -> Self::Corners {
        let mut corners = self.around();
        for corner in corners.as_mut() {
            *corner = *corner - point;
        }
        corners
    }

    /// The edge from corner `i` to the next.
    #[inline(always)]
    fn edge(&self, i: usize) -> Segment<Self::Vector> {
        let corners = self.around();
        let corners = corners.as_ref();
        Segment { a: corners[i], b: corners[(i + 1) % corners.len()] }
    }

    /// How many corners, and edges, it has.
    #[inline(always)]
    fn count(&self) -> usize {
        self.around().as_ref().len()
    }

    /// `[s, t]` of the foot of `p` in the shape's plane: `origin + s u + t v` is the point of it nearest to `p`.
    ///
    /// A degenerate shape has a line for a plane, and `s` or `t` is 0; one whose edges are both zero has `[0, 0]`.
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
