//! Kochanek-Bartels curves: through all points, with tension, continuity and bias at each.
//!
//! ```text
//! d0 = p_i - p_{i-1}    d1 = p_{i+1} - p_i
//! out_i = (1-t)(1+c)(1+b)/2 d0 + (1-t)(1-c)(1-b)/2 d1        the derivative with which the next piece begins
//! in_i  = (1-t)(1-c)(1+b)/2 d0 + (1-t)(1+c)(1-b)/2 d1        the derivative with which the piece before ends
//! ```
//!
//! With all three 0 it is the uniform Catmull-Rom curve but for the ends, where the missing way is taken equal to the other.
//! Source: [Kochanek 1984].

use super::hermite::{cubic, whole_knots};
use super::{CurveError, Pieces, Scalar, error};
use crate::number::{Field, Float};
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// How the curve passes a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bend<S> {
    /// 1 is a sharp stop, -1 a wide turn.
    pub tension: S,
    /// Away from 0 the curve has a corner.
    pub continuity: S,
    /// 1 overshoots the point, -1 turns before it.
    pub bias: S,
}

/// A curve through points at 0, 1, 2, .., each with its [`Bend`].
#[derive(Clone, Debug, PartialEq)]
pub struct KochanekBartels<V: FloatVector> {
    points: Vec<V>,
    bends: Vec<Bend<Scalar<V>>>,
}

impl<V: FloatVector> KochanekBartels<V> {
    /// With a bend for each point.
    ///
    /// # Errors
    /// Fewer than two points, not as many bends, numbers that are not finite.
    pub fn try_new(points: Vec<V>, bends: Vec<Bend<Scalar<V>>>) -> Result<Self, CurveError> {
        error::points(&points, 2)?;
        error::count("bends", &bends, points.len())?;
        for (index, bend) in bends.iter().enumerate() {
            let numbers = [bend.tension, bend.continuity, bend.bias];
            error::numbers("bends", &numbers).map_err(|_| CurveError::NotFinite { field: "bends", index })?;
        }
        Ok(Self { points, bends })
    }

    /// The derivatives with which the curve comes to a point and leaves it.
    pub fn tangents(&self, i: usize) -> [V; 2] {
        let last = self.points.len() - 1;
        let (before, after) = (i.clamp(1, last), i.clamp(0, last - 1));
        let d0 = self.points[before] - self.points[before - 1];
        let d1 = self.points[after + 1] - self.points[after];
        let Bend { tension, continuity: c, bias: b } = self.bends[i];
        let one = Scalar::<V>::ONE;
        let k = (one - tension).half();
        let into = d0 * (k * (one - c) * (one + b)) + d1 * (k * (one + c) * (one - b));
        let out = d0 * (k * (one + c) * (one + b)) + d1 * (k * (one - c) * (one - b));
        [into, out]
    }

    /// As cubic Bezier pieces.
    pub fn pieces(&self) -> Pieces<V> {
        let piece = |i: usize| {
            let tangents = [self.tangents(i)[1], self.tangents(i + 1)[0]];
            cubic([self.points[i], self.points[i + 1]], tangents)
        };
        let count = self.points.len();
        Pieces::from_parts(whole_knots::<V>(count), (0..count - 1).map(piece).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CatmullRom, Spacing};
    use super::*;
    use alloc::vec;
    use glam::{DVec2, dvec2};

    fn points() -> Vec<DVec2> {
        vec![dvec2(0., 0.), dvec2(1., 2.), dvec2(3., 2.), dvec2(7., 0.)]
    }

    #[test]
    fn g5_without_bends_its_inner_pieces_are_catmull_rom() {
        let plain = KochanekBartels::try_new(points(), vec![Bend::default(); 4]).unwrap().pieces();
        let same = CatmullRom::try_new(points(), Spacing::Uniform).unwrap().pieces();
        assert_eq!(plain.pieces()[1], same.pieces()[1]);
    }

    #[test]
    fn full_tension_stops_and_continuity_makes_a_corner() {
        let bend = |tension, continuity| Bend { tension, continuity, bias: 0. };
        let bends = vec![bend(0., 0.), bend(1., 0.), bend(0., 1.), bend(0., 0.)];
        let curve = KochanekBartels::try_new(points(), bends).unwrap();
        assert_eq!(curve.tangents(1), [DVec2::ZERO; 2]);
        assert_eq!(curve.tangents(2), [dvec2(4., -2.), dvec2(2., 0.)]);
        let bad = KochanekBartels::try_new(points(), vec![bend(f64::NAN, 0.); 4]);
        assert_eq!(bad, Err(CurveError::NotFinite { field: "bends", index: 0 }));
    }
}
