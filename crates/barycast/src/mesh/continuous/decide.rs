//! The first time of contact by signs of polynomials, in exact rationals.
//!
//! At the first time, unless it is the start, the nearest point of the shape is a corner, or inside an edge, or inside the
//! face, at exactly the distance `d` to be kept. So the time is a root of one of
//!
//! ```text
//! d^2 - |q|^2                        of a corner q
//! d^2 |e|^2 - |q x e|^2              of an edge e from q
//! d^2 |n|^2 - (q . n)^2              of the face, n = u x v
//! ```
//!
//! at which the foot of the origin is in that corner, edge or face: where other polynomials have the right signs. One that is 0 at
//! all times has been so before: then the corner, edge or face never is the first. Without a separation the last is the cubic
//! `q . n`, and all contact is at its roots, unless it is 0 at all times.

use super::moving::{differences, sides};
use super::question::{Kind, Question};
use crate::exact::{Arena, Exact, Polynomial, Root};
use crate::number::Ring;
use crate::number::each::MapEach;
use crate::pair::point_triangle;
use crate::shape::{Flat, Parallelogram, Point, Triangle};
use crate::vector::{V3, Vector};
use alloc::vec::Vec;
use core::array::from_fn;

/// A vector whose numbers change with time.
type Track<'a> = [Polynomial<'a>; 3];

/// What must be so for the nearest point to be on a corner, an edge or the face.
struct Feature<'a> {
    /// How much nearer than allowed it is: 0 at the first time.
    near: Polynomial<'a>,
    /// The foot is in it where these are not negative.
    inside: Vec<Polynomial<'a>>,
    /// Positive but where it is degenerate: then its border is there in its place.
    size: Option<Polynomial<'a>>,
}

/// The first time from `from` on, before which they do not touch; rounded down.
pub(super) fn first_time(question: &Question, from: f64) -> Option<f64> {
    let arena = Arena::new();
    if touch_at(question, from, &arena) {
        return Some(from);
    }
    let number = |x: f64| arena.number(x);
    let track = |[i, j]: [usize; 2]| -> Track<'_> {
        from_fn(|axis| {
            let start = number(question.start[i][axis]) - number(question.start[j][axis]);
            let end = number(question.end[i][axis]) - number(question.end[j][axis]);
            Polynomial::new([start, end - start].to_vec())
        })
    };
    let corners: Vec<Track<'_>> = differences(question.kind).iter().map(|pair| track(*pair)).collect();
    let [u, v] = sides(question.kind).each(track);
    let separation = Polynomial::new([number(question.separation).squared()].to_vec());
    let (edges, face) = features(&corners, &u, &v, &separation);
    let (low, high) = (number(from), number(1.0));
    if separation.is_zero() && !face.near.is_zero() {
        // All that touches does so where the plane passes.
        let holds = |root: &Root<'_>| {
            face.holds_at(root)
                || edges.iter().any(|edge| root.sign_of(&edge.near) == 0 && edge.holds_at(root))
        };
        let roots = face.near.roots(low, high);
        return roots.iter().find(|root| holds(root)).map(|root| root.floor(number));
    }
    let mut features = edges;
    if !separation.is_zero() {
        features.push(face);
    }
    let mut first: Option<f64> = None;
    for feature in &features {
        let roots = feature.near.roots(low, high);
        if let Some(root) = roots.iter().find(|root| feature.holds_at(root)) {
            let t = root.floor(number).max(from);
            first = Some(first.map_or(t, |first| first.min(t)));
        }
    }
    first
}

impl<'a> Feature<'a> {
    fn holds_at(&self, root: &Root<'a>) -> bool {
        self.size.as_ref().is_none_or(|size| root.sign_of(size) > 0)
            && self.inside.iter().all(|inside| root.sign_of(inside) >= 0)
    }
}

/// Of the corners and edges, and of the face.
fn features<'a>(
    corners: &[Track<'a>],
    u: &Track<'a>,
    v: &Track<'a>,
    separation: &Polynomial<'a>,
) -> (Vec<Feature<'a>>, Feature<'a>) {
    let normal = cross(u, v);
    let mut features = Vec::new();
    let mut in_face = Vec::new();
    for (i, q) in corners.iter().enumerate() {
        let next = &corners[(i + 1) % corners.len()];
        let edge: Track<'a> = from_fn(|axis| &next[axis] - &q[axis]);
        let area = cross(q, &edge);
        let size = dot(&edge, &edge);
        features.push(Feature { near: separation - &dot(q, q), inside: Vec::new(), size: None });
        features.push(Feature {
            near: &(separation * &size) - &dot(&area, &area),
            inside: [&Polynomial::new(Vec::new()) - &dot(q, &edge), dot(next, &edge)].into(),
            size: Some(size),
        });
        in_face.push(dot(&area, &normal));
    }
    let size = dot(&normal, &normal);
    let height = dot(&corners[0], &normal);
    let near = if separation.is_zero() { height } else { &(separation * &size) - &(&height * &height) };
    (features, Feature { near, inside: in_face, size: Some(size) })
}

fn dot<'a>(a: &Track<'a>, b: &Track<'a>) -> Polynomial<'a> {
    let [x, y, z] = from_fn(|axis| &a[axis] * &b[axis]);
    &(&x + &y) + &z
}

fn cross<'a>(a: &Track<'a>, b: &Track<'a>) -> Track<'a> {
    from_fn(|axis| {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        &(&a[i] * &b[j]) - &(&a[j] * &b[i])
    })
}

/// The points at a time.
fn points_at<'a>(question: &Question, t: f64, arena: &'a Arena) -> [V3<Exact<'a>>; 4] {
    let time = arena.number(t);
    from_fn(|i| {
        V3::from_fn(|axis| {
            let (start, end) = (arena.number(question.start[i][axis]), arena.number(question.end[i][axis]));
            start + (end - start) * time
        })
    })
}

/// The sign of the cubic.
pub(super) fn side(question: &Question, t: f64) -> i32 {
    let arena = Arena::new();
    let points = points_at(question, t, &arena);
    let difference = |[i, j]: [usize; 2]| points[i] - points[j];
    let [u, v] = sides(question.kind).each(difference);
    difference(differences(question.kind)[0]).triple(u, v).sign()
}

/// They touch, or are as near as the separation, at this very time.
fn touch_at(question: &Question, t: f64, arena: &Arena) -> bool {
    let points = points_at(question, t, arena);
    let difference = |[i, j]: [usize; 2]| points[i] - points[j];
    let a = difference(differences(question.kind)[0]);
    let [u, v] = sides(question.kind).each(difference);
    match question.kind {
        Kind::VertexFace => touches(question, &Triangle { a, b: a + u, c: a + v }, arena),
        Kind::EdgeEdge => touches(question, &Parallelogram { origin: a, u, v }, arena),
    }
}

fn touches<'a, F: Flat<Vector = V3<Exact<'a>>>>(question: &Question, shape: &F, arena: &'a Arena) -> bool {
    let origin = Point(V3::splat(arena.number(0.0)));
    if question.separation == 0.0 {
        return point_triangle::intersects(&origin, shape);
    }
    let separation = arena.number(question.separation);
    point_triangle::within(&origin, shape, separation.squared())
}
