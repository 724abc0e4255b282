//! Support functions: the view of a bounded convex shape that iterative algorithms (GJK, EPA) use.
//! Also their implementations for segments and boxes.

use super::{Aabb, CornerGraph, Cylinder, Obb, Segment};
use crate::number::{Field, Float, Ring};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;

/// Scalar type of a shape's vectors.
type Number<S> = <<S as Support>::Vector as Vector>::Scalar;

/// Returns the midpoint of two points, without overflow.
pub(super) fn halfway<V: FloatVector>(a: V, b: V) -> V {
    let half = V::Scalar::ONE.half();
    a * half + b * half
}

/// The core of a [`Support`], if closed formulas exist for it.
#[derive(Clone, Copy, Debug)]
pub enum CoreShape<V: Vector> {
    /// A point.
    Point(V),
    /// A segment, possibly of length 0.
    Segment(Segment<V>),
    /// An axis-aligned box.
    Aabb(Aabb<V>),
    /// An oriented box.
    Obb(Obb<V>),
    /// A cylinder, whose support function is faster with a frame across its axis.
    Cylinder(Cylinder<V>),
    /// Any other set, given by its support function.
    Other,
}

/// A bounded convex set, given by its support function.
///
/// ```
/// use barycast::d3::{Aabb, Sphere};
/// use barycast::shape::Support;
/// use glam::{Vec3, vec3};
///
/// let cube = Aabb::new(Vec3::ZERO, Vec3::ONE);
/// assert_eq!(cube.support(vec3(1.0, -2.0, 3.0)), vec3(1.0, 0.0, 1.0));
/// assert_eq!(Sphere::new(Vec3::ZERO, 2.0).support(Vec3::Y * 9.0), vec3(0.0, 2.0, 0.0));
/// ```
#[doc(alias = "SupportMap")]
pub trait Support {
    /// Vector type of the points.
    type Vector: FloatVector;

    /// Returns a point of the set farthest along `direction`, or any point of the set for the zero
    /// direction.
    #[doc(alias = "support_point")]
    fn support(&self, direction: Self::Vector) -> Self::Vector;

    /// Returns a point of the set near its centre. Iterative algorithms start there: it affects
    /// their speed, not their results.
    fn middle(&self) -> Self::Vector {
        self.core(Self::Vector::splat(Number::<Self>::ZERO))
    }

    /// Returns the rounding radius: the set is the points within `margin` of its *core*, a smaller
    /// convex set. A sphere is a point with a margin, a capsule a segment with a margin. Most
    /// shapes have margin 0 and equal their core.
    fn margin(&self) -> Number<Self> {
        Number::<Self>::ZERO
    }

    /// Returns a point of the core farthest along `direction`, or any point of the core for the
    /// zero direction.
    fn core(&self, direction: Self::Vector) -> Self::Vector {
        self.support(direction)
    }

    /// Returns the core itself, if closed formulas exist for it; queries then need no iteration.
    fn core_shape(&self) -> CoreShape<Self::Vector> {
        CoreShape::Other
    }

    /// Returns the corners of the core that may face along `direction`, each always at the same
    /// index: all corners of a polytope; for a round shape, those of its flat or straight sides
    /// that are farthest along it; empty if there are none.
    fn corners(&self, direction: Self::Vector) -> Vec<Self::Vector> {
        let _ = direction;
        Vec::new()
    }

    /// Returns the [`corners`](Self::corners) with the edges between them, if it is a polytope whose
    /// edges are known, as boxes and hulls are. Manifolds of hulls with many corners then look only at
    /// those near the touching side.
    fn corner_graph(&self) -> Option<CornerGraph<'_, Self::Vector>> {
        None
    }

    /// Returns the relative error of the points, as a fraction of their largest coordinate: the
    /// rounding error of the number type, or more if the support function is computed iteratively.
    fn rounding(&self) -> Number<Self> {
        Number::<Self>::EPSILON
    }

    /// Returns the projection onto `axis`: the least and the greatest `axis . p`, each rounded to
    /// nearest. [`Extent::interval_along`](crate::dynamic::extent::Extent::interval_along) rounds
    /// outward and accepts nonconvex shapes too.
    #[doc(alias = "projection")]
    #[doc(alias = "interval_along")]
    fn interval(&self, axis: Self::Vector) -> (Number<Self>, Number<Self>) {
        (axis.dot(self.support(-axis)), axis.dot(self.support(axis)))
    }

    /// Returns the largest absolute coordinate of any point, which scales the rounding error.
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
        let graph = CornerGraph::of_aabb(self);
        (0..graph.len()).map(|i| graph.at(i)).collect()
    }

    fn corner_graph(&self) -> Option<CornerGraph<'_, V>> {
        Some(CornerGraph::of_aabb(self))
    }
}

impl<V: FloatVector> Support for Obb<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let mut p = self.center;
        for i in 0..V::DIM {
            let (axis, reach) = (self.axis(i), self.half_extents.get(i));
            // Selects a sign instead of branching, because the branch is unpredictable.
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
        let graph = CornerGraph::of_obb(self);
        (0..graph.len()).map(|i| graph.at(i)).collect()
    }

    fn corner_graph(&self) -> Option<CornerGraph<'_, V>> {
        Some(CornerGraph::of_obb(self))
    }
}

impl<V: FloatVector + Vector3> Support for Cylinder<V> {
    type Vector = V;

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Cylinder(*self)
    }

    fn support(&self, direction: V) -> V {
        let axis = self.b - self.a;
        let cap = if direction.dot(axis) > V::Scalar::ZERO { self.b } else { self.a };
        // Projects into a frame perpendicular to the axis first. Even the rounding error of a
        // direction along the axis is then perpendicular to it.
        let u = axis.any_orthogonal().normalized_or_zero();
        let v = axis.cross(u).normalized_or_zero();
        cap + (u * direction.dot(u) + v * direction.dot(v)).normalized_or_zero() * self.radius
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }

    /// Returns four points on the rim of each cap, the first of them farthest along the direction.
    fn corners(&self, direction: V) -> Vec<V> {
        let axis = (self.b - self.a).normalized_or_zero();
        let across = direction - axis * direction.dot(axis);
        let level = V::Scalar::EPSILON * direction.length().lit(64) * direction.length();
        let across =
            if across.length() <= level { axis.any_orthogonal() } else { across }.normalized_or_zero();
        // For a direction nearly along the axis, rounding leaves a result that is not quite
        // perpendicular; projects once more.
        let u = (across - axis * across.dot(axis)).normalized_or_zero() * self.radius;
        let v = axis.cross(u);
        let rim = |middle: V| [middle + u, middle + v, middle - u, middle - v];
        [rim(self.a), rim(self.b)].concat()
    }
}
