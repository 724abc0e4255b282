//! Pictures of a clash: the two parts from afar with their intersection curves, and a section
//! through the clash.
//!
//! Both panels are drawn with parallel rays, four per pixel. In the section, the rays start in the
//! section plane: a ray whose first hit leaves a part started inside it. The section is therefore
//! exact for closed parts, without cutting triangles. The plane contains the direction of the
//! clash.

use super::raster::{MISS, Raster, Sample, Seen};
use super::report;
use barycast::mesh::{IntersectionCurve, TriMesh};
use barycast::number::each::MapEach;
use barycast::pair::cast::CastOptions;
use barycast::query::Side;
use barycast::scene::clash::{Assembly, Class};
use barycast::shape::Ray;
use glam::{DAffine3, DMat3, DVec2, DVec3, Vec3, dvec2, dvec3, vec3};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Side of a panel in pixels, and the gap between the two panels.
const PANEL: u32 = 280;
const GAP: u32 = 6;
/// Samples per pixel in each direction.
const SAMPLES: u32 = 2;
/// Width and height of a picture.
pub(crate) const SIZE: [u32; 2] = [2 * PANEL + GAP, PANEL];

/// Colours of the first part, the second part, and their overlap. They are distinguishable with
/// colour blindness [Okabe and Ito].
const FIRST: Vec3 = vec3(0.34, 0.71, 0.91);
const SECOND: Vec3 = vec3(0.90, 0.62, 0.0);
const BOTH: Vec3 = vec3(0.80, 0.16, 0.12);
const PAPER: Vec3 = vec3(0.985, 0.985, 0.98);
const MARK: Vec3 = vec3(0.80, 0.1, 0.1);

/// Two panels beside each other.
pub(crate) struct Picture {
    /// Red, green and blue, row by row.
    pub(crate) pixels: Vec<u8>,
    /// View of both parts.
    pub(crate) whole: View,
    pub(crate) section: View,
    /// Whether the surfaces intersect in curves.
    pub(crate) crossed: bool,
}

/// Pictures with their PNG files, by the index of the clash in the report.
pub(crate) type Pictures = HashMap<usize, (Picture, Vec<u8>)>;

/// A view with parallel rays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// Point in the middle of the picture; for a section, a point of its plane.
    pub(crate) center: DVec3,
    pub(crate) forward: DVec3,
    pub(crate) up: DVec3,
    /// Half the width of the picture.
    pub(crate) half: f64,
}

impl View {
    /// Builds a view along a direction, with the up axis of the file upward if possible.
    fn along(center: DVec3, forward: DVec3, half: f64) -> Self {
        let forward = forward.normalize_or(DVec3::NEG_Z);
        let sky = if forward.y.abs() < 0.95 { DVec3::Y } else { DVec3::Z };
        Self { center, forward, up: sky.reject_from(forward).normalize_or(DVec3::Y), half }
    }

    fn right(&self) -> DVec3 {
        self.forward.cross(self.up)
    }

    /// Returns the position of a pixel in the plane through the centre.
    fn at(&self, pixel: DVec2) -> DVec3 {
        let place = (pixel / f64::from(PANEL) * 2.0 - 1.0) * self.half;
        self.center + self.right() * place.x - self.up * place.y
    }

    /// Returns the pixel that shows a point.
    fn pixel(&self, point: DVec3) -> DVec2 {
        let away = point - self.center;
        let place = dvec2(away.dot(self.right()), -away.dot(self.up)) / self.half;
        (place + 1.0) * f64::from(PANEL) / 2.0
    }
}

/// Data shared by all pictures of an assembly.
pub(crate) struct Studio<'a> {
    assembly: &'a Assembly,
    report: &'a report::Report,
    /// Whether the fronts of each mesh face inward.
    inverted: Vec<OnceLock<bool>>,
}

/// Reusable buffers for drawing pictures.
pub(crate) struct Canvas {
    /// One layer per part.
    layers: [Raster; 2],
}

impl Canvas {
    pub(crate) fn new() -> Self {
        let side = (PANEL * SAMPLES) as usize;
        Self { layers: [Raster::new(side), Raster::new(side)] }
    }
}

impl<'a> Studio<'a> {
    pub(crate) fn new(assembly: &'a Assembly, report: &'a report::Report) -> Self {
        Self { assembly, report, inverted: (0..assembly.mesh_count()).map(|_| OnceLock::new()).collect() }
    }

