//! What a clash looks like: the two parts from afar with the lines in which they cross, and a section through the place
//! where they clash.
//!
//! Both panels are cast, a ray a pixel and three more where neighbours differ. In the section the rays start in the
//! plane: a ray that first leaves a part started inside it, so that the cut is exactly right for closed parts, without
//! cutting any triangle. The plane holds the direction of the clash.

use super::report;
use barycast::cast::CastOptions;
use barycast::each::MapEach;
use barycast::mesh::{MeetingLine, TriMesh};
use barycast::question::Side;
use barycast::scene::clash::{Assembly, Class};
use barycast::shape::Ray;
use glam::{DAffine3, DMat3, DVec2, DVec3, Vec3, dvec2, dvec3, vec3};
use rayon::prelude::*;

/// The side of a panel in pixels, and the gap between the two.
const PANEL: u32 = 280;
const GAP: u32 = 6;
/// Width and height of a picture.
pub(crate) const SIZE: [u32; 2] = [2 * PANEL + GAP, PANEL];

/// The first part, the second, and what both hold: told apart by everybody's eyes (Okabe and Ito).
const FIRST: Vec3 = vec3(0.34, 0.71, 0.91);
const SECOND: Vec3 = vec3(0.90, 0.62, 0.0);
const BOTH: Vec3 = vec3(0.80, 0.16, 0.12);
const PAPER: Vec3 = vec3(0.985, 0.985, 0.98);
const MARK: Vec3 = vec3(0.80, 0.1, 0.1);

/// Two panels beside each other.
pub(crate) struct Picture {
    /// Red, green, blue, row by row.
    pub(crate) pixels: Vec<u8>,
    /// From where the parts are seen.
    pub(crate) whole: View,
    pub(crate) section: View,
    /// There are lines in which the parts cross.
    pub(crate) crossed: bool,
}

/// A view along parallel rays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The middle of the picture: of a section, a point of its plane.
    pub(crate) center: DVec3,
    pub(crate) forward: DVec3,
    pub(crate) up: DVec3,
    /// Half of what the picture shows.
    pub(crate) half: f64,
}

impl View {
    /// Toward a direction, the up of the file upward if it can be.
    fn along(center: DVec3, forward: DVec3, half: f64) -> Self {
        let forward = forward.normalize_or(DVec3::NEG_Z);
        let sky = if forward.y.abs() < 0.95 { DVec3::Y } else { DVec3::Z };
        Self { center, forward, up: sky.reject_from(forward).normalize_or(DVec3::Y), half }
    }

    fn right(&self) -> DVec3 {
        self.forward.cross(self.up)
    }

    /// The place of a pixel, in the plane through the centre.
    fn at(&self, pixel: DVec2) -> DVec3 {
        let place = (pixel / f64::from(PANEL) * 2.0 - 1.0) * self.half;
        self.center + self.right() * place.x - self.up * place.y
    }

    /// The pixel that shows a point.
    fn pixel(&self, point: DVec3) -> DVec2 {
        let away = point - self.center;
        let place = dvec2(away.dot(self.right()), -away.dot(self.up)) / self.half;
        (place + 1.0) * f64::from(PANEL) / 2.0
    }
}

/// Draws it; `None` where a part has no place.
pub(crate) fn draw(assembly: &Assembly, report: &report::Report, clash: &report::Clash) -> Option<Picture> {
    let bodies = [Body::of(assembly, clash.parts[0])?, Body::of(assembly, clash.parts[1])?];
    let boxes = clash.parts.each(|part| report.parts[part].bounds);
    let sizes = boxes.each(|[low, high]| (high - low).length());
    let (small, at) = (sizes[0].min(sizes[1]), clash.points[0].midpoint(clash.points[1]));
    if !(at.is_finite() && sizes[0].is_finite() && sizes[1].is_finite() && small > 0.0) {
        return None;
    }
    let whole = whole(&bodies, boxes, at, small);
    let section = section(&bodies, clash, at, small);
    let panels = [
        Panel { bodies: &bodies, view: whole, cut: false },
        Panel { bodies: &bodies, view: section, cut: true },
    ]
    .each(|panel| panel.colors());
    let [mut left, right] = panels;
    let lines = match clash.class {
        Class::Hard | Class::Enclosed => assembly.meeting_lines(clash.parts, report.tolerance.value),
        _ => Vec::new(),
    };
    draw_lines(&mut left, &lines, &whole, &bodies, small);
    ring(&mut left, whole.pixel(at));
    let row = |y: u32| {
        let of = |panel: &[Vec3]| panel[(y * PANEL) as usize..][..PANEL as usize].to_vec();
        [of(&left), vec![Vec3::ONE; GAP as usize], of(&right)].concat()
    };
    let bytes =
        |color: Vec3| (color.clamp(Vec3::ZERO, Vec3::ONE) * 255.0).round().to_array().each(|x| x as u8);
    let pixels = (0..PANEL).flat_map(row).flat_map(bytes).collect();
    Some(Picture { pixels, whole, section, crossed: !lines.is_empty() })
}

/// From a side from which nothing hides the place, if there is one. Of parts of very different size, only what is
/// around it.
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

