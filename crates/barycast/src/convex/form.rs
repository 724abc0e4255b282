//! Every convex shape in one of four forms, bounded or unbounded.
//!
//! The *form* of a shape holds what a query needs. A bounded shape is known by its support
//! function. A straight one (line, ray, infinite cylinder) is unbounded along one direction, and a
//! conical one along the directions around its axis. A flat one (plane, half-space) is unbounded
//! along all directions except its normal. A query between any two convex shapes is therefore a few
//! cases, each in one place. A conical shape is cut off beyond the part that affects the result:
//! see `truncation.rs`.
//!
//! **A straight shape against a bounded one** is cut to a stretch that gives the same result. Let
//! `R` be the greatest distance of the bounded shape from the foot of one of its points on the
//! line, and let the stretch extend `8 R` to either side (but not before the start of a ray). The
//! closest points lie on the stretch. The least translation is also the same: along a unit
//! direction `n` with `n . d = e > 0`, where `d` is the line's unit direction, the end of the
//! stretch is `8 R e` farther away, while rotating `n` to be perpendicular to the line changes the
//! depth by at most `3 R e`.

use crate::number::{Float, Real, Ring};
use crate::shape::{
    Capsule, CoreShape, HalfSpace, InfiniteCone, InfiniteCylinder, Line, Plane, Ray, Support,
};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;

/// Directions closer than this many roundings to parallel count as parallel.
const PARALLEL: i32 = 8;

/// Least length of a stretch, as a fraction of the largest coordinate.
const FAR: f64 = 1e-6;

/// Form of a convex shape, on which the algorithms work.
#[derive(Clone, Copy)]
pub enum Form<'s, V: FloatVector> {
    /// All points of `shape`, moved by `by`.
    Bounded {
        /// The shape, known by its support function.
        shape: &'s dyn Support<Vector = V>,
        /// Translation.
        by: V,
    },
    /// All points within `radius` of `origin + t direction`.
    Straight {
        /// Point at `t = 0`.
        origin: V,
        /// Direction of length 1.
        direction: V,
        /// `true` if only `t >= 0` counts.
        begins: bool,
        /// Radius; 0 for a line or a ray.
        radius: V::Scalar,
    },
    /// All points within `radius` of a cone without a base.
    Conical {
        /// Apex.
        apex: V,
        /// Axis of length 1.
        axis: V,
        /// Growth of the cone's radius per unit along the axis, above 0.
        slope: V::Scalar,
        /// Radius by which the cone is grown.
        radius: V::Scalar,
    },
    /// All points within `radius` of the plane `normal . p = distance`.
    Flat {
        /// Normal of length 1.
        normal: V,
        /// Distance of the plane from the origin, along the normal.
        distance: V::Scalar,
        /// `true` if all points below the plane belong to the shape.
        solid: bool,
        /// Radius; 0 for a plane or a half-space.
        radius: V::Scalar,
    },
}

/// Shape that may be convex.
pub trait AsConvex {
    /// Vector type of the shape.
    type Vector: FloatVector;

    /// Returns the shape's form, or `None` if it is not convex.
    fn form(&self) -> Option<Form<'_, Self::Vector>>;
}

/// Convex shape that can be queried with more digits than its numbers have.
pub trait Widen {
    /// Vector type of the shape.
    type Vector: FloatVector;

    /// Calls a function with the same shape over `f64` or better.
    fn widened<R>(
        &self,
        run: impl FnOnce(&dyn AsConvex<Vector = <Self::Vector as FloatVector>::Wide>) -> R,
    ) -> R;

    /// Calls a function with the same shape in double-double precision.
    fn precisely<R>(
        &self,
        run: impl FnOnce(&dyn AsConvex<Vector = <Self::Vector as FloatVector>::Precise>) -> R,
    ) -> R;
}

impl<S: Support> AsConvex for S {
    type Vector = S::Vector;

    fn form(&self) -> Option<Form<'_, S::Vector>> {
        let zero = <<S::Vector as Vector>::Scalar as Float>::ZERO;
        Some(Form::Bounded { shape: self, by: S::Vector::splat(zero) })
    }
}

/// Returns the form of all points within a radius of a line, or of a ray that `begins`.
fn straight<'s, V: FloatVector>(origin: V, direction: V, begins: bool, radius: V::Scalar) -> Form<'s, V> {
    Form::Straight { origin, direction: direction.normalized_or_zero(), begins, radius }
}

impl<V: FloatVector> AsConvex for Line<V> {
    type Vector = V;

    fn form(&self) -> Option<Form<'_, V>> {
        Some(straight(self.origin, self.direction, false, V::Scalar::ZERO))
    }
}

impl<V: FloatVector> AsConvex for Ray<V> {
    type Vector = V;

    fn form(&self) -> Option<Form<'_, V>> {
        Some(straight(self.origin, self.direction, true, V::Scalar::ZERO))
    }
}

impl<V: FloatVector + Vector3> AsConvex for InfiniteCylinder<V> {
    type Vector = V;

