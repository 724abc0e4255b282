//! Mesh queries against brute force: on small grids, where much is degenerate, and on a knot.

use barycast::bvh::Level;
use barycast::dynamic::any::Shape3;
use barycast::mesh::{MeshNumber, SliceLine, TriMesh};
use barycast::number::{Float, Ring as _};
use barycast::pair::cast::CastOptions;
use barycast::shape::{
    Aabb, Capsule, Frustum, HalfSpace, Line, Mesh, Obb, Plane, Point, Ray, Segment, Sphere,
};
use barycast::vector::{FloatVector, Vector as _, Vector3};
use glam::{DVec3, Vec3, dvec3};

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

    fn direction(&mut self) -> DVec3 {
        let direction = self.point(7) - DVec3::splat(3.0);
        if direction == DVec3::ZERO { DVec3::Y } else { direction }
    }
}

type Triangles = (Vec<DVec3>, Vec<[u32; 3]>);

/// Draws triangles among the points of a grid, including collinear ones and points.
fn soup(count: u32, dice: &mut Dice) -> Triangles {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let at = dice.point(9);
        vertices.extend([at, at + dice.point(4), at + dice.point(4)]);
    }
    (vertices, (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

/// Builds a grid of `n` by `m` cells that is periodic in both directions.
fn closed(n: u32, m: u32, at: impl Fn(u32, u32) -> DVec3) -> Triangles {
    let vertices = (0..n * m).map(|i| at(i / m, i % m)).collect();
    let index = |i: u32, j: u32| i % n * m + j % m;
    let cells = (0..n * m).map(|k| (k / m, k % m));
    let halves = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    (vertices, halves.collect())
}

/// Builds a tube along a trefoil knot.
fn knot() -> Triangles {
    let axis = |u: f64| {
        let radius = 4.0 + 1.5 * (3.0 * u).cos();
        dvec3(radius * (2.0 * u).cos(), radius * (2.0 * u).sin(), 1.5 * (3.0 * u).sin())
    };
    closed(96, 8, |i, j| {
        let [u, v] = [f64::from(i) / 96.0, f64::from(j) / 8.0].map(|x| x * std::f64::consts::TAU);
        let along = (axis(u + 1e-3) - axis(u - 1e-3)).normalize();
        let out = along.cross(DVec3::Z).normalize();
        axis(u) + (out * v.cos() + along.cross(out) * v.sin()) * 0.5
    })
}

/// Builds a square ring with square sections, on a grid.
fn ring() -> Triangles {
    let outline = [[1, 1], [1, -1], [-1, -1], [-1, 1], [0, 1]];
    closed(12, 5, |i, j| {
        let (side, step) = (i / 3, f64::from(i % 3));
        let [out, up] = outline[j as usize].map(f64::from);
        let reach = 3.0 + out;
        let along = reach * (2.0 * step / 3.0 - 1.0);
        let [x, y] = match side {
            0 => [reach, along],
            1 => [-along, reach],
            2 => [-reach, -along],
            _ => [along, -reach],
        };
        dvec3(x, y, up)
    })
}

/// Returns all instruction levels of the machine.
fn levels() -> Vec<Level> {
    let mut levels = vec![Level::baseline(), Level::new()];
    #[cfg(target_arch = "x86_64")]
    {
        let level = Level::new();
        levels.extend(level.as_sse4_2().map(Level::Sse4_2));
        levels.extend(level.as_avx2().map(Level::Avx2));
    }
    levels
}

trait Number: MeshNumber + Send + Sync {}
impl<S: MeshNumber + Send + Sync> Number for S {}

fn made<V: FloatVector<Scalar: Number> + Vector3>(triangles: &Triangles) -> TriMesh<V> {
    let vertices = triangles.0.iter().map(|v| v.lift::<V>(&Float::from_f64)).collect();
    TriMesh::try_new(vertices, triangles.1.clone()).unwrap()
}

/// Compares the queries with lengths scaled by a factor.
fn agree<V: FloatVector<Scalar: Number> + Vector3 + PartialEq + Send + Sync>(size: f64) {
    let mut dice = Dice(3);
    let vector = |v: DVec3| (v * size).lift::<V>(&Float::from_f64);
    let length = |x: f64| V::Scalar::from_f64(x * size);
    for mut triangles in [soup(1, &mut dice), soup(40, &mut dice), soup(300, &mut dice), knot(), ring()] {
        triangles.0.iter_mut().for_each(|v| *v *= size);
        let mesh = made::<V>(&triangles);
        let brute = mesh.without_tree();
        let center = if triangles.1.len() < 301 { DVec3::ZERO } else { DVec3::splat(6.0) };
        let at_levels = levels().into_iter().map(|level| mesh.clone().with_simd_level(level));
        for mesh in at_levels.chain([mesh.clone().compact()]) {
            for round in 0..60 {
                let p = dice.point(13) - center;
                let p = vector(if round % 3 == 0 { p * 0.7 } else { p });
                let ray = Ray::new(p, vector(dice.direction()));
                let max_t = (round % 4 == 0).then(|| V::Scalar::from_f64(2.0));
                let options = CastOptions { max_t, cull: round % 5 == 0, ..CastOptions::default() };
                assert_eq!(mesh.crossings(&ray, &options), brute.crossings(&ray, &options), "{ray:?}");
                let all = brute.cast_all(&ray, &options);
                for count in [0, 1, 2, 5, 1000] {
                    let first = &all[..count.min(all.len())];
                    assert_eq!(mesh.first_hits(&ray, count, &options), first, "{ray:?} {options:?}");
                }
                let line = Line::new(ray.origin, ray.direction);
                let [few, all] = [&mesh, &brute].map(|mesh| mesh.first_hits(&line, 2, &options));
                assert_eq!(few, all, "{line:?}");
                let limit = length(dice.below(5));
                let results = |mesh: &TriMesh<V>| {
                    let near = mesh.closest_point_within(p, limit);
                    let near = near.map(|near| (near.triangle, near.closest));
                    let few = mesh.k_nearest_triangles(p, 7);
                    let few: Vec<_> = few.iter().map(|near| (near.triangle, near.closest)).collect();
                    (near, few, mesh.triangles_within(p, limit), mesh.signed_distance(p))
                };
                assert!(results(&mesh) == results(&brute), "{p:?} {limit:?}");
                let (near, few, within, signed) = results(&mesh);
                assert_eq!(near.is_some(), !within.is_empty());
                assert_eq!(few.len(), mesh.triangles().len().min(7));
                let closest = mesh.closest_point(p);
                assert_eq!((closest.triangle, closest.closest), few[0]);
                assert!(signed.abs() == closest.closest.distance || signed.abs() <= V::Scalar::MIN_POSITIVE);
                let plane = Plane::new(ray.direction, length(dice.below(9) * size));
                assert_eq!(mesh.slice(&plane), brute.slice(&plane), "{plane:?}");
            }
        }
    }
}

#[test]
fn queries_of_rays_points_and_planes_equal_brute_force_in_f32() {
    agree::<Vec3>(1.0);
}

#[test]
fn queries_of_rays_points_and_planes_equal_brute_force_in_f64() {
    agree::<DVec3>(1.0);
}

#[test]
fn queries_that_overflow_f32_boxes_equal_brute_force() {
    agree::<DVec3>(2_f64.powi(150));
    // Differences of these underflow.
    agree::<DVec3>(2_f64.powi(123));
    agree::<DVec3>(2_f64.powi(124));
    agree::<DVec3>(2_f64.powi(126));
    agree::<DVec3>(2_f64.powi(-160));
}

#[test]
fn enclosed_points_are_those_that_a_solid_mesh_contains() {
    let mut dice = Dice(4);
    for triangles in [knot(), ring()] {
        let mesh = made::<DVec3>(&triangles);
        let solid = Shape3::from(Mesh::try_new(triangles.0.clone(), triangles.1.clone(), true).unwrap());
        let points: Vec<_> =
            (0..400).map(|i| (dice.point(13) - DVec3::splat(6.0)) * [1.0, 0.75][i % 2]).collect();
        let inside = mesh.contains_point_batch(&points);
        let distances = mesh.signed_distance_batch(&points);
        assert!(inside.contains(&true) && inside.contains(&false));
        for ((p, inside), distance) in points.into_iter().zip(inside).zip(distances) {
            assert_eq!(inside, solid.intersects(&Point(p).into()), "{p}");
            assert_eq!((inside, distance), (mesh.contains_point(p), mesh.signed_distance(p)));
            assert_eq!(inside, distance <= 0.0, "{p}");
            assert!((distance - solid.signed_distance(p)).abs() < 1e-13, "{p}");
            let ray = Ray::new(p, dvec3(0.3, -0.7, 1.1));
            let odd = mesh.crossings(&ray, &CastOptions::default()) % 2 == 1;
            assert!(distance == 0.0 || odd == inside, "{p}");
        }
    }
}

/// Draws any convex shape.
fn any(dice: &mut Dice) -> Shape3 {
    let (p, q) = (dice.point(13), dice.point(13));
    let (low, high) = (p.min(q), p.max(q));
    let half_space = |normal, distance| HalfSpace::new(normal, distance);
    match dice.below(9) as u32 {
        0 => Sphere::new(p, dice.below(4)).into(),
        1 => Capsule::new(p, q, dice.below(2)).into(),
        2 => Aabb::new(low, high).into(),
        3 => Obb::try_new(p, dice.point(4), [DVec3::Y, DVec3::Z, DVec3::X]).unwrap().into(),
        4 => Plane::new(dice.direction(), dice.below(9)).into(),
        5 => HalfSpace::new(dice.direction(), dice.below(9)).into(),
        6 => Segment::new(p, q).into(),
        7 => Ray::new(p, dice.direction()).into(),
        _ => {
            let (low, high) = (low, high + DVec3::ONE);
            let sides = [
                half_space(DVec3::X, high.x),
                half_space(-DVec3::X, -low.x),
                half_space(DVec3::Y, high.y),
                half_space(-DVec3::Y, -low.y),
                half_space(dvec3(1.0, 0.0, 1.0), high.x + high.z),
                half_space(-DVec3::Z, -low.z),
            ];
            Frustum::try_new(sides).unwrap().into()
        }
    }
}

fn shapes<V: FloatVector<Scalar: Number> + Vector3>() {
    let mut dice = Dice(5);
    for count in [1, 40, 300] {
        let triangles = soup(count, &mut dice);
        let mesh = made::<V>(&triangles);
        let part = |i: &usize| {
            let [a, b, c] = triangles.1[*i].map(|vertex| triangles.0[vertex as usize]);
            Shape3::from(barycast::shape::Triangle::new(a, b, c))
        };
        for _ in 0..100 {
            let shape = any(&mut dice);
            let indices = 0..count as usize;
            let met: Vec<_> = indices.clone().filter(|i| part(i).intersects(&shape)).collect();
            assert_eq!(mesh.triangles_overlapping(&shape), met, "{shape:?}");
            assert_eq!(mesh.overlaps(&shape), !met.is_empty(), "{shape:?}");
            let held: Vec<_> = indices.clone().filter(|i| shape.contains(&part(i)).unwrap()).collect();
            assert_eq!(mesh.triangles_in(&shape).unwrap(), held, "{shape:?}");
            let nearest =
                indices.clone().map(|i| part(&i).closest(&shape).distance).fold(f64::INFINITY, f64::min);
            assert_eq!(mesh.closest_to_precisely(&shape).distance, nearest, "{shape:?}");
            let (Shape3::Sphere(_) | Shape3::Aabb(_) | Shape3::Capsule(_)) = shape else { continue };
            let velocity = dice.direction();
            let first = mesh.sweep_precisely(&shape, velocity, 2.0).unwrap().map(|(i, impact)| (impact.t, i));
            let each = indices
                .filter_map(|i| Some((part(&i).sweep_precisely(&shape, velocity, 2.0).unwrap()?.t, i)));
            assert_eq!(first, each.min_by(|x, y| x.partial_cmp(y).unwrap()), "{shape:?} {velocity}");
        }
    }
}

#[test]
fn the_triangles_that_intersect_a_shape_equal_brute_force() {
    shapes::<Vec3>();
    shapes::<DVec3>();
}

#[test]
fn the_largest_box_contains_each_triangle_once() {
    let mesh = made::<DVec3>(&soup(5, &mut Dice(7)));
    for size in [1e50, f64::MAX] {
        let around: Shape3 = Aabb::new(DVec3::splat(-size), DVec3::splat(size)).into();
        assert_eq!(mesh.triangles_overlapping(&around), [0, 1, 2, 3, 4]);
        assert_eq!(mesh.triangles_in(&around).unwrap(), [0, 1, 2, 3, 4]);
    }
}

/// Returns twice the signed area of curves in a plane perpendicular to the third axis; positive if
/// counter-clockwise.
fn area(lines: &[SliceLine<DVec3>]) -> f64 {
    let of = |line: &SliceLine<DVec3>| -> f64 {
        let n = line.points.len();
        (0..n)
            .map(|i| line.points[i].point.truncate().perp_dot(line.points[(i + 1) % n].point.truncate()))
            .sum()
    };
    lines.iter().map(of).sum()
}

#[test]
fn sections_of_closed_meshes_are_closed_for_any_vertices() {
    let mut dice = Dice(6);
    for triangles in [knot(), ring()] {
        let mesh = made::<DVec3>(&triangles);
        for _ in 0..200 {
            let plane = Plane::new(dice.direction(), dice.below(9) - 4.0);
            let lines = mesh.slice(&plane);
            assert!(lines.iter().all(|line| line.closed), "{plane:?}");
            for point in lines.iter().flat_map(|line| &line.points) {
                assert!(plane.height(point.point).abs() < 1e-14, "{plane:?} {point:?}");
                let corners = mesh.triangles()[point.triangle];
                assert!(point.edge.iter().all(|vertex| corners.contains(vertex)));
            }
        }
    }
}

#[test]
fn outlines_run_counter_clockwise_and_holes_clockwise() {
    let (vertices, triangles) = ring();
    let volume = |[a, b, c]: [DVec3; 3]| a.dot(b.cross(c));
    let corners = triangles.iter().map(|t| t.map(|vertex| vertices[vertex as usize]));
    let outward = corners.map(volume).sum::<f64>().signum();
    let mesh = made::<DVec3>(&(vertices, triangles));
    let near = |x: f64, y: f64| (x - y).abs() < 1e-12;
    // Upper faces count as above: the section lies just below.
    for z in [-0.5, 0.0, 0.5, 1.0] {
        let lines = mesh.slice(&Plane::new(DVec3::Z, z));
        assert_eq!(lines.len(), 2, "{z}");
        assert!(near(area(&lines), outward * 2.0 * (64.0 - 16.0)), "{z}");
        let from_below = mesh.slice(&Plane::new(-DVec3::Z, 0.25 - z));
        assert!(near(area(&from_below), -area(&lines)), "{z}");
    }
    assert!(mesh.slice(&Plane::new(DVec3::Z, -1.0)).is_empty(), "all of it counts as above");
}

#[test]
fn sections_of_open_meshes_have_ends() {
    let square = vec![DVec3::ZERO, DVec3::X, dvec3(1.0, 1.0, 0.0), DVec3::Y];
    let mesh = TriMesh::try_new(square, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let lines = mesh.slice(&Plane::new(DVec3::X, 0.5));
    assert_eq!(lines.len(), 1);
    let points: Vec<_> = lines[0].points.iter().map(|point| (point.point, point.edge)).collect();
    assert!(!lines[0].closed);
    let expected =
        [(dvec3(0.5, 1.0, 0.0), [3, 2]), (dvec3(0.5, 0.5, 0.0), [0, 2]), (dvec3(0.5, 0.0, 0.0), [0, 1])];
    assert!(points == expected || points.iter().rev().eq(&expected), "{points:?}");
}
