//! Compound: the union of several shapes.

use super::{Line, ListError, Obb};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::query::Span;
use crate::vector::FloatVector;
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The union of shapes, which may overlap, be disconnected, and be compounds themselves.
///
/// ```
/// use barycast::d3::f64::{Aabb, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::shape::Compound;
/// use glam::{DVec3, dvec3};
///
/// let head = Sphere::new(dvec3(0.0, 0.0, 9.0), 1.0);
/// let handle = Aabb::new(dvec3(-0.25, -0.25, 0.0), dvec3(0.25, 0.25, 8.5));
/// let hammer = Shape3::from(Compound::try_new(vec![Shape3::from(head), Shape3::from(handle)])?);
/// let nail = Shape3::from(Sphere::new(dvec3(3.0, 0.0, 9.0), 0.5));
/// assert_eq!(hammer.closest(&nail).distance, 1.5);
/// assert!(hammer.signed_distance(DVec3::Z) < 0.0);
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Compound<A> {
    shapes: Vec<A>,
    #[cfg_attr(feature = "serde", serde(skip))]
    rotated_grid: Option<RotatedGrid<A>>,
}

impl<A> Compound<A> {
    /// Builds a compound of at least one shape.
    ///
    /// # Errors
    /// Returns an error if the list is empty.
    pub fn try_new(shapes: Vec<A>) -> Result<Self, ListError> {
        if shapes.is_empty() {
            return Err(ListError { field: "shapes", message: "must not be empty".to_string() });
        }
        Ok(Self { shapes, rotated_grid: None })
    }

    /// Attaches the rotated grid from which the shapes were made.
    pub(crate) fn with_rotated_grid(self, rotated_grid: Option<RotatedGrid<A>>) -> Self {
        Self { rotated_grid, ..self }
    }

    /// Returns the grid whose cells the shapes are, if they are the boxes of a rotated grid.
    pub(crate) const fn rotated_grid(&self) -> Option<&RotatedGrid<A>> {
        self.rotated_grid.as_ref()
    }

    /// Returns the shapes as given.
    pub fn shapes(&self) -> &[A] {
        &self.shapes
    }
}

/// A grid with rotated axes. Its cells, as separate boxes, are rounded one by one and no longer
/// share faces exactly, so lines are clipped in the grid's local frame instead.
#[derive(Clone, Debug)]
pub(crate) struct RotatedGrid<A> {
    /// The grid before the rotation, along the coordinate axes.
    grid: Box<A>,
    /// Rotated axes and origin of the grid.
    axes: [[f64; 3]; 3],
    origin: [f64; 3],
}

fn vector<V: FloatVector>(numbers: [f64; 3]) -> V {
    V::from_fn(|axis| V::Scalar::from_f64(numbers[axis]))
}

fn numbers<V: FloatVector>(v: V) -> [f64; 3] {
    core::array::from_fn(|axis| if axis < V::DIM { v.get(axis).to_f64() } else { 0.0 })
}

impl<A> RotatedGrid<A> {
    /// Builds the grid rotated by the map that takes the coordinate axes to `axes` and then
    /// translated.
    pub(crate) fn new<V: FloatVector>(grid: A, axes: &[V], origin: V) -> Self {
        let axes = core::array::from_fn(|i| if i < V::DIM { numbers(axes[i]) } else { [0.0; 3] });
        Self { grid: Box::new(grid), axes, origin: numbers(origin) }
    }

    /// Returns the grid before the rotation.
    pub(crate) fn grid(&self) -> &A {
        &self.grid
    }

    /// Replaces the grid and keeps the transform.
    pub(crate) fn with_grid(self, grid: A) -> Self {
        Self { grid: Box::new(grid), ..self }
    }

    /// Applies a further transform to the axes and the origin.
    pub(crate) fn moved<V: FloatVector>(&self, to: impl Fn(V) -> V, at: impl Fn(V) -> V) -> Self
    where
        A: Clone,
    {
        let axes = self.axes.each(|axis| numbers(to(vector(axis))));
        Self { grid: self.grid.clone(), axes, origin: numbers(at(vector(self.origin))) }
    }

    /// Returns the intervals of a line inside the grid. `spans` computes them in the grid's local
    /// frame.
    pub(crate) fn spans<V: FloatVector<Scalar = DoubleDouble>>(
        &self,
        line: &Line<V>,
        spans: impl FnOnce(&A, &Line<V>) -> Vec<Span<V>>,
    ) -> Vec<Span<V>> {
        let zero = line.direction.zero();
        let center = vector(self.origin);
        let axes = V::axes_from_fn(|i| vector(self.axes[i]));
        let frame = Obb { center, half_extents: zero, axes };
        let local_line =
            Line { origin: frame.to_local(line.origin), direction: frame.direction_to_local(line.direction) };
        let unit = |axis| frame.direction_to_local(zero.with(axis, DoubleDouble::ONE));
        let back = |n: V| V::from_fn(|axis| n.dot(unit(axis)));
        let local_spans = spans(&self.grid, &local_line).into_iter();
        local_spans
            .map(|span| Span {
                normal_enter: back(span.normal_enter),
                normal_exit: back(span.normal_exit),
                ..span
            })
            .collect()
    }
}
