//! Curves over the same points, side by side, each with its curvature comb, bounding box and
//! nearest point.

use super::drawing::{BLUE, Drawing, GREEN, GREY, INK, PALE, RED};
use crate::args::CurveKind;
use barycast::curve::{
    BSpline, Bezier, CatmullRom, CurveError, EndConditions, Hermite, Parametrization, PiecewiseBezier,
};
use barycast::number::each::MapEach;
use glam::{DVec2, dvec2};

/// Largest size of the curve in a panel, and the margin around it.
const ROOM: DVec2 = dvec2(250.0, 190.0);
const CORNER: DVec2 = dvec2(25.0, 55.0);
const COLUMNS: usize = 3;
/// Number of teeth of the comb, and their length for a circle as large as the panel.
const TEETH: u32 = 96;
const TOOTH: f64 = 4.0;
const LONGEST: f64 = 45.0;

/// Returns points at which the kinds differ: an end, a tight turn, long and short distances.
fn sample() -> Vec<DVec2> {
    [(0.0, 0.0), (1.0, 3.0), (3.5, 3.4), (4.0, 0.6), (6.5, 0.2), (8.0, 2.6)]
        .each(|(x, y)| dvec2(x, y))
        .to_vec()
}

/// The curve of a kind that these points control.
fn curve(kind: CurveKind, points: Vec<DVec2>) -> Result<PiecewiseBezier<DVec2>, CurveError> {
    Ok(match kind {
        CurveKind::Bezier => Bezier::try_new(points)?.pieces(),
        CurveKind::BSpline => BSpline::try_clamped(3, points)?.pieces(),
        CurveKind::Periodic => BSpline::try_periodic(3, &points)?.pieces(),
        CurveKind::Uniform => CatmullRom::try_new(points, Parametrization::Uniform)?.pieces(),
        CurveKind::Centripetal => CatmullRom::try_new(points, Parametrization::Centripetal)?.pieces(),
        CurveKind::Natural => {
            let knots = Parametrization::Chordal.knots(&points)?;
            Hermite::try_spline(knots, points, EndConditions::Natural)?.pieces()
        }
    })
}

/// Draws these kinds, or all kinds if the list is empty, over these points or an example.
///
/// # Errors
/// If a kind needs more points, or two neighbouring points coincide.
pub(crate) fn curves(
    kinds: &[CurveKind],
    points: &[DVec2],
    from: Option<DVec2>,
) -> Result<Drawing, CurveError> {
    let kinds = if kinds.is_empty() { &CurveKind::ALL[..] } else { kinds };
    let sampled;
    let points = if points.is_empty() {
        sampled = sample();
        &sampled[..]
    } else {
        points
    };
    let curves: Vec<_> = kinds
        .iter()
        .map(|kind| Ok((*kind, curve(*kind, points.to_vec())?)))
        .collect::<Result<_, CurveError>>()?;
    let everything = points.iter().copied().chain(from);
    let everything = everything.chain(curves.iter().flat_map(|(_, c)| [c.bounds().min, c.bounds().max]));
    let (low, high) =
        everything.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
    let scale = (ROOM / (high - low).max(DVec2::splat(f64::MIN_POSITIVE))).min_element();
    let from = from.unwrap_or(low.midpoint(high) + dvec2(0.0, 0.3) * (high - low));
    let columns = curves.len().min(COLUMNS);
    let rows = curves.len().div_ceil(columns);
    let panel_size = (high - low) * scale + CORNER * 2.0;
    let size = dvec2(columns as f64, rows as f64) * panel_size;
    let mut drawing = Drawing::new(size + dvec2(0.0, 24.0));
    for (i, (kind, curve)) in curves.iter().enumerate() {
        let corner = dvec2((i % columns) as f64, (i / columns) as f64) * panel_size + CORNER;
        let at = |p: DVec2| corner + dvec2(p.x - low.x, high.y - p.y) * scale;
        panel(&mut drawing, curve, points, from, &at, scale);
        let length = curve.length(1e-9 * (high - low).max_element());
        drawing.words(corner + dvec2(0.0, -38.0), INK, 13.0, format!("{kind}: {:.4} long", length.value));
    }
    let legend =
        "blue: curve; green: curvature; red: nearest point to the black one; dashes: control points, box";
    drawing.words(dvec2(CORNER.x, size.y + 8.0), INK, 12.0, legend);
    Ok(drawing)
}

fn panel(
    drawing: &mut Drawing,
    curve: &PiecewiseBezier<DVec2>,
    points: &[DVec2],
    from: DVec2,
    at: &impl Fn(DVec2) -> DVec2,
    scale: f64,
) {
    let bounds = curve.bounds();
    let (min, max) = (bounds.min, bounds.max);
    let corners = [min, dvec2(max.x, min.y), max, dvec2(min.x, max.y), min];
    drawing.dashes(corners.each(at), PALE);
    drawing.dashes(points.iter().map(|p| at(*p)), GREY);
    comb(drawing, curve, at, scale);
    drawing.line(curve.flatten(0.05 / scale).into_iter().map(at), BLUE, 2.0);
    for p in points {
        drawing.dot(at(*p), GREY, 3.0);
    }
    let nearest = curve.nearest(from);
    drawing.line([at(from), at(nearest.point)], RED, 1.0);
    drawing.dot(at(nearest.point), RED, 3.5);
    drawing.dot(at(from), INK, 3.0);
}

/// Teeth away from the side to which the curve turns, as long as it turns sharply.
fn comb(drawing: &mut Drawing, curve: &PiecewiseBezier<DVec2>, at: &impl Fn(DVec2) -> DVec2, scale: f64) {
    let [first, last] = curve.range();
    let mut tips = Vec::new();
    for k in 0..=TEETH {
        let u = first + (last - first) * f64::from(k) / f64::from(TEETH);
        let turn = curve.signed_curvature(u) / scale * ROOM.x * TOOTH;
        let tangent = curve.tangent(u);
        let foot = at(curve.at(u));
        // Down is positive in a drawing; a positive curvature turns left.
        let tip = foot + dvec2(tangent.y, tangent.x) * turn.clamp(-LONGEST, LONGEST);
        drawing.line([foot, tip], GREEN, 0.4);
        tips.push(tip);
    }
    drawing.line(tips, GREEN, 0.8);
}
