//! `barycast cast`: a picture of a mesh, a ray a pixel, or what one pixel hits.

use super::{Failure, quoted};
use crate::args::{CastOptions, Format};
use crate::picture::{Camera, Found, Picture, Scene, Smooth, render, steps};
use crate::sample;
use barycast::mesh::TriMesh;
use barycast_io::{Mesh, ReadError};
use glam::{DVec3, Vec3};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Reads, builds, casts, writes and reports.
pub(crate) fn run(options: &CastOptions) -> Result<u8, Failure> {
    check(options)?;
    let start = Instant::now();
    let (name, mesh) = match &options.file {
        Some(path) => (path.display().to_string(), mesh(path)?),
        None => (sample::NAME.to_owned(), sample::mesh()),
    };
    let read = start.elapsed();

    let bounds = bounds(&mesh);
    // Around the middle, f32 has the digits that far from the origin it would lack.
    let middle = bounds[0].midpoint(bounds[1]);
    let start = Instant::now();
    let vertices = mesh.vertices.iter().map(|v| (*v - middle).as_vec3()).collect();
    let tree = TriMesh::try_new(vertices, mesh.triangles.clone()).map_err(|error| {
        let path = options.file.clone().unwrap_or_default();
        ReadError::Content { path, what: error.to_string() }
    })?;
    let build = start.elapsed();

    let camera = Camera::framing(tree.vertices(), options.view, options.up, options.size);
    let drawn = match output(options) {
        Some(path) => Some(draw(options, &tree, camera, &path)?),
        None => None,
    };
    let report = Report {
        file: name,
        triangles: mesh.triangles.len(),
        bounds,
        read_ms: milliseconds(read),
        build_ms: milliseconds(build),
        threads: rayon::current_num_threads(),
        drawn,
        pixel: options.pixel.map(|pixel| Pixel::at(pixel, &camera, &tree, &mesh)),
    };
    say(options, &report)
}

/// All parts of the file as one mesh.
fn mesh(path: &Path) -> Result<Mesh, ReadError> {
    let too_many =
        || ReadError::Content { path: path.to_owned(), what: "more than 2^32 vertices".to_owned() };
    barycast_io::read(path)?.into_mesh().ok_or_else(too_many)
}

/// The pixel asked for is in the picture.
fn check(options: &CastOptions) -> Result<(), Failure> {
    let [width, height] = options.size;
    match options.pixel {
        Some([x, y]) if x >= width || y >= height => {
            let file = options.file.as_deref().map(|file| format!(" {}", quoted(file))).unwrap_or_default();
            Err(Failure::Usage {
                what: format!("--pixel {x},{y} is outside the picture of {width} x {height} pixels"),
                next: format!(
                    "barycast cast{file} --size {width}x{height} --pixel {},{}",
                    width / 2,
                    height / 2
                ),
            })
        }
        _ => Ok(()),
    }
}

/// Where the picture goes, if one is wanted.
fn output(options: &CastOptions) -> Option<PathBuf> {
    if options.output.is_some() || options.pixel.is_some() {
        return options.output.clone();
    }
    let stem = options.file.as_deref().and_then(Path::file_stem).unwrap_or(sample::NAME.as_ref());
    Some(Path::new(stem).with_extension("png"))
}

/// Around the vertices that triangles name.
fn bounds(mesh: &Mesh) -> [DVec3; 2] {
    let corners = mesh.triangles.iter().flatten().map(|&vertex| mesh.vertices[vertex as usize]);
    corners.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], v| [low.min(v), high.max(v)])
}

/// Casts, colours and writes the picture.
fn draw(options: &CastOptions, mesh: &TriMesh<Vec3>, camera: Camera, path: &Path) -> Result<Drawn, Failure> {
    let smooth = Smooth::of(mesh);
    let sky = options.up.up();
    let box_ = mesh.bounds();
    let scene = Scene {
        mesh,
        smooth: &smooth,
        camera,
        shade: options.shade,
        sky,
        depths: [0.0, 1.0],
        floor: box_.min.dot(sky),
        extent: (box_.max - box_.min).max_element(),
    };
    let bar = progress(steps(options.size));
    let picture = render(scene, options.size, |tiles| bar.inc(tiles));
    bar.finish_and_clear();
    let [width, height] = options.size;
    image::save_buffer_with_format(
        path,
        &picture.pixels,
        width,
        height,
        image::ColorType::Rgb8,
        image::ImageFormat::Png,
    )
    .map_err(|error| Failure::write(path, error))?;
    Ok(Drawn::of(&picture, path.display().to_string(), options.size))
}

