//! Intersections of curves with other shapes.
//!
//! Substituting a curve into the equation of a plane or a sphere gives a polynomial in Bernstein
//! form, all of whose roots in [0, 1] are found (`bernstein.rs`).
//!
//! For a tangential contact, rounding decides whether it is reported once, twice or not at all.
//! Source: [Farin 2002].

use super::bernstein::{product, roots, sum, times};
use super::blend::List;
use super::piecewise::narrow;
use super::{Bezier, PiecewiseBezier, Scalar};
use crate::number::{Field, Float, Ring, sort_by_number};
use crate::shape::{Aabb, Linear, Plane, Sphere};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use smallvec::smallvec;

/// An intersection of a curve with a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveIntersection<V: Vector> {
    /// Parameter of the curve.
    pub u: V::Scalar,
    /// Point of the curve.
    pub point: V,
}

impl<V: FloatVector> PiecewiseBezier<V> {
    /// Returns the intersections with a plane (in 2D a line), in order. A piece that lies in the
    /// plane has none.
    pub fn intersect_plane(&self, plane: &Plane<V>) -> Vec<CurveIntersection<V>> {
        let e = shift_of(self.largest().to_f64());
        let direction_shift = shift_of(plane.normal.largest().to_f64());
        let normal = widened::<V>(plane.normal, direction_shift);
        let distance = times_power_of(plane.distance.widen(), e + direction_shift);
        if !distance.is_finite() {
            return Vec::new();
        }
        self.intersections_at_zeros(e, |piece| piece.plane_numerator(normal, distance), |_| true)
    }

    /// Returns the intersections with the surface of a sphere (in 2D a circle), in order.
    pub fn intersect_sphere(&self, sphere: &Sphere<V>) -> Vec<CurveIntersection<V>> {
        let largest = Ring::max(self.largest(), Ring::max(sphere.center.largest(), sphere.radius));
        let e = shift_of(largest.to_f64());
        let center = widened::<V>(sphere.center, e);
        let radius = times_power_of(sphere.radius.widen(), e);
        let outside = |piece: &Bezier<V::Wide>| {
            let (x, w) = piece.translated(-center).fraction();
            let squares = x.iter().map(|x| product(x, x)).reduce(|a, b| sum(&a, &b)).unwrap_or_default();
            let mut power = times(&product(&w, &w), -(radius * radius));
            if power.len() == 1 {
                power = smallvec![power[0]; squares.len()];
            }
            sum(&squares, &power)
        };
        self.intersections_at_zeros(e, outside, |_| true)
    }

    /// Returns the intersections with the surface of a box, in order.
    pub fn intersect_aabb(&self, window: &Aabb<V>) -> Vec<CurveIntersection<V>> {
        let mut found = Vec::new();
        for axis in 0..V::DIM {
            let one = Scalar::<V>::ONE;
            let normal = V::unit_axes(one).as_ref()[axis];
            let in_face = |p: V| {
                (0..V::DIM)
                    .all(|o| o == axis || window.min.get(o) <= p.get(o) && p.get(o) <= window.max.get(o))
            };
            let mut sides = alloc::vec![window.min.get(axis)];
            if window.min.get(axis) < window.max.get(axis) {
                sides.push(window.max.get(axis));
            }
            for side in sides {
                let plane = Plane::new(normal, side);
                found.extend(self.intersect_plane(&plane).into_iter().filter(|c| in_face(c.point)));
            }
        }
        sort(&mut found);
        found
    }

    /// Returns the intersections with a line, ray or segment in 2D, in order.
    pub fn intersect_linear<L: Linear<Vector = V>>(&self, line: &L) -> Vec<CurveIntersection<V>>
    where
        V: Vector2,
    {
        let direction = line.direction();
        let direction_shift = shift_of(direction.largest().to_f64());
        let scaled_direction =
            if direction_shift == 0 { direction } else { vector_times_power(direction, direction_shift) };
        let plane = Plane::new(scaled_direction.perp(), scaled_direction.perp().dot(line.origin()));
        let mut found = self.intersect_plane(&plane);
        let length = scaled_direction.dot(direction);
        found.retain(|c| line.contains_ratio(scaled_direction.dot(c.point - line.origin()), length));
        found
    }

