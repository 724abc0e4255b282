//! A request: its shapes, its question and the options.

use super::curves::CurveQuestion;
use super::decode::{self, Pair};
use super::easing::EaseQuestion;
use super::error::{Code, Fault, excerpt};
use super::extent::ExtentAnswer;
use super::fitting::FitQuestion;
use super::framing::Way;
use super::motion::Motion;
use super::names::{Names, Reading};
use super::node::{Members, Node};
use super::pairs::PairsQuestion;
use super::surfaces::SurfaceQuestion;
use super::tubes::TubeQuestion;
use barycast::cast::CastOptions;
use barycast::each::MapEach;

/// The arithmetic that was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Precision {
    F32,
    #[default]
    F64,
}

impl Precision {
    /// The number as it was given, in this precision: rounded to `f32` once.
    pub(crate) fn round(self, number: f64) -> f64 {
        match self {
            Self::F32 => f64::from(number as f32),
            Self::F64 => number,
        }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Intersects { exact: bool, tolerance: f64 },
    Contains,
    Sweep { velocity: Velocity, max_t: f64, turn: Option<Turn> },
    Manifold,
    Distance,
    SignedDistance,
    Contact,
    Cast(CastOptions<f64>),
    Casts(CastOptions<f64>),
    Span,
    Intersection,
    Classify,
    Barycentric,
    SolidAngle,
    Tangents,
}

/// Two or three numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Velocity {
    pub(crate) numbers: [f64; 3],
    pub(crate) dimensions: usize,
}

/// How a swept shape turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) angular: Angular,
    /// The origin when it is not given.
    pub(crate) center: Option<Velocity>,
}

/// Radians in 2D, and along the axis in 3D.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Angular {
    Number(f64),
    Vector([f64; 3]),
}

/// A valid request.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) precision: Precision,
    pub(crate) subject: Subject,
}

/// What is asked about.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all requests have a pair")]
pub(crate) enum Subject {
    Pair(Op, Pair),
    Motion(Motion),
    Curve(CurveQuestion),
    Ease(EaseQuestion),
    Extent(ExtentAnswer),
    Fit(FitQuestion),
    Surface(SurfaceQuestion),
    Tube(TubeQuestion),
    Project(Way, Pair),
    Clip(Pair),
    Pairs(PairsQuestion),
}

impl Request {
    /// Reads the members of the request's object but for its `id`.
    pub(crate) fn read(mut members: Members<'_>, names: &Names) -> Result<Self, Fault> {
        let precision = read_precision(members.take("precision"))?;
        let reading = Reading { precision, names };
        let op = match members.take("op") {
            Some(Node::Text(op)) => op,
            Some(other) => {
                return Err(Fault::new(
                    Code::UnknownOp,
                    "op",
                    format!("op must be a string, got {}", other.kind()),
                ));
            }
            None => return Err(missing("op")),
        };
        if op == "continuous" {
            let motion = Motion::read(&mut members, precision)?;
            refuse_the_rest(&members)?;
            return Ok(Self { precision, subject: Subject::Motion(motion) });
        }
        if op == "ease" {
            let question = EaseQuestion::read(&mut members, precision)?;
            refuse_the_rest(&members)?;
            return Ok(Self { precision, subject: Subject::Ease(question) });
        }
        if op == "fit" {
            let question = FitQuestion::read(&mut members, precision)?;
            refuse_the_rest(&members)?;
            return Ok(Self { precision, subject: Subject::Fit(question) });
        }
        if op == "pairs" {
            let question = PairsQuestion::read(&mut members, reading)?;
            refuse_the_rest(&members)?;
            return Ok(Self { precision, subject: Subject::Pairs(question) });
        }
        if let Some(question) = SurfaceQuestion::read(&op, &mut members, reading)? {
            refuse_the_rest(&members)?;
            return Ok(Self { precision, subject: Subject::Surface(question) });
        }
        if let Some(question) = CurveQuestion::read(&op, &mut members, precision)? {
            refuse_the_rest(&members)?;
            return Ok(Self { precision, subject: Subject::Curve(question) });
        }
        if let Some(found) = ExtentAnswer::read(&op, &mut members, reading)? {
            refuse_the_rest(&members)?;
            return Ok(Self { precision, subject: Subject::Extent(found) });
        }
        if let Some(question) = TubeQuestion::read(&op, &mut members, reading)? {
            refuse_the_rest(&members)?;
            return Ok(Self { precision, subject: Subject::Tube(question) });
        }
        let way = if op == "project" { Some(Way::read(&mut members, precision)?) } else { None };
        let clip = op == "clip";
        let op = if way.is_some() || clip { None } else { Some(read_op(&op, precision, &mut members)?) };
        let (a, b) = (members.take("a"), members.take("b"));
        refuse_the_rest(&members)?;
        let (a, b) = (a.ok_or_else(|| missing("a"))?, b.ok_or_else(|| missing("b"))?);
        let pair = decode::pair(a, b, reading)?;
        let subject = match (op, way) {
            (Some(op), _) => Subject::Pair(op, pair),
            (None, Some(way)) => Subject::Project(way, pair),
            (None, None) => Subject::Clip(pair),
        };
        Ok(Self { precision, subject })
    }
}