    /// Draws a clash. Returns `None` if a part has a non-finite placement.
    pub(crate) fn draw(&self, canvas: &mut Canvas, clash: &report::Clash) -> Option<Picture> {
        let Self { assembly, report, .. } = *self;
        let bodies = [self.body(clash.parts[0])?, self.body(clash.parts[1])?];
        let boxes = clash.parts.each(|part| report.parts[part].bounds);
        let sizes = boxes.each(|[low, high]| (high - low).length());
        let (small, at) = (sizes[0].min(sizes[1]), clash.points[0].midpoint(clash.points[1]));
        if !(at.is_finite() && sizes[0].is_finite() && sizes[1].is_finite() && small > 0.0) {
            return None;
        }
        let whole = whole(&bodies, boxes, at, small);
        let section = section(&bodies, clash, at, small);
        let mut left = Panel { bodies: &bodies, view: whole, cut: false }.colors(canvas);
        let right = Panel { bodies: &bodies, view: section, cut: true }.colors(canvas);
        let lines = match clash.class {
            Class::Hard | Class::Enclosed => assembly.intersection_curves(clash.parts, clash.tolerance),
            _ => Vec::new(),
        };
        draw_lines(&mut left, &lines, &whole, &bodies, small);
        ring(&mut left, whole.pixel(at));
        let bytes =
            |color: Vec3| (color.clamp(Vec3::ZERO, Vec3::ONE) * 255.0).round().to_array().each(|x| x as u8);
        let mut pixels = Vec::with_capacity((3 * SIZE[0] * SIZE[1]) as usize);
        for row in 0..PANEL as usize {
            let of = |panel: &'_ [Vec3]| -> Vec<u8> {
                panel[row * PANEL as usize..][..PANEL as usize]
                    .iter()
                    .flat_map(|color| bytes(*color))
                    .collect()
            };
            pixels.extend(of(&left));
            pixels.extend([u8::MAX; 3 * GAP as usize]);
            pixels.extend(of(&right));
        }
        Some(Picture { pixels, whole, section, crossed: !lines.is_empty() })
    }

    fn body(&self, part: usize) -> Option<Body<'a>> {
        let part = self.assembly.parts()[part];
        let mesh = self.assembly.mesh(part.mesh);
        let inverted = *self.inverted[part.mesh].get_or_init(|| is_inverted(mesh));
        let at = part.world_from_mesh;
        let world_from_mesh =
            DAffine3 { matrix3: DMat3::from_cols(at.x, at.y, at.z), translation: at.translation };
        let mesh_from_world = world_from_mesh.inverse();
        mesh_from_world.is_finite().then_some(Body { mesh, world_from_mesh, mesh_from_world, inverted })
    }
}

/// Tests whether the fronts face inward, which the signed volume decides.
fn is_inverted(mesh: &TriMesh<DVec3>) -> bool {
    let middle = mesh.bounds().center();
    let corners = |triangle: &[u32; 3]| triangle.each(|v| mesh.vertices()[v as usize] - middle);
    mesh.triangles().iter().map(corners).map(|[a, b, c]| a.dot(b.cross(c))).sum::<f64>() < 0.0
}