    fn form(&self) -> Option<Form<'_, V>> {
        Some(straight(self.origin, self.direction, false, self.radius))
    }
}

impl<V: FloatVector + Vector3> AsConvex for InfiniteCone<V> {
    type Vector = V;

    fn form(&self) -> Option<Form<'_, V>> {
        let (axis, slope) = (self.direction.normalized_or_zero(), self.slope());
        Some(Form::Conical { apex: self.apex, axis, slope, radius: V::Scalar::ZERO })
    }
}

/// Returns the form of a plane, or of a `solid` half-space.
fn flat<'s, V: FloatVector>(normal: V, distance: V::Scalar, solid: bool) -> Form<'s, V> {
    let (unit, distance) = (normal.normalized_or_zero(), distance / normal.length());
    Form::Flat { normal: unit, distance, solid, radius: V::Scalar::ZERO }
}

impl<V: FloatVector> AsConvex for Plane<V> {
    type Vector = V;

    fn form(&self) -> Option<Form<'_, V>> {
        Some(flat(self.normal, self.distance, false))
    }
}

impl<V: FloatVector> AsConvex for HalfSpace<V> {
    type Vector = V;

    fn form(&self) -> Option<Form<'_, V>> {
        Some(flat(self.normal, self.distance, true))
    }
}

/// Tests whether two unit vectors are parallel up to rounding.
pub(crate) fn parallel<V: FloatVector>(u: V, v: V) -> bool {
    u.wedge_squared(v) <= noise::<V>() * noise::<V>()
}

/// Tests whether two unit vectors are perpendicular up to rounding.
pub(crate) fn across<V: FloatVector>(u: V, v: V) -> bool {
    u.dot(v).abs() <= noise::<V>()
}

fn noise<V: FloatVector>() -> V::Scalar {
    V::Scalar::EPSILON * V::Scalar::EPSILON.lit(PARALLEL)
}

impl<V: FloatVector> Form<'_, V> {
    /// Returns the form moved by a vector.
    #[must_use]
    pub fn moved(self, d: V) -> Self {
        match self {
            Self::Bounded { shape, by } => Self::Bounded { shape, by: by + d },
            Self::Straight { origin, direction, begins, radius } => {
                Self::Straight { origin: origin + d, direction, begins, radius }
            }
            Self::Conical { apex, axis, slope, radius } => {
                Self::Conical { apex: apex + d, axis, slope, radius }
            }
            Self::Flat { normal, distance, solid, radius } => {
                Self::Flat { normal, distance: distance + normal.dot(d), solid, radius }
            }
        }
    }

    /// Returns the radius by which the shape is rounded.
    pub(crate) fn margin(&self) -> V::Scalar {
        match self {
            Self::Bounded { shape, .. } => shape.margin(),
            Self::Straight { radius, .. } | Self::Conical { radius, .. } | Self::Flat { radius, .. } => {
                *radius
            }
        }
    }

    /// Returns the relative error of the shape's points, as a fraction of their coordinates.
    pub(crate) fn rounding(&self) -> V::Scalar {
        match self {
            Self::Bounded { shape, .. } => shape.rounding(),
            _ => V::Scalar::EPSILON,
        }
    }

    /// Returns two directions perpendicular to each other and to the axis of an unbounded round
    /// form.
    pub(crate) fn turn(&self) -> Option<[V; 2]> {
        match *self {
            Self::Straight { direction, .. } => Some(V::by_dim(Across(direction))),
            Self::Conical { axis, .. } => Some(V::by_dim(Across(axis))),
            _ => None,
        }
    }

    /// Returns a point with the least extent along the unit vector `n`, or `None` if the extent is
    /// unbounded.
    pub(crate) fn lowest(&self, n: V) -> Option<V> {
        match *self {
            Self::Bounded { shape, by } => Some(shape.support(-n) + by),
            Self::Straight { origin, direction, begins, radius } => {
                let bounded = across(direction, n) || (begins && direction.dot(n) > V::Scalar::ZERO);
                bounded.then(|| origin - n * radius)
            }
            Self::Conical { apex, axis, slope, radius } => {
                let steepest = axis.dot(n) - slope * axis.wedge_squared(n).sqrt();
                let bounded = -noise::<V>() * (V::Scalar::ONE + slope) <= steepest;
                bounded.then(|| apex - n * radius)
            }
            Self::Flat { normal, distance, solid, radius } => {
                let bounded = parallel(normal, n) && !(solid && normal.dot(n) > V::Scalar::ZERO);
                bounded.then(|| normal * distance - n * radius)
            }
        }
    }
}

/// Bounded shape, moved.
pub(super) struct Moved<'s, V: FloatVector> {
    pub(super) shape: &'s dyn Support<Vector = V>,
    pub(super) by: V,
}

