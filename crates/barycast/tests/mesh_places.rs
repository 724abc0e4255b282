//! Meshes far from the origin, tiny or huge have the same results as at the origin, and their BVHs
//! prune as much.

use barycast::frame::Affine3;
use barycast::mesh::{MeshPoint, TriMesh};
use barycast::pair::cast::CastOptions;
use barycast::shape::{Aabb, Capsule, Plane, Ray, Segment, Sphere};
use glam::{DAffine3, DQuat, DVec3, dvec3};
use std::f64::consts::{PI, TAU};

/// Builds a closed bumpy sphere with 17-bit coordinates, so that sums of them and integers are
/// exact.
fn ball(rings: u32, sectors: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut at = Vec::new();
    for i in 1..rings {
        for j in 0..sectors {
            let (a, b) = (PI * f64::from(i) / f64::from(rings), TAU * f64::from(j) / f64::from(sectors));
            let radius = 1.0 + 0.15 * (7.0 * a).sin() * (7.0 * b).cos();
            at.push(dvec3(a.sin() * b.cos(), a.sin() * b.sin(), a.cos()) * radius);
        }
    }
    let (north, south) = (at.len() as u32, at.len() as u32 + 1);
    at.extend([DVec3::Z, DVec3::NEG_Z]);
    let mut faces = Vec::new();
    for j in 0..sectors {
        let k = (j + 1) % sectors;
        faces.push([north, j, k]);
        for i in 0..rings - 2 {
            let (p, q) = (i * sectors, (i + 1) * sectors);
            faces.extend([[p + j, q + j, q + k], [p + j, q + k, p + k]]);
        }
        let p = (rings - 2) * sectors;
        faces.push([south, p + k, p + j]);
    }
    (at.into_iter().map(rounded).collect(), faces)
}

fn rounded(p: DVec3) -> DVec3 {
    (p * 65536.0).round() / 65536.0
}

/// A placement of a mesh: scaling by a power of two, then translation.
#[derive(Clone, Copy, Debug)]
struct Place {
    scale: f64,
    way: DVec3,
}

impl Place {
    fn of(self, p: DVec3) -> DVec3 {
        p * self.scale + self.way
    }

    fn mesh(self, (vertices, triangles): &(Vec<DVec3>, Vec<[u32; 3]>)) -> TriMesh<DVec3> {
        let vertices = vertices.iter().map(|p| self.of(*p)).collect();
        TriMesh::try_new(vertices, triangles.clone()).unwrap()
    }
}

/// Returns placements that only scale by powers of two.
fn scaled() -> Vec<Place> {
    let scale = |e: i32| Place { scale: 2.0_f64.powi(e), way: DVec3::ZERO };
    [-100, -83, -64, -31, -30, 30, 31, 60, 90].map(scale).to_vec()
}

/// Returns placements that change the digits of the coordinates.
fn moved() -> Vec<Place> {
    let at = |way: DVec3| Place { scale: 1.0, way };
    let small = Place { scale: 2.0_f64.powi(-40), way: dvec3(0.0, 2.0_f64.powi(-31), -0.0) };
    vec![
        at(dvec3(450_000.0, 5_400_000.0, 100.0)),
        at(dvec3(-2.0_f64.powi(35), 3.0, 2.0_f64.powi(33))),
        at(dvec3(70.0, 0.0, -80.0)),
        small,
    ]
}

/// Returns points around and inside the sphere, with as few digits.
fn points(count: usize) -> Vec<DVec3> {
    let mut random = fastrand::Rng::with_seed(11);
    let mut point = || rounded(dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5) * 4.0);
    (0..count).map(|_| point()).collect()
}