    /// Returns the points of closest approach to a line, ray or segment in 3D that lie within the
    /// tolerance, in order.
    pub fn close_approaches<L: Linear<Vector = V>>(
        &self,
        line: &L,
        tolerance: Scalar<V>,
    ) -> Vec<CurveIntersection<V>>
    where
        V: Vector3,
    {
        let direction = line.direction().lift::<V::Wide>(&Float::widen).normalized_or_zero();
        let e = shift_of(Ring::max(self.largest(), line.origin().largest()).to_f64());
        let origin = widened::<V>(line.origin(), e);
        let (a, b) = perpendicular_pair(direction);
        let derivative = |piece: &Bezier<V::Wide>| {
            let from = piece.translated(-origin);
            let (_, w) = from.fraction();
            let zero = Scalar::<V::Wide>::ZERO;
            let one = |n: V::Wide| {
                let x = from.plane_numerator(n, zero);
                product(&x, &super::bezier::derivative_numerator(&x, &w))
            };
            sum(&one(a), &one(b))
        };
        let direction_shift = shift_of(line.direction().largest().to_f64());
        let (scaled_direction, within) =
            (widened::<V>(line.direction(), direction_shift), times_power_of(tolerance.widen(), e));
        let squares = [line.direction().length_squared(), tolerance * tolerance];
        let least = Scalar::<V>::MIN_POSITIVE / Scalar::<V>::EPSILON;
        let ordinary = e == 0 && squares.iter().all(|square| *square >= least && square.is_finite());
        let near = |p: V| {
            if ordinary {
                let t = (p - line.origin()).dot(line.direction()).div_or(squares[0], Scalar::<V>::ZERO);
                return (line.at(line.clamp(t)) - p).length_squared() <= squares[1];
            }
            // Computes the parameter at the scale of the line, and converts it back.
            let p = widened::<V>(p, e);
            let t = (p - origin)
                .dot(scaled_direction)
                .div_or(scaled_direction.length_squared(), Scalar::<V::Wide>::ZERO);
            let t = line.clamp(Scalar::<V>::narrow(times_power_of(t, direction_shift - e)));
            let away = origin + scaled_direction * times_power_of(t.widen(), e - direction_shift) - p;
            // Neither square needs to be representable.
            let size = Ring::max(away.largest(), within);
            size <= size.zero() || away.times_reciprocal(size).length() <= within / size
        };
        let mut found = self.intersections_at_zeros(e, derivative, near);
        let ends = self.knots().iter().map(|u| CurveIntersection { u: *u, point: self.at(*u) });
        found.extend(ends.filter(|c| near(c.point)));
        sort(&mut found);
        found
    }

    /// Returns the zeros of a polynomial derived from each piece, whose points are first multiplied
    /// by `2^e`.
    fn intersections_at_zeros(
        &self,
        e: i32,
        polynomial: impl Fn(&Bezier<V::Wide>) -> List<Scalar<V::Wide>>,
        keep: impl Fn(V) -> bool,
    ) -> Vec<CurveIntersection<V>> {
        let wide = if e == 0 { self.wide() } else { self.wide().shifted(e) };
        let mut found: Vec<CurveIntersection<V>> = Vec::new();
        for (i, piece) in wide.pieces().iter().enumerate() {
            let mut visit = |piece: &Bezier<V::Wide>, [from, to]: [Scalar<V::Wide>; 2]| {
                for t in roots(&polynomial(piece)) {
                    let u = Scalar::<V>::narrow(wide.parameter(i, from + (to - from) * t));
                    let point = piece.at(t);
                    let point = narrow::<V>(if e == 0 { point } else { vector_times_power(point, -e) });
                    if keep(point) {
                        found.push(CurveIntersection { u, point });
                    }
                }
            };
            if piece.is_uneven() {
                piece.even_parts().iter().for_each(|(part, range)| visit(part, *range));
            } else {
                visit(piece, [Scalar::<V::Wide>::ZERO, Scalar::<V::Wide>::ONE]);
            }
        }
        sort(&mut found);
        found
    }
}

