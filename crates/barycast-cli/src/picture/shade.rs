//! Shading of hits.

use super::{Found, Smooth, extent};
use crate::args::{Axis, Shade};
use crate::model::{Body, Model};
use barycast::frame::{Camera, Projection};
use barycast::number::each::MapEach;
use barycast::pair::cast::CastOptions;
use barycast::shape::Ray;
use glam::{DVec3, Vec2, Vec3, vec2, vec3};

/// Number of ambient occlusion rays per point: for clay on a table, and for the other shadings.
const SKY_RAYS: [u32; 2] = [24, 6];

/// Everything that a colour depends on.
pub(crate) struct Studio<'a> {
    pub(crate) model: &'a Model,
    pub(crate) camera: Camera<DVec3>,
    shade: Shade,
    /// Smooth normals of each mesh.
    smooth: Vec<Smooth>,
    /// Upward direction.
    sky: Vec3,
    /// Nearest and farthest depth of the hits along the view.
    depths: [f64; 2],
    /// Height of the scene's lowest point along `sky`.
    floor: f64,
    /// Longest side of the scene.
    extent: f64,
}

impl<'a> Studio<'a> {
    /// Builds a studio for hits in this range of depths; `None` without hits.
    pub(crate) fn new(
        model: &'a Model,
        camera: Camera<DVec3>,
        shade: Shade,
        up: Axis,
        depths: Option<[f64; 2]>,
    ) -> Self {
        Self {
            model,
            camera,
            shade,
            smooth: match &model.body {
                Body::Meshes(scene) => scene.meshes().iter().map(|mesh| Smooth::of(mesh)).collect(),
                Body::Patches(_) => Vec::new(),
            },
            sky: up.up().as_vec3(),
            depths: depths.unwrap_or([0.0, 1.0]),
            floor: model.bounds[0].dot(up.up()),
            extent: extent(model),
        }
    }

    /// Returns the linear colour at a position in the picture; `place` is from -1 to 1 along the
    /// shorter side.
    pub(crate) fn color(&self, ray: &Ray<DVec3>, hit: Option<&Found>, place: Vec2) -> Vec3 {
        match (hit, self.shade) {
            (None, Shade::Light) => self.table(ray, place),
            (None, _) => background(place),
            (Some(hit), Shade::Normals) => self.normals(ray, hit),
            (Some(hit), Shade::Depth) => self.depth(ray, hit),
            (Some(hit), Shade::Parts) => self.parts(ray, hit),
            (Some(hit), Shade::Light) => {
                let normal = self.facing(ray, hit);
                let clay = self.model.colors[hit.part as usize].unwrap_or(vec3(0.66, 0.62, 0.57));
                clay * self.lit(at(ray, hit), normal) + sheen(ray, normal) * 0.05
            }
        }
    }

    /// Returns whether neighbouring parts have different colours.
    pub(crate) fn colors_parts(&self) -> bool {
        let many = matches!(self.model.body, Body::Meshes(_)) && self.shade == Shade::Light;
        self.shade == Shade::Parts || many
    }

    /// Returns the width of a pixel at a depth.
    pub(crate) fn pixel(&self, depth: f64) -> f64 {
        match self.camera.projection {
            Projection::Perspective { .. } => self.camera.pixel_size() * depth,
            Projection::Orthographic { .. } => self.camera.pixel_size(),
        }
    }

    /// Returns the smooth normal on the side from which the ray came.
    pub(crate) fn facing(&self, ray: &Ray<DVec3>, hit: &Found) -> Vec3 {
        let part = hit.part as usize;
        let normal = match &self.model.body {
            Body::Meshes(scene) => {
                let mesh = scene.instances()[part].mesh;
                self.smooth[mesh].normal(&scene.meshes()[mesh], hit)
            }
            Body::Patches(patches) => {
                let [u, v] = hit.weights.each(f64::from);
                patches.patches()[part].normal(u, v).unwrap_or(-ray.direction).as_vec3()
            }
        };
        let normal = match &self.model.mesh_from_world[part] {
            Some(back) => back.transform_normal(normal.as_dvec3()).normalize_or_zero().as_vec3(),
            None => normal,
        };
        let normal = if hit.back { -normal } else { normal };
        // At a grazing angle, smoothing may turn a normal away from the camera.
        let direction = ray.direction.as_vec3();
        let along = normal.dot(direction);
        if along <= 0.0 { normal } else { normal.reject_from(direction).normalize_or(normal) }
    }

