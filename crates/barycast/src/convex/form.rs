//! Every convex shape in one of three forms, bounded or not.
//!
//! What a question needs to know of a shape is its *form*. A bounded one is known by its farthest points. A straight
//! one (line, ray, infinite cylinder) goes on along one direction, a conical one along those about its axis. A flat one
//! (plane, half-space) goes on along all directions but its normal. So a question between any two convex shapes
//! is a few cases, each in one place. A conical one is cut off where nothing of it matters any more: see
//! [`opening`](super::opening).
//!
//! **A straight shape against a bounded one** is cut to a stretch that answers the same. Let `R` be how far the
//! bounded shape reaches from the foot of one of its points on the line, and let the stretch reach `8 R` to either
//! side (not before the start of a ray). The nearest points lie on it. And so does the way out: along a unit
//! direction `n` with `n . d = e > 0` for the line's unit direction `d`, the stretch's end is `8 R e` farther away,
//! while turning `n` across the line changes the depth by `3 R e` at most.

use crate::number::{Float, Real, Ring};
use crate::shape::{
    Capsule, CoreShape, HalfSpace, InfiniteCone, InfiniteCylinder, Line, Plane, Ray, Support,
};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;

/// Directions closer than this many roundings to parallel are parallel.
const PARALLEL: i32 = 8;

/// How long a stretch is at least, in largest coordinates.
const FAR: f64 = 1e-6;

/// A convex shape, as the algorithms see it.
#[derive(Clone, Copy)]
pub enum Form<'s, V: FloatVector> {
    /// Every point of `shape`, moved by `by`.
    Bounded {
        /// Known by its farthest points.
        shape: &'s dyn Support<Vector = V>,
        /// Where it stands.
        by: V,
    },
    /// The points within `radius` of `origin + t direction`.
    Straight {
        /// At `t = 0`.
        origin: V,
        /// Of length 1.
        direction: V,
        /// `t >= 0` only.
        begins: bool,
        /// 0 of a line and a ray.
        radius: V::Scalar,
    },
    /// The points within `radius` of a cone without a base.
    Conical {
        /// The tip.
        apex: V,
        /// Of length 1.
        axis: V,
        /// By how much it widens along the axis; more than 0.
        slope: V::Scalar,
        /// By how much it is grown.
        radius: V::Scalar,
    },
    /// The points within `radius` of those with `normal . p = distance`.
    Flat {
        /// Of length 1.
        normal: V,
        /// Along the normal.
        distance: V::Scalar,
        /// All points with less than the distance, too.
        solid: bool,
        /// 0 of a plane and a half-space.
        radius: V::Scalar,
    },
}

/// A shape that may be convex.
pub trait AsConvex {
    /// The vectors it lives among.
    type Vector: FloatVector;

    /// Its form; `None` for one that is not convex.
    fn form(&self) -> Option<Form<'_, Self::Vector>>;
}

/// A convex shape that can be asked in more digits than its own.
pub trait Widen {
    /// The vectors it lives among.
    type Vector: FloatVector;

    /// Asks the same shape over `f64`, or more.
    fn widened<R>(
        &self,
        ask: impl FnOnce(&dyn AsConvex<Vector = <Self::Vector as FloatVector>::Wide>) -> R,
    ) -> R;

    /// Asks the same shape over twice the digits of `f64`.
    fn precisely<R>(
        &self,
        ask: impl FnOnce(&dyn AsConvex<Vector = <Self::Vector as FloatVector>::Precise>) -> R,
    ) -> R;
}

impl<S: Support> AsConvex for S {
    type Vector = S::Vector;

    fn form(&self) -> Option<Form<'_, S::Vector>> {
        let zero = <<S::Vector as Vector>::Scalar as Float>::ZERO;
        Some(Form::Bounded { shape: self, by: S::Vector::splat(zero) })
    }
}

macro_rules! straight {
    ($($shape:ident [$dim:ident] $begins:literal $radius:expr;)*) => {$(
        impl<V: FloatVector + $dim> AsConvex for $shape<V> {
            type Vector = V;

            fn form(&self) -> Option<Form<'_, V>> {
                let radius: fn(&Self) -> V::Scalar = $radius;
                Some(Form::Straight {
                    origin: self.origin,
                    direction: self.direction.normalized_or_zero(),
                    begins: $begins,
                    radius: radius(self),
                })
            }
        }
    )*};
}
straight! {
    Line [Vector] false |_| V::Scalar::ZERO;
    Ray [Vector] true |_| V::Scalar::ZERO;
    InfiniteCylinder [Vector3] false |s| s.radius;
}

impl<V: FloatVector + Vector3> AsConvex for InfiniteCone<V> {
    type Vector = V;

    fn form(&self) -> Option<Form<'_, V>> {
        let (axis, slope) = (self.direction.normalized_or_zero(), self.slope());
        Some(Form::Conical { apex: self.apex, axis, slope, radius: V::Scalar::ZERO })
    }
}

macro_rules! flat {
    ($($shape:ident $solid:literal;)*) => {$(
        impl<V: FloatVector> AsConvex for $shape<V> {
            type Vector = V;

            fn form(&self) -> Option<Form<'_, V>> {
                Some(Form::Flat {
                    normal: self.normal.normalized_or_zero(),
                    distance: self.distance / self.normal.length(),
                    solid: $solid,
                    radius: V::Scalar::ZERO,
                })
            }
        }
    )*};
}
flat!(Plane false; HalfSpace true;);

/// Two unit vectors are parallel, as far as rounding lets one tell.
pub(crate) fn parallel<V: FloatVector>(u: V, v: V) -> bool {
    u.wedge_squared(v) <= noise::<V>() * noise::<V>()
}

/// Two unit vectors are at right angles, as far as rounding lets one tell.
pub(crate) fn across<V: FloatVector>(u: V, v: V) -> bool {
    u.dot(v).abs() <= noise::<V>()
}

fn noise<V: FloatVector>() -> V::Scalar {
    V::Scalar::EPSILON * V::Scalar::EPSILON.lit(PARALLEL)
}

impl<V: FloatVector> Form<'_, V> {
    /// All of it moved.
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

    /// The radius with which it is rounded all over.
    pub(crate) fn margin(&self) -> V::Scalar {
        match self {
            Self::Bounded { shape, .. } => shape.margin(),
            Self::Straight { radius, .. } | Self::Conical { radius, .. } | Self::Flat { radius, .. } => {
                *radius
            }
        }
    }

    /// By which part of its coordinates its points may be off.
    pub(crate) fn rounding(&self) -> V::Scalar {
        match self {
            Self::Bounded { shape, .. } => shape.rounding(),
            _ => V::Scalar::EPSILON,
        }
    }

    /// Two directions across the axis about which an endless one is round, and each other.
    pub(crate) fn turn(&self) -> Option<[V; 2]> {
        match *self {
            Self::Straight { direction, .. } => Some(V::by_dim(Across(direction))),
            Self::Conical { axis, .. } => Some(V::by_dim(Across(axis))),
            _ => None,
        }
    }

    /// A point of it lowest along the unit vector `n`; `None` where it goes down for ever.
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

/// A bounded shape, moved.
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
    /// The same as a shape that is where it is, which is what [`gjk`](super::gjk) takes.
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

/// A bounded shape, and all points within a radius of it.
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

/// The core of a bounded shape, moved.
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

/// Two directions across a unit vector and each other; in 2D the second is zero.
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

/// The stretch of a straight form that decides about a bounded shape moved by `by`.
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
        // Beyond what the sizes ask for, so that it is long for the digits of the coordinates too.
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
