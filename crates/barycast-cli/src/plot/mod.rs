//! Drawings of what the library computes: easings, curves, clipping, shadows.

mod clip;
mod curve;
mod drawing;
mod easing;
mod shadow;

pub(crate) use clip::clip;
pub(crate) use curve::curves;
pub(crate) use easing::easing;
pub(crate) use shadow::{LAMP, shadow};
