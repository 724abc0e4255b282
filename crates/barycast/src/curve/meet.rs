//! Where a curve meets other shapes.
//!
//! Put into the equation of a plane or a sphere, a curve makes a polynomial in Bernstein's form, all of whose roots in [0, 1] are
//! found (`bernstein.rs`).
//!
//! Where a curve only touches, rounding decides whether that is told once, twice or not at all.
//! Source: [Farin 2002].

use super::bernstein::{product, roots, sum, times};
use super::blend::List;
use super::pieces::narrow;
use super::{Bezier, Pieces, Scalar};
use crate::number::{Field, Float, Ring, sort_by_number};
use crate::shape::{Aabb, Linear, Plane, Sphere};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use smallvec::smallvec;

/// A place where a curve meets something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<V: Vector> {
    /// The curve's parameter.
    pub u: V::Scalar,
    /// The point of the curve.
    pub point: V,
}

impl<V: FloatVector> Pieces<V> {
    /// Where it crosses a plane, in the plane a line; in order. A piece that lies in it crosses nowhere.
    pub fn crossings_plane(&self, plane: &Plane<V>) -> Vec<Crossing<V>> {
        let e = shift_of(self.largest().to_f64());
        let own = shift_of(plane.normal.largest().to_f64());
        let normal = brought::<V>(plane.normal, own);
        let distance = times_power_of(plane.distance.widen(), e + own);
        if !distance.is_finite() {
            return Vec::new();
        }
        self.where_zero(e, |piece| piece.height(normal, distance), |_| true)
    }

    /// Where it crosses the surface of a sphere, in the plane a circle; in order.
    pub fn crossings_sphere(&self, sphere: &Sphere<V>) -> Vec<Crossing<V>> {
        let largest = Ring::max(self.largest(), Ring::max(sphere.center.largest(), sphere.radius));
        let e = shift_of(largest.to_f64());
        let center = brought::<V>(sphere.center, e);
        let radius = times_power_of(sphere.radius.widen(), e);
        let outside = |piece: &Bezier<V::Wide>| {
            let (x, w) = piece.moved(-center).fraction();
            let squares = x.iter().map(|x| product(x, x)).reduce(|a, b| sum(&a, &b)).unwrap_or_default();
            let mut power = times(&product(&w, &w), -(radius * radius));
            if power.len() == 1 {
                power = smallvec![power[0]; squares.len()];
            }
            sum(&squares, &power)
        };
        self.where_zero(e, outside, |_| true)
    }

    /// Where it crosses the surface of a box; in order.
    pub fn crossings_aabb(&self, window: &Aabb<V>) -> Vec<Crossing<V>> {
        let mut found = Vec::new();
        for axis in 0..V::DIM {
            let one = Scalar::<V>::ONE;
            let normal = V::unit_axes(one).as_ref()[axis];
            let across = |p: V| {
                (0..V::DIM)
                    .all(|o| o == axis || window.min.get(o) <= p.get(o) && p.get(o) <= window.max.get(o))
            };
            let mut sides = alloc::vec![window.min.get(axis)];
            if window.min.get(axis) < window.max.get(axis) {
                sides.push(window.max.get(axis));
            }
            for side in sides {
                let plane = Plane::new(normal, side);
                found.extend(self.crossings_plane(&plane).into_iter().filter(|c| across(c.point)));
            }
        }
        sort(&mut found);
        found
    }

    /// Where it crosses a line, ray or segment in the plane; in order.
    pub fn crossings_linear<L: Linear<Vector = V>>(&self, line: &L) -> Vec<Crossing<V>>
    where
        V: Vector2,
    {
        let direction = line.direction();
        let own = shift_of(direction.largest().to_f64());
        let way = if own == 0 { direction } else { vector_times_power(direction, own) };
        let plane = Plane::new(way.perp(), way.perp().dot(line.origin()));
        let mut found = self.crossings_plane(&plane);
        let length = way.dot(direction);
        found.retain(|c| line.holds_ratio(way.dot(c.point - line.origin()), length));
        found
    }

    /// Where it passes a line, ray or segment in space most closely, and within the tolerance; in order.
    pub fn passes_linear<L: Linear<Vector = V>>(&self, line: &L, tolerance: Scalar<V>) -> Vec<Crossing<V>>
    where
        V: Vector3,
    {
        let direction = line.direction().lift::<V::Wide>(&Float::widen).normalized_or_zero();
        let e = shift_of(Ring::max(self.largest(), line.origin().largest()).to_f64());
        let origin = brought::<V>(line.origin(), e);
        let (a, b) = across(direction);
        let steady = |piece: &Bezier<V::Wide>| {
            let from = piece.moved(-origin);
            let (_, w) = from.fraction();
            let zero = Scalar::<V::Wide>::ZERO;
            let one = |n: V::Wide| {
                let x = from.height(n, zero);
                product(&x, &super::bezier::rise(&x, &w))
            };
            sum(&one(a), &one(b))
        };
        let own = shift_of(line.direction().largest().to_f64());
        let (way, within) = (brought::<V>(line.direction(), own), times_power_of(tolerance.widen(), e));
        let squares = [line.direction().length_squared(), tolerance * tolerance];
        let least = Scalar::<V>::MIN_POSITIVE / Scalar::<V>::EPSILON;
        let ordinary = e == 0 && squares.iter().all(|square| *square >= least && square.is_finite());
        let near = |p: V| {
            if ordinary {
                let t = (p - line.origin()).dot(line.direction()).div_or(squares[0], Scalar::<V>::ZERO);
                return (line.at(line.clamp(t)) - p).length_squared() <= squares[1];
            }
            // The parameter in the line's own numbers, and back.
            let p = brought::<V>(p, e);
            let t = (p - origin).dot(way).div_or(way.length_squared(), Scalar::<V::Wide>::ZERO);
            let t = line.clamp(Scalar::<V>::narrow(times_power_of(t, own - e)));
            let away = origin + way * times_power_of(t.widen(), e - own) - p;
            // Neither square need be a number.
            let size = Ring::max(away.largest(), within);
            size <= size.zero() || away.times_reciprocal(size).length() <= within / size
        };
        let mut found = self.where_zero(e, steady, near);
        let ends = self.knots().iter().map(|u| Crossing { u: *u, point: self.at(*u) });
        found.extend(ends.filter(|c| near(c.point)));
        sort(&mut found);
        found
    }