/// Chooses a side from which nothing hides the clash, if there is one. For parts of very different
/// sizes, shows only the surroundings of the clash.
fn whole(bodies: &[Body<'_>; 2], boxes: [[DVec3; 2]; 2], at: DVec3, small: f64) -> View {
    let (low, high) = (boxes[0][0].min(boxes[1][0]), boxes[0][1].max(boxes[1][1]));
    let half = (high - low).length() / 2.0;
    let (center, half) =
        if half > 3.0 * small { (at, 1.5 * small) } else { (low.midpoint(high), half * 1.02) };
    let ways = [1.0, -1.0].into_iter().flat_map(|y| {
        [(1.0, 1.2), (-1.0, 1.2), (-1.0, -1.2), (1.0, -1.2)]
            .each(|(x, z)| dvec3(-0.8 * x, -0.7 * y, -0.8 * z))
    });
    let sees = |forward: &DVec3| {
        let from = at - *forward * (small * 1e-3);
        bodies.iter().all(|body| body.hit(from, -*forward).is_none())
    };
    let mut ways_that_see = ways.clone().filter(sees);
    let forward = ways_that_see.next().unwrap_or(dvec3(-0.8, -0.7, -0.96));
    View::along(center, forward, half)
}

/// Chooses a section through the clash along the separating direction: among several planes on
/// either side of it, the one that shows most of the less visible part.
fn section(bodies: &[Body<'_>; 2], clash: &report::Clash, at: DVec3, small: f64) -> View {
    let out = clash.direction.unwrap_or(DVec3::Y);
    let half = match (clash.class, clash.depth.unwrap_or(clash.distance)) {
        (Class::Hard | Class::Near, size) if size > 0.0 => (5.0 * size).clamp(small * 1e-6, small * 0.6),
        (Class::Enclosed | Class::Duplicate, _) => small * 0.6,
        _ => small * 0.1,
    };
    // A small offset: planes of symmetry run along edges, and contacts may end there.
    let beside = half * 0.0037;
    let views = [DVec3::Y, DVec3::X, DVec3::Z, dvec3(1.0, 1.0, 1.0), dvec3(1.0, -1.0, 1.0)]
        .into_iter()
        .filter_map(|across| out.cross(across).try_normalize().filter(|_| out.dot(across).abs() < 0.95))
        .flat_map(|forward| {
            [beside, -beside, 6.0 * beside, -6.0 * beside]
                .each(|by| View::along(at + forward * by, forward, half))
        });
    let seen = |view: &View| {
        let panel = Panel { bodies, view: *view, cut: true };
        let across = (0..12_u32).map(|i| f64::from(PANEL) * (f64::from(i) + 0.5) / 12.0);
        let mut inside = [0; 2];
        for pixel in across.clone().flat_map(|y| across.clone().map(move |x| dvec2(x, y))) {
            let is_in = panel.inside(pixel);
            (inside[0], inside[1]) = (inside[0] + u32::from(is_in[0]), inside[1] + u32::from(is_in[1]));
        }
        inside[0].min(inside[1])
    };
    let fallback = View::along(at, DVec3::NEG_Z, half);
    views
        .map(|view| (seen(&view), view))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map_or(fallback, |(_, view)| view)
}

/// A part as a target of rays.
struct Body<'a> {
    mesh: &'a TriMesh<DVec3>,
    world_from_mesh: DAffine3,
    mesh_from_world: DAffine3,
    /// Whether its fronts face inward.
    inverted: bool,
}

impl Body<'_> {
    /// Tests whether a ray hits the part from inside. Returns `None` on a miss.
    fn hit(&self, origin: DVec3, direction: DVec3) -> Option<bool> {
        let back = &self.mesh_from_world;
        let ray = Ray::new(back.transform_point3(origin), back.transform_vector3(direction));
        let hit = self.mesh.cast(&ray, &CastOptions::default())?;
        Some((hit.side == Side::Inside) != self.inverted)
    }

    /// Draws the part with parallel rays that start at this depth.
    fn draw(&self, raster: &mut Raster, view: &View, near: f64) {
        let half = view.half;
        let scale = raster.side as f64 / 2.0;
        // A length of half the picture in the world is half the samples; depth is in such lengths, too.
        let rows = [view.right() * (scale / half), -view.up * (scale / half), view.forward / half];
        let turn = DMat3::from_cols(rows[0], rows[1], rows[2]).transpose();
        let middle = dvec3(scale, scale, 0.0);
        let from_center = self.world_from_mesh.translation - view.center;
        let picture_from_mesh = DAffine3 {
            matrix3: turn * self.world_from_mesh.matrix3,
            translation: turn * from_center + middle,
        };
        let forward = self.mesh_from_world.transform_vector3(view.forward);
        let to_normal = self.mesh_from_world.matrix3.transpose();
        let lamp = (view.up * 0.5 - view.right() * 0.35 - view.forward).normalize();
        let vertices = self.mesh.vertices();
        let seen = |triangle: usize| {
            let [a, b, c] = self.mesh.triangles()[triangle].each(|v| vertices[v as usize]);
            let front = (b - a).cross(c - a);
            let normal = (to_normal * front).normalize_or(-view.forward);
            // Toward the eye.
            let normal = if normal.dot(view.forward) > 0.0 { -normal } else { normal };
            Seen {
                light: 0.35 + 0.65 * normal.dot(lamp).max(0.0) as f32,
                from_inside: (front.dot(forward) > 0.0) != self.inverted,
            }
        };
        raster.draw(vertices, self.mesh.triangles(), &picture_from_mesh, near, seen);
    }
}

/// A view of two parts.
struct Panel<'a> {
    bodies: &'a [Body<'a>; 2],
    view: View,
    /// Rays start in the plane of the view, and not far before it.
    cut: bool,
}

