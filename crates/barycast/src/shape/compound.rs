//! Several shapes as one.

use super::{Line, ListError, Obb};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::query::Span;
use crate::vector::FloatVector;
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The union of shapes, other compounds among them if need be: it may overlap itself, and may be in pieces.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Compound<A> {
    shapes: Vec<A>,
    #[cfg_attr(feature = "serde", serde(skip))]
    turned: Option<Turned<A>>,
}

impl<A> Compound<A> {
    /// Of one shape or more.
    ///
    /// # Errors
    /// An empty list is an error.
    pub fn try_new(shapes: Vec<A>) -> Result<Self, ListError> {
        if shapes.is_empty() {
            return Err(ListError { field: "shapes", message: "must not be empty".to_string() });
        }
        Ok(Self { shapes, turned: None })
    }

    /// The same, known to be a grid that was turned.
    pub(crate) fn with_turned(self, turned: Option<Turned<A>>) -> Self {
        Self { turned, ..self }
    }

    /// The grid that its shapes were cells of, where they are boxes of one that was turned.
    pub(crate) const fn turned(&self) -> Option<&Turned<A>> {
        self.turned.as_ref()
    }

    /// Its shapes, as given.
    pub fn shapes(&self) -> &[A] {
        &self.shapes
    }
}

/// A grid with axes of its own. Its cells as boxes are rounded each for itself, so that they share no faces any more: a line is
/// seen from the grid.
#[derive(Clone, Debug)]
pub(crate) struct Turned<A> {
    /// Along the coordinate axes.
    grid: Box<A>,
    /// Where its axes and its origin went.
    axes: [[f64; 3]; 3],
    origin: [f64; 3],
}

fn vector<V: FloatVector>(numbers: [f64; 3]) -> V {
    V::from_fn(|axis| V::Scalar::from_f64(numbers[axis]))
}

fn numbers<V: FloatVector>(v: V) -> [f64; 3] {
    core::array::from_fn(|axis| if axis < V::DIM { v.get(axis).to_f64() } else { 0.0 })
}

impl<A> Turned<A> {
    /// By what takes the coordinate axes to `axes`, and then moved.
    pub(crate) fn new<V: FloatVector>(grid: A, axes: &[V], origin: V) -> Self {
        let axes = core::array::from_fn(|i| if i < V::DIM { numbers(axes[i]) } else { [0.0; 3] });
        Self { grid: Box::new(grid), axes, origin: numbers(origin) }
    }

    /// Before it was turned.
    pub(crate) fn grid(&self) -> &A {
        &self.grid
    }

    /// Another grid at the same place.
    pub(crate) fn with_grid(self, grid: A) -> Self {
        Self { grid: Box::new(grid), ..self }
    }

    /// The same grid, of which axes and origin went on.
    pub(crate) fn moved<V: FloatVector>(&self, to: impl Fn(V) -> V, at: impl Fn(V) -> V) -> Self
    where
        A: Clone,
    {
        let axes = self.axes.each(|axis| numbers(to(vector(axis))));
        Self { grid: self.grid.clone(), axes, origin: numbers(at(vector(self.origin))) }
    }

    /// The stretches of a line in the grid, from those that it tells of the line as it sees it.
    pub(crate) fn spans<V: FloatVector<Scalar = DoubleDouble>>(
        &self,
        line: &Line<V>,
        spans: impl FnOnce(&A, &Line<V>) -> Vec<Span<V>>,
    ) -> Vec<Span<V>> {
        let zero = line.direction.zero();
        let center = vector(self.origin);
        let axes = V::axes_from_fn(|i| vector(self.axes[i]));
        let frame = Obb { center, half_extents: zero, axes };
        let seen =
            Line { origin: frame.to_local(line.origin), direction: frame.direction_to_local(line.direction) };
        let unit = |axis| frame.direction_to_local(zero.with(axis, DoubleDouble::ONE));
        let back = |n: V| V::from_fn(|axis| n.dot(unit(axis)));
        let told = spans(&self.grid, &seen).into_iter();
        told.map(|span| Span {
            normal_enter: back(span.normal_enter),
            normal_exit: back(span.normal_exit),
            ..span
        })
        .collect()
    }
}
