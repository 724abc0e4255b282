//! Clipping of polytopes, in exact numbers.
//!
//! The intersection of two polytopes is a polytope, and each of its corners is a corner of the
//! intersection of a face of one with the other. So the faces of each are clipped by the sides of
//! the other, as polygons. The remaining corners are exactly those of the result: a clipped face is
//! a face of the intersection, and a polygon clipped by lines has no corner inside an edge. A flat
//! polytope is its own face. Corners made by clipping lie exactly on the plane, and equal points
//! are found equal.
//!
//! Source: [Sutherland 1974].

use super::polytope::{Corner, Polytope, Side, crossing};
use crate::exact::Exact;
use crate::number::Order as _;
use crate::vector::Vector;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Faces during clipping.
struct Cutting<V> {
    corners: Vec<Corner<V>>,
    faces: Vec<Vec<usize>>,
}

impl<'a, V: Vector<Scalar = Exact<'a>, Mask = bool>> Cutting<V> {
    /// Keeps only the part in the half-space.
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

/// Returns the corners of the part in all of the half-spaces, possibly repeated.
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
    points.order_by(Corner::order);
    points.dedup_by(|p, q| p.order(q).is_eq());
    points
}

/// Returns the corners of the intersection of two polytopes, in order of their coordinates.
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

/// Returns the corners of the intersection of a polytope with a plane or half-space, in order of
/// their coordinates.
pub(super) fn beyond<'a, V>(a: &Polytope<V>, sides: &[Side<V>]) -> Vec<Corner<V>>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    without_doubles(cut(a, sides))
}
