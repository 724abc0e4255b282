//! Image and depth file formats.

mod exr;
mod npy;
mod png;

pub(crate) use exr::write_depths as exr;
pub(crate) use npy::write as npy;
pub(crate) use png::{gray16 as png_gray16, rgb8 as png_rgb8};
