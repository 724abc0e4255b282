//! Common point of both shapes of a contact.
//!
//! The witness points of a [`Penetration`] lie on the surface of one shape each, a depth apart.
//! Neither need lie in the other shape, nor need anything between them: for two thin crossed bars
//! the witness points are far beyond the crossing. A common point is found in these steps, the
//! later ones by the spans of a line in both shapes:
//!
//! 1. The middle of the segment from `on_b` to `on_a`, if both shapes contain it; up to rounding,
//!    if the segment is no longer than that.
//! 2. The middle of the part of that segment in both shapes: of the longest part if there are
//!    several.
//! 3. If rounding hides that part: the middle of the segment or one of its ends, whichever is
//!    within rounding of both shapes.
//! 4. Otherwise the shapes cross beside the segment: a shared point, moved to the middle of the
//!    common part along the normal and perpendicular to it. If a manifold has several points, each
//!    then lies as far towards its own segment as the common part extends, and again in the middle
//!    along the normal.

use crate::dynamic::any::{Shape2, Shape3, in_both_dimensions};
use crate::dynamic::composite::union;
use crate::dynamic::rescale::Rescale;
use crate::dynamic::shape::DynamicShape;
use crate::number::{DoubleDouble, Float, Ring};
use crate::pair::table::with_dimensions;
use crate::query::{Manifold, Penetration};
use crate::shape::*;
use crate::vector::size::shifted_vector;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};

/// A point is in a shape up to rounding if it is outside by at most this fraction of its
/// coordinates.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Number of times the common part is halved along all directions. The point is then near its
/// centre, unless the part is an oblique sliver.
const ROUNDS: usize = 2;

/// The two shapes.
struct Both<'s, A> {
    a: &'s A,
    b: &'s A,
}

