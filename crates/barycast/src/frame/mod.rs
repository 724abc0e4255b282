//! Frames of reference: where things are placed, and which ray a pixel looks along.
//!
//! Names carry the space: `world_from_mesh` takes what is in a mesh's coordinates to the world's. Matrices act on
//! columns.
//!
//! - [`Homogeneous`]: points and directions up to scale; [`Projective`]: the matrices that map them, among them shadows,
//!   oblique and orthogonal projections onto a plane, and the mirror.
//! - [`LinearMap`], the dyad, [few equations](solve_exactly), [parts of a vector](part_along).
//! - [`Basis`]: an origin and axes, and the coordinates of a point in either frame; axes [out of one](axes_along) or
//!   [two vectors](axes_along_both), a camera's by [where it looks](Basis::try_look_at).
//! - [`Lens`]: the matrices of cameras, in every usual convention; [`PickCone`]: what is within some pixels of a place.
//! - [`Affine3`]: a placement, with its inverse; [`Pose`]: a rigid one, as bodies have.
//! - [`Camera`]: an eye and a picture: the ray of a pixel, the pixel of a point.
//! - [`ViewProjection`]: the same from the 4 by 4 matrix of a renderer, whatever its conventions.

mod affine;
mod basis;
mod camera;
mod homogeneous;
mod lens;
mod linear;
mod picking;
mod pose;
mod projective;
mod shadow;
mod view_projection;

pub use crate::shape::DepthRange;
pub use affine::{Affine3, Inverse3};
pub use basis::{Basis, Handedness, axes_along, axes_along_2, axes_along_both};
pub use camera::{Camera, Projection};
pub use homogeneous::{Homogeneous, Homogeneous1, Homogeneous2, Homogeneous3};
pub use lens::Lens;
pub use linear::{
    LinearMap, Solutions, left_inverse, part_across, part_along, reach_along, solve, solve_exactly,
};
pub use picking::PickCone;
pub use pose::Pose;
pub use projective::{Projective, Projective1, Projective2, Projective3};
pub use shadow::Light;
pub use view_projection::{ViewProjection, Viewport};
