//! Least translation of an annulus, or a whole circle, and a hull of balls (points, polygons,
//! capsules).
//!
//! Let `p` be the vector from the middle of a ball to the ring's centre, and `r` the ball's radius.
//! Moved by `t` the hull is outside the outer circle, of radius `R`, if along some unit vector `n`
//! no ball extends back into it,
//!
//! ```text
//! n . t  >=  R + n . p + r          for all balls
//! ```
//!
//! so the length of the way out is the least `R + max(n . p + r)`. Around the circle the maximum of
//! these waves is least at the minimum of one of them or where two cross. The hull is in the hole,
//! of radius `h`, if all balls are:
//!
//! ```text
//! |t - p|  <=  h - r                for all balls
//! ```
//!
//! The point of these discs closest to the origin is the closest point of one of them, or a
//! crossing of two circles. A hull that would exactly fit into the hole is not moved there, because
//! the least rounding would undo it: it must be smaller.

use super::separable::Apart as _;
use super::separable::TOUCHING;
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::convex_body::Round;
use crate::dynamic::shape::DynamicShape;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field as _, Float as _, Real as _, Ring as _};
use crate::query::Penetration;
use crate::vector::{V2, Vector as _, Vector2 as _};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

type Way = V2<DoubleDouble>;

/// Hulls of more balls are not handled.
const BALLS: usize = 32;
/// Rounding error of double-double precision, as a fraction of the sizes.
const NOISE: f64 = 1e-29;
/// A way shorter than this many rounding errors has no certain direction.
const TOUCH: f64 = 1e4;

/// Ball of the hull: the vector from its middle to the ring's centre, and its radius.
#[derive(Clone, Copy)]
struct Ball {
    way: Way,
    radius: DoubleDouble,
}

/// Returns the unit vectors at which a line touches two balls from the same side.
fn tangents(a: &Ball, b: &Ball) -> Option<[Way; 2]> {
    let between = a.way - b.way;
    let length = between.length();
    if length <= DoubleDouble::ZERO {
        return None;
    }
    let (along, across) = (between.normalized_or_zero(), between.normalized_or_zero().perp());
    let slope = (b.radius - a.radius) / length;
    let rest = (DoubleDouble::ONE - slope) * (DoubleDouble::ONE + slope);
    (rest >= DoubleDouble::ZERO).then(|| {
        let aside = across * rest.sqrt();
        [along * slope + aside, along * slope - aside]
    })
}

/// Returns the direction and length of the shortest way out of a circle around the origin, without
/// the circle's radius.
fn outward(balls: &[Ball]) -> (Way, DoubleDouble) {
    let x = V2 { x: DoubleDouble::ONE, y: DoubleDouble::ZERO };
    let mut ways: Vec<Way> = Vec::new();
    for (i, ball) in balls.iter().enumerate() {
        ways.push(if ball.way.is_zero() { x } else { -ball.way.normalized_or_zero() });
        ways.extend(balls[..i].iter().filter_map(|other| tangents(ball, other)).flatten());
    }
    let reach = |n: Way| {
        let first = n.dot(balls[0].way) + balls[0].radius;
        balls[1..].iter().fold(first, |most, ball| DoubleDouble::max(most, n.dot(ball.way) + ball.radius))
    };
    let mut best = (ways[0], reach(ways[0]));
    for way in &ways[1..] {
        let long = reach(*way);
        if long < best.1 {
            best = (*way, long);
        }
    }
    best
}

/// Returns the crossings of two circles around the vectors of two balls, with these radii; none if
/// they only touch or are disjoint.
fn crossings([a, b]: [&Ball; 2], [ra, rb]: [DoubleDouble; 2]) -> Option<[Way; 2]> {
    let between = b.way - a.way;
    let length = between.length();
    if length <= DoubleDouble::ZERO {
        return None;
    }
    let along = ((ra - rb) * (ra + rb) / length + length).half();
    let half = (ra - along) * (ra + along);
    (half >= DoubleDouble::ZERO).then(|| {
        let (way, aside) = (between * (along / length), between.perp() * (half.sqrt() / length));
        [a.way + way + aside, a.way + way - aside]
    })
}

/// Translations that bring a hull of balls into the hole.
struct Hole<'b> {
    balls: &'b [Ball],
    radius: DoubleDouble,
    /// Rounding error.
    noise: DoubleDouble,
}

