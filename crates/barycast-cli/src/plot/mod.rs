//! Drawings of what the library computes: easings, clipping, shadows.

mod clip;
mod drawing;
mod easing;
mod shadow;

pub(crate) use clip::clip;
pub(crate) use easing::easing;
pub(crate) use shadow::{LAMP, shadow};
