//! All rays of a picture, on all cores.

use super::{Found, Scene};
use barycast::shape::Ray;
use glam::{Vec2, Vec3, vec2};
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// Rays are cast in squares of this side, so that neighbours find the same triangles at hand.
const TILE: u32 = 16;
/// Where, in a pixel that an edge crosses, four more rays look.
const CORNERS: [Vec2; 4] =
    [vec2(-0.125, -0.375), vec2(0.375, -0.125), vec2(0.125, 0.375), vec2(-0.375, 0.125)];

/// A finished picture.
pub(crate) struct Picture {
    /// Red, green, blue, row by row from the top.
    pub(crate) pixels: Vec<u8>,
    /// One ray a pixel: how many, how many of them hit, and how long that took.
    pub(crate) rays: usize,
    pub(crate) hits: usize,
    pub(crate) cast: Duration,
    /// Colours, with all further rays: how long that took.
    pub(crate) shade: Duration,
}

/// Draws the scene; `done` hears of every tile, twice: cast and coloured.
pub(crate) fn render(mut scene: Scene<'_>, size: [u32; 2], done: impl Fn(u64) + Sync) -> Picture {
    let [width, height] = size;
    let start = Instant::now();
    let tiles: Vec<[u32; 2]> = (0..height.div_ceil(TILE))
        .flat_map(|y| (0..width.div_ceil(TILE)).map(move |x| [x * TILE, y * TILE]))
        .collect();
    let pixels_of = |[x, y]: [u32; 2]| {
        (y..height.min(y + TILE)).flat_map(move |y| (x..width.min(x + TILE)).map(move |x| (x, y)))
    };
    let cast_tile = |tile: &[u32; 2]| {
        let hits: Vec<_> = pixels_of(*tile).map(|(x, y)| cast(&scene, center(x, y))).collect();
        done(1);
        hits
    };
    let by_tile: Vec<Vec<Option<Found>>> = tiles.par_iter().map(cast_tile).collect();
    let cast_time = start.elapsed();

    let start = Instant::now();
    let mut hits = vec![None; width as usize * height as usize];
    for (tile, found) in tiles.iter().zip(by_tile) {
        for ((x, y), hit) in pixels_of(*tile).zip(found) {
            hits[(y * width + x) as usize] = hit;
        }
    }
    let depths = hits.iter().flatten().map(|hit| hit.t);
    scene.depths = depths.fold([f32::INFINITY, 0.0], |[near, far], t| [near.min(t), far.max(t)]);
    let surfaces: Vec<Option<Surface>> = hits
        .par_iter()
        .enumerate()
        .map(|(i, hit)| {
            let (x, y) = (i as u32 % width, i as u32 / width);
            hit.as_ref().map(|hit| Surface::of(&scene, center(x, y), hit))
        })
        .collect();
    let color_row = |y: u32| {
        let row: Vec<u8> = (0..width)
            .flat_map(|x| {
                let here = &surfaces[(y * width + x) as usize];
                let mut neighbours = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
                    .into_iter()
                    .filter(|(x, y)| *x < width && *y < height);
                let is_edge = neighbours.any(|(x, y)| {
                    Surface::differ(here.as_ref(), surfaces[(y * width + x) as usize].as_ref(), &scene)
                });
                let color = |at: Vec2, hit: Option<&Found>| {
                    let half = vec2(width as f32, height as f32) * 0.5;
                    scene.color(&ray(&scene, at), hit, (at - half) / half.min_element())
                };
                let middle = center(x, y);
                let linear = if is_edge {
                    let samples =
                        CORNERS.map(|corner| color(middle + corner, cast(&scene, middle + corner).as_ref()));
                    samples.iter().sum::<Vec3>() * 0.25
                } else {
                    color(middle, hits[(y * width + x) as usize].as_ref())
                };
                linear.to_array().map(srgb)
            })
            .collect();
        if (y + 1).is_multiple_of(TILE) || y + 1 == height {
            done(u64::from(width.div_ceil(TILE)));
        }
        row
    };
    let pixels = (0..height).into_par_iter().flat_map_iter(color_row).collect();
    Picture {
        pixels,
        rays: hits.len(),
        hits: hits.iter().flatten().count(),
        cast: cast_time,
        shade: start.elapsed(),
    }
}

/// How often [`render`] says that something is done.
pub(crate) fn steps([width, height]: [u32; 2]) -> u64 {
    2 * u64::from(width.div_ceil(TILE)) * u64::from(height.div_ceil(TILE))
}

fn center(x: u32, y: u32) -> Vec2 {
    vec2(x as f32 + 0.5, y as f32 + 0.5)
}

fn ray(scene: &Scene<'_>, at: Vec2) -> Ray<Vec3> {
    scene.camera.ray(at.x, at.y)
}

fn cast(scene: &Scene<'_>, at: Vec2) -> Option<Found> {
    Found::by(&ray(scene, at), scene.mesh)
}

/// What tells neighbouring pixels apart.
struct Surface {
    point: Vec3,
    normal: Vec3,
    depth: f32,
}

impl Surface {
    fn of(scene: &Scene<'_>, at: Vec2, hit: &Found) -> Self {
        let ray = ray(scene, at);
        let point = ray.origin + ray.direction * hit.t;
        Self { point, normal: scene.facing(&ray, hit), depth: hit.t }
    }

    /// An edge runs between them: an outline, a crease, or a step as high as three pixels.
    fn differ(a: Option<&Self>, b: Option<&Self>, scene: &Scene<'_>) -> bool {
        match (a, b) {
            (None, None) => false,
            (Some(a), Some(b)) => {
                let step = a.normal.dot(b.point - a.point).abs();
                a.normal.dot(b.normal) < 0.9 || step > 3.0 * scene.camera.pixel * a.depth.min(b.depth)
            }
            _ => true,
        }
    }
}

/// A linear share of light as a byte of a picture.
fn srgb(linear: f32) -> u8 {
    let x = linear.clamp(0.0, 1.0);
    let encoded = if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
    (encoded * 255.0).round() as u8
}