impl Hole<'_> {
    /// Returns how far a place is inside the ball's disc.
    fn room(&self, ball: &Ball, place: Way) -> DoubleDouble {
        self.radius - ball.radius - (place - ball.way).length()
    }

    fn holds(&self, place: Way, within: DoubleDouble) -> bool {
        self.balls.iter().all(|ball| self.room(ball, place) >= -within)
    }

    /// Tests whether somewhere there is this much room in all directions.
    fn has_room(&self, least: DoubleDouble) -> bool {
        let smaller = Hole { radius: self.radius - least, ..*self };
        smaller.balls.iter().all(|ball| ball.radius <= smaller.radius) && smaller.nearest().is_some()
    }

    /// Returns the place nearest to the origin.
    fn nearest(&self) -> Option<Way> {
        let origin = self.balls[0].way.zero();
        if self.holds(origin, self.noise) {
            return Some(origin);
        }
        let mut best: Option<Way> = None;
        let mut consider = |place: Way| {
            let nearer = best.is_none_or(|best| place.length() < best.length());
            if nearer && self.holds(place, self.noise) {
                best = Some(place);
            }
        };
        let room = |ball: &Ball| self.radius - ball.radius;
        for (i, ball) in self.balls.iter().enumerate() {
            let length = ball.way.length();
            if length > room(ball) {
                consider(ball.way * ((length - room(ball)) / length));
            }
            for other in &self.balls[..i] {
                for place in crossings([ball, other], [room(ball), room(other)]).into_iter().flatten() {
                    consider(place);
                }
            }
        }
        best
    }

    /// Returns the direction away from the circle, for a hull that touches it from inside.
    fn inward(&self, slack: DoubleDouble) -> Way {
        let origin = self.balls[0].way.zero();
        let touching = self.balls.iter().filter(|ball| self.room(ball, origin) <= slack);
        let ways = touching.map(|ball| ball.way.normalized_or_zero());
        ways.fold(origin, |sum, way| sum + way).normalized_or_zero()
    }
}

impl Shape3 {
    /// In 3D there are other ways past a ring.
    #[allow(clippy::unused_self, reason = "as in the plane")]
    pub(super) const fn out_of_ring(&self, _: &Self) -> Option<Penetration<DVec3>> {
        None
    }
}

impl Shape2 {
    /// Returns the least translation that separates two intersecting shapes, if one is an annulus
    /// or a whole circle and the other a hull of a few balls.
    pub(super) fn out_of_ring(&self, other: &Self) -> Option<Penetration<DVec2>> {
        match (self.as_ring(), other.as_ring()) {
            (Some(ring), None) => ring.left_by(other),
            (None, Some(ring)) => ring.left_by(self).map(Penetration::swap),
            _ => None,
        }
    }

    fn as_ring(&self) -> Option<Annular> {
        let tube = self.tube()?;
        if !tube.is_closed() {
            return None;
        }
        let [inner, outer] = match self {
            Self::Annulus(a) => [a.inner_radius, a.outer_radius],
            Self::Arc(a) => [a.radius; 2],
            _ => return None,
        };
        let [inner, outer] = [inner, outer].each(DoubleDouble::new);
        Some(Annular { center: tube.center, inner, outer, size: self.size_from_origin() })
    }

    /// Returns the balls whose hull it is.
    fn balls(&self, center: Way) -> Option<Vec<Ball>> {
        let body = self.body()?;
        let points = body.points.iter().map(|p| Some((*p, DoubleDouble::ZERO)));
        let rounds = body.rounds.iter().map(|round| match round {
            Round::Ball { center, radius } => Some((*center, *radius)),
            _ => None,
        });
        let all = points.chain(rounds);
        let balls: Option<Vec<Ball>> = all
            .map(|ball| ball.map(|(p, radius)| Ball { way: center - p, radius: radius + body.radius }))
            .collect();
        balls.filter(|balls| !balls.is_empty() && balls.len() <= BALLS)
    }
}

/// An annulus.
struct Annular {
    center: Way,
    inner: DoubleDouble,
    outer: DoubleDouble,
    size: f64,
}

