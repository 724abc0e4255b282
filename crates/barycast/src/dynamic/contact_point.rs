//! The point of a contact that lies in both shapes.
//!
//! The deepest points of a [`Penetration`] lie on the surface of one shape each, a depth apart. Neither need lie in the other
//! shape, nor need anything between them: of two thin bars that cross, the deepest points are far beyond the crossing.
//! What lies in both is found in these steps, the later ones by the stretches of a line in either shape:
//!
//! 1. The middle of the segment from `on_b` to `on_a`, where both shapes hold it; up to rounding, if the segment is no longer than that.
//! 2. The middle of what both shapes have of that segment: of the longest part if there are several.
//! 3. Where rounding hides that part: the middle of the segment or one of its ends, whichever is within rounding of both shapes.
//! 4. Else the two cross aside of the segment: a shared point, moved to the middle of the common part along the
//!    normal and across it. Of several points of a manifold, each then lies as far from there toward its own segment as
//!    the common part reaches, and again in the middle along the normal.

use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::composite::union;
use crate::dynamic::rescale::Rescale;
use crate::dynamic::shape::DynamicShape;
use crate::number::{DoubleDouble, Float, Ring};
use crate::pair::table::with_shapes;
use crate::query::{Manifold, Penetration};
use crate::shape::*;
use crate::vector::size::shifted_vector;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};

/// What is this much of its coordinates outside of a shape is so by rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// So often the common part is halved along all directions: it is near its centre then, unless it is a slanting sliver.
const ROUNDS: usize = 2;

/// Two shapes.
struct Both<'s, A> {
    a: &'s A,
    b: &'s A,
}

impl<A> Both<'_, A>
where
    A: DynamicShape + From<Point<A::Vector>>,
{
    /// A point in both for each pair of points on them, a depth apart along the normal.
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
        // From where the others go: a point between, or of none the centre.
        let center = between.iter().flatten().copied().next();
        let center = center.unwrap_or_else(|| self.centered(self.shared(), normal, middle(pairs[0])));
        let alone = pairs.len() == 1;
        let toward = |pair: &[A::Vector; 2]| {
            if alone { center } else { self.toward(center, normal, middle(*pair)) }
        };
        between.iter().zip(pairs).map(|(found, pair)| found.unwrap_or_else(|| toward(pair))).collect()
    }

    /// In the middle of a segment along the normal, or else of what both have of it.
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

    /// The stretches of the line through a point that lie in both.
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

    /// The stretch in both on which the point itself lies, but for rounding.
    fn chord(&self, at: A::Vector, way: A::Vector) -> Option<[DoubleDouble; 2]> {
        let noise = DoubleDouble::new(at.approximate_length() * ROUNDING);
        self.chords(at, way).into_iter().find(|[enter, exit]| *enter <= noise && -noise <= *exit)
    }

    /// In the middle along one direction, where both ends are somewhere.
    fn halved(&self, at: A::Vector, way: A::Vector) -> A::Vector {
        match self.chord(at, way) {
            Some([enter, exit]) if enter.is_finite() && exit.is_finite() => {
                along(at, way, (enter + exit) * DoubleDouble::new(0.5))
            }
            _ => at,
        }
    }

    /// A shared point, moved to the middle along the normal and across it.
    fn centered(&self, shared: A::Vector, normal: A::Vector, aim: A::Vector) -> A::Vector {
        let ways = frame(normal, aim - shared);
        let all = core::iter::repeat_n(&ways, ROUNDS).flatten();
        let found = all.fold(shared, |at, way| self.halved(at, *way));
        self.halved(found, normal)
    }

    /// As far from a shared point toward another as both reach, and in the middle along the normal there.
    fn toward(&self, shared: A::Vector, normal: A::Vector, aim: A::Vector) -> A::Vector {
        let way = aim - shared;
        let Some([_, exit]) = self.chord(shared, way) else { return shared };
        let t = Ring::max(Ring::min(exit, DoubleDouble::ONE), DoubleDouble::ZERO);
        self.halved(along(shared, way, t), normal)
    }

    /// A shared point; halfway between them where they are apart by rounding.
    fn shared(&self) -> A::Vector {
        let near = self.a.closest_precisely(self.b);
        middle([near.on_a, near.on_b])
    }

    /// The point is in both, but for rounding.
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

/// `at + way * t`, rounded once.
fn along<V: FloatVector<Scalar = f64>>(at: V, way: V, t: DoubleDouble) -> V {
    V::from_fn(|i| (DoubleDouble::new(at.get(i)) + DoubleDouble::new(way.get(i)) * t).to_f64())
}

