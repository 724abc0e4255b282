//! Convex sets that may contain a ball, and their recession directions, along which they are
//! unbounded.
//!
//! A closed convex set contains the hull of some balls, extended along some directions, exactly if
//! it contains every ball and is unbounded along each of the directions. Distances are compared
//! squared, without roots.

use crate::number::{Field, Ring};
use crate::pair::{ellipsoid_point, point_ray};
use crate::shape::*;
use crate::vector::{Vector, Vector3};
use alloc::vec::Vec;

/// Closed convex set.
pub(super) trait Container<V: Vector> {
    /// Tests whether it contains all points within `radius` of `center`.
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask;

    /// Tests whether it is unbounded along `direction` from each of its points.
    fn goes_on(&self, direction: V) -> V::Mask {
        direction.is_zero()
    }
}

/// Tests `gap >= 0` and `gap^2 >= reach^2`.
pub(super) fn at_least<S: Ring>(gap: S, reach_squared: S) -> S::Mask {
    gap.zero().le(gap) & reach_squared.le(gap.squared())
}

/// Tests `radius <= limit` and `distance^2 <= (limit - radius)^2`.
fn within<S: Ring>(distance_squared: S, radius: S, limit: S) -> S::Mask {
    radius.le(limit) & distance_squared.le((limit - radius).squared())
}

fn is_point<S: Ring>(radius: S) -> S::Mask {
    radius.le(radius.zero())
}

impl<V: Vector> Container<V> for Point<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        (center - self.0).is_zero() & is_point(radius)
    }
}

for_shapes!(Straight in [Line Ray Segment] {
    impl<V: Vector> Container<V> for Straight<V> {
        fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
            point_ray::intersects(&Point(center), self) & is_point(radius)
        }

        fn goes_on(&self, direction: V) -> V::Mask {
            let zero = direction.get(0).zero();
            let parallel = direction.wedge_squared(self.direction()).same(zero);
            let forward = zero.le(direction.dot(self.direction()));
            match (Self::HAS_START, Self::HAS_END) {
                (false, _) => parallel,
                (true, false) => parallel & forward,
                (true, true) => direction.is_zero(),
            }
        }
    }
});

impl<V: Vector> Container<V> for Plane<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        self.side(center).same(radius.zero()) & is_point(radius)
    }

    fn goes_on(&self, direction: V) -> V::Mask {
        let slope = self.normal.dot(direction);
        slope.same(slope.zero())
    }
}

impl<V: Vector> Container<V> for HalfSpace<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        at_least(-self.side(center), radius.squared() * self.normal.length_squared())
    }

    fn goes_on(&self, direction: V) -> V::Mask {
        let slope = self.normal.dot(direction);
        slope.le(slope.zero())
    }
}

/// Bounded intersection of half-spaces.
pub(super) struct Sides<V: Vector>(pub(super) Vec<HalfSpace<V>>);

impl<V: Vector> Container<V> for Sides<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        self.0.iter().fold(radius.always(), |holds, side| holds & side.holds_ball(center, radius))
    }
}

impl<V: Vector> Container<V> for Sphere<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        within((center - self.center).length_squared(), radius, self.radius)
    }
}

impl<V: Vector<Scalar: Field>> Container<V> for Capsule<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        within(point_ray::distance_squared(&Point(center), &self.axis()), radius, self.radius)
    }
}

/// Handles points; balls are [tested](super::ellipsoid) by their distance from the surface.
impl<V: Vector<Scalar: Field>> Container<V> for Ellipsoid<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        ellipsoid_point::intersects(self, &Point(center)) & is_point(radius)
    }
}

impl<V: Vector> Container<V> for Aabb<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        let reach = V::splat(radius);
        self.min.le_all(center - reach) & (center + reach).le_all(self.max)
    }
}

/// Returns, for the i-th pair of a box's faces with a normal `n` of any length, the offset of `x`
/// from the middle along `n`, that of the faces, and `|n|^2`.
pub(super) fn slab<V: Vector>(b: &Obb<V>, i: usize, x: V) -> [V::Scalar; 3] {
    let (away, axis, half) = (x - b.center, b.axis(i), b.half_extents.get(i));
    let j = b.axis((i + 1) % V::DIM);
    if V::DIM == 3 {
        let k = b.axis((i + 2) % V::DIM);
        return [away.triple(j, k), axis.triple(j, k).abs() * half, j.wedge_squared(k)];
    }
    let turn = axis.wedge_squared(j);
    [away.wedge_dot(j, axis, j), turn * half, turn * j.length_squared()]
}

impl<V: Vector> Container<V> for Obb<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        let mut holds = radius.always();
        for i in 0..V::DIM {
            let [away, half, nn] = slab(self, i, center);
            holds = holds & at_least(half - away.abs(), radius.squared() * nn);
        }
        holds
    }
}

/// Tests whether a convex flat outline spanned by `u` and `v` contains a ball. The outline is solid
/// in 2D, and without thickness in 3D.
fn outline_holds_ball<V: Vector>(edges: &[Segment<V>], u: V, v: V, center: V, radius: V::Scalar) -> V::Mask {
    let zero = radius.zero();
    let area = u.wedge_squared(v);
    let mut inside = zero.lt(area) & (center - edges[0].a).triple(u, v).same(zero);
    let mut on_edge = radius.never();
    for edge in edges {
        let along = edge.b - edge.a;
        let gap = along.wedge_dot(center - edge.a, u, v);
        inside = inside & at_least(gap, radius.squared() * along.length_squared() * area);
        on_edge = on_edge | point_ray::intersects(&Point(center), edge);
    }
    if V::DIM == 3 {
        inside = inside & is_point(radius);
    }
    inside | (area.le(zero) & on_edge & is_point(radius))
}

impl<V: Vector> Container<V> for Triangle<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        outline_holds_ball(&self.edges(), self.b - self.a, self.c - self.a, center, radius)
    }
}

impl<V: Vector> Container<V> for Parallelogram<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        outline_holds_ball(&self.edges(), self.u, self.v, center, radius)
    }
}

impl<V: Vector3> Container<V> for Cylinder<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        let (axis, from_a) = (self.b - self.a, center - self.a);
        let dd = axis.length_squared();
        let reach = radius.squared() * dd;
        let along = from_a.dot(axis);
        at_least(along, reach)
            & at_least(dd - along, reach)
            & radius.le(self.radius)
            & from_a.wedge_squared(axis).le((self.radius - radius).squared() * dd)
    }
}

impl<V: Vector3> Container<V> for InfiniteCylinder<V> {
    fn holds_ball(&self, center: V, radius: V::Scalar) -> V::Mask {
        let limit = (self.radius - radius).squared() * self.direction.length_squared();
        radius.le(self.radius) & (center - self.origin).wedge_squared(self.direction).le(limit)
    }

    fn goes_on(&self, direction: V) -> V::Mask {
        let across = direction.wedge_squared(self.direction);
        across.same(across.zero())
    }
}
