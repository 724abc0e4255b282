//! The operations `evaluate`, `nearest`, `cast` and `casts` of a surface.

use crate::any::Any;
use crate::curve::pieces_in;
use crate::decode;
use crate::encode::Answer;
use crate::error::{Code, Fault, excerpt};
use crate::fields::{Fields, mismatch};
use crate::linear::{Linear, linear3};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::options::{flag, list_of, missing, number, point, word};
use crate::precision::Precision;
use crate::query::{Query, QueryResult};
use barycast::curve;
use barycast::number::each::MapEach;
use barycast::pair::cast::CastOptions;
use barycast::surface::{
    BSplineSurface, BezierPatch, Coons, HermiteSurface, Parameter, PatchGrid, SurfaceError,
};
use barycast::vector::FloatVector;
use glam::{DVec3, Vec3};

/// Highest degree; degrees are integers from 1.
const MOST: f64 = 255.0;

/// A surface, and what the request wants of it.
struct SurfaceQuery {
    surface: PatchGrid<DVec3>,
    wanted: Wanted,
}

enum Wanted {
    /// The point at two parameters.
    Evaluate([f64; 2]),
    /// The point nearest to another point.
    Nearest(DVec3),
    /// A cast, its options, and whether it reports all hits or the first.
    Cast(Linear<DVec3>, CastOptions<f64>, Hits),
}

enum Hits {
    First,
    All,
}

pub(super) fn evaluate(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(members, reading, |members| {
        let mut of =
            |name| number(members, name, reading.precision).and_then(|n| n.ok_or_else(|| missing(name)));
        Ok(Wanted::Evaluate([of("u")?, of("v")?]))
    })
}

pub(super) fn nearest(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(members, reading, |members| {
        Ok(Wanted::Nearest(match reading.precision {
            Precision::F32 => point::<Vec3, _>(members)?,
            Precision::F64 => point::<DVec3, _>(members)?,
        }))
    })
}

pub(super) fn cast(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(members, reading, |members| read_cast(members, reading, Hits::First))
}

pub(super) fn casts(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    read(members, reading, |members| read_cast(members, reading, Hits::All))
}

/// Reads the surface, then the rest of the operation.
fn read(
    members: &mut Members<'_>,
    reading: Reading<'_>,
    wanted: impl FnOnce(&mut Members<'_>) -> Result<Wanted, Fault>,
) -> QueryResult {
    let surface = members.take("surface").ok_or_else(|| missing("surface"))?;
    let surface = match reading.precision {
        Precision::F32 => pieces::<Vec3>(surface)?,
        Precision::F64 => pieces::<DVec3>(surface)?,
    };
    Ok(Box::new(SurfaceQuery { surface, wanted: wanted(members)? }))
}

impl Query for SurfaceQuery {
    fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
        match &self.wanted {
            &Wanted::Evaluate([u, v]) => {
                let jet = self.surface.jet(u, v);
                answer.surface_point([jet.point, jet.u, jet.v], self.surface.normal(u, v));
                let curvature = self.surface.curvature(u, v);
                answer.plain_or_null("gaussian_curvature", curvature.map(|c| c.gaussian));
                answer.plain_or_null("mean_curvature", curvature.map(|c| c.mean));
            }
            &Wanted::Nearest(from) => {
                let nearest = self.surface.nearest(from);
                answer.nearest_on(&[("u", nearest.u), ("v", nearest.v)], nearest.point, nearest.distance);
            }
            Wanted::Cast(linear, options, hits) => {
                let found = match linear {
                    Linear::Ray(ray) => self.surface.cast_all(ray, options),
                    Linear::Segment(segment) => self.surface.cast_all(segment, options),
                    Linear::Line(line) => self.surface.cast_all(line, options),
                };
                match hits {
                    Hits::First => answer.surface_hit(found.first()),
                    Hits::All => answer.surface_hits(&found),
                }
            }
        }
        Ok(())
    }
}

/// Reads the line, ray or segment, and the options.
fn read_cast(members: &mut Members<'_>, reading: Reading<'_>, hits: Hits) -> Result<Wanted, Fault> {
    let a = members.take("a").ok_or_else(|| missing("a"))?;
    let a: Any = decode::shape(a, reading).map_err(|fault| fault.within("a"))?;
    if matches!(a, Any::D2(_)) {
        return Err(mismatch("a", "a is in 2D and the surface in 3D"));
    }
    let linear = linear3(a)?.ok_or_else(|| Fault::invalid("a", "be a ray, a segment or a line"))?;
    let max_t = number(members, "max_t", reading.precision)?;
    let options = CastOptions { max_t, cull: flag(members, "cull")?, ..CastOptions::default() };
    Ok(Wanted::Cast(linear, options, hits))
}