    fn normals(&self, ray: &Ray<DVec3>, hit: &Found) -> Vec3 {
        let normal = self.facing(ray, hit);
        let hue = (self.seen(normal) * 0.5 + 0.5).powf(1.6);
        hue.lerp(Vec3::splat(0.55), 0.3) * self.headlight(ray, hit, normal) + sheen(ray, normal) * 0.07
    }

    fn parts(&self, ray: &Ray<DVec3>, hit: &Found) -> Vec3 {
        let normal = self.facing(ray, hit);
        part_color(hit.part) * self.headlight(ray, hit, normal) + sheen(ray, normal) * 0.07
    }

    /// Returns the light of a lamp at the camera and of one above it, with ambient occlusion.
    fn headlight(&self, ray: &Ray<DVec3>, hit: &Found, normal: Vec3) -> f32 {
        let facing = -normal.dot(ray.direction.normalize().as_vec3());
        let above = self.seen(normal).dot(vec3(-0.4, 0.8, 0.45));
        let open = self.openness(at(ray, hit), normal, SKY_RAYS[1]);
        (0.16 + 0.7 * facing.max(0.0) + 0.22 * above.max(0.0)) * (0.45 + 0.55 * open)
    }

    /// Returns a direction in camera coordinates: right, up, toward the camera.
    fn seen(&self, v: Vec3) -> Vec3 {
        let camera = &self.camera;
        vec3(v.dot(camera.right.as_vec3()), v.dot(camera.up.as_vec3()), -v.dot(camera.forward.as_vec3()))
    }

    fn depth(&self, ray: &Ray<DVec3>, hit: &Found) -> Vec3 {
        let [near, far] = self.depths;
        let share = ((hit.t - near) / (far - near).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) as f32;
        let stops = [vec3(1.0, 0.93, 0.74), vec3(0.18, 0.45, 0.52), vec3(0.02, 0.03, 0.11)];
        let along = share * 2.0;
        let color =
            if along < 1.0 { stops[0].lerp(stops[1], along) } else { stops[1].lerp(stops[2], along - 1.0) };
        let facing = -self.facing(ray, hit).dot(ray.direction.normalize().as_vec3());
        color * (0.72 + 0.28 * facing.max(0.0))
    }

    /// Shades the table below the scene: it fades into the background, except for shadows.
    fn table(&self, ray: &Ray<DVec3>, place: Vec2) -> Vec3 {
        let back = background(place);
        let sky = self.sky.as_dvec3();
        let fall = ray.direction.dot(sky);
        let t = (self.floor - ray.origin.dot(sky)) / fall;
        if fall >= 0.0 || !t.is_finite() || t <= 0.0 {
            return back;
        }
        let open = self.lit(ray.origin + ray.direction * t, self.sky) / self.open_light(self.sky);
        back * (0.25 + 0.75 * open.min(1.0))
    }

    fn lamp(&self) -> Vec3 {
        let right = self.camera.right.as_vec3();
        let flat = self.sky.cross(right).normalize_or_zero();
        (self.sky * 1.1 - right * 0.75 - flat * 0.55).normalize_or(self.sky)
    }

    /// Returns the light at an unoccluded point.
    fn open_light(&self, normal: Vec3) -> f32 {
        0.95 * normal.dot(self.lamp()).max(0.0) + 0.34 + 0.1 * normal.dot(self.sky)
    }

