//! The operation `fit`: a least-squares curve through data.

use crate::curve::spacing;
use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::options::{first_length, list_of, missing, number, vectors_of};
use crate::precision::Precision;
use crate::query::{Query, QueryResult};
use barycast::curve::{BSpline, Bezier, CurveError, Parametrization};
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Limit of the work of a fit, in multiplications: some seconds.
const MOST_WORK: f64 = 4e9;

/// A fitted curve with its distance from the data.
struct Fitted<V: FloatVector> {
    curve: Curve<V>,
    /// Greatest distance of a datum from the curve point at its parameter.
    error: f64,
}

enum Curve<V: FloatVector> {
    Bezier(Bezier<V>),
    BSpline(usize, BSpline<V>),
}

pub(super) fn read(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let precision = reading.precision;
    let points = members.take("points").ok_or_else(|| missing("points"))?;
    Ok(match (first_length(&points), precision) {
        (Some(2), Precision::F32) => Box::new(fitted::<Vec2, DVec2>(&points, members, precision)?),
        (Some(2), Precision::F64) => Box::new(fitted::<DVec2, DVec2>(&points, members, precision)?),
        (_, Precision::F32) => Box::new(fitted::<Vec3, DVec3>(&points, members, precision)?),
        (_, Precision::F64) => Box::new(fitted::<DVec3, DVec3>(&points, members, precision)?),
    })
}

impl<V: FloatVector<Scalar = f64>> Query for Fitted<V> {
    fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
        match &self.curve {
            Curve::Bezier(curve) => answer.bezier(curve.points()),
            Curve::BSpline(degree, curve) => answer.b_spline(*degree, curve.knots(), curve.points()),
        }
        answer.plain("greatest_error", self.error);
        Ok(())
    }
}

fn fault(error: CurveError) -> Fault {
    let field = match error.field() {
        "data" => "points",
        "parameter" => "parameters",
        field => field,
    };
    Fault::new(Code::InvalidShape, field, error.to_string())
}

fn fitted<N: FloatVector, V: FloatVector<Scalar = f64>>(
    points: &Node<'_>,
    members: &mut Members<'_>,
    precision: Precision,
) -> Result<Fitted<V>, Fault> {
    let data: Vec<V> = vectors_of::<N, V>("points", points)?;
    if data.iter().any(|p| (0..V::DIM).any(|axis| !p.get(axis).is_finite())) {
        return Err(Fault::invalid("points", "be finite"));
    }
    let degree = match members.take("degree") {
        None => 3,
        Some(Node::Number(degree)) if degree.fract() == 0.0 && (1.0..=32.0).contains(&degree) => {
            degree as usize
        }
        Some(_) => return Err(Fault::invalid("degree", "be a whole number from 1 to 32")),
    };
    let mut numbers = |name| members.take(name).map(|node| list_of::<N>(name, &node)).transpose();
    let (parameters, knots) = (numbers("parameters")?, numbers("knots")?);
    let has_spacing = members.0.iter().any(|(key, _)| key == "spacing");
    if has_spacing && parameters.is_some() {
        return Err(Fault::invalid("spacing", "not be combined with parameters"));
    }
    let spacing = spacing(members, Parametrization::Chordal)?;
    let spaced =
        || spacing.knots(&data).map_err(|_| Fault::invalid("points", "differ from their neighbours"));
    if let Some(tolerance) = number(members, "tolerance", precision)? {
        if parameters.is_some() || knots.is_some() {
            return Err(Fault::invalid("tolerance", "not be combined with parameters or knots"));
        }
        affordable(data.len(), data.len(), degree)?;
        let parameters = spaced()?;
        let curve = BSpline::try_fit_within(degree, &data, spacing, tolerance).map_err(fault)?;
        let error = greatest(&data, &parameters, |u| curve.at(u));
        return Ok(Fitted { curve: Curve::BSpline(degree, curve), error });
    }
    let given = parameters.is_some();
    let mut parameters = parameters.map_or_else(spaced, Ok)?;
    if let Some(knots) = knots {
        affordable(data.len(), knots.len(), degree)?;
        let curve = BSpline::try_fit(degree, knots, &parameters, &data).map_err(fault)?;
        let error = greatest(&data, &parameters, |u| curve.at(u));
        return Ok(Fitted { curve: Curve::BSpline(degree, curve), error });
    }
    if let (false, Some(last)) = (given, parameters.last().copied()) {
        for u in &mut parameters {
            *u /= last;
        }
    }
    affordable(data.len(), degree + 1, degree)?;
    let curve = Bezier::try_fit(degree, &parameters, &data).map_err(fault)?;
    let error = greatest(&data, &parameters, |u| curve.at(u));
    Ok(Fitted { curve: Curve::Bezier(curve), error })
}

fn greatest<V: FloatVector<Scalar = f64>>(data: &[V], parameters: &[f64], at: impl Fn(f64) -> V) -> f64 {
    data.iter().zip(parameters).map(|(d, u)| (at(*u) - *d).length()).fold(0.0, f64::max)
}

/// Rejects slow fits: the work is the number of data times the square of the number of control
/// points.
fn affordable(data: usize, controls: usize, degree: usize) -> Result<(), Fault> {
    let (data, controls, degree) = (data as f64, controls as f64, degree as f64);
    if data * (controls * controls + degree.powi(3)) <= MOST_WORK {
        return Ok(());
    }
    Err(Fault::invalid("points", "be fewer for this number of control points: the fit would take too long"))
}
