//! Least translation in 3D for shapes made of few convex parts with flat sides.
//!
//! Moved by `t`, as in [2D](super::plane), the interior of part `b` overlaps that of part `a` if
//! `t` is inside the polytope `M = a - b`. It is outside if it is on the far side of any one of its
//! faces. Once a face is chosen for some `M`, the point closest to the origin beyond all chosen
//! faces is as near as any translation with this choice. The search is *branch and bound*: for the
//! `M` deepest around this point each of its faces is chosen in turn, the nearest first, until the
//! point is in no `M`, or as far as the shortest known way.
//!
//! Between faces that look at each other across a gap of width 0 there is room for a part that
//! exactly fits, but not for a part without an interior in the seam of two others: where one may
//! be, a choice that leaves no room is discarded.
//!
//! Source: [Land 1960].

use super::separable::Apart as _;
use super::separable::{BEYOND, TOUCHING};
use super::straight::StraightParts as _;
use super::straight::{Part, Seams, near};
use crate::dynamic::any::Shape3;
use crate::number::each::MapEach;
use crate::number::{Float, sort_by_number};
use crate::query::cancel::is_cancelled;
use crate::shape::HalfSpace;
use crate::shape::hull::Hull;
use crate::vector::FloatVector;
use alloc::vec::Vec;
use glam::DVec3;

/// Parts with more differences of corners are not handled.
const DIFFERENCES: usize = 1 << 16;
/// Shapes with more choices are not handled.
const CHOICES: usize = 10_000;
/// Multiple of the rounding error by which a point may be inside and still count as on the border.
pub(super) const ON_THE_BORDER: f64 = 8.0 * TOUCHING;
/// Planes meet in a point if the volume of their normals is above this.
const ROUNDING: f64 = 1e-12;
/// There is room if a way leads away from all faces by this fraction of its length.
const ROOM: f64 = 1e-6;

/// Faces of a polytope, with normals of length 1.
pub(super) type Faces = Vec<HalfSpace<DVec3>>;