    /// Returns the light at a point: the lamp unless shadowed, and the sky with ambient occlusion.
    fn lit(&self, point: DVec3, normal: Vec3) -> f32 {
        let lamp = self.lamp();
        let toward = normal.dot(lamp).max(0.0);
        let to_lamp = Ray::new(self.above(point, normal), lamp.as_dvec3());
        let shadow = toward > 0.0 && self.model.body.is_hit(&to_lamp, &CastOptions::default());
        let open = self.openness(point, normal, SKY_RAYS[0]);
        let sky = (0.34 + 0.1 * normal.dot(self.sky)) * open;
        sky + if shadow { 0.0 } else { 0.95 * toward }
    }

    /// Returns a point slightly off the surface, so that rays from it do not hit the surface again.
    fn above(&self, point: DVec3, normal: Vec3) -> DVec3 {
        point + normal.as_dvec3() * (self.extent * 2e-4)
    }

    /// Returns the share of random directions above the point without a near hit.
    fn openness(&self, point: DVec3, normal: Vec3, rays: u32) -> f32 {
        let from = self.above(point, normal);
        let near = CastOptions { max_t: Some(self.extent * 0.3), ..CastOptions::default() };
        let directions = cosine_weighted(normal, rays, hash(point));
        let is_open = |way: &Vec3| !self.model.body.is_hit(&Ray::new(from, way.as_dvec3()), &near);
        directions.filter(is_open).count() as f32 / rays as f32
    }
}

fn at(ray: &Ray<DVec3>, hit: &Found) -> DVec3 {
    ray.origin + ray.direction * hit.t
}

/// Returns a colour far from those of the preceding parts: hues a golden angle apart, of similar
/// lightness, in OKLCH.
fn part_color(part: u32) -> Vec3 {
    let hue = (f64::from(part) * 137.508 + 250.0).to_radians();
    let light = [0.74, 0.66, 0.8][part as usize % 3];
    let (a, b) = (0.11 * hue.cos() as f32, 0.11 * hue.sin() as f32);
    let cone = [
        light + 0.396_337_78 * a + 0.215_803_76 * b,
        light - 0.105_561_346 * a - 0.063_854_17 * b,
        light - 0.089_484_18 * a - 1.291_485_5 * b,
    ];
    let [l, m, s] = cone.each(|x| x * x * x);
    vec3(
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    )
    .max(Vec3::ZERO)
}

/// Returns a soft highlight toward the camera.
fn sheen(ray: &Ray<DVec3>, normal: Vec3) -> f32 {
    let halfway = (vec3(-0.25, 0.5, 0.0) - ray.direction.normalize().as_vec3()).normalize_or_zero();
    normal.dot(halfway).max(0.0).powi(40)
}

/// Returns a light grey, lighter in the middle.
fn background(place: Vec2) -> Vec3 {
    let edge = (place - vec2(0.0, -0.15)).length().min(1.6);
    vec3(0.86, 0.87, 0.89).lerp(vec3(0.47, 0.49, 0.53), (edge / 1.6).powi(2))
}

/// Returns directions around `normal` with cosine weights, on a spiral with a random start.
fn cosine_weighted(normal: Vec3, count: u32, mut state: u32) -> impl Iterator<Item = Vec3> {
    let (x, y) = normal.any_orthonormal_pair();
    let (shift, turn) = (unit(&mut state), unit(&mut state));
    (0..count).map(move |i| {
        let share = (i as f32 + shift) / count as f32;
        let (sin, cos) = (std::f32::consts::TAU * (i as f32 * 0.618_034 + turn)).sin_cos();
        (x * cos + y * sin) * share.sqrt() + normal * (1.0 - share).max(0.0).sqrt()
    })
}

/// Returns a random number in `[0, 1)`.
fn unit(state: &mut u32) -> f32 {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    (*state >> 8) as f32 / (1 << 24) as f32
}

/// Returns a hash of a point, never 0.
fn hash(point: DVec3) -> u32 {
    let mixed = point.to_array().into_iter().fold(0x9e37_79b9_u32, |h, x| {
        (h ^ (x as f32).to_bits()).wrapping_mul(0x85eb_ca6b).rotate_left(13).wrapping_mul(0xc2b2_ae35)
    });
    mixed | 1
}
