//! A contact point that lies in both shapes.
//!
//! The witness points of a [`Penetration`] lie on the surface of one shape each, a depth apart.
//! Neither need lie in the other shape, nor need any point between them: for two thin bars that
//! cross, the witness points are far beyond the crossing. A point in both is found in these steps,
//! where the later ones use the intervals of a line inside each shape:
//!
//! 1. The midpoint of the segment from `on_b` to `on_a`, if both shapes contain it. If the segment
//!    is no longer than rounding, containment holds up to rounding.
//! 2. The midpoint of the part of that segment inside both shapes; of the longest part if there are
//!    several.
//! 3. Where rounding hides that part: the midpoint of the segment or one of its ends, whichever is
//!    within rounding of both shapes.
//! 4. Otherwise the shapes cross beside the segment. A shared point is moved to the middle of the
//!    common part along the normal and perpendicular to it. Each further point of a manifold moves
//!    from there toward its own segment as far as the common part reaches, and then to the middle
//!    along the normal.

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

/// A point within this fraction of its coordinates of a shape counts as in it, because of rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Number of times the point is centred in the common part along each direction. Two rounds bring
/// it near the centre unless the part is a slanting sliver.
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
    /// Returns a point in both shapes for each pair of witness points, which lie a depth apart
    /// along the normal.
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
        // Start of the moves: a point found between a pair, or the centre if there is none.
        let center = between.iter().flatten().copied().next();
        let center = center.unwrap_or_else(|| self.centered(self.shared(), normal, middle(pairs[0])));
        let alone = pairs.len() == 1;
        let toward = |pair: &[A::Vector; 2]| {
            if alone { center } else { self.toward(center, normal, middle(*pair)) }
        };
        between.iter().zip(pairs).map(|(found, pair)| found.unwrap_or_else(|| toward(pair))).collect()
    }

    /// Returns the midpoint of a segment along the normal if it lies in both shapes, otherwise the
    /// middle of the part of the segment inside both.
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

    /// Returns the intervals of the line through a point that lie in both shapes.
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

    /// Returns the interval inside both shapes that contains the point itself, up to rounding.
    fn chord(&self, at: A::Vector, way: A::Vector) -> Option<[DoubleDouble; 2]> {
        let noise = DoubleDouble::new(at.approximate_length() * ROUNDING);
        self.chords(at, way).into_iter().find(|[enter, exit]| *enter <= noise && -noise <= *exit)
    }

    /// Moves a point to the middle of its interval along one direction, if the interval is bounded.
    fn halved(&self, at: A::Vector, way: A::Vector) -> A::Vector {
        match self.chord(at, way) {
            Some([enter, exit]) if enter.is_finite() && exit.is_finite() => {
                along(at, way, (enter + exit) * DoubleDouble::new(0.5))
            }
            _ => at,
        }
    }

    /// Moves a shared point to the middle of the common part along the normal and perpendicular to
    /// it.
    fn centered(&self, shared: A::Vector, normal: A::Vector, aim: A::Vector) -> A::Vector {
        let ways = frame(normal, aim - shared);
        let all = core::iter::repeat_n(&ways, ROUNDS).flatten();
        let found = all.fold(shared, |at, way| self.halved(at, *way));
        self.halved(found, normal)
    }

    /// Moves from a shared point toward another as far as both shapes reach, then to the middle
    /// along the normal.
    fn toward(&self, shared: A::Vector, normal: A::Vector, aim: A::Vector) -> A::Vector {
        let way = aim - shared;
        let Some([_, exit]) = self.chord(shared, way) else { return shared };
        let t = Ring::max(Ring::min(exit, DoubleDouble::ONE), DoubleDouble::ZERO);
        self.halved(along(shared, way, t), normal)
    }

    /// Returns a shared point, or the midpoint of the closest points if the shapes are apart by
    /// rounding.
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

/// Returns orthonormal directions: the normal, then the direction of `aim` made orthogonal to it if
/// they differ, then axes.
fn frame<V: FloatVector<Scalar = f64>>(normal: V, aim: V) -> Vec<V> {
    let mut ways = Vec::with_capacity(V::DIM);
    ways.push(normal);
    let axes = (0..V::DIM).map(|i| normal.zero().with(i, 1.0));
    for way in core::iter::once(aim.normalized_or_zero()).chain(axes) {
        let rest = ways.iter().fold(way, |rest, other| rest - *other * rest.dot(*other));
        // At least one axis keeps this much length when it is made orthogonal to one or two others.
        if ways.len() < V::DIM && rest.length() > 0.5 {
            ways.push(rest.normalized_or_zero());
        }
    }
    ways
}

macro_rules! contact_points {
    ($($Any:ident $V:ident)*) => {$(
        impl $Any<$V> {
            /// Returns a point in both shapes, up to rounding, for a [`contact`](Self::contact)
            /// between them.
            ///
            /// It is the midpoint of the segment from `on_b` to `on_a`, or the middle of the part
            /// of that segment inside both shapes. If the shapes cross beside the segment, it is a
            /// point in the middle of their common part along the normal. The ends of the segment
            /// lie on one shape each, and may lie far outside the other one. If the shapes share no
            /// point, returns a point halfway between them.
            ///
            /// Cheap if the midpoint lies in both shapes; otherwise it costs a few times a
            /// [`cast`](Self::cast) against both.
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

            /// Returns a point in both shapes, up to rounding, for each point of a
            /// [`manifold`](Self::manifold) between them, as [`contact_point`](Self::contact_point)
            /// does for a contact. If the shapes cross beside the segment of a point, the result
            /// lies as far toward that segment as their common part reaches.
            #[must_use]
            pub fn contact_points(&self, other: &Self, manifold: &Manifold<$V>) -> Vec<$V> {
                let pairs: Vec<_> = manifold.points.iter().map(|p| [p.on_a, p.on_b]).collect();
                self.points_in_both(other, manifold.normal_a_to_b, &pairs)
            }

            /// Computes the points at ordinary size.
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

/// A typed shape that can be widened, losslessly, to [`Shape2`] or [`Shape3`] of `f64`.
pub trait Widened {
    /// The shape's vectors.
    type Vector: Vector;
    /// The enum it is widened to.
    type Any;

    /// Returns the same shape as any shape.
    fn widened(&self) -> Self::Any;

    /// Returns a point in both shapes for a contact between them, up to rounding to the scalar type
    /// of the vector.
    fn point_in_both(a: &Self::Any, b: &Self::Any, contact: &Penetration<Self::Vector>) -> Self::Vector;

    /// Tests whether every point of the second shape is a point of the first.
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
                // `contains` is defined for every two convex shapes.
                a.contains(b).unwrap_or(false)
            }
        }
    )*};
}
with_shapes!(widened);
