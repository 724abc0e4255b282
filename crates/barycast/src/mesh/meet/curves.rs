//! Intersection curves of two surfaces.
//!
//! Two triangles that cross do so in a segment. Each end of the segment is a point where an edge of
//! one passes through the other. The neighbour across that edge ends there too, so segments are
//! joined by edge and triangle, not by their coordinates.
//!
//! Touching is resolved by simulation of simplicity: the second mesh counts as shifted by an
//! infinitesimal distance along the first axis, by an infinitesimal fraction of it along the
//! second, and likewise along the third. If the sign of a volume is 0, the first of its three
//! derivatives that is not 0 decides. All of it is exact. An edge therefore passes through a
//! triangle or does not, two triangles cross in one segment or not at all, and closed surfaces
//! cross in closed curves, even if they are flush.
//!
//! With the normals `m`, `n`, segments run along `m x n`: the back of the second surface is on
//! their left, seen from the front of the first. The boundary of a triangle of the first mesh
//! therefore passes from above the second's plane to below it where a segment ends.
//!
//! Sources: [Edelsbrunner 1990].

use super::exact_pairs::triangle;
use super::{MeshNumber, TriMesh};
use crate::exact::predicate::{orientation_2d, orientation_3d};
use crate::frame::Affine3;
use crate::mesh::leaf::numbers;
use crate::mesh::polyline::{Polyline, polylines};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::shape::scanline::{decided, sign};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::{DVec2, DVec3};

/// Intersection curve of two meshes: a polyline.
#[derive(Clone, Debug, PartialEq)]
pub struct IntersectionCurve<V> {
    /// Points at every edge of either mesh that the curve crosses, in the coordinates of the first
    /// mesh.
    pub points: Vec<V>,
    /// Whether the last point is connected to the first.
    pub closed: bool,
}

/// Point where an edge of one mesh passes through a triangle of the other: index of the mesh,
/// positions of the edge's ends, the lower first, and triangle.
type End = (usize, [u32; 2], u32);

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the curves in which the two surfaces cross. All are closed if the meshes are closed.
    /// `self_from_other` places the other mesh; each coordinate is rounded once.
    ///
    /// Surfaces that only touch count as shifted by an infinitesimal distance, so there may be a
    /// curve around a region where they are flush, or none. Curves of length 0 are omitted. The
    /// back of the other surface is on the left of a curve, seen from the front of the first.
    /// Points are exact up to rounding.
    ///
    /// ```
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use glam::{DAffine3, DVec3, dvec3};
    ///
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let by = Affine3::from(DAffine3::from_translation(dvec3(0.1, 0.1, -0.5)));
    /// let lines = mesh.intersection_curves(&mesh, &by)?;
    /// assert!(lines.len() == 1 && lines[0].closed);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// [`MeshError::NotFinite`](super::super::MeshError::NotFinite) if a vertex is placed beyond
    /// the range of the numbers.
    #[doc(alias = "intersection curve")]
    pub fn intersection_curves(
        &self,
        other: &Self,
        self_from_other: &Affine3<V>,
    ) -> Result<Vec<IntersectionCurve<V>>, super::MeshError> {
        let pairs = self.intersecting_triangles(other, self_from_other);
        if other.triangles().is_empty() {
            return Ok(Vec::new());
        }
        let other = other.placed(self_from_other)?;
        let meshes = [self, &other];
        let mut places = [Places::default(), Places::default()];
        let (mut segments, mut points) = (Vec::new(), BTreeMap::new());
        for pair in pairs {
            let corners = [0, 1].each(|i| triangle(&meshes[i].corners(pair[i])).corners());
            let Some(crossing) = Crossing::of(corners) else { continue };
            let end = |Edge { of, first }: Edge| {
                let named = meshes[of].triangles()[pair[of] as usize];
                let edge =
                    [named[first], named[(first + 1) % 3]].each(|vertex| places[of].of(meshes[of], vertex));
                let end: End = (of, [edge[0].min(edge[1]), edge[0].max(edge[1])], pair[1 - of]);
                let (from, to) = (corners[of][first], corners[of][(first + 1) % 3]);
                // From the lower position, so that both triangles compute the same point.
                let way = if edge[0] < edge[1] { [from, to] } else { [to, from] };
                points.entry(end).or_insert_with(|| through(way, corners[1 - of]));
                end
            };
            segments.push(crossing.0.each(end));
        }
        let line = |Polyline { ends, closed }: Polyline| {
            let mut line: Vec<DVec3> =
                ends.iter().filter_map(|end| points.get(&segments[end / 2][end % 2]).copied()).collect();
            line.dedup();
            while closed && line.len() > 1 && line.first() == line.last() {
                line.pop();
            }
            let rounded = |p: &DVec3| V::from_fn(|axis| V::Scalar::from_f64(p[axis]));
            (line.len() > 1).then(|| IntersectionCurve { points: line.iter().map(rounded).collect(), closed })
        };
        Ok(polylines(&segments).into_iter().filter_map(line).collect())
    }
}

