//! Surfaces: every kind converts to Bezier patches, on which all queries are defined.
//!
//! - [`BezierPatch`]: control points of any degrees, with weights or without. Source: [Farin 2002].
//! - [`HermiteSurface`]: points and the derivatives there; Ferguson's without twists. Source:
//!   [Ferguson 1964].
//! - [`BSplineSurface`]: control points and knots, with weights (NURBS) or without; surfaces of
//!   revolution. Source: [Piegl 1997].
//! - [`Coons`]: the curves around it, bilinear; with the derivatives across them, bicubic. Source:
//!   [Coons 1967].
//!
//! Their `pieces()` return a [`PatchGrid`], with these queries:
//!
//! - Point and derivatives: [`at`](PatchGrid::at), [`jet`](PatchGrid::jet).
//! - Normal and curvatures: [`normal`](PatchGrid::normal), [`curvature`](PatchGrid::curvature).
//! - Bounding boxes: [`bounds`](PatchGrid::bounds), [`hull_bounds`](PatchGrid::hull_bounds).
//! - Nearest point: [`nearest`](PatchGrid::nearest).
//! - Ray casts: [`cast_all`](PatchGrid::cast_all).
//! - Triangle mesh: [`tessellate`](PatchGrid::tessellate).
//!
//! [`BSplineSurface::try_insert_knot`], [`try_remove_knot`](BSplineSurface::try_remove_knot) and
//! [`elevated`](BSplineSurface::elevated) return the same surface in another form.
//!
//! A [`PatchSet`] holds the patches of many surfaces in a BVH: a model such as the Utah teapot, for
//! many rays.
//!
//! ```
//! use barycast::pair::cast::CastOptions;
//! use barycast::curve::BSpline;
//! use barycast::shape::{Line, Ray};
//! use barycast::surface::BSplineSurface;
//! use glam::{DVec3, dvec3};
//!
//! // A circle revolved about a line beside it.
//! let circle = BSpline::try_ellipse(dvec3(3.0, 0.0, 0.0), DVec3::X, DVec3::Z)?;
//! let torus = BSplineSurface::try_revolved(&circle, &Line::new(DVec3::ZERO, DVec3::Z))?.pieces();
//! let hits = torus.cast_all(&Ray::new(dvec3(-9.0, 0.0, 0.0), DVec3::X), &CastOptions::default());
//! let at: Vec<f64> = hits.iter().map(|hit| hit.t.round()).collect();
//! assert_eq!(at, [5.0, 7.0, 11.0, 13.0]);
//! assert!((torus.nearest(DVec3::Z * 4.0).distance - 4.0).abs() < 1e-14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All types are generic over the vector type. Parameters outside a surface's range are clamped to
//! it. Constructors return a [`SurfaceError`] for invalid surfaces; queries never fail.

mod bounds;
mod branch_and_bound;
mod bspline;
mod coons;
mod degree_and_knots;
mod error;
mod hermite;
mod jet;
mod line_patch;
mod nearest;
mod patch;
mod patch_grid;
mod patch_set;
mod rays;
mod tensor;
mod tessellate;

pub use bspline::BSplineSurface;
pub use coons::Coons;
pub use error::{Parameter, SurfaceError};
pub use hermite::HermiteSurface;
pub use jet::{Curvature, Jet};
pub use nearest::SurfacePoint;
pub use patch::BezierPatch;
pub use patch_grid::PatchGrid;
pub use patch_set::PatchSet;
pub use rays::SurfaceHit;
pub use tessellate::Tessellation;

use crate::vector::Vector;

/// Scalar type of a vector.
type Scalar<V> = <V as Vector>::Scalar;
