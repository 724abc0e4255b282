//! Exact first time of contact, by signs of polynomials in rational arithmetic.
//!
//! At the first time of contact, unless it is the start, the closest point of the shape is a
//! corner, in the interior of an edge, or in the interior of the face, at exactly the separation
//! `d`. The time is therefore a root of one of
//!
//! ```text
//! d^2 - |q|^2                        of a corner q
//! d^2 |e|^2 - |q x e|^2              of an edge e from q
//! d^2 |n|^2 - (q . n)^2              of the face, n = u x v
//! ```
//!
//! at which the projection of the origin is in that corner, edge or face: there, other polynomials
//! have the right signs. A feature whose polynomial is identically 0 is in contact at all times, so
//! it is never the first. Without a separation the last polynomial is the cubic `q . n`, and every
//! contact is at one of its roots, unless it is identically 0.

use super::query::{ContactQuery, Kind};
use super::relative_motion::{differences, sides};
use crate::exact::{Arena, Exact, Polynomial, Root};
use crate::number::Ring;
use crate::number::each::MapEach;
use crate::pair::point_triangle;
use crate::shape::{Flat, Parallelogram, Point, Triangle};
use crate::vector::{V3, Vector};
use alloc::vec::Vec;
use core::array::from_fn;

/// Vector whose components are polynomials in time.
type Track<'a> = [Polynomial<'a>; 3];

/// Conditions for the closest point to be on a corner, an edge or the face.
struct Feature<'a> {
    /// Squared separation minus squared distance, up to a factor: 0 at the first time.
    near: Polynomial<'a>,
    /// Nonnegative where the projection is in the feature.
    inside: Vec<Polynomial<'a>>,
    /// Positive unless the feature is degenerate. The boundary of a degenerate feature takes its
    /// place.
    size: Option<Polynomial<'a>>,
}

/// Returns the first time of contact from `from` on, rounded down. There is no contact before
/// `from`.
pub(super) fn first_time(query: &ContactQuery, from: f64) -> Option<f64> {
    let arena = Arena::new();
    if touch_at(query, from, &arena) {
        return Some(from);
    }
    let number = |x: f64| arena.number(x);
    let track = |[i, j]: [usize; 2]| -> Track<'_> {
        from_fn(|axis| {
            let start = number(query.start[i][axis]) - number(query.start[j][axis]);
            let end = number(query.end[i][axis]) - number(query.end[j][axis]);
            Polynomial::new([start, end - start].to_vec())
        })
    };
    let corners: Vec<Track<'_>> = differences(query.kind).iter().map(|pair| track(*pair)).collect();
    let [u, v] = sides(query.kind).each(track);
    let separation = Polynomial::new([number(query.separation).squared()].to_vec());
    let (edges, face) = features(&corners, &u, &v, &separation);
    let (low, high) = (number(from), number(1.0));
    if separation.is_zero() && !face.near.is_zero() {
        // Every contact is at a time when the plane passes the origin.
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

/// Returns the features: corners, edges and face.
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

/// Returns the points at a time.
fn points_at<'a>(query: &ContactQuery, t: f64, arena: &'a Arena) -> [V3<Exact<'a>>; 4] {
    let time = arena.number(t);
    from_fn(|i| {
        V3::from_fn(|axis| {
            let (start, end) = (arena.number(query.start[i][axis]), arena.number(query.end[i][axis]));
            start + (end - start) * time
        })
    })
}

/// Returns the sign of the cubic.
pub(super) fn side(query: &ContactQuery, t: f64) -> i32 {
    let arena = Arena::new();
    let points = points_at(query, t, &arena);
    let difference = |[i, j]: [usize; 2]| points[i] - points[j];
    let [u, v] = sides(query.kind).each(difference);
    difference(differences(query.kind)[0]).triple(u, v).sign()
}

/// Tests whether they touch, or are at the separation, at this time.
fn touch_at(query: &ContactQuery, t: f64, arena: &Arena) -> bool {
    let points = points_at(query, t, arena);
    let difference = |[i, j]: [usize; 2]| points[i] - points[j];
    let a = difference(differences(query.kind)[0]);
    let [u, v] = sides(query.kind).each(difference);
    match query.kind {
        Kind::VertexFace => touches(query, &Triangle { a, b: a + u, c: a + v }, arena),
        Kind::EdgeEdge => touches(query, &Parallelogram { origin: a, u, v }, arena),
    }
}

fn touches<'a, F: Flat<Vector = V3<Exact<'a>>>>(query: &ContactQuery, shape: &F, arena: &'a Arena) -> bool {
    let origin = Point(V3::splat(arena.number(0.0)));
    if query.separation == 0.0 {
        return point_triangle::intersects(&origin, shape);
    }
    let separation = arena.number(query.separation);
    point_triangle::within(&origin, shape, separation.squared())
}
