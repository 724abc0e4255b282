//! The operations `cast` and `signed_distance` of a tube, a curve with a radius.

use crate::any::Any;
use crate::curve;
use crate::decode;
use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::fields::Fields;
use crate::linear::{Linear, linear2, linear3};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::options::{missing, number, point};
use crate::precision::Precision;
use crate::query::{Query, QueryResult};
use barycast::curve::CurveError;
use barycast::curve::tube::Tube;
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A query of a tube.
struct TubeQuery<V: FloatVector> {
    tube: Tube<V>,
    wanted: Wanted<V>,
}

enum Wanted<V: FloatVector> {
    /// The point from which the distance is measured.
    SignedDistance(V),
    /// The ray, segment or line, and its largest parameter.
    Cast(Linear<V>, Option<f64>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Cast,
    SignedDistance,
}

pub(super) fn cast(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(Op::Cast, members, reading)
}

pub(super) fn signed_distance(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(Op::SignedDistance, members, reading)
}

fn read(op: Op, members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let precision = reading.precision;
    let tube = members.take("tube").ok_or_else(|| missing("tube"))?;
    let parts = Fields::of("tube", tube).and_then(|mut fields| {
        let curve = fields.required("curve")?;
        let radius = precision.round(fields.number::<DVec2>("radius")?);
        fields.finish_plain((curve, radius))
    });
    let (curve, radius) = parts.map_err(|fault| fault.within("tube"))?;
    let a = members.take("a").map(|a| decode::shape(a, reading)).transpose();
    let (a, until) = (a.map_err(|fault| fault.within("a"))?, number(members, "max_t", precision)?);
    Ok(match (curve::dimensions(&curve), precision) {
        (Some(2), Precision::F32) => {
            let tube = tube_of::<Vec2, DVec2>(curve, radius)?;
            Box::new(TubeQuery { tube, wanted: wanted::<Vec2, _>(op, members, a, until, linear2)? })
        }
        (Some(2), Precision::F64) => {
            let tube = tube_of::<DVec2, DVec2>(curve, radius)?;
            Box::new(TubeQuery { tube, wanted: wanted::<DVec2, _>(op, members, a, until, linear2)? })
        }
        (_, Precision::F32) => {
            let tube = tube_of::<Vec3, DVec3>(curve, radius)?;
            Box::new(TubeQuery { tube, wanted: wanted::<Vec3, _>(op, members, a, until, linear3)? })
        }
        (_, Precision::F64) => {
            let tube = tube_of::<DVec3, DVec3>(curve, radius)?;
            Box::new(TubeQuery { tube, wanted: wanted::<DVec3, _>(op, members, a, until, linear3)? })
        }
    })
}

impl<V: FloatVector<Scalar = f64>> Query for TubeQuery<V> {
    fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
        let tube = &self.tube;
        match &self.wanted {
            Wanted::SignedDistance(from) => answer.signed_distance(tube.signed_distance(*from).0),
            Wanted::Cast(linear, until) => answer.tube_hit(
                match linear {
                    Linear::Ray(ray) => tube.cast(ray, *until),
                    Linear::Segment(segment) => tube.cast(segment, *until),
                    Linear::Line(line) => tube.cast(line, *until),
                }
                .as_ref(),
            ),
        }
        Ok(())
    }
}

/// Builds the tube around a curve in the precision of `N`.
fn tube_of<N: FloatVector, V: FloatVector<Scalar = f64>>(
    curve: Node<'_>,
    radius: f64,
) -> Result<Tube<V>, Fault> {
    let fault = |error: CurveError| Fault::new(Code::InvalidShape, error.field(), error.to_string());
    let made = curve::pieces::<N, V>(curve).and_then(|curve| Tube::try_new(curve, radius).map_err(fault));
    made.map_err(|fault| fault.within("tube"))
}

fn wanted<N: FloatVector, V: FloatVector<Scalar = f64>>(
    op: Op,
    members: &mut Members<'_>,
    a: Option<Any>,
    until: Option<f64>,
    linear: impl Fn(Any) -> Result<Option<Linear<V>>, Fault>,
) -> Result<Wanted<V>, Fault> {
    let unknown = |key: &str| Fault::new(Code::UnknownField, key, format!("`{key}` is an option of `cast`"));
    if op == Op::SignedDistance {
        return match (a, until) {
            (Some(_), _) => Err(unknown("a")),
            (_, Some(_)) => Err(unknown("max_t")),
            _ => Ok(Wanted::SignedDistance(point::<N, V>(members)?)),
        };
    }
    let must = || Fault::invalid("a", "be a ray, a segment or a line");
    Ok(Wanted::Cast(linear(a.ok_or_else(|| missing("a"))?)?.ok_or_else(must)?, until))
}
