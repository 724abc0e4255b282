//! Circular arcs, and the sectors between an arc and the centre.

use super::check::{self, Checked, ShapeError};
use super::{Aabb, Support};
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::number::{Field, Float, Ring};
use crate::vector::{FloatVector, Vector, Vector2};
use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};

/// The points of a circle between the angles `start` and `start + sweep`: a curve. A sweep of a
/// full turn or more makes the circle, a sweep of 0 a point.
///
/// ```
/// use barycast::d2::f64::{Arc, Ray};
/// use glam::{DVec2, dvec2};
/// use std::f64::consts::PI;
///
/// // The upper half of a circle: a curve, so that a ray from inside hits it.
/// let arch = Arc::try_new(DVec2::ZERO, 5.0, 0.0, PI)?;
/// let up = Ray::new(dvec2(3.0, 0.0), DVec2::Y);
/// assert_eq!(up.cast(&arch).unwrap().t, 4.0);
/// assert!(Ray::new(dvec2(3.0, 0.0), -DVec2::Y).cast(&arch).is_none());
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Arc<V: Vector> {
    /// Centre of the circle.
    pub center: V,
    /// Radius of the circle, at least 0.
    pub radius: V::Scalar,
    /// Start angle in radians, counter-clockwise from the first axis.
    pub start: V::Scalar,
    /// Swept angle in radians, counter-clockwise if positive.
    pub sweep: V::Scalar,
}

/// The segments from the centre of a circle to the points of an arc: solid. A sweep of a full turn
/// or more makes a disc, a sweep of 0 a segment.
///
/// ```
/// use barycast::d2::f64::Sector;
/// use barycast::dynamic::any::Shape2;
/// use glam::{DVec2, dvec2};
/// use std::f64::consts::PI;
///
/// // Three quarters of a disc.
/// let pie = Shape2::from(Sector::try_new(DVec2::ZERO, 2.0, 0.0, 1.5 * PI)?);
/// assert!(pie.signed_distance(dvec2(-1.0, -0.5)) < 0.0);
/// assert!(pie.signed_distance(dvec2(1.0, -0.5)) > 0.0);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "pie")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sector<V: Vector> {
    /// Centre of the circle.
    pub center: V,
    /// Radius of the circle, at least 0.
    pub radius: V::Scalar,
    /// Start angle in radians, counter-clockwise from the first axis.
    pub start: V::Scalar,
    /// Swept angle in radians, counter-clockwise if positive.
    pub sweep: V::Scalar,
}

/// A convex sector, of at most half a turn, between two directions instead of two angles: solid.
///
/// ```
/// use barycast::d2::{Sphere, Wedge};
/// use glam::{Vec2, vec2};
///
/// let beam = Wedge::try_new(Vec2::ZERO, 10.0, vec2(2.0, -1.0), vec2(2.0, 1.0))?;
/// assert!(beam.intersects(&Sphere::new(vec2(6.0, 3.5), 1.0)));
/// assert!(!beam.intersects(&Sphere::new(vec2(-2.0, 0.0), 1.0)));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Wedge<V: Vector> {
    /// Centre of the circle.
    pub center: V,
    /// Radius of the circle, at least 0.
    pub radius: V::Scalar,
    /// Direction of the first end of the arc, of any nonzero length.
    pub from: V,
    /// Direction of the second end of the arc, at most half a turn counter-clockwise from `from`,
    /// of any nonzero length.
    pub to: V,
}

/// Returns the unit vector at `angle`, identical on every machine.
fn direction<V: FloatVector>(angle: f64) -> V {
    let (sin, cos) = elementary::sincos(angle);
    V::from_fn(|axis| V::Scalar::from_f64(if axis == 0 { cos } else { sin }))
}