impl Annular {
    /// Returns the least translation of a hull of balls off it.
    fn left_by(&self, other: &Shape2) -> Option<Penetration<DVec2>> {
        let balls = other.balls(self.center)?;
        let (zero, size) = (DoubleDouble::ZERO, DoubleDouble::new(self.size + other.size_from_origin()));
        let noise = size * DoubleDouble::new(NOISE);
        let slack = noise * DoubleDouble::new(TOUCH);
        let (out, long) = outward(&balls);
        let depth = DoubleDouble::max(self.outer + long, zero);
        let mut best = (out, depth, self.center + out * self.outer);
        let hole = Hole { balls: &balls, radius: self.inner, noise };
        let fits = self.inner > zero && balls.iter().all(|ball| ball.radius <= self.inner);
        if let Some(place) = hole.nearest().filter(|place| fits && place.length() < depth) {
            let touches = place.length() <= slack;
            if touches || hole.has_room(size * DoubleDouble::new(TOUCHING)) {
                let way = if touches { hole.inward(slack) } else { place.normalized_or_zero() };
                let depth = if touches { zero } else { place.length() };
                // The ball with the least room touches there.
                let first = hole.balls[0];
                let least = balls.iter().fold(first, |least, ball| {
                    if hole.room(ball, place) < hole.room(&least, place) { *ball } else { least }
                });
                let aside = (place - least.way).normalized_or_zero();
                let aside = if aside.is_zero() { -way } else { aside };
                best = (way, depth, self.center + aside * self.inner);
            }
        }
        let (way, depth, touch) = best;
        // No direction is known for a hull that fills the hole in its place.
        if way.is_zero() {
            return None;
        }
        let depth = if depth <= slack { zero } else { depth };
        let rounded = |v: Way| v.lift::<DVec2>(&|x: DoubleDouble| x.to_f64());
        Some(Penetration {
            normal_a_to_b: Some(rounded(way)),
            depth: depth.to_f64(),
            on_a: rounded(touch),
            on_b: rounded(touch - way * depth),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid_search;
    use crate::dynamic::any::Shape2;
    use crate::shape::*;
    use alloc::vec::Vec;
    use glam::{DVec2, dvec2};

    fn ring(inner: f64, outer: f64) -> Shape2 {
        Annulus::new(DVec2::ZERO, inner, outer).into()
    }

    /// Returns the depth, after checking that the other moved by it touches, and the same with the
    /// shapes swapped.
    fn depth(a: &Shape2, b: &Shape2) -> f64 {
        let found = a.contact(b).unwrap().unwrap();
        let way = found.normal_a_to_b.unwrap() * found.depth;
        let moved = b.posed(&[DVec2::X, DVec2::Y], way).unwrap();
        assert!(a.closest(&moved).distance < 1e-14, "{a:?} {b:?} {found:?}");
        assert!((found.on_b + way).distance(found.on_a) < 1e-14, "{found:?}");
        for (shape, point) in [(a, found.on_a), (b, found.on_b)] {
            assert!(shape.closest(&Point(point).into()).distance < 1e-14, "{shape:?} {found:?}");
        }
        assert_eq!(b.contact(a).unwrap().unwrap(), found.swap());
        found.depth
    }

    #[test]
    fn a_segment_goes_out_or_into_the_hole_whichever_is_nearer() {
        let across = |y: f64| Shape2::from(Segment::new(dvec2(-1.2, y), dvec2(1.2, y)));
        // In the hole both ends are on the inner circle, 1.6 from the centre.
        for y in [1.75, 2.0, 2.25] {
            assert!((depth(&ring(2., 3.), &across(y)) - (y - 1.6)).abs() < 1e-15, "{y}");
        }
        assert_eq!(depth(&ring(2., 3.), &across(2.5)), 0.5);
        // A touch from outside, and one from inside.
        let within = Shape2::from(Segment::new(dvec2(-1.5, 2.), dvec2(1.5, 2.)));
        assert_eq!([depth(&ring(2., 3.), &across(3.0)), depth(&ring(2.5, 3.), &within)], [0.0, 0.0]);
        // One end moves along its radius.
        let spoke = Segment::new(dvec2(0.6, 0.8), dvec2(1.5, 2.));
        assert_eq!(depth(&ring(2., 3.), &spoke.into()), 0.5);
        // Too long for the hole, and then as long as it is wide.
        for half in [1.25, 1.0] {
            let long = Shape2::from(Segment::new(dvec2(-half, 0.25), dvec2(half, 0.25)));
            assert_eq!(depth(&ring(1., 3.), &long), 2.75, "{half}");
        }
    }

    #[test]
    fn what_is_rounded_needs_as_much_more_room() {
        let capsule = |y: f64| Shape2::from(Capsule::new(dvec2(-1.2, y), dvec2(1.2, y), 0.5));
        assert!((depth(&ring(2.5, 4.), &capsule(2.0)) - 0.4).abs() < 1e-15);
        assert_eq!(depth(&ring(2.5, 4.), &capsule(4.0)), 0.5);
        let tapered = TaperedCapsule::new(dvec2(1., 0.), dvec2(2., 0.), 0.25, 0.75);
        assert_eq!(depth(&ring(2.5, 4.), &tapered.into()), 0.25);
    }

    #[test]
    fn no_place_that_is_nearer_is_free() {
        let mut dice = fastrand::Rng::with_seed(3);
        let mut tried = 0;
        while tried < 60 {
            let mut quarter = |low: i32, high: i32| f64::from(dice.i32(low * 4..=high * 4)) / 4.0;
            let mut near = || dvec2(quarter(-4, 4), quarter(-4, 4));
            let corners: Vec<DVec2> = (0..4).map(|_| near()).collect();
            let (center, inner) = (near(), 0.25 + quarter(0, 4));
            let a = Shape2::from(Annulus::new(center, inner, inner + quarter(0, 2)));
            let b: Shape2 = match tried % 3 {
                0 => Segment::new(corners[0], corners[1]).into(),
                1 => Triangle::new(corners[0], corners[1], corners[2]).into(),
                _ => Convex::try_new(corners).unwrap().into(),
            };
            if !a.intersects(&b) {
                continue;
            }
            tried += 1;
            let depth = depth(&a, &b);
            for place in grid_search::places::<DVec2>([0.0, depth * (1.0 - 1e-9)]) {
                let moved = b.posed(&[DVec2::X, DVec2::Y], place).unwrap();
                assert!(a.intersects(&moved), "{a:?} {b:?} {depth} {place}");
            }
        }
    }
}
