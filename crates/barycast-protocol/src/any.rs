//! A shape of either dimension.

use super::fields::Read;
use barycast::dynamic::any::{Shape2, Shape3};
use glam::{DVec2, DVec3};

/// A shape as a request has it, and what was rounded to make it.
#[allow(clippy::large_enum_variant, reason = "one at a time, never stored")]
pub(crate) enum Any {
    D2(Read<Shape2<DVec2>>),
    D3(Read<Shape3<DVec3>>),
}