impl Panel<'_> {
    fn colors(&self, canvas: &mut Canvas) -> Vec<Vec3> {
        let near = if self.cut { 0.0 } else { -8.0 };
        for (body, layer) in self.bodies.iter().zip(&mut canvas.layers) {
            body.draw(layer, &self.view, near);
        }
        let [a, b] = &canvas.layers;
        let (side, count) = (a.side, SAMPLES as usize);
        let color = |pixel: usize| {
            let (x, y) = (pixel % PANEL as usize * count, pixel / PANEL as usize * count);
            let at = |i: usize| (y + i / count) * side + x + i % count;
            let first = [a.samples[at(0)], b.samples[at(0)]];
            let mut sum = self.color(first);
            let mut before = (first, sum);
            for i in 1..count * count {
                let both = [a.samples[at(i)], b.samples[at(i)]];
                if !is_alike(&both, &before.0) {
                    before = (both, self.color(both));
                }
                sum += before.1;
            }
            sum / (count * count) as f32
        };
        (0..(PANEL * PANEL) as usize).map(color).collect()
    }

    /// Returns, for each part, whether the pixel of the cutting plane is inside it.
    fn inside(&self, pixel: DVec2) -> [bool; 2] {
        let origin = self.view.at(pixel);
        let is_in = |body: &Body<'_>| body.hit(origin, self.view.forward) == Some(true);
        [is_in(&self.bodies[0]), is_in(&self.bodies[1])]
    }

    fn color(&self, [a, b]: [Sample; 2]) -> Vec3 {
        let is_in = |sample: &Sample| self.cut && sample.from_inside;
        match (is_in(&a), is_in(&b)) {
            (true, true) => return BOTH,
            (true, false) => return FIRST,
            (false, true) => return SECOND,
            (false, false) => {}
        }
        if a == MISS && b == MISS {
            return PAPER;
        }
        let (met, color) = if a.depth <= b.depth { (a, FIRST) } else { (b, SECOND) };
        // Surfaces behind the section plane are paler than cut surfaces.
        if self.cut { PAPER.lerp(color * met.light, 0.38) } else { color * met.light }
    }
}

/// They have the same colour.
fn is_alike(one: &[Sample; 2], other: &[Sample; 2]) -> bool {
    let same = |i: usize| one[i].light == other[i].light && one[i].from_inside == other[i].from_inside;
    same(0) && same(1) && (one[0].depth <= one[1].depth) == (other[0].depth <= other[1].depth)
}

/// The lines in which two parts cross: faint where something hides them.
fn draw_lines(
    panel: &mut [Vec3],
    lines: &[IntersectionCurve<DVec3>],
    view: &View,
    bodies: &[Body<'_>; 2],
    small: f64,
) {
    let mut shares = vec![0.0_f32; panel.len()];
    for line in lines {
        let next = line.points.iter().cycle().skip(1);
        let segments = line.points.len() - usize::from(!line.closed);
        for (from, to) in line.points.iter().zip(next).take(segments) {
            // Pieces so short that each is either hidden or not, no more than the panel has room for.
            let pieces = (view.pixel(*from).distance(view.pixel(*to)) / 3.0).ceil().clamp(1.0, 400.0);
            for piece in 0..pieces as u32 {
                let [start, middle, end] =
                    [0.0, 0.5, 1.0].each(|part| from.lerp(*to, (f64::from(piece) + part) / pieces));
                let eye = middle - view.forward * (small * 1e-3);
                let is_hidden = bodies.iter().any(|body| body.hit(eye, -view.forward).is_some());
                let strength = if is_hidden { 0.45 } else { 1.0 };
                stroke(&mut shares, view.pixel(start), view.pixel(end), strength);
            }
        }
    }
    for (color, share) in panel.iter_mut().zip(shares) {
        *color = color.lerp(MARK, share);
    }
}

/// How much of each pixel a short line covers, where that is more than before.
fn stroke(shares: &mut [f32], from: DVec2, to: DVec2, strength: f32) {
    let within = |pixel: DVec2| pixel.clamp(DVec2::ZERO, DVec2::splat(f64::from(PANEL)));
    let [low, high] = [from.min(to) - 2.0, from.max(to) + 2.0].each(|pixel| within(pixel).to_array());
    let along = to - from;
    for (x, y) in
        (low[1] as u32..high[1] as u32).flat_map(|y| (low[0] as u32..high[0] as u32).map(move |x| (x, y)))
    {
        let away = dvec2(f64::from(x) + 0.5, f64::from(y) + 0.5) - from;
        let nearest = (away.dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let nearest = if nearest.is_nan() { 0.0 } else { nearest };
        let share = strength * (1.4 - away.distance(along * nearest)).clamp(0.0, 1.0) as f32;
        let before = &mut shares[(y * PANEL + x) as usize];
        *before = before.max(share);
    }
}

/// A ring around a place, which may be hidden.
fn ring(panel: &mut [Vec3], at: DVec2) {
    for (i, color) in panel.iter_mut().enumerate() {
        let pixel = dvec2((i as u32 % PANEL) as f64 + 0.5, (i as u32 / PANEL) as f64 + 0.5);
        let from = (pixel.distance(at) - 11.0).abs();
        let share = (1.9 - from).clamp(0.0, 1.0) as f32;
        *color = color.lerp(MARK, share);
    }
}
