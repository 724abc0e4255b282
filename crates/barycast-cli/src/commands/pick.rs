//! `barycast pick`: reports what a pixel or a ray hits.

use super::{Failure, quoted};
use crate::args::{PickOptions, RayValue};
use crate::model::{Body, Model};
use crate::output::{self, Short, count, triple};
use crate::picture::camera;
use crate::power_of_two::{ldexp, scaled_to_unit};
use barycast::number::each::MapEach;
use barycast::pair::cast::CastOptions;
use barycast::query::Side;
use barycast::scene::{Scene, SceneHit};
use barycast::shape::Ray;
use barycast::surface::SurfaceHit;
use glam::DVec3;
use serde::Serialize;
use std::fmt::Write;

/// Reads, casts and reports.
pub(crate) fn run(options: &PickOptions) -> Result<u8, Failure> {
    check(options)?;
    let model = Model::open(options.scene.as_deref(), options.kind.format())?;
    let camera = camera(&options.camera, &model)?;
    let pixels = options
        .pixel
        .iter()
        .map(|&[x, y]| (Some([x, y]), camera.ray(f64::from(x) + 0.5, f64::from(y) + 0.5)));
    let rays = options.ray.iter().map(|&RayValue { origin, direction }| (None, Ray::new(origin, direction)));
    let picks = pixels.chain(rays).map(|(pixel, ray)| Pick::of(&model, pixel, &ray, options.all));
    let report = Report { file: model.name.clone(), picks: picks.collect() };
    output::answer(options.format, &report, || report.picks.iter().map(Pick::sentences).collect())?;
    Ok(0)
}

/// Fails if a pixel is outside the picture.
fn check(options: &PickOptions) -> Result<(), Failure> {
    let [width, height] = options.camera.size;
    let Some([x, y]) = options.pixel.iter().find(|[x, y]| *x >= width || *y >= height) else { return Ok(()) };
    let scene = options.scene.as_deref().map(|file| format!(" {}", quoted(file))).unwrap_or_default();
    Err(Failure::Usage {
        what: format!("--pixel {x},{y} is outside the picture of {width} x {height} pixels"),
        next: format!("barycast pick{scene} --size {width}x{height} --pixel {},{}", width / 2, height / 2),
    })
}

#[derive(Serialize)]
struct Report {
    file: String,
    /// Results of the pixels, then of the rays, in the given order.
    picks: Vec<Pick>,
}

/// Hits of one ray.
#[derive(Serialize)]
struct Pick {
    #[serde(skip_serializing_if = "Option::is_none")]
    pixel: Option<[u32; 2]>,
    origin: DVec3,
    direction: DVec3,
    /// Hits in order along the ray; only the nearest without `--all`.
    hits: Vec<PickHit>,
}

/// A hit in the file's coordinates.
#[derive(Serialize)]
struct PickHit {
    part: usize,
    name: String,
    #[serde(flatten)]
    place: Place,
    point: DVec3,
    /// Unit normal on the front of the triangle, or along `S_u x S_v`; null if there is none.
    normal: Option<DVec3>,
    side: &'static str,
    /// Parameter of the hit at `origin + t direction`; null if it is beyond the range of `f64`.
    t: f64,
    distance: f64,
}

/// Position on a part.
#[derive(Serialize)]
#[serde(untagged)]
enum Place {
    Triangle {
        /// Index in the order of the part's mesh in the file, from 0.
        triangle: usize,
        barycentric: [f64; 3],
        corners: [DVec3; 3],
    },
    /// Parameters on a patch.
    Patch { uv: [f64; 2] },
}

impl Pick {
    fn of(model: &Model, pixel: Option<[u32; 2]>, ray: &Ray<DVec3>, all: bool) -> Self {
        let options = CastOptions::default();
        // The squares of very long or short directions would overflow or underflow.
        let (direction, longer) = scaled_to_unit(ray.direction);
        let given = *ray;
        let ray = &Ray::new(ray.origin, direction);
        let mut hits: Vec<PickHit> = match &model.body {
            Body::Meshes(scene) => {
                let met = if all {
                    scene.cast_all(ray, &options)
                } else {
                    scene.cast(ray, &options).into_iter().collect()
                };
                met.iter().filter_map(|hit| PickHit::of(model, scene, ray, hit)).collect()
            }
            Body::Patches(patches) => {
                let met = if all {
                    patches.cast_all(ray, &options)
                } else {
                    patches.cast(ray, &options).into_iter().collect()
                };
                met.iter().map(|hit| PickHit::of_patch(model, ray, hit)).collect()
            }
        };
        for hit in &mut hits {
            hit.t = ldexp(hit.t, -longer);
        }
        Self { pixel, origin: given.origin + DVec3::ZERO, direction: given.direction + DVec3::ZERO, hits }
    }
}

