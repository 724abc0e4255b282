//! `barycast cast`: casts one ray per pixel and writes a picture, depths, or both.

use super::{Failure, place, quoted};
use crate::args::CastOptions;
use crate::files;
use crate::meshes::is_stdin;
use crate::model::Model;
use crate::output::{self, Short, count, milliseconds, triple};
use crate::picture::{Hits, Studio, camera, cast, color, steps};
use crate::sample;
use barycast::frame::{Camera, Projection};
use barycast::number::each::MapEach;
use glam::DVec3;
use indicatif::ProgressBar;
use serde::Serialize;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Reads and casts, then writes the outputs and the report.
pub(crate) fn run(options: &CastOptions) -> Result<u8, Failure> {
    let picture = picture_file(options)?;
    let depth_kind = options.depth.as_deref().map(|path| DepthKind::of(options, path)).transpose()?;
    check_outputs(options, picture.as_deref())?;
    let model = Model::open(options.scene.as_deref(), options.kind.format())?;
    let camera = camera(&options.camera, &model)?;

    let bar = output::progress("casting", steps(camera.size) * if picture.is_some() { 2 } else { 1 });
    let hits = cast(&model.body, &camera, |tiles| bar.inc(tiles));
    let drawn =
        picture.as_deref().map(|path| draw(options, &model, camera, &hits, path, &bar)).transpose()?;
    bar.finish_and_clear();
    let depth = match (&options.depth, depth_kind) {
        (Some(path), Some(kind)) => Some(kind.write(path, camera.size, &hits)?),
        _ => None,
    };

    let report = Report::of(&model, &camera, &hits, drawn, depth);
    if let Some(path) = &options.report {
        let json = output::json(&report)? + "\n";
        std::fs::write(path, json).map_err(|error| Failure::write(path, error))?;
    }
    if picture.as_deref() == Some(Path::new("-")) {
        // The picture occupies standard output.
        output::answer_on(io::stderr().lock(), options.format, &report, || report.sentences())?;
    } else {
        output::answer(options.format, &report, || report.sentences())?;
    }
    Ok(0)
}

/// Returns the path of the picture, or `None` if only depths are wanted.
fn picture_file(options: &CastOptions) -> Result<Option<PathBuf>, Failure> {
    let stem = || match options.scene.as_deref() {
        Some(path) if is_stdin(path) => "stdin".as_ref(),
        path => path.and_then(Path::file_stem).unwrap_or(sample::NAME.as_ref()),
    };
    match &options.output {
        None if options.depth.is_some() => Ok(None),
        None => Ok(Some(Path::new(stem()).with_extension("png"))),
        Some(path) if path == Path::new("-") || has_extension(path, "png") => Ok(Some(path.clone())),
        Some(path) => Err(Failure::Usage {
            what: format!("{}: pictures are written as .png", path.display()),
            next: command(options, &format!("-o {}", quoted(&path.with_extension("png")))),
        }),
    }
}

/// Fails if two outputs have the same path, or one has that of the scene.
fn check_outputs(options: &CastOptions, picture: Option<&Path>) -> Result<(), Failure> {
    let outputs = [
        (if options.output.is_some() { "-o" } else { "the picture" }, picture, "png"),
        ("--depth", options.depth.as_deref(), "npy"),
        ("--report", options.report.as_deref(), "json"),
    ];
    let named = outputs.into_iter().filter_map(|(option, path, kind)| Some((option, path?, kind)));
    let named: Vec<_> = named.filter(|(_, path, _)| *path != Path::new("-")).collect();
    for (option, path, kind) in &named {
        if options.scene.as_deref().is_some_and(|scene| !is_stdin(scene) && place(scene) == place(path)) {
            let what = format!("{option} would overwrite the scene, {}", path.display());
            let next = command(options, &format!("{option} {}", quoted(&path.with_extension(kind))));
            return Err(Failure::Usage { what, next });
        }
    }
    for (i, (first, path, _)) in named.iter().enumerate() {
        for (second, other, kind) in &named[i + 1..] {
            if place(path) == place(other) {
                let what = format!("{first} and {second} both go to {}", path.display());
                let other = quoted(&other.with_extension(kind));
                let is_given = first.starts_with('-');
                let first = if is_given { format!("{first} {} ", quoted(path)) } else { String::new() };
                let next = command(options, &format!("{first}{second} {other}"));
                return Err(Failure::Usage { what, next });
            }
        }
    }
    Ok(())
}