impl<A> Both<'_, A>
where
    A: DynamicShape + From<Point<A::Vector>>,
{
    /// Returns a point in both for each pair of witness points, which are a depth apart along the
    /// normal.
    fn points(&self, normal: Option<A::Vector>, pairs: &[[A::Vector; 2]]) -> Vec<A::Vector> {
        let Some(normal) = normal else {
            return pairs
                .iter()
                .map(|[on_a, _]| if self.hold(*on_a) { *on_a } else { self.shared() })
                .collect();
        };
        let between: Vec<_> = pairs.iter().map(|pair| self.between(normal, *pair)).collect();
        if let Some(all) = between.iter().copied().collect() {
            return all;
        }
        // Starting point for the others: a point between a pair, or the centre if there is none.
        let center = between.iter().flatten().copied().next();
        let center = center.unwrap_or_else(|| self.centered(self.shared(), normal, middle(pairs[0])));
        let alone = pairs.len() == 1;
        let toward = |pair: &[A::Vector; 2]| {
            if alone { center } else { self.toward(center, normal, middle(*pair)) }
        };
        between.iter().zip(pairs).map(|(found, pair)| found.unwrap_or_else(|| toward(pair))).collect()
    }

    /// Returns the middle of a segment along the normal, or else the middle of its part in both
    /// shapes.
    fn between(&self, normal: A::Vector, [on_a, on_b]: [A::Vector; 2]) -> Option<A::Vector> {
        let middle = middle([on_a, on_b]);
        let point = A::from(Point(middle));
        let is_short = (on_a - on_b).approximate_length() <= middle.approximate_length() * ROUNDING;
        if (self.a.intersects(&point) && self.b.intersects(&point)) || (is_short && self.hold(middle)) {
            return Some(middle);
        }
        let half = DoubleDouble::new((on_a - on_b).dot(normal).abs() * 0.5);
        let mut longest: Option<[DoubleDouble; 2]> = None;
        for [enter, exit] in self.chords(middle, normal) {
            let part = [Ring::max(enter, -half), Ring::min(exit, half)];
            let length = |[enter, exit]: [DoubleDouble; 2]| exit - enter;
            if part[0] <= part[1] && longest.is_none_or(|best| length(best) < length(part)) {
                longest = Some(part);
            }
        }
        if let Some([enter, exit]) = longest {
            return Some(along(middle, normal, (enter + exit) * DoubleDouble::new(0.5)));
        }
        [middle, on_b, on_a].into_iter().find(|p| self.hold(*p))
    }

    /// Returns the spans of the line through a point that lie in both shapes.
    fn chords(&self, at: A::Vector, way: A::Vector) -> Vec<[DoubleDouble; 2]> {
        let line = Line { origin: at.lift(&DoubleDouble::new), direction: way.lift(&DoubleDouble::new) };
        let spans = |shape: &A| {
            let [thin, thick] = union::spans_by_kind(shape, &line);
            thin.into_iter().chain(thick)
        };
        let in_a: Vec<_> = spans(self.a).collect();
        if in_a.is_empty() {
            return Vec::new();
        }
        let mut common = Vec::new();
        for b in spans(self.b) {
            let parts = in_a.iter().map(|a| [Ring::max(a.enter, b.enter), Ring::min(a.exit, b.exit)]);
            common.extend(parts.filter(|[enter, exit]| enter <= exit));
        }
        common
    }

    /// Returns the span in both that contains the point itself, up to rounding.
    fn chord(&self, at: A::Vector, way: A::Vector) -> Option<[DoubleDouble; 2]> {
        let noise = DoubleDouble::new(at.approximate_length() * ROUNDING);
        self.chords(at, way).into_iter().find(|[enter, exit]| *enter <= noise && -noise <= *exit)
    }

    /// Moves the point to the middle along one direction, if both ends are finite.
    fn halved(&self, at: A::Vector, way: A::Vector) -> A::Vector {
        match self.chord(at, way) {
            Some([enter, exit]) if enter.is_finite() && exit.is_finite() => {
                along(at, way, (enter + exit) * DoubleDouble::new(0.5))
            }
            _ => at,
        }
    }

    /// Moves a shared point to the middle along the normal and perpendicular to it.
    fn centered(&self, shared: A::Vector, normal: A::Vector, aim: A::Vector) -> A::Vector {
        let ways = frame(normal, aim - shared);
        let all = core::iter::repeat_n(&ways, ROUNDS).flatten();
        let found = all.fold(shared, |at, way| self.halved(at, *way));
        self.halved(found, normal)
    }

    /// Moves a shared point towards another as far as both shapes extend, and to the middle along
    /// the normal there.
    fn toward(&self, shared: A::Vector, normal: A::Vector, aim: A::Vector) -> A::Vector {
        let way = aim - shared;
        let Some([_, exit]) = self.chord(shared, way) else { return shared };
        let t = Ring::max(Ring::min(exit, DoubleDouble::ONE), DoubleDouble::ZERO);
        self.halved(along(shared, way, t), normal)
    }

    /// Returns a shared point, halfway between the closest points if these differ by rounding.
    fn shared(&self) -> A::Vector {
        let near = self.a.closest_precisely(self.b);
        middle([near.on_a, near.on_b])
    }

    /// Tests whether the point is in both shapes, up to rounding.
    fn hold(&self, p: A::Vector) -> bool {
        let noise = p.approximate_length() * ROUNDING;
        let point = A::from(Point(p));
        [self.a, self.b]
            .into_iter()
            .all(|shape| shape.intersects(&point) || shape.closest_precisely(&point).distance <= noise)
    }
}

fn middle<V: FloatVector<Scalar = f64>>([p, q]: [V; 2]) -> V {
    p * 0.5 + q * 0.5
}

/// Returns `at + way * t`, rounded once.
fn along<V: FloatVector<Scalar = f64>>(at: V, way: V, t: DoubleDouble) -> V {
    V::from_fn(|i| (DoubleDouble::new(at.get(i)) + DoubleDouble::new(way.get(i)) * t).to_f64())
}

/// Returns perpendicular directions of length 1: the normal, then one towards an aim unless that is
/// along the normal.
fn frame<V: FloatVector<Scalar = f64>>(normal: V, aim: V) -> Vec<V> {
    let mut ways = Vec::with_capacity(V::DIM);
    ways.push(normal);
    let axes = (0..V::DIM).map(|i| normal.zero().with(i, 1.0));
    for way in core::iter::once(aim.normalized_or_zero()).chain(axes) {
        let rest = ways.iter().fold(way, |rest, other| rest - *other * rest.dot(*other));
        // At least one axis is far enough from the directions so far.
        if ways.len() < V::DIM && rest.length() > 0.5 {
            ways.push(rest.normalized_or_zero());
        }
    }
    ways
}

