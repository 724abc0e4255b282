//! Frames of reference: where things are placed, and which ray a pixel looks along.
//!
//! Names carry the space: `world_from_mesh` takes what is in a mesh's coordinates to the world's. Matrices act on
//! columns.
//!
//! - [`Affine3`]: a placement, with its inverse.
//! - [`Camera`]: an eye and a picture: the ray of a pixel, the pixel of a point.
//! - [`ViewProjection`]: the same from the 4 by 4 matrix of a renderer, whatever its conventions.

mod affine;
mod camera;
mod view_projection;

pub use affine::{Affine3, Inverse3};
pub use camera::{Camera, Projection};
pub use view_projection::{DepthRange, ViewProjection, Viewport};
