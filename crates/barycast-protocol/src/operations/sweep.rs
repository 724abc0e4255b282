//! The operation `sweep`: the time of impact of a moving shape.

use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::options::{Coordinates, coordinates, missing, number, optional_flag};
use crate::pair::{self, Exactness, Pair, either};
use crate::precision::Precision;
use crate::query::QueryResult;
use barycast::convex::advance::Turning;
use barycast::number::each::MapEach;
use barycast::query::SweepOptions;
use barycast::vector::Vector;
use glam::DVec3;

/// The motion of `b` up to `max_t`.
#[derive(Clone, Copy)]
struct Motion {
    velocity: Coordinates,
    max_t: f64,
    turn: Option<Turn>,
    /// Where it stops, if not at the first touch.
    stop: Option<SweepOptions<f64>>,
}

/// Rotation of a swept shape.
#[derive(Clone, Copy)]
struct Turn {
    angular: Angular,
    /// Centre of rotation; the origin if absent.
    center: Option<Coordinates>,
}

/// Angular velocity: radians per unit of time in 2D, or a vector along the axis in 3D.
#[derive(Clone, Copy)]
enum Angular {
    Number(f64),
    Vector([f64; 3]),
}

pub(super) fn sweep(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let precision = reading.precision;
    let exactness = Exactness::read(members, reading)?;
    let motion = Motion {
        velocity: coordinates(members, "velocity", precision)?.ok_or_else(|| missing("velocity"))?,
        max_t: number(members, "max_t", precision)?.unwrap_or(1.0),
        turn: read_turn(members, precision)?,
        stop: read_stop(members, precision)?,
    };
    if motion.turn.is_some() && motion.stop.is_some() {
        let message =
            "target_distance and stop_at_penetration are options of a sweep without angular_velocity";
        return Err(Fault::new(Code::InvalidOption, "angular_velocity", message));
    }
    exactness.refuse()?;
    pair::traced(members, reading, move |pair, answer| motion.answer(pair, answer))
}

fn read_turn(members: &mut Members<'_>, precision: Precision) -> Result<Option<Turn>, Fault> {
    let name = "angular_velocity";
    let must = |got: &str| {
        let message = format!("{name} must be a finite number in 2D, a list of three in 3D, got {got}");
        Fault::new(Code::InvalidOption, name, message)
    };
    let center = coordinates(members, "center_of_rotation", precision)?;
    let finite = |x: f64| Some(precision.round(x)).filter(|x| x.is_finite());
    let angular = match members.take(name) {
        None => return Ok(None),
        Some(Node::Number(x)) => finite(x).map(Angular::Number),
        Some(Node::Numbers([x, y, z, _], 3)) => match [x, y, z].each(finite) {
            [Some(x), Some(y), Some(z)] => Some(Angular::Vector([x, y, z])),
            _ => None,
        },
        Some(other) => return Err(must(other.kind())),
    };
    let angular = angular.ok_or_else(|| must("a number out of range"))?;
    Ok(Some(Turn { angular, center }))
}

fn read_stop(members: &mut Members<'_>, precision: Precision) -> Result<Option<SweepOptions<f64>>, Fault> {
    let distance = number(members, "target_distance", precision)?;
    if let Some(distance) = distance.filter(|distance| *distance < 0.0) {
        let message = format!("target_distance must be at least 0, got {distance}");
        return Err(Fault::new(Code::InvalidOption, "target_distance", message));
    }
    let stop_at_penetration = optional_flag(members, "stop_at_penetration")?;
    if distance.is_none() && stop_at_penetration.is_none() {
        return Ok(None);
    }
    let default = SweepOptions::default();
    Ok(Some(SweepOptions {
        target_distance: distance.unwrap_or(default.target_distance),
        stop_at_penetration: stop_at_penetration.unwrap_or(default.stop_at_penetration),
    }))
}

impl Motion {
    fn answer(&self, pair: &Pair, mut answer: Answer<'_>) -> Result<(), Fault> {
        let max_t = self.max_t;
        let Some(turn) = self.turn else {
            either!(pair, Shape(a, b) => {
                let velocity = self.velocity()?;
                let impact = match &self.stop {
                    Some(options) if *options != SweepOptions::default() => {
                        a.sweep_with(b, velocity, max_t, options)?
                    }
                    _ => a.sweep_precisely(b, velocity, max_t)?,
                };
                answer.impact(impact.as_ref());
            });
            return Ok(());
        };
        match pair {
            Pair::D2(a, b) => {
                let motion = self.turning(turn, turn.angular.number())?;
                let found = a.shape.sweep_turning_precisely(&b.shape, &motion, max_t)?;
                answer.turning_impact(found.as_ref());
            }
            Pair::D3(a, b) => {
                let motion = self.turning(turn, turn.angular.vector())?;
                let found = a.shape.sweep_turning_precisely(&b.shape, &motion, max_t)?;
                answer.turning_impact(found.as_ref());
            }
        }
        Ok(())
    }

    fn velocity<V: Vector<Scalar = f64>>(&self) -> Result<V, Fault> {
        let Coordinates { numbers, dimensions } = self.velocity;
        if dimensions != V::DIM {
            let message = format!("velocity has {dimensions} numbers, a and b have {}", V::DIM);
            return Err(Fault::new(Code::DimensionMismatch, "velocity", message));
        }
        Ok(V::from_fn(|axis| numbers[axis]))
    }

    /// Returns the motion in the dimension of the shapes; `angular` is `None` if given for the
    /// other dimension.
    fn turning<V: Vector<Scalar = f64>, W>(
        &self,
        turn: Turn,
        angular: Option<W>,
    ) -> Result<Turning<V, W>, Fault> {
        let velocity = self.velocity()?;
        let center_of_rotation = match turn.center {
            Some(center) if center.dimensions != V::DIM => {
                let message = "center_of_rotation differs in dimension from a and b";
                return Err(Fault::new(Code::DimensionMismatch, "center_of_rotation", message));
            }
            Some(center) => V::from_fn(|axis| center.numbers[axis]),
            None => V::from_fn(|_| 0.0),
        };
        let angular_velocity = angular.ok_or_else(|| {
            let message = "it is a number in 2D and a list of three in 3D";
            Fault::new(Code::DimensionMismatch, "angular_velocity", message)
        })?;
        Ok(Turning { velocity, angular_velocity, center_of_rotation })
    }
}

impl Angular {
    fn number(self) -> Option<f64> {
        if let Self::Number(x) = self { Some(x) } else { None }
    }

    fn vector(self) -> Option<DVec3> {
        if let Self::Vector(x) = self { Some(DVec3::from_array(x)) } else { None }
    }
}