/// Converts to the wide number type, times `2^e`.
fn widened<V: FloatVector>(v: V, e: i32) -> V::Wide {
    let v = v.lift(&Float::widen);
    if e == 0 { v } else { vector_times_power(v, e) }
}

/// Sorts by the parameter and removes duplicates.
fn sort<V: FloatVector>(found: &mut Vec<CurveIntersection<V>>) {
    sort_by_number(found, |crossing| crossing.u.precise());
    found.dedup_by(|a, b| a.u.same(b.u));
}

/// Returns two unit vectors perpendicular to the direction and to each other.
fn perpendicular_pair<V: FloatVector>(direction: V) -> (V, V) {
    let a = direction.any_orthogonal().normalized_or_zero();
    let axes = V::unit_axes(Scalar::<V>::ONE);
    let b = axes.as_ref().iter().copied().map(|e| {
        let e = e - direction * direction.dot(e);
        e - a * a.dot(e)
    });
    let longer = |x: V, y: V| if x.length_squared() < y.length_squared() { y } else { x };
    (a, b.fold(direction.zero(), longer).normalized_or_zero())
}

#[cfg(test)]
mod tests {
    use super::super::{BSpline, Bezier};
    use super::*;
    use crate::shape::{Line, Ray, Segment};
    use alloc::vec;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn wave() -> PiecewiseBezier<DVec2> {
        // y = 12 t (t - 1/2) (t - 1) over x = 3 t.
        let points = vec![dvec2(0., 0.), dvec2(1., 2.), dvec2(2., -2.), dvec2(3., 0.)];
        Bezier::try_new(points).unwrap().pieces()
    }

    #[test]
    fn a_wave_intersects_the_axis_three_times_and_a_ray_twice() {
        let axis = Line::new(DVec2::ZERO, DVec2::X);
        let at = |found: Vec<CurveIntersection<DVec2>>| found.iter().map(|c| c.u).collect::<Vec<_>>();
        assert_eq!(at(wave().intersect_linear(&axis)), [0., 0.5, 1.]);
        assert_eq!(at(wave().intersect_linear(&Ray::new(DVec2::X, DVec2::X))), [0.5, 1.]);
        assert_eq!(at(wave().intersect_linear(&Segment::new(DVec2::X, DVec2::X * 2.))), [0.5]);
    }

    #[test]
    fn circles_and_boxes_are_intersected_at_their_boundaries() {
        let circle = Sphere::new(dvec2(1.5, 0.), 1.);
        for c in wave().intersect_sphere(&circle) {
            assert!((c.point.distance(circle.center) - 1.).abs() < 1e-14);
        }
        assert_eq!(wave().intersect_sphere(&circle).len(), 2);
        let window = Aabb::new(dvec2(1., -9.), dvec2(2., 9.));
        let found = wave().intersect_aabb(&window);
        assert!(
            found.len() == 2
                && (found[0].point.x - 1.).abs() < 1e-15
                && (found[1].point.x - 2.).abs() < 1e-15
        );
        let ring = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap().pieces();
        let found = ring.intersect_sphere(&Sphere::new(DVec2::X, 1.));
        assert!(found.len() == 2 && found.iter().all(|c| (c.point.x - 0.5).abs() < 1e-14));
    }

    #[test]
    fn in_3d_close_approaches_to_a_line_are_within_the_tolerance() {
        let points = vec![DVec3::ZERO, dvec3(1., 2., 0.), dvec3(2., -2., 0.), dvec3(3., 0., 0.)];
        let path = Bezier::try_new(points).unwrap().pieces();
        let through = Line::new(dvec3(1.5, 0., 5.), DVec3::Z);
        let found = path.close_approaches(&through, 1e-9);
        assert!(found.len() == 1 && (found[0].u - 0.5).abs() < 1e-14);
        let beside = Line::new(dvec3(1.5, 0.5, 5.), DVec3::Z);
        assert!(path.close_approaches(&beside, 1e-3).is_empty());
        let upward = Ray::new(dvec3(1.5, 0., 5.), DVec3::Z);
        assert!(path.close_approaches(&upward, 1e-9).is_empty());
        let plane = Plane::new(DVec3::X, 1.5);
        assert!((path.intersect_plane(&plane)[0].u - 0.5).abs() < 1e-15);
    }
}