/// Returns the distance of a point from a polytope's faces, negative inside.
fn height(faces: &Faces, p: DVec3) -> f64 {
    faces.iter().map(|face| face.side(p)).fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the faces of the hull of points, in 3D, or `None` if it is flat.
pub(super) fn faces_of<V: FloatVector<Scalar = f64>>(points: &[V], slack: f64) -> Option<Faces> {
    let hull = Hull::of(points);
    if hull.dimension < V::DIM {
        return None;
    }
    let mut faces = Faces::new();
    for side in hull.sides(|i| points[i]) {
        let length = side.normal.length();
        let face = HalfSpace { normal: in_space(side.normal) / length, distance: side.distance / length };
        // The normal of a face that is narrow up to rounding is arbitrary.
        let holds = hull.corners.iter().all(|i| face.side(in_space(points[*i])) <= slack);
        let known = |old: &HalfSpace<DVec3>| (old.normal - face.normal).length() <= ROUNDING;
        if holds && !faces.iter().any(known) {
            faces.push(face);
        }
    }
    (!faces.is_empty()).then_some(faces)
}

/// Returns a vector in 3D; those of 2D are in the plane of the first two axes.
pub(super) fn in_space<V: FloatVector<Scalar = f64>>(v: V) -> DVec3 {
    DVec3::from_array([0, 1, 2].each(|i| if i < V::DIM { v.get(i) } else { 0.0 }))
}

/// Returns the faces of the hull of all differences of points.
fn difference(a: &Part<DVec3>, b: &Part<DVec3>, slack: f64) -> Option<Faces> {
    let points: Vec<DVec3> = a.points.iter().flat_map(|p| b.points.iter().map(move |q| *p - *q)).collect();
    faces_of(&points, slack)
}

/// Returns the point, on up to three planes, that is closest to the origin.
fn nearest_on(planes: &[&HalfSpace<DVec3>]) -> Option<DVec3> {
    match *planes {
        [a] => Some(a.normal * a.distance),
        [a, b] => {
            let (turn, across) = (a.normal.dot(b.normal), a.normal.cross(b.normal).length_squared());
            let sum =
                a.normal * (a.distance - turn * b.distance) + b.normal * (b.distance - turn * a.distance);
            (across > ROUNDING).then(|| sum / across)
        }
        [a, b, c] => {
            let volume = a.normal.dot(b.normal.cross(c.normal));
            let sum = b.normal.cross(c.normal) * a.distance
                + c.normal.cross(a.normal) * b.distance
                + a.normal.cross(b.normal) * c.distance;
            (volume.abs() > ROUNDING).then(|| sum / volume)
        }
        _ => None,
    }
}

/// Returns the point closest to the origin beyond all these planes, which is on the last, or `None`
/// if there is none.
fn nearest_beyond(planes: &[HalfSpace<DVec3>], slack: f64) -> Option<DVec3> {
    let (last, rest) = planes.split_last()?;
    let mut best: Option<DVec3> = None;
    let mut consider = |on: &[&HalfSpace<DVec3>]| {
        let nearer = |p: &DVec3| best.is_none_or(|best| p.length_squared() < best.length_squared());
        if let Some(p) = nearest_on(on).filter(nearer)
            && rest.iter().all(|plane| plane.side(p) >= -slack)
        {
            best = Some(p);
        }
    };
    consider(&[last]);
    for (i, one) in rest.iter().enumerate() {
        consider(&[last, one]);
        rest[..i].iter().for_each(|two| consider(&[last, one, two]));
    }
    best
}

/// Tests whether from a point some way leads away from all these faces that contain it.
fn has_room(chosen: &[HalfSpace<DVec3>], at: DVec3, slack: f64) -> bool {
    let met = chosen.iter().filter(|face| face.side(at) <= slack);
    // The shortest way that rises by 1 from each.
    let rising: Vec<_> = met.map(|face| HalfSpace { normal: face.normal, distance: 1.0 }).collect();
    let mut way = DVec3::ZERO;
    for i in 0..rising.len() {
        if rising[i].side(way) < -ROOM {
            let Some(next) = nearest_beyond(&rising[..=i], ROOM) else { return false };
            way = next;
        }
    }
    way.length() * ROOM <= 1.0
}

/// Search for the nearest point inside no polytope.
struct Search<'a> {
    overlaps: &'a [Faces],
    /// Tests whether a point on the borders of these polytopes is free only if there is room.
    needs_room: &'a dyn Fn(&[usize]) -> bool,
    slack: f64,
    /// The nearest point so far.
    best: Option<DVec3>,
    /// Results must be nearer than this.
    within: f64,
    /// Number of choices left.
    left: usize,
}

impl Search<'_> {
    /// Continues from the nearest point beyond the faces that are chosen for some polytopes.
    /// Returns `None` if that takes too long.
    fn choose(&mut self, done: &mut Vec<usize>, chosen: &mut Faces, at: DVec3) -> Option<()> {
        self.left = self.left.checked_sub(1).filter(|_| !is_cancelled())?;
        let open = self.overlaps.iter().enumerate().filter(|(i, _)| !done.contains(i));
        let heights =
            open.map(|(i, faces)| (i, height(faces, at))).filter(|(_, height)| *height <= self.slack);
        let Some((deepest, _)) = heights.min_by(|(_, a), (_, b)| a.total_cmp(b)) else {
            (self.best, self.within) = (Some(at), at.length() * (1.0 - BEYOND));
            return Some(());
        };
        let mut next: Vec<(f64, DVec3, HalfSpace<DVec3>)> = Vec::new();
        for face in self.overlaps[deepest].iter().filter(|face| face.distance < self.within) {
            chosen.push(*face);
            let beyond =
                if face.side(at) >= -self.slack { Some(at) } else { nearest_beyond(chosen, self.slack) };
            next.extend(beyond.map(|p| (p.length(), p, *face)));
            chosen.pop();
        }
        sort_by_number(&mut next, |(length, ..)| length.precise());
        for (length, at, face) in next {
            if length >= self.within {
                break;
            }
            done.push(deepest);
            chosen.push(face);
            let is_met = |(_, face): &(&usize, &HalfSpace<DVec3>)| face.side(at) <= self.slack;
            let met: Vec<usize> = done.iter().zip(chosen.iter()).filter(is_met).map(|(i, _)| *i).collect();
            if !(self.needs_room)(&met) || has_room(chosen, at, self.slack) {
                self.choose(done, chosen, at)?;
            }
            chosen.pop();
            done.pop();
        }
        Some(())
    }
}

