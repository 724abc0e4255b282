//! The questions `evaluate` and `nearest` of a surface.

use super::curves::{list_of, point, word};
use super::encode::Answer;
use super::error::{Code, Fault, excerpt};
use super::fields::Fields;
use super::node::{Members, Node};
use super::request::{Precision, missing, number};
use barycast::each::MapEach;
use barycast::surface::{BSplineSurface, BezierPatch, Parameter, Pieces, SurfaceError};
use barycast::vector::FloatVector;
use glam::{DVec3, Vec3};

/// Degrees are whole numbers from 1 to this.
const MOST: f64 = 255.0;

/// A surface, and what is asked of it.
#[derive(Debug)]
pub(crate) struct SurfaceQuestion {
    surface: Pieces<DVec3>,
    asked: Asked,
}

#[derive(Debug)]
enum Asked {
    /// At two parameters.
    Evaluate([f64; 2]),
    /// To a point.
    Nearest(DVec3),
}

impl SurfaceQuestion {
    /// Takes the members of the operation, if it is one of these about a surface.
    pub(crate) fn read(
        op: &str,
        members: &mut Members<'_>,
        precision: Precision,
    ) -> Result<Option<Self>, Fault> {
        if !["evaluate", "nearest"].contains(&op) {
            return Ok(None);
        }
        let Some(surface) = members.take("surface") else { return Ok(None) };
        let surface = match precision {
            Precision::F32 => pieces::<Vec3>(surface)?,
            Precision::F64 => pieces::<DVec3>(surface)?,
        };
        let asked = match (op, precision) {
            ("evaluate", _) => {
                let mut of =
                    |name| number(members, name, precision).and_then(|n| n.ok_or_else(|| missing(name)));
                Asked::Evaluate([of("u")?, of("v")?])
            }
            (_, Precision::F32) => Asked::Nearest(point::<Vec3, _>(members)?),
            (_, Precision::F64) => Asked::Nearest(point::<DVec3, _>(members)?),
        };
        Ok(Some(Self { surface, asked }))
    }

    /// Appends the answer.
    pub(crate) fn answer(&self, mut answer: Answer<'_>) {
        match self.asked {
            Asked::Evaluate([u, v]) => {
                let jet = self.surface.jet(u, v);
                answer.surface_point([jet.point, jet.u, jet.v], self.surface.normal(u, v));
                let curvature = self.surface.curvature(u, v);
                answer.plain_or_null("gaussian_curvature", curvature.map(|c| c.gaussian));
                answer.plain_or_null("mean_curvature", curvature.map(|c| c.mean));
            }
            Asked::Nearest(from) => {
                let nearest = self.surface.nearest(from);
                answer.nearest_on(&[("u", nearest.u), ("v", nearest.v)], nearest.point, nearest.distance);
            }
        }
    }
}

/// `{"bezier": {"points": ..}}` or `{"b_spline": ..}`, in the precision of `N`.
fn pieces<N: FloatVector>(surface: Node<'_>) -> Result<Pieces<DVec3>, Fault> {
    let Node::Object(Members(mut kinds)) = surface else {
        let message = format!("a surface is an object, got {}", surface.kind());
        return Err(Fault { code: Code::InvalidShape, field: Some("surface".to_owned()), message });
    };
    let (Some((kind, node)), None) = (kinds.pop(), kinds.pop()) else {
        return Err(Fault::invalid("surface", "have one key, its kind"));
    };
    if !["bezier", "b_spline"].contains(&&*kind) {
        let message = format!("`{}` is no surface", excerpt(&kind));
        return Err(Fault::new(Code::UnknownShape, &kind, message).within("surface"));
    }
    let made = Fields::of(&kind, node).and_then(|mut fields| {
        let made = made::<N>(&kind, &mut fields)?;
        fields.finish_plain(made)
    });
    made.map_err(|fault| fault.within(&kind).within("surface"))
}

fn made<N: FloatVector>(kind: &str, fields: &mut Fields<'_>) -> Result<Pieces<DVec3>, Fault> {
    let rows = fields.lists_of_vectors::<N, DVec3>("points")?;
    let counts = [rows.len(), rows.first().map_or(0, Vec::len)];
    if counts[1] == 0 || rows.iter().any(|row| row.len() != counts[1]) {
        return Err(Fault::invalid("points", "be rows of points, all as long, and at least one"));
    }
    let points = rows.concat();
    let weights = weights::<N>(fields)?;
    let fault = |error: SurfaceError| Fault::new(Code::InvalidShape, error.field(), error.to_string());
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
            return Err(Fault::invalid("closed", "not stand beside knots or weights"));
        }
        None if closed == [false; 2] => BSplineSurface::try_clamped(degrees, counts, points),
        None => BSplineSurface::try_periodic(degrees, counts, closed, &points),
        Some(Node::List(lists)) if lists.len() == 2 => {
            let mut knots = [Vec::new(), Vec::new()];
            for (knots, list) in knots.iter_mut().zip(&lists) {
                *knots = list_of::<N>("knots", list)?;
            }
            BSplineSurface::try_new(degrees, knots, points)
        }
        Some(_) => return Err(Fault::invalid("knots", "be two lists of numbers, along u and along v")),
    };
    let spline = spline.map_err(fault)?;
    let Some(weights) = weights else { return Ok(spline.pieces()) };
    let knots = [Parameter::U, Parameter::V].each(|parameter| spline.knots(parameter).to_vec());
    let rational = BSplineSurface::try_rational(degrees, knots, spline.points().to_vec(), weights);
    Ok(rational.map_err(fault)?.pieces())
}

/// Along `u` and along `v`.
fn closed(fields: &mut Fields<'_>) -> Result<[bool; 2], Fault> {
    match word(fields, "closed")?.as_deref() {
        None => Ok([false, false]),
        Some("u") => Ok([true, false]),
        Some("v") => Ok([false, true]),
        Some("uv") => Ok([true, true]),
        Some(_) => Err(Fault::invalid("closed", "be \"u\", \"v\" or \"uv\"")),
    }
}

/// Row by row, as many as the points; none where there is no such field.
fn weights<N: FloatVector>(fields: &mut Fields<'_>) -> Result<Option<Vec<f64>>, Fault> {
    let rows = match fields.members.take("weights") {
        None => return Ok(None),
        Some(Node::List(rows)) => rows,
        Some(_) => return Err(Fault::invalid("weights", "be rows of numbers")),
    };
    let rows: Vec<_> = rows.iter().map(|row| list_of::<N>("weights", row)).collect::<Result<_, _>>()?;
    Ok(Some(rows.concat()))
}
