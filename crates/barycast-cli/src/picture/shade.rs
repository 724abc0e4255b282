//! What a hit looks like.

use super::{Camera, Found, Smooth};
use barycast::cast::CastOptions;
use barycast::mesh::TriMesh;
use barycast::shape::Ray;
use glam::{Vec2, Vec3, vec2, vec3};

/// Rays that ask, from each place, how much is open there: for clay on a table, and for colours alone.
const SKY_RAYS: [u32; 2] = [24, 6];

/// How hits are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Shade {
    /// By the direction of the surface, under a soft light at the camera.
    Normals,
    /// By distance: near is light, far is dark.
    Depth,
    /// As clay on a table: a lamp with shadows, and an open sky. Casts more rays.
    Light,
}

/// All that a colour depends on.
pub(crate) struct Scene<'a> {
    pub(crate) mesh: &'a TriMesh<Vec3>,
    pub(crate) smooth: &'a Smooth,
    pub(crate) camera: Camera,
    pub(crate) shade: Shade,
    /// Which way is up.
    pub(crate) sky: Vec3,
    /// The nearest and the farthest hit along the view.
    pub(crate) depths: [f32; 2],
    /// The height of the mesh's lowest point, along `sky`.
    pub(crate) floor: f32,
    /// The mesh's longest side.
    pub(crate) extent: f32,
}

impl Scene<'_> {
    /// The linear colour of a place in the picture: `place` runs from -1 to 1 across its shorter side.
    pub(crate) fn color(&self, ray: &Ray<Vec3>, hit: Option<&Found>, place: Vec2) -> Vec3 {
        match (hit, self.shade) {
            (None, Shade::Light) => self.table(ray, place),
            (None, _) => background(place),
            (Some(hit), Shade::Normals) => self.normals(ray, hit),
            (Some(hit), Shade::Depth) => self.depth(ray, hit),
            (Some(hit), Shade::Light) => {
                let normal = self.facing(ray, hit);
                let point = ray.origin + ray.direction * hit.t;
                vec3(0.66, 0.62, 0.57) * self.lit(point, normal) + sheen(ray, normal) * 0.05
            }
        }
    }

    /// The smooth normal on the side that the ray came from.
    pub(crate) fn facing(&self, ray: &Ray<Vec3>, hit: &Found) -> Vec3 {
        let normal = self.smooth.normal(self.mesh, hit);
        let normal = if hit.back { -normal } else { normal };
        // Smoothing may turn a normal away from the camera where the surface itself is just seen.
        let along = normal.dot(ray.direction);
        if along <= 0.0 { normal } else { normal.reject_from(ray.direction).normalize_or(normal) }
    }

    fn normals(&self, ray: &Ray<Vec3>, hit: &Found) -> Vec3 {
        let normal = self.facing(ray, hit);
        let camera = &self.camera;
        let seen = vec3(normal.dot(camera.right), normal.dot(camera.up), -normal.dot(camera.forward));
        let hue = (seen * 0.5 + 0.5).powf(1.6);
        let facing = -normal.dot(ray.direction.normalize());
        let light = 0.16 + 0.7 * facing.max(0.0) + 0.22 * seen.dot(vec3(-0.4, 0.8, 0.45)).max(0.0);
        let open = self.open(ray.origin + ray.direction * hit.t, normal, SKY_RAYS[1]);
        hue.lerp(Vec3::splat(0.55), 0.3) * (light * (0.45 + 0.55 * open)) + sheen(ray, normal) * 0.07
    }

    fn depth(&self, ray: &Ray<Vec3>, hit: &Found) -> Vec3 {
        let [near, far] = self.depths;
        let share = ((hit.t - near) / (far - near).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        let stops = [vec3(1.0, 0.93, 0.74), vec3(0.18, 0.45, 0.52), vec3(0.02, 0.03, 0.11)];
        let at = share * 2.0;
        let color = if at < 1.0 { stops[0].lerp(stops[1], at) } else { stops[1].lerp(stops[2], at - 1.0) };
        let facing = -self.facing(ray, hit).dot(ray.direction.normalize());
        color * (0.72 + 0.28 * facing.max(0.0))
    }

    /// The table that the mesh stands on, seen beside it: it fades into the background, but for shadows.
    fn table(&self, ray: &Ray<Vec3>, place: Vec2) -> Vec3 {
        let back = background(place);
        let fall = ray.direction.dot(self.sky);
        let t = (self.floor - ray.origin.dot(self.sky)) / fall;
        if fall >= 0.0 || !t.is_finite() || t <= 0.0 {
            return back;
        }
        let point = ray.origin + ray.direction * t;
        let open = self.lit(point, self.sky) / self.open_light(self.sky);
        back * (0.25 + 0.75 * open.min(1.0))
    }

    fn lamp(&self) -> Vec3 {
        let flat = self.sky.cross(self.camera.right).normalize_or_zero();
        (self.sky * 1.1 - self.camera.right * 0.75 - flat * 0.55).normalize_or(self.sky)
    }

    /// What a place in the open receives.
    fn open_light(&self, normal: Vec3) -> f32 {
        0.95 * normal.dot(self.lamp()).max(0.0) + 0.34 + 0.1 * normal.dot(self.sky)
    }

    /// What a place receives: the lamp where no shadow falls, and the sky as far as it is open.
    fn lit(&self, point: Vec3, normal: Vec3) -> f32 {
        let from = self.above(point, normal);
        let lamp = self.lamp();
        let toward = normal.dot(lamp).max(0.0);
        let shadow = toward > 0.0 && self.mesh.is_hit(&Ray::new(from, lamp), &CastOptions::default());
        let open = self.open(point, normal, SKY_RAYS[0]);
        let sky = (0.34 + 0.1 * normal.dot(self.sky)) * open;
        sky + if shadow { 0.0 } else { 0.95 * toward }
    }

    /// A little off the surface, so that rays from it do not hit it.
    fn above(&self, point: Vec3, normal: Vec3) -> Vec3 {
        point + normal * (self.extent * 2e-4)
    }

    /// The share of the half space above a place in which nothing is near, by so many rays.
    fn open(&self, point: Vec3, normal: Vec3, rays: u32) -> f32 {
        let from = self.above(point, normal);
        let near = CastOptions { max_t: Some(self.extent * 0.3), ..CastOptions::default() };
        let directions = scattered(normal, rays, hash(point));
        let open = directions.filter(|direction| !self.mesh.is_hit(&Ray::new(from, *direction), &near));
        open.count() as f32 / rays as f32
    }
}

