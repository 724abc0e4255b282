//! Curves of requests: Bezier, B-spline, Hermite and others.

use super::error::{Code, Fault, excerpt};
use super::fields::{Fields, wide};
use super::node::{Members, Node};
use super::options::{first_length, list_of, word};
use barycast::curve::{
    BSpline, Bezier, CatmullRom, CurveError, EndConditions, Ferguson, Hermite, KochanekBartels,
    Parametrization, PiecewiseBezier, TcbParams,
};
use barycast::number::Float;
use barycast::number::each::MapEach;
use barycast::vector::FloatVector;

/// Returns the dimension of the first point, or of the first power.
pub(crate) fn dimensions(curve: &Node<'_>) -> Option<usize> {
    let Node::Object(Members(kinds)) = curve else { return None };
    let Node::Object(Members(fields)) = &kinds.first()?.1 else { return None };
    let (_, points) = fields.iter().find(|(key, _)| key == "points" || key == "powers")?;
    first_length(points)
}

/// Reads `{"bezier": {"points": ..}}` and other curves in the precision of `N`, as the value of
/// `curve`.
pub(crate) fn pieces<N: FloatVector, V: FloatVector<Scalar = f64>>(
    curve: Node<'_>,
) -> Result<PiecewiseBezier<V>, Fault> {
    pieces_in::<N, V>("curve", curve)
}

/// Reads a curve as the value of `field`.
pub(crate) fn pieces_in<N: FloatVector, V: FloatVector<Scalar = f64>>(
    field: &str,
    curve: Node<'_>,
) -> Result<PiecewiseBezier<V>, Fault> {
    let Node::Object(Members(mut kinds)) = curve else {
        let message = format!("a curve must be an object, got {}", curve.kind());
        return Err(Fault { code: Code::InvalidShape, field: Some(field.to_owned()), message });
    };
    let (Some((kind, node)), None) = (kinds.pop(), kinds.pop()) else {
        return Err(Fault::invalid(field, "have one key, its kind"));
    };
    let made = Fields::of(&kind, node).and_then(|mut fields| {
        let made = made::<N, V>(&kind, &mut fields)?;
        fields.finish_plain(made)
    });
    match made {
        Ok(made) => Ok(made),
        Err(fault) if fault.code == Code::UnknownShape => Err(fault.within(field)),
        Err(fault) => Err(fault.within(&kind).within(field)),
    }
}

/// Highest degree of a Bezier curve: a query about it takes at most a second.
const MOST: usize = 1024;

const KINDS: [&str; 8] =
    ["bezier", "b_spline", "catmull_rom", "ferguson", "hermite", "kochanek_bartels", "monotone", "spline"];

fn made<N: FloatVector, V: FloatVector<Scalar = f64>>(
    kind: &str,
    fields: &mut Fields<'_>,
) -> Result<PiecewiseBezier<V>, Fault> {
    if !KINDS.contains(&kind) {
        let message = format!("`{}` is not a curve", excerpt(kind));
        return Err(Fault::new(Code::UnknownShape, kind, message));
    }
    if kind == "ferguson" {
        return ferguson::<N, V>(fields);
    }
    let points: Vec<V> = fields.vectors::<N, V>("points")?;
    match kind {
        "bezier" => bezier::<N, V>(fields, points),
        "b_spline" => b_spline::<N, V>(fields, points),
        "catmull_rom" => catmull_rom(fields, points),
        "hermite" => hermite::<N, V>(fields, points),
        "kochanek_bartels" => {
            let bends = bends::<N>(fields)?.unwrap_or_else(|| vec![TcbParams::default(); points.len()]);
            Ok(KochanekBartels::try_new(points, bends).map_err(fault)?.pieces())
        }
        "monotone" => {
            let knots = knots_along::<N, V>(fields, &points)?;
            Ok(Hermite::try_monotone(knots, points).map_err(fault)?.pieces())
        }
        _ => spline::<N, V>(fields, points),
    }
}

fn fault(error: CurveError) -> Fault {
    Fault::new(Code::InvalidShape, error.field(), error.to_string())
}

fn bezier<N: FloatVector, V: FloatVector<Scalar = f64>>(
    fields: &mut Fields<'_>,
    points: Vec<V>,
) -> Result<PiecewiseBezier<V>, Fault> {
    if points.len() > MOST + 1 {
        return Err(Fault::invalid("points", "be at most 1025, for degree 1024"));
    }
    let curve = match numbers::<N>(fields, "weights")? {
        None => Bezier::try_new(points),
        Some(weights) => Bezier::try_rational(points, weights),
    };
    Ok(curve.map_err(fault)?.pieces())
}

fn b_spline<N: FloatVector, V: FloatVector<Scalar = f64>>(
    fields: &mut Fields<'_>,
    points: Vec<V>,
) -> Result<PiecewiseBezier<V>, Fault> {
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
        return Err(Fault::invalid("closed", "not be combined with knots or weights"));
    }
    let spline = match knots {
        _ if closed => BSpline::try_periodic(degree, &points),
        None => BSpline::try_clamped(degree, points),
        Some(knots) => BSpline::try_new(degree, knots, points),
    };
    let spline = spline.map_err(fault)?;
    let Some(weights) = weights else { return Ok(spline.pieces()) };
    let (knots, points) = (spline.knots().to_vec(), spline.points().to_vec());
    Ok(BSpline::try_rational(degree, knots, points, weights).map_err(fault)?.pieces())
}