/// Through the place, along the direction in which the parts come apart: of some such planes, on either side of the
/// place, the one in which most is seen of the part of which less is seen.
fn section(bodies: &[Body<'_>; 2], clash: &report::Clash, at: DVec3, small: f64) -> View {
    let out = clash.direction.unwrap_or(DVec3::Y);
    let half = match (clash.class, clash.depth.unwrap_or(clash.distance)) {
        (Class::Hard | Class::Near, size) if size > 0.0 => (5.0 * size).clamp(small * 1e-6, small * 0.6),
        (Class::Enclosed | Class::Duplicate, _) => small * 0.6,
        _ => small * 0.1,
    };
    // A little beside the place: planes of symmetry run along edges, and what touches may end there.
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

/// A part, in which rays are cast.
struct Body<'a> {
    mesh: &'a TriMesh<DVec3>,
    mesh_from_world: DAffine3,
    /// Its fronts look inward.
    inverted: bool,
}

/// Where a ray meets a part first.
struct Met {
    t: f64,
    from_inside: bool,
    /// Toward the ray.
    normal: DVec3,
}

impl<'a> Body<'a> {
    fn of(assembly: &'a Assembly, part: usize) -> Option<Self> {
        let part = assembly.parts()[part];
        let mesh = assembly.mesh(part.mesh);
        let at = part.world_from_mesh;
        let world_from_mesh =
            DAffine3 { matrix3: DMat3::from_cols(at.x, at.y, at.z), translation: at.translation };
        let mesh_from_world = world_from_mesh.inverse();
        let middle = mesh.bounds().center();
        let volume: f64 = mesh
            .triangles()
            .iter()
            .map(|triangle| triangle.each(|v| mesh.vertices()[v as usize] - middle))
            .map(|[a, b, c]| a.dot(b.cross(c)))
            .sum();
        mesh_from_world.is_finite().then_some(Self { mesh, mesh_from_world, inverted: volume < 0.0 })
    }

    fn hit(&self, origin: DVec3, direction: DVec3) -> Option<Met> {
        let back = &self.mesh_from_world;
        let ray = Ray::new(back.transform_point3(origin), back.transform_vector3(direction));
        let hit = self.mesh.cast(&ray, &CastOptions::default())?;
        let [a, b, c] = self.mesh.triangles()[hit.triangle?].each(|v| self.mesh.vertices()[v as usize]);
        let normal = (back.matrix3.transpose() * (b - a).cross(c - a)).normalize_or(-direction);
        let normal = if normal.dot(direction) > 0.0 { -normal } else { normal };
        Some(Met { t: hit.t, from_inside: (hit.side == Side::Inside) != self.inverted, normal })
    }
}

/// A view of two parts.
struct Panel<'a> {
    bodies: &'a [Body<'a>; 2],
    view: View,
    /// Rays start in the plane of the view, and not far before it.
    cut: bool,
}

/// Where in a pixel three more rays look.
const CORNERS: [DVec2; 3] = [dvec2(-0.3, -0.25), dvec2(0.3, -0.1), dvec2(0.0, 0.33)];

impl Panel<'_> {
    fn colors(&self) -> Vec<Vec3> {
        let side = PANEL as usize;
        let middle = |i: usize| dvec2((i % side) as f64 + 0.5, (i / side) as f64 + 0.5);
        let first: Vec<Vec3> = (0..side * side).into_par_iter().map(|i| self.color(middle(i))).collect();
        let smooth = |i: usize| {
            let (x, y) = (i % side, i / side);
            let differs = |j: usize| (first[i] - first[j]).abs().max_element() > 0.06;
            let edge = (x > 0 && differs(i - 1))
                || (x + 1 < side && differs(i + 1))
                || (y > 0 && differs(i - side))
                || (y + 1 < side && differs(i + side));
            if !edge {
                return first[i];
            }
            let more: Vec3 = CORNERS.iter().map(|corner| self.color(middle(i) + *corner)).sum();
            (more + first[i]) / 4.0
        };
        (0..side * side).into_par_iter().map(smooth).collect()
    }

    /// Which of the parts the plane cuts there.
    fn inside(&self, pixel: DVec2) -> [bool; 2] {
        let origin = self.view.at(pixel);
        let is_in = |body: &Body<'_>| body.hit(origin, self.view.forward).is_some_and(|met| met.from_inside);
        [is_in(&self.bodies[0]), is_in(&self.bodies[1])]
    }

    fn color(&self, pixel: DVec2) -> Vec3 {
        let forward = self.view.forward;
        let plane = self.view.at(pixel);
        let origin = if self.cut { plane } else { plane - forward * (self.view.half * 8.0) };
        let [a, b] = [0, 1].each(|i| self.bodies[i].hit(origin, forward));
        let is_in = |met: &Option<Met>| self.cut && met.as_ref().is_some_and(|met| met.from_inside);
        match (is_in(&a), is_in(&b)) {
            (true, true) => return BOTH,
            (true, false) => return FIRST,
            (false, true) => return SECOND,
            (false, false) => {}
        }
        let nearer = |a: &Met, b: &Met| a.t <= b.t;
        let (met, color) = match (a, b) {
            (Some(a), Some(b)) if nearer(&a, &b) => (a, FIRST),
            (_, Some(b)) => (b, SECOND),
            (Some(a), None) => (a, FIRST),
            (None, None) => return PAPER,
        };
        let lamp = (self.view.up * 0.5 - self.view.right() * 0.35 - forward).normalize();
        let light = 0.35 + 0.65 * met.normal.dot(lamp).max(0.0) as f32;
        // What is behind the plane of the section is paler than what it cuts.
        if self.cut { PAPER.lerp(color * light, 0.38) } else { color * light }
    }
}

/// The lines in which two parts cross: faint where something hides them.
fn draw_lines(
    panel: &mut [Vec3],
    lines: &[MeetingLine<DVec3>],
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