#[test]
fn ray_hits_are_equal_at_equal_times() {
    let shape = ball(15, 17);
    let plain = Place { scale: 1.0, way: DVec3::ZERO };
    let (mesh, options) = (plain.mesh(&shape), CastOptions::default());
    let ends = points(400);
    let rays: Vec<Ray<DVec3>> = ends.chunks(2).map(|ends| Ray::new(ends[0], ends[1] - ends[0])).collect();
    // Two coherent packets.
    let bundle = (0..64)
        .map(|i| Ray::new(rounded(dvec3(3.0, 0.01 * f64::from(i % 8), 0.01 * f64::from(i / 8))), -DVec3::X));
    let rays: Vec<_> = rays
        .into_iter()
        .chain(bundle.clone())
        .chain(bundle.map(|r| Ray::new(r.origin, r.direction + DVec3::Y * 0.25)))
        .collect();
    for place in scaled().into_iter().chain(moved()) {
        let far = place.mesh(&shape);
        // A direction of any length, which divides the times.
        for length in [place.scale, 1.0] {
            let there: Vec<_> =
                rays.iter().map(|r| Ray::new(place.of(r.origin), r.direction * length)).collect();
            let times = place.scale / length;
            let batch = far.cast_batch(&there, &options);
            let any = far.is_hit_batch(&there, &options);
            for (i, (ray, far_ray)) in rays.iter().zip(&there).enumerate() {
                let (near_hit, far_hit) = (mesh.cast(ray, &options), far.cast(far_ray, &options));
                let result = |t: f64, triangle, uv, side| (t, triangle, uv, side);
                let a = near_hit.map(|h| result(h.t * times, h.triangle, h.uv, h.side));
                let b = far_hit.map(|h| result(h.t, h.triangle, h.uv, h.side));
                assert_eq!(a, b, "{place:?} {ray:?}");
                assert_eq!(batch[i], far_hit);
                assert_eq!((any[i], far.is_hit(far_ray, &options)), (a.is_some(), a.is_some()));
                let all = |hits: Vec<barycast::query::Hit<DVec3>>, by: f64| -> Vec<_> {
                    hits.into_iter().map(|h| (h.t * by, h.triangle, h.uv)).collect()
                };
                assert_eq!(
                    all(mesh.cast_all(ray, &options), times),
                    all(far.cast_all(far_ray, &options), 1.0)
                );
                assert_eq!(
                    all(mesh.first_hits(ray, 2, &options), times),
                    all(far.first_hits(far_ray, 2, &options), 1.0)
                );
                assert_eq!(mesh.crossings(ray, &options), far.crossings(far_ray, &options));
                // Up to the hit, and slightly less.
                if let Some((t, ..)) = b {
                    let up_to = |t: f64| far.is_hit(far_ray, &CastOptions { max_t: Some(t), ..options });
                    assert!(up_to(t) && !up_to(t.next_down()), "{place:?} {ray:?}");
                }
            }
        }
    }
}

#[test]
fn directions_of_any_length_hit() {
    let shape = ball(9, 9);
    for place in scaled().into_iter().chain(moved()) {
        let mesh = place.mesh(&shape);
        for e in [-1020, -300, -120, 0, 120, 300, 1000] {
            let way = DVec3::X * 2.0_f64.powi(e);
            let ray = Ray::new(place.of(dvec3(-3.0, 0.01, 0.02)), way);
            let segment = Segment { a: ray.origin, b: place.of(dvec3(0.0, 0.01, 0.02)) };
            let brute = mesh.without_tree();
            let options = CastOptions::default();
            assert_eq!(mesh.cast(&ray, &options), brute.cast(&ray, &options), "{place:?} 2^{e}");
            assert!(mesh.is_hit(&segment, &options));
        }
    }
}

fn nearest(mesh: &TriMesh<DVec3>, p: DVec3) -> (usize, f64, DVec3) {
    let MeshPoint { triangle, closest, .. } = mesh.closest_point(p);
    (triangle, closest.distance, closest.on_b)
}

/// Returns the four closest triangles.
fn few(mesh: &TriMesh<DVec3>, p: DVec3) -> Vec<usize> {
    mesh.k_nearest_triangles(p, 4).iter().map(|near| near.triangle).collect()
}

#[test]
fn closest_points_are_equal() {
    let shape = ball(15, 17);
    let plain = Place { scale: 1.0, way: DVec3::ZERO }.mesh(&shape);
    for place in scaled() {
        let (far, k) = (place.mesh(&shape), place.scale);
        for p in points(200) {
            let (a, b) = (plain.closest_point(p), far.closest_point(place.of(p)));
            assert_eq!(
                (a.triangle, a.closest.distance * k),
                (b.triangle, b.closest.distance),
                "{place:?} {p}"
            );
            assert_eq!(a.closest.on_b * k, b.closest.on_b);
            assert_eq!(few(&plain, p), few(&far, place.of(p)));
            assert_eq!(plain.triangles_within(p, 0.75), far.triangles_within(place.of(p), 0.75 * k));
            assert_eq!(plain.contains_point(p), far.contains_point(place.of(p)));
            assert_eq!(plain.signed_distance(p) * k, far.signed_distance(place.of(p)));
        }
    }
    for place in moved() {
        let far = place.mesh(&shape);
        let brute = far.without_tree();
        for p in points(200) {
            let there = place.of(p);
            assert_eq!(nearest(&far, there), nearest(&brute, there), "{place:?} {p}");
            assert_eq!(few(&far, there), few(&brute, there));
            assert_eq!(plain.contains_point(p), far.contains_point(there));
            let (near, signed) = (plain.signed_distance(p), far.signed_distance(there));
            let lost = place.way.abs().max_element() * 1e-14;
            assert!((near * place.scale - signed).abs() <= lost, "{place:?} {p}: {near} {signed}");
        }
    }
}

