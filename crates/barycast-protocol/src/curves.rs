//! The questions `evaluate`, `nearest` and `length`: of a curve.

use super::encode::Answer;
use super::error::{Code, Fault, excerpt};
use super::fields::{Fields, vector};
use super::node::{Members, Node};
use super::request::{Precision, missing, number};
use barycast::curve::{BSpline, Bezier, CatmullRom, CurveError, Ends, Hermite, Pieces, Spacing};
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A curve, and what is asked of it.
#[derive(Debug)]
pub(crate) enum CurveQuestion {
    D2(Pieces<DVec2>, Asked<DVec2>),
    D3(Pieces<DVec3>, Asked<DVec3>),
}

#[derive(Debug)]
pub(crate) enum Asked<V> {
    /// At a parameter.
    Evaluate(f64),
    /// To a point.
    Nearest(V),
    /// Within a tolerance.
    Length(Option<f64>),
}

impl CurveQuestion {
    /// Takes the members of the operation, if it is one of these.
    pub(crate) fn read(
        op: &str,
        members: &mut Members<'_>,
        precision: Precision,
    ) -> Result<Option<Self>, Fault> {
        if !["evaluate", "nearest", "length"].contains(&op) {
            return Ok(None);
        }
        let curve = members.take("curve").ok_or_else(|| missing("curve"))?;
        let question = match (dimensions(&curve), precision) {
            (Some(2), Precision::F32) => {
                Self::D2(pieces::<Vec2, _>(curve)?, asked::<Vec2, _>(op, members, precision)?)
            }
            (Some(2), Precision::F64) => {
                Self::D2(pieces::<DVec2, _>(curve)?, asked::<DVec2, _>(op, members, precision)?)
            }
            (_, Precision::F32) => {
                Self::D3(pieces::<Vec3, _>(curve)?, asked::<Vec3, _>(op, members, precision)?)
            }
            (_, Precision::F64) => {
                Self::D3(pieces::<DVec3, _>(curve)?, asked::<DVec3, _>(op, members, precision)?)
            }
        };
        Ok(Some(question))
    }

    /// Appends the answer.
    pub(crate) fn answer(&self, answer: Answer<'_>) {
        match self {
            Self::D2(curve, asked) => tell(curve, asked, answer),
            Self::D3(curve, asked) => tell(curve, asked, answer),
        }
    }
}

fn tell<V: FloatVector<Scalar = f64>>(curve: &Pieces<V>, asked: &Asked<V>, mut answer: Answer<'_>) {
    match asked {
        Asked::Evaluate(t) => {
            let [point, derivative, second, _] = curve.jet(*t);
            let some = |v: V| Some(v).filter(|v| !v.is_zero());
            answer.curve_point([point, derivative, second], some(curve.tangent(*t)), some(curve.normal(*t)));
            answer.plain("curvature", curve.curvature(*t));
        }
        Asked::Nearest(from) => {
            let nearest = curve.nearest(*from);
            answer.nearest_on(&[("t", nearest.u)], nearest.point, nearest.distance);
        }
        Asked::Length(tolerance) => {
            let size = (curve.hull_bounds().max - curve.hull_bounds().min).about_length();
            let length = curve.length(tolerance.unwrap_or(1e-12 * size));
            answer.plain("length", length.value);
            answer.plain("error_bound", length.error);
            // The key before 0.2, which failures have as well.
            answer.plain("error", length.error);
        }
    }
}

/// Of the first of its points.
pub(super) fn dimensions(curve: &Node<'_>) -> Option<usize> {
    let Node::Object(Members(kinds)) = curve else { return None };
    let Node::Object(Members(fields)) = &kinds.first()?.1 else { return None };
    let (_, points) = fields.iter().find(|(key, _)| key == "points")?;
    let Node::List(points) = points else { return None };
    if let Node::Numbers(_, length) = points.first()? { Some(*length) } else { None }
}

