//! The questions `cast` and `signed_distance`: of a tube, which is a curve with a radius.

use super::curves::{self, point};
use super::decode::{self, Any};
use super::encode::Answer;
use super::error::{Code, Fault};
use super::fields::{Fields, mismatch};
use super::names::Reading;
use super::node::{Members, Node};
use super::request::{Precision, missing, number};
use barycast::any::{Shape2, Shape3};
use barycast::curve::CurveError;
use barycast::shape::{Line, Ray, Segment};
use barycast::tube::Tube;
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A tube, and what is asked of it.
#[derive(Debug)]
pub(crate) enum TubeQuestion {
    D2(Tube<DVec2>, Asked<DVec2>),
    D3(Tube<DVec3>, Asked<DVec3>),
}

#[derive(Debug)]
pub(crate) enum Asked<V: FloatVector> {
    /// From a point.
    SignedDistance(V),
    /// By what, until when.
    Cast(Way<V>, Option<f64>),
}

#[derive(Debug)]
pub(crate) enum Way<V: FloatVector> {
    Ray(Ray<V>),
    Segment(Segment<V>),
    Line(Line<V>),
}

impl TubeQuestion {
    /// Takes the members of the operation, if it is one of these about a tube.
    pub(crate) fn read(
        op: &str,
        members: &mut Members<'_>,
        reading: Reading<'_>,
    ) -> Result<Option<Self>, Fault> {
        let precision = reading.precision;
        if !["cast", "signed_distance"].contains(&op) {
            return Ok(None);
        }
        let Some(tube) = members.take("tube") else { return Ok(None) };
        let parts = Fields::of("tube", tube).and_then(|mut fields| {
            let curve = fields.required("curve")?;
            let radius = precision.round(fields.number::<DVec2>("radius")?);
            fields.finish_plain((curve, radius))
        });
        let (curve, radius) = parts.map_err(|fault| fault.within("tube"))?;
        let a = members.take("a").map(|a| decode::shape(a, reading)).transpose();
        let (a, until) = (a.map_err(|fault| fault.within("a"))?, number(members, "max_t", precision)?);
        let question = match (curves::dimensions(&curve), precision) {
            (Some(2), Precision::F32) => {
                Self::D2(tube_of::<Vec2, _>(curve, radius)?, asked::<Vec2, _>(op, members, a, until, way2)?)
            }
            (Some(2), Precision::F64) => {
                Self::D2(tube_of::<DVec2, _>(curve, radius)?, asked::<DVec2, _>(op, members, a, until, way2)?)
            }
            (_, Precision::F32) => {
                Self::D3(tube_of::<Vec3, _>(curve, radius)?, asked::<Vec3, _>(op, members, a, until, way3)?)
            }
            (_, Precision::F64) => {
                Self::D3(tube_of::<DVec3, _>(curve, radius)?, asked::<DVec3, _>(op, members, a, until, way3)?)
            }
        };
        Ok(Some(question))
    }

    /// Appends the answer.
    pub(crate) fn answer(&self, answer: Answer<'_>) {
        match self {
            Self::D2(tube, asked) => tell(tube, asked, answer),
            Self::D3(tube, asked) => tell(tube, asked, answer),
        }
    }
}

fn tell<V: FloatVector<Scalar = f64>>(tube: &Tube<V>, asked: &Asked<V>, mut answer: Answer<'_>) {
    match asked {
        Asked::SignedDistance(from) => answer.signed_distance(tube.signed_distance(*from).0),
        Asked::Cast(way, until) => answer.tube_hit(
            match way {
                Way::Ray(ray) => tube.cast(ray, *until),
                Way::Segment(segment) => tube.cast(segment, *until),
                Way::Line(line) => tube.cast(line, *until),
            }
            .as_ref(),
        ),
    }
}

/// The curve in the precision of `N`, and the radius around it.
fn tube_of<N: FloatVector, V: FloatVector<Scalar = f64>>(
    curve: Node<'_>,
    radius: f64,
) -> Result<Tube<V>, Fault> {
    let fault = |error: CurveError| Fault::new(Code::InvalidShape, error.field(), error.to_string());
    let made = curves::pieces::<N, V>(curve).and_then(|curve| Tube::try_new(curve, radius).map_err(fault));
    made.map_err(|fault| fault.within("tube"))
}

fn asked<N: FloatVector, V: FloatVector<Scalar = f64>>(
    op: &str,
    members: &mut Members<'_>,
    a: Option<Any>,
    until: Option<f64>,
    way: impl Fn(Any) -> Result<Option<Way<V>>, Fault>,
) -> Result<Asked<V>, Fault> {
    let unknown = |key: &str| Fault::new(Code::UnknownField, key, format!("`{key}` is an option of `cast`"));
    if op == "signed_distance" {
        return match (a, until) {
            (Some(_), _) => Err(unknown("a")),
            (_, Some(_)) => Err(unknown("max_t")),
            _ => Ok(Asked::SignedDistance(point::<N, V>(members)?)),
        };
    }
    let must = || Fault::invalid("a", "be a ray, a segment or a line");
    Ok(Asked::Cast(way(a.ok_or_else(|| missing("a"))?)?.ok_or_else(must)?, until))
}

fn way2(a: Any) -> Result<Option<Way<DVec2>>, Fault> {
    let Any::D2(a) = a else { return Err(mismatch("a", "a is in 3D and the tube in 2D")) };
    Ok(match *a.shape {
        Shape2::Ray(ray) => Some(Way::Ray(ray)),
        Shape2::Segment(segment) => Some(Way::Segment(segment)),
        Shape2::Line(line) => Some(Way::Line(line)),
        _ => None,
    })
}

pub(super) fn way3(a: Any) -> Result<Option<Way<DVec3>>, Fault> {
    let Any::D3(a) = a else { return Err(mismatch("a", "a is in 2D and the tube in 3D")) };
    Ok(match *a.shape {
        Shape3::Ray(ray) => Some(Way::Ray(ray)),
        Shape3::Segment(segment) => Some(Way::Segment(segment)),
        Shape3::Line(line) => Some(Way::Line(line)),
        _ => None,
    })
}
