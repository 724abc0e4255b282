//! Convex sets that contain a cylinder: those that contain both its caps.
//!
//! For a cap with the middle `c`, the axis `d` and the radius `r`, the point farthest along `n` is
//! `r |n x d| / |d|` beyond `c`, and the one farthest from a point is opposite to the point's foot.
//! Squared, both compare without roots. For a capsule, or a cylinder that is not parallel, the
//! farthest point of the rim has no such form. It is computed in double-double precision, and may
//! be outside by its rounding error.

use super::convex::slab;
use super::{ExactContainer as _, yes_or_no};
use crate::dynamic::any::Shape3;
use crate::exact::certify::precise;
use crate::number::elementary;
use crate::number::{DoubleDouble, Field, Float, Ring};
use crate::pair::point_ray;
use crate::shape::scanline::decided;
use crate::shape::*;
use crate::vector::{V3, Vector, Vector3};
use glam::DVec3;

/// Cap of a cylinder.
#[derive(Clone, Copy)]
pub(super) struct Cap<V: Vector> {
    center: V,
    axis: V,
    radius: V::Scalar,
}

impl<V: Vector3> Cap<V> {
    pub(super) fn both(c: &Cylinder<V>) -> [Self; 2] {
        let axis = c.b - c.a;
        [Self { center: c.a, axis, radius: c.radius }, Self { center: c.b, axis, radius: c.radius }]
    }

    /// Tests `n . x <= n . c + gap` for all points of the cap.
    fn stays_below(&self, n: V, gap: V::Scalar) -> V::Mask {
        let reach = self.radius.squared() * n.wedge_squared(self.axis);
        gap.zero().le(gap) & reach.le(gap.squared() * self.axis.length_squared())
    }
}

/// Convex set that decides exactly whether it contains a cap.
pub(super) trait HoldsCap<V: Vector3> {
    /// Tests whether it contains the cap.
    fn holds_cap(&self, cap: &Cap<V>) -> V::Mask;
}

impl<V: Vector3> HoldsCap<V> for HalfSpace<V> {
    fn holds_cap(&self, cap: &Cap<V>) -> V::Mask {
        cap.stays_below(self.normal, -self.side(cap.center))
    }
}

impl<V: Vector3> HoldsCap<V> for Aabb<V> {
    fn holds_cap(&self, cap: &Cap<V>) -> V::Mask {
        let zero = cap.radius.zero();
        let mut holds = zero.always();
        for i in 0..3 {
            let n = self.min.zero().with(i, zero.one());
            let (low, high) = (cap.center - self.min, self.max - cap.center);
            holds = holds & cap.stays_below(n, low.get(i)) & cap.stays_below(n, high.get(i));
        }
        holds
    }
}

impl<V: Vector3> HoldsCap<V> for Obb<V> {
    fn holds_cap(&self, cap: &Cap<V>) -> V::Mask {
        let mut holds = cap.radius.always();
        for i in 0..3 {
            let [away, half, _] = slab(self, i, cap.center);
            let n = self.axis((i + 1) % 3).cross(self.axis((i + 2) % 3));
            holds = holds & cap.stays_below(n, half - away.abs());
        }
        holds
    }
}

impl<V: Vector3> HoldsCap<V> for Sphere<V> {
    fn holds_cap(&self, cap: &Cap<V>) -> V::Mask {
        let w = cap.center - self.center;
        let gap = self.radius.squared() - w.length_squared() - cap.radius.squared();
        let reach = cap.radius.lit(4) * cap.radius.squared() * w.wedge_squared(cap.axis);
        gap.zero().le(gap) & reach.le(gap.squared() * cap.axis.length_squared())
    }
}

/// The farthest point of a cap from a parallel axis is directly away from that axis.
fn within_reach<V: Vector3<Scalar: Field>, L: Linear<Vector = V>>(
    cap: &Cap<V>,
    axis: &L,
    reach: V::Scalar,
) -> V::Mask {
    let d = axis.direction();
    let out = point_ray::distance_squared(&Point(cap.center), axis);
    let gap = reach.squared() - cap.radius.squared() - out;
    let w = cap.center - axis.origin();
    let twice = cap.radius.lit(4) * cap.radius.squared() * w.wedge_squared(d);
    gap.zero().le(gap) & twice.le(gap.squared() * d.length_squared())
}

for_shapes!(Round in [Capsule InfiniteCylinder] {
    impl<V: Vector3<Scalar: Field>> HoldsCap<V> for Round<V> {
        /// Handles caps whose axis is parallel to the shape's.
        fn holds_cap(&self, cap: &Cap<V>) -> V::Mask {
            within_reach(cap, &self.axis(), self.radius)
        }
    }
});