pub(super) fn refuse_the_rest(members: &Members<'_>) -> Result<(), Fault> {
    let Some((key, _)) = members.0.first() else { return Ok(()) };
    let message = format!("`{}` is no key of this request", excerpt(key));
    Err(Fault::new(Code::UnknownField, key, message))
}

pub(super) fn missing(field: &str) -> Fault {
    Fault::new(Code::MissingField, field, format!("`{field}` is missing"))
}

pub(super) fn read_precision(node: Option<Node<'_>>) -> Result<Precision, Fault> {
    match node {
        None => Ok(Precision::default()),
        Some(Node::Text(text)) if text == "f64" => Ok(Precision::F64),
        Some(Node::Text(text)) if text == "f32" => Ok(Precision::F32),
        Some(_) => Err(Fault::new(Code::InvalidOption, "precision", "precision must be \"f32\" or \"f64\"")),
    }
}

/// The operation of this name, with its own options.
fn read_op(name: &str, precision: Precision, members: &mut Members<'_>) -> Result<Op, Fault> {
    let exact = flag(members, "exact")?;
    let tolerance = number(members, "tolerance", precision)?;
    let op = match name {
        "intersects" => {
            let tolerance = tolerance.unwrap_or(0.0);
            if tolerance < 0.0 {
                let message = format!("tolerance must not be negative, got {tolerance}");
                return Err(Fault::new(Code::InvalidOption, "tolerance", message));
            }
            return Ok(Op::Intersects { exact, tolerance });
        }
        "contains" => Op::Contains,
        "sweep" => Op::Sweep {
            velocity: read_velocity(members, "velocity", precision)?.ok_or_else(|| missing("velocity"))?,
            max_t: number(members, "max_t", precision)?.unwrap_or(1.0),
            turn: read_turn(members, precision)?,
        },
        "manifold" => Op::Manifold,
        "distance" => Op::Distance,
        "signed_distance" => Op::SignedDistance,
        "contact" => Op::Contact,
        "cast" => Op::Cast(read_cast(members, precision)?),
        "casts" => Op::Casts(read_cast(members, precision)?),
        "span" => Op::Span,
        "intersection" => Op::Intersection,
        "classify" => Op::Classify,
        "barycentric" => Op::Barycentric,
        "solid_angle" => Op::SolidAngle,
        "tangents" => Op::Tangents,
        _ => {
            let message = format!("`{}` is no operation", excerpt(name));
            return Err(Fault::new(Code::UnknownOp, "op", message));
        }
    };
    if exact {
        return Err(Fault::new(Code::InvalidOption, "exact", "exact is an option of `intersects`"));
    }
    if tolerance.is_some_and(|tolerance| tolerance != 0.0) {
        return Err(Fault::new(Code::InvalidOption, "tolerance", "tolerance is an option of `intersects`"));
    }
    Ok(op)
}

fn read_turn(members: &mut Members<'_>, precision: Precision) -> Result<Option<Turn>, Fault> {
    let name = "angular_velocity";
    let must = |got: &str| {
        let message = format!("{name} must be a finite number in 2D, a list of three in 3D, got {got}");
        Fault::new(Code::InvalidOption, name, message)
    };
    let center = read_velocity(members, "center_of_rotation", precision)?;
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

pub(super) fn read_velocity(
    members: &mut Members<'_>,
    name: &str,
    precision: Precision,
) -> Result<Option<Velocity>, Fault> {
    let must = |got: &str| {
        let message = format!("{name} must be a list of 2 or 3 finite numbers, got {got}");
        Fault::new(Code::InvalidOption, name, message)
    };
    let (list, dimensions) = match members.take(name) {
        Some(Node::Numbers(list, count @ 2..=3)) => (list, count),
        Some(other) => return Err(must(other.kind())),
        None => return Ok(None),
    };
    let mut velocity = Velocity { numbers: [0.0; 3], dimensions };
    for (number, value) in velocity.numbers.iter_mut().zip(list).take(dimensions) {
        *number = precision.round(value);
        if !number.is_finite() {
            return Err(must("a number out of range"));
        }
    }
    Ok(Some(velocity))
}

fn read_cast(members: &mut Members<'_>, precision: Precision) -> Result<CastOptions<f64>, Fault> {
    Ok(CastOptions {
        max_t: number(members, "max_t", precision)?,
        cull: flag(members, "cull")?,
        hollow: flag(members, "hollow")?,
    })
}

/// A boolean option; `false` when it is absent.
pub(super) fn flag(members: &mut Members<'_>, name: &str) -> Result<bool, Fault> {
    match members.take(name) {
        None => Ok(false),
        Some(Node::Bool(value)) => Ok(value),
        Some(other) => {
            let message = format!("{name} must be true or false, got {}", other.kind());
            Err(Fault::new(Code::InvalidOption, name, message))
        }
    }
}

/// A finite number.
pub(super) fn number(
    members: &mut Members<'_>,
    name: &str,
    precision: Precision,
) -> Result<Option<f64>, Fault> {
    let message = match members.take(name) {
        None => return Ok(None),
        Some(Node::Number(value)) => {
            let value = precision.round(value);
            if value.is_finite() {
                return Ok(Some(value));
            }
            format!("{name} must be finite, got {value}")
        }
        Some(other) => format!("{name} must be a number, got {}", other.kind()),
    };
    Err(Fault::new(Code::InvalidOption, name, message))
}
