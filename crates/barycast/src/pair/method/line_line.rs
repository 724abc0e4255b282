//! Relation and closest points of two lines in space: two methods.
//!
//! With `w = o2 - o1` and `n = d1 x d2` (directions of any length):
//!
//! | | `t1` | `t2` |
//! |---|---|---|
//! | [`by_cross`] | `(w x d2) . n / \|n\|^2` | `(w x d1) . n / \|n\|^2` |
//! | [`by_dot`] | `(wa bb - wb ab) / (aa bb - ab^2)` | `(wa ab - wb aa) / (aa bb - ab^2)` |
//!
//! where `aa = d1 . d1`, `ab = d1 . d2`, `wa = w . d1` and so on. The second method is Cramer's
//! rule for the condition that the connection of the closest points is orthogonal to both lines.
//! Both denominators are `|d1|^2 |d2|^2 sin^2` of the angle, but the difference of dot products
//! cancels: below about `sqrt(eps)` radians (2e-8 for `f64`, 5e-4 for `f32`) it is noise, where
//! [`by_cross`] is still accurate to half of the digits. [`by_dot`] works in any dimension.
//!
//! Lines are parallel if the denominator is exactly 0; there is no threshold on the angle. The
//! distance at which lines count as crossing or coincident is the caller's `tolerance`; 0 means
//! exactly.
//!
//! Sources: [Eberly 2015], [Ericson 5.1.8].

use crate::number::{Float, Real};
use crate::shape::{Line, Linear};
use crate::vector::{FloatVector, Vector, Vector3};

/// Relation of two lines in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineLine<V: Vector> {
    /// The lines intersect, or their distance is within the tolerance.
    Crossing {
        /// Parameter of the intersection point on the first line.
        t1: V::Scalar,
        /// Parameter on the second line.
        t2: V::Scalar,
        /// Intersection point, on the first line.
        point: V,
    },
    /// The lines are skew.
    Skew {
        /// Parameter of the closest point on the first line.
        t1: V::Scalar,
        /// Parameter of the closest point on the second line.
        t2: V::Scalar,
        /// Closest point on the first line.
        on_a: V,
        /// Closest point on the second line.
        on_b: V,
        /// Signed distance: positive if the second line lies on the side of the first to which
        /// `d1 x d2` points.
        signed_distance: V::Scalar,
    },
    /// The lines are parallel and distinct.
    Parallel {
        /// Distance between the lines.
        distance: V::Scalar,
    },
    /// The lines are equal, within the tolerance.
    Coincident,
}

/// Returns the signed distance from the first line to the second along `d1 x d2`, or `None` for
/// parallel lines.
pub fn signed_distance<V: FloatVector + Vector3>(a: &Line<V>, b: &Line<V>) -> Option<V::Scalar> {
    let n = a.direction.cross(b.direction);
    if n.is_zero() { None } else { Some((b.origin - a.origin).dot(n.normalized_or_zero())) }
}

/// Returns `d1 . (d2 x w)`: 0 exactly if the lines are coplanar, otherwise six times the signed
/// volume of the tetrahedron spanned by the points at `t = 0` and `t = 1` on both.
pub fn coplanarity<V: FloatVector>(a: &Line<V>, b: &Line<V>) -> V::Scalar {
    a.direction.triple(b.direction, b.origin - a.origin)
}

/// Returns the relation of the lines, by cross products.
pub fn by_cross<V: FloatVector + Vector3>(a: &Line<V>, b: &Line<V>, tolerance: V::Scalar) -> LineLine<V> {
    let (w, d1, d2) = (b.origin - a.origin, a.direction, b.direction);
    let n = d1.cross(d2);
    let nn = n.length_squared();
    if nn <= V::Scalar::ZERO {
        return alongside(w.cross(d1).length() / d1.length(), tolerance);
    }
    nearest(a, b, w.cross(d2).dot(n) / nn, w.cross(d1).dot(n) / nn, w.dot(n) / nn.sqrt(), tolerance)
}

/// Returns the relation of the lines, by dot products.
pub fn by_dot<V: FloatVector>(a: &Line<V>, b: &Line<V>, tolerance: V::Scalar) -> LineLine<V> {
    let (w, d1, d2) = (b.origin - a.origin, a.direction, b.direction);
    let (aa, ab, bb) = (d1.length_squared(), d1.dot(d2), d2.length_squared());
    let (wa, wb) = (w.dot(d1), w.dot(d2));
    let determinant = aa * bb - ab * ab;
    if determinant <= V::Scalar::ZERO {
        return alongside((w - d1 * (wa / aa)).length(), tolerance);
    }
    let (t1, t2) = ((wa * bb - wb * ab) / determinant, (wa * ab - wb * aa) / determinant);
    let length = (b.at(t2) - a.at(t1)).length();
    let before = coplanarity(a, b) < V::Scalar::ZERO;
    nearest(a, b, t1, t2, if before { -length } else { length }, tolerance)
}