/// Tests whether both ends of a cylinder are between the caps of another.
pub(super) fn between_caps<V: Vector3>(a: &Cylinder<V>, b: &Cylinder<V>) -> V::Mask {
    let n = a.b - a.a;
    let mut holds = a.radius.always();
    for cap in Cap::both(b) {
        holds = holds
            & cap.stays_below(n, n.dot(a.b - cap.center))
            & cap.stays_below(-n, n.dot(cap.center - a.a));
    }
    holds
}

/// Tests whether the two directions are parallel.
pub(super) fn parallel<V: Vector3>(a: V, b: V) -> V::Mask {
    let across = a.wedge_squared(b);
    across.same(across.zero())
}

type Precise = V3<DoubleDouble>;

/// Tests whether the whole cylinder is within `reach` of the axis, in double-double precision.
pub(super) fn rims_within<L: Linear<Vector = Precise>>(c: &Cylinder<DVec3>, axis: &L, reach: f64) -> bool {
    let c = c.lift::<Precise>(&DoubleDouble::new);
    let limit = DoubleDouble::new(reach).squared() * (DoubleDouble::ONE + DoubleDouble::new(1e-28));
    Cap::both(&c).iter().all(|cap| farthest_squared(cap, axis) <= limit)
}

/// Returns the squared distance from the axis of the farthest point of a cap's rim. Along the rim
/// the distance has few maxima: samples find each, and a ternary search refines it.
fn farthest_squared<L: Linear<Vector = Precise>>(cap: &Cap<Precise>, axis: &L) -> DoubleDouble {
    const SAMPLES: u32 = 64;
    let x = cap.axis.any_orthogonal().normalized_or_zero();
    let y = cap.axis.normalized_or_zero().cross(x);
    let (two, three) = (DoubleDouble::new(2.0), DoubleDouble::new(3.0));
    // Distance at a direction of the rim, rotated by twice the arc tangent of `t`.
    let distance = |u: Precise, v: Precise, t: DoubleDouble| {
        let scale = cap.radius / (DoubleDouble::ONE + t.squared());
        let away = u * ((DoubleDouble::ONE - t.squared()) * scale) + v * (two * t * scale);
        point_ray::distance_squared(&Point(cap.center + away), axis)
    };
    let start = |i: u32| {
        let angle = f64::from(i) * (core::f64::consts::TAU / f64::from(SAMPLES));
        let (c, s) = (DoubleDouble::new(elementary::cos(angle)), DoubleDouble::new(elementary::sin(angle)));
        let u = (x * c + y * s).normalized_or_zero();
        (u, cap.axis.normalized_or_zero().cross(u))
    };
    let sampled = |i: u32| {
        let (u, v) = start(i % SAMPLES);
        distance(u, v, DoubleDouble::ZERO)
    };
    let samples: alloc::vec::Vec<_> = (0..SAMPLES).map(sampled).collect();
    let mut best = DoubleDouble::ZERO;
    for i in 0..SAMPLES {
        let at = |k: u32| samples[(k % SAMPLES) as usize];
        if at(i) < at(i + SAMPLES - 1) || at(i) < at(i + 1) {
            continue;
        }
        let (u, v) = start(i);
        let (mut low, mut high) = (DoubleDouble::new(-0.05), DoubleDouble::new(0.05));
        for _ in 0..90 {
            let third = (high - low) / three;
            let (left, right) = (low + third, high - third);
            if distance(u, v, left) < distance(u, v, right) {
                low = left;
            } else {
                high = right;
            }
        }
        best = Ring::max(best, Ring::max(at(i), distance(u, v, (low + high).half())));
    }
    best
}

/// Tests whether a convex set contains both caps of a cylinder; `None` if the numbers leave it
/// undecided, and for shapes that are no such sets.
fn caps_held<N: Field>(a: &Shape3, b: &Cylinder<DVec3>, number: &impl Fn(f64) -> N) -> Option<bool> {
    let caps = Cap::both(&b.lift::<V3<N>>(number));
    let both = |a: &dyn HoldsCap<V3<N>>| a.holds_cap(&caps[0]) & a.holds_cap(&caps[1]);
    yes_or_no(match a {
        Shape3::HalfSpace(a) => both(&a.lift::<V3<N>>(number)),
        Shape3::Aabb(a) => both(&a.lift::<V3<N>>(number)),
        Shape3::Obb(a) => both(&a.lift::<V3<N>>(number)),
        Shape3::Sphere(a) => both(&a.lift::<V3<N>>(number)),
        Shape3::Capsule(a) => both(&a.lift::<V3<N>>(number)),
        Shape3::InfiniteCylinder(a) => both(&a.lift::<V3<N>>(number)),
        hull => hull.sides_over(number)?.iter().fold(number(0.0).always(), |all, side| all & both(side)),
    })
}

