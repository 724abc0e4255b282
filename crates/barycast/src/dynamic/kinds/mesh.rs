//! A mesh and a height field.

use crate::dynamic::any::Shape3;
use crate::dynamic::deformed::{NOT_CONVEX, rounded};
use crate::dynamic::kind::{Deform, Kind};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::number::Float;
use crate::shape::ShapeError;
use crate::shape::{HeightField, ListError, Mesh};
use crate::vector::FloatVector;
use crate::vector::Vector3;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Returns the placed mesh, which keeps its BVH, or a new mesh if that is as fast.
fn placed(a: &Mesh<DVec3>, pose: &Pose<'_, DVec3>) -> Result<Mesh<DVec3>, ListError> {
    if let Some(posed) = pose.frame().and_then(|axes| a.posed(axes, pose.translation)) {
        // None of its coordinates are inspected here.
        pose.rounds.set(true);
        return Ok(posed);
    }
    let vertices = a.vertices().iter().map(|p| pose.point(*p)).collect();
    Mesh::try_new(vertices, a.triangles().to_vec(), a.is_solid())
}

/// Stretches a mesh. Fronts stay fronts: mirrored triangles are reversed.
fn stretched<V: FloatVector + Vector3>(a: &Mesh<V>, scale: V) -> Result<Mesh<V>, ListError> {
    if let Some(stretched) = a.stretched(scale) {
        return Ok(stretched);
    }
    let mirrored = (0..3).filter(|axis| scale.get(*axis) < V::Scalar::ZERO).count() % 2 == 1;
    let turned = |[a, b, c]: [u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
    let vertices = a.vertices().iter().map(|p| p.times(scale)).collect();
    Mesh::try_new(vertices, a.triangles().iter().map(|t| turned(*t)).collect(), a.is_solid())
}

/// Returns the vertices that triangles use.
fn used(mesh: &Mesh<DVec3>) -> Vec<DVec3> {
    let vertices = mesh.vertices();
    let mut is_used = vec![false; vertices.len()];
    mesh.triangles().iter().flatten().for_each(|i| is_used[*i as usize] = true);
    vertices.iter().zip(&is_used).filter(|(_, used)| **used).map(|(p, _)| *p).collect()
}

impl Kind<Shape3> for Mesh<DVec3> {
    fn many_corners(&self) -> Option<Vec<DVec3>> {
        Some(used(self))
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        Ok(placed(self, pose)?.into())
    }
}

impl Kind<Shape3> for HeightField<DVec3> {
    fn many_corners(&self) -> Option<Vec<DVec3>> {
        Some(used(self.mesh()))
    }

    fn placed(&self, pose: &Pose<'_, DVec3>) -> Result<Shape3, ListError> {
        Ok(placed(self.mesh(), pose)?.into())
    }
}

impl Deform<Shape3> for Mesh<DVec3> {
    fn as_hull(&self) -> Option<Shape3> {
        self.to_convex().map(Into::into)
    }

    fn rounded(&self, radius: f64) -> Option<Result<Shape3, ShapeError>> {
        Some(self.as_hull().ok_or(NOT_CONVEX).and_then(|hull| rounded(hull, radius)))
    }

    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        Some(stretched(self, by.scale).map(Into::into))
    }
}

impl Deform<Shape3> for HeightField<DVec3> {
    fn rounded(&self, _: f64) -> Option<Result<Shape3, ShapeError>> {
        Some(Err(NOT_CONVEX))
    }

    fn stretched(&self, by: &Stretch<DVec3>) -> Option<Result<Shape3, ListError>> {
        Some(stretched(self.mesh(), by.scale).map(Into::into))
    }
}