fn asked<N: FloatVector, V: FloatVector<Scalar = f64>>(
    op: &str,
    members: &mut Members<'_>,
    precision: Precision,
) -> Result<Asked<V>, Fault> {
    Ok(match op {
        "evaluate" => Asked::Evaluate(number(members, "t", precision)?.ok_or_else(|| missing("t"))?),
        "nearest" => Asked::Nearest(point::<N, V>(members)?),
        _ => {
            let tolerance = number(members, "tolerance", precision)?;
            if tolerance.is_some_and(|tolerance| tolerance < 0.0) {
                let message = "tolerance must not be negative";
                return Err(Fault::new(Code::InvalidOption, "tolerance", message));
            }
            Asked::Length(tolerance)
        }
    })
}

/// The member `point`, in the precision of `N`.
pub(super) fn point<N: FloatVector, V: FloatVector<Scalar = f64>>(
    members: &mut Members<'_>,
) -> Result<V, Fault> {
    let point: N = vector("point", &members.take("point").ok_or_else(|| missing("point"))?)?;
    let point: V = point.lift(&super::fields::wide);
    if (0..V::DIM).any(|axis| !point.get(axis).is_finite()) {
        return Err(Fault::invalid("point", "be finite"));
    }
    Ok(point)
}

/// `{"bezier": {"points": ..}}` and its like, in the precision of `N`.
pub(super) fn pieces<N: FloatVector, V: FloatVector<Scalar = f64>>(
    curve: Node<'_>,
) -> Result<Pieces<V>, Fault> {
    let Node::Object(Members(mut kinds)) = curve else {
        let message = format!("a curve is an object, got {}", curve.kind());
        return Err(Fault { code: Code::InvalidShape, field: Some("curve".to_owned()), message });
    };
    let (Some((kind, node)), None) = (kinds.pop(), kinds.pop()) else {
        return Err(Fault::invalid("curve", "have one key, its kind"));
    };
    let made = Fields::of(&kind, node).and_then(|mut fields| {
        let made = made::<N, V>(&kind, &mut fields)?;
        fields.finish_plain(made)
    });
    match made {
        Ok(made) => Ok(made),
        Err(fault) if fault.code == Code::UnknownShape => Err(fault.within("curve")),
        Err(fault) => Err(fault.within(&kind).within("curve")),
    }
}

/// The highest degree of a Bezier curve: each question about one takes a second at most.
const MOST: usize = 1024;

