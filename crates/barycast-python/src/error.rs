//! The error classes of `barycast._errors`, and panics.

use barycast::mesh::{DepthError, MeshError};
use barycast_io::ReadError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Name of a class in `barycast._errors`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    Array,
    Mesh,
    Option,
    Pose,
    Query,
    File,
    Internal,
    Stopped,
    Shape,
    Dimension,
    Unsupported,
    Scene,
    Handle,
}

impl Class {
    const fn name(self) -> &'static str {
        match self {
            Self::Array => "ArrayError",
            Self::Mesh => "MeshError",
            Self::Option => "OptionError",
            Self::Pose => "PoseError",
            Self::Query => "QueryError",
            Self::File => "FileError",
            Self::Internal => "InternalError",
            Self::Stopped => "Stopped",
            Self::Shape => "ShapeError",
            Self::Dimension => "DimensionError",
            Self::Unsupported => "UnsupportedPairError",
            Self::Scene => "SceneError",
            Self::Handle => "HandleError",
        }
    }
}

/// Builds an error of a class, with its attributes.
pub(crate) fn with(
    py: Python<'_>,
    class: Class,
    message: impl AsRef<str>,
    attributes: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    let make = || {
        let kind = py.import("barycast._errors")?.getattr(class.name())?;
        let values = PyDict::new(py);
        attributes(&values)?;
        kind.call((message.as_ref(),), Some(&values))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}

/// Builds an error of a class.
pub(crate) fn new(py: Python<'_>, class: Class, message: impl AsRef<str>) -> PyErr {
    with(py, class, message, |_| Ok(()))
}

/// Writes a number as Python does.
pub(crate) fn number(x: f64) -> String {
    if x.is_nan() {
        "nan".to_owned()
    } else if x.is_infinite() {
        if x > 0.0 { "inf".to_owned() } else { "-inf".to_owned() }
    } else {
        format!("{x:?}")
    }
}

/// Writes a number of things with a comma after each thousand.
pub(crate) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Converts an error of a mesh.
pub(crate) fn mesh(py: Python<'_>, error: MeshError) -> PyErr {
    let (message, index) = match error {
        MeshError::Empty => ("a mesh must have a face".to_owned(), None),
        MeshError::TooLarge => ("a mesh must have at most 2^31 faces and 2^32 vertices".to_owned(), None),
        MeshError::NoSuchVertex { triangle, vertex, vertices } => {
            (no_such_vertex(triangle, i128::from(vertex), vertices), Some(triangle))
        }
        MeshError::NotFinite { vertex, axis, got } => {
            let axis = ["x", "y", "z"].get(axis).unwrap_or(&"coordinate");
            (format!("{axis} of vertex {vertex} must be finite, got {}", number(got)), Some(vertex))
        }
        other => (other.to_string(), None),
    };
    with(py, Class::Mesh, message, |values| match index {
        Some(index) => values.set_item("index", index),
        None => Ok(()),
    })
}

/// Describes a face that refers to a vertex that does not exist.
pub(crate) fn no_such_vertex(face: usize, vertex: i128, vertices: usize) -> String {
    format!("face {face} must name vertices from 0 to {}, got {vertex}", vertices as i128 - 1)
}

/// Converts an error of a penetration depth.
pub(crate) fn depth(py: Python<'_>, error: DepthError) -> PyErr {
    let class = match error {
        DepthError::Open => Class::Mesh,
        DepthError::Placement => Class::Pose,
        DepthError::Tolerance => Class::Option,
    };
    new(py, class, error.to_string())
}

/// Converts an error of reading a file.
pub(crate) fn file(py: Python<'_>, error: &ReadError) -> PyErr {
    let mut message = error.to_string();
    if let ReadError::Io { source, .. } = error {
        message = format!("{message}: {source}");
    }
    let path = error.path().display().to_string();
    let line = if let ReadError::Line { line, .. } = error { Some(*line) } else { None };
    with(py, Class::File, message, |values| {
        values.set_item("path", path)?;
        values.set_item("line", line)
    })
}

thread_local! {
    /// Message and place of the last panic of this thread.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Notes where panics of this library happen, and prints nothing.
pub(crate) fn note_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let payload = info.payload();
        let owned = payload.downcast_ref::<String>().map(String::as_str);
        let message = payload.downcast_ref::<&str>().copied().or(owned).unwrap_or("no message");
        let text = format!("{message} ({place})");
        let _ = PLACE.try_with(|last| last.replace(text));
    }));
}

/// A panic that was caught, with its place.
#[derive(Debug)]
pub(crate) struct Fault(String);

/// Runs `work` and catches a panic.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_: Box<dyn Any + Send>| Fault(PLACE.try_with(RefCell::take).unwrap_or_default()))
}

/// Converts a panic.
pub(crate) fn internal(py: Python<'_>, Fault(place): &Fault) -> PyErr {
    new(py, Class::Internal, format!("a fault in barycast, please report: {place}"))
}