/// On standard error, and only where that is a terminal.
fn progress(steps: u64) -> ProgressBar {
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(steps), target);
    match ProgressStyle::with_template("casting {wide_bar} {percent}% {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// On standard output as asked, and to the file asked for.
fn say(options: &CastOptions, report: &Report) -> Result<u8, Failure> {
    let json = || serde_json::to_string_pretty(report).map_err(io::Error::from);
    if let Some(path) = &options.report {
        std::fs::write(path, json()? + "\n").map_err(|error| Failure::write(path, error))?;
    }
    let text = match options.format {
        Format::Json => json()?,
        Format::Human => report.sentences(),
    };
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(0)
}

/// What was done, and how long it took.
#[derive(Serialize)]
struct Report {
    file: String,
    triangles: usize,
    /// The least and the greatest coordinates.
    bounds: [DVec3; 2],
    read_ms: f64,
    build_ms: f64,
    threads: usize,
    #[serde(flatten)]
    drawn: Option<Drawn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pixel: Option<Pixel>,
}

/// A picture that was written.
#[derive(Serialize)]
struct Drawn {
    picture: String,
    size: [u32; 2],
    /// A ray a pixel; those that smooth edges and find shadows come under `shade_ms`.
    rays: usize,
    hits: usize,
    cast_ms: f64,
    million_rays_per_second: f64,
    shade_ms: f64,
}

impl Drawn {
    fn of(picture: &Picture, path: String, size: [u32; 2]) -> Self {
        let rate = picture.rays as f64 / picture.cast.as_secs_f64() / 1e6;
        Self {
            picture: path,
            size,
            rays: picture.rays,
            hits: picture.hits,
            cast_ms: milliseconds(picture.cast),
            million_rays_per_second: (rate * 1e3).round() / 1e3,
            shade_ms: milliseconds(picture.shade),
        }
    }
}

/// What a pixel's middle shows.
#[derive(Serialize)]
struct Pixel {
    at: [u32; 2],
    hit: Option<PixelHit>,
}

/// In the file's coordinates.
#[derive(Serialize)]
struct PixelHit {
    /// In the file's order, from 0.
    triangle: u32,
    vertices: [DVec3; 3],
    barycentric: [f32; 3],
    point: DVec3,
    /// Of length 1, on the triangle's front; null where it has no area.
    normal: Option<DVec3>,
    side: &'static str,
    /// From the camera.
    distance: f64,
}

impl Pixel {
    fn at([x, y]: [u32; 2], camera: &Camera, tree: &TriMesh<Vec3>, mesh: &Mesh) -> Self {
        let ray = camera.ray(x as f32 + 0.5, y as f32 + 0.5);
        let hit = Found::by(&ray, tree).map(|found| {
            let vertices = mesh.triangles[found.triangle as usize].map(|v| mesh.vertices[v as usize]);
            let [a, b, c] = vertices;
            let [_, u, v] = found.barycentric.map(f64::from);
            PixelHit {
                triangle: found.triangle,
                vertices,
                barycentric: found.barycentric,
                point: a + (b - a) * u + (c - a) * v,
                normal: (b - a).cross(c - a).try_normalize(),
                side: if found.back { "inside" } else { "outside" },
                distance: f64::from(found.t) * ray.direction.as_dvec3().length(),
            }
        });
        Self { at: [x, y], hit }
    }
}

impl Report {
    /// One paragraph, and one more about the pixel.
    fn sentences(&self) -> String {
        let [low, high] = self.bounds;
        let size = high - low;
        let mesh = format!(
            "{}: {} triangles, {} x {} x {} about {}; read in {:.0} ms, tree of boxes built in {:.0} ms.",
            self.file,
            grouped(self.triangles),
            Short(size.x),
            Short(size.y),
            Short(size.z),
            triple(low.midpoint(high)),
            self.read_ms,
            self.build_ms,
        );
        let drawn = self.drawn.as_ref().map(|drawn| drawn.sentences(self.threads));
        let pixel = self.pixel.as_ref().map(Pixel::sentences);
        [Some(mesh), drawn, pixel].into_iter().flatten().collect()
    }
}

impl Drawn {
    fn sentences(&self, threads: usize) -> String {
        let [width, height] = self.size;
        format!(
            " {} rays in {:.0} ms on {threads} threads: {:.1} million a second, {:.0} % of them hits; \
             coloured in {:.0} ms. Picture: {} ({width} x {height}).",
            grouped(self.rays),
            self.cast_ms,
            self.million_rays_per_second,
            100.0 * self.hits as f64 / self.rays as f64,
            self.shade_ms,
            self.picture,
        )
    }
}

impl Pixel {
    fn sentences(&self) -> String {
        let [x, y] = self.at;
        let Some(hit) = &self.hit else { return format!("\nPixel {x},{y} hits nothing.") };
        let [a, b, c] = hit.vertices.map(triple);
        let [p, q, r] = hit.barycentric;
        format!(
            "\nPixel {x},{y} hits triangle {} {}, {} away, at {}: {p:.4} a + {q:.4} b + {r:.4} c of its \
             corners\n  a = {a}\n  b = {b}\n  c = {c}\nNormal: {}.",
            hit.triangle,
            if hit.side == "inside" { "from behind" } else { "from its front" },
            Short(hit.distance),
            triple(hit.point),
            hit.normal.map_or("none, it has no area".to_owned(), triple),
        )
    }
}

/// To six digits.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded: f64 = format!("{:.5e}", self.0).parse().unwrap_or(self.0);
        write!(f, "{rounded}")
    }
}

fn triple(v: DVec3) -> String {
    format!("({}, {}, {})", Short(v.x), Short(v.y), Short(v.z))
}

/// `1,048,576`.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// With microseconds.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
