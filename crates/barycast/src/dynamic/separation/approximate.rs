//! A nearly nearest place outside, for shapes of few convex parts of any kind.
//!
//! Each pair of parts, as [in 3D](super::space), excludes a set of translations, which is no
//! polytope if the parts are round. It contains the hull of its farthest points in some directions,
//! and is slightly larger. The place closest to the origin that is slightly outside all these hulls
//! is beyond one face of each. If two parts overlap across such a face by more than that, their
//! farthest point there is added to the hull, and another place is found; otherwise the place is
//! free, and no free place is nearer by more than about that margin. [From there](super::grid_search)
//! the way to a place from which none is nearer is short.
//!
//! Source: [Kelley 1960], whose planes are replaced here by hulls from the inside.

use super::part::few;
use super::separable::Apart;
use super::separable::BEYOND;
use super::space::{Faces, ON_THE_BORDER, faces_of, in_space, nearest_outside};
use crate::dynamic::convex_body::Body;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Real, elementary};
use crate::shape::{HalfSpace, Support as _};
use crate::vector::{FloatVector, Vector as _};
use alloc::vec::Vec;
use core::f64::consts::TAU;
use glam::DVec3;

/// Shapes in more pairs of parts are not handled.
const PAIRS: usize = 64;
/// Shapes with more choices are not handled.
const CHOICES: usize = 2000;
/// For flat parts all differences of corners are used, up to this many.
const MANY: usize = 512;
/// Number of rounds in which hulls get more points.
const ROUNDS: usize = 24;
/// Margin outside the hulls, as a fraction of the shortest known way.
const TRACE: f64 = 2e-4;
/// Fraction by which a place must be nearer.
const NEARER: f64 = 1e-3;
/// Number of directions at first, in 2D and in 3D.
const AROUND: [usize; 2] = [12, 24];
/// Angle between successive directions on a spiral: the golden angle.
const TURN: f64 = 2.399_963_229_728_653;

/// Returns directions all around: on a circle, or on a spiral from pole to pole.
fn around<V: FloatVector<Scalar = f64>>() -> impl Iterator<Item = V> {
    let count = AROUND[V::DIM - 2];
    (0..count).map(move |i| {
        let share = (i as f64 + 0.5) / count as f64;
        let (z, turn) = if V::DIM == 2 { (0.0, share * TAU) } else { (1.0 - 2.0 * share, i as f64 * TURN) };
        let radius = Real::sqrt(1.0 - z * z);
        V::from_fn(|axis| [elementary::cos(turn) * radius, elementary::sin(turn) * radius, z][axis])
    })
}

/// Two convex parts, and some of the differences of their points.
struct Pair<'p, V: FloatVector> {
    bodies: [&'p Body<V::Precise>; 2],
    /// Some of the farthest differences.
    points: Vec<V>,
    /// Faces of the hull of these.
    faces: Faces,
}

impl<'p, V: FloatVector<Scalar = f64, Precise: FloatVector<Scalar = DoubleDouble>>> Pair<'p, V> {
    /// Returns `None` for two parts whose differences are flat.
    fn new(bodies: [&'p Body<V::Precise>; 2], slack: f64) -> Option<Self> {
        let mut pair = Self { bodies, points: Vec::new(), faces: Faces::new() };
        let [a, b] = bodies.each(|body| &body.points);
        let narrow = |p: &V::Precise, q: &V::Precise| -> V { (*p - *q).lift(&Float::to_f64) };
        let flat = bodies.iter().all(|body| body.rounds.is_empty() && body.radius == DoubleDouble::ZERO);
        if flat && a.len() * b.len() <= MANY {
            pair.points.extend(a.iter().flat_map(|p| b.iter().map(move |q| narrow(p, q))));
        } else {
            let farthest: Vec<V> = around().map(|way: V| pair.farthest(way)).collect();
            pair.points = farthest;
        }
        pair.faces = faces_of(&pair.points, slack)?;
        Some(pair)
    }

    /// Returns the difference farthest along a direction.
    fn farthest(&self, way: V) -> V {
        let way = way.lift(&DoubleDouble::new);
        let [a, b] = self.bodies;
        (a.support(way) - b.support(-way)).lift(&Float::to_f64)
    }

    /// Tests whether no difference is at a place or beyond it. If one is, it is added to the hull.
    fn is_beyond(&mut self, place: DVec3, slack: f64) -> bool {
        let by_height =
            |a: &&HalfSpace<DVec3>, b: &&HalfSpace<DVec3>| a.side(place).total_cmp(&b.side(place));
        let Some(face) = self.faces.iter().max_by(by_height) else { return true };
        let farthest = self.farthest(V::from_fn(|i| face.normal[i]));
        if face.normal.dot(in_space(farthest)) <= face.normal.dot(place) {
            return true;
        }
        self.points.push(farthest);
        if let Some(faces) = faces_of(&self.points, slack) {
            self.faces = faces;
        }
        false
    }

    /// Returns the hull grown by a margin, without rounding its edges.
    fn with_trace(&self, trace: f64) -> Faces {
        self.faces.iter().map(|face| HalfSpace { distance: face.distance + trace, ..*face }).collect()
    }
}

/// Nearly nearest places.
pub(super) trait RoughPlaces: Apart {
    /// Appends the convex parts of the shape; `None` if it has others, or too many.
    fn bodies(&self, out: &mut Vec<Body<Self::Precise>>) -> Option<()> {
        if let Some(parts) = self.as_composite() {
            if parts.is_solid() && !parts.is_union() {
                let mut straight = Vec::new();
                self.parts_of_inside(&mut straight)?;
                few(&straight)?;
                let lifted = |p: &Self::Vector| p.lift(&DoubleDouble::new);
                let bodies = straight.iter().map(|part| part.points.iter().map(lifted).collect::<Vec<_>>());
                out.extend(bodies.map(Body::of_points));
            } else {
                (0..parts.len().min(PAIRS + 1)).try_for_each(|i| parts.part(i).bodies(out))?;
            }
        } else {
            out.push(self.tube().is_none().then(|| self.body()).flatten()?);
        }
        (out.len() <= PAIRS).then_some(())
    }

