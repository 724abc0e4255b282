//! Type-erased custom shapes, with their pose.

use crate::number::{DoubleDouble, Float};
use crate::shape::{Aabb, Support};
use crate::vector::size::shifted;
use crate::vector::{FloatVector, Vector};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// Vectors for which custom shapes exist: `DVec2` and `DVec3`.
pub trait Space: FloatVector<Scalar = f64, Wide = Self, Axes: Send + Sync> + Send + Sync {
    /// Shape of any kind in the same number of dimensions.
    type Shape: From<AnyConvex<Self>> + From<AnyParts<Self::Shape, Self>> + Clone + Debug;
}

/// A set made of parts. Parts may be of any kind, may overlap, and need not touch each other. Each
/// part is built when a query needs it.
pub trait Parts: Debug + Send + Sync + 'static {
    /// `DVec2` or `DVec3`.
    type Vector: Space;

    /// Returns the number of parts: at least one, and always the same.
    fn count(&self) -> usize;

    /// Returns a part, for `i < count`: always the same for the same index.
    fn part(&self, i: usize) -> <Self::Vector as Space>::Shape;

    /// Returns a box that contains the part, if it is bounded. With a box, parts that are too far
    /// away to matter are not built; without one, the box of the part itself is used.
    fn part_bounds(&self, i: usize) -> Option<Aabb<Self::Vector>> {
        let _ = i;
        None
    }
}

/// Bounded convex set, known by its support function, in its own number type. The defaults are
/// those of a set of which nothing more is known.
pub(crate) trait Known<V: Vector>: Debug + Send + Sync {
    /// Returns a point of the core farthest along a direction of length 1.
    fn core(&self, direction: V) -> V;

    /// Returns [`Support::margin`].
    fn margin(&self) -> V::Scalar;

    /// Returns [`Support::corners`].
    fn corners(&self, direction: V) -> Vec<V>;

    /// Returns [`Support::rounding`].
    fn rounding(&self) -> V::Scalar;

    /// Returns the point of the core farthest from another, if that has a closed form.
    fn farthest(&self, _: V) -> Option<V> {
        None
    }

    /// Returns two directions perpendicular to each other and to the axis about which it is round.
    fn turn(&self) -> Option<[V; 2]> {
        None
    }

    /// Returns, for a set with a straight side, the axis, of length 1, and the component along it
    /// of the way out through the side.
    fn side(&self) -> Option<(V, V::Scalar)> {
        None
    }

    /// Returns the part of the core that may be farthest along a direction of length 1, if it can
    /// be described completely. A part that is flat up to the slack counts as flat.
    fn facing(&self, _: V, _slack: V::Scalar) -> Option<Facing<V>> {
        None
    }

    /// Returns a length of it that may be small beside the other numbers, if one is known.
    fn least_length(&self) -> Option<V::Scalar> {
        None
    }
}

/// Part of a shape that may be farthest along a direction: within the hull of these.
pub(crate) struct Facing<V: Vector> {
    pub(crate) points: Vec<V>,
    /// Middle and radius of a flat disc perpendicular to the direction.
    pub(crate) disc: Option<(V, V::Scalar)>,
}

impl<S, W> Known<W> for S
where
    S: Support<Vector: FloatVector<Wide = W>> + Debug + Send + Sync,
    W: FloatVector<Scalar = f64>,
{
    fn core(&self, direction: W) -> W {
        Support::core(self, direction.lift(&Float::from_f64)).lift(&Float::to_f64)
    }

    fn margin(&self) -> f64 {
        Support::margin(self).to_f64()
    }

    fn corners(&self, direction: W) -> Vec<W> {
        let corners = Support::corners(self, direction.lift(&Float::from_f64));
        corners.into_iter().map(|p| p.lift(&Float::to_f64)).collect()
    }

    fn rounding(&self) -> f64 {
        let own = <<S::Vector as Vector>::Scalar as Float>::EPSILON;
        Support::rounding(self).to_f64().max(own.to_f64())
    }
}

/// Type-erased custom convex shape, built by [`Convex`](super::Convex).
#[derive(Clone, Debug)]
pub struct AnyConvex<V: Vector> {
    own: Arc<dyn Known<V>>,
    /// Its coordinates are multiplied by two to this power, then rotated, then translated.
    exponent: i32,
    axes: Option<V::Axes>,
    translation: V,
}

// The shape is only read.
impl<V: Vector> UnwindSafe for AnyConvex<V> {}
impl<V: Vector> RefUnwindSafe for AnyConvex<V> {}

impl<V: Space> AnyConvex<V> {
    pub(super) fn new(own: Arc<dyn Known<V>>) -> Self {
        Self { own, exponent: 0, axes: None, translation: V::splat(0.0) }
    }

    /// Returns it with all lengths multiplied by `2^e`.
    pub(crate) fn scaled(&self, e: i32) -> Self {
        let translation = V::from_fn(|axis| shifted(self.translation.get(axis), e));
        Self { exponent: self.exponent.saturating_add(e), translation, ..self.clone() }
    }

