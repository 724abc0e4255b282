//! The operations `evaluate`, `nearest` and `length` of a curve.

use crate::curve::{dimensions, pieces};
use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::names::Reading;
use crate::node::Members;
use crate::options::{missing, number, point};
use crate::precision::Precision;
use crate::query::{Query, QueryResult};
use barycast::curve::PiecewiseBezier;
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A curve, and what the request wants of it.
struct CurveQuery<V: FloatVector> {
    curve: PiecewiseBezier<V>,
    wanted: Wanted<V>,
}

enum Wanted<V> {
    /// The point at a parameter.
    Evaluate(f64),
    /// The point nearest to another.
    Nearest(V),
    /// The length within a tolerance.
    Length(Option<f64>),
}

#[derive(Clone, Copy)]
enum Op {
    Evaluate,
    Nearest,
    Length,
}

pub(super) fn evaluate(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(Op::Evaluate, members, reading)
}

pub(super) fn nearest(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(Op::Nearest, members, reading)
}

pub(super) fn length(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(Op::Length, members, reading)
}

fn read(op: Op, members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let curve = members.take("curve").ok_or_else(|| missing("curve"))?;
    let precision = reading.precision;
    Ok(match (dimensions(&curve), precision) {
        (Some(2), Precision::F32) => {
            let curve = pieces::<Vec2, DVec2>(curve)?;
            Box::new(CurveQuery { curve, wanted: wanted::<Vec2, _>(op, members, precision)? })
        }
        (Some(2), Precision::F64) => {
            let curve = pieces::<DVec2, DVec2>(curve)?;
            Box::new(CurveQuery { curve, wanted: wanted::<DVec2, _>(op, members, precision)? })
        }
        (_, Precision::F32) => {
            let curve = pieces::<Vec3, DVec3>(curve)?;
            Box::new(CurveQuery { curve, wanted: wanted::<Vec3, _>(op, members, precision)? })
        }
        (_, Precision::F64) => {
            let curve = pieces::<DVec3, DVec3>(curve)?;
            Box::new(CurveQuery { curve, wanted: wanted::<DVec3, _>(op, members, precision)? })
        }
    })
}

fn wanted<N: FloatVector, V: FloatVector<Scalar = f64>>(
    op: Op,
    members: &mut Members<'_>,
    precision: Precision,
) -> Result<Wanted<V>, Fault> {
    Ok(match op {
        Op::Evaluate => Wanted::Evaluate(number(members, "t", precision)?.ok_or_else(|| missing("t"))?),
        Op::Nearest => Wanted::Nearest(point::<N, V>(members)?),
        Op::Length => {
            let tolerance = number(members, "tolerance", precision)?;
            if tolerance.is_some_and(|tolerance| tolerance < 0.0) {
                let message = "tolerance must not be negative";
                return Err(Fault::new(Code::InvalidOption, "tolerance", message));
            }
            Wanted::Length(tolerance)
        }
    })
}

impl<V: FloatVector<Scalar = f64>> Query for CurveQuery<V> {
    fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
        let curve = &self.curve;
        match &self.wanted {
            Wanted::Evaluate(t) => {
                let [point, derivative, second, _] = curve.jet(*t);
                let some = |v: V| Some(v).filter(|v| !v.is_zero());
                answer.curve_point(
                    [point, derivative, second],
                    some(curve.tangent(*t)),
                    some(curve.normal(*t)),
                );
                answer.plain("curvature", curve.curvature(*t));
            }
            Wanted::Nearest(from) => {
                let nearest = curve.nearest(*from);
                answer.nearest_on(&[("t", nearest.u)], nearest.point, nearest.distance);
            }
            Wanted::Length(tolerance) => {
                let size = (curve.hull_bounds().max - curve.hull_bounds().min).approximate_length();
                let length = curve.length(tolerance.unwrap_or(1e-12 * size));
                answer.plain("length", length.value);
                answer.plain("error_bound", length.error);
                // The name before 0.2 of the error bound, which error answers also use.
                answer.plain("error", length.error);
            }
        }
        Ok(())
    }
}
