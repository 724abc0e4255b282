//! Curves: every kind converts to Bezier pieces, on which all queries are defined.
//!
//! - [`Bezier`]: control points of any degree, with weights or without. Source: [Farin 2002].
//! - [`Hermite`], [`Ferguson`]: points and the derivatives there. Source: [Farin 2002],
//!   [Ferguson 1964].
//! - [`CatmullRom`]: points; uniform, chordal or centripetal. Source: [Catmull 1974].
//! - [`KochanekBartels`]: points with tension, continuity and bias. Source: [Kochanek 1984].
//! - [`BSpline`]: control points and knots, with weights (NURBS) or without; clamped, uniform,
//!   periodic. Source: [Piegl 1997].
//! - [`Hermite::try_spline`], [`try_periodic_spline`](Hermite::try_periodic_spline): points;
//!   natural, clamped, not-a-knot. Source: [de Boor 1978].
//! - [`Hermite::try_monotone`]: points; no coordinate overshoots. Source: [Fritsch 1984].
//!
//! Their `pieces()` return a [`PiecewiseBezier`], with these queries:
//!
//! - Point and derivatives: [`at`](PiecewiseBezier::at), [`jet`](PiecewiseBezier::jet),
//!   [`derivative`](PiecewiseBezier::derivative).
//! - Many points on cubics: [`to_power_basis`](PiecewiseBezier::to_power_basis).
//! - Directions: [`tangent`](PiecewiseBezier::tangent), [`normal`](PiecewiseBezier::normal),
//!   [`curvature`](PiecewiseBezier::curvature), [`torsion`](PiecewiseBezier::torsion),
//!   [`frenet`](PiecewiseBezier::frenet),
//!   [`rotation_minimizing_frames`](PiecewiseBezier::rotation_minimizing_frames).
//! - Bounding boxes: [`bounds`](PiecewiseBezier::bounds),
//!   [`hull_bounds`](PiecewiseBezier::hull_bounds).
//! - Arc length, and the point at an arc length: [`length`](PiecewiseBezier::length),
//!   [`ArcLength`].
//! - Nearest point: [`nearest`](PiecewiseBezier::nearest).
//! - Polyline: [`flatten`](PiecewiseBezier::flatten).
//! - Intersections: [`intersect_plane`](PiecewiseBezier::intersect_plane),
//!   [`intersect_linear`](PiecewiseBezier::intersect_linear),
//!   [`close_approaches`](PiecewiseBezier::close_approaches),
//!   [`intersect_sphere`](PiecewiseBezier::intersect_sphere),
//!   [`intersect_aabb`](PiecewiseBezier::intersect_aabb),
//!   [`intersect_curve`](PiecewiseBezier::intersect_curve).
//!
//! A curve with a radius is a shape, a [`Tube`](crate::curve::tube::Tube): distances of points and
//! shapes from it, and ray casts.
//!
//! [`BSpline::try_insert_knot`], [`try_remove_knot`](BSpline::try_remove_knot),
//! [`try_split`](BSpline::try_split) and [`elevated`](BSpline::elevated) return the same curve in
//! another form. [`BSpline::try_fit`], [`BSpline::try_fit_within`] and [`Bezier::try_fit`] fit
//! curves to data by least squares.
//!
//! ```
//! use barycast::curve::BSpline;
//! use glam::{DVec2, dvec2};
//!
//! let circle = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y)?.pieces();
//! let nearest = circle.nearest(dvec2(3.0, 4.0));
//! assert!((nearest.distance - 4.0).abs() < 1e-15);
//! let length = circle.length(1e-12);
//! assert!((length.value - std::f64::consts::TAU).abs() <= length.error);
//! # Ok::<(), barycast::curve::CurveError>(())
//! ```
//!
//! All types are generic over the vector type. Parameters outside a curve's range are clamped to
//! it.
//!
//! Constructors return a [`CurveError`] for invalid curves (too few points, numbers that are not
//! finite, weights that are not positive, unsorted knots); queries never fail.

pub(crate) mod bernstein;
pub(crate) mod bezier;
pub(crate) mod blend;
pub(crate) mod bound_heap;
pub(crate) mod bounds;
pub(crate) mod branch_and_bound;
mod bspline;
mod catmull_rom;
mod chebyshev;
mod control_points;
pub(crate) mod degree_and_knots;
mod differential;
pub mod easing;
pub(crate) mod error;
mod fit;
mod flatten;
mod gauss_rules;
mod hermite;
mod intersect_curves;
mod intersect_shapes;
pub(crate) mod knots;
mod kochanek_bartels;
mod length;
mod minima;
mod nearest;
mod nurbs;
pub(crate) mod piecewise;
mod power_basis;
mod quadrature;
mod spline;
pub mod tube;

pub use bezier::Bezier;
pub use bspline::BSpline;
pub use catmull_rom::{CatmullRom, Parametrization};
pub use error::CurveError;
pub use hermite::{Ferguson, Hermite};
pub use intersect_curves::{CurveCurveIntersection, CurveCurveIntersections};
pub use intersect_shapes::CurveIntersection;
pub use kochanek_bartels::{KochanekBartels, TcbParams};
pub use length::{ArcLength, Length};
pub use nearest::Nearest;
pub use piecewise::PiecewiseBezier;
pub use power_basis::{PiecewisePowerBasis, PowerBasis};
pub use spline::EndConditions;

pub(crate) use hermite::integer_knots;

use crate::vector::Vector;

/// Scalar type of a vector.
pub(crate) type Scalar<V> = <V as Vector>::Scalar;