/// Returns the angles at which an arc starts and ends, counter-clockwise, or `None` for a full
/// circle.
fn angle_range<S: Float>(start: S, sweep: S) -> Option<[f64; 2]> {
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

for_shapes!(Part in [Arc Sector] {
    impl<V: Vector2> Part<V> {
        /// Builds the shape from the given values without checking them.
        #[inline(always)]
        pub const fn new(center: V, radius: V::Scalar, start: V::Scalar, sweep: V::Scalar) -> Self {
            Self { center, radius, start, sweep }
        }
    }

    impl<V: FloatVector + Vector2> Part<V> {
        /// Builds the shape from a radius of at least 0 and any finite angles.
        ///
        /// # Errors
        /// Returns an error naming the value that is not finite, or a negative `radius`.
        pub fn try_new(
            center: V,
            radius: V::Scalar,
            start: V::Scalar,
            sweep: V::Scalar,
        ) -> Result<Self, ShapeError> {
            check(center, radius, start, sweep)?;
            Ok(Self { center, radius, start, sweep })
        }

        /// Returns the start and end angles in radians, counter-clockwise; `None` for a circle.
        pub(crate) fn angle_range(&self) -> Option<[f64; 2]> {
            angle_range(self.start, self.sweep)
        }
    }

    impl<V: Vector> Part<V> {
        /// Converts every number of the shape with `number`, for instance to another precision.
        pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Part<W> {
            Part {
                center: self.center.lift(number),
                radius: number(self.radius),
                start: number(self.start),
                sweep: number(self.sweep),
            }
        }
    }
});

impl<V: FloatVector + Vector2> Arc<V> {
    /// Returns both end points, which coincide for a full circle.
    pub fn ends(&self) -> [V; 2] {
        let [from, to] = self.angle_range().unwrap_or([self.start.to_f64(); 2]);
        [from, to].each(|angle| self.center + direction::<V>(angle) * self.radius)
    }

    /// Returns the sector with the same circle and angles.
    pub const fn sector(&self) -> Sector<V> {
        Sector { center: self.center, radius: self.radius, start: self.start, sweep: self.sweep }
    }

    /// Returns the axis-aligned bounding box, up to the rounding of the angles.
    pub fn bounds(&self) -> Aabb<V> {
        let sector = self.sector();
        sector.rim().unwrap_or_else(|| sector.disc())
    }
}

impl<V: FloatVector + Vector2> Sector<V> {
    /// Returns the arc with the same circle and angles.
    pub const fn arc(&self) -> Arc<V> {
        Arc { center: self.center, radius: self.radius, start: self.start, sweep: self.sweep }
    }

    /// Splits the sector into convex wedges: one up to half a turn, otherwise two.
    pub fn wedges(&self) -> Vec<Wedge<V>> {
        let [from, to] = self.angle_range().unwrap_or([0.0, TAU]);
        let whole = self.angle_range().is_none();
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

    /// Returns the axis-aligned bounding box, up to the rounding of the angles.
    pub fn bounds(&self) -> Aabb<V> {
        let middle = Aabb { min: self.center, max: self.center };
        self.rim().map_or_else(|| self.disc(), |rim| rim.union(&middle))
    }

    /// Returns the bounding box of the whole circle.
    fn disc(&self) -> Aabb<V> {
        let reach = V::splat(self.radius);
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// Returns the bounding box of the arc, or `None` for a full circle.
    fn rim(&self) -> Option<Aabb<V>> {
        self.angle_range()?;
        let boxes = self.wedges().into_iter().map(|wedge| wedge.rim());
        boxes.reduce(|a, b| a.union(&b))
    }
}

impl<V: Vector> Wedge<V> {
    /// Converts every number of the shape with `number`, for instance to another precision.
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
    /// Builds a wedge from a radius of at least 0 and two directions.
    ///
    /// # Errors
    /// Returns an error naming `center` if it is not finite, `radius` if it is negative or not
    /// finite, `from` or `to` if it is zero or not finite, and `to` if it lies clockwise of `from`.
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

    /// Tests whether a direction lies between `from` and `to`.
    pub(crate) fn spans_direction(&self, direction: V) -> bool {
        let left = |u: V, v: V| u.get(0) * v.get(1) - u.get(1) * v.get(0);
        let zero = <V::Scalar as Float>::ZERO;
        let inside = left(self.from, direction) >= zero && left(direction, self.to) >= zero;
        // If both ends coincide, the two line tests accept the opposite direction as well; this
        // rejects it.
        let along = |u: V| u.normalized_or_zero().dot(direction);
        inside && Ring::max(along(self.from), along(self.to)) >= -direction.length().half()
    }

    /// Returns the two ends of the arc.
    pub fn corners(&self) -> [V; 2] {
        [self.from, self.to].each(|u| self.center + u.normalized_or_zero() * self.radius)
    }

    /// Returns the bounding box of the arc.
    fn rim(&self) -> Aabb<V> {
        let ends = self.corners();
        let mut rim = Aabb { min: ends[0].min(ends[1]), max: ends[0].max(ends[1]) };
        let none = self.center.zero();
        for axis in 0..V::DIM {
            for one in [<V::Scalar as Float>::ONE, -<V::Scalar as Float>::ONE] {
                let direction = none.with(axis, one);
                if self.spans_direction(direction) {
                    let p = self.center + direction * self.radius;
                    rim = rim.union(&Aabb { min: p, max: p });
                }
            }
        }
        rim
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        self.rim().union(&Aabb { min: self.center, max: self.center })
    }
}

impl<V: FloatVector> Support for Wedge<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        if self.spans_direction(direction) && !direction.is_zero() {
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