/// Returns the present command with other options.
fn command(options: &CastOptions, more: &str) -> String {
    let scene = options.scene.as_deref().map(|file| format!("{} ", quoted(file))).unwrap_or_default();
    format!("barycast cast {scene}{more}")
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension))
}

/// Shades the hits and writes the picture.
fn draw(
    options: &CastOptions,
    model: &Model,
    camera: Camera<DVec3>,
    hits: &Hits,
    path: &Path,
    bar: &ProgressBar,
) -> Result<Drawn, Failure> {
    let start = Instant::now();
    let studio = Studio::new(model, camera, options.shade, options.camera.up, hits.depths());
    let pixels = color(&studio, hits, |tiles| bar.inc(tiles));
    let shade_ms = milliseconds(start.elapsed());
    let written = if path == Path::new("-") {
        files::png_rgb8(io::stdout().lock(), camera.size, &pixels)
    } else {
        files::png_rgb8(create(path)?, camera.size, &pixels)
    };
    written.map_err(|error| Failure::write(path, error))?;
    Ok(Drawn { picture: path.display().to_string(), shade_ms })
}

fn create(path: &Path) -> Result<impl Write, Failure> {
    File::create(path).map(BufWriter::new).map_err(|error| Failure::write(path, error))
}

/// Formats of depth files.
#[derive(Clone, Copy)]
enum DepthKind {
    Npy,
    Exr,
    Png,
}

impl DepthKind {
    fn of(options: &CastOptions, path: &Path) -> Result<Self, Failure> {
        let kinds = [("npy", Self::Npy), ("exr", Self::Exr), ("png", Self::Png)];
        let kind = kinds.into_iter().find(|(extension, _)| has_extension(path, extension));
        kind.map(|(_, kind)| kind).ok_or_else(|| Failure::Usage {
            what: format!("{}: depths are written as .npy, .exr or .png", path.display()),
            next: command(options, &format!("--depth {}", quoted(&path.with_extension("npy")))),
        })
    }

    fn write(self, path: &Path, size: [u32; 2], hits: &Hits) -> Result<Depths, Failure> {
        let out = create(path)?;
        let depths = || -> Vec<f64> {
            hits.found.iter().map(|hit| hit.as_ref().map_or(f64::INFINITY, |hit| hit.t)).collect()
        };
        let range = hits.depths();
        match self {
            Self::Npy => files::npy(out, size, &depths()).map_err(|error| Failure::write(path, error))?,
            Self::Exr => files::exr(out, size, &depths()).map_err(|error| Failure::write(path, error))?,
            Self::Png => {
                let [near, far] = range.unwrap_or([0.0, 1.0]);
                let step = ((far - near) / f64::from(u16::MAX - 1)).max(f64::MIN_POSITIVE);
                let greys: Vec<u16> = depths().iter().map(|t| grey((t - near) / step)).collect();
                files::png_gray16(out, size, &greys).map_err(|error| Failure::write(path, error))?;
            }
        }
        let [near, far] = range.map_or([None; 2], |range| range.each(Some));
        Ok(Depths { file: path.display().to_string(), near, far })
    }
}

/// Returns 0 for a miss, else a value from 1.
fn grey(steps: f64) -> u16 {
    if steps.is_finite() { 1 + steps.round() as u16 } else { 0 }
}

