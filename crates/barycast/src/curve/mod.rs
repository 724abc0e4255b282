//! Curves: every kind becomes Bezier pieces, and the pieces answer all questions.
//!
//! | kind | given by | |
//! |---|---|---|
//! | [`Bezier`] | control points of any degree, with weights or without | [Farin 2002] |
//! | [`Hermite`], [`Ferguson`] | points and the derivatives there | [Farin 2002], [Ferguson 1964] |
//! | [`CatmullRom`] | points; uniform, chordal or centripetal | [Catmull 1974] |
//! | [`KochanekBartels`] | points with tension, continuity and bias | [Kochanek 1984] |
//! | [`BSpline`] | control points and knots, with weights (NURBS) or without; clamped, uniform, periodic | [Piegl 1997] |
//! | [`Hermite::try_spline`], [`try_periodic_spline`](Hermite::try_periodic_spline) | points; natural, clamped, not-a-knot | [de Boor 1978] |
//! | [`Hermite::try_monotone`] | points; no coordinate overshoots | [Fritsch 1984] |
//!
//! Their `pieces()` are [`Pieces`], which answer:
//!
//! | question | |
//! |---|---|
//! | point and derivatives | [`at`](Pieces::at), [`jet`](Pieces::jet), [`derivative`](Pieces::derivative) |
//! | many points, of cubics | [`powers`](Pieces::powers) |
//! | directions | [`tangent`](Pieces::tangent), [`normal`](Pieces::normal), [`curvature`](Pieces::curvature), [`torsion`](Pieces::torsion), [`frenet`](Pieces::frenet), [`rotation_minimising`](Pieces::rotation_minimising) |
//! | the box around it | [`bounds`](Pieces::bounds), [`hull_bounds`](Pieces::hull_bounds) |
//! | how long it is, and the point after a length | [`length`](Pieces::length), [`ByLength`] |
//! | what of it is nearest | [`nearest`](Pieces::nearest) |
//! | a chain of segments | [`flatten`](Pieces::flatten) |
//! | where it meets | [`crossings_plane`](Pieces::crossings_plane), [`crossings_linear`](Pieces::crossings_linear), [`passes_linear`](Pieces::passes_linear), [`crossings_sphere`](Pieces::crossings_sphere), [`crossings_aabb`](Pieces::crossings_aabb), [`crossings_curve`](Pieces::crossings_curve) |
//!
//! With a radius a curve is a shape, a [`Tube`](crate::curve::tube::Tube): how far points and shapes are from it, and where rays meet it.
//!
//! [`BSpline::try_insert`], [`try_remove`](BSpline::try_remove), [`try_split`](BSpline::try_split) and [`elevated`](BSpline::elevated) give
//! the same curve in another form. [`BSpline::try_fit`], [`BSpline::try_fit_within`] and [`Bezier::try_fit`] fit curves to data by least squares.
//!
//! ```
//! use barycast::curve::{BSpline, ByLength};
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
//! All are generic over the vector. Parameters outside of a curve's range are taken for its nearer end.
//!
//! What is not a curve (too few points, numbers that are not finite, weights that are not positive, knots out of order) is a
//! [`CurveError`] of its constructor; questions never fail.

pub(crate) mod bernstein;
pub(crate) mod bezier;
pub(crate) mod blend;
pub(crate) mod bounds;
mod bspline;
mod catmull_rom;
mod chebyshev;
mod controls;
mod cross;
pub mod easing;
pub(crate) mod error;
mod fit;
mod flatten;
pub(crate) mod forms;
mod gauss_points;
mod hermite;
pub(crate) mod knots;
mod kochanek_bartels;
pub(crate) mod least;
mod length;
pub(crate) mod lowest;
mod meet;
mod moving;
mod nearest;
mod nurbs;
pub(crate) mod pieces;
mod powers;
mod quadrature;
mod rising;
mod spline;
pub mod tube;

pub use bezier::Bezier;
pub use bspline::BSpline;
pub use catmull_rom::{CatmullRom, Spacing};
pub use cross::{CurveCrossing, CurveCrossings};
pub use error::CurveError;
pub use hermite::{Ferguson, Hermite};
pub use kochanek_bartels::{Bend, KochanekBartels};
pub use length::{ByLength, Length};
pub use meet::Crossing;
pub use nearest::Nearest;
pub use pieces::Pieces;
pub use powers::{Polynomial, Powers};
pub use spline::Ends;

pub(crate) use hermite::whole_knots;

use crate::vector::Vector;

/// The numbers inside of a vector.
pub(crate) type Scalar<V> = <V as Vector>::Scalar;