    /// Returns a nearly nearest place, nearer than a distance, at which the other is free; the
    /// inner value is `None` if there is none. Shapes with other parts, or with too many, are not
    /// handled.
    #[allow(clippy::option_option, reason = "not tried, none, one")]
    fn roughly_nearest(&self, other: &Self, within: f64) -> Option<Option<Self::Vector>> {
        let [mut a, mut b] = [Vec::new(), Vec::new()];
        self.bodies(&mut a)?;
        other.bodies(&mut b)?;
        if a.len() * b.len() > PAIRS {
            return None;
        }
        let slack = self.slack(other) * ON_THE_BORDER / BEYOND;
        let mut pairs: Vec<Pair<Self::Vector>> =
            a.iter().flat_map(|a| b.iter().filter_map(move |b| Pair::new([a, b], slack))).collect();
        let trace = TRACE * within.min(self.size_from_origin() + other.size_from_origin());
        for _ in 0..ROUNDS {
            let overlaps: Vec<Faces> = pairs.iter().map(|pair| pair.with_trace(trace)).collect();
            let place = nearest_outside(&overlaps, &|_| true, within * (1.0 - NEARER), slack, CHOICES)?;
            let Some(at) = place else { return Some(None) };
            let mut is_known = true;
            for pair in &mut pairs {
                is_known &= pair.is_beyond(at, slack);
            }
            if is_known {
                return Some(Some(Self::place(at)));
            }
        }
        None
    }
}

impl<S: Apart> RoughPlaces for S {}

#[cfg(test)]
mod tests {
    use super::super::grid_search::places;
    use super::*;
    use crate::dynamic::any::Shape3;
    use crate::shape::{Aabb, Capsule, Compound, Cylinder, Ellipsoid, Sphere};
    use alloc::vec;
    use glam::dvec3;

    #[test]
    fn a_place_is_found_in_a_pocket_that_is_hardly_wider() {
        // Four walls around a pocket, and a ball in the nearest of them.
        let aabb = |min: [f64; 3], max: [f64; 3]| Aabb::<DVec3> { min: min.into(), max: max.into() }.into();
        let walls = vec![
            aabb([-3., -3., -3.], [-1.01, 3., 3.]),
            aabb([1.01, -3., -3.], [3., 3., 3.]),
            aabb([-3., -3., -3.], [3., -1.01, 3.]),
            aabb([-3., 1.01, -3.], [3., 3., 3.]),
        ];
        let walls = Shape3::from(Compound::try_new(walls).unwrap());
        let found = walls.contact(&Sphere::new(dvec3(-0.75, 0.5, 0.25), 1.0).into()).unwrap().unwrap();
        let right = libm::hypot(0.74, 0.49);
        assert!((found.depth - right).abs() < 1e-12, "{found:?} {right}");
    }

    #[test]
    fn no_place_that_is_nearer_by_a_little_is_free() {
        let mut dice = fastrand::Rng::with_seed(29);
        let mut draw = |low: f64, high: f64| low + (high - low) * dice.f64();
        let mut tried = 0;
        while tried < 30 {
            let mut part = |size: f64| -> Shape3 {
                let mut point = |size: f64| dvec3(draw(-size, size), draw(-size, size), draw(-size, size));
                let at = point(1.0);
                let (a, b) = (at + point(size), at - point(size));
                match draw(0., 5.) as usize {
                    0 => Aabb { min: a.min(b), max: a.max(b) }.into(),
                    1 => Capsule { a, b, radius: size * 0.25 }.into(),
                    2 => Cylinder { a, b, radius: size * 0.5 }.into(),
                    3 => {
                        Ellipsoid::new(at, (a - at).abs() + DVec3::splat(0.1), [DVec3::X, DVec3::Y, DVec3::Z])
                            .into()
                    }
                    _ => Sphere::new(at, size * 0.5).into(),
                }
            };
            let a: Shape3 = Compound::try_new((0..4).map(|_| part(1.5)).collect()).unwrap().into();
            let b = part(0.75);
            if !a.intersects(&b) {
                continue;
            }
            tried += 1;
            let depth = a.contact(&b).unwrap().unwrap().depth;
            for place in places::<DVec3>([0.0, depth * 0.995]) {
                let moved = b.posed(&[DVec3::X, DVec3::Y, DVec3::Z], place).unwrap();
                assert!(a.intersects(&moved), "{a:?} {b:?} {depth} {place}");
            }
        }
    }
}