impl Shape3 {
    /// Tests whether a convex shape contains a cylinder; `None` for any other content.
    pub(super) fn holds_cylinder(&self, other: &Self) -> Option<bool> {
        let Self::Cylinder(b) = other else { return None };
        if b.radius == 0.0 {
            return Some(self.holds_hull(&Self::Segment(b.axis())));
        }
        let parallel = |d: DVec3| {
            decided!(number => {
                let b = b.lift::<V3<_>>(&number);
                yes_or_no(parallel(b.b - b.a, d.lift(&number)))
            })
        };
        let by_caps = |a: &Self| decided!(number => caps_held(a, b, &|x: f64| number(x)));
        Some(match self {
            Self::HalfSpace(_) | Self::Aabb(_) | Self::Obb(_) | Self::Sphere(_) => by_caps(self),
            hull if hull.has_sides() => by_caps(hull),
            Self::Capsule(a) if a.a == a.b => by_caps(&Sphere::new(a.a, a.radius).into()),
            Self::Capsule(a) if parallel_axes(&a.axis(), b) => by_caps(self),
            Self::Capsule(a) => rims_within(b, &precise!(V3, a.axis()), a.radius),
            Self::InfiniteCylinder(a) if parallel(a.direction) => by_caps(self),
            Self::InfiniteCylinder(a) => rims_within(b, &precise!(V3, a.axis()), a.radius),
            Self::Cylinder(a) => {
                let between = decided!(number => {
                    yes_or_no(between_caps(&a.lift::<V3<_>>(&number), &b.lift::<V3<_>>(&number)))
                });
                between && holds_around(a, b)
            }
            // Thin shapes contain no cylinder; the others were handled above.
            _ => false,
        })
    }
}

/// Tests whether the two axes are parallel, exactly.
fn parallel_axes(a: &Segment<DVec3>, b: &Cylinder<DVec3>) -> bool {
    decided!(number => {
        let (a, b) = (a.lift::<V3<_>>(&number), b.lift::<V3<_>>(&number));
        yes_or_no(parallel(a.b - a.a, b.b - b.a))
    })
}

/// Tests whether a cylinder, extended beyond its caps, contains another.
fn holds_around(a: &Cylinder<DVec3>, b: &Cylinder<DVec3>) -> bool {
    if parallel_axes(&a.axis(), b) {
        return decided!(number => {
            let (a, [first, last]) = (a.lift::<V3<_>>(&number), Cap::both(&b.lift::<V3<_>>(&number)));
            let a = InfiniteCylinder::new(a.a, a.b - a.a, a.radius);
            yes_or_no(a.holds_cap(&first) & a.holds_cap(&last))
        });
    }
    let axis = precise!(V3, a.axis());
    let line = Line { origin: axis.origin(), direction: axis.direction() };
    rims_within(b, &line, a.radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    fn holds(a: impl Into<Shape3>, b: impl Into<Shape3>) -> bool {
        a.into().contains(&b.into()).unwrap()
    }

    #[test]
    fn cylinders_fit_by_their_rims() {
        let cylinder = Cylinder::new(dvec3(0., 0., -4.), dvec3(0., 0., 4.), 3.);
        assert!(holds(Sphere::new(DVec3::ZERO, 5.), cylinder));
        assert!(!holds(Sphere::new(dvec3(0.125, 0., 0.), 5.), cylinder));
        assert!(holds(Aabb::new(dvec3(-3., -3., -4.), dvec3(3., 3., 4.)), cylinder));
        assert!(!holds(Aabb::new(dvec3(-2.875, -3., -4.), dvec3(3., 3., 4.)), cylinder));
        assert!(
            holds(cylinder, cylinder) && !holds(cylinder, Sphere::new(DVec3::ZERO, 3.0 + 2.0 * f64::EPSILON))
        );
        assert!(holds(Capsule::new(dvec3(0., 0., -4.), dvec3(0., 0., 4.), 3.), cylinder));
        // Perpendicular: the farthest points of a short cylinder's rim, at (+-3, +-4, 0) from the
        // axis.
        let across = Cylinder::new(dvec3(-3., 0., 0.), dvec3(3., 0., 0.), 4.);
        assert!(holds(InfiniteCylinder::new(DVec3::ZERO, dvec3(0., 0., 1.), 5.), across));
        assert!(!holds(InfiniteCylinder::new(DVec3::ZERO, dvec3(0., 0., 1.), 4.9999), across));
        assert!(holds(Cylinder::new(dvec3(0., 0., -4.), dvec3(0., 0., 4.), 5.), across));
        assert!(!holds(Cylinder::new(dvec3(0., 0., -3.9), dvec3(0., 0., 4.), 5.), across));
        let tilted = Capsule::new(dvec3(-1., -1., 0.), dvec3(1., 1., 0.), 5.);
        assert!(holds(tilted, Cylinder::new(dvec3(-1., 0., 0.), dvec3(1., 0., 0.), 1.)));
    }
}
