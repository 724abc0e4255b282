//! `barycast info` for files of Bezier patches: positions and shared sides.

use super::Failure;
use crate::args::InfoOptions;
use crate::columns::{Align, table};
use crate::model::patchwork;
use crate::output::{self, Short, count, triple};
use crate::power_of_two::{ldexp, scaled_to_unit};
use barycast::number::each::MapEach;
use barycast::surface::{BezierPatch, Parameter, PatchSet};
use glam::DVec3;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Reads, counts and reports.
pub(super) fn run(path: &Path, options: &InfoOptions) -> Result<u8, Failure> {
    let patches = patchwork(path, barycast_io::read_patches(path)?)?;
    let report = Report::of(path.display().to_string(), &patches);
    output::answer(options.format, &report, || report.sentences())?;
    Ok(0)
}

#[derive(Serialize)]
struct Report {
    file: String,
    /// Bounds of the patches, not of their control points.
    bounds: [DVec3; 2],
    #[serde(serialize_with = "output::number")]
    area: f64,
    sides: Sides,
    patches: Vec<PatchInfo>,
}

#[derive(Serialize)]
struct PatchInfo {
    degrees: [usize; 2],
    bounds: [DVec3; 2],
    #[serde(serialize_with = "output::number")]
    area: f64,
}

/// Counts of sides. Sides with the same control points in either order are one side.
#[derive(Default, Serialize)]
struct Sides {
    /// Sides of two or more patches.
    shared: usize,
    /// Sides of one patch.
    open: usize,
    /// Sides whose control points all coincide.
    points: usize,
}

impl Report {
    fn of(file: String, patches: &PatchSet<DVec3>) -> Self {
        let bounds = patches.bounds();
        let info = |patch: &BezierPatch<DVec3>| {
            let bounds = patch.bounds();
            PatchInfo { degrees: patch.degrees(), bounds: [bounds.min, bounds.max], area: area(patch) }
        };
        let infos: Vec<PatchInfo> = patches.patches().iter().map(info).collect();
        Self {
            file,
            bounds: [bounds.min, bounds.max],
            area: infos.iter().map(|patch| patch.area).sum(),
            sides: Sides::of(patches.patches()),
            patches: infos,
        }
    }

    fn sentences(&self) -> String {
        let Sides { shared, open, points } = self.sides;
        let mut text = format!(
            "{}: {}\n{}  area    {}\n  sides   {shared} shared, {open} open, {} one point\n\n",
            self.file,
            count(self.patches.len(), "patch", "patches"),
            output::extent(self.bounds, "in unnamed units"),
            Short(self.area),
            if points == 1 { "1 is".to_owned() } else { format!("{points} are") },
        );
        let rows = self.patches.iter().enumerate().map(|(i, patch)| {
            let ([m, n], [low, high]) = (patch.degrees, patch.bounds.each(triple));
            vec![
                i.to_string(),
                format!("{m} x {n}"),
                Short(patch.area).to_string(),
                format!("{low} to {high}"),
            ]
        });
        let aligns = [Align::Right, Align::Left, Align::Right, Align::Left];
        table(&mut text, &["patch", "degrees", "area", "bounds"], &aligns, rows);
        let _ = writeln!(text);
        text
    }
}

impl Sides {
    fn of(patches: &[BezierPatch<DVec3>]) -> Self {
        let mut sides = Self::default();
        let mut times: BTreeMap<Vec<[u64; 3]>, usize> = BTreeMap::new();
        for patch in patches {
            for (parameter, end) in
                [(Parameter::U, 0.0), (Parameter::U, 1.0), (Parameter::V, 0.0), (Parameter::V, 1.0)]
            {
                let bits = |p: &DVec3| (*p + DVec3::ZERO).to_array().each(f64::to_bits);
                let one: Vec<_> = patch.isocurve(parameter, end).points().iter().map(bits).collect();
                if one.iter().all(|p| *p == one[0]) {
                    sides.points += 1;
                } else {
                    let back: Vec<_> = one.iter().rev().copied().collect();
                    *times.entry(one.min(back)).or_default() += 1;
                }
            }
        }
        sides.shared = times.values().filter(|times| **times > 1).count();
        sides.open = times.len() - sides.shared;
        sides
    }
}

/// Integrates the area with three-point Gauss quadrature on a grid of 16 by 16 cells.
fn area(patch: &BezierPatch<DVec3>) -> f64 {
    const CELLS: u32 = 16;
    let off = 0.6_f64.sqrt();
    let rule = [(-off, 5.0), (0.0, 8.0), (off, 5.0)];
    let places: Vec<(f64, f64)> = (0..CELLS)
        .flat_map(|cell| rule.each(|(x, w)| ((f64::from(cell) + 0.5 + x / 2.0) / f64::from(CELLS), w / 18.0)))
        .collect();
    let mut sum = 0.0;
    for (u, a) in &places {
        for (v, b) in &places {
            let jet = patch.jet(*u, *v);
            let ((u, u_exponent), (v, v_exponent)) = (scaled_to_unit(jet.u), scaled_to_unit(jet.v));
            let (normal, exponent) = scaled_to_unit(u.cross(v));
            sum += ldexp(a * b * normal.length(), exponent + u_exponent + v_exponent);
        }
    }
    // Derivatives may overflow for control points very far apart.
    if sum.is_nan() { f64::INFINITY } else { sum / f64::from(CELLS * CELLS) }
}
