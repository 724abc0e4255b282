//! The questions `interval_along` and `bounding_sphere`: of one shape, or of points.

use super::curves::{first_length, vectors_of};
use super::decode::{self, Any};
use super::encode::Answer;
use super::error::{Code, Fault};
use super::fields::mismatch;
use super::names::Reading;
use super::node::Members;
use super::number;
use super::request::{Precision, missing, read_velocity};
use barycast::shape::{ShapeError, Sphere, bounding_sphere};
use barycast::vector::{FloatVector, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// What was asked, and found.
#[derive(Debug)]
pub(crate) enum ExtentAnswer {
    Interval(f64, f64),
    D2(Sphere<DVec2>),
    D3(Sphere<DVec3>),
}

impl ExtentAnswer {
    /// Takes the members of the operation, if it is one of these.
    pub(crate) fn read(
        op: &str,
        members: &mut Members<'_>,
        reading: Reading<'_>,
    ) -> Result<Option<Self>, Fault> {
        if !["interval_along", "bounding_sphere"].contains(&op) {
            return Ok(None);
        }
        if op == "bounding_sphere"
            && let Some(points) = members.take("points")
        {
            return Ok(Some(match (first_length(&points), reading.precision) {
                (Some(2), Precision::F32) => {
                    Self::D2(around::<Vec2, _>(&vectors_of::<Vec2, DVec2>("points", &points)?)?)
                }
                (Some(2), Precision::F64) => {
                    Self::D2(around::<DVec2, _>(&vectors_of::<DVec2, DVec2>("points", &points)?)?)
                }
                (_, Precision::F32) => {
                    Self::D3(around::<Vec3, _>(&vectors_of::<Vec3, DVec3>("points", &points)?)?)
                }
                (_, Precision::F64) => {
                    Self::D3(around::<DVec3, _>(&vectors_of::<DVec3, DVec3>("points", &points)?)?)
                }
            }));
        }
        let a = members.take("a").ok_or_else(|| missing("a"))?;
        let a = decode::shape(a, reading).map_err(|fault| fault.within("a"))?;
        let unbounded = || Fault::invalid("a", "be bounded");
        if op == "bounding_sphere" {
            return Ok(Some(match a {
                Any::D2(a) => Self::D2(a.shape.bounding_sphere().ok_or_else(unbounded)?),
                Any::D3(a) => Self::D3(a.shape.bounding_sphere().ok_or_else(unbounded)?),
            }));
        }
        let axis = read_velocity(members, "axis", reading.precision)?.ok_or_else(|| missing("axis"))?;
        let [x, y, z] = axis.numbers;
        let found = match a {
            Any::D2(a) if axis.dimensions == 2 => a.shape.interval_along(DVec2::new(x, y)),
            Any::D3(a) if axis.dimensions == 3 => a.shape.interval_along(DVec3::new(x, y, z)),
            _ => return Err(mismatch("axis", "axis and a have another number of dimensions")),
        };
        let (low, high) = found.ok_or_else(unbounded)?;
        Ok(Some(Self::Interval(low, high)))
    }

    /// Appends the answer, rounded outward to the precision.
    pub(crate) fn answer(&self, mut answer: Answer<'_>) {
        let precision = answer.precision;
        let up = |x: f64| -number::rounded_down(-x, precision);
        match self {
            // A zero without a sign.
            Self::Interval(low, high) => {
                answer.interval(number::rounded_down(*low, precision) + 0.0, up(*high) + 0.0);
            }
            Self::D2(ball) => answer.bounding_sphere(ball.center, up(grown(ball, precision))),
            Self::D3(ball) => answer.bounding_sphere(ball.center, up(grown(ball, precision))),
        }
    }
}

/// The radius around the centre as it is written: in `f32` the centre is rounded once more.
fn grown<V: Vector<Scalar = f64>>(ball: &Sphere<V>, precision: Precision) -> f64 {
    let off = |axis: usize| precision.round(ball.center.get(axis)) - ball.center.get(axis);
    let moved = (0..V::DIM).map(|axis| off(axis).abs()).sum::<f64>();
    if moved == 0.0 { ball.radius } else { (ball.radius + moved).next_up() }
}

/// In the precision of `N`.
fn around<N: FloatVector, V: FloatVector<Scalar = f64>>(points: &[V]) -> Result<Sphere<V>, Fault> {
    let round = |x: f64| <N::Scalar as barycast::number::Float>::from_f64(x);
    let points: Vec<N> = points.iter().map(|p| p.lift::<N>(&round)).collect();
    let fault = |error: ShapeError| Fault::new(Code::InvalidShape, error.field, error.to_string());
    let Sphere { center, radius } = bounding_sphere(&points).map_err(fault)?;
    Ok(Sphere { center: center.lift(&super::fields::wide), radius: super::fields::wide(radius) })
}
