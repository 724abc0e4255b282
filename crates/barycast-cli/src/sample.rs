//! The sample scene: meshing gears, a teapot and stacked boxes on a slab.
//!
//! Gear flanks are involutes of a base circle, the curve along which two wheels roll without
//! slipping:
//!
//! ```text
//! half_angle(r) = pi / (2 n) + inv(20 deg) - inv(acos(base / r))      inv(a) = tan a - a
//! ```
//!
//! Everything is a closed grid of quads: its boundary has an inside, and no ray passes through.

use crate::distinct_positions::distinct_positions;
use barycast::number::each::MapEach;
use barycast_io::{Mesh, Part, Scene};
use glam::{DAffine3, DQuat, DVec2, DVec3, dvec2, dvec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Name of the scene in reports.
pub(crate) const NAME: &str = "sample";

/// Width of a tooth is `PI * MODULE`, its depth `2.25 * MODULE`.
const MODULE: f64 = 0.2;
/// Radius of the hole in every wheel.
const BORE: f64 = 0.24;

const STONE: [f32; 4] = [0.42, 0.43, 0.45, 1.0];
const BRASS: [f32; 4] = [0.78, 0.52, 0.16, 1.0];
const STEEL: [f32; 4] = [0.5, 0.53, 0.58, 1.0];
const GLAZE: [f32; 4] = [0.1, 0.32, 0.36, 1.0];
const WOOD: [f32; 4] = [0.5, 0.24, 0.1, 1.0];

/// Builds about 40,000 triangles in twelve closed parts. The pins, and two of the boxes, are
/// instances of one mesh.
pub(crate) fn scene() -> Scene {
    let mut scene = Scene::default();
    let slab = add(&mut scene, "slab", |mesh| block(mesh, dvec3(5.6, 0.2, 4.6), 0.09));
    place(&mut scene, "slab", slab, dvec3(-0.3, -0.2, 0.1), 0.0, STONE);
    gear_train(&mut scene, dvec2(-3.1, 1.5), &[(20, 0.0), (12, 0.34), (16, -0.4)]);
    let pot = add(&mut scene, "teapot", |mesh| teapot(mesh, 1.3));
    place(&mut scene, "teapot", pot, dvec3(2.0, 0.0, -2.0), 0.25, GLAZE);
    let half = |level: u32| 0.8 - 0.12 * f64::from(level);
    let boxes = [0, 1, 2].each(|level| {
        add(&mut scene, &format!("box {}", level + 1), |mesh| block(mesh, DVec3::splat(half(level)), 0.08))
    });
    for (name, x, level, turn) in [
        ("box left", -4.3, 0, 0.06),
        ("box right", -2.5, 0, -0.1),
        ("box middle", -3.5, 1, 0.3),
        ("box top", -3.3, 2, -0.25),
    ] {
        let below: f64 = (0..level).map(|lower| 2.0 * half(lower)).sum();
        place(&mut scene, name, boxes[level as usize], dvec3(x, below + half(level), -2.9), turn, WOOD);
    }
    scene
}

/// Adds a mesh and returns its index.
fn add(scene: &mut Scene, name: &str, draw: impl Fn(&mut Mesh)) -> usize {
    let mut mesh = Mesh { name: name.to_owned(), ..Mesh::default() };
    draw(&mut mesh);
    scene.meshes.push(joined(&mesh));
    scene.meshes.len() - 1
}

/// Merges vertices at equal positions, in the order of the triangles.
fn joined(mesh: &Mesh) -> Mesh {
    let (place_of, count) = distinct_positions(&mesh.vertices);
    let mut joined = Mesh { name: mesh.name.clone(), ..Mesh::default() };
    let mut number_of = vec![None; count];
    for triangle in &mesh.triangles {
        joined.triangles.push(triangle.each(|vertex| {
            *number_of[place_of[vertex as usize] as usize].get_or_insert_with(|| {
                joined.vertices.push(mesh.vertices[vertex as usize]);
                joined.vertices.len() as u32 - 1
            })
        }));
    }
    joined
}

/// Adds a part, rotated about the vertical.
fn place(scene: &mut Scene, name: &str, mesh: usize, at: DVec3, turn: f64, color: [f32; 4]) {
    let world_from_mesh = DAffine3::from_rotation_translation(DQuat::from_rotation_y(-turn), at);
    scene.parts.push(Part { name: name.to_owned(), mesh, world_from_mesh, color: Some(color), node: None });
}

/// Adds wheels on the slab, each to the right of the previous one at an angle, rotated so that the
/// teeth mesh.
fn gear_train(scene: &mut Scene, first: DVec2, wheels: &[(u32, f64)]) {
    let pin = add(scene, "pin", |mesh| {
        let profile = [(0.0, 0.0), (BORE - 0.03, 0.0), (BORE - 0.03, 0.86), (BORE - 0.07, 0.9), (0.0, 0.9)];
        lathe(mesh, &profile.each(DVec2::from), 40);
    });
    let radius = |teeth: u32| MODULE * f64::from(teeth) / 2.0;
    let (mut center, mut turn) = (first, 0.1);
    let mut before: Option<u32> = None;
    for &(teeth, toward) in wheels {
        if let Some(driver) = before {
            center += DVec2::from_angle(toward) * (radius(driver) + radius(teeth));
            // A tooth of one wheel stands in a gap of the other: their phases there add up to one
            // half.
            let phase = (toward - turn) * f64::from(driver) / TAU;
            turn = toward + PI - TAU / f64::from(teeth) * (0.5 - phase);
        }
        let name = format!("gear {teeth}");
        let wheel = add(scene, &name, |mesh| gear(mesh, teeth));
        let at = dvec3(center.x, 0.0, center.y);
        place(scene, &name, wheel, at, turn, BRASS);
        place(scene, &format!("pin {teeth}"), pin, at, 0.0, STEEL);
        before = Some(teeth);
    }
}

/// Builds one wheel: bore, hub, web, rim and teeth as one closed surface.
fn gear(mesh: &mut Mesh, teeth: u32) {
    let n = f64::from(teeth);
    let pitch = MODULE * n / 2.0;
    let (base, root, tip) = (pitch * 20_f64.to_radians().cos(), pitch - 1.25 * MODULE, pitch + MODULE);
    let involute = |angle: f64| angle.tan() - angle;
    let half_angle = |r: f64| {
        let play = 0.012 / n;
        PI / (2.0 * n) - play + involute(20_f64.to_radians()) - involute((base / r).min(1.0).acos())
    };
    let flank: Vec<(f64, f64)> = (0..=5)
        .map(|i| f64::max(base, root) + (tip - f64::max(base, root)) * f64::from(i) / 5.0)
        .map(|r| (half_angle(r), r))
        .collect();
    let mut outline = Vec::new();
    for tooth in 0..teeth {
        let middle = TAU * f64::from(tooth) / n;
        outline.push((middle - flank[0].0 * 1.04, root + 0.02));
        outline.extend(flank.iter().map(|(angle, r)| (middle - angle, *r)));
        outline.extend(flank.iter().rev().map(|(angle, r)| (middle + angle, *r)));
        outline.push((middle + flank[0].0 * 1.04, root + 0.02));
        outline.push((middle + PI / n, root));
    }
    let (hub, rim) = (0.48, root - 0.22);
    let (low, high, web, top) = (0.06, 0.56, 0.3, 0.72);
    let bevel = 0.035;
    // Each ring is a radius or an inset of the outline, with a height.
    let rings: [(Result<f64, f64>, f64); 14] = [
        (Ok(BORE), low),
        (Ok(BORE), top),
        (Ok(hub - bevel), top),
        (Ok(hub), top - bevel),
        (Ok(hub), web),
        (Ok(rim - bevel), web),
        (Ok(rim), web + bevel),
        (Ok(rim), high - bevel),
        (Ok(rim + bevel), high),
        (Err(bevel), high),
        (Err(0.0), high - bevel),
        (Err(0.0), low + bevel),
        (Err(bevel), low),
        (Ok(BORE), low),
    ];
    surface(mesh, rings.len(), outline.len(), |ring, column| {
        let (angle, edge) = outline[column];
        let (radius, height) = rings[ring];
        let r = radius.unwrap_or_else(|inset| edge - inset);
        dvec3(r * angle.cos(), height, r * angle.sin())
    });
}

/// Builds a surface of revolution with a lid, a spout and a handle: three closed pieces.
fn teapot(mesh: &mut Mesh, scale: f64) {
    let foot_ring = [dvec2(0.0, 0.0), dvec2(0.92, 0.0), dvec2(0.96, 0.05), dvec2(0.88, 0.16)];
    let belly = smooth(&[(0.88, 0.16), (1.3, 0.5), (1.5, 0.95), (1.36, 1.45), (1.08, 1.8), (0.98, 1.92)], 10);
    let brim = [dvec2(1.04, 1.95), dvec2(1.05, 2.0), dvec2(0.98, 2.03), dvec2(0.92, 2.0)];
    let lid = smooth(&[(0.92, 2.0), (0.86, 2.1), (0.55, 2.26), (0.2, 2.34), (0.13, 2.42)], 8);
    let knob = smooth(&[(0.13, 2.42), (0.24, 2.53), (0.27, 2.64), (0.18, 2.76), (0.0, 2.8)], 8);
    let profile: Vec<DVec2> =
        foot_ring.into_iter().chain(belly).chain(brim).chain(lid).chain(knob).map(|p| p * scale).collect();
    lathe(mesh, &profile, 96);

    let spout = smooth(&[(0.9, 0.62), (1.5, 0.72), (1.95, 1.15), (2.15, 1.65), (2.55, 1.98)], 8);
    let last = spout.len() - 1;
    let mut rings: Vec<(DVec2, DVec2, f64)> = along(&spout)
        .map(|(share, point, across)| {
            (point * scale, across * scale, 0.46 - 0.3 * share.sqrt() + 0.03 * share.powi(8))
        })
        .collect();
    let (mouth, across, radius) = rings[last];
    let inner = rings[last - 6].0;
    rings.extend([(mouth, across, radius * 0.78), (inner, across, radius * 0.6), (inner, across, 0.0)]);
    rings.insert(0, (rings[0].0, rings[0].1, 0.0));
    tube(mesh, &rings);

    let handle =
        smooth(&[(-1.0, 1.6), (-1.6, 1.78), (-2.15, 1.6), (-2.25, 1.1), (-1.85, 0.62), (-1.2, 0.55)], 8);
    let mut rings: Vec<_> = along(&handle)
        .map(|(share, point, across)| {
            (point * scale, across * scale, 0.12 + 0.05 * (2.0 * share - 1.0).powi(2))
        })
        .collect();
    rings.insert(0, (rings[0].0, rings[0].1, 0.0));
    let end = rings[rings.len() - 1];
    rings.push((end.0, end.1, 0.0));
    tube(mesh, &rings);
}

/// Returns points on a Catmull-Rom curve through the given points, `steps` per piece.
fn smooth(through: &[(f64, f64)], steps: u32) -> Vec<DVec2> {
    let at = |i: usize| DVec2::from(through[i.min(through.len() - 1)]);
    let mut points = vec![at(0)];
    for i in 0..through.len() - 1 {
        let (a, b, c, d) = (at(i.saturating_sub(1)), at(i), at(i + 1), at(i + 2));
        for step in 1..steps {
            let t = f64::from(step) / f64::from(steps);
            let (t2, t3) = (t * t, t * t * t);
            points.push(
                (b * 2.0
                    + (c - a) * t
                    + (a * 2.0 - b * 5.0 + c * 4.0 - d) * t2
                    + (b * 3.0 - a - c * 3.0 + d) * t3)
                    / 2.0,
            );
        }
        // Exactly the given point: two curves that meet there must close.
        points.push(c);
    }
    points
}

/// Returns parameter, point and normal along the path.
fn along(path: &[DVec2]) -> impl Iterator<Item = (f64, DVec2, DVec2)> {
    (0..path.len()).map(|i| {
        let forward = path[(i + 1).min(path.len() - 1)] - path[i.saturating_sub(1)];
        (i as f64 / (path.len() - 1) as f64, path[i], forward.perp().normalize_or_zero())
    })
}

/// Builds rings around points of a path in a vertical plane. Each radius is in units of the vector
/// across the path.
fn tube(mesh: &mut Mesh, rings: &[(DVec2, DVec2, f64)]) {
    const AROUND: usize = 32;
    surface(mesh, rings.len(), AROUND, |ring, column| {
        let (point, across, radius) = rings[ring];
        let (s, c) = (TAU * column as f64 / AROUND as f64).sin_cos();
        let flat = point + across * (c * radius);
        dvec3(flat.x, flat.y, s * radius * across.length())
    });
}

/// Revolves a profile of radius and height about the vertical.
fn lathe(mesh: &mut Mesh, profile: &[DVec2], around: usize) {
    surface(mesh, profile.len(), around, |ring, column| {
        let (s, c) = (TAU * column as f64 / around as f64).sin_cos();
        dvec3(profile[ring].x * c, profile[ring].y, profile[ring].x * s)
    });
}

/// Builds a box with rounded edges.
fn block(mesh: &mut Mesh, half: DVec3, bevel: f64) {
    const ARC: usize = 4;
    let arc = |i: usize| FRAC_PI_2 * i as f64 / ARC as f64;
    let rings = 2 * (ARC + 1) + 2;
    surface(mesh, rings, 4 * (ARC + 1), |ring, column| {
        let (inset, height) = match ring {
            0 => (None, -half.y),
            r if r + 1 == rings => (None, half.y),
            r if r <= ARC + 1 => (Some(arc(r - 1).sin()), -half.y + bevel * (1.0 - arc(r - 1).cos())),
            r => (Some(arc(r - ARC - 2).cos()), half.y - bevel * (1.0 - arc(r - ARC - 2).sin())),
        };
        let Some(spread) = inset else { return DVec3::Y * height };
        let corner = column / (ARC + 1);
        let (s, c) = (FRAC_PI_2 * corner as f64 + arc(column % (ARC + 1))).sin_cos();
        let x = (half.x - bevel) * [1.0, -1.0, -1.0, 1.0][corner] + bevel * spread * c;
        let z = (half.z - bevel) * [1.0, 1.0, -1.0, -1.0][corner] + bevel * spread * s;
        dvec3(x, height, z)
    });
}

/// Adds a grid of quads, closed around its columns, with fronts facing outward.
fn surface(mesh: &mut Mesh, rings: usize, columns: usize, point: impl Fn(usize, usize) -> DVec3) {
    let first = mesh.vertices.len() as u32;
    let start = mesh.triangles.len();
    for ring in 0..rings {
        mesh.vertices.extend((0..columns).map(|column| point(ring, column)));
    }
    let at = |ring: usize, column: usize| first + (ring * columns + column % columns) as u32;
    for ring in 0..rings - 1 {
        for column in 0..columns {
            let [a, b] = [at(ring, column), at(ring, column + 1)];
            let [c, d] = [at(ring + 1, column), at(ring + 1, column + 1)];
            mesh.triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    let corners = |t: &[u32; 3]| t.each(|vertex| mesh.vertices[vertex as usize]);
    let is_flat = |t: &[u32; 3]| {
        let [a, b, c] = corners(t);
        a == b || b == c || c == a
    };
    let mut kept: Vec<[u32; 3]> = mesh.triangles[start..].iter().filter(|t| !is_flat(t)).copied().collect();
    let volume: f64 = kept.iter().map(corners).map(|[a, b, c]| a.dot(b.cross(c))).sum();
    if volume < 0.0 {
        for triangle in &mut kept {
            triangle.swap(1, 2);
        }
    }
    mesh.triangles.truncate(start);
    mesh.triangles.extend(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::info::MeshInfo;

    #[test]
    fn every_part_is_closed_and_has_its_fronts_outside() {
        let scene = scene();
        assert_eq!((scene.parts.len(), scene.meshes.len()), (12, 9));
        assert!((20_000..60_000).contains(&scene.triangle_count()), "{}", scene.triangle_count());
        for mesh in &scene.meshes {
            let info = MeshInfo::of(mesh);
            assert!(info.closed && info.volume > Some(0.0), "{}", mesh.name);
            assert_eq!(info.duplicate_vertices + info.unused_vertices + info.degenerate_triangles, 0);
        }
    }
}
