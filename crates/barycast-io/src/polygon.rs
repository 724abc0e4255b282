//! Polygons as triangles: a fan from the first corner where that is right, else ears, cut off one by one. [Meisters 1975]
//!
//! A fan of a polygon that is not convex can reach out of it, and lie there twice. Which it is, is asked in the plane along the two axes
//! in which the polygon's shadow is largest: coordinates stay those of the file, so that signs are those of exact numbers unless they are
//! within the noise of rounding, and what is noise counts as straight.

use crate::Mesh;
use glam::{DVec2, DVec3};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// A polygon that is not convex may have so many corners: the time to cut it grows with their square.
const MAX_CORNERS: usize = 1 << 16;

/// How often all corners are searched for ears again: more takes long, and only polygons made for that need it.
const SEARCHES: usize = 64;

/// What there is to do when all vertices are known.
#[derive(Default)]
pub(crate) struct Polygons {
    /// Fans of polygons whose vertices were not all there yet: their first triangles, and how many.
    ahead: Vec<[usize; 2]>,
    corners: Vec<u32>,
}

impl Polygons {
    /// Adds the triangles of a polygon; `false` when it has none, with fewer than three corners.
    pub(crate) fn push(&mut self, mesh: &mut Mesh, corners: &[u32]) -> Result<bool, String> {
        let Some((first, rest)) = corners.split_first() else { return Ok(false) };
        let start = mesh.triangles.len();
        mesh.triangles.extend(rest.windows(2).map(|edge| [*first, edge[0], edge[1]]));
        let Mesh { vertices, triangles, .. } = mesh;
        if corners.len() > 3 {
            if corners.iter().all(|corner| (*corner as usize) < vertices.len()) {
                cut(vertices, corners, &mut triangles[start..])?;
            } else {
                self.ahead.push([start, corners.len() - 2]);
            }
        }
        Ok(corners.len() > 2)
    }

    /// Cuts those that named vertices that came later; all are there now.
    pub(crate) fn finish(&mut self, mesh: &mut Mesh) -> Result<(), String> {
        let Mesh { vertices, triangles, .. } = mesh;
        for [start, count] in std::mem::take(&mut self.ahead) {
            let fan = &mut triangles[start..start + count];
            self.corners.clear();
            self.corners.extend(fan.first().map_or([0; 2], |[first, second, _]| [*first, *second]));
            self.corners.extend(fan.iter().map(|[.., last]| *last));
            cut(vertices, &self.corners, fan)?;
        }
        Ok(())
    }
}

/// Replaces the fan of a polygon of four corners or more where a triangle of it is turned against the whole. A polygon that crosses
/// itself may be left as it is: nobody knows what its inside is.
fn cut(vertices: &[DVec3], corners: &[u32], fan: &mut [[u32; 3]]) -> Result<(), String> {
    let at = |corner: u32| vertices[corner as usize];
    // Twice the area, as a vector: from the first corner, so that nothing is lost far from the origin.
    let origin = at(corners[0]);
    let area = |[_, b, c]: &[u32; 3]| (at(*b) - origin).cross(at(*c) - origin);
    let normal: DVec3 = fan.iter().map(area).sum();
    let axis = normal
        .abs()
        .to_array()
        .iter()
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(b.1))
        .map_or(0, |(axis, _)| axis);
    let (u, v) = ([1, 2, 0][axis], [2, 0, 1][axis]);
    // Seen so that the whole is counter-clockwise.
    let flat = |corner: u32| {
        let place = at(corner);
        if normal[axis] < 0.0 { DVec2::new(place[v], place[u]) } else { DVec2::new(place[u], place[v]) }
    };
    if fan.iter().all(|triangle| turn(triangle.map(flat)) != Ordering::Less) {
        return Ok(());
    }
    if corners.len() > MAX_CORNERS {
        return Err(format!(
            "a face that is not convex may have {MAX_CORNERS} corners, got {}",
            corners.len()
        ));
    }
    let places: Vec<DVec2> = corners.iter().map(|corner| flat(*corner)).collect();
    if let Some(ears) = ears(&places) {
        for (triangle, ear) in fan.iter_mut().zip(ears) {
            *triangle = ear.map(|corner| corners[corner]);
        }
    }
    Ok(())
}