/// Directions at right angles to each other, all of length 1: the normal, then one toward an aim where that is not along it.
fn frame<V: FloatVector<Scalar = f64>>(normal: V, aim: V) -> Vec<V> {
    let mut ways = Vec::with_capacity(V::DIM);
    ways.push(normal);
    let axes = (0..V::DIM).map(|i| normal.zero().with(i, 1.0));
    for way in core::iter::once(aim.normalized_or_zero()).chain(axes) {
        let rest = ways.iter().fold(way, |rest, other| rest - *other * rest.dot(*other));
        // One axis at least is as much at right angles to one or two others.
        if ways.len() < V::DIM && rest.length() > 0.5 {
            ways.push(rest.normalized_or_zero());
        }
    }
    ways
}

macro_rules! contact_points {
    ($($Any:ident $V:ident)*) => {$(
        impl $Any<$V> {
            /// A point in both, up to rounding, for a [`contact`](Self::contact) of the two: the middle of the segment from `on_b` to
            /// `on_a`, or of what both have of it, or, where they cross aside of it, of their common part along the normal.
            ///
            /// The ends of that segment lie on one shape each, and may lie far outside the other one. Where the middle lies in
            /// both that is nearly all there is to do; else it takes a few times as long as a [`cast`](Self::cast) at both. Of shapes that share no point it is one halfway between them.
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
            pub fn contact_point(&self, other: &Self, contact: &Penetration<$V>) -> $V {
                let Penetration { normal_a_to_b, on_a, on_b, .. } = *contact;
                self.points_in_both(other, normal_a_to_b, &[[on_a, on_b]])[0]
            }

            /// A point in both, up to rounding, for each point of a [`manifold`](Self::manifold) of the two, as
            /// [`contact_point`](Self::contact_point) is one for a contact. Where the two cross aside of a point's segment, it is as
            /// far toward that as their common part reaches.
            #[must_use]
            pub fn contact_points(&self, other: &Self, manifold: &Manifold<$V>) -> Vec<$V> {
                let pairs: Vec<_> = manifold.points.iter().map(|p| [p.on_a, p.on_b]).collect();
                self.points_in_both(other, manifold.normal_a_to_b, &pairs)
            }

            /// At ordinary size.
            fn points_in_both(&self, other: &Self, normal: Option<$V>, pairs: &[[$V; 2]]) -> Vec<$V> {
                let Some((a, b, e)) = self.wholly_at_ordinary_size(other) else {
                    return Both { a: self, b: other }.points(normal, pairs);
                };
                let pairs: Vec<_> = pairs.iter().map(|[p, q]| [shifted_vector(*p, e), shifted_vector(*q, e)]).collect();
                let found = a.points_in_both(&b, normal, &pairs);
                let back = |p: $V| {
                    let p = shifted_vector(p, -e);
                    if p.is_finite() { p } else { self.closest_precisely(other).on_a }
                };
                found.into_iter().map(back).collect()
            }
        }
    )*};
}
contact_points!(Shape2 DVec2 Shape3 DVec3);

/// A typed shape that can be widened to [`Shape2`] or [`Shape3`] of `f64`, which loses nothing.
pub trait Widened {
    /// The vectors it lives among.
    type Vector: Vector;
    /// What it is widened to.
    type Any;

    /// The same shape as any shape.
    fn widened(&self) -> Self::Any;

    /// A point in both shapes, up to rounding to the numbers of the vector, for a contact of the two.
    fn point_in_both(a: &Self::Any, b: &Self::Any, contact: &Penetration<Self::Vector>) -> Self::Vector;

    /// Every point of the second is a point of the first.
    fn holds_all(a: &Self::Any, b: &Self::Any) -> bool;
}

macro_rules! widened {
    (both { $($b:tt)* } d2 { $($p:tt)* } d3 { $($s:tt)* } $($bodies:tt)*) => {
        widened!(@each [Shape2 DVec2: Vec2 DVec2] $($b)* $($p)*);
        widened!(@each [Shape3 DVec3: Vec3 Vec3A DVec3] $($b)* $($s)*);
    };
    (@each $of:tt $($shape:ident $name:ident, $ray:ident $point:ident $kind:ident;)*) => {
        $(widened!(@one $shape $of);)*
    };
    (@one $shape:ident [$Any:ident $Wide:ident: $($V:ident)*]) => {$(
        impl Widened for $shape<$V> {
            type Vector = $V;
            type Any = $Any<$Wide>;

            fn widened(&self) -> $Any<$Wide> {
                self.lift::<$Wide>(&Float::to_f64).into()
            }

            fn point_in_both(a: &$Any<$Wide>, b: &$Any<$Wide>, contact: &Penetration<$V>) -> $V {
                a.contact_point(b, &contact.lift::<$Wide>(&Float::to_f64)).lift(&Float::from_f64)
            }

            fn holds_all(a: &$Any<$Wide>, b: &$Any<$Wide>) -> bool {
                // Every two convex shapes have an answer.
                a.contains(b).unwrap_or(false)
            }
        }
    )*};
}
with_shapes!(widened);
