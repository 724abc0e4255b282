//! `barycast assembly`: a sample assembly with known clashes, as GLB.

use super::{Failure, place, quoted};
use crate::args::AssemblyOptions;
use crate::assembly::{Assembly, CLEARANCE, Class, TOLERANCE, assembly};
use crate::output::{self, count, grouped, milliseconds};
use barycast::number::each::MapEach;
use glam::DVec3;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// Largest offset in metres. Planted pairs are a micrometre from the limits between classes.
/// Rounding to `f32` moves each of two placements by at most half a step, a quarter of a micrometre
/// at this distance.
const FARTHEST: f64 = 4e9;

/// Builds, writes and reports an assembly.
pub(crate) fn run(options: &AssemblyOptions) -> Result<u8, Failure> {
    if !options.output.extension().is_some_and(|e| e.eq_ignore_ascii_case("glb")) {
        return Err(Failure::Usage {
            what: format!("{}: assemblies are written as .glb", options.output.display()),
            next: format!("barycast assembly --parts {} -o assembly.glb", options.parts),
        });
    }
    if let Some(truth) = options.truth.as_deref().filter(|truth| place(truth) == place(&options.output)) {
        let (output, other) = (quoted(&options.output), quoted(&truth.with_extension("json")));
        return Err(Failure::Usage {
            what: format!("-o and --truth both go to {}", options.output.display()),
            next: format!("barycast assembly --parts {} -o {output} --truth {other}", options.parts),
        });
    }
    if options.offset.is_some_and(|offset| offset.abs().max_element() > FARTHEST) {
        return Err(Failure::Usage {
            what: format!(
                "--offset must be at most {FARTHEST:e} m along each axis: farther away, coordinates are too coarse for the known clashes"
            ),
            next: format!(
                "barycast assembly --parts {} -o {} --offset {FARTHEST:e},0,0",
                options.parts,
                quoted(&options.output)
            ),
        });
    }
    let start = Instant::now();
    let made = assembly(options.parts, options.seed, options.offset.unwrap_or(DVec3::ZERO));
    let make = start.elapsed();
    let start = Instant::now();
    let failed = |error| Failure::write(&options.output, error);
    barycast_io::write_glb(&options.output, &made.scene).map_err(failed)?;
    if let Some(path) = &options.truth {
        truth(path, options, &made).map_err(|error| Failure::write(path, error))?;
    }
    let report = Report {
        file: options.output.display().to_string(),
        truth: options.truth.as_ref().map(|path| path.display().to_string()),
        parts: made.scene.parts.len(),
        meshes: made.scene.meshes.len(),
        triangles: made.scene.triangle_count(),
        known: Counts::of(&made),
        decoys: made.decoys,
        make_ms: milliseconds(make),
        write_ms: milliseconds(start.elapsed()),
    };
    output::answer(options.format, &report, || report.sentences())?;
    Ok(0)
}

/// Writes the known clashes, one per line.
fn truth(path: &Path, options: &AssemblyOptions, made: &Assembly) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, File::create(path)?);
    let head = Head {
        parts: options.parts,
        seed: options.seed,
        unit: "m",
        tolerance: TOLERANCE,
        clearance: CLEARANCE,
        counts: Counts::of(made),
        decoys: made.decoys,
    };
    let head = serde_json::to_string(&head)?;
    // The header without its closing brace.
    write!(out, "{},\"clashes\":[", &head[..head.len() - 1])?;
    for (i, known) in made.known.iter().enumerate() {
        out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
        let clash = Clash {
            parts: known.parts,
            names: known.parts.each(|part| &made.scene.parts[part].name[..]),
            class: known.class,
            depth: known.depth,
            distance: known.distance,
            how: known.how,
        };
        serde_json::to_writer(&mut out, &clash)?;
    }
    out.write_all(b"\n]}\n")?;
    out.flush()
}

#[derive(Serialize)]
struct Head {
    parts: usize,
    seed: u64,
    unit: &'static str,
    tolerance: f64,
    clearance: f64,
    decoys: usize,
    counts: Counts,
}

#[derive(Serialize)]
struct Clash<'a> {
    parts: [usize; 2],
    names: [&'a str; 2],
    class: Class,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<f64>,
    distance: f64,
    how: &'a str,
}

/// Number of pairs of each class.
#[derive(Serialize)]
struct Counts {
    duplicate: usize,
    enclosed: usize,
    hard: usize,
    touching: usize,
    near: usize,
}

impl Counts {
    fn of(made: &Assembly) -> Self {
        let of = |class: Class| made.known.iter().filter(|known| known.class == class).count();
        Self {
            duplicate: of(Class::Duplicate),
            enclosed: of(Class::Enclosed),
            hard: of(Class::Hard),
            touching: of(Class::Touching),
            near: of(Class::Near),
        }
    }
}

/// Report of a generated assembly.
#[derive(Serialize)]
struct Report {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<String>,
    parts: usize,
    meshes: usize,
    triangles: usize,
    known: Counts,
    decoys: usize,
    make_ms: f64,
    write_ms: f64,
}

impl Report {
    fn sentences(&self) -> String {
        let Counts { duplicate, enclosed, hard, touching, near } = self.known;
        format!(
            "{}: {} of {}, {} in all; made in {:.0} ms, written in {:.0} ms.\n\
             Known: {} duplicate, {} enclosed, {} hard, {} touching, {} near; {} just clear.",
            self.file,
            count(self.parts, "part", "parts"),
            count(self.meshes, "mesh", "meshes"),
            count(self.triangles, "triangle", "triangles"),
            self.make_ms,
            self.write_ms,
            grouped(duplicate),
            grouped(enclosed),
            grouped(hard),
            grouped(touching),
            grouped(near),
            count(self.decoys, "planted pair is", "planted pairs are"),
        )
    }
}