fn made<N: FloatVector, V: FloatVector<Scalar = f64>>(
    kind: &str,
    fields: &mut Fields<'_>,
) -> Result<Pieces<V>, Fault> {
    if !["bezier", "b_spline", "hermite", "catmull_rom", "spline"].contains(&kind) {
        let message = format!("`{}` is no curve", excerpt(kind));
        return Err(Fault::new(Code::UnknownShape, kind, message));
    }
    let points: Vec<V> = fields.vectors::<N, V>("points")?;
    let fault = |error: CurveError| Fault::new(Code::InvalidShape, error.field(), error.to_string());
    if kind == "bezier" && points.len() > MOST + 1 {
        return Err(Fault::invalid("points", "be at most 1025: of degree 1024"));
    }
    Ok(match kind {
        "bezier" => match numbers::<N>(fields, "weights")? {
            None => Bezier::try_new(points).map_err(fault)?.pieces(),
            Some(weights) => Bezier::try_rational(points, weights).map_err(fault)?.pieces(),
        },
        "b_spline" => {
            let degree = match fields.members.take("degree") {
                None => 3,
                Some(Node::Number(degree)) if degree.fract() == 0.0 && (1.0..=255.0).contains(&degree) => {
                    degree as usize
                }
                Some(_) => return Err(Fault::invalid("degree", "be a whole number from 1 to 255")),
            };
            let closed = fields.flag("closed")?;
            let (knots, weights) = (numbers::<N>(fields, "knots")?, numbers::<N>(fields, "weights")?);
            if closed && (knots.is_some() || weights.is_some()) {
                return Err(Fault::invalid("closed", "not stand beside knots or weights"));
            }
            let spline = match knots {
                _ if closed => BSpline::try_periodic(degree, &points),
                None => BSpline::try_clamped(degree, points),
                Some(knots) => BSpline::try_new(degree, knots, points),
            };
            let spline = spline.map_err(fault)?;
            match weights {
                None => spline.pieces(),
                Some(weights) => {
                    let (knots, points) = (spline.knots().to_vec(), spline.points().to_vec());
                    BSpline::try_rational(degree, knots, points, weights).map_err(fault)?.pieces()
                }
            }
        }
        "hermite" => {
            let tangents = fields.vectors::<N, V>("tangents")?;
            Hermite::try_new(points, tangents).map_err(fault)?.pieces()
        }
        "catmull_rom" => {
            let spacing = spacing(fields, Spacing::Centripetal)?;
            let curve = if fields.flag("closed")? {
                CatmullRom::try_closed(points, spacing)
            } else {
                CatmullRom::try_new(points, spacing)
            };
            curve.map_err(fault)?.pieces()
        }
        _ => {
            let spacing = spacing(fields, Spacing::Chordal)?;
            let ends = match word(fields, "ends")?.as_deref() {
                None | Some("natural") => Ends::Natural,
                Some("not_a_knot") => Ends::NotAKnot,
                Some(_) => return Err(Fault::invalid("ends", "be \"natural\" or \"not_a_knot\"")),
            };
            let curve = if fields.flag("closed")? {
                let around: Vec<V> = points.iter().chain(points.first()).copied().collect();
                Hermite::try_periodic_spline(spacing.knots(&around).map_err(fault)?, points)
            } else {
                Hermite::try_spline(spacing.knots(&points).map_err(fault)?, points, ends)
            };
            curve.map_err(fault)?.pieces()
        }
    })
}

pub(super) fn word(fields: &mut Fields<'_>, name: &'static str) -> Result<Option<String>, Fault> {
    match fields.members.take(name) {
        None => Ok(None),
        Some(Node::Text(text)) => Ok(Some(text.into_owned())),
        Some(other) => Err(Fault::invalid(name, &format!("be a string, got {}", other.kind()))),
    }
}

fn spacing(fields: &mut Fields<'_>, otherwise: Spacing) -> Result<Spacing, Fault> {
    match word(fields, "spacing")?.as_deref() {
        None => Ok(otherwise),
        Some("uniform") => Ok(Spacing::Uniform),
        Some("centripetal") => Ok(Spacing::Centripetal),
        Some("chordal") => Ok(Spacing::Chordal),
        Some(_) => Err(Fault::invalid("spacing", "be \"uniform\", \"centripetal\" or \"chordal\"")),
    }
}

/// A list of numbers in the precision of `N`, if it is there.
fn numbers<N: FloatVector>(fields: &mut Fields<'_>, name: &'static str) -> Result<Option<Vec<f64>>, Fault> {
    fields.members.take(name).map(|node| list_of::<N>(name, &node)).transpose()
}

/// A list of numbers in the precision of `N`.
pub(super) fn list_of<N: FloatVector>(name: &'static str, node: &Node<'_>) -> Result<Vec<f64>, Fault> {
    let round = |x: f64| super::fields::wide(<N::Scalar as barycast::number::Float>::from_f64(x));
    let must = || Fault::invalid(name, "be a list of numbers");
    match node {
        Node::Numbers(list, count) => Ok(list[..*count].iter().map(|x| round(*x)).collect()),
        Node::List(list) => {
            let number =
                |node: &Node<'_>| if let Node::Number(x) = node { Ok(round(*x)) } else { Err(must()) };
            list.iter().map(number).collect()
        }
        _ => Err(must()),
    }
}