fn catmull_rom<V: FloatVector<Scalar = f64>>(
    fields: &mut Fields<'_>,
    points: Vec<V>,
) -> Result<PiecewiseBezier<V>, Fault> {
    let spacing = spacing(&mut fields.members, Parametrization::Centripetal)?;
    let curve = if fields.flag("closed")? {
        CatmullRom::try_closed(points, spacing)
    } else {
        CatmullRom::try_new(points, spacing)
    };
    Ok(curve.map_err(fault)?.pieces())
}

fn hermite<N: FloatVector, V: FloatVector<Scalar = f64>>(
    fields: &mut Fields<'_>,
    points: Vec<V>,
) -> Result<PiecewiseBezier<V>, Fault> {
    let tangents = fields.vectors::<N, V>("tangents")?;
    let curve = match numbers::<N>(fields, "knots")? {
        None => Hermite::try_new(points, tangents),
        Some(knots) => Hermite::try_with_knots(knots, points, tangents),
    };
    Ok(curve.map_err(fault)?.pieces())
}

fn spline<N: FloatVector, V: FloatVector<Scalar = f64>>(
    fields: &mut Fields<'_>,
    points: Vec<V>,
) -> Result<PiecewiseBezier<V>, Fault> {
    let ends = ends::<N, V>(fields)?;
    let curve = if fields.flag("closed")? {
        if matches!(ends, EndConditions::Clamped(..)) {
            return Err(Fault::invalid("ends", "not be \"clamped\" beside closed"));
        }
        let around: Vec<V> = points.iter().chain(points.first()).copied().collect();
        Hermite::try_periodic_spline(knots_along::<N, V>(fields, &around)?, points)
    } else {
        Hermite::try_spline(knots_along::<N, V>(fields, &points)?, points, ends)
    };
    Ok(curve.map_err(fault)?.pieces())
}

/// Reads a cubic from its four coefficient vectors of `1, u, u^2, u^3`.
fn ferguson<N: FloatVector, V: FloatVector<Scalar = f64>>(
    fields: &mut Fields<'_>,
) -> Result<PiecewiseBezier<V>, Fault> {
    let powers = fields.vectors::<N, V>("powers")?;
    let powers: [V; 4] = powers.try_into().map_err(|_| Fault::invalid("powers", "be four vectors"))?;
    let is_finite = |p: &V| (0..V::DIM).all(|axis| p.get(axis).is_finite());
    if !powers.iter().all(is_finite) {
        return Err(Fault::invalid("powers", "be finite"));
    }
    Ok(Ferguson { coefficients: powers }.pieces())
}

/// Returns the parameters of the points: the member `knots`, or computed by `spacing`.
fn knots_along<N: FloatVector, V: FloatVector<Scalar = f64>>(
    fields: &mut Fields<'_>,
    points: &[V],
) -> Result<Vec<f64>, Fault> {
    let knots = numbers::<N>(fields, "knots")?;
    if knots.is_some() && fields.members.0.iter().any(|(key, _)| key == "spacing") {
        return Err(Fault::invalid("knots", "not be combined with spacing"));
    }
    let spaced = || spacing(&mut fields.members, Parametrization::Chordal)?.knots(points).map_err(fault);
    knots.map_or_else(spaced, Ok)
}

/// Reads the end conditions of a cubic spline.
fn ends<N: FloatVector, V: FloatVector<Scalar = f64>>(
    fields: &mut Fields<'_>,
) -> Result<EndConditions<V>, Fault> {
    match word(&mut fields.members, "ends")?.as_deref() {
        None | Some("natural") => Ok(EndConditions::Natural),
        Some("not_a_knot") => Ok(EndConditions::NotAKnot),
        Some("clamped") => match fields.vectors::<N, V>("tangents")?[..] {
            [first, last] => Ok(EndConditions::Clamped(first, last)),
            _ => Err(Fault::invalid("tangents", "be two vectors, for the beginning and the end")),
        },
        Some(_) => Err(Fault::invalid("ends", "be \"natural\", \"not_a_knot\" or \"clamped\"")),
    }
}

/// Tension, continuity and bias at each point, if they are there.
fn bends<N: FloatVector>(fields: &mut Fields<'_>) -> Result<Option<Vec<TcbParams<f64>>>, Fault> {
    let must = || Fault::invalid("bends", "be lists of three numbers: tension, continuity and bias");
    let list = match fields.members.take("bends") {
        None => return Ok(None),
        Some(Node::List(list)) => list,
        Some(_) => return Err(must()),
    };
    let round = |x: f64| wide(<N::Scalar as Float>::from_f64(x));
    let bend = |node: &Node<'_>| {
        let Node::Numbers([tension, continuity, bias, _], 3) = *node else { return Err(must()) };
        let [tension, continuity, bias] = [tension, continuity, bias].each(round);
        Ok(TcbParams { tension, continuity, bias })
    };
    list.iter().map(bend).collect::<Result<_, _>>().map(Some)
}

/// The member `spacing`: how the parameters of the points are set.
pub(crate) fn spacing(
    members: &mut Members<'_>,
    otherwise: Parametrization,
) -> Result<Parametrization, Fault> {
    match word(members, "spacing")?.as_deref() {
        None => Ok(otherwise),
        Some("uniform") => Ok(Parametrization::Uniform),
        Some("centripetal") => Ok(Parametrization::Centripetal),
        Some("chordal") => Ok(Parametrization::Chordal),
        Some(_) => Err(Fault::invalid("spacing", "be \"uniform\", \"centripetal\" or \"chordal\"")),
    }
}

/// Reads a list of numbers in the precision of `N`, if present.
fn numbers<N: FloatVector>(fields: &mut Fields<'_>, name: &'static str) -> Result<Option<Vec<f64>>, Fault> {
    fields.members.take(name).map(|node| list_of::<N>(name, &node)).transpose()
}
