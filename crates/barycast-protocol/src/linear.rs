//! Rays, segments and lines of casts at curved shapes.

use super::any::Any;
use super::error::Fault;
use super::fields::mismatch;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::{Line, Ray, Segment};
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3};

pub(crate) enum Linear<V: FloatVector> {
    Ray(Ray<V>),
    Segment(Segment<V>),
    Line(Line<V>),
}

/// Returns the 2D ray, segment or line, or `None` for another shape.
pub(crate) fn linear2(a: Any) -> Result<Option<Linear<DVec2>>, Fault> {
    let Any::D2(a) = a else { return Err(mismatch("a", "a is in 3D and the tube in 2D")) };
    Ok(match *a.shape {
        Shape2::Ray(ray) => Some(Linear::Ray(ray)),
        Shape2::Segment(segment) => Some(Linear::Segment(segment)),
        Shape2::Line(line) => Some(Linear::Line(line)),
        _ => None,
    })
}

/// Returns the 3D ray, segment or line, or `None` for another shape.
pub(crate) fn linear3(a: Any) -> Result<Option<Linear<DVec3>>, Fault> {
    let Any::D3(a) = a else { return Err(mismatch("a", "a is in 2D and the tube in 3D")) };
    Ok(match *a.shape {
        Shape3::Ray(ray) => Some(Linear::Ray(ray)),
        Shape3::Segment(segment) => Some(Linear::Segment(segment)),
        Shape3::Line(line) => Some(Linear::Line(line)),
        _ => None,
    })
}
