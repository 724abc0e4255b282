//! What every reader makes.

use crate::ReadError;
use glam::DVec3;
use std::path::Path;

/// The triangles of a file, in the file's order; polygons are cut into fans from their first vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The vertices: all finite.
    pub vertices: Vec<DVec3>,
    /// Each triangle's vertices: all there, and at least one triangle.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds the triangles of a polygon; fewer than three corners have none.
    pub(crate) fn push_polygon(&mut self, corners: &[u32]) {
        if let [first, rest @ ..] = corners {
            self.triangles.extend(rest.windows(2).map(|edge| [*first, edge[0], edge[1]]));
        }
    }

    /// Itself, if it keeps what its fields promise.
    pub(crate) fn checked(self, path: &Path) -> Result<Self, ReadError> {
        if let Some(index) = self.vertices.iter().position(|v| !v.is_finite()) {
            let what = format!("vertex {index} must be finite, got {}", self.vertices[index]);
            return Err(ReadError::content(path, what));
        }
        let count = self.vertices.len();
        for (index, triangle) in self.triangles.iter().enumerate() {
            if let Some(vertex) = triangle.iter().find(|&&vertex| vertex as usize >= count) {
                let what = format!("triangle {index} names vertex {vertex} (from 0), but there are {count}");
                return Err(ReadError::content(path, what));
            }
        }
        if self.triangles.is_empty() {
            return Err(ReadError::content(path, format!("no triangles ({count} vertices)")));
        }
        Ok(self)
    }
}
