//! Frames of reference, transforms, cameras and projections.
//!
//! Names state the spaces: `world_from_mesh` maps mesh coordinates to world coordinates. Matrices
//! act on columns.
//!
//! - [`Homogeneous`]: points and directions up to scale. [`Projective`]: matrices that map them,
//!   including shadows, oblique and orthogonal projections onto a plane, and reflections.
//! - [`LinearMap`], the dyad, [small linear systems](solve_exactly), [projection](project_onto) and
//!   [rejection](reject_from) of vectors.
//! - [`Basis`]: an origin and axes, with the coordinates of a point in either frame. Axes [from one
//!   vector](axes_along), [from two vectors](axes_along_both), or [of a
//!   camera](Basis::try_look_at).
//! - [`Lens`]: projection matrices of cameras in every usual convention. [`PickCone`]: the set
//!   within some pixels of a position.
//! - [`Affine3`]: an affine map with its inverse. [`Pose`]: the rigid transform of a body.
//! - [`Camera`]: an eye and an image, with the ray of a pixel and the pixel of a point.
//! - [`ViewProjection`]: the same from the 4 by 4 matrix of a renderer, in any convention.

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
    LinearMap, Solutions, left_inverse, project_onto, reject_from, scalar_projection, solve, solve_exactly,
};
pub use picking::PickCone;
pub use pose::Pose;
pub use projective::{Projective, Projective1, Projective2, Projective3};
pub use shadow::Light;
pub use view_projection::{ViewProjection, Viewport};