/// Adding 0 turns -0 into 0 in all numbers.
impl PickHit {
    fn of_patch(model: &Model, ray: &Ray<DVec3>, hit: &SurfaceHit<DVec3>) -> Self {
        Self {
            part: hit.patch,
            name: model.part_names[hit.patch].clone(),
            place: Place::Patch { uv: [hit.u + 0.0, hit.v + 0.0] },
            point: hit.point + DVec3::ZERO,
            normal: hit.normal.map(|normal| normal + DVec3::ZERO),
            side: side_name(hit.side),
            t: hit.t + 0.0,
            distance: hit.t * ray.direction.length() + 0.0,
        }
    }

    fn of(
        model: &Model,
        scene: &Scene<DVec3>,
        ray: &Ray<DVec3>,
        SceneHit { instance: part, hit }: &SceneHit<DVec3>,
    ) -> Option<Self> {
        let (triangle, [v, w]) = (hit.triangle?, hit.uv?);
        let placed = &scene.instances()[*part];
        let in_mesh = scene.meshes()[placed.mesh].triangle(triangle)?;
        let corners = [in_mesh.a, in_mesh.b, in_mesh.c]
            .each(|corner| placed.world_from_mesh.transform_point(corner) + DVec3::ZERO);
        let [a, b, c] = corners;
        Some(Self {
            part: *part,
            name: model.part_names[*part].clone(),
            place: Place::Triangle { triangle, barycentric: [1.0 - v - w, v + 0.0, w + 0.0], corners },
            // Computed from the corners: far from the origin the ray is less accurate.
            point: a + (b - a) * v + (c - a) * w,
            normal: hit.normal.map(|normal| normal + DVec3::ZERO),
            side: side_name(hit.side),
            t: hit.t + 0.0,
            distance: hit.t * ray.direction.length() + 0.0,
        })
    }
}

impl Pick {
    /// Returns one line for the ray and a block for each hit.
    fn sentences(&self) -> String {
        let what = match self.pixel {
            Some([x, y]) => format!("Pixel {x},{y}"),
            None => format!("The ray from {} along {}", triple(self.origin), triple(self.direction)),
        };
        match &self.hits[..] {
            [] => format!("{what} hits nothing.\n"),
            [hit] => format!("{what} hits {}", hit.block()),
            hits => {
                let mut text = format!("{what} hits {}:\n", count(hits.len(), "place", "places"));
                for (number, hit) in (1..).zip(hits) {
                    let _ = write!(text, "{number}. {}", hit.block());
                }
                text
            }
        }
    }
}

/// Formats with six digits after the point, without the sign of -0.
fn weight(x: f64) -> String {
    format!("{:.6}", if x.abs() < 5e-7 { 0.0 } else { x })
}

fn side_name(side: Side) -> &'static str {
    if side == Side::Inside { "inside" } else { "outside" }
}

impl PickHit {
    fn block(&self) -> String {
        let from = if self.side == "inside" { "behind" } else { "its front" };
        let distance = Short(self.distance);
        let point = triple(self.point);
        match &self.place {
            Place::Triangle { triangle, barycentric, corners } => format!(
                "part {} \"{}\", triangle {triangle}, from {from}, {distance} away\n  \
                 point        {point}\n  \
                 normal       {}\n  \
                 barycentric  {}\n  \
                 corners      {}\n",
                self.part,
                output::plain(&self.name),
                self.normal.map_or("none, it has no area".to_owned(), triple),
                barycentric.each(weight).join(" "),
                corners.each(triple).join(" "),
            ),
            Place::Patch { uv } => format!(
                "patch {}, from {from}, {distance} away\n  \
                 point        {point}\n  \
                 normal       {}\n  \
                 parameters   {}\n",
                self.part,
                self.normal.map_or("none".to_owned(), triple),
                uv.each(weight).join(" "),
            ),
        }
    }
}
