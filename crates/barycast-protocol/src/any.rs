//! A shape in 2D or 3D.

use super::fields::Read;
use barycast::dynamic::any::{Shape2, Shape3};

/// A shape of a request, with the value that was rounded to build it.
#[allow(clippy::large_enum_variant, reason = "one at a time, never stored")]
pub(crate) enum Any {
    D2(Read<Shape2>),
    D3(Read<Shape3>),
}