in_both_dimensions! {
    impl Any {
        /// Returns a point in both shapes, up to rounding, for a [`contact`](Self::contact): the middle
        /// of the segment from `on_b` to `on_a`, of its part in both, or of the common part beside it.
        ///
        /// Each end of the segment is on one shape, perhaps far outside the other. Costs a few
        /// [`cast`](Self::cast)s unless the middle is in both. For disjoint shapes: halfway between
        /// them.
        ///
        /// ```
        /// use barycast::dynamic::any::Shape2;
        /// use barycast::shape::{Point, Segment};
        /// use glam::dvec2;
        ///
        /// let level = Shape2::from(Segment::new(dvec2(-5.0, 0.0), dvec2(5.0, 0.0)));
        /// let steep = Shape2::from(Segment::new(dvec2(0.0, -4.0), dvec2(1.0, 6.0)));
        /// let contact = level.contact(&steep)?.expect("they cross");
        /// assert_eq!(contact.on_b, dvec2(0.0, -4.0)); // the end that has to go up
        /// let point = level.contact_point(&steep, &contact);
        /// assert!(point.distance(dvec2(0.4, 0.0)) < 1e-15);
        /// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
        /// ```
        #[must_use]
        pub fn contact_point(&self, other: &Self, contact: &Penetration<V>) -> V {
            let Penetration { normal_a_to_b, on_a, on_b, .. } = *contact;
            self.points_in_both(other, normal_a_to_b, &[[on_a, on_b]])[0]
        }

        /// Returns a point in both shapes, up to rounding, for each point of a
        /// [`manifold`](Self::manifold), as [`contact_point`](Self::contact_point) does. If the shapes
        /// cross beside a point's segment, it is as far towards that as their common part extends.
        #[must_use]
        pub fn contact_points(&self, other: &Self, manifold: &Manifold<V>) -> Vec<V> {
            let pairs: Vec<_> = manifold.points.iter().map(|p| [p.on_a, p.on_b]).collect();
            self.points_in_both(other, manifold.normal_a_to_b, &pairs)
        }

        /// Computes the points at ordinary size.
        fn points_in_both(&self, other: &Self, normal: Option<V>, pairs: &[[V; 2]]) -> Vec<V> {
            let Some((a, b, e)) = self.wholly_at_ordinary_size(other) else {
                return Both { a: self, b: other }.points(normal, pairs);
            };
            let pairs: Vec<_> = pairs.iter().map(|[p, q]| [shifted_vector(*p, e), shifted_vector(*q, e)]).collect();
            let found = a.points_in_both(&b, normal, &pairs);
            let back = |p: V| {
                let p = shifted_vector(p, -e);
                if p.is_finite() { p } else { self.closest_precisely(other).on_a }
            };
            found.into_iter().map(back).collect()
        }
    }
}

/// Convex typed shape that becomes a [`Shape2`] or [`Shape3`] without loss.
pub trait Widened {
    /// Vector type of the shape.
    type Vector: Vector;
    /// Type of the widened shape.
    type Any;

    /// Returns the same shape as a shape of any kind.
    fn widened(&self) -> Self::Any;

    /// Returns a point in both shapes, up to rounding to the numbers of the vector, for a contact
    /// of the two.
    fn point_in_both(a: &Self::Any, b: &Self::Any, contact: &Penetration<Self::Vector>) -> Self::Vector;

    /// Tests whether the first shape contains every point of the second.
    fn holds_all(a: &Self::Any, b: &Self::Any) -> bool;
}

macro_rules! widened {
    ($Any:ident $Wide:ident $V:ident $dim:ident [$($narrow:ident)*]
     rows { $($row:ident $row_name:ident $r:tt;)* } bodies { $($body:ident $body_name:ident $b:tt;)* } $($others:tt)*) => {
        widened!(@each [$Any $Wide: $($narrow)* $Wide] $($row)* $($body)*);
    };
    (@each $of:tt $($shape:ident)*) => { $(widened!(@one $shape $of);)* };
    (@one $shape:ident [$Any:ident $Wide:ident: $($V:ident)*]) => {$(
        impl Widened for $shape<$V> {
            type Vector = $V;
            type Any = $Any;

            fn widened(&self) -> $Any {
                self.lift::<$Wide>(&Float::to_f64).into()
            }

            fn point_in_both(a: &$Any, b: &$Any, contact: &Penetration<$V>) -> $V {
                a.contact_point(b, &contact.lift::<$Wide>(&Float::to_f64)).lift(&Float::from_f64)
            }

            fn holds_all(a: &$Any, b: &$Any) -> bool {
                // The query is defined for any two convex shapes.
                a.contains(b).unwrap_or(false)
            }
        }
    )*};
}
with_dimensions!(widened);
