//! Drawings of easings, curves, surfaces, clipping and shadows.

mod clip;
mod curve;
mod drawing;
mod easing;
mod shadow;
mod surface;

pub(crate) use clip::clip;
pub(crate) use curve::curves;
pub(crate) use easing::easing;
pub(crate) use shadow::{LAMP, shadow};
pub(crate) use surface::surfaces;