#[test]
fn intersections_and_distances_of_two_meshes_are_equal() {
    let shape = ball(8, 9);
    let plain = Place { scale: 1.0, way: DVec3::ZERO }.mesh(&shape);
    let by = |way: DVec3| Affine3::from(DAffine3::from_translation(way));
    let ways = [
        dvec3(1.5, 0.125, 0.25),
        dvec3(2.5, 0.125, 0.25),
        dvec3(0.25, -3.0, 1.0),
        dvec3(2.0, 0.0, 0.0),
        DVec3::ZERO,
    ];
    for place in scaled().into_iter().chain(moved()) {
        let (far, k) = (place.mesh(&shape), place.scale);
        let is_moved = place.way != DVec3::ZERO;
        let brute = far.without_tree();
        // To a mesh of the same size at the origin.
        let home = Place { way: DVec3::ZERO, ..place }.mesh(&shape);
        for way in ways {
            let pairs = plain.intersecting_triangles(&plain, &by(way));
            assert_eq!(pairs, far.intersecting_triangles(&far, &by(way * k)), "{place:?} {way}");
            assert_eq!(pairs, far.intersecting_triangles(&home, &by(way * k + place.way)));
            assert_eq!(pairs, home.intersecting_triangles(&far, &by(way * k - place.way)));
            assert_eq!(!pairs.is_empty(), far.intersects_mesh(&far, &by(way * k)));
            let near = plain.distance_to_mesh(&plain, &by(way), f64::INFINITY).unwrap();
            let there = far.distance_to_mesh(&far, &by(way * k), f64::INFINITY).unwrap();
            if is_moved {
                let every = brute.distance_to_mesh(&far, &by(way * k), f64::INFINITY).unwrap();
                assert_eq!(there.closest.distance, every.closest.distance, "{place:?} {way}");
            } else {
                assert_eq!(near.closest.distance * k, there.closest.distance, "{place:?} {way}");
            }
            if pairs.is_empty() {
                if !is_moved {
                    assert_eq!(near.triangles, there.triangles, "{place:?} {way}");
                }
                let within = |share: f64| {
                    far.is_within_distance(&far, &by(way * k), near.closest.distance * k * share)
                };
                assert!(within(1.0 + 1e-3) && !within(1.0 - 1e-3), "{place:?} {way}");
            }
        }
        // Rotated, and between meshes of two sizes.
        let turned = DAffine3::from_scale_rotation_translation(
            DVec3::splat(1.0 / k),
            DQuat::from_rotation_y(0.5),
            dvec3(1.5, 0.0, 0.0),
        );
        if !is_moved {
            let pairs = plain.intersecting_triangles(&far, &turned.into());
            assert_eq!(
                pairs,
                plain.intersecting_triangles(
                    &plain,
                    &DAffine3 { matrix3: turned.matrix3 * k, ..turned }.into()
                )
            );
            assert!(!pairs.is_empty());
        }
        assert!(far.self_intersections().is_empty());
    }
}

#[test]
fn distances_of_shapes_are_equal() {
    let shape = ball(15, 17);
    let plain = Place { scale: 1.0, way: DVec3::ZERO }.mesh(&shape);
    for place in scaled().into_iter().chain(moved()).filter(|place| (1e-20..1e20).contains(&place.scale)) {
        let (far, k) = (place.mesh(&shape), place.scale);
        let brute = far.without_tree();
        for p in points(60) {
            let there = place.of(p);
            let sphere = Sphere::new(there, 0.25 * k);
            let capsule = Capsule { a: there, b: there + DVec3::ONE * (0.5 * k), radius: 0.125 * k };
            let obb = Aabb { min: there - k * 0.25, max: there + k * 0.25 }.to_obb();
            assert_eq!(plain.intersects(&Sphere::new(p, 0.25)), far.intersects(&sphere), "{place:?} {p}");
            assert_eq!(far.closest(&sphere), brute.closest(&sphere));
            assert_eq!(far.closest(&capsule), brute.closest(&capsule));
            assert_eq!(far.intersects(&capsule), brute.intersects(&capsule));
            assert_eq!(far.intersects(&obb), brute.intersects(&obb));
            let way = -p * k;
            assert_eq!(far.sweep_convex(&sphere, way, 2.0), brute.sweep_convex(&sphere, way, 2.0));
            assert_eq!(far.overlaps(&sphere.into()), brute.overlaps(&sphere.into()));
            assert_eq!(far.triangles_overlapping(&obb.into()), brute.triangles_overlapping(&obb.into()));
        }
        let plane = |p: DVec3| Plane::new(DVec3::Z, p.z);
        let loops = |mesh: &TriMesh<DVec3>, p: DVec3| -> Vec<usize> {
            mesh.slice(&plane(p)).iter().map(|line| line.points.len()).collect()
        };
        assert_eq!(loops(&plain, DVec3::Z * 0.3125), loops(&far, place.of(DVec3::Z * 0.3125)));
    }
}