    /// Where a polynomial made of each piece is zero, whose points are multiplied by `2^e` before.
    fn where_zero(
        &self,
        e: i32,
        polynomial: impl Fn(&Bezier<V::Wide>) -> List<Scalar<V::Wide>>,
        keep: impl Fn(V) -> bool,
    ) -> Vec<Crossing<V>> {
        let wide = if e == 0 { self.wide() } else { self.wide().shifted(e) };
        let mut found: Vec<Crossing<V>> = Vec::new();
        for (i, piece) in wide.pieces().iter().enumerate() {
            let mut look = |piece: &Bezier<V::Wide>, [from, to]: [Scalar<V::Wide>; 2]| {
                for t in roots(&polynomial(piece)) {
                    let u = Scalar::<V>::narrow(wide.parameter(i, from + (to - from) * t));
                    let point = piece.at(t);
                    let point = narrow::<V>(if e == 0 { point } else { vector_times_power(point, -e) });
                    if keep(point) {
                        found.push(Crossing { u, point });
                    }
                }
            };
            if piece.is_uneven() {
                piece.even_parts().iter().for_each(|(part, stretch)| look(part, *stretch));
            } else {
                look(piece, [Scalar::<V::Wide>::ZERO, Scalar::<V::Wide>::ONE]);
            }
        }
        sort(&mut found);
        found
    }
}

/// Over the numbers that iterations run over, times `2^e`.
fn brought<V: FloatVector>(v: V, e: i32) -> V::Wide {
    let v = v.lift(&Float::widen);
    if e == 0 { v } else { vector_times_power(v, e) }
}

/// By the parameter, each but once.
fn sort<V: FloatVector>(found: &mut Vec<Crossing<V>>) {
    sort_by_number(found, |crossing| crossing.u.precise());
    found.dedup_by(|a, b| a.u.same(b.u));
}

/// Two directions square to one and to each other, of length 1.
fn across<V: FloatVector>(direction: V) -> (V, V) {
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

    fn wave() -> Pieces<DVec2> {
        // y = t (t - 1/2) (t - 1) 12 over x = 3 t.
        let points = vec![dvec2(0., 0.), dvec2(1., 2.), dvec2(2., -2.), dvec2(3., 0.)];
        Bezier::try_new(points).unwrap().pieces()
    }

    #[test]
    fn a_wave_crosses_the_axis_three_times_and_a_ray_twice() {
        let axis = Line::new(DVec2::ZERO, DVec2::X);
        let at = |found: Vec<Crossing<DVec2>>| found.iter().map(|c| c.u).collect::<Vec<_>>();
        assert_eq!(at(wave().crossings_linear(&axis)), [0., 0.5, 1.]);
        assert_eq!(at(wave().crossings_linear(&Ray::new(DVec2::X, DVec2::X))), [0.5, 1.]);
        assert_eq!(at(wave().crossings_linear(&Segment::new(DVec2::X, DVec2::X * 2.))), [0.5]);
    }

    #[test]
    fn circles_and_boxes_are_crossed_at_their_rims() {
        let circle = Sphere::new(dvec2(1.5, 0.), 1.);
        for c in wave().crossings_sphere(&circle) {
            assert!((c.point.distance(circle.center) - 1.).abs() < 1e-14);
        }
        assert_eq!(wave().crossings_sphere(&circle).len(), 2);
        let window = Aabb::new(dvec2(1., -9.), dvec2(2., 9.));
        let found = wave().crossings_aabb(&window);
        assert!(
            found.len() == 2
                && (found[0].point.x - 1.).abs() < 1e-15
                && (found[1].point.x - 2.).abs() < 1e-15
        );
        let ring = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap().pieces();
        let found = ring.crossings_sphere(&Sphere::new(DVec2::X, 1.));
        assert!(found.len() == 2 && found.iter().all(|c| (c.point.x - 0.5).abs() < 1e-14));
    }

    #[test]
    fn in_space_a_line_is_passed_within_a_tolerance() {
        let points = vec![DVec3::ZERO, dvec3(1., 2., 0.), dvec3(2., -2., 0.), dvec3(3., 0., 0.)];
        let path = Bezier::try_new(points).unwrap().pieces();
        let through = Line::new(dvec3(1.5, 0., 5.), DVec3::Z);
        let found = path.passes_linear(&through, 1e-9);
        assert!(found.len() == 1 && (found[0].u - 0.5).abs() < 1e-14);
        let beside = Line::new(dvec3(1.5, 0.5, 5.), DVec3::Z);
        assert!(path.passes_linear(&beside, 1e-3).is_empty());
        let upward = Ray::new(dvec3(1.5, 0., 5.), DVec3::Z);
        assert!(path.passes_linear(&upward, 1e-9).is_empty());
        let plane = Plane::new(DVec3::X, 1.5);
        assert!((path.crossings_plane(&plane)[0].u - 0.5).abs() < 1e-15);
    }
}
