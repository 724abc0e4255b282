//! Surfaces over the same grid of points, coloured by curvature, each with its nearest point to a
//! given one.

use super::drawing::{BLUE, Color, Drawing, GREEN, GREY, INK, RED};
use crate::args::SurfaceKind;
use barycast::curve::{self, BSpline, EndConditions, Hermite};
use barycast::number::each::MapEach;
use barycast::shape::Line;
use barycast::surface::{BSplineSurface, BezierPatch, Coons, HermiteSurface, Parameter, PatchGrid};
use glam::{DVec2, DVec3, dvec2, dvec3};
use std::error::Error;

const PANEL: DVec2 = dvec2(300.0, 240.0);
const COLUMNS: usize = 3;
/// Points per row and column.
const SIDE: usize = 5;
/// Painted cells of the surface in each direction, and cells per drawn line.
const FIELDS: usize = 24;
const LINE: usize = 3;
/// Overlap of a cell with its neighbours, relative to its size, so that no gap shows between them.
const LAP: f64 = 0.1;
/// Radius of the sphere with the curvature that gets full colour.
const TIGHT: f64 = 1.5;
/// Heights of the grid points: a hill, a hollow, and a saddle between them.
const HEIGHTS: [[f64; SIDE]; SIDE] = [
    [0.0, 0.3, 0.2, 0.0, 0.3],
    [0.3, 2.6, 1.3, 0.1, 0.0],
    [0.1, 1.4, 0.6, -0.5, 0.2],
    [0.2, 0.2, -0.6, -1.9, 0.0],
    [0.5, 0.0, 0.2, 0.1, 0.6],
];

/// Returns the points row by row.
fn grid() -> Vec<DVec3> {
    let point = |i: usize, j: usize| dvec3(i as f64, j as f64, HEIGHTS[i][j]);
    (0..SIDE).flat_map(|i| (0..SIDE).map(move |j| point(i, j))).collect()
}

/// A surface and its control points, in rows of `row`.
struct Controlled {
    surface: PatchGrid<DVec3>,
    net: Vec<DVec3>,
    row: usize,
}

/// Builds the surface of a kind over the grid.
fn surface(kind: SurfaceKind) -> Result<Controlled, Box<dyn Error>> {
    let points = grid();
    let net = points.clone();
    let surface = match kind {
        SurfaceKind::Bezier => BezierPatch::try_new([SIDE - 1; 2], points)?.pieces(),
        SurfaceKind::Rational => {
            let mut weights = vec![1.0; points.len()];
            weights[SIDE + 1] = 12.0;
            BezierPatch::try_rational([SIDE - 1; 2], points, weights)?.pieces()
        }
        SurfaceKind::BSpline => BSplineSurface::try_clamped([3; 2], [SIDE; 2], points)?.pieces(),
        SurfaceKind::Ferguson => {
            let slope = |p: usize, step: usize, along: usize| {
                let (before, after) = (along.min(1), (SIDE - 1 - along).min(1));
                (net[p + after * step] - net[p - before * step]) / (before + after) as f64
            };
            let by_u = (0..net.len()).map(|p| slope(p, SIDE, p / SIDE)).collect();
            let by_v = (0..net.len()).map(|p| slope(p, 1, p % SIDE)).collect();
            HermiteSurface::try_ferguson([SIDE; 2], points, [by_u, by_v])?.pieces()
        }
        SurfaceKind::Coons => {
            let side =
                |from: usize, step: usize| -> Result<curve::PiecewiseBezier<DVec3>, curve::CurveError> {
                    let points: Vec<_> = (0..SIDE).map(|k| net[from + k * step]).collect();
                    let knots = (0..SIDE).map(|k| k as f64 / (SIDE - 1) as f64).collect();
                    Ok(Hermite::try_spline(knots, points, EndConditions::Natural)?.pieces())
                };
            let (along_u, along_v) =
                ([side(0, SIDE)?, side(SIDE - 1, SIDE)?], [side(0, 1)?, side(SIDE * (SIDE - 1), 1)?]);
            Coons::try_bilinear([&along_u[0], &along_u[1]], [&along_v[0], &along_v[1]])?.pieces()
        }
        SurfaceKind::Turned => {
            let middle = dvec3(2.0, 2.0, 0.0);
            let profile: Vec<_> = [(0.0, -1.4), (1.7, -1.3), (2.1, 0.0), (0.3, 0.6), (0.7, 1.4), (1.2, 1.7)]
                .each(|(out, up)| middle + dvec3(out, 0.0, up))
                .to_vec();
            let turned = BSplineSurface::try_revolved(
                &BSpline::try_clamped(3, profile.clone())?,
                &Line::new(middle, DVec3::Z),
            )?;
            let row = profile.len();
            return Ok(Controlled { surface: turned.pieces(), net: profile, row });
        }
    };
    Ok(Controlled { surface, net, row: SIDE })
}

/// Projects a point, seen from the front right and above; `z` is its nearness.
fn seen(p: DVec3) -> DVec3 {
    let back = dvec3(0.55, -0.75, 0.6).normalize();
    let right = DVec3::Z.cross(back).normalize();
    let p = p - dvec3(2.0, 2.0, 0.2);
    dvec3(p.dot(right), -p.dot(back.cross(right)), p.dot(back))
}

