//! What iterative algorithms see of a bounded convex shape.

use super::{Aabb, Obb, Segment};
use crate::number::{Field, Float, Ring};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// The number inside a shape's vectors.
type Number<S> = <<S as Support>::Vector as Vector>::Scalar;

/// Half way from one point to another, wherever they are.
pub(super) fn halfway<V: FloatVector>(a: V, b: V) -> V {
    let half = V::Scalar::ONE.half();
    a * half + b * half
}

/// The core of a [`Support`], where it is one for which there are formulas.
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
