//! Cutting polytopes, in exact numbers.
//!
//! What two polytopes share is a polytope, and each of its corners is a corner of what a face of the one shares with
//! the other. So the faces of each are cut by the sides of the other, as polygons; the corners that are left are the
//! answer's, and no more: a cut face is a face of the common set, and a polygon cut by lines has no corner on an
//! edge. A flat polytope is its own face, and needs no other. Corners made by a cut lie on it, and points that are
//! equal are found to be.
//!
//! Source: [Sutherland 1974].

use super::polytope::{Corner, Polytope, Side, crossing};
use crate::exact::Exact;
use crate::vector::Vector;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Faces on their way through sides.
struct Cutting<V> {
    corners: Vec<Corner<V>>,
    faces: Vec<Vec<usize>>,
}

impl<'a, V: Vector<Scalar = Exact<'a>, Mask = bool>> Cutting<V> {
    /// Only what lies in the half-space is left.
    fn cut(&mut self, side: &Side<V>) {
        let mut signs: Vec<Option<i8>> = alloc::vec![None; self.corners.len()];
        for i in self.faces.iter().flatten() {
            signs[*i] = signs[*i].or_else(|| Some(side.sign(&self.corners[*i])));
        }
        if !signs.contains(&Some(1)) {
            return;
        }
        let sign = |i: usize| signs[i].unwrap_or(0);
        let mut made: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let corners = &mut self.corners;
        for face in &mut self.faces {
            let mut kept: Vec<usize> = Vec::with_capacity(face.len() + 1);
            for (i, &p) in face.iter().enumerate() {
                let q = face[(i + 1) % face.len()];
                if sign(p) <= 0 {
                    kept.push(p);
                }
                if sign(p) * sign(q) < 0 {
                    // Faces that share the edge share the point.
                    let edge = (p.min(q), p.max(q));
                    let point = *made.entry(edge).or_insert_with(|| {
                        corners.push(crossing(side, &corners[edge.0], &corners[edge.1]));
                        corners.len() - 1
                    });
                    kept.push(point);
                }
            }
            *face = kept;
        }
        self.faces.retain(|face| !face.is_empty());
    }
}

/// The corners of what is in all of the half-spaces; they may stand several times.
fn cut<'a, V>(polytope: &Polytope<V>, sides: &[Side<V>]) -> Vec<Corner<V>>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    let mut cutting = Cutting { corners: polytope.corners.clone(), faces: polytope.faces() };
    for side in sides {
        cutting.cut(side);
    }
    cutting.faces.iter().flatten().map(|i| cutting.corners[*i]).collect()
}

fn without_doubles<'a, V>(mut points: Vec<Corner<V>>) -> Vec<Corner<V>>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    points.sort_by(Corner::order);
    points.dedup_by(|p, q| p.order(q).is_eq());
    points
}

/// The corners of what two polytopes share, in order of their coordinates.
pub(super) fn shared<'a, V>(a: &Polytope<V>, b: &Polytope<V>) -> Vec<Corner<V>>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    let (a, b) = if b.dimension < a.dimension { (b, a) } else { (a, b) };
    let mut points = cut(a, &b.sides);
    if a.dimension == 3 {
        points.extend(cut(b, &a.sides));
    }
    without_doubles(points)
}

/// The corners of what a polytope shares with a plane or half-space, in order of their coordinates.
pub(super) fn beyond<'a, V>(a: &Polytope<V>, sides: &[Side<V>]) -> Vec<Corner<V>>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    without_doubles(cut(a, sides))
}
