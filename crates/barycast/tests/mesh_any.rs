//! Meshes among any shapes: with their BVHs they agree with their triangles one by one.

use barycast::dynamic::any::Shape3;
use barycast::shape::*;
use glam::{DVec3, dvec3};

/// A deterministic source of integers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n) as f64
    }

    fn point(&mut self, n: u64) -> DVec3 {
        dvec3(self.below(n), self.below(n), self.below(n))
    }
}

/// Draws triangles among the points of a grid, including collinear ones.
fn soup(count: usize, dice: &mut Dice) -> (Shape3, Shape3) {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let at = dice.point(12);
        vertices.extend([at, at + dice.point(4), at + dice.point(4)]);
    }
    let triangles: Vec<_> = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = Mesh::try_new(vertices, triangles, false).unwrap();
    let parts = (0..count).map(|i| mesh.triangle(i).into()).collect();
    (mesh.into(), Compound::try_new(parts).unwrap().into())
}

/// Builds a cube with `n * n` squares per side.
fn cube(n: u32, solid: bool) -> Mesh<DVec3> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for side in 0..6 {
        for cell in 0..n * n {
            let [u, v] = [cell % n, cell / n].map(f64::from);
            let at = |u: f64, v: f64| {
                let w = if side % 2 == 0 { 0.0 } else { f64::from(n) };
                let corner = [u, v, w];
                DVec3::from_array([0, 1, 2].map(|axis| corner[(axis + side / 2) % 3]))
            };
            let first = vertices.len() as u32;
            vertices.extend([at(u, v), at(u + 1.0, v), at(u + 1.0, v + 1.0), at(u, v + 1.0)]);
            let [b, d] = if side % 2 == 1 { [1, 3] } else { [3, 1] };
            triangles.extend([[first, first + b, first + 2], [first, first + 2, first + d]]);
        }
    }
    Mesh::try_new(vertices, triangles, solid).unwrap()
}

fn any(dice: &mut Dice) -> Shape3 {
    let (p, q) = (dice.point(16), dice.point(16));
    let direction = if p == q { DVec3::Z } else { q - p };
    match dice.below(8) as u32 {
        0 => Point(p).into(),
        1 => Ray::new(p, direction).into(),
        2 => Line::new(p, direction).into(),
        3 => Segment::new(p, q).into(),
        4 => Sphere::new(p, dice.below(3)).into(),
        5 => Capsule::new(p, q, dice.below(2)).into(),
        6 => Aabb::new(p.min(q), p.max(q)).into(),
        _ => Plane::new(direction, dice.below(20)).into(),
    }
}

#[test]
fn a_mesh_agrees_with_its_triangles() {
    let mut dice = Dice(1);
    for count in [33, 60, 150] {
        let (mesh, parts) = soup(count, &mut dice);
        for _ in 0..60 {
            let shape = any(&mut dice);
            assert_eq!(mesh.intersects(&shape), parts.intersects(&shape), "{shape:?}");
            let (a, b) = (mesh.closest_precisely(&shape).distance, parts.closest_precisely(&shape).distance);
            assert_eq!(a, b, "{shape:?}");
            if let Shape3::Ray(_) | Shape3::Line(_) | Shape3::Segment(_) = shape {
                let t = |target| shape.cast(target).unwrap().map(|hit| hit.t);
                assert_eq!(t(&mesh), t(&parts), "{shape:?}");
            }
            if let Shape3::Sphere(_) | Shape3::Aabb(_) | Shape3::Point(_) = shape {
                let velocity = dice.point(9) - DVec3::splat(4.0);
                let t = |target: &Shape3| target.sweep_precisely(&shape, velocity, 3.0).unwrap().map(|i| i.t);
                assert_eq!(t(&mesh), t(&parts), "{shape:?} {velocity}");
            }
        }
    }
}

#[test]
fn a_solid_cube_of_many_triangles_agrees_with_a_box() {
    let (mesh, mut dice) = (Shape3::from(cube(4, true)), Dice(2));
    let boxed = Shape3::from(Aabb::new(DVec3::ZERO, DVec3::splat(4.0)));
    for _ in 0..400 {
        let p = dice.point(9) - DVec3::splat(2.0);
        let p = if dice.below(2) == 0.0 { p } else { p * 0.75 };
        let point = Shape3::from(Point(p));
        assert_eq!(mesh.intersects(&point), boxed.intersects(&point), "{p}");
        assert_eq!(mesh.contains(&point), boxed.contains(&point), "{p}");
        assert_eq!(mesh.signed_distance(p), boxed.signed_distance(p), "{p}");
        let to = dice.point(9) - DVec3::splat(2.0);
        let segment = Shape3::from(Segment::new(p, to));
        assert_eq!(mesh.contains(&segment), boxed.contains(&segment), "{segment:?}");
        let t = |target| -> Vec<f64> {
            let hits = segment.cast_all(target).unwrap();
            hits.iter().map(|hit| hit.t).collect()
        };
        assert!(p == to || t(&mesh) == t(&boxed), "{segment:?}");
        let ball = Shape3::from(Sphere::new(p, dice.below(3) * 0.5));
        assert_eq!(mesh.contains(&ball), boxed.contains(&ball), "{ball:?}");
        assert_eq!(
            mesh.closest_precisely(&ball).distance,
            boxed.closest_precisely(&ball).distance,
            "{ball:?}"
        );
    }
}
