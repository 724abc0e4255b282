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
//! All are generic over the vector. Parameters outside of a curve's range are taken for its nearer end.
//!
//! What is not a curve (too few points, numbers that are not finite, weights that are not positive, knots out of order) is a
//! [`CurveError`] of its constructor; questions never fail.

mod bernstein;
mod bezier;
mod blend;
mod bspline;
mod catmull_rom;
mod cross;
mod error;
mod fit;
mod flatten;
mod hermite;
mod knots;
mod kochanek_bartels;
mod length;
mod meet;
mod moving;
mod nearest;
mod nurbs;
mod pieces;
mod spline;

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
pub use spline::Ends;

use crate::vector::Vector;

/// The numbers inside of a vector.
type Scalar<V> = <V as Vector>::Scalar;
