//! Plane sections of a mesh.
//!
//! A vertex on the plane counts as above it, on the side to which the normal points, as if the
//! plane were moved down by an infinitesimal distance. The side of each vertex is decided exactly.
//! Every edge is therefore cut once or not at all, and every triangle in one segment between two of
//! its edges or not at all. A closed surface is cut in closed polylines. Faces in the plane are
//! outlined where their neighbours are below. Vertices at the same position count as one.
//!
//! The back side of the triangles is on the left of the segments, seen from above the plane:
//! outlines of meshes that face outward run counter-clockwise, those of holes clockwise. At an edge
//! of more than two triangles, segments that end are joined to segments that begin, in order of
//! their triangles.

use super::leaf::numbers;
use super::polyline::{Polyline, polylines};
use super::{MeshNumber, TriMesh};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::shape::Plane;
use crate::shape::scanline::{decided, sign};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Vertex of a [`SliceLine`], where the plane cuts an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlicePoint<V> {
    /// Position: that of the vertex itself if it is on the plane.
    pub point: V,
    /// Vertices of the edge, the one below the plane first.
    pub edge: [u32; 2],
    /// Triangle through which the line continues from here. For the last point of an open line, the
    /// triangle through which it arrived.
    pub triangle: usize,
}

/// Polyline in which a plane cuts a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct SliceLine<V> {
    /// Points at the edges that the line crosses, in order.
    pub points: Vec<SlicePoint<V>>,
    /// Whether the last point is connected to the first.
    pub closed: bool,
}

/// Cut through a triangle, from where its boundary goes down through the plane to where it goes up.
struct Cut {
    triangle: u32,
    /// Vertices of the cut edges at both ends, the one below first.
    edges: [[u32; 2]; 2],
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the polylines in which a plane cuts the mesh. All are closed if the mesh is closed.
    ///
    /// A vertex on the plane counts as above it. Seen from the side to which the normal points, a
    /// line runs counter-clockwise around the back side of the triangles. Edges that share a vertex
    /// on the plane give the same point several times.
    ///
    /// ```
    /// use barycast::d3::Plane;
    /// use barycast::mesh::TriMesh;
    /// use glam::Vec3;
    ///
    /// let corners = vec![Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0, Vec3::Z * 2.0];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let lines = mesh.slice(&Plane::new(Vec3::Z, 1.0));
    /// assert!(lines.len() == 1 && lines[0].closed && lines[0].points.len() == 3);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "section")]
    #[doc(alias = "cross_section")]
    #[doc(alias = "contour")]
    pub fn slice(&self, plane: &Plane<V>) -> Vec<SliceLine<V>> {
        let all = || (0..self.triangles().len() as u32).collect();
        let near = if self.has_no_tree() {
            all()
        } else {
            let (normal, distance) = (numbers(plane.normal).each(Float::to_f64), plane.distance.to_f64());
            let sides = [(normal, distance), (normal.each(|n| -n), -distance)];
            self.tree().framed().within(sides.into_iter())
        };
        let cuts: Vec<Cut> = near.into_iter().filter_map(|triangle| self.cut(plane, triangle)).collect();
        let places = self.places_of(&cuts);
        let place = |vertex: u32| places.get(&vertex).copied().unwrap_or(vertex);
        let keys: Vec<_> = cuts.iter().map(|cut| cut.edges.each(|edge| edge.each(place))).collect();
        let point = |end: &usize| {
            let Cut { triangle, edges } = &cuts[end / 2];
            let edge = edges[end % 2];
            let [below, above] = edge.each(|vertex| self.vertices()[vertex as usize]);
            SlicePoint { point: pass(plane, below, above), edge, triangle: *triangle as usize }
        };
        let line = |Polyline { ends, closed }| SliceLine { points: ends.iter().map(point).collect(), closed };
        polylines(&keys).into_iter().map(line).collect()
    }

    /// Returns the cut through a triangle.
    fn cut(&self, plane: &Plane<V>, triangle: u32) -> Option<Cut> {
        let named = self.triangles()[triangle as usize];
        let above = named.each(|vertex| {
            let p = self.vertices()[vertex as usize];
            let side = decided!(number => {
                let number = |x: V::Scalar| number(x.to_f64());
                sign(plane.lift::<V3<_>>(&number).side(p.lift::<V3<_>>(&number)))
            });
            side >= 0
        });
        let turns = |from: bool| {
            let i = (0..3).find(|i| above[*i] == from && above[(i + 1) % 3] != from)?;
            let (a, b) = (named[i], named[(i + 1) % 3]);
            Some(if from { [b, a] } else { [a, b] })
        };
        Some(Cut { triangle, edges: [turns(true)?, turns(false)?] })
    }

    /// Returns a number for the position of each vertex of the cuts.
    fn places_of(&self, cuts: &[Cut]) -> BTreeMap<u32, u32> {
        let mut numbers_of = BTreeMap::new();
        let mut places = BTreeMap::new();
        for vertex in cuts.iter().flat_map(|cut| cut.edges.into_iter().flatten()) {
            // Both zeros are one position.
            let at = numbers(self.vertices()[vertex as usize]).each(|x| (x.to_f64() + 0.0).to_bits());
            let next = numbers_of.len() as u32;
            places.insert(vertex, *numbers_of.entry(at).or_insert(next));
        }
        places
    }
}

/// Returns the point where an edge crosses the plane, computed in double-double precision. It is
/// the same for each triangle.
fn pass<V: FloatVector + Vector3>(plane: &Plane<V>, below: V, above: V) -> V {
    let precise = |v: V| v.lift::<V3<DoubleDouble>>(&Float::precise);
    let plane = plane.lift::<V3<DoubleDouble>>(&Float::precise);
    let (a, b) = (precise(below), precise(above));
    let (from, to) = (plane.side(a), plane.side(b));
    let t = from / (from - to);
    if !t.is_finite() || t >= DoubleDouble::ONE || to == DoubleDouble::ZERO {
        return above;
    }
    let zero = DoubleDouble::ZERO;
    let at = a + (b - a) * if t < zero { zero } else { t };
    V::from_fn(|axis| V::Scalar::from_precise(at.get(axis)))
}
