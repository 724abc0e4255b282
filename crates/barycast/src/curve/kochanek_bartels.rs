//! Kochanek-Bartels (TCB) curves: interpolate all points, with tension, continuity and bias at
//! each.
//!
//! ```text
//! d0 = p_i - p_{i-1}    d1 = p_{i+1} - p_i
//! out_i = (1-t)(1+c)(1+b)/2 d0 + (1-t)(1-c)(1-b)/2 d1   start of the next piece
//! in_i  = (1-t)(1-c)(1+b)/2 d0 + (1-t)(1+c)(1-b)/2 d1   end of the piece before
//! ```
//!
//! With all three parameters 0 it is the uniform Catmull-Rom curve, except at the ends, where the
//! missing difference is replaced by the other one. Source: [Kochanek 1984].

use super::hermite::{cubic, integer_knots};
use super::{CurveError, PiecewiseBezier, Scalar, error};
use crate::number::{Field, Float};
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// Tension, continuity and bias (TCB) at a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TcbParams<S> {
    /// Tension: 1 makes a sharp stop, -1 a wide turn.
    pub tension: S,
    /// Continuity: values other than 0 make a corner.
    pub continuity: S,
    /// Bias: 1 overshoots the point, -1 turns before it.
    pub bias: S,
}

/// A curve through points at the parameters 0, 1, 2, .., each with its [`TcbParams`].
///
/// ```
/// use barycast::curve::{KochanekBartels, TcbParams};
/// use glam::dvec2;
///
/// let points = vec![dvec2(0.0, 0.0), dvec2(1.0, 1.0), dvec2(2.0, 0.0)];
/// let tight = TcbParams { tension: 1.0, continuity: 0.0, bias: 0.0 };
/// let curve = KochanekBartels::try_new(points, vec![tight; 3])?.pieces();
/// let [at, speed, ..] = curve.jet(curve.knots()[1]);
/// assert_eq!((at, speed.length()), (dvec2(1.0, 1.0), 0.0)); // full tension stops at each point
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[doc(alias = "tcb")]
#[derive(Clone, Debug, PartialEq)]
pub struct KochanekBartels<V: FloatVector> {
    points: Vec<V>,
    params: Vec<TcbParams<Scalar<V>>>,
}

impl<V: FloatVector> KochanekBartels<V> {
    /// Builds a curve from points with the parameters of each.
    ///
    /// # Errors
    /// Returns an error if there are fewer than two points, the number of parameters differs from
    /// it, or a number is not finite.
    pub fn try_new(points: Vec<V>, params: Vec<TcbParams<Scalar<V>>>) -> Result<Self, CurveError> {
        error::points(&points, 2)?;
        error::count("bends", &params, points.len())?;
        for (index, tcb) in params.iter().enumerate() {
            let numbers = [tcb.tension, tcb.continuity, tcb.bias];
            error::numbers("bends", &numbers).map_err(|_| CurveError::NotFinite { field: "bends", index })?;
        }
        Ok(Self { points, params })
    }

    /// Returns the derivatives at a point: incoming and outgoing.
    pub fn tangents(&self, i: usize) -> [V; 2] {
        let last = self.points.len() - 1;
        let (before, after) = (i.clamp(1, last), i.clamp(0, last - 1));
        let d0 = self.points[before] - self.points[before - 1];
        let d1 = self.points[after + 1] - self.points[after];
        let TcbParams { tension, continuity: c, bias: b } = self.params[i];
        let one = Scalar::<V>::ONE;
        let k = (one - tension).half();
        let into = d0 * (k * (one - c) * (one + b)) + d1 * (k * (one + c) * (one - b));
        let out = d0 * (k * (one + c) * (one + b)) + d1 * (k * (one - c) * (one - b));
        [into, out]
    }

    /// Converts the curve to cubic Bezier pieces.
    pub fn pieces(&self) -> PiecewiseBezier<V> {
        let piece = |i: usize| {
            let tangents = [self.tangents(i)[1], self.tangents(i + 1)[0]];
            cubic([self.points[i], self.points[i + 1]], tangents)
        };
        let count = self.points.len();
        PiecewiseBezier::from_parts(integer_knots::<V>(count), (0..count - 1).map(piece).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CatmullRom, Parametrization};
    use super::*;
    use alloc::vec;
    use glam::{DVec2, dvec2};

    fn points() -> Vec<DVec2> {
        vec![dvec2(0., 0.), dvec2(1., 2.), dvec2(3., 2.), dvec2(7., 0.)]
    }

    #[test]
    fn g5_with_zero_params_its_inner_pieces_are_catmull_rom() {
        let plain = KochanekBartels::try_new(points(), vec![TcbParams::default(); 4]).unwrap().pieces();
        let same = CatmullRom::try_new(points(), Parametrization::Uniform).unwrap().pieces();
        assert_eq!(plain.pieces()[1], same.pieces()[1]);
    }

    #[test]
    fn full_tension_stops_and_continuity_makes_a_corner() {
        let tcb = |tension, continuity| TcbParams { tension, continuity, bias: 0. };
        let params = vec![tcb(0., 0.), tcb(1., 0.), tcb(0., 1.), tcb(0., 0.)];
        let curve = KochanekBartels::try_new(points(), params).unwrap();
        assert_eq!(curve.tangents(1), [DVec2::ZERO; 2]);
        assert_eq!(curve.tangents(2), [dvec2(4., -2.), dvec2(2., 0.)]);
        let bad = KochanekBartels::try_new(points(), vec![tcb(f64::NAN, 0.); 4]);
        assert_eq!(bad, Err(CurveError::NotFinite { field: "bends", index: 0 }));
    }
}