    /// Returns it rotated and moved, as `turned` and `point` map directions and points.
    pub(crate) fn posed(&self, turned: impl Fn(V) -> V, point: impl Fn(V) -> V) -> Self {
        let axes = self.axes.unwrap_or_else(|| V::unit_axes(1.0));
        let axes = V::axes_from_fn(|i| turned(axes.as_ref()[i]));
        Self { axes: Some(axes), translation: point(self.translation), ..self.clone() }
    }

    /// Returns a point of it.
    pub(crate) fn anchor(&self) -> V {
        self.core_along(V::Precise::splat(DoubleDouble::ZERO)).lift(&Float::to_f64)
    }

    /// Returns its bounding box, up to rounding.
    pub(crate) fn bounds(&self) -> Aabb<V> {
        let (zero, margin) = (V::Precise::splat(DoubleDouble::ZERO), self.radius());
        let end = |axis: usize, way: DoubleDouble| {
            let p: V::Precise = self.core_along(zero.with(axis, way));
            (p.get(axis) + way * margin).to_f64()
        };
        let min = V::from_fn(|axis| end(axis, -DoubleDouble::ONE));
        let max = V::from_fn(|axis| end(axis, DoubleDouble::ONE));
        let size = (0..V::DIM).fold(0.0, |size: f64, i| size.max(min.get(i).abs()).max(max.get(i).abs()));
        let slack = V::splat(size * self.own.rounding() * 4.0);
        Aabb { min: min - slack, max: max + slack }
    }

    fn radius(&self) -> DoubleDouble {
        DoubleDouble::new(shifted(self.own.margin().max(0.0), self.exponent))
    }

    /// Returns the farthest point of the core in double-double precision; any point for the zero
    /// direction.
    fn core_along<P: Vector<Scalar = DoubleDouble>>(&self, direction: P) -> P {
        let d = direction.normalized_or_zero();
        let here: V = match &self.axes {
            Some(axes) => V::from_fn(|i| axes.as_ref()[i].lift::<P>(&DoubleDouble::new).dot(d).to_f64()),
            None => d.lift(&Float::to_f64),
        };
        // Few implementations handle the zero direction.
        let here = if here.is_zero() { here.with(0, 1.0) } else { here };
        self.placed(self.own.core(here))
    }

    /// Returns a point of the custom shape in its pose, in double-double precision.
    fn placed<P: Vector<Scalar = DoubleDouble>>(&self, p: V) -> P {
        let p: P = p.lift(&|x| DoubleDouble::new(shifted(x, self.exponent)));
        let by: P = self.translation.lift(&DoubleDouble::new);
        let turned = |axes: &V::Axes| {
            (0..V::DIM).fold(by, |sum, i| sum + axes.as_ref()[i].lift::<P>(&DoubleDouble::new) * p.get(i))
        };
        self.axes.as_ref().map_or_else(|| p + by, turned)
    }
}

impl<V: Space, P: FloatVector<Scalar = DoubleDouble>> Known<P> for AnyConvex<V> {
    fn core(&self, direction: P) -> P {
        self.core_along(direction)
    }

    fn margin(&self) -> DoubleDouble {
        self.radius()
    }

    fn corners(&self, direction: P) -> Vec<P> {
        self.own.corners(direction.lift(&Float::to_f64)).into_iter().map(|p| self.placed(p)).collect()
    }

    fn rounding(&self) -> DoubleDouble {
        DoubleDouble::new(self.own.rounding().clamp(f64::EPSILON, 1.0))
    }
}

/// A set of parts, in its own number type.
trait KnownParts<A, V: Vector>: Debug + Send + Sync {
    fn count(&self) -> usize;
    fn part(&self, i: usize) -> A;
    fn part_bounds(&self, i: usize) -> Option<Aabb<V>>;
}

impl<P: Parts> KnownParts<<P::Vector as Space>::Shape, P::Vector> for P {
    fn count(&self) -> usize {
        Parts::count(self)
    }

    fn part(&self, i: usize) -> <P::Vector as Space>::Shape {
        Parts::part(self, i)
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<P::Vector>> {
        Parts::part_bounds(self, i)
    }
}

/// Type-erased custom set of parts, built by [`Composite`](super::Composite).
#[derive(Clone, Debug)]
pub struct AnyParts<A, V: Vector>(Arc<dyn KnownParts<A, V>>);

impl<A, V: Vector> UnwindSafe for AnyParts<A, V> {}
impl<A, V: Vector> RefUnwindSafe for AnyParts<A, V> {}

impl<V: Space> AnyParts<V::Shape, V> {
    pub(super) fn new(own: Arc<impl Parts<Vector = V>>) -> Self {
        Self(own)
    }
}

impl<A, V: Vector> AnyParts<A, V> {
    /// Returns the number of parts.
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// Returns a part.
    pub fn part(&self, i: usize) -> A {
        self.0.part(i)
    }

    /// Returns the box that the implementation reports.
    pub(crate) fn given_bounds(&self, i: usize) -> Option<Aabb<V>> {
        self.0.part_bounds(i)
    }

    /// Returns all parts.
    pub(crate) fn all(&self) -> impl Iterator<Item = A> + '_ {
        (0..self.count()).map(|i| self.part(i))
    }
}