/// Draws these kinds, or all kinds if the list is empty.
///
/// # Errors
/// If a constructor rejects the example, which does not happen.
pub(crate) fn surfaces(kinds: &[SurfaceKind], from: Option<DVec3>) -> Result<Drawing, Box<dyn Error>> {
    let kinds = if kinds.is_empty() { &SurfaceKind::ALL[..] } else { kinds };
    let from = from.unwrap_or(dvec3(2.7, 1.6, 2.2));
    let columns = kinds.len().min(COLUMNS);
    let size = dvec2(columns as f64, kinds.len().div_ceil(columns) as f64) * PANEL;
    let mut drawing = Drawing::new(size + dvec2(0.0, 30.0));
    for (i, kind) in kinds.iter().enumerate() {
        let corner = dvec2((i % columns) as f64, (i / columns) as f64) * PANEL;
        let at = |p: DVec3| corner + PANEL * dvec2(0.5, 0.56) + seen(p).truncate() * 46.0;
        let Controlled { surface, net, row } = surface(*kind)?;
        panel(&mut drawing, &surface, &at);
        for line in net.chunks(row) {
            drawing.dashes(line.iter().map(|p| at(*p)), GREY);
        }
        for column in (0..row).filter(|_| net.len() > row) {
            drawing.dashes(net.iter().skip(column).step_by(row).map(|p| at(*p)), GREY);
        }
        for p in net {
            drawing.dot(at(p), GREY, 2.5);
        }
        let foot = surface.nearest(from);
        drawing.line([at(from), at(foot.point)], RED, 1.5);
        drawing.dot(at(foot.point), RED, 4.0);
        drawing.dot(at(from), INK, 3.5);
        let words = format!("{kind}: {:.4} away", foot.distance);
        drawing.words(corner + dvec2(20.0, 24.0), INK, 13.0, words);
    }
    let legend = "green: hills and hollows; red: saddles; blue: flat in one direction; dashes: control points; red dot: nearest point to the black one";
    drawing.words(dvec2(20.0, size.y + 14.0), INK, 12.0, legend);
    Ok(drawing)
}

/// The fields from back to front, each with its part of the lines along which a parameter stays the same.
fn panel(drawing: &mut Drawing, surface: &PatchGrid<DVec3>, at: &impl Fn(DVec3) -> DVec2) {
    let ranges = [Parameter::U, Parameter::V].each(|parameter| surface.range(parameter));
    let parameter = |axis: usize, k: f64| {
        let [first, last]: [f64; 2] = ranges[axis];
        first + (last - first) * k / FIELDS as f64
    };
    let place = |i: f64, j: f64| surface.at(parameter(0, i), parameter(1, j));
    let mut fields: Vec<(f64, usize, usize)> = (0..FIELDS * FIELDS)
        .map(|k| (k / FIELDS, k % FIELDS))
        .map(|(i, j)| (seen(place(i as f64 + 0.5, j as f64 + 0.5)).z, i, j))
        .collect();
    fields.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, i, j) in fields {
        let (x, y) = (i as f64, j as f64);
        let (low, high) = (-LAP, 1.0 + LAP);
        let field =
            [(low, low), (high, low), (high, high), (low, high)].each(|(dx, dy)| at(place(x + dx, y + dy)));
        drawing.area(field, color(surface, parameter(0, x + 0.5), parameter(1, y + 0.5)), 1.0);
        // Each cell repeats the lines on its borders with its overlap, so that a nearer cell does
        // not hide them.
        let along_u = |side: f64| [-LAP, 1.0 + LAP].each(|step| at(place(x + step, y + side)));
        let along_v = |side: f64| [-LAP, 1.0 + LAP].each(|step| at(place(x + side, y + step)));
        for (on, line) in [
            (j.is_multiple_of(LINE), along_u(0.0)),
            ((j + 1).is_multiple_of(LINE), along_u(1.0)),
            (i.is_multiple_of(LINE), along_v(0.0)),
            ((i + 1).is_multiple_of(LINE), along_v(1.0)),
        ] {
            if on {
                drawing.line(line, INK, 0.5);
            }
        }
    }
}

/// By the Gaussian curvature, darker away from the light.
fn color(surface: &PatchGrid<DVec3>, u: f64, v: f64) -> Color {
    let bend = surface.curvature(u, v).map_or(0.0, |curvature| curvature.gaussian);
    let full = (bend.abs().sqrt() * TIGHT).min(1.0);
    let tint = if bend > 0.0 { GREEN } else { RED };
    let light = dvec3(0.3, -0.5, 0.8).normalize();
    let lit = 0.45 + 0.55 * surface.normal(u, v).map_or(1.0, |normal| normal.dot(light).abs());
    core::array::from_fn(|i| {
        let mixed = f64::from(BLUE[i]) * (1.0 - full) + f64::from(tint[i]) * full;
        // Paler than the lines drawn over it.
        ((mixed * 0.6 + 255.0 * 0.4) * lit) as u8
    })
}
