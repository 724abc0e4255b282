//! Surfaces: every kind becomes Bezier patches, and the patches answer all questions.
//!
//! | kind | given by | |
//! |---|---|---|
//! | [`BezierPatch`] | control points of any degrees, with weights or without | [Farin 2002] |
//! | [`HermiteSurface`] | points and the derivatives there; Ferguson's without twists | [Ferguson 1964] |
//! | [`BSplineSurface`] | control points and knots, with weights (NURBS) or without; curves turned about a line | [Piegl 1997] |
//! | [`Coons`] | the curves around it, bilinear; with the derivatives across them, bicubic | [Coons 1967] |
//!
//! Their `pieces()` are [`Pieces`], which answer:
//!
//! | question | |
//! |---|---|
//! | point and derivatives | [`at`](Pieces::at), [`jet`](Pieces::jet) |
//! | how it lies and bends | [`normal`](Pieces::normal), [`curvature`](Pieces::curvature) |
//! | the box around it | [`bounds`](Pieces::bounds), [`hull_bounds`](Pieces::hull_bounds) |
//! | what of it is nearest | [`nearest`](Pieces::nearest) |
//! | where a line, ray or segment meets it | [`casts`](Pieces::casts) |
//! | a mesh of triangles | [`tessellate`](Pieces::tessellate) |
//!
//! [`BSplineSurface::try_insert`], [`try_remove`](BSplineSurface::try_remove) and [`elevated`](BSplineSurface::elevated) give the same
//! surface in another form.
//!
//! Patches of many surfaces, under a tree of boxes, are a [`Patchwork`]: a model such as the Utah teapot, for many rays.
//!
//! ```
//! use barycast::pair::cast::CastOptions;
//! use barycast::curve::BSpline;
//! use barycast::shape::{Line, Ray};
//! use barycast::surface::BSplineSurface;
//! use glam::{DVec3, dvec3};
//!
//! // A circle turned about a line beside it.
//! let circle = BSpline::try_ellipse(dvec3(3.0, 0.0, 0.0), DVec3::X, DVec3::Z)?;
//! let torus = BSplineSurface::try_turned(&circle, &Line::new(DVec3::ZERO, DVec3::Z))?.pieces();
//! let hits = torus.casts(&Ray::new(dvec3(-9.0, 0.0, 0.0), DVec3::X), &CastOptions::default());
//! let at: Vec<f64> = hits.iter().map(|hit| hit.t.round()).collect();
//! assert_eq!(at, [5.0, 7.0, 11.0, 13.0]);
//! assert!((torus.nearest(DVec3::Z * 4.0).distance - 4.0).abs() < 1e-14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All are generic over the vector; parameters outside of a surface's range are taken for its nearer end. What is no surface is a
//! [`SurfaceError`] of its constructor; questions never fail.

mod bounds;
mod bspline;
mod coons;
mod cross;
mod error;
mod forms;
mod hermite;
mod jet;
mod least;
mod nearest;
mod patch;
mod patchwork;
mod pieces;
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
pub use patchwork::Patchwork;
pub use pieces::Pieces;
pub use rays::SurfaceHit;
pub use tessellate::Tessellation;

use crate::vector::Vector;

/// The numbers inside of a vector.
type Scalar<V> = <V as Vector>::Scalar;