/// Returns the point closest to the origin that is inside no polytope and nearer than a distance;
/// the inner value is `None` if there is none. Returns `None` if that takes more choices than
/// these. From a point on the borders of polytopes that need room, some way leads away from all of
/// them.
#[allow(clippy::option_option, reason = "too many, none, one")]
pub(super) fn nearest_outside(
    overlaps: &[Faces],
    needs_room: &dyn Fn(&[usize]) -> bool,
    within: f64,
    slack: f64,
    choices: usize,
) -> Option<Option<DVec3>> {
    let mut search = Search { overlaps, needs_room, slack, best: None, within, left: choices };
    search.choose(&mut Vec::new(), &mut Vec::new(), DVec3::ZERO)?;
    Some(search.best)
}

impl Shape3 {
    /// Returns the least translation that separates two shapes of convex parts with flat sides, if
    /// it is shorter than the shortest known; the inner value is `None` if it is not. Shapes with
    /// other parts, or with too many, are not handled.
    #[allow(clippy::option_option, reason = "not tried, none shorter, a shorter one")]
    pub(super) fn least_of_all(&self, other: &Self, shortest: f64) -> Option<Option<DVec3>> {
        let [a, b] = self.straight_parts_of_both(other)?;
        if a.iter().chain(&b).any(|part| part.radius > 0.0) {
            return None;
        }
        let (pairs, slack) = (near(&a, &b, shortest), self.slack(other) * ON_THE_BORDER / BEYOND);
        if pairs.iter().map(|[i, j]| a[*i].points.len() * b[*j].points.len()).sum::<usize>() > DIFFERENCES {
            return None;
        }
        let of_pair = |pair: [usize; 2]| Some((difference(&a[pair[0]], &b[pair[1]], slack)?, pair));
        let near = |(faces, _): &(Faces, _)| height(faces, DVec3::ZERO) < shortest;
        let (overlaps, pairs): (Vec<Faces>, Vec<[usize; 2]>) =
            pairs.into_iter().take_while(|_| !is_cancelled()).filter_map(of_pair).filter(near).unzip();
        let is_flat = |part: &Part<DVec3>| Hull::of(&part.points).dimension < 3;
        let seams = Seams::new([&a, &b].each(|parts| parts.iter().map(is_flat).collect()));
        let needs_room = |met: &[usize]| {
            let pairs: Vec<[usize; 2]> = met.iter().map(|i| pairs[*i]).collect();
            seams.may_be_at(&pairs)
        };
        nearest_outside(&overlaps, &needs_room, shortest * (1.0 - BEYOND), slack, CHOICES)
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid_search;
    use super::*;
    use crate::shape::{Aabb, Compound, Segment, Tetrahedron, Triangle, Voxels};
    use alloc::vec;
    use glam::dvec3;

    fn depth(a: &Shape3, b: &Shape3) -> f64 {
        let found = a.contact(b).unwrap().unwrap();
        let way = found.normal_a_to_b.unwrap() * found.depth;
        let moved = b.posed(&[DVec3::X, DVec3::Y, DVec3::Z], way).unwrap();
        assert!(a.closest(&moved).distance < 1e-12, "{a:?} {b:?} {found:?}");
        assert!(a.contact(&moved).unwrap().is_none_or(|again| again.depth < 1e-12), "{a:?} {b:?} {found:?}");
        assert_eq!(b.contact(a).unwrap().unwrap(), found.swap());
        found.depth
    }

    fn point(dice: &mut fastrand::Rng, size: f64) -> DVec3 {
        let mut one = || (dice.f64() * 2.0 - 1.0) * size;
        dvec3(one(), one(), one())
    }

    fn compound(parts: Vec<Shape3>) -> Shape3 {
        Compound::try_new(parts).unwrap().into()
    }

    #[test]
    fn of_boxes_it_is_the_least_of_all_meetings_of_faces() {
        let mut dice = fastrand::Rng::with_seed(3);
        for count in [2, 4, 7] {
            for _ in 0..40 {
                let mut part = |size: f64, whole: bool| {
                    let round = |p: DVec3| if whole { p.round() } else { p };
                    let (p, q) = (round(point(&mut dice, 4.0)), round(point(&mut dice, size)));
                    Aabb { min: p, max: p + q.abs() + 1.0 }
                };
                let boxes: Vec<Aabb<DVec3>> = (0..count).map(|_| part(3.0, true)).collect();
                let other = part(1.0, true);
                let (a, b) = (compound(boxes.iter().map(|part| (*part).into()).collect()), other.into());
                let inside = |low: DVec3, high: DVec3, p: DVec3| low.cmplt(p).all() && p.cmplt(high).all();
                let differences: Vec<[DVec3; 2]> =
                    boxes.iter().map(|part| [part.min - other.max, part.max - other.min]).collect();
                let free = |p: DVec3| !differences.iter().any(|[low, high]| inside(*low, *high, p));
                if free(DVec3::ZERO) {
                    continue;
                }
                let places = |axis: usize| {
                    differences.iter().flatten().map(move |p| p[axis]).chain([0.0]).collect::<Vec<f64>>()
                };
                let mut least = f64::INFINITY;
                for x in places(0) {
                    for y in places(1) {
                        for z in places(2) {
                            let p = dvec3(x, y, z);
                            if p.length() < least && free(p) {
                                least = p.length();
                            }
                        }
                    }
                }
                let found = depth(&a, &b);
                assert!((found - least).abs() <= 1e-14 * least, "{found} for {least}: {boxes:?} {other:?}");
            }
        }
    }

    #[test]
    fn no_place_that_is_nearer_is_free() {
        let (mut dice, mut tried) = (fastrand::Rng::with_seed(11), 0);
        while tried < 30 {
            let mut part = |size: f64| -> Shape3 {
                let at = point(&mut dice, 1.5);
                let mut near = || at + point(&mut dice, size);
                let [a, b, c, d] = [(); 4].map(|()| near());
                match (dice.f64() * 4.0) as usize {
                    0 => Aabb { min: a.min(b), max: a.max(b) }.into(),
                    1 => Triangle { a, b, c }.into(),
                    _ => Tetrahedron { a, b, c, d }.into(),
                }
            };
            let (a, b) = (compound((0..4).map(|_| part(2.0)).collect()), part(1.0));
            if !a.intersects(&b) {
                continue;
            }
            tried += 1;
            let depth = depth(&a, &b);
            for place in grid_search::places::<DVec3>([0.0, depth * (1.0 - 1e-9)]) {
                let moved = b.posed(&[DVec3::X, DVec3::Y, DVec3::Z], place).unwrap();
                assert!(a.intersects(&moved), "{a:?} {b:?} {depth} {place}");
            }
        }
    }

    #[test]
    fn what_just_fits_goes_into_a_gap_and_a_segment_into_no_seam() {
        // Two boxes with a gap as wide as the third.
        let aabb = |min: [f64; 3], max: [f64; 3]| Aabb::<DVec3> { min: min.into(), max: max.into() }.into();
        let gap = || vec![aabb([0., 0., 0.], [1., 4., 4.]), aabb([2., 0., 0.], [3., 4., 4.])];
        assert_eq!(depth(&compound(gap()), &aabb([0.75, 1., 1.], [1.75, 2., 2.])), 0.25);
        assert_eq!(depth(&compound(gap()), &aabb([0.75, 1., 1.], [1.625, 2., 2.])), 0.25);
        // A segment does not fit into a seam.
        let seam = vec![aabb([0., 0., 0.], [1., 4., 4.]), aabb([1., 0., 0.], [3., 4., 4.])];
        let along = Segment { a: dvec3(0.875, 1., 1.), b: dvec3(0.875, 3., 1.) };
        assert_eq!(depth(&compound(seam), &along.into()), 0.875);
    }

    #[test]
    fn through_a_seam_they_cross_and_what_fits_only_touches() {
        // Two triangles with a common edge, and a segment through that, rounded or not.
        for size in [1.0, 0.1, 1e100] {
            let p = |x: f64, y: f64, z: f64| dvec3(x, y, z) * size;
            let [a, b, c, d] = [p(-2., -1., 3.), p(-1., -1., 1.), p(-1., 1., 0.), p(-1., -2., 1.)];
            let two = compound(vec![Triangle { a, b, c }.into(), Triangle { a: b, b: a, c: d }.into()]);
            let through = Segment { a: p(-2.5, 2., 0.), b: p(-0.5, -4., 4.) };
            assert!(depth(&two, &through.into()) > 0.01 * size);
        }
        // In a solid cut in four, the common corner.
        let [a, b, c, d] = [dvec3(0., 5., 2.), dvec3(0., -4., -4.), dvec3(0., -5., 5.), dvec3(3., -2., -5.)];
        for middle in [dvec3(0.75, -1.5, -0.5), dvec3(0.1, -1.3, -0.7)] {
            let cut = [[a, b, c], [b, d, c], [a, d, c], [a, b, d]];
            let quarter = |[a, b, c]: [DVec3; 3]| Tetrahedron { a, b, c, d: middle }.into();
            let found =
                depth(&compound(cut.map(quarter).to_vec()), &Shape3::from(crate::shape::Point(middle)));
            assert!(found > 0.05, "{found}");
        }
        // A box in a box of triangles, and a segment from wall to wall.
        let hollow = Shape3::from(Aabb { min: DVec3::ZERO, max: DVec3::splat(2.0) });
        let corner = |i: usize| dvec3((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64) * 2.0;
        let quads = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5], [2, 3, 6, 7], [0, 2, 4, 6], [1, 3, 5, 7]];
        let triangle = |i: [usize; 3]| Triangle { a: corner(i[0]), b: corner(i[1]), c: corner(i[2]) }.into();
        let walls = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[1], q[2], q[3]]]).map(triangle);
        let walls = compound(walls.collect());
        assert_eq!(depth(&walls, &hollow), 0.0);
        let across = Segment { a: dvec3(0., 1., 1.25), b: dvec3(2., 1., 1.25) };
        assert_eq!(depth(&walls, &across.into()), 0.0);
    }

    #[test]
    fn out_of_voxels_it_goes_by_the_nearest_notch() {
        let cells =
            vec![[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [2, 1, 0], [0, 0, 1], [1, 0, 1], [2, 0, 1]];
        let grid = Voxels::try_new(DVec3::ZERO, DVec3::ONE, cells).unwrap();
        let low = dvec3(1.125, 0.5, 0.25);
        let b = Aabb { min: low, max: low + dvec3(0.75, 1.0, 0.5) };
        // Up into the notch.
        assert_eq!(depth(&grid.into(), &b.into()), 0.5);
    }
}
