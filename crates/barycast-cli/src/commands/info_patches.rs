//! `barycast info` of a file of Bezier patches: how they lie, and in which sides they meet.

use super::Failure;
use crate::args::InfoOptions;
use crate::columns::{Align, table};
use crate::model::patchwork;
use crate::power::{ordinary, shifted};
use crate::say::{self, Short, count, triple};
use barycast::number::each::MapEach;
use barycast::surface::{BezierPatch, Parameter, PatchSet};
use glam::DVec3;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Reads, counts and tells.
pub(super) fn run(path: &Path, options: &InfoOptions) -> Result<u8, Failure> {
    let patches = patchwork(path, barycast_io::read_patches(path)?)?;
    let report = Report::of(path.display().to_string(), &patches);
    say::answer(options.format, &report, || report.sentences())?;
    Ok(0)
}

#[derive(Serialize)]
struct Report {
    file: String,
    /// Of the patches themselves, not of their control points.
    bounds: [DVec3; 2],
    #[serde(serialize_with = "say::number")]
    area: f64,
    sides: Sides,
    patches: Vec<PatchInfo>,
}

#[derive(Serialize)]
struct PatchInfo {
    degrees: [usize; 2],
    bounds: [DVec3; 2],
    #[serde(serialize_with = "say::number")]
    area: f64,
}

/// Sides with the same control points, either way, are one.
#[derive(Default, Serialize)]
struct Sides {
    /// In two patches or more.
    shared: usize,
    /// In one patch alone.
    open: usize,
    /// Whose control points are all the same.
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
            say::extent(self.bounds, "in units that the file does not name"),
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

/// By Gauss' rule of three points in squares of a sixteenth.
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
            let ((u, u_exponent), (v, v_exponent)) = (ordinary(jet.u), ordinary(jet.v));
            let (normal, exponent) = ordinary(u.cross(v));
            sum += shifted(a * b * normal.length(), exponent + u_exponent + v_exponent);
        }
    }
    // Derivatives may be no numbers, of control points as far apart as that.
    if sum.is_nan() { f64::INFINITY } else { sum / f64::from(CELLS * CELLS) }
}
