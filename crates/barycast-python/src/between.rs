//! Questions of two meshes, for one pose or many.

use crate::answers::result;
use crate::arrays::{Num, Space, array_of, zeros};
use crate::error::{self, Class};
use crate::placements::{self, Rows};
use crate::pool::{self, Looker};
use crate::rays::numbers;
use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use barycast::number::Float;
use numpy::{Element, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A mesh with one vertex of each piece if what it encloses belongs to it.
pub(crate) struct Body<V: Space> {
    pub(crate) mesh: Arc<TriMesh<V>>,
    /// Vertices, one of each connected piece.
    pub(crate) pieces: Arc<Vec<u32>>,
    pub(crate) solid: bool,
}

/// Returns one vertex of each connected piece of a mesh.
pub(crate) fn pieces<V: Space>(mesh: &TriMesh<V>) -> Vec<u32> {
    let mut above: Vec<u32> = (0..mesh.vertices().len() as u32).collect();
    fn root(above: &mut [u32], mut vertex: u32) -> u32 {
        while above[vertex as usize] != vertex {
            above[vertex as usize] = above[above[vertex as usize] as usize];
            vertex = above[vertex as usize];
        }
        vertex
    }
    for [a, b, c] in mesh.triangles() {
        for other in [b, c] {
            let (from, to) = (root(&mut above, *a), root(&mut above, *other));
            above[from as usize] = to;
        }
    }
    let mut found: Vec<u32> = mesh.triangles().iter().map(|[a, ..]| root(&mut above, *a)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl<V: Space> Body<V> {
    /// Returns a vertex of the other, placed body inside this solid, if the surfaces do not meet.
    fn encloses(&self, other: &TriMesh<V>, pieces: &[u32], self_from_other: &Affine3<V>) -> Option<V> {
        let bounds = self.mesh.bounds();
        let in_box = |p: &V| {
            (0..3).all(|axis| bounds.min.get(axis) <= p.get(axis) && p.get(axis) <= bounds.max.get(axis))
        };
        let near = |vertex: &u32| {
            let p = self_from_other.transform_point(other.vertices()[*vertex as usize]);
            in_box(&p).then_some(p)
        };
        let mut placed = None;
        pieces.iter().find_map(|vertex| {
            let p = near(vertex)?;
            let reach = [bounds.min, bounds.max, p]
                .into_iter()
                .flat_map(numbers)
                .fold(0.0, |most: f64, x| most.max(x.to_f64().abs()));
            let gap = self.mesh.closest_point(p).closest.distance.to_f64();
            if gap > reach * 1e6 * Num::<V>::EPSILON.to_f64() {
                return self.mesh.contains_point(p).then_some(p);
            }
            // So near the surface that the vertex must be placed as exactly as the surfaces are.
            let placed = placed.get_or_insert_with(|| other.placed(self_from_other).ok());
            let p = placed.as_ref()?.vertices()[*vertex as usize];
            self.mesh.contains_point(p).then_some(p)
        })
    }

    /// Returns a point of one body inside the other, if their surfaces do not meet.
    fn inner_point(&self, other: &Self, self_from_other: &Affine3<V>) -> Option<V> {
        if self.solid
            && let Some(point) = self.encloses(&other.mesh, &other.pieces, self_from_other)
        {
            return Some(point);
        }
        if !other.solid {
            return None;
        }
        // Points of this mesh in the coordinates of the other one.
        let other_from_self = inverse(self_from_other)?;
        let found = other.encloses(&self.mesh, &self.pieces, &other_from_self)?;
        Some(self_from_other.transform_point(found))
    }

    fn intersects(&self, other: &Self, self_from_other: &Affine3<V>) -> bool {
        self.mesh.intersects_mesh(&other.mesh, self_from_other)
            || self.inner_point(other, self_from_other).is_some()
    }
}

/// Returns the inverse of a map, rounded.
fn inverse<V: Space>(map: &Affine3<V>) -> Option<Affine3<V>> {
    let back = map.inverse()?;
    let unit = |at: usize| {
        let number = |axis: usize| Num::<V>::from_f64(f64::from(u8::from(axis == at)));
        back.transform_vector(V::from_fn(number))
    };
    let translation = back.transform_point(V::from_fn(|_| Num::<V>::from_f64(0.0)));
    Some(Affine3 { x: unit(0), y: unit(1), z: unit(2), translation })
}

/// A question of two meshes in many poses.
pub(crate) struct Poses<'a, 'py> {
    pub(crate) pose: Option<&'a Bound<'py, PyAny>>,
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
}

/// Number of questions that cost as much as one of two meshes.
const WEIGHT: usize = 64;

impl Poses<'_, '_> {
    /// Answers each pose.
    pub(crate) fn each<T: Send + Clone>(
        &self,
        py: Python<'_>,
        none: T,
        answer: impl Fn(&Rows) -> T + Sync,
    ) -> PyResult<(Vec<usize>, Vec<T>)> {
        let poses = placements::read(py, self.pose, "pose")?;
        let mut answers = vec![none; poses.rows.len()];
        const PART: usize = 16;
        let parts: Vec<_> = poses.rows.chunks(PART).zip(answers.chunks_mut(PART)).collect();
        let work = |(rows, answers): (&[Rows], &mut [T])| {
            rows.iter().zip(answers).for_each(|(rows, found)| *found = answer(rows));
        };
        pool::each(py, &Looker::new(self.progress), poses.rows.len() * WEIGHT, parts, work)?;
        Ok((poses.lead, answers))
    }
}

fn array<T: Element + Copy>(py: Python<'_>, lead: &[usize], answers: &[T]) -> PyResult<Py<PyAny>> {
    Ok(array_of(py, lead, answers)?.into_any().unbind())
}

/// Answers `Mesh.intersects`.
pub(crate) fn intersects<V: Space>(
    py: Python<'_>,
    [a, b]: [&Body<V>; 2],
    poses: &Poses<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let (lead, answers) = poses.each(py, false, |rows| a.intersects(b, &placements::affine(rows)))?;
    array(py, &lead, &answers)
}

/// Answers `Mesh.comes_within`.
pub(crate) fn comes_within<V: Space>(
    py: Python<'_>,
    [a, b]: [&Body<V>; 2],
    poses: &Poses<'_, '_>,
    limit: f64,
) -> PyResult<Py<PyAny>> {
    crate::arrays::real(py, "limit", limit, limit >= 0.0, "be 0 or more")?;
    let (lead, answers) = poses.each(py, false, |rows| {
        let place = placements::affine(rows);
        a.mesh.is_within_distance(&b.mesh, &place, Num::<V>::from_f64(limit))
            || a.inner_point(b, &place).is_some()
    })?;
    array(py, &lead, &answers)
}

/// Answers `Mesh.distance`.
pub(crate) fn distance<V: Space>(
    py: Python<'_>,
    [a, b]: [&Body<V>; 2],
    poses: &Poses<'_, '_>,
    max_distance: f64,
) -> PyResult<Py<PyAny>> {
    crate::arrays::real(py, "max_distance", max_distance, max_distance >= 0.0, "be 0 or more")?;
    let limit = Num::<V>::from_f64(max_distance);
    let (lead, answers) = poses.each(py, None, |rows| {
        let place = placements::affine(rows);
        let touching = |point: V| (Num::<V>::from_f64(0.0), numbers(point), numbers(point), [-1; 2]);
        if (a.solid || b.solid)
            && !a.mesh.intersects_mesh(&b.mesh, &place)
            && let Some(point) = a.inner_point(b, &place)
        {
            return Some(touching(point));
        }
        let found = a.mesh.distance_to_mesh(&b.mesh, &place, limit)?;
        let closest = found.closest;
        Some((
            closest.distance,
            numbers(closest.on_a),
            numbers(closest.on_b),
            found.triangles.map(|triangle| triangle as i32),
        ))
    })?;
    let (nan, infinity) = (Num::<V>::from_f64(f64::NAN), Num::<V>::from_f64(f64::INFINITY));
    let answers: Vec<_> =
        answers.into_iter().map(|found| found.unwrap_or((infinity, [nan; 3], [nan; 3], [-1; 2]))).collect();
    let with = [&lead[..], &[3]].concat();
    let dict = PyDict::new(py);
    let distances: Vec<_> = answers.iter().map(|found| found.0).collect();
    let points = |of: fn(&Answer<V>) -> [Num<V>; 3]| answers.iter().flat_map(of).collect::<Vec<_>>();
    dict.set_item("distance", array_of(py, &lead, &distances)?)?;
    dict.set_item("point_a", array_of(py, &with, &points(|found| found.1))?)?;
    dict.set_item("point_b", array_of(py, &with, &points(|found| found.2))?)?;
    for (i, name) in ["triangle_a", "triangle_b"].into_iter().enumerate() {
        let triangles: Vec<_> = answers.iter().map(|found| found.3[i]).collect();
        dict.set_item(name, array_of(py, &lead, &triangles)?)?;
    }
    result(py, "Between", &lead, &dict)
}

/// Distance, points and triangles.
type Answer<V> = (Num<V>, [Num<V>; 3], [Num<V>; 3], [i32; 2]);

/// Reads one pose.
pub(crate) fn one_pose(py: Python<'_>, pose: Option<&Bound<'_, PyAny>>) -> PyResult<Rows> {
    let poses = placements::read(py, pose, "pose")?;
    match (poses.lead.as_slice(), poses.rows.as_slice()) {
        ([], [rows]) => Ok(*rows),
        (lead, _) => {
            let message = format!("pose must be one pose, got {} poses", crate::arrays::shape_text(lead));
            Err(error::new(py, Class::Array, message))
        }
    }
}

/// Makes an array of pairs of ids.
pub(crate) fn pairs(py: Python<'_>, pairs: &[[u32; 2]]) -> PyResult<Py<PyAny>> {
    let flat: Vec<i32> = pairs.as_flattened().iter().map(|id| *id as i32).collect();
    array(py, &[pairs.len(), 2], &flat)
}

/// Polylines: points of each, whether it is closed, and the triangle and edge of each point.
pub(crate) struct Lines<S> {
    pub(crate) lines: Vec<(usize, bool)>,
    pub(crate) points: Vec<S>,
    pub(crate) triangles: Option<(Vec<i32>, Vec<i32>)>,
}

/// Makes the result of polylines.
pub(crate) fn polylines<S: Element + Copy>(py: Python<'_>, lines: &Lines<S>) -> PyResult<Py<PyAny>> {
    let mut offsets = vec![0_i64];
    offsets.extend(lines.lines.iter().scan(0, |end, (count, _)| {
        *end += *count as i64;
        Some(*end)
    }));
    let closed: Vec<bool> = lines.lines.iter().map(|line| line.1).collect();
    let dict = PyDict::new(py);
    dict.set_item("points", array_of(py, &[lines.points.len() / 3, 3], &lines.points)?)?;
    dict.set_item("offsets", array_of(py, &[offsets.len()], &offsets)?)?;
    dict.set_item("closed", array_of(py, &[closed.len()], &closed)?)?;
    if let Some((triangles, edges)) = &lines.triangles {
        dict.set_item("triangle", array_of(py, &[triangles.len()], triangles)?)?;
        dict.set_item("edge", array_of(py, &[edges.len() / 2, 2], edges)?)?;
    }
    result(py, "Polylines", &[closed.len()], &dict)
}

/// Makes a new array with these numbers of `u32`.
pub(crate) fn faces(py: Python<'_>, faces: &[[u32; 3]]) -> PyResult<Py<PyAny>> {
    let made = zeros::<u32>(py, &[faces.len(), 3])?;
    made.readwrite()
        .as_slice_mut()
        .map_err(|error| pyo3::exceptions::PyTypeError::new_err(error.to_string()))?
        .copy_from_slice(faces.as_flattened());
    Ok(made.into_any().unbind())
}
