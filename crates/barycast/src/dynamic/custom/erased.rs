//! Type-erased user-defined shapes, with their placement.

use crate::number::{DoubleDouble, Float};
use crate::shape::{Aabb, Support};
use crate::vector::size::shifted;
use crate::vector::{FloatVector, Vector};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// Vectors of user-defined shapes: `DVec2` and `DVec3`.
pub trait Space: FloatVector<Scalar = f64, Wide = Self, Axes: Send + Sync> + Send + Sync {
    /// The enum of any shape in this dimension.
    type Shape: From<AnyConvex<Self>> + From<AnyParts<Self::Shape, Self>> + Clone + Debug;
}

/// A set made of parts. Parts may be of any kind, may overlap, and need not touch each other. A
/// part is built when a query needs it.
pub trait Parts: Debug + Send + Sync + 'static {
    /// `DVec2` or `DVec3`.
    type Vector: Space;

    /// Returns the number of parts: at least one, and the same on every call.
    fn count(&self) -> usize;

    /// Returns part `i`, with `i < count`: the same shape on every call with the same index.
    fn part(&self, i: usize) -> <Self::Vector as Space>::Shape;

    /// Returns a box that contains the part, if it is bounded. Parts whose box is too far away to
    /// matter are not built. Without a box, the part is built and its own box is used.
    fn part_bounds(&self, i: usize) -> Option<Aabb<Self::Vector>> {
        let _ = i;
        None
    }
}

/// A bounded convex set given by its support function, over numbers of any kind. The defaults are
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

    /// Returns the point of the core farthest from another point, if that has a closed form.
    fn farthest(&self, _: V) -> Option<V> {
        None
    }

    /// For a solid of revolution, returns two directions perpendicular to its axis and to each
    /// other.
    fn turn(&self) -> Option<[V; 2]> {
        None
    }

    /// For a shape with a straight side, returns the axis, of length 1, and the component along it
    /// of the translation that separates through the side.
    fn side(&self) -> Option<(V, V::Scalar)> {
        None
    }

    /// Returns the feature of the core that may be farthest along a direction of length 1, if the
    /// whole feature is known. A feature that is flat to within the slack counts as flat.
    fn facing(&self, _: V, _slack: V::Scalar) -> Option<Facing<V>> {
        None
    }

    /// Returns a length of the shape that may be a rounding residue of other numbers, if one is
    /// known.
    fn least_length(&self) -> Option<V::Scalar> {
        None
    }
}

/// The feature of a shape that may be farthest along a direction: a subset of the hull of these
/// parts.
pub(crate) struct Facing<V: Vector> {
    pub(crate) points: Vec<V>,
    /// Centre and radius of a flat disc perpendicular to the direction.
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

/// A user-defined convex shape of any type, built by [`Convex`](super::Convex).
#[derive(Clone, Debug)]
pub struct AnyConvex<V: Vector> {
    own: Arc<dyn Known<V>>,
    /// Power of two by which the coordinates are scaled, before rotation and translation.
    exponent: i32,
    axes: Option<V::Axes>,
    translation: V,
}

// The shared value is only read.
impl<V: Vector> UnwindSafe for AnyConvex<V> {}
impl<V: Vector> RefUnwindSafe for AnyConvex<V> {}

impl<V: Space> AnyConvex<V> {
    pub(super) fn new(own: Arc<dyn Known<V>>) -> Self {
        Self { own, exponent: 0, axes: None, translation: V::splat(0.0) }
    }

    /// Scales all lengths by `2^e`.
    pub(crate) fn scaled(&self, e: i32) -> Self {
        let translation = V::from_fn(|axis| shifted(self.translation.get(axis), e));
        Self { exponent: self.exponent.saturating_add(e), translation, ..self.clone() }
    }

    /// Rotates the shape by the map from the coordinate axes to `axes`, and translates it: `turned`
    /// maps directions, `point` maps points.
    pub(crate) fn posed(&self, turned: impl Fn(V) -> V, point: impl Fn(V) -> V) -> Self {
        let axes = self.axes.unwrap_or_else(|| V::unit_axes(1.0));
        let axes = V::axes_from_fn(|i| turned(axes.as_ref()[i]));
        Self { axes: Some(axes), translation: point(self.translation), ..self.clone() }
    }

    /// Returns a point of the shape.
    pub(crate) fn anchor(&self) -> V {
        self.core_along(V::Precise::splat(DoubleDouble::ZERO)).lift(&Float::to_f64)
    }

    /// Returns the bounding box, up to rounding.
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

    /// Returns the farthest point of the core in double-double precision. For a zero direction it
    /// returns any point.
    fn core_along<P: Vector<Scalar = DoubleDouble>>(&self, direction: P) -> P {
        let d = direction.normalized_or_zero();
        let here: V = match &self.axes {
            Some(axes) => V::from_fn(|i| axes.as_ref()[i].lift::<P>(&DoubleDouble::new).dot(d).to_f64()),
            None => d.lift(&Float::to_f64),
        };
        // User code rarely handles a zero direction.
        let here = if here.is_zero() { here.with(0, 1.0) } else { here };
        self.placed(self.own.core(here))
    }

    /// Returns a point of the user's shape in double-double precision, at its placement.
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

/// A set of parts, over numbers of any kind.
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

/// A user-defined set of parts of any type, built by [`Composite`](super::Composite).
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

    /// Returns part `i`.
    pub fn part(&self, i: usize) -> A {
        self.0.part(i)
    }

    /// Returns the box that the user's code gives for part `i`.
    pub(crate) fn told_bounds(&self, i: usize) -> Option<Aabb<V>> {
        self.0.part_bounds(i)
    }

    /// Returns all parts.
    pub(crate) fn all(&self) -> impl Iterator<Item = A> + '_ {
        (0..self.count()).map(|i| self.part(i))
    }
}
