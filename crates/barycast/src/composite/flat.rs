//! Flat polygons in space: their triangles.

use super::{Composite, mesh};
use crate::any::Shape3;
use crate::number::DoubleDouble;
use crate::question::{Hit, Span};
use crate::shape::{Aabb, FlatPolygon, Line};
use crate::vector::V3;
use alloc::vec::Vec;
use glam::DVec3;

type Precise = V3<DoubleDouble>;

impl Composite<Shape3<DVec3>> for FlatPolygon<DVec3> {
    fn len(&self) -> usize {
        Composite::len(self.mesh())
    }

    fn part(&self, i: usize) -> Shape3<DVec3> {
        self.mesh().part(i)
    }

    fn part_bounds(&self, i: usize) -> Aabb<DVec3> {
        self.mesh().part_bounds(i)
    }

    fn holds(&self, p: DVec3) -> bool {
        self.mesh().holds(p)
    }

    fn roots(&self) -> Vec<DVec3> {
        Composite::roots(self.mesh())
    }
}

/// As of the mesh of its triangles.
pub(crate) fn spans(polygon: &FlatPolygon<DVec3>, line: &Line<Precise>) -> Vec<Span<Precise>> {
    mesh::spans(polygon.mesh(), line)
}

/// Nothing: its triangles have no names.
pub(crate) fn add_details(_: &FlatPolygon<DVec3>, _: &Line<Precise>, _: &mut [Hit<Precise>]) {}
