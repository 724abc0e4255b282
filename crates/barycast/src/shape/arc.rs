//! Parts of a circle: an arc, and the sector between it and the centre.

use super::check::{self, Checked, ShapeError};
use super::{Aabb, Support};
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::number::{Field, Float, Ring};
use crate::vector::{FloatVector, Vector, Vector2};
use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};

/// The points of a circle from the angle `start` on, through `sweep`: a curve. A sweep of a whole turn or more is the
/// circle, one of 0 a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Arc<V: Vector> {
    /// The middle of the circle.
    pub center: V,
    /// Of the circle; 0 or more.
    pub radius: V::Scalar,
    /// In radians, from the first axis to the left.
    pub start: V::Scalar,
    /// In radians, to the left; negative ones go to the right.
    pub sweep: V::Scalar,
}

/// All segments from the centre of a circle to the points of an arc: solid. A sweep of a whole turn or more makes a
/// disc, one of 0 a segment.
#[doc(alias = "pie")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sector<V: Vector> {
    /// The middle of the circle.
    pub center: V,
    /// Of the circle; 0 or more.
    pub radius: V::Scalar,
    /// In radians, from the first axis to the left.
    pub start: V::Scalar,
    /// In radians, to the left; negative ones go to the right.
    pub sweep: V::Scalar,
}

/// A sector of at most half a turn, which is convex, between two directions instead of angles: solid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Wedge<V: Vector> {
    /// The middle of the circle.
    pub center: V,
    /// Of the circle; 0 or more.
    pub radius: V::Scalar,
    /// To one end of the arc; any length but 0.
    pub from: V,
    /// To the other end, at most half a turn to the left of `from`; any length but 0.
    pub to: V,
}

/// Angles as far as floats tell them: on every machine the same.
fn direction<V: FloatVector>(angle: f64) -> V {
    let (sin, cos) = elementary::sincos(angle);
    V::from_fn(|axis| V::Scalar::from_f64(if axis == 0 { cos } else { sin }))
}

/// Of less than a whole turn: where it begins and ends, to the left. `None` of a circle.
fn turn<S: Float>(start: S, sweep: S) -> Option<[f64; 2]> {
    let (start, sweep) = (start.to_f64(), sweep.to_f64());
    let ends = if sweep < 0.0 { [start + sweep, start] } else { [start, start + sweep] };
    (sweep.abs() < TAU).then_some(ends)
}

fn check<V: FloatVector>(center: V, radius: V::Scalar, start: V::Scalar, sweep: V::Scalar) -> Checked {
    check::finite("center", center)?;
    check::size("radius", radius)?;
    check::finite_number("start", start)?;
    check::finite_number("sweep", sweep)
}

macro_rules! parts_of_a_circle {
    ($($Shape:ident)*) => {$(
        impl<V: Vector2> $Shape<V> {
            /// The numbers as they are.
            #[inline(always)]
            pub const fn new(center: V, radius: V::Scalar, start: V::Scalar, sweep: V::Scalar) -> Self {
                Self { center, radius, start, sweep }
            }
        }

        impl<V: FloatVector + Vector2> $Shape<V> {
            /// With a radius of 0 or more, and any angles.
            ///
            /// # Errors
            /// Names `center`, `start` or `sweep` when it is not finite, `radius` when it is not finite or negative.
            pub fn try_new(
                center: V,
                radius: V::Scalar,
                start: V::Scalar,
                sweep: V::Scalar,
            ) -> Result<Self, ShapeError> {
                check(center, radius, start, sweep)?;
                Ok(Self { center, radius, start, sweep })
            }

            /// Where it begins and ends, to the left, in radians; `None` when it goes all round.
            pub(crate) fn turn(&self) -> Option<[f64; 2]> {
                turn(self.start, self.sweep)
            }
        }

        impl<V: Vector> $Shape<V> {
            /// The same over other numbers.
            pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> $Shape<W> {
                $Shape {
                    center: self.center.lift(number),
                    radius: number(self.radius),
                    start: number(self.start),
                    sweep: number(self.sweep),
                }
            }
        }
    )*};
}
parts_of_a_circle!(Arc Sector);

impl<V: FloatVector + Vector2> Arc<V> {
    /// Both ends; of a circle twice the same.
    pub fn ends(&self) -> [V; 2] {
        let [from, to] = self.turn().unwrap_or([self.start.to_f64(); 2]);
        [from, to].each(|angle| self.center + direction::<V>(angle) * self.radius)
    }

    /// The sector of the same circle and angles.
    pub const fn sector(&self) -> Sector<V> {
        Sector { center: self.center, radius: self.radius, start: self.start, sweep: self.sweep }
    }

    /// The box around it, up to the rounding of its angles.
    pub fn bounds(&self) -> Aabb<V> {
        let sector = self.sector();
        sector.rim().unwrap_or_else(|| sector.disc())
    }
}