impl<V: FloatVector> Support for Moved<'_, V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.shape.support(direction) + self.by
    }

    fn middle(&self) -> V {
        self.shape.middle() + self.by
    }

    fn margin(&self) -> V::Scalar {
        self.shape.margin()
    }

    fn core(&self, direction: V) -> V {
        self.shape.core(direction) + self.by
    }

    fn corners(&self, direction: V) -> Vec<V> {
        self.shape.corners(direction).into_iter().map(|p| p + self.by).collect()
    }

    fn rounding(&self) -> V::Scalar {
        self.shape.rounding()
    }
}

impl<'s, V: FloatVector> Form<'s, V> {
    /// Returns the same form with a shape that includes the translation, as [`gjk`](super::gjk)
    /// expects.
    pub(super) fn placed<'m>(&self, moved: &'m mut Option<Moved<'s, V>>) -> Form<'m, V>
    where
        's: 'm,
    {
        match *self {
            Form::Bounded { shape, by } if !by.is_zero() => {
                Form::Bounded { shape: moved.insert(Moved { shape, by }), by: by.zero() }
            }
            other => other,
        }
    }
}

/// Bounded shape, grown by a radius.
pub(crate) struct Inflated<'s, V: FloatVector> {
    pub(super) shape: &'s dyn Support<Vector = V>,
    pub(super) radius: V::Scalar,
}

impl<V: FloatVector> Support for Inflated<'_, V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.shape.support(direction) + direction.normalized_or_zero() * self.radius
    }

    fn middle(&self) -> V {
        self.shape.middle()
    }

    fn margin(&self) -> V::Scalar {
        self.shape.margin() + self.radius
    }

    fn core(&self, direction: V) -> V {
        self.shape.core(direction)
    }

    fn core_shape(&self) -> CoreShape<V> {
        self.shape.core_shape()
    }

    fn rounding(&self) -> V::Scalar {
        self.shape.rounding()
    }
}

/// Core of a bounded shape, moved.
pub(crate) struct Core<'s, V> {
    pub(crate) shape: &'s dyn Support<Vector = V>,
    pub(crate) by: V,
}

impl<V: FloatVector> Support for Core<'_, V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.shape.core(direction) + self.by
    }

    fn middle(&self) -> V {
        self.shape.middle() + self.by
    }

    fn rounding(&self) -> V::Scalar {
        self.shape.rounding()
    }
}

/// Computes two directions perpendicular to a unit vector and to each other; the second is zero in
/// 2D.
pub(crate) struct Across<V>(pub(crate) V);

impl<V: FloatVector> ByDim<V> for Across<V> {
    type Answer = [V; 2];

    fn d2(self) -> [V; 2]
    where
        V: Vector2,
    {
        [self.0.perp(), self.0.zero()]
    }

    fn d3(self) -> [V; 2]
    where
        V: Vector3,
    {
        let u = self.0.any_orthogonal().normalized_or_zero();
        [u, self.0.cross(u)]
    }
}

/// Returns the stretch of a straight form that decides a query against a bounded shape moved by
/// `by`.
pub(crate) fn stretch<V: FloatVector>(
    (origin, direction, begins, radius): (V, V, bool, V::Scalar),
    shape: &dyn Support<Vector = V>,
    by: V,
) -> Capsule<V> {
    let zero = V::Scalar::ZERO;
    let point = shape.support(by.zero()) + by;
    let along = |p: V| {
        let t = (p - origin).dot(direction);
        if begins && t < zero { zero } else { t }
    };
    let foot = along(point);
    let mut reach = (origin + direction * foot - point).length();
    for axis in 0..V::DIM {
        let (low, high) = shape.interval(by.zero().with(axis, V::Scalar::ONE));
        // Longer than the sizes require, so that it is also long relative to the rounding of the
        // coordinates.
        let far = Ring::max(-low, high) + by.get(axis).abs() + origin.get(axis).abs();
        reach = reach + (high - low) + far * V::Scalar::from_f64(FAR);
    }
    let reach = if reach > zero { reach * zero.lit(8) } else { V::Scalar::ONE };
    let start = foot - reach;
    let start = if begins && start < zero { zero } else { start };
    Capsule { a: origin + direction * start, b: origin + direction * (foot + reach), radius }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Sphere;
    use glam::{DVec3, dvec3};

    #[test]
    fn a_stretch_is_as_long_as_the_other_shape_asks_however_far_along_that_is() {
        for (begins, x) in [(false, -1e6), (false, 1e6), (true, 1e6)] {
            let ball = Sphere::new(dvec3(x, 3., 0.), 1.0);
            let part = stretch((DVec3::ZERO, DVec3::X, begins, 0.5), &ball, DVec3::ZERO);
            assert!(part.a.x < x - 8.0 && x + 8.0 < part.b.x, "{part:?}");
            assert!(part.b.x - part.a.x < 256.0, "{part:?}");
        }
    }

    #[test]
    fn a_stretch_of_a_ray_begins_where_the_ray_does() {
        let ball = Sphere::new(dvec3(-3., 1., 0.), 1.0);
        let part = stretch((DVec3::ZERO, DVec3::X, true, 0.0), &ball, DVec3::ZERO);
        assert_eq!(part.a, DVec3::ZERO);
        assert!(part.b.x > 8.0, "{part:?}");
    }
}