/// `{"bezier": {"points": ..}}` and its like, in the precision of `N`.
pub(crate) fn pieces<N: FloatVector>(surface: Node<'_>) -> Result<PatchGrid<DVec3>, Fault> {
    let Node::Object(Members(mut kinds)) = surface else {
        let message = format!("a surface must be an object, got {}", surface.kind());
        return Err(Fault { code: Code::InvalidShape, field: Some("surface".to_owned()), message });
    };
    let (Some((kind, node)), None) = (kinds.pop(), kinds.pop()) else {
        return Err(Fault::invalid("surface", "have one key, its kind"));
    };
    if !["bezier", "b_spline", "coons", "hermite"].contains(&&*kind) {
        let message = format!("`{}` is not a surface", excerpt(&kind));
        return Err(Fault::new(Code::UnknownShape, &kind, message).within("surface"));
    }
    let made = Fields::of(&kind, node).and_then(|mut fields| {
        let made = made::<N>(&kind, &mut fields)?;
        fields.finish_plain(made)
    });
    made.map_err(|fault| fault.within(&kind).within("surface"))
}

/// Converts an error to the field names of the protocol.
fn fault(error: SurfaceError) -> Fault {
    let field = match error.field() {
        "by u" | "derivatives" => "by_u",
        "by v" => "by_v",
        "sides" => "along_u",
        field => field,
    };
    Fault::new(Code::InvalidShape, field, error.to_string())
}

fn made<N: FloatVector>(kind: &str, fields: &mut Fields<'_>) -> Result<PatchGrid<DVec3>, Fault> {
    if kind == "coons" {
        return coons::<N>(fields);
    }
    let rows = fields.lists_of_vectors::<N, DVec3>("points")?;
    let counts = [rows.len(), rows.first().map_or(0, Vec::len)];
    if counts[1] == 0 || rows.iter().any(|row| row.len() != counts[1]) {
        return Err(Fault::invalid("points", "be rows of points, all as long, and at least one"));
    }
    let points = rows.concat();
    if kind == "hermite" {
        return hermite::<N>(counts, points, fields);
    }
    let weights = weights::<N>(fields)?;
    if kind == "bezier" {
        if counts.contains(&1) {
            return Err(Fault::invalid("points", "be at least two rows of two points"));
        }
        if counts.iter().any(|count| *count as f64 > MOST + 1.0) {
            return Err(Fault::invalid("points", "be at most 256 rows of 256 points: of degree 255"));
        }
        let degrees = counts.each(|count| count - 1);
        let patch = match weights {
            None => BezierPatch::try_new(degrees, points),
            Some(weights) => BezierPatch::try_rational(degrees, points, weights),
        };
        return Ok(patch.map_err(fault)?.pieces());
    }
    let degrees = match fields.members.take("degrees") {
        None => [3, 3],
        Some(Node::Numbers([u, v, ..], 2))
            if [u, v].iter().all(|degree| degree.fract() == 0.0 && (1.0..=MOST).contains(degree)) =>
        {
            [u as usize, v as usize]
        }
        Some(_) => return Err(Fault::invalid("degrees", "be two whole numbers from 1 to 255")),
    };
    let closed = closed(fields)?;
    let spline = match fields.members.take("knots") {
        knots if closed.contains(&true) && (knots.is_some() || weights.is_some()) => {
            return Err(Fault::invalid("closed", "not be combined with knots or weights"));
        }
        None if closed == [false; 2] => BSplineSurface::try_clamped(degrees, counts, points),
        None => BSplineSurface::try_periodic(degrees, counts, closed, &points),
        Some(lists) => BSplineSurface::try_new(degrees, two_lists::<N>(&lists)?, points),
    };
    let spline = spline.map_err(fault)?;
    let Some(weights) = weights else { return Ok(spline.pieces()) };
    let knots = [Parameter::U, Parameter::V].each(|parameter| spline.knots(parameter).to_vec());
    let rational = BSplineSurface::try_rational(degrees, knots, spline.points().to_vec(), weights);
    Ok(rational.map_err(fault)?.pieces())
}