/// Returns the relation of parallel lines.
fn alongside<V: FloatVector>(distance: V::Scalar, tolerance: V::Scalar) -> LineLine<V> {
    if distance <= tolerance { LineLine::Coincident } else { LineLine::Parallel { distance } }
}

/// Returns the relation of lines that are not parallel.
fn nearest<V: FloatVector>(
    a: &Line<V>,
    b: &Line<V>,
    t1: V::Scalar,
    t2: V::Scalar,
    signed_distance: V::Scalar,
    tolerance: V::Scalar,
) -> LineLine<V> {
    let (on_a, on_b) = (a.at(t1), b.at(t2));
    if signed_distance <= tolerance && -signed_distance <= tolerance {
        LineLine::Crossing { t1, t2, point: on_a }
    } else {
        LineLine::Skew { t1, t2, on_a, on_b, signed_distance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    fn line(o: [f64; 3], d: [f64; 3]) -> Line<DVec3> {
        Line::new(o.into(), d.into())
    }

    fn both(a: &Line<DVec3>, b: &Line<DVec3>) -> LineLine<DVec3> {
        let (cross, dot) = (by_cross(a, b, 0.), by_dot(a, b, 0.));
        assert_eq!(cross, dot);
        cross
    }

    #[test]
    fn e1_exactly_parallel_lines_have_a_distance_or_are_one() {
        let x = line([0., 0., 0.], [1., 0., 0.]);
        assert_eq!(both(&x, &line([3., 5., 0.], [1., 0., 0.])), LineLine::Parallel { distance: 5. });
        assert_eq!(both(&x, &line([3., 0., 0.], [-2., 0., 0.])), LineLine::Coincident);
        assert_eq!(signed_distance(&x, &line([3., 5., 0.], [1., 0., 0.])), None);
    }

    #[test]
    fn e1_half_a_degree_is_not_parallel() {
        let half = 0.5f64.to_radians();
        let (x, tilted) =
            (line([0., 0., 0.], [1., 0., 0.]), line([0., 0., 1.], [half.cos(), half.sin(), 0.]));
        for answer in [by_cross(&x, &tilted, 0.), by_dot(&x, &tilted, 0.)] {
            let LineLine::Skew { on_a, on_b, signed_distance, .. } = answer else { panic!("{answer:?}") };
            assert_eq!((on_a, on_b, signed_distance), (DVec3::ZERO, DVec3::Z, 1.));
        }
    }

    #[test]
    fn e1_crossing_at_an_origin_is_not_coincident() {
        let answer = both(&line([0., 0., 0.], [1., 0., 0.]), &line([2., 0., 0.], [0., 1., 0.]));
        assert_eq!(answer, LineLine::Crossing { t1: 2., t2: 0., point: dvec3(2., 0., 0.) });
    }

    #[test]
    fn e1_directions_need_not_be_of_length_1() {
        let answer = both(&line([0., 0., 0.], [2., 0., 0.]), &line([5., 3., 0.], [0., 3., 0.]));
        assert_eq!(answer, LineLine::Crossing { t1: 2.5, t2: -1., point: dvec3(5., 0., 0.) });
    }

    #[test]
    fn e1_near_misses_cross_only_if_the_caller_says_so() {
        let (a, b) = (line([0., 0., 0.], [1., 0., 0.]), line([0., 0., 5e-5], [0., 1., 0.]));
        assert!(matches!(both(&a, &b), LineLine::Skew { signed_distance: 5e-5, .. }));
        assert!(matches!(by_cross(&a, &b, 1e-4), LineLine::Crossing { .. }));
    }

    #[test]
    fn the_sign_says_on_which_side_the_second_line_passes() {
        let (a, b) = (line([0., 0., 0.], [1., 0., 0.]), line([0., 0., -3.], [0., 2., 0.]));
        assert_eq!(signed_distance(&a, &b), Some(-3.));
        assert_eq!(coplanarity(&a, &b), -6.);
        assert!(matches!(both(&a, &b), LineLine::Skew { signed_distance: -3., .. }));
    }
}