#[test]
fn an_edited_distant_mesh_equals_a_rebuilt_one() {
    let shape = ball(15, 17);
    for place in scaled().into_iter().chain(moved()) {
        let mut mesh = place.mesh(&shape);
        let far_off = place.of(dvec3(9.0, 1.0, 2.0));
        mesh.move_vertices(&[(3, place.of(dvec3(2.0, 0.5, 0.25))), (40, far_off)]).unwrap();
        mesh.remove(&[5, 9, 100]).unwrap();
        let corners = [dvec3(0.0, 0.0, 3.0), dvec3(1.0, 0.0, 3.0), dvec3(0.0, 1.0, 3.5)].map(|p| place.of(p));
        let n = mesh.vertices().len() as u32;
        mesh.insert(&corners, &[[n, n + 1, n + 2]]).unwrap();
        let rebuilt = TriMesh::try_new(mesh.vertices().to_vec(), mesh.triangles().to_vec()).unwrap();
        let options = CastOptions::default();
        let same = |a: &TriMesh<DVec3>, b: &TriMesh<DVec3>| {
            for p in points(100) {
                let there = place.of(p);
                let ray = Ray::new(place.of(p + dvec3(0.0, 0.0, 4.0)), dvec3(0.1, 0.0, -1.0) * place.scale);
                assert_eq!(a.cast(&ray, &options), b.cast(&ray, &options), "{place:?} {p}");
                assert_eq!(nearest(a, there), nearest(b, there), "{place:?} {p}");
            }
            for vertex in [3, 40, 77] {
                assert_eq!(a.triangles_of_vertex(vertex), b.triangles_of_vertex(vertex));
                assert!(!a.triangles_of_vertex(vertex).is_empty());
            }
        };
        same(&mesh, &rebuilt);
        // There and back: the BVH moves along.
        let home = mesh.vertices().iter().map(|p| (*p - place.way) / place.scale).collect();
        let there = mesh.vertices().to_vec();
        let home = mesh.try_refit(home).unwrap();
        assert_eq!(home.bvh_offset_and_scale(), (DVec3::ZERO, 1.0));
        same(&home.try_refit(there).unwrap(), &rebuilt);
    }
}

/// Returns the number of triangles in leaves whose boxes meet a small box on the surface.
fn in_small_box(mesh: &TriMesh<DVec3>, place: Place) -> usize {
    let (offset, scale) = mesh.bvh_offset_and_scale();
    let ends = [dvec3(0.9, -0.05, -0.05), dvec3(1.1, 0.05, 0.05)];
    let ends = ends.map(|p| ((place.of(p) - offset) * scale).to_array());
    let mut count = 0;
    mesh.bvh().walk_box(&barycast::bvh::Bounds::around(&ends, 0.0), |_| count += 1);
    count
}

#[test]
fn a_bvh_prunes_equally_at_any_place() {
    let shape = ball(41, 41);
    let plain = Place { scale: 1.0, way: DVec3::ZERO };
    let least = in_small_box(&plain.mesh(&shape), plain);
    assert!((1..200).contains(&least));
    for place in scaled().into_iter().chain(moved()) {
        let mesh = place.mesh(&shape);
        let count = in_small_box(&mesh, place);
        assert!(count <= 2 * least, "{place:?}: {count} of {}", mesh.triangles().len());
        // Boxes of ordinary size, near the origin.
        let [low, high] = mesh.bvh().bounds().planes;
        assert!(low.into_iter().chain(high).all(|x| x.abs() < 2.0_f32.powi(31)), "{place:?}");
        assert!(high[0] - low[0] > 2.0_f32.powi(-31), "{place:?}");
    }
}

#[test]
fn a_ray_spawned_from_a_hit_does_not_hit_it_again() {
    let shape = ball(15, 17);
    let options = CastOptions::default();
    for place in scaled().into_iter().chain(moved()) {
        let mesh = place.mesh(&shape);
        for p in points(100) {
            let ray = Ray::new(place.of(p * 4.0), -p * place.scale);
            let Some(hit) = mesh.cast(&ray, &options) else { continue };
            let back = mesh.offset_ray_origin(&hit, p * place.scale).unwrap();
            let again = mesh.cast(&back, &options).filter(|again| again.triangle == hit.triangle);
            assert_eq!(again, None, "{place:?} {p}");
        }
    }
}
