//! Height field: heights over a regular grid.

use super::check::{self, ShapeError};
use super::{Aabb, ListError, Mesh};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use glam::DVec3;

/// A surface over a regular grid: vertex `(i, j)` lies at `origin + (i dx, j dy, heights[j][i])`
/// for the spacing `[dx, dy]`. Each cell consists of two triangles that share the diagonal from its
/// low corner to its high corner. The front faces up.
///
/// ```
/// use barycast::d3::f64::{HeightField, Ray};
/// use barycast::dynamic::any::Shape3;
/// use glam::{DVec3, dvec3};
///
/// let heights = vec![vec![0.0, 1.0, 0.0], vec![0.0, 1.0, 0.0]];
/// let ridge = Shape3::from(HeightField::try_new(heights, [2.0, 2.0], DVec3::ZERO)?);
/// assert_eq!(ridge.signed_distance(dvec3(2.0, 1.0, 4.0)), 3.0); // above the ridge
/// let ray = Shape3::from(Ray::new(dvec3(1.0, 1.0, 9.0), -DVec3::Z));
/// assert!(ray.intersects(&ridge));
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[doc(alias = "heightfield")]
#[doc(alias = "terrain")]
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField<V: Vector> {
    heights: Vec<Vec<V::Scalar>>,
    spacing: [V::Scalar; 2],
    origin: V,
    mesh: Mesh<V>,
}

impl<V: Vector> HeightField<V> {
    /// Returns the rows of heights along the third axis, as given.
    pub fn heights(&self) -> &[Vec<V::Scalar>] {
        &self.heights
    }

    /// Returns the distance between two heights of a row, and between two rows.
    pub const fn spacing(&self) -> [V::Scalar; 2] {
        self.spacing
    }

    /// Returns the origin, from which the grid and the heights are measured.
    pub const fn origin(&self) -> V {
        self.origin
    }

    /// Returns the triangles: two per cell, cells row by row.
    pub const fn mesh(&self) -> &Mesh<V> {
        &self.mesh
    }
}

impl<V: FloatVector + Vector3> HeightField<V> {
    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        self.mesh.bounds()
    }

    /// Builds a height field from at least two rows of at least two heights each, all of one
    /// length, and a positive spacing.
    ///
    /// # Errors
    /// Returns an error naming `heights` if there are too few, rows differ in length or one is not
    /// finite, `spacing` if it is not finite and positive, and `origin` if it is not finite or a
    /// vertex overflows.
    pub fn try_new(
        heights: Vec<Vec<V::Scalar>>,
        spacing: [V::Scalar; 2],
        origin: V,
    ) -> Result<Self, ListError> {
        check::finite("origin", origin)?;
        for step in spacing {
            if !(step.is_finite() && step > V::Scalar::ZERO) {
                let got = Some(step.to_f64());
                return Err(ShapeError { field: "spacing", must: "be finite and more than 0", got }.into());
            }
        }
        let error = |message| Err(ListError { field: "heights", message });
        let columns = heights.first().map_or(0, Vec::len);
        if heights.len() < 2 || columns < 2 {
            return error("must have at least two rows of at least two numbers".to_string());
        }
        for (j, row) in heights.iter().enumerate() {
            if row.len() != columns {
                let got = row.len();
                return error(format!(
                    "must have rows of equal length, got {got} numbers in row {j}, {columns} in the first"
                ));
            }
            if let Some(i) = row.iter().position(|h| !h.is_finite()) {
                return error(format!("must be finite, got {} in row {j} at index {i}", row[i].to_f64()));
            }
        }
        let index = |i: usize| V::Scalar::from_f64(i as f64);
        let at = |i: usize, j: usize| {
            let far = [index(i) * spacing[0], index(j) * spacing[1], heights[j][i]];
            V::from_fn(|axis| origin.get(axis) + far[axis])
        };
        let rows = heights.len();
        let vertices: Vec<V> =
            (0..rows).flat_map(|j| (0..columns).map(move |i| (i, j))).map(|(i, j)| at(i, j)).collect();
        if let Err(e) = vertices.iter().try_for_each(|v| check::finite("origin", *v)) {
            return Err(e.into());
        }
        let mut triangles = Vec::with_capacity(2 * (rows - 1) * (columns - 1));
        for j in 0..rows - 1 {
            for i in 0..columns - 1 {
                let [a, b] = [j * columns + i, (j + 1) * columns + i].each(|v| v as u32);
                triangles.extend([[a, a + 1, b + 1], [a, b + 1, b]]);
            }
        }
        Ok(Self { mesh: Mesh::try_new(vertices, triangles, false)?, heights, spacing, origin })
    }

    /// Returns the same height field over `f64`. Nothing is rounded.
    pub(crate) fn widened(&self) -> HeightField<DVec3> {
        HeightField {
            heights: self.heights.iter().map(|row| row.iter().map(|h| h.to_f64()).collect()).collect(),
            spacing: self.spacing.each(Float::to_f64),
            origin: self.origin.lift(&Float::to_f64),
            mesh: self.mesh.widened(),
        }
    }
}
