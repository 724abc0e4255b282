//! Circles and ellipses as NURBS curves.
//!
//! A quarter from `c + x` to `c + y` is the conic with control points `c + x`, `c + x + y`, `c + y`
//! and weights 1, `sqrt(1/2)`, 1; four of them make the ellipse. The curve is exact; its parameter
//! is not the angle. Source: [Piegl 1997].

use super::{BSpline, CurveError, Scalar};
use crate::number::{Field, Float, Real};
use crate::vector::FloatVector;
use alloc::vec::Vec;

impl<V: FloatVector> BSpline<V> {
    /// Returns the ellipse around `center` with the perpendicular semi-axes `x` and `y`; a circle
    /// if they have equal length. Starts at `center + x` towards `center + y`, a quarter per unit
    /// of the parameter.
    ///
    /// # Errors
    /// Returns an error if a number is not finite.
    #[doc(alias = "circle")]
    pub fn try_ellipse(center: V, x: V, y: V) -> Result<Self, CurveError> {
        let around = [x, x + y, y, y - x, -x, -x - y, -y, x - y, x];
        let corner = Scalar::<V>::ONE.half().sqrt();
        let weights = (0..9).map(|i| if i % 2 == 0 { Scalar::<V>::ONE } else { corner });
        let knots = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4].map(|k| Scalar::<V>::from_f64(f64::from(k)));
        let points = around.iter().map(|p| center + *p).collect::<Vec<V>>();
        Self::try_rational(2, knots.to_vec(), points, weights.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn g4_weights_make_a_circle() {
        let circle = BSpline::try_ellipse(dvec2(3., 4.), DVec2::X * 2., DVec2::Y * 2.).unwrap();
        for i in 0..=64 {
            let u = f64::from(i) / 16.;
            assert!((circle.at(u).distance(dvec2(3., 4.)) - 2.).abs() < 2e-15);
            assert!((circle.pieces().at(u).distance(circle.at(u))) < 2e-15);
        }
        let bounds = circle.pieces().bounds();
        assert!(bounds.min.distance(dvec2(1., 2.)) < 1e-15 && bounds.max.distance(dvec2(5., 6.)) < 1e-15);
    }
}
