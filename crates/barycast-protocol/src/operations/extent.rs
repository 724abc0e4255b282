//! The operations `interval_along` and `bounding_sphere` of a shape or of points.

use crate::any::Any;
use crate::decode;
use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::fields::{mismatch, wide};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::number;
use crate::options::{coordinates, first_length, missing, vectors_of};
use crate::precision::Precision;
use crate::query::{Query, QueryResult};
use barycast::number::Float;
use barycast::shape::{ShapeError, Sphere};
use barycast::vector::{FloatVector, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The projection of a shape to an axis.
struct Interval(f64, f64);

/// A bounding sphere of a shape or of points.
struct Around<V: Vector>(Sphere<V>);

pub(super) fn interval_along(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let a = shape(members, reading)?;
    let axis = coordinates(members, "axis", reading.precision)?.ok_or_else(|| missing("axis"))?;
    let [x, y, z] = axis.numbers;
    let found = match a {
        Any::D2(a) if axis.dimensions == 2 => a.shape.interval_along(DVec2::new(x, y)),
        Any::D3(a) if axis.dimensions == 3 => a.shape.interval_along(DVec3::new(x, y, z)),
        _ => return Err(mismatch("axis", "axis and a differ in dimension")),
    };
    let (low, high) = found.ok_or_else(unbounded)?;
    Ok(Box::new(Interval(low, high)))
}

pub(super) fn bounding_sphere(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    if let Some(points) = members.take("points") {
        return around_points(&points, reading.precision);
    }
    Ok(match shape(members, reading)? {
        Any::D2(a) => Box::new(Around(a.shape.bounding_sphere().ok_or_else(unbounded)?)),
        Any::D3(a) => Box::new(Around(a.shape.bounding_sphere().ok_or_else(unbounded)?)),
    })
}

fn shape(members: &mut Members<'_>, reading: Reading<'_>) -> Result<Any, Fault> {
    let a = members.take("a").ok_or_else(|| missing("a"))?;
    decode::shape(a, reading).map_err(|fault| fault.within("a"))
}

fn unbounded() -> Fault {
    Fault::invalid("a", "be bounded")
}

fn around_points(points: &Node<'_>, precision: Precision) -> QueryResult {
    Ok(match (first_length(points), precision) {
        (Some(2), Precision::F32) => Box::new(around::<Vec2, DVec2>(points)?),
        (Some(2), Precision::F64) => Box::new(around::<DVec2, DVec2>(points)?),
        (_, Precision::F32) => Box::new(around::<Vec3, DVec3>(points)?),
        (_, Precision::F64) => Box::new(around::<DVec3, DVec3>(points)?),
    })
}

/// Computes the bounding sphere in the precision of `N`.
fn around<N: FloatVector, V: FloatVector<Scalar = f64>>(points: &Node<'_>) -> Result<Around<V>, Fault> {
    let points = vectors_of::<N, V>("points", points)?;
    let round = |x: f64| <N::Scalar as Float>::from_f64(x);
    let points: Vec<N> = points.iter().map(|p| p.lift::<N>(&round)).collect();
    let fault = |error: ShapeError| Fault::new(Code::InvalidShape, error.field, error.to_string());
    let Sphere { center, radius } = barycast::shape::bounding_sphere(&points).map_err(fault)?;
    Ok(Around(Sphere { center: center.lift(&wide), radius: wide(radius) }))
}

impl Query for Interval {
    /// Appends the interval, rounded outward to the precision.
    fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
        let precision = answer.precision;
        // Adding 0 turns -0 into 0.
        let low = number::rounded_down(self.0, precision) + 0.0;
        answer.interval(low, rounded_up(self.1, precision) + 0.0);
        Ok(())
    }
}

impl<V: Vector<Scalar = f64>> Query for Around<V> {
    /// Appends the sphere, rounded outward to the precision.
    fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
        let precision = answer.precision;
        answer.bounding_sphere(self.0.center, rounded_up(grown(&self.0, precision), precision));
        Ok(())
    }
}

/// Returns the smallest number of the precision that is at least this one.
fn rounded_up(number: f64, precision: Precision) -> f64 {
    -number::rounded_down(-number, precision)
}

/// Returns the radius around the written centre, which is rounded again in `f32`.
fn grown<V: Vector<Scalar = f64>>(ball: &Sphere<V>, precision: Precision) -> f64 {
    let off = |axis: usize| precision.round(ball.center.get(axis)) - ball.center.get(axis);
    let moved = (0..V::DIM).map(|axis| off(axis).abs()).sum::<f64>();
    if moved == 0.0 { ball.radius } else { (ball.radius + moved).next_up() }
}
