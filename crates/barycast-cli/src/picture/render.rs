//! Casting and shading all rays of a picture on all cores.

use super::{Found, Studio};
use crate::model::Body;
use barycast::frame::Camera;
use barycast::number::each::MapEach;
use glam::{DVec2, DVec3, Vec3, dvec2};
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// Side of a tile of pixels. Rays are cast in tiles so that neighbouring rays find the same
/// triangles in the cache.
const TILE: u32 = 16;
/// Offsets of four more rays in a pixel that an edge crosses.
const CORNERS: [DVec2; 4] =
    [dvec2(-0.125, -0.375), dvec2(0.375, -0.125), dvec2(0.125, 0.375), dvec2(-0.375, 0.125)];

/// Hits at the centres of all pixels.
pub(crate) struct Hits {
    /// Hits row by row from the top.
    pub(crate) found: Vec<Option<Found>>,
    pub(crate) time: Duration,
}

impl Hits {
    /// Returns the nearest and the farthest depth, or `None` without hits.
    pub(crate) fn depths(&self) -> Option<[f64; 2]> {
        let depths = self.found.iter().flatten().map(|hit| hit.t);
        depths.fold(None, |range, t| {
            let [near, far] = range.unwrap_or([t, t]);
            Some([near.min(t), far.max(t)])
        })
    }
}

/// Casts one ray per pixel; calls `done` for each tile.
pub(crate) fn cast(body: &Body, camera: &Camera<DVec3>, done: impl Fn(u64) + Sync) -> Hits {
    let [width, height] = camera.size;
    let start = Instant::now();
    let tiles: Vec<[u32; 2]> = (0..height.div_ceil(TILE))
        .flat_map(|y| (0..width.div_ceil(TILE)).map(move |x| [x * TILE, y * TILE]))
        .collect();
    let pixels_of = |[x, y]: [u32; 2]| {
        (y..height.min(y + TILE)).flat_map(move |y| (x..width.min(x + TILE)).map(move |x| (x, y)))
    };
    let cast_tile = |tile: &[u32; 2]| {
        let at = |(x, y)| center(x, y);
        let found: Vec<_> =
            pixels_of(*tile).map(at).map(|at| Found::by(&camera.ray(at.x, at.y), body)).collect();
        done(1);
        found
    };
    let by_tile: Vec<Vec<Option<Found>>> = tiles.par_iter().map(cast_tile).collect();
    let time = start.elapsed();
    let mut found = vec![None; width as usize * height as usize];
    for (tile, of_tile) in tiles.iter().zip(by_tile) {
        for ((x, y), hit) in pixels_of(*tile).zip(of_tile) {
            found[index(x, y, width)] = hit;
        }
    }
    Hits { found, time }
}

/// Returns red, green and blue of every pixel, row by row, and calls `done` for each tile. Casts
/// more rays along edges and for shading.
pub(crate) fn color(studio: &Studio<'_>, hits: &Hits, done: impl Fn(u64) + Sync) -> Vec<u8> {
    let [width, height] = studio.camera.size;
    let surface = |(i, hit): (usize, &Option<Found>)| {
        let (x, y) = (i as u32 % width, i as u32 / width);
        hit.as_ref().map(|hit| Surface::of(studio, center(x, y), hit))
    };
    let surfaces: Vec<Option<Surface>> = hits.found.par_iter().enumerate().map(surface).collect();
    let color_row = |y: u32| {
        let row: Vec<u8> = (0..width)
            .flat_map(|x| {
                let here = &surfaces[index(x, y, width)];
                let mut neighbours = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
                    .into_iter()
                    .filter(|(x, y)| *x < width && *y < height);
                let is_edge = neighbours.any(|(x, y)| {
                    Surface::differ(here.as_ref(), surfaces[index(x, y, width)].as_ref(), studio)
                });
                let color = |at: DVec2, hit: Option<&Found>| {
                    let half = dvec2(f64::from(width), f64::from(height)) * 0.5;
                    let place = (at - half) / half.min_element();
                    studio.color(&studio.camera.ray(at.x, at.y), hit, place.as_vec2())
                };
                let middle = center(x, y);
                let linear = if is_edge {
                    let samples = CORNERS.each(|corner| {
                        let at = middle + corner;
                        let hit = Found::by(&studio.camera.ray(at.x, at.y), &studio.model.body);
                        color(at, hit.as_ref())
                    });
                    samples.iter().sum::<Vec3>() * 0.25
                } else {
                    color(middle, hits.found[index(x, y, width)].as_ref())
                };
                linear.to_array().each(srgb)
            })
            .collect();
        if (y + 1).is_multiple_of(TILE) || y + 1 == height {
            done(u64::from(width.div_ceil(TILE)));
        }
        row
    };
    (0..height).into_par_iter().flat_map_iter(color_row).collect()
}

/// Returns the number of calls of `done` by [`cast`] and by [`color`].
pub(crate) fn steps([width, height]: [u32; 2]) -> u64 {
    u64::from(width.div_ceil(TILE)) * u64::from(height.div_ceil(TILE))
}

fn index(x: u32, y: u32, width: u32) -> usize {
    y as usize * width as usize + x as usize
}

fn center(x: u32, y: u32) -> DVec2 {
    dvec2(f64::from(x) + 0.5, f64::from(y) + 0.5)
}

/// Properties by which an edge between neighbouring pixels is detected.
struct Surface {
    point: DVec3,
    normal: Vec3,
    /// Width of a pixel at that point.
    pixel: f64,
    part: u32,
}

impl Surface {
    fn of(studio: &Studio<'_>, at: DVec2, hit: &Found) -> Self {
        let ray = studio.camera.ray(at.x, at.y);
        let point = ray.origin + ray.direction * hit.t;
        let normal = studio.facing(&ray, hit);
        Self { point, normal, pixel: studio.pixel(hit.t), part: hit.part }
    }

    /// Tests for an edge between two pixels: an outline, a crease, another part, or a step higher
    /// than three pixels.
    fn differ(a: Option<&Self>, b: Option<&Self>, studio: &Studio<'_>) -> bool {
        match (a, b) {
            (None, None) => false,
            (Some(a), Some(b)) => {
                let step = a.normal.as_dvec3().dot(b.point - a.point).abs();
                let recolored = a.part != b.part && studio.colors_parts();
                recolored || a.normal.dot(b.normal) < 0.9 || step > 3.0 * a.pixel.min(b.pixel)
            }
            _ => true,
        }
    }
}

/// Encodes linear light as an sRGB byte.
fn srgb(linear: f32) -> u8 {
    let x = linear.clamp(0.0, 1.0);
    let encoded = if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
    (encoded * 255.0).round() as u8
}
