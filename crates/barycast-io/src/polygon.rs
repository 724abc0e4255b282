//! Triangulation of polygons: a fan from the first corner if it is correct, else ear clipping.
//! [Meisters 1975]
//!
//! A fan of a polygon that is not convex can leave the polygon and overlap itself. The decision
//! uses the projection along the axis in which the polygon's projection is largest. Coordinates
//! stay those of the file, so that signs are exact unless they are within rounding noise, which
//! counts as collinear.

use crate::Mesh;
use glam::{DVec2, DVec3};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// Largest number of corners of a polygon that is not convex: ear clipping takes quadratic time.
const MAX_CORNERS: usize = 1 << 16;

/// Largest number of complete searches for ears; only adversarial polygons need more.
const SEARCHES: usize = 64;

/// Work deferred until all vertices are known.
#[derive(Default)]
pub(crate) struct Polygons {
    /// Fans of polygons with vertices that are not read yet: first triangle and number of
    /// triangles.
    ahead: Vec<[usize; 2]>,
    corners: Vec<u32>,
}

impl Polygons {
    /// Adds the triangles of a polygon. Returns `false` for fewer than three corners.
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

    /// Triangulates the deferred polygons, whose vertices are all known now.
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

/// Replaces the fan of a polygon of at least four corners if one of its triangles is oriented
/// against the whole. The fan of a self-intersecting polygon may stay, because its inside is
/// undefined.
fn cut(vertices: &[DVec3], corners: &[u32], fan: &mut [[u32; 3]]) -> Result<(), String> {
    let at = |corner: u32| vertices[corner as usize];
    // Twice the area as a vector, relative to the first corner to keep accuracy far from the
    // origin.
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
    // Projected so that the whole polygon is counter-clockwise.
    let flat = |corner: u32| {
        let place = at(corner);
        if normal[axis] < 0.0 { DVec2::new(place[v], place[u]) } else { DVec2::new(place[u], place[v]) }
    };
    if fan.iter().all(|triangle| turn(triangle.map(flat)) != Ordering::Less) {
        return Ok(());
    }
    if corners.len() > MAX_CORNERS {
        return Err(format!(
            "a face that is not convex may have at most {MAX_CORNERS} corners, got {}",
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

/// Returns the orientation of three points: `Greater` is counter-clockwise, `Equal` is collinear or
/// undecided by floats. [Shewchuk 1997]
fn turn([a, b, c]: [DVec2; 3]) -> Ordering {
    let (left, right) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let (area, noise) = (left - right, (left.abs() + right.abs()) * (4.0 * f64::EPSILON));
    match area {
        _ if area > noise => Ordering::Greater,
        _ if area < -noise => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// Returns the triangles of a counter-clockwise polygon as indices of its corners; `None` if it
/// intersects itself so that no ear remains.
fn ears(places: &[DVec2]) -> Option<Vec<[usize; 3]>> {
    let mut ring = Ring::new(places);
    let mut ears = Vec::with_capacity(places.len() - 2);
    // Spikes enclose nothing and could be mistaken for the side of an ear.
    ring.cut_spikes((0..places.len()).collect(), &mut ears);
    // Oldest first: ears that all share one corner would be slivers.
    let mut waiting: VecDeque<usize> = ring.all_ears();
    let mut searches = 0;
    while ring.left > 3 {
        let tip = match waiting.pop_front() {
            Some(tip) if ring.is_there[tip] && ring.is_ear(tip) => tip,
            Some(_) => continue,
            None => match (0..places.len()).find(|i| ring.is_there[*i] && ring.turn(*i) == Ordering::Equal) {
                Some(straight) => straight,
                // A removed spike may have blocked an ear.
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
        // Other ears do not depend on the removed corner.
        let beside = ring.cut_spikes(neighbours.to_vec(), &mut ears);
        waiting.extend(beside.into_iter().filter(|i| ring.is_there[*i] && ring.is_ear(*i)));
    }
    let last = ring.is_there.iter().position(|is_there| *is_there)?;
    ears.push(ring.ear(last));
    (ring.turn(last) != Ordering::Less).then_some(ears)
}

/// The remaining corners as a doubly linked list.
struct Ring<'a> {
    places: &'a [DVec2],
    next: Vec<usize>,
    before: Vec<usize>,
    is_there: Vec<bool>,
    left: usize,
    /// Reflex and collinear corners: if an ear contains any corner, it contains one of these.
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
        // Corners on the border count, except those at the position of an ear's corner.
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

    /// Removes those of the corners that are spikes or coincide with a neighbour, and new spikes
    /// that result. Returns the given corners that remain.
    fn cut_spikes(&mut self, mut corners: Vec<usize>, ears: &mut Vec<[usize; 3]>) -> Vec<usize> {
        let mut left = Vec::new();
        while let Some(tip) = corners.pop() {
            if !self.is_there[tip] {
                continue;
            }
            let [before, at, next] = self.ear(tip).map(|i| self.places[i]);
            if self.left > 3 && self.turn(tip) == Ordering::Equal && (before - at).dot(next - at) >= 0.0 {
                ears.push(self.ear(tip));
                corners.extend(self.cut_off(tip));
            } else {
                left.push(tip);
            }
        }
        left
    }

    /// Removes a corner and returns its neighbours, which become adjacent.
    fn cut_off(&mut self, tip: usize) -> [usize; 2] {
        let [a, _, b] = self.ear(tip);
        (self.next[a], self.before[b]) = (b, a);
        self.is_there[tip] = false;
        self.left -= 1;
        self.blunt.retain(|i| ![a, tip, b].contains(i));
        // Removing a spike with sides of different lengths may make a convex corner reflex.
        for beside in [a, b] {
            if self.turn(beside) != Ordering::Greater {
                self.blunt.push(beside);
            }
        }
        [a, b]
    }
}