/// A soft glint towards the camera.
fn sheen(ray: &Ray<Vec3>, normal: Vec3) -> f32 {
    let halfway = (vec3(-0.25, 0.5, 0.0) - ray.direction.normalize()).normalize_or_zero();
    normal.dot(halfway).max(0.0).powi(40)
}

/// A light grey, lighter in the middle.
fn background(place: Vec2) -> Vec3 {
    let edge = (place - vec2(0.0, -0.15)).length().min(1.6);
    vec3(0.86, 0.87, 0.89).lerp(vec3(0.47, 0.49, 0.53), (edge / 1.6).powi(2))
}

/// Directions about `normal`, more often near it, evenly on a spiral that begins elsewhere at every place.
fn scattered(normal: Vec3, count: u32, mut dice: u32) -> impl Iterator<Item = Vec3> {
    let (x, y) = normal.any_orthonormal_pair();
    let (shift, turn) = (unit(&mut dice), unit(&mut dice));
    (0..count).map(move |i| {
        let share = (i as f32 + shift) / count as f32;
        let (sin, cos) = (std::f32::consts::TAU * (i as f32 * 0.618_034 + turn)).sin_cos();
        (x * cos + y * sin) * share.sqrt() + normal * (1.0 - share).max(0.0).sqrt()
    })
}

/// In `[0, 1)`.
fn unit(dice: &mut u32) -> f32 {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 17;
    *dice ^= *dice << 5;
    (*dice >> 8) as f32 / (1 << 24) as f32
}

/// Of a place, never 0.
fn hash(point: Vec3) -> u32 {
    let mixed = point.to_array().into_iter().fold(0x9e37_79b9_u32, |h, x| {
        (h ^ x.to_bits()).wrapping_mul(0x85eb_ca6b).rotate_left(13).wrapping_mul(0xc2b2_ae35)
    });
    mixed | 1
}
