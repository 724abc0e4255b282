//! Surfaces that are represented by meshes: flat polygons and height fields.

use super::{Composite, mesh, meshes, tree};
use crate::bvh::Tree;
use crate::dynamic::any::Shape3;
use crate::number::DoubleDouble;
use crate::query::{Hit, Span};
use crate::shape::{Aabb, FlatPolygon, HeightField, Line, Mesh};
use crate::vector::V3;
use alloc::vec::Vec;
use glam::DVec3;

type Precise = V3<DoubleDouble>;

/// Surface with triangles.
pub(crate) trait Triangulated {
    /// Returns its triangles.
    fn triangles(&self) -> &Mesh<DVec3>;

    /// Returns its bounds.
    fn box_around(&self) -> Aabb<DVec3>;
}

impl Triangulated for FlatPolygon<DVec3> {
    fn triangles(&self) -> &Mesh<DVec3> {
        self.mesh()
    }

    fn box_around(&self) -> Aabb<DVec3> {
        self.bounds()
    }
}

impl Triangulated for HeightField<DVec3> {
    fn triangles(&self) -> &Mesh<DVec3> {
        self.mesh()
    }

    fn box_around(&self) -> Aabb<DVec3> {
        self.bounds()
    }
}

impl<T: Triangulated> Composite<Shape3> for T {
    fn len(&self) -> usize {
        Composite::len(self.triangles())
    }

    fn part(&self, i: usize) -> Shape3 {
        self.triangles().part(i)
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<DVec3>> {
        self.triangles().part_bounds(i)
    }

    fn tree(&self) -> Option<Tree<'_>> {
        self.triangles().tree()
    }

    fn nearly_nearest(&self, p: DVec3) -> Option<usize> {
        tree::nearly_nearest(self.triangles(), p)
    }

    fn meeting_parts_of(&self, b: &Shape3) -> Option<Vec<[usize; 2]>> {
        meshes::meeting(self.triangles(), b)
    }

    fn nearest_parts_of(&self, b: &Shape3) -> Option<[usize; 2]> {
        meshes::nearest(self.triangles(), b)
    }

    fn bounds(&self) -> Option<Aabb<DVec3>> {
        Some(self.box_around())
    }

    fn holds(&self, p: DVec3) -> bool {
        self.triangles().contains_point(p)
    }

    fn roots(&self) -> Vec<DVec3> {
        Composite::roots(self.triangles())
    }

    fn is_solid(&self) -> bool {
        false
    }
}

/// Returns the spans of the mesh of its triangles.
pub(crate) fn spans(surface: &impl Triangulated, line: &Line<Precise>) -> Vec<Span<Precise>> {
    mesh::spans(surface.triangles(), line)
}

/// Adds nothing: its triangles have no indices.
pub(crate) fn add_details(_: &impl Triangulated, _: &Line<Precise>, _: &mut [Hit<Precise>]) {}