/// Number for the position of each vertex in use.
#[derive(Default)]
struct Places(BTreeMap<[u64; 3], u32>);

impl Places {
    fn of<V: FloatVector<Scalar: MeshNumber> + Vector3>(&mut self, mesh: &TriMesh<V>, vertex: u32) -> u32 {
        // Both zeros are one position.
        let at = numbers(mesh.vertices()[vertex as usize]).each(|x| (x.to_f64() + 0.0).to_bits());
        let next = self.0.len() as u32;
        *self.0.entry(at).or_insert(next)
    }
}

/// Edge of a triangle of one of the meshes, starting at a corner of the triangle.
#[derive(Clone, Copy)]
struct Edge {
    of: usize,
    first: usize,
}

/// Crossing of two triangles: the edges where the segment begins and ends.
struct Crossing([Edge; 2]);

impl Crossing {
    fn of([a, b]: [[DVec3; 3]; 2]) -> Option<Self> {
        let above_b = sides(b, a, -1)?;
        let above_a = sides(a, b, 1)?;
        let parted = |above: [bool; 3]| above != [above[0]; 3];
        if !parted(above_a) || !parted(above_b) {
            return None;
        }
        let mut passes = [[0_i8; 3]; 3];
        for (i, passes) in passes.iter_mut().enumerate() {
            for (j, pass) in passes.iter_mut().enumerate() {
                *pass = side_of_edges([a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]]);
            }
        }
        let alike = |passes: [i8; 3]| passes[0] != 0 && passes == [passes[0]; 3];
        let mut ends = [None; 2];
        for first in 0..3 {
            let next = (first + 1) % 3;
            if above_b[first] != above_b[next] && alike(passes[first]) {
                ends[usize::from(above_b[first])] = Some(Edge { of: 0, first });
            }
            if above_a[first] != above_a[next] && alike([0, 1, 2].each(|i| passes[i][first])) {
                ends[usize::from(above_a[next])] = Some(Edge { of: 1, first });
            }
        }
        Some(Self([ends[0]?, ends[1]?]))
    }
}

/// Returns which points are above a triangle's plane. Points in the plane are shifted by the
/// infinitesimal step, or with `way` -1 the triangle is. Returns `None` for a triangle without
/// area.
fn sides([a, b, c]: [DVec3; 3], points: [DVec3; 3], way: i8) -> Option<[bool; 3]> {
    let flat = |axis: usize| {
        let seen = |p: DVec3| DVec2::new(p[(axis + 1) % 3], p[(axis + 2) % 3]);
        of(orientation_2d(seen(a), seen(b), seen(c)))
    };
    let normal = (0..3).map(flat).find(|sign| *sign != 0)?;
    Some(points.each(|p| {
        let side = of(orientation_3d(a, b, c, p));
        if side == 0 { normal * way > 0 } else { side > 0 }
    }))
}

/// Returns the side on which the second edge passes the shifted first edge; 0 if they are parallel.
fn side_of_edges([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> i8 {
    let side = of(orientation_3d(a, b, c, d));
    if side != 0 {
        return side;
    }
    let turned = |axis: usize| {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        decided!(number => {
            let [a, b, c, d] = [a, b, c, d].each(|p| p.lift::<V3<_>>(&number));
            let (first, second) = (b - a, d - c);
            sign(second.get(i) * first.get(j) - second.get(j) * first.get(i))
        })
    };
    (0..3).map(turned).find(|sign| *sign != 0).unwrap_or(0)
}

fn of(side: Ordering) -> i8 {
    match side {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// Returns the point where an edge passes through a triangle's plane, in double-double precision.
fn through([from, to]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> DVec3 {
    let precise = |p: DVec3| p.lift::<V3<DoubleDouble>>(&Float::precise);
    let [from, to, a, b, c] = [from, to, a, b, c].each(precise);
    let normal = (b - a).cross(c - a);
    let (before, after) = (normal.dot(from - a), normal.dot(to - a));
    let (zero, one) = (DoubleDouble::ZERO, DoubleDouble::ONE);
    let t = before / (before - after);
    let t = if !t.is_finite() || t < zero { zero } else { t };
    let at = if t < one { from + (to - from) * t } else { to };
    DVec3::from_array([0, 1, 2].each(|axis| f64::from_precise(at.get(axis))))
}
