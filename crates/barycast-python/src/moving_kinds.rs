//! Bodies of moving worlds in two or three dimensions, and the arrays that place them.

use crate::arrays::{Numbers, as_array, broadcast, converted, indexed, numbers, shape_text, stretched};
use crate::error::{self, Class};
use crate::placements;
use crate::shape::Any;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::frame::Pose;
use barycast::scene::moving::{Bodies, Body, Handle, ShapeBody};
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The bodies of a world.
pub(crate) enum Worlds {
    D2(Bodies<Shape2>),
    D3(Bodies<Shape3>),
}

/// Shapes of one dimension.
pub(crate) trait Kind: ShapeBody<Vector: FloatVector<Scalar = f64>> + 'static {
    /// Number of dimensions.
    const DIM: usize;

    /// Returns the world, if it has this dimension.
    fn bodies(worlds: &mut Worlds) -> Option<&mut Bodies<Self>>;

    /// Returns the shape, if it has this dimension.
    fn of(any: &Any) -> Option<Self>;

    /// Returns the rigid pose of a matrix in rows, without its last row, or what is wrong with it.
    fn pose(rows: &[f64]) -> Result<Pose<Self::Vector>, String>;
}

impl Kind for Shape2 {
    const DIM: usize = 2;

    fn bodies(worlds: &mut Worlds) -> Option<&mut Bodies<Self>> {
        if let Worlds::D2(bodies) = worlds { Some(bodies) } else { None }
    }

    fn of(any: &Any) -> Option<Self> {
        if let Any::D2(shape) = any { Some((**shape).clone()) } else { None }
    }

    fn pose(rows: &[f64]) -> Result<Pose<DVec2>, String> {
        let &[xx, yx, tx, xy, yy, ty] = rows else { return Err("must have six numbers".to_owned()) };
        let turn = DVec2::new(xx + yy, xy - yx).normalize_or_zero();
        let axes = [turn, DVec2::new(-turn.y, turn.x)];
        let off =
            (axes[0] - DVec2::new(xx, xy)).abs().max((axes[1] - DVec2::new(yx, yy)).abs()).max_element();
        if off > placements::RIGID {
            return Err(format!("not a rotation, off by {off:.3}"));
        }
        Pose::try_new(axes, DVec2::new(tx, ty)).map_err(|error| error.to_string())
    }
}

impl Kind for Shape3 {
    const DIM: usize = 3;

    fn bodies(worlds: &mut Worlds) -> Option<&mut Bodies<Self>> {
        if let Worlds::D3(bodies) = worlds { Some(bodies) } else { None }
    }

    fn of(any: &Any) -> Option<Self> {
        if let Any::D3(shape) = any { Some((**shape).clone()) } else { None }
    }

    fn pose(rows: &[f64]) -> Result<Pose<DVec3>, String> {
        let row = |r: usize| [0, 1, 2, 3].map(|column| rows[4 * r + column]);
        placements::rigid(&[row(0), row(1), row(2)])
    }
}

/// A pose of a kind of bodies.
pub(crate) type PoseOf<B> = Pose<<B as Body>::Vector>;

/// Reads rigid poses, and returns the leading dimensions with them.
pub(crate) fn poses<B: Kind>(given: &Bound<'_, PyAny>, name: &str) -> PyResult<(Vec<usize>, Vec<PoseOf<B>>)> {
    let (py, dim) = (given.py(), B::DIM);
    let array = numbers::<f64>(given, name)?;
    let (lead, height) = match array.shape.as_slice() {
        [lead @ .., height, width] if *width == dim + 1 && (*height == dim || *height == dim + 1) => {
            (lead.to_vec(), *height)
        }
        other => {
            let (n, got) = (dim + 1, shape_text(other));
            let message = format!("{name} must have shape (..., {n}, {n}) or (..., {dim}, {n}), got {got}");
            return Err(error::new(py, Class::Array, message));
        }
    };
    let rows = dim * (dim + 1);
    let mut found = Vec::with_capacity(lead.iter().product());
    for (i, matrix) in array.slice().chunks_exact(height * (dim + 1)).enumerate() {
        let fail = |what: String| {
            let message = format!("{}: {what}", indexed(name, i, &lead));
            error::with(py, Class::Pose, message, |values| values.set_item("index", i))
        };
        if let Some(bad) = matrix.iter().find(|x| !x.is_finite()) {
            return Err(fail(format!("every number must be finite, got {}", error::number(*bad))));
        }
        let last = &matrix[rows..];
        if last.iter().enumerate().any(|(at, x)| *x != f64::from(u8::from(at == dim))) {
            let last: Vec<_> = last.iter().map(|x| error::number(*x)).collect();
            return Err(fail(format!("the last row must be 0, and 1 at its end, got [{}]", last.join(", "))));
        }
        found.push(B::pose(&matrix[..rows]).map_err(fail)?);
    }
    Ok((lead, found))
}

/// Reads handles.
pub(crate) fn handles<'py>(given: &Bound<'py, PyAny>, name: &str) -> PyResult<(Vec<usize>, Vec<Handle>)> {
    let array = as_array(given, name)?;
    let kind: char = array.dtype().getattr("kind")?.extract()?;
    if kind != 'i' && kind != 'u' && !array.shape().contains(&0) {
        return Err(PyTypeError::new_err(format!("{name} must be handles, got {}", array.dtype().str()?)));
    }
    let read: Numbers<'py, u64> = converted(&array, name)?;
    Ok((read.shape.clone(), read.slice().iter().map(|bits| Handle::from_bits(*bits)).collect()))
}

/// Reads rays as origins and directions one after the other, and returns the leading dimensions.
pub(crate) fn rays(
    origins: &Bound<'_, PyAny>,
    directions: Option<&Bound<'_, PyAny>>,
    dim: usize,
) -> PyResult<(Vec<usize>, Vec<f64>)> {
    let py = origins.py();
    let read = |given, name: &str, width: usize| {
        let array = numbers::<f64>(given, name)?;
        if array.shape.last() == Some(&width) {
            return Ok(array);
        }
        let message = format!("{name} must have shape (..., {width}), got {}", shape_text(&array.shape));
        Err(error::new(py, Class::Array, message))
    };
    let Some(directions) = directions else {
        let array = read(origins, "rays", 2 * dim)?;
        return Ok((array.shape[..array.shape.len() - 1].to_vec(), array.slice().to_vec()));
    };
    let (first, second) = (read(origins, "origins", dim)?, read(directions, "directions", dim)?);
    let leads = [&first, &second].map(|given| &given.shape[..given.shape.len() - 1]);
    let Some(lead) = broadcast(leads[0], leads[1]) else {
        let [a, b] = [&first, &second].map(|given| shape_text(&given.shape));
        return Err(error::new(py, Class::Array, format!("origins {a} and directions {b} do not broadcast")));
    };
    let first = stretched(py, first, &lead, 1, "origins")?;
    let second = stretched(py, second, &lead, 1, "directions")?;
    let pairs = first.slice().chunks_exact(dim).zip(second.slice().chunks_exact(dim));
    Ok((lead, pairs.flat_map(|(origin, direction)| [origin, direction].concat()).collect()))
}