/// Reads bicubic patches through points from derivatives; Ferguson patches without `twists`.
fn hermite<N: FloatVector>(
    counts: [usize; 2],
    points: Vec<DVec3>,
    fields: &mut Fields<'_>,
) -> Result<PatchGrid<DVec3>, Fault> {
    let mut slopes = [Vec::new(), Vec::new(), vec![DVec3::ZERO; points.len()]];
    for (name, slopes) in ["by_u", "by_v", "twists"].into_iter().zip(&mut slopes) {
        let is_there = fields.members.0.iter().any(|(key, _)| key == name);
        if name == "twists" && !is_there {
            continue;
        }
        if !is_there {
            return Err(Fault::new(Code::MissingField, name, format!("hermite has no `{name}`")));
        }
        let rows = fields.lists_of_vectors::<N, DVec3>(name)?;
        if rows.len() != counts[0] || rows.iter().any(|row| row.len() != counts[1]) {
            return Err(Fault::invalid(name, "be rows of vectors, one for each of the points"));
        }
        *slopes = rows.concat();
    }
    let surface = match fields.members.take("knots") {
        None => HermiteSurface::try_new(counts, points, slopes),
        Some(lists) => {
            let knots = two_lists::<N>(&lists)?;
            if knots.each_ref().map(Vec::len) != counts {
                return Err(Fault::invalid("knots", "be one for each row, and one for each point of a row"));
            }
            HermiteSurface::try_with_knots(knots, points, slopes)
        }
    };
    Ok(surface.map_err(fault)?.pieces())
}

/// Between four curves; with the derivatives across them bicubic.
fn coons<N: FloatVector>(fields: &mut Fields<'_>) -> Result<PatchGrid<DVec3>, Fault> {
    let missing = |name: &str| Fault::new(Code::MissingField, name, format!("coons has no `{name}`"));
    let along_u = two_curves::<N>(fields, "along_u")?.ok_or_else(|| missing("along_u"))?;
    let along_v = two_curves::<N>(fields, "along_v")?.ok_or_else(|| missing("along_v"))?;
    let surface = match (two_curves::<N>(fields, "by_v")?, two_curves::<N>(fields, "by_u")?) {
        (None, None) => Coons::try_bilinear(along_u.each_ref(), along_v.each_ref()),
        (Some(by_v), Some(by_u)) => {
            Coons::try_bicubic(along_u.each_ref(), along_v.each_ref(), by_v.each_ref(), by_u.each_ref())
        }
        (None, _) => return Err(missing("by_v")),
        (_, None) => return Err(missing("by_u")),
    };
    Ok(surface.map_err(fault)?.pieces())
}

/// Reads the curves at both ends of a parameter, if present.
fn two_curves<N: FloatVector>(
    fields: &mut Fields<'_>,
    name: &'static str,
) -> Result<Option<[curve::PiecewiseBezier<DVec3>; 2]>, Fault> {
    match fields.members.take(name) {
        None => Ok(None),
        Some(Node::List(curves)) => {
            let curves: Vec<_> = curves
                .into_iter()
                .map(|curve| pieces_in::<N, DVec3>(name, curve))
                .collect::<Result<_, _>>()?;
            let two = curves.try_into().map_err(|_| Fault::invalid(name, "be two curves"))?;
            Ok(Some(two))
        }
        Some(other) => Err(Fault::invalid(name, &format!("be two curves, got {}", other.kind()))),
    }
}

/// Reads the knots along both parameters.
fn two_lists<N: FloatVector>(lists: &Node<'_>) -> Result<[Vec<f64>; 2], Fault> {
    match lists {
        Node::List(lists) if lists.len() == 2 => {
            Ok([list_of::<N>("knots", &lists[0])?, list_of::<N>("knots", &lists[1])?])
        }
        _ => Err(Fault::invalid("knots", "be two lists of numbers, along u and along v")),
    }
}

/// Reads whether the surface is closed along `u` and along `v`.
fn closed(fields: &mut Fields<'_>) -> Result<[bool; 2], Fault> {
    match word(&mut fields.members, "closed")?.as_deref() {
        None => Ok([false, false]),
        Some("u") => Ok([true, false]),
        Some("v") => Ok([false, true]),
        Some("uv") => Ok([true, true]),
        Some(_) => Err(Fault::invalid("closed", "be \"u\", \"v\" or \"uv\"")),
    }
}

/// Reads weights row by row, one per point; `None` if absent.
fn weights<N: FloatVector>(fields: &mut Fields<'_>) -> Result<Option<Vec<f64>>, Fault> {
    let rows = match fields.members.take("weights") {
        None => return Ok(None),
        Some(Node::List(rows)) => rows,
        Some(_) => return Err(Fault::invalid("weights", "be rows of numbers")),
    };
    let rows: Vec<_> = rows.iter().map(|row| list_of::<N>("weights", row)).collect::<Result<_, _>>()?;
    Ok(Some(rows.concat()))
}
