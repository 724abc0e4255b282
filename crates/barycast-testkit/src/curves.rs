//! Random curves and surfaces.

use barycast::curve::{BSpline, Bezier, PiecewiseBezier};
use barycast::surface::{BSplineSurface, BezierPatch};
use barycast::vector::FloatVector;
use glam::{DVec3, dvec3};

/// A seeded generator of curves and surfaces, with coordinates between -1 and 1.
pub struct Curves {
    /// The random number generator.
    pub rng: fastrand::Rng,
}

impl Curves {
    /// Builds a generator; equal seeds yield equal curves.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: fastrand::Rng::with_seed(seed) }
    }

    /// Returns a number between -1 and 1.
    pub fn number(&mut self) -> f64 {
        self.rng.f64() * 2.0 - 1.0
    }

    /// Returns a point.
    pub fn point<V: FloatVector<Scalar = f64>>(&mut self) -> V {
        V::from_fn(|_| self.number())
    }

    /// Returns `count` points.
    pub fn points<V: FloatVector<Scalar = f64>>(&mut self, count: usize) -> Vec<V> {
        (0..count).map(|_| self.point()).collect()
    }

    /// Returns `count` weights.
    pub fn weights(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| 0.2 + self.rng.f64() * 3.0).collect()
    }

    /// Returns the knots of a spline of this degree with `count` points, from 0 to below `end`,
    /// often repeated; not always valid.
    fn knots(&mut self, degree: usize, count: usize, end: u32) -> Vec<f64> {
        let mut knots: Vec<f64> = (0..=count + degree).map(|_| self.rng.u32(0..end).into()).collect();
        knots.sort_by(f64::total_cmp);
        knots
    }

    /// Returns a curve of degree 1 to 7, rational or not.
    ///
    /// # Panics
    /// Never: the points and weights are valid.
    pub fn bezier<V: FloatVector<Scalar = f64>>(&mut self) -> Bezier<V> {
        let count = 1 + self.rng.usize(1..8);
        let points = self.points(count);
        if self.rng.bool() {
            Bezier::try_new(points).expect("points")
        } else {
            Bezier::try_rational(points, self.weights(count)).expect("points and weights")
        }
    }

    /// Returns a rational spline, clamped or not, with repeated knots.
    pub fn spline<V: FloatVector<Scalar = f64>>(&mut self) -> BSpline<V> {
        loop {
            let degree = self.rng.usize(1..6);
            let count = degree + self.rng.usize(1..8);
            let knots = self.knots(degree, count, 12);
            let points = self.points(count);
            let weights = self.weights(count);
            if let Ok(spline) = BSpline::try_rational(degree, knots, points, weights) {
                return spline;
            }
        }
    }

    /// Returns a cubic, a rational curve, or a spline.
    ///
    /// # Panics
    /// Never: the points and weights are good.
    pub fn curve<V: FloatVector<Scalar = f64>>(&mut self) -> PiecewiseBezier<V> {
        let count = self.rng.usize(4..7);
        let points: Vec<V> = self.points(count);
        let weights = self.weights(count);
        match self.rng.u8(..3) {
            0 => Bezier::try_new(points[..4].to_vec()).expect("points").pieces(),
            1 => Bezier::try_rational(points, weights).expect("points and weights").pieces(),
            _ => BSpline::try_clamped(3, points).expect("points").pieces(),
        }
    }

    /// Returns a patch of degrees 1 to 4, rational or not.
    ///
    /// # Panics
    /// Never: the points and weights are valid.
    pub fn patch(&mut self) -> BezierPatch<DVec3> {
        let degrees = [self.rng.usize(1..5), self.rng.usize(1..5)];
        let count = (degrees[0] + 1) * (degrees[1] + 1);
        let points = self.points(count);
        if self.rng.bool() {
            BezierPatch::try_new(degrees, points).expect("points")
        } else {
            BezierPatch::try_rational(degrees, points, self.weights(count)).expect("points and weights")
        }
    }

    /// Returns a moderately curved patch.
    ///
    /// # Panics
    /// If a degree is 0.
    pub fn sheet(&mut self, degrees: [usize; 2]) -> BezierPatch<DVec3> {
        let mut points = Vec::new();
        for i in 0..=degrees[0] {
            for j in 0..=degrees[1] {
                points.push(dvec3(i as f64, j as f64, 0.0) + self.point::<DVec3>());
            }
        }
        BezierPatch::try_new(degrees, points).expect("points")
    }

    /// Returns a rational surface, clamped or not, with repeated knots.
    pub fn spline_surface(&mut self) -> BSplineSurface<DVec3> {
        loop {
            let degrees = [self.rng.usize(1..4), self.rng.usize(1..4)];
            let counts = degrees.map(|degree| degree + self.rng.usize(1..5));
            let knots = [0, 1].map(|axis| self.knots(degrees[axis], counts[axis], 8));
            let points = self.points(counts[0] * counts[1]);
            let weights = self.weights(points.len());
            if let Ok(spline) = BSplineSurface::try_rational(degrees, knots, points, weights) {
                return spline;
            }
        }
    }
}
