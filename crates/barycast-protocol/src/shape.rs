//! Shapes outside requests: what other languages' bindings read once and ask many times.

use super::any::Any;
#[cfg(feature = "curves")]
use super::curve::{dimensions, pieces};
use super::decode;
use super::error::Fault;
use super::names::{Names, Reading};
use super::node;
#[cfg(feature = "curves")]
use super::operations::surface;
use super::precision::Precision;
#[cfg(feature = "curves")]
use barycast::curve::PiecewiseBezier;
use barycast::dynamic::any::{Shape2, Shape3};
#[cfg(feature = "curves")]
use barycast::surface::PatchGrid;
#[cfg(feature = "curves")]
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A shape in 2D or 3D.
#[derive(Clone, Debug)]
pub enum AnyShape {
    /// A shape in 2D.
    D2(Arc<Shape2>),
    /// A shape in 3D.
    D3(Arc<Shape3>),
}

/// A curve in 2D or 3D.
#[cfg(feature = "curves")]
#[derive(Clone, Debug)]
pub enum AnyCurve {
    /// A curve in 2D.
    D2(Arc<PiecewiseBezier<DVec2>>),
    /// A curve in 3D.
    D3(Arc<PiecewiseBezier<DVec3>>),
}

/// Error: the text is not a shape, a curve or a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeFault {
    /// The error code of the protocol, such as `invalid_shape`.
    pub code: &'static str,
    /// Keys that lead to the field: `sphere.radius`.
    pub field: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl From<Fault> for ShapeFault {
    fn from(Fault { code, field, message }: Fault) -> Self {
        Self { code: code.text(), field, message }
    }
}

/// Reads a shape as it stands in a request, in `f64`: `{"sphere": {"center": [0, 0, 0], "radius": 1}}`.
///
/// ```
/// use barycast_protocol::{AnyShape, read_shape};
///
/// let shape = read_shape(r#"{"sphere": {"center": [0, 0, 0], "radius": 1}}"#)?;
/// assert!(matches!(shape, AnyShape::D3(ball) if ball.name() == "sphere"));
/// let fault = read_shape(r#"{"sphere": {"center": [0, 0, 0], "radius": -1}}"#).unwrap_err();
/// assert_eq!(fault.field.as_deref(), Some("sphere.radius"));
/// # Ok::<(), barycast_protocol::ShapeFault>(())
/// ```
///
/// # Errors
/// [`ShapeFault`] as the `error` of an answer has it.
pub fn read_shape(text: &str) -> Result<AnyShape, ShapeFault> {
    let node = node::parse(text).map_err(ShapeFault::from)?;
    let reading = Reading { precision: Precision::F64, names: &Names::default() };
    Ok(match decode::shape(node, reading).map_err(ShapeFault::from)? {
        Any::D2(read) => AnyShape::D2(read.shape.into_shared()),
        Any::D3(read) => AnyShape::D3(read.shape.into_shared()),
    })
}

/// Reads a curve as it stands in a request, in `f64`: `{"bezier": {"points": [[0, 0], [1, 2]]}}`.
///
/// ```
/// use barycast_protocol::{AnyCurve, read_curve};
///
/// let curve = read_curve(r#"{"bezier": {"points": [[0, 0], [3, 4]]}}"#)?;
/// assert!(matches!(curve, AnyCurve::D2(line) if (line.length(1e-9).value - 5.0).abs() <= 1e-9));
/// assert!(read_curve(r#"{"bezier": {"points": []}}"#).is_err());
/// # Ok::<(), barycast_protocol::ShapeFault>(())
/// ```
///
/// # Errors
/// [`ShapeFault`] as the `error` of an answer has it.
#[cfg(feature = "curves")]
pub fn read_curve(text: &str) -> Result<AnyCurve, ShapeFault> {
    let node = node::parse(text)?;
    Ok(match dimensions(&node) {
        Some(2) => AnyCurve::D2(Arc::new(pieces::<DVec2, DVec2>(node)?)),
        _ => AnyCurve::D3(Arc::new(pieces::<DVec3, DVec3>(node)?)),
    })
}

/// Reads a surface as it stands in a request, in `f64`.
///
/// ```
/// use barycast_protocol::read_surface;
/// use glam::dvec3;
///
/// let flat = read_surface(r#"{"bezier": {"points": [[[0,0,0], [0,2,0]], [[2,0,0], [2,2,0]]]}}"#)?;
/// assert_eq!(flat.at(0.5, 0.25), dvec3(1.0, 0.5, 0.0));
/// # Ok::<(), barycast_protocol::ShapeFault>(())
/// ```
///
/// # Errors
/// [`ShapeFault`] as the `error` of an answer has it.
#[cfg(feature = "curves")]
pub fn read_surface(text: &str) -> Result<PatchGrid<DVec3>, ShapeFault> {
    Ok(surface::<DVec3>(node::parse(text)?)?)
}
