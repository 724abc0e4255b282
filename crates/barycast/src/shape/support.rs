//! What iterative algorithms see of a bounded convex shape, and the shapes for whose sake it has formulas: segments and boxes.

use super::{Aabb, Cylinder, Obb, Segment};
use crate::number::{Field, Float, Ring};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;

/// The number inside a shape's vectors.
type Number<S> = <<S as Support>::Vector as Vector>::Scalar;

/// Half way from one point to another, wherever they are.
pub(super) fn halfway<V: FloatVector>(a: V, b: V) -> V {
    let half = V::Scalar::ONE.half();
    a * half + b * half
}

/// The core of a [`Support`], where it is one for which there are formulas, or a faster support function.
#[derive(Clone, Copy, Debug)]
pub enum CoreShape<V: Vector> {
    /// One point.
    Point(V),
    /// A segment, whose ends may be the same.
    Segment(Segment<V>),
    /// A box along the coordinate axes.
    Aabb(Aabb<V>),
    /// A box along its own axes.
    Obb(Obb<V>),
    /// A cylinder.
    Cylinder(Cylinder<V>),
    /// Any other: known by its farthest points.
    Other,
}

/// A bounded convex set, known by its farthest points.
pub trait Support {
    /// The vectors it lives among.
    type Vector: FloatVector;

    /// A point of the set farthest along `direction`; any point of the set for the zero direction.
    fn support(&self, direction: Self::Vector) -> Self::Vector;

    /// A point of the set, about in its middle. Algorithms begin there: how fast they are depends on it, not what they answer.
    fn middle(&self) -> Self::Vector {
        self.core(Self::Vector::splat(Number::<Self>::ZERO))
    }

    /// The radius with which it is rounded all over: it is the points within `margin` of its *core*, a smaller
    /// convex set. A sphere is a point with a margin, a capsule a segment; most shapes have none and are all core.
    fn margin(&self) -> Number<Self> {
        Number::<Self>::ZERO
    }

    /// A point of the core farthest along `direction`; any point of it for the zero direction.
    fn core(&self, direction: Self::Vector) -> Self::Vector {
        self.support(direction)
    }

    /// The core itself, where there are formulas for it: then questions need not search by farthest points.
    fn core_shape(&self) -> CoreShape<Self::Vector> {
        CoreShape::Other
    }

    /// Corners of the core that may face along `direction`, each always at the same place in the list: all of a
    /// polytope's, of a round shape those of its flat or straight sides, where they are farthest along it. None, where it has none.
    fn corners(&self, direction: Self::Vector) -> Vec<Self::Vector> {
        let _ = direction;
        Vec::new()
    }

    /// By how much its points may be off, as a part of their largest coordinate: what rounding leaves of numbers. More,
    /// where farthest points are found to fewer digits, as by an iteration.
    fn rounding(&self) -> Number<Self> {
        Number::<Self>::EPSILON
    }

    /// The set's extent along `axis`, its projection onto it: the least and the greatest `axis . p`, each rounded to nearest.
    /// [`Extent::interval_along`](crate::dynamic::extent::Extent::interval_along) has them rounded outward, of shapes that are not convex too.
    #[doc(alias = "projection")]
    #[doc(alias = "interval_along")]
    fn interval(&self, axis: Self::Vector) -> (Number<Self>, Number<Self>) {
        (axis.dot(self.support(-axis)), axis.dot(self.support(axis)))
    }

    /// The largest coordinate of any of its points, which is what its numbers' rounding scales with.
    fn reach(&self) -> Number<Self> {
        let zero = Self::Vector::splat(Number::<Self>::from_f64(0.0));
        let mut reach = zero.get(0);
        for axis in 0..Self::Vector::DIM {
            let unit = zero.with(axis, reach.one());
            let (low, high) = self.interval(unit);
            reach = Ring::max(reach, Ring::max(low.abs(), high.abs()));
        }
        reach
    }
}

impl<V: FloatVector> Support for Segment<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        if direction.dot(self.a) >= direction.dot(self.b) { self.a } else { self.b }
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Segment(*self)
    }

    fn corners(&self, _: V) -> Vec<V> {
        vec![self.a, self.b]
    }
}

impl<V: FloatVector> Support for Aabb<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let mut p = self.max;
        for axis in 0..V::DIM {
            if direction.get(axis) < V::Scalar::ZERO {
                p = p.with(axis, self.min.get(axis));
            }
        }
        p
    }

    fn middle(&self) -> V {
        halfway(self.min, self.max)
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Aabb(*self)
    }

    fn corners(&self, _: V) -> Vec<V> {
        let corner =
            |i: usize| V::from_fn(|axis| (if i >> axis & 1 == 0 { self.min } else { self.max }).get(axis));
        (0..1 << V::DIM).map(corner).collect()
    }
}

impl<V: FloatVector> Support for Obb<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let mut p = self.center;
        for i in 0..V::DIM {
            let (axis, reach) = (self.axis(i), self.half_extents.get(i));
            // A sign chosen, not a way taken: no processor foresees it.
            let side = Ring::select(direction.dot(axis) < V::Scalar::ZERO, -reach, reach);
            p = p + axis * side;
        }
        p
    }

    fn middle(&self) -> V {
        self.center
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Obb(*self)
    }

    fn corners(&self, _: V) -> Vec<V> {
        let side = |p: V, i: usize, axis: usize| {
            if i >> axis & 1 == 0 { p - self.arm(axis) } else { p + self.arm(axis) }
        };
        (0..1 << V::DIM).map(|i| (0..V::DIM).fold(self.center, |p, axis| side(p, i, axis))).collect()
    }
}

impl<V: FloatVector + Vector3> Support for Cylinder<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let axis = self.b - self.a;
        let cap = if direction.dot(axis) > V::Scalar::ZERO { self.b } else { self.a };
        // In a frame across the axis: what rounding leaves of a direction along it still points across.
        let u = axis.any_orthogonal().normalized_or_zero();
        let v = axis.cross(u).normalized_or_zero();
        cap + (u * direction.dot(u) + v * direction.dot(v)).normalized_or_zero() * self.radius
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Cylinder(*self)
    }

    /// Four on the rim of each cap, the first of them farthest along the direction.
    fn corners(&self, direction: V) -> Vec<V> {
        let axis = (self.b - self.a).normalized_or_zero();
        let across = direction - axis * direction.dot(axis);
        let level = V::Scalar::EPSILON * direction.length().lit(64) * direction.length();
        let across =
            if across.length() <= level { axis.any_orthogonal() } else { across }.normalized_or_zero();
        // Of a direction nearly along the axis rounding leaves one that is not quite across it: what is across once more.
        let u = (across - axis * across.dot(axis)).normalized_or_zero() * self.radius;
        let v = axis.cross(u);
        let rim = |middle: V| [middle + u, middle + v, middle - u, middle - v];
        [rim(self.a), rim(self.b)].concat()
    }
}