/// Which way three points turn: greater is counter-clockwise; equal is straight, or too near to it for floats. [Shewchuk 1997]
fn turn([a, b, c]: [DVec2; 3]) -> Ordering {
    let (left, right) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let (area, noise) = (left - right, (left.abs() + right.abs()) * (4.0 * f64::EPSILON));
    match area {
        _ if area > noise => Ordering::Greater,
        _ if area < -noise => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// The triangles of a polygon that is counter-clockwise as a whole, by the numbers of its corners; none where it crosses itself so that
/// no ear is left.
fn ears(places: &[DVec2]) -> Option<Vec<[usize; 3]>> {
    let mut ring = Ring::new(places);
    let mut ears = Vec::with_capacity(places.len() - 2);
    // What goes there and back again holds nothing, and would be taken for a side of an ear.
    ring.cut_spikes((0..places.len()).collect(), &mut ears);
    // Oldest first: ears that all end in one corner would be slim.
    let mut waiting: VecDeque<usize> = ring.all_ears();
    let mut searches = 0;
    while ring.left > 3 {
        let tip = match waiting.pop_front() {
            Some(tip) if ring.is_there[tip] && ring.is_ear(tip) => tip,
            Some(_) => continue,
            None => match (0..places.len()).find(|i| ring.is_there[*i] && ring.turn(*i) == Ordering::Equal) {
                Some(straight) => straight,
                // A spike that is gone may have been in the way.
                None if searches < SEARCHES => {
                    searches += 1;
                    waiting = ring.all_ears();
                    if waiting.is_empty() {
                        return None;
                    }
                    continue;
                }
                None => return None,
            },
        };
        ears.push(ring.ear(tip));
        let neighbours = ring.cut_off(tip);
        // No other ear depends on the corner that is gone.
        let beside = ring.cut_spikes(neighbours.to_vec(), &mut ears);
        waiting.extend(beside.into_iter().filter(|i| ring.is_there[*i] && ring.is_ear(*i)));
    }
    let last = ring.is_there.iter().position(|is_there| *is_there)?;
    ears.push(ring.ear(last));
    (ring.turn(last) != Ordering::Less).then_some(ears)
}

/// The corners that are left, in a circle.
struct Ring<'a> {
    places: &'a [DVec2],
    next: Vec<usize>,
    before: Vec<usize>,
    is_there: Vec<bool>,
    left: usize,
    /// Those that are not convex: if any lies in an ear, one of these does.
    blunt: Vec<usize>,
}

impl<'a> Ring<'a> {
    fn new(places: &'a [DVec2]) -> Self {
        let count = places.len();
        let next = (1..count).chain([0]).collect();
        let before = [count - 1].into_iter().chain(0..count - 1).collect();
        let mut ring =
            Self { places, next, before, is_there: vec![true; count], left: count, blunt: Vec::new() };
        ring.blunt = (0..count).filter(|i| ring.turn(*i) != Ordering::Greater).collect();
        ring
    }

    fn ear(&self, tip: usize) -> [usize; 3] {
        [self.before[tip], tip, self.next[tip]]
    }

    fn turn(&self, tip: usize) -> Ordering {
        turn(self.ear(tip).map(|i| self.places[i]))
    }

    fn is_ear(&self, tip: usize) -> bool {
        let ear = self.ear(tip);
        let [a, b, c] = ear.map(|i| self.places[i]);
        // On the border counts; another corner at the place of one of the three does not.
        let is_in = |p: DVec2| {
            ![a, b, c].contains(&p)
                && [[a, b, p], [b, c, p], [c, a, p]].into_iter().all(|side| turn(side) != Ordering::Less)
        };
        turn([a, b, c]) == Ordering::Greater
            && !self.blunt.iter().any(|i| !ear.contains(i) && is_in(self.places[*i]))
    }

    fn all_ears(&self) -> VecDeque<usize> {
        (0..self.places.len()).filter(|i| self.is_there[*i] && self.is_ear(*i)).collect()
    }

    /// Cuts off those of the corners at which the way turns back, or which are at the place of a neighbour, and what becomes so by
    /// that; the corners that were asked and are left.
    fn cut_spikes(&mut self, mut asked: Vec<usize>, ears: &mut Vec<[usize; 3]>) -> Vec<usize> {
        let mut left = Vec::new();
        while let Some(tip) = asked.pop() {
            if !self.is_there[tip] {
                continue;
            }
            let [before, at, next] = self.ear(tip).map(|i| self.places[i]);
            if self.left > 3 && self.turn(tip) == Ordering::Equal && (before - at).dot(next - at) >= 0.0 {
                ears.push(self.ear(tip));
                asked.extend(self.cut_off(tip));
            } else {
                left.push(tip);
            }
        }
        left
    }

    /// Its neighbours, which are now each other's.
    fn cut_off(&mut self, tip: usize) -> [usize; 2] {
        let [a, _, b] = self.ear(tip);
        (self.next[a], self.before[b]) = (b, a);
        self.is_there[tip] = false;
        self.left -= 1;
        self.blunt.retain(|i| ![a, tip, b].contains(i));
        // Behind a spike whose ways there and back differ in length, what was convex may not be.
        for beside in [a, b] {
            if self.turn(beside) != Ordering::Greater {
                self.blunt.push(beside);
            }
        }
        [a, b]
    }
}
