//! Convex sets that hold a cylinder: those that hold both its caps.
//!
//! Of a cap with the middle `c`, the axis `d` and the radius `r`, the point farthest along `n` lies
//! `r |n x d| / |d|` beyond `c`, and the one farthest from a point lies away from its foot on the axis. Squared,
//! both compare without roots. In a capsule, or in a cylinder that is not parallel, the farthest point of the rim
//! has no such form: it is sought in twice the digits, and may lie outside by their rounding.

use super::convex::slab;
use crate::number::elementary;
use crate::number::{DoubleDouble, Field, Float, Ring};
use crate::pair::point_ray;
use crate::shape::*;
use crate::vector::{V3, Vector, Vector3};
use glam::DVec3;

/// A cap.
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

    /// `n . x <= n . c + gap` for all its points.
    fn stays_below(&self, n: V, gap: V::Scalar) -> V::Mask {
        let reach = self.radius.squared() * n.wedge_squared(self.axis);
        gap.zero().le(gap) & reach.le(gap.squared() * self.axis.length_squared())
    }
}

/// A convex set that tells exactly whether it holds a cap.
pub(super) trait HoldsCap<V: Vector3> {
    /// It holds the cap.
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

/// The farthest point of a cap from an axis parallel to its own lies away from that axis.
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

macro_rules! round_containers {
    ($($shape:ident)*) => {$(
        impl<V: Vector3<Scalar: Field>> HoldsCap<V> for $shape<V> {
            /// For a cap whose axis is parallel to the shape's.
            fn holds_cap(&self, cap: &Cap<V>) -> V::Mask {
                within_reach(cap, &self.axis(), self.radius)
            }
        }
    )*};
}

round_containers!(Capsule InfiniteCylinder);

/// Both ends of the cylinder, between the caps of another.
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

/// The two directions are parallel.
pub(super) fn parallel<V: Vector3>(a: V, b: V) -> V::Mask {
    let across = a.wedge_squared(b);
    across.same(across.zero())
}

type Precise = V3<DoubleDouble>;

/// All of the cylinder lies within `reach` of the axis, as far as twice the digits tell.
pub(super) fn rims_within<L: Linear<Vector = Precise>>(c: &Cylinder<DVec3>, axis: &L, reach: f64) -> bool {
    let c = c.lift::<Precise>(&DoubleDouble::new);
    let limit = DoubleDouble::new(reach).squared() * (DoubleDouble::ONE + DoubleDouble::new(1e-28));
    Cap::both(&c).iter().all(|cap| farthest_squared(cap, axis) <= limit)
}

/// The squared distance from the axis of the farthest point of a cap's rim. Along the rim that has few peaks:
/// samples find each, and thirds close in on it.
fn farthest_squared<L: Linear<Vector = Precise>>(cap: &Cap<Precise>, axis: &L) -> DoubleDouble {
    const SAMPLES: u32 = 64;
    let x = cap.axis.any_orthogonal().normalized_or_zero();
    let y = cap.axis.normalized_or_zero().cross(x);
    let (two, three) = (DoubleDouble::new(2.0), DoubleDouble::new(3.0));
    // From a direction of the rim, turned by twice the arc tangent of `t`.
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
