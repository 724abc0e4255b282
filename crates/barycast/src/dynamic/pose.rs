//! Pose of a shape: a rotation about the origin, followed by a translation.

use crate::number::{DoubleDouble, Field};
use crate::shape::pose::{RigidMap, rotated_coordinate};
use crate::shape::*;
use crate::vector::FloatVector;
use crate::vector::size::{exponent_of, shifted, shifted_vector};
use core::cell::Cell;

/// Rotation about the origin, followed by a translation. The numbers of the rotation are `f64`;
/// everything after it has more digits, so that each coordinate is rounded once.
pub(crate) struct Pose<'p, V> {
    pub(crate) axes: &'p [V],
    pub(crate) turn: RigidMap<'p, V>,
    pub(crate) translation: V,
    /// `true` if a hull keeps its corners and faces, and they are not computed again for the
    /// rounded points.
    pub(crate) keeps_faces: bool,
    /// `true` if rounding is recorded.
    pub(crate) notes_rounding: bool,
    /// Set if a number of the result is out of range.
    pub(crate) far: Cell<bool>,
    /// Set if a number of the result is rounded.
    pub(crate) rounds: Cell<bool>,
}

/// Directions between `2^-FREE` and `2^FREE` lose no digits in products in double-double precision.
const FREE: i32 = 900;

impl<'p, V: FloatVector<Scalar = f64> + PartialEq> Pose<'p, V> {
    pub(crate) fn new(axes: &'p [V], translation: V) -> Self {
        Self {
            axes,
            turn: RigidMap::new(axes, translation),
            translation,
            keeps_faces: false,
            notes_rounding: false,
            far: Cell::new(false),
            rounds: Cell::new(false),
        }
    }

    fn rounded(&self, x: DoubleDouble) -> f64 {
        let (x, rest) = x.parts();
        self.rounds.set(self.rounds.get() || rest != 0.0);
        self.far.set(self.far.get() || !x.is_finite());
        x
    }

    /// Returns the result, computed with more digits, and records whether it is rounded or out of
    /// range.
    fn noted(&self, v: V, plus: V) -> V {
        V::from_fn(|axis| self.rounded(rotated_coordinate(self.axes, v, plus, axis)))
    }

    fn in_range(&self, v: V) -> V {
        self.far.set(self.far.get() || !(0..V::DIM).all(|axis| v.get(axis).is_finite()));
        v
    }

    pub(crate) fn point(&self, p: V) -> V {
        if self.notes_rounding {
            return self.noted(p, self.translation);
        }
        self.in_range(self.turn.point(p))
    }

    pub(crate) fn direction(&self, d: V) -> V {
        if self.notes_rounding { self.noted(d, d.zero()) } else { self.in_range(self.turn.direction(d)) }
    }

    /// Returns a rotated direction whose length has no meaning. A direction that might leave the
    /// range of numbers is rotated at ordinary size.
    pub(crate) fn free_direction(&self, d: V) -> V {
        let shift = exponent_of(d).filter(|e| e.abs() > FREE).map_or(0, |e| -e);
        self.direction(shifted_vector(d, shift))
    }

    /// Returns a plane's rotated normal and its distance. Multiplied by a power of two they
    /// describe the same plane: the power is chosen so that the products with the translation stay
    /// in range, and removed again if that loses nothing.
    pub(crate) fn plane(&self, normal: V, distance: f64) -> (V, f64) {
        let by = |(n, d): (V, f64), shift: i32| (shifted_vector(n, shift), shifted(d, shift));
        let keeps = |plane: (V, f64), shift: i32| by(by(plane, shift), -shift) == plane;
        let far = exponent_of(self.translation).is_some_and(|e| e > FREE);
        let size = if far { -3 } else { 60 };
        let shift = exponent_of(normal).map_or(0, |e| size - e);
        let shift = if keeps((normal, distance), shift) { shift } else { 0 };
        let (normal, distance) = by((normal, distance), shift);
        let normal = self.direction(normal);
        let more = (0..V::DIM).fold(DoubleDouble::new(distance), |sum, axis| {
            sum + DoubleDouble::new(normal.get(axis)) * DoubleDouble::new(self.translation.get(axis))
        });
        let moved = (normal, self.rounded(more));
        if keeps(moved, -shift) { by(moved, -shift) } else { moved }
    }

    pub(crate) fn obb(&self, b: &Obb<V>) -> Obb<V> {
        let axes = V::axes_from_fn(|i| self.direction(b.axis(i)));
        Obb { center: self.point(b.center), half_extents: b.half_extents, axes }
    }

    /// Returns the axes, if there are three.
    pub(crate) fn frame(&self) -> Option<[V; 3]> {
        self.axes.try_into().ok()
    }

    /// Tests whether there is no rotation, so that an axis-aligned box stays one.
    pub(crate) fn is_still(&self) -> bool {
        (0..V::DIM).all(|i| (0..V::DIM).all(|k| self.axes[i].get(k) == if i == k { 1.0 } else { 0.0 }))
    }

    pub(crate) fn aabb(&self, b: &Aabb<V>) -> Obb<V> {
        let sum = |x: f64, y: f64| DoubleDouble::new(x.half()) + DoubleDouble::new(y.half());
        let half = |x: V, y: V| V::from_fn(|i| self.rounded(sum(x.get(i), y.get(i))));
        let (center, half_extents) = (half(b.min, b.max), half(b.max, -b.min));
        let axes = V::axes_from_fn(|i| self.axes[i]);
        Obb { center: self.point(center), half_extents, axes }
    }

    /// Returns the placed ends of an axis.
    ///
    /// # Errors
    /// Names `translation` if both ends round to one point.
    pub(crate) fn axis(&self, a: V, b: V) -> Result<[V; 2], ListError> {
        let ends = [self.point(a), self.point(b)];
        if ends[0] == ends[1] {
            let message = "must not be so far that both ends of the axis round to one point".into();
            return Err(ListError { field: "translation", message });
        }
        Ok(ends)
    }
}