/// Report of a cast, with times.
#[derive(Serialize)]
struct Report {
    file: String,
    parts: usize,
    /// Number of triangles; null for patches.
    triangles: Option<usize>,
    /// Lower and upper corner of the bounding box.
    bounds: [DVec3; 2],
    camera: CameraReport,
    size: [u32; 2],
    read_ms: f64,
    build_ms: f64,
    threads: usize,
    /// Number of primary rays, one per pixel. Rays for antialiasing and shadows count toward
    /// `shade_ms`.
    rays: usize,
    hits: usize,
    cast_ms: f64,
    million_rays_per_second: f64,
    #[serde(flatten)]
    drawn: Option<Drawn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<Depths>,
}

/// A picture that was written.
#[derive(Serialize)]
struct Drawn {
    picture: String,
    shade_ms: f64,
}

/// Depths that were written; in 16 bits, 1 is `near` and 65535 is `far`.
#[derive(Serialize)]
struct Depths {
    file: String,
    near: Option<f64>,
    far: Option<f64>,
}

/// The camera as values of `--eye`, `--target` and related options.
#[derive(Serialize)]
struct CameraReport {
    eye: DVec3,
    target: DVec3,
    up: DVec3,
    #[serde(flatten)]
    lens: Lens,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "projection")]
enum Lens {
    Perspective { fov: f64 },
    Orthographic { height: f64 },
}

impl CameraReport {
    fn of(camera: &Camera<DVec3>) -> Self {
        let lens = match camera.projection {
            Projection::Perspective { half_height } => {
                Lens::Perspective { fov: 2.0 * half_height.atan().to_degrees() }
            }
            Projection::Orthographic { half_height } => Lens::Orthographic { height: 2.0 * half_height },
        };
        Self { eye: camera.eye, target: camera.eye + camera.forward, up: camera.up, lens }
    }
}

impl Report {
    fn of(
        model: &Model,
        camera: &Camera<DVec3>,
        hits: &Hits,
        drawn: Option<Drawn>,
        depth: Option<Depths>,
    ) -> Self {
        let rays = hits.found.len();
        let rate = rays as f64 / hits.time.as_secs_f64() / 1e6;
        Self {
            file: model.name.clone(),
            parts: model.body.parts(),
            triangles: model.triangles,
            bounds: model.bounds,
            camera: CameraReport::of(camera),
            size: camera.size,
            read_ms: milliseconds(model.read),
            build_ms: milliseconds(model.build),
            threads: rayon::current_num_threads(),
            rays,
            hits: hits.found.iter().flatten().count(),
            cast_ms: milliseconds(hits.time),
            million_rays_per_second: (rate * 1e3).round() / 1e3,
            drawn,
            depth,
        }
    }

    /// Returns the report as one paragraph.
    fn sentences(&self) -> String {
        let [low, high] = self.bounds;
        let extents = high - low;
        let mut text = format!(
            "{}: {}, {} x {} x {} about {}; read in {:.0} ms, BVH built in {:.0} ms. \
             {} in {:.0} ms on {}: {:.1} million per second, {:.0} % of them hits",
            self.file,
            match self.triangles {
                Some(n) =>
                    format!("{}, {}", count(self.parts, "part", "parts"), count(n, "triangle", "triangles")),
                None => count(self.parts, "patch", "patches"),
            },
            Short(extents.x),
            Short(extents.y),
            Short(extents.z),
            triple(low.midpoint(high)),
            self.read_ms,
            self.build_ms,
            count(self.rays, "ray", "rays"),
            self.cast_ms,
            count(self.threads, "thread", "threads"),
            self.million_rays_per_second,
            100.0 * self.hits as f64 / self.rays as f64,
        );
        let [width, height] = self.size;
        if let Some(Drawn { picture, shade_ms }) = &self.drawn {
            let _ = write!(text, "; coloured in {shade_ms:.0} ms. Picture: {picture} ({width} x {height})");
        }
        if let Some(Depths { file, near, far }) = &self.depth {
            let _ = write!(text, ". Depths: {file} ({width} x {height}), ");
            let _ = match (near, far) {
                (Some(near), Some(far)) => write!(text, "from {} to {}", Short(*near), Short(*far)),
                _ => write!(text, "no hits"),
            };
        }
        text + "."
    }
}