impl<V: FloatVector + Vector2> Sector<V> {
    /// The arc of the same circle and angles.
    pub const fn arc(&self) -> Arc<V> {
        Arc { center: self.center, radius: self.radius, start: self.start, sweep: self.sweep }
    }

    /// The wedges that it is made of, side by side: one up to half a turn, else two; of a disc, two halves.
    pub fn wedges(&self) -> Vec<Wedge<V>> {
        let [from, to] = self.turn().unwrap_or([0.0, TAU]);
        let whole = self.turn().is_none();
        let half = from + (to - from) / 2.0;
        let wedge = |from: V, to: V| Wedge { center: self.center, radius: self.radius, from, to };
        let ends = [from, half, to].each(direction::<V>);
        if whole {
            let ahead = ends[0];
            return alloc::vec![wedge(ahead, -ahead), wedge(-ahead, ahead)];
        }
        if to - from <= PI {
            return alloc::vec![wedge(ends[0], ends[2])];
        }
        alloc::vec![wedge(ends[0], ends[1]), wedge(ends[1], ends[2])]
    }

    /// The box around it, up to the rounding of its angles.
    pub fn bounds(&self) -> Aabb<V> {
        let middle = Aabb { min: self.center, max: self.center };
        self.rim().map_or_else(|| self.disc(), |rim| rim.union(&middle))
    }

    /// The box around the whole circle.
    fn disc(&self) -> Aabb<V> {
        let reach = V::splat(self.radius);
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// The box around the arc; `None` when it is a circle.
    fn rim(&self) -> Option<Aabb<V>> {
        self.turn()?;
        let boxes = self.wedges().into_iter().map(|wedge| wedge.rim());
        boxes.reduce(|a, b| a.union(&b))
    }
}

impl<V: Vector> Wedge<V> {
    /// The same over other numbers.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Wedge<W> {
        Wedge {
            center: self.center.lift(number),
            radius: number(self.radius),
            from: self.from.lift(number),
            to: self.to.lift(number),
        }
    }
}

impl<V: FloatVector> Wedge<V> {
    /// With a radius of 0 or more, and two directions.
    ///
    /// # Errors
    /// Names `center` when it is not finite, `radius` when it is not finite or negative, `from` or `to` when it is not
    /// finite or zero, and `to` when it is to the right of `from`.
    pub fn try_new(center: V, radius: V::Scalar, from: V, to: V) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::size("radius", radius)?;
        check::direction("from", from)?;
        check::direction("to", to)?;
        let (u, v) = (from.normalized_or_zero(), to.normalized_or_zero());
        if u.get(0) * v.get(1) < u.get(1) * v.get(0) {
            return Err(ShapeError {
                field: "to",
                must: "be at most half a turn to the left of from",
                got: None,
            });
        }
        Ok(Self { center, radius, from, to })
    }

    /// A direction is one of those between its ends.
    pub(crate) fn faces(&self, direction: V) -> bool {
        let left = |u: V, v: V| u.get(0) * v.get(1) - u.get(1) * v.get(0);
        let zero = <V::Scalar as Float>::ZERO;
        let inside = left(self.from, direction) >= zero && left(direction, self.to) >= zero;
        // Between the lines of two ends at one place is also what is opposite.
        let along = |u: V| u.normalized_or_zero().dot(direction);
        inside && Ring::max(along(self.from), along(self.to)) >= -direction.length().half()
    }

    /// The ends of the arc.
    pub fn corners(&self) -> [V; 2] {
        [self.from, self.to].each(|u| self.center + u.normalized_or_zero() * self.radius)
    }

    /// The box around the arc.
    fn rim(&self) -> Aabb<V> {
        let ends = self.corners();
        let mut rim = Aabb { min: ends[0].min(ends[1]), max: ends[0].max(ends[1]) };
        let none = self.center.zero();
        for axis in 0..V::DIM {
            for one in [<V::Scalar as Float>::ONE, -<V::Scalar as Float>::ONE] {
                let way = none.with(axis, one);
                if self.faces(way) {
                    let p = self.center + way * self.radius;
                    rim = rim.union(&Aabb { min: p, max: p });
                }
            }
        }
        rim
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        self.rim().union(&Aabb { min: self.center, max: self.center })
    }
}

impl<V: FloatVector> Support for Wedge<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        if self.faces(direction) && !direction.is_zero() {
            return self.center + direction.normalized_or_zero() * self.radius;
        }
        let [a, b] = self.corners();
        let farther = |p: V, q: V| if direction.dot(p) < direction.dot(q) { q } else { p };
        farther(farther(a, b), self.center)
    }
}

super::fields::fields! {
    Arc<Vector2> { center: vector, radius: number, start: angle, sweep: angle }
}

super::fields::fields! {
    Sector<Vector2> { center: vector, radius: number, start: angle, sweep: angle }
}

super::fields::fields! {
    Wedge<Vector2> { center: vector, radius: number, from: vector, to: vector }
}
