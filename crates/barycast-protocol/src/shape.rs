//! Shapes outside requests: what other languages' bindings read once and ask many times.

use super::any::Any;
use super::decode;
use super::error::Fault;
use super::names::{Names, Reading};
use super::node;
use super::precision::Precision;
use barycast::dynamic::any::{Shape2, Shape3};
use std::sync::Arc;

/// A shape in 2D or 3D.
#[derive(Clone, Debug)]
pub enum AnyShape {
    /// A shape in 2D.
    D2(Arc<Shape2>),
    /// A shape in 3D.
    D3(Arc<Shape3>),
}

/// Error: the text is not a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeFault {
    /// The error code of the protocol, such as `invalid_shape`.
    pub code: &'static str,
    /// Keys that lead to the field: `sphere.radius`.
    pub field: Option<String>,
    /// What is wrong.
    pub message: String,
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
    let fault = |Fault { code, field, message }| ShapeFault { code: code.text(), field, message };
    let node = node::parse(text).map_err(fault)?;
    let reading = Reading { precision: Precision::F64, names: &Names::default() };
    Ok(match decode::shape(node, reading).map_err(fault)? {
        Any::D2(read) => AnyShape::D2(read.shape.into_shared()),
        Any::D3(read) => AnyShape::D3(read.shape.into_shared()),
    })
}
