//! Meshes against brute force, and closed meshes against rays that search for holes.

use barycast::bvh::Bounds;
use barycast::mesh::MeshNumber;
use barycast::mesh::{MeshError, TriMesh};
use barycast::number::Float;
use barycast::pair::cast::CastOptions;
use barycast::query::Side;
use barycast::shape::{Point, Ray, Segment};
use barycast::vector::{FloatVector, Vector3};
use glam::{DVec3, Vec3, dvec3, vec3};

/// A deterministic number generator.
struct Dice(u64);

impl Dice {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number in `[-1, 1)`.
    fn number(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        dvec3(self.number(), self.number(), self.number())
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
}

type Triangles = Vec<[u32; 3]>;

/// Draws small triangles in the unit cube, a tenth of them large.
fn soup(n: u32, dice: &mut Dice) -> (Vec<DVec3>, Triangles) {
    let mut vertices = Vec::new();
    for _ in 0..n {
        let size = if dice.below(10) == 0 { 0.8 } else { 0.05 };
        let center = dice.vector();
        vertices.extend((0..3).map(|_| center + dice.vector() * size));
    }
    (vertices, (0..n).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

/// Builds a closed sphere, rotated so that no edge is parallel to an axis.
fn ball(rings: u32, slices: u32) -> (Vec<DVec3>, Triangles) {
    let turn = glam::DQuat::from_xyzw(0.3, 0.1, -0.5, 0.8).normalize();
    let mut vertices = vec![turn * DVec3::Y];
    for ring in 1..rings {
        let (sin, cos) = (std::f64::consts::PI * f64::from(ring) / f64::from(rings)).sin_cos();
        for slice in 0..slices {
            let (s, c) = (std::f64::consts::TAU * f64::from(slice) / f64::from(slices)).sin_cos();
            vertices.push(turn * dvec3(sin * c, cos, sin * s));
        }
    }
    vertices.push(turn * -DVec3::Y);
    let at = |ring: u32, slice: u32| match ring {
        0 => 0,
        r if r == rings => 1 + (rings - 1) * slices,
        r => 1 + (r - 1) * slices + slice % slices,
    };
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for slice in 0..slices {
            let [a, b] = [at(ring, slice), at(ring, slice + 1)];
            let [c, d] = [at(ring + 1, slice), at(ring + 1, slice + 1)];
            if ring > 0 {
                triangles.push([a, b, c]);
            }
            if ring + 1 < rings {
                triangles.push([b, d, c]);
            }
        }
    }
    (vertices, triangles)
}

fn f32s(vertices: &[DVec3]) -> Vec<Vec3> {
    vertices.iter().map(|v| v.as_vec3()).collect()
}

#[test]
fn hits_of_random_triangles_equal_brute_force() {
    let mut dice = Dice(1);
    for n in [1, 2, 9, 300] {
        let (vertices, triangles) = soup(n, &mut dice);
        let vertices = f32s(&vertices);
        let mesh = TriMesh::try_new(vertices.clone(), triangles.clone()).unwrap();
        let one_by_one: Vec<_> =
            triangles.iter().map(|t| TriMesh::try_new(vertices.clone(), vec![*t]).unwrap()).collect();
        for round in 0..3_000 {
            let origin = (dice.vector() * 2.0).as_vec3();
            let mut toward = vertices[dice.below(vertices.len())];
            if round % 3 == 0 {
                toward += (dice.vector() * 0.1).as_vec3();
            }
            let mut ray = Ray::new(origin, toward - origin);
            if round % 7 == 0 {
                ray.direction[dice.below(3)] = 0.0;
            }
            let max_t = (round % 2 == 0).then_some(1.0);
            let options = CastOptions { max_t, cull: round % 5 == 0, ..CastOptions::default() };
            let mut nearest: Option<(f32, usize)> = None;
            for (index, single) in one_by_one.iter().enumerate() {
                if let Some(hit) = single.cast(&ray, &options)
                    && nearest.is_none_or(|(t, _)| hit.t < t)
                {
                    nearest = Some((hit.t, index));
                }
            }
            let hit = mesh.cast(&ray, &options);
            assert_eq!(hit.map(|h| (h.t, h.triangle.unwrap())), nearest, "{ray:?} {options:?}");
            assert_eq!(mesh.is_hit(&ray, &options), nearest.is_some());
        }
    }
}

/// Textbook ray-triangle test in `f64`: returns `t`, and the smallest barycentric coordinate.
fn textbook(ray: &Ray<DVec3>, [a, b, c]: [DVec3; 3]) -> Option<(f64, f64)> {
    let (e1, e2, s) = (b - a, c - a, ray.origin - a);
    let p = ray.direction.cross(e2);
    let det = e1.dot(p);
    let (u, q) = (s.dot(p) / det, s.cross(e1));
    let v = ray.direction.dot(q) / det;
    let t = e2.dot(q) / det;
    (t >= 0.0).then_some((t, u.min(v).min(1.0 - u - v)))
}

#[test]
fn hits_of_random_triangles_agree_with_the_textbook_test() {
    let mut dice = Dice(2);
    let (vertices, triangles) = soup(200, &mut dice);
    let mesh = TriMesh::try_new(f32s(&vertices), triangles.clone()).unwrap();
    let vertices: Vec<DVec3> = mesh.vertices().iter().map(|v| v.as_dvec3()).collect();
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..4_000 {
        let origin = (dice.vector() * 3.0).as_vec3();
        let direction = dice.vector().as_vec3() - origin;
        let exact = Ray::new(origin.as_dvec3(), direction.as_dvec3());
        let all: Vec<_> = (0..)
            .zip(&triangles)
            .filter_map(|(i, t)| Some((i, textbook(&exact, t.map(|v| vertices[v as usize]))?)))
            .collect();
        if all.iter().any(|(_, (_, margin))| margin.abs() < 1e-3) {
            continue;
        }
        let nearest = all.iter().filter(|(_, (_, m))| *m > 0.0).min_by(|a, b| a.1.0.total_cmp(&b.1.0));
        match (mesh.cast(&Ray::new(origin, direction), &CastOptions::default()), nearest) {
            (Some(hit), Some((index, (t, _)))) => {
                assert_eq!(hit.triangle, Some(*index));
                assert!((f64::from(hit.t) - t).abs() < 1e-5 * (1.0 + t));
                let corners = triangles[*index].map(|v| mesh.vertices()[v as usize]);
                let [u, v] = hit.uv.unwrap();
                let point = corners[0] * (1.0 - u - v) + corners[1] * u + corners[2] * v;
                assert!((point - hit.point.unwrap()).length() < 1e-5);
                hits += 1;
            }
            (None, None) => misses += 1,
            (hit, nearest) => panic!("{hit:?} {nearest:?}"),
        }
    }
    assert!(hits > 500 && misses > 100, "{hits} {misses}");
}

#[test]
fn no_ray_leaves_a_closed_sphere_through_an_edge_or_vertex() {
    let (vertices, triangles) = ball(40, 61);
    let wide = TriMesh::try_new(vertices.clone(), triangles.clone()).unwrap();
    let narrow = TriMesh::try_new(f32s(&vertices), triangles.clone()).unwrap();
    let mut dice = Dice(3);
    for round in 0..100_000 {
        let [a, b, _] = triangles[dice.below(triangles.len())].map(|v| vertices[v as usize]);
        let target = if round % 2 == 0 { a } else { a + (b - a) * (0.5 + 0.5 * dice.number()) };
        let origin = if round % 10 == 0 { DVec3::ZERO } else { dice.vector() * 0.55 };
        let options = CastOptions::default();
        let ray = Ray::new(origin, target - origin);
        let hit = wide.cast(&ray, &options).expect("no hole");
        assert_eq!(hit.side, Side::Inside);
        assert!((hit.t - 1.0).abs() < 1e-9, "{}", hit.t);
        let (origin, target) = (origin.as_vec3(), target.as_vec3());
        assert!(
            narrow.is_hit(&Ray::new(origin, target - origin), &CastOptions::default()),
            "{origin} {target}"
        );
    }
}

#[test]
fn no_ray_leaves_a_small_sphere_far_from_the_origin() {
    let (vertices, triangles) = ball(12, 17);
    let far = dvec3(2_000.0, -700.0, 90.0);
    let mesh =
        TriMesh::try_new(vertices.iter().map(|v| (*v + far).as_vec3()).collect(), triangles.clone()).unwrap();
    let mut dice = Dice(4);
    for _ in 0..100_000 {
        let target = mesh.vertices()[triangles[dice.below(triangles.len())][0] as usize];
        let origin = (far + dice.vector() * 0.4).as_vec3();
        assert!(mesh.is_hit(&Ray::new(origin, target - origin), &CastOptions::default()));
    }
}

/// Number of rays aimed at edges and vertices, from `BARYCAST_RAYS`.
fn aimed_rays() -> u64 {
    std::env::var("BARYCAST_RAYS").map_or(200_000, |n| n.parse().expect("BARYCAST_RAYS is a number"))
}

/// Aims rays from inside and outside at vertices, edges and (one in four) anywhere, and counts the
/// crossings.
fn aim<V>(make: impl Fn(&[DVec3]) -> Vec<V>, exact: impl Fn(V) -> DVec3, seed: u64)
where
    V: FloatVector<Scalar: MeshNumber> + Vector3 + PartialEq,
{
    let (vertices, triangles) = ball(40, 61);
    let vertices = make(&vertices);
    let mesh = TriMesh::try_new(vertices.clone(), triangles.clone()).unwrap();
    let middle = make(&[DVec3::ZERO])[0];
    let mut dice = Dice(seed);
    let all = CastOptions::default();
    for round in 0..aimed_rays() {
        let [a, b, _] = triangles[dice.below(triangles.len())].map(|v| vertices[v as usize]);
        let target = match round % 4 {
            0 => make(&[dice.vector()])[0],
            1 => a + (b - a) * V::Scalar::from_f64(0.5 + 0.5 * dice.number()),
            2 => a + (b - a) * V::Scalar::from_f64(0.5),
            _ => a,
        };
        let inside = round % 3 != 0;
        let origin = match round % 6 {
            1 => middle,
            _ if inside => make(&[dice.vector() * 0.55])[0],
            _ => make(&[dice.vector().normalize() * 1.5])[0],
        };
        // In two rounds of five the direction is exactly the way to the target.
        let direction = if round % 5 < 3 { target - origin } else { target };
        let origin = if round % 5 < 3 { origin } else { middle };
        if direction == middle {
            continue;
        }
        let inside = inside || round % 5 >= 3;
        let ray = Ray::new(origin, direction);
        let hits = mesh.cast_all(&ray, &all);
        let crossings = mesh.crossings(&ray, &all);
        assert_eq!(hits.first().copied(), mesh.cast(&ray, &all), "{ray:?}");
        assert_eq!(mesh.is_hit(&ray, &all), !hits.is_empty());
        if inside {
            assert_eq!((hits.len(), crossings), (1, 1), "{ray:?}");
            assert!((exact(hits[0].point.unwrap()).length() - 1.0).abs() < 1e-2, "{ray:?}");
        } else {
            assert!(matches!((hits.len(), crossings), (0 | 1, 0) | (1 | 2, 2)), "{ray:?} {hits:?}");
        }
    }
}

#[test]
fn every_shared_edge_and_vertex_is_crossed_once_in_f32() {
    aim::<Vec3>(f32s, Vec3::as_dvec3, 11);
}

#[test]
fn every_shared_edge_and_vertex_is_crossed_once_in_f64() {
    aim::<DVec3>(<[DVec3]>::to_vec, |v| v, 12);
}

/// Builds a box of `n` by `n` squares per side, each split along one of its diagonals, with integer
/// coordinates.
fn cut_box(n: u32) -> (Vec<Vec3>, Triangles) {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for axis in 0..3 {
        for far in [false, true] {
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let base = vertices.len() as u32;
                for (x, y) in [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)] {
                    let mut corner = Vec3::ZERO;
                    corner[axis] = if far { n as f32 } else { 0.0 };
                    corner[(axis + 1) % 3] = x as f32;
                    corner[(axis + 2) % 3] = y as f32;
                    vertices.push(corner);
                }
                let cut = if (i + j) % 2 == 0 { [[0, 1, 2], [0, 2, 3]] } else { [[0, 1, 3], [1, 2, 3]] };
                for [a, b, c] in cut.map(|t| t.map(|corner| corner + base)) {
                    triangles.push(if far { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    (vertices, triangles)
}

#[test]
fn rays_along_the_grid_of_a_box_cross_each_point_once() {
    let n = 4;
    let (vertices, triangles) = cut_box(n);
    let mesh = TriMesh::try_new(vertices, triangles).unwrap();
    let all = CastOptions::default();
    // Halves are midpoints of edges and diagonals, integers are vertices, and 0 and n lie in side
    // faces.
    let steps = || (0..=2 * n).map(|i| i as f32 / 2.0);
    for axis in 0..3 {
        for (x, y) in steps().flat_map(|x| steps().map(move |y| (x, y))) {
            for from in [-1.0, n as f32 + 1.0] {
                let mut origin = Vec3::ZERO;
                (origin[axis], origin[(axis + 1) % 3], origin[(axis + 2) % 3]) = (from, x, y);
                let mut direction = Vec3::ZERO;
                direction[axis] = if from < 0.0 { 1.0 } else { -1.0 };
                let ray = Ray::new(origin, direction);
                let ts: Vec<f32> = mesh.cast_all(&ray, &all).iter().map(|hit| hit.t).collect();
                assert_eq!(ts, [1.0, n as f32 + 1.0], "{ray:?}");
                assert!(matches!(mesh.crossings(&ray, &all), 0 | 2), "{ray:?}");
                let within = Ray::new(origin + direction * 1.5, direction);
                let ts: Vec<f32> = mesh.cast_all(&within, &all).iter().map(|hit| hit.t).collect();
                assert_eq!(ts, [n as f32 - 0.5], "{within:?}");
            }
        }
    }
}

#[test]
fn a_grazed_vertex_is_a_hit_and_no_crossing() {
    let mesh = TriMesh::try_new(cut_box(2).0, cut_box(2).1).unwrap();
    let all = CastOptions::default();
    let corner = Ray::new(vec3(3., 1., 2.), vec3(-1., 1., 0.));
    assert_eq!(mesh.cast_all(&corner, &all).len(), 1);
    assert_eq!(mesh.crossings(&corner, &all) % 2, 0);
}

#[test]
fn all_hits_of_random_triangles_equal_brute_force() {
    let mut dice = Dice(13);
    let (vertices, triangles) = soup(300, &mut dice);
    let vertices = f32s(&vertices);
    let mesh = TriMesh::try_new(vertices.clone(), triangles.clone()).unwrap();
    let singles: Vec<_> =
        triangles.iter().map(|t| TriMesh::try_new(vertices.clone(), vec![*t]).unwrap()).collect();
    for round in 0..2_000 {
        let ray = Ray::new((dice.vector() * 2.0).as_vec3(), dice.vector().as_vec3());
        let max_t = (round % 2 == 0).then_some(1.5);
        let options = CastOptions { max_t, cull: round % 5 == 0, ..CastOptions::default() };
        let mut expected: Vec<(f32, usize)> =
            (0..).zip(&singles).filter_map(|(i, single)| Some((single.cast(&ray, &options)?.t, i))).collect();
        expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
        expected.dedup_by_key(|(t, _)| *t);
        let hits: Vec<_> = mesh.cast_all(&ray, &options).iter().map(|h| (h.t, h.triangle.unwrap())).collect();
        assert_eq!(hits, expected);
    }
}

/// Integers up to 4096 whose eighths are exact in floating point, so that points on faces and edges
/// are exact.
fn tetrahedron(dice: &mut Dice) -> [DVec3; 4] {
    std::array::from_fn(|_| (dice.vector() * 512.0).round() * 8.0)
}

/// Casts rays that start on faces and edges, one by one and in a batch.
fn start_on_a_closed_mesh<V>(seed: u64)
where
    V: FloatVector<Scalar: MeshNumber> + Vector3,
{
    let to = |v: DVec3| V::from_fn(|axis| V::Scalar::from_f64(v[axis]));
    let mut dice = Dice(seed);
    let mut rays = 0;
    for _ in 0..400 {
        let corners = tetrahedron(&mut dice);
        if barycast::exact::predicate::orientation_3d(corners[0], corners[1], corners[2], corners[3]).is_eq()
        {
            continue;
        }
        let faces = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        let vertices: Vec<V> = corners.map(to).to_vec();
        let mesh = TriMesh::try_new(vertices.clone(), faces.map(|f| f.map(|i| i as u32)).to_vec()).unwrap();
        let mut batch = Vec::new();
        for face in faces {
            let [a, b, c] = face.map(|i| corners[i]);
            let (i, j) = (dice.below(7), dice.below(7));
            let (i, j) = (i.min(j), i.max(j) - i.min(j));
            let on = (a * i as f64 + b * j as f64 + c * (8 - i - j) as f64) / 8.0;
            let normal = (b - a).cross(c - a);
            let along = (b - a) * dice.number() + (c - a) * dice.number();
            let direction = match dice.below(3) {
                0 => dice.vector(),
                1 => (dice.vector() * 9.0).round(),
                _ => along + normal * (dice.number() / 4096.0 / 4096.0),
            };
            // Rounded to the numbers of `V`.
            let direction: DVec3 = to(direction).lift(&|x: V::Scalar| x.to_f64());
            // Skips silhouettes, where rounding may let the ray pass beside both faces.
            let fronts = faces.iter().filter(|f| {
                let [a, b, c] = f.map(|i| corners[i]);
                let inward = barycast::exact::predicate::orientation_3d(a, b, c, on).is_eq();
                inward && (b - a).cross(c - a).dot(direction) < 0.0
            });
            let meeting = usize::from(i == 0) + usize::from(j == 0) + 1;
            let fronts = fronts.count();
            if (meeting > 1 && fronts > 0 && fronts < meeting) || direction == DVec3::ZERO {
                continue;
            }
            let ray = Ray::new(to(on), to(direction));
            let hit = mesh.cast(&ray, &CastOptions::default());
            assert!(hit.is_some_and(|hit| hit.t == V::Scalar::ZERO), "{corners:?} {on} {direction} {hit:?}");
            batch.push(ray);
            rays += 1;
        }
        for hit in mesh.cast_batch(&batch, &CastOptions::default()) {
            assert!(hit.is_some_and(|hit| hit.t == V::Scalar::ZERO), "{corners:?} {hit:?}");
        }
    }
    assert!(rays > 1000, "{rays}");
}

#[test]
fn a_ray_that_starts_on_a_face_or_an_edge_hits_it_there() {
    start_on_a_closed_mesh::<Vec3>(7);
    start_on_a_closed_mesh::<DVec3>(8);
}

/// With rounding, a ray in a triangle's plane may appear to pass through the triangle, though it
/// starts beside it and leaves.
#[test]
fn rays_in_the_planes_of_triangles_equal_brute_force() {
    let mut dice = Dice(18);
    let mut hits = 0;
    for _ in 0..10_000 {
        let [a, b, c, _] = tetrahedron(&mut dice);
        let mesh = TriMesh::try_new(vec![a, b, c], vec![[0, 1, 2]]).unwrap();
        let mut eighths = || (dice.below(33) as f64 - 16.0) / 8.0;
        let origin = a + (b - a) * eighths() + (c - a) * eighths();
        let direction = (b - a) * eighths() + (c - a) * eighths();
        let ray = Ray::new(origin, direction);
        let hit = mesh.cast(&ray, &CastOptions::default());
        assert_eq!(hit, mesh.without_tree().cast(&ray, &CastOptions::default()), "{a} {b} {c} {ray:?}");
        hits += u32::from(hit.is_some());
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn a_needle_is_hit_at_its_place_and_not_elsewhere_on_its_line() {
    let mut dice = Dice(14);
    let mut hits = 0;
    for _ in 0..20_000 {
        let (middle, along) = (dice.vector(), dice.vector());
        let across = dice.vector() * 2e-7;
        let corners = f32s(&[middle + along, middle - along, middle + across]);
        let mesh = TriMesh::try_new(corners, vec![[0, 1, 2]]).unwrap();
        let target = middle + along * (0.9 * dice.number());
        let origin = (target + dice.vector()).as_vec3();
        let ray = Ray::new(origin, target.as_vec3() - origin);
        let Some(hit) = mesh.cast(&ray, &CastOptions::default()) else { continue };
        // A ray nearly parallel to the needle meets it over an interval.
        let sine = ray.direction.as_dvec3().normalize().cross(along.normalize()).length();
        assert!(
            (f64::from(hit.t) - 1.0).abs() * ray.direction.length() as f64 * sine < 1e-5,
            "{ray:?} {hit:?}"
        );
        hits += 1;
    }
    assert!(hits > 1_000, "{hits}");
}

#[test]
fn a_ray_that_leaves_a_convex_mesh_does_not_hit_it_again() {
    let mut dice = Dice(15);
    let all = CastOptions::default();
    let (vertices, triangles) = cut_box(3);
    let third = vertices.iter().map(|v| *v / 3.0 + 7.1).collect();
    let mesh = TriMesh::try_new(third, triangles).unwrap();
    for round in 0..20_000 {
        let target = mesh.vertices()[dice.below(mesh.vertices().len())];
        let origin = Vec3::splat(7.6) + (dice.vector() * 5.0).as_vec3();
        let Some(hit) = mesh.cast(&Ray::new(origin, target - origin), &all) else { continue };
        let normal = hit.normal.unwrap();
        let mut out = dice.vector().as_vec3();
        if round % 2 == 0 {
            // In the plane of the face, or nearly.
            out -= normal * out.dot(normal);
        }
        if out.dot(normal) < 0.0 {
            out = -out;
        }
        let ray = mesh.offset_ray_origin(&hit, out).unwrap();
        if (ray.origin - hit.point.unwrap()).dot(normal) > 0.0 {
            assert_eq!(mesh.cast(&ray, &all), None, "{hit:?} {out}");
        }
        assert!((ray.origin - hit.point.unwrap()).length() < 1e-4);
    }
}

#[test]
fn a_ray_leaves_needles_and_points_too() {
    let all = CastOptions::default();
    let needle = vec![vec3(0.1, 0.2, 0.3), vec3(1.1, 2.2, 3.3), vec3(0.6, 1.2, 1.8)];
    for corners in [needle, vec![vec3(0.1, 0.2, 0.3); 3]] {
        let mesh = TriMesh::try_new(corners.clone(), vec![[0, 1, 2]]).unwrap();
        let ray = Ray::new(corners[0] - Vec3::X, Vec3::X);
        let hit = mesh.cast(&ray, &all).unwrap();
        for out in [Vec3::X, -Vec3::X, corners[1] - corners[0], vec3(0.3, -0.7, 0.1)] {
            if out != Vec3::ZERO {
                assert_eq!(mesh.cast(&mesh.offset_ray_origin(&hit, out).unwrap(), &all), None, "{out}");
            }
        }
    }
    // No other triangle gives the mesh a size.
    let mesh = TriMesh::try_new(vec![DVec3::ZERO; 3], vec![[0, 1, 2]]).unwrap();
    let hit = mesh.cast(&Ray::new(-DVec3::X, DVec3::X), &CastOptions::default()).unwrap();
    let left = mesh.offset_ray_origin(&hit, dvec3(0.3, -0.7, 0.1)).unwrap();
    assert_eq!(mesh.cast(&left, &CastOptions::default()), None, "{left:?}");
}

fn square() -> TriMesh<Vec3> {
    let corners = vec![vec3(0., 0., 0.), vec3(1., 0., 0.), vec3(1., 1., 0.), vec3(0., 1., 0.)];
    TriMesh::try_new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap()
}

#[test]
fn at_equal_distance_the_lowest_triangle_is_returned_within_the_limit() {
    let corners = vec![vec3(0., 0., 0.), vec3(1., 0., 0.), vec3(0., 1., 0.)];
    let many = TriMesh::try_new(corners, vec![[0, 1, 2]; 1000]).unwrap();
    let down = Ray::new(vec3(0.25, 0.25, 2.), vec3(0., 0., -1.));
    let options = CastOptions { max_t: Some(2.0), ..CastOptions::default() };
    assert_eq!(many.cast(&down, &options).unwrap().triangle, Some(0));
    assert!(square().is_hit(&Segment::new(vec3(0.5, 0.5, 1.), vec3(0.5, 0.5, 0.)), &CastOptions::default()));
    assert!(!square().is_hit(&down, &CastOptions { max_t: Some(1.999), ..options }));
}

#[test]
fn front_and_back_faces_are_distinguished_and_culled() {
    let cull = CastOptions { cull: true, ..CastOptions::default() };
    for (z, side) in [(1.0, Side::Outside), (-1.0, Side::Inside)] {
        for tilt in [0.0, 0.3, 1.0, 3.0] {
            let ray = Ray::new(vec3(0.3, 0.6, z), vec3(tilt * 0.1, tilt * -0.1, -z));
            let hit = square().cast(&ray, &CastOptions::default()).unwrap();
            assert_eq!((hit.side, hit.normal), (side, Some(Vec3::Z)));
            assert_eq!(square().cast(&ray, &cull).is_some(), side == Side::Outside);
        }
    }
}

#[test]
fn a_ray_in_the_plane_of_a_triangle_hits_its_first_common_point() {
    let square = square();
    let along = |origin: Vec3, direction: Vec3| {
        square.cast(&Ray::new(origin, direction), &CastOptions::default()).map(|hit| hit.t)
    };
    assert_eq!(along(vec3(-1., 0.5, 0.), vec3(2., 0., 0.)), Some(0.5));
    assert_eq!(along(vec3(0.5, 0.25, 0.), vec3(0., 1., 0.)), Some(0.0));
    assert_eq!(along(vec3(-1., 1., 0.), vec3(1., 0., 0.)), Some(1.0));
    assert_eq!(along(vec3(-1., 1.5, 0.), vec3(1., 0., 0.)), None);
    assert_eq!(along(vec3(2., 0.5, 0.), vec3(1., 0., 0.)), None);
}

#[test]
fn a_ray_without_a_direction_hits_nothing() {
    let mesh = square();
    for direction in [Vec3::ZERO, vec3(f32::NAN, 0.0, 0.0), Vec3::NAN, Vec3::X] {
        let nowhere = vec3(f32::NEG_INFINITY, 0.0, 0.0);
        let origins =
            if direction == Vec3::X { [nowhere; 2] } else { [vec3(0.25, 0.5, 0.0), vec3(70.0, 50.0, 0.0)] };
        for origin in origins {
            let (ray, all) = (Ray { origin, direction }, CastOptions::default());
            for mesh in [mesh.clone(), mesh.without_tree()] {
                assert_eq!((mesh.cast(&ray, &all), mesh.is_hit(&ray, &all)), (None, false), "{ray:?}");
                assert_eq!(mesh.cast_batch(&[ray; 9], &all), [None; 9], "{ray:?}");
                assert!(mesh.cast_all(&ray, &all).is_empty() && mesh.crossings(&ray, &all) == 0, "{ray:?}");
            }
        }
    }
}

#[test]
fn a_collinear_triangle_is_a_segment_without_a_normal() {
    let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::X * 3.], vec![[0, 1, 2]]).unwrap();
    let hit = mesh.cast(&Ray::new(vec3(2., 0., 1.), vec3(0., 0., -1.)), &CastOptions::default()).unwrap();
    assert_eq!((hit.t, hit.normal), (1.0, None));
}

#[test]
fn a_ray_at_a_collinear_triangle_does_not_hit_at_its_origin() {
    let thin = |corners: [DVec3; 3]| TriMesh::try_new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
    let mesh = thin([dvec3(-1., 2., 0.), dvec3(-5., 8., 0.), dvec3(3., -4., 0.)]);
    let ray = Ray::new(dvec3(-1., -2., 1.), dvec3(2., 5., -2.));
    for mesh in [mesh.without_tree(), mesh] {
        let hit = mesh.cast(&ray, &CastOptions::default());
        assert!(hit.is_none_or(|hit| (hit.t - 0.5).abs() < 1e-12), "{hit:?}");
    }
    let on_it = Ray::new(dvec3(0., 0.5, 0.), dvec3(0.3, 0.1, 1.));
    let mesh = thin([dvec3(-1., 2., 0.), dvec3(-5., 8., 0.), dvec3(3., -4., 0.)]);
    assert_eq!(mesh.cast(&on_it, &CastOptions::default()).map(|hit| hit.t), Some(0.));
}

#[test]
fn segments_hit_at_their_endpoints_and_points_where_they_lie() {
    let mesh = |corners: [[f64; 3]; 3]| {
        TriMesh::try_new(corners.map(DVec3::from_array).to_vec(), vec![[0, 1, 2]]).unwrap()
    };
    let all = CastOptions::default();
    let tilted = mesh([[1., 1., 0.], [-1., 0., 0.], [0., -2., 0.]]);
    let onto = Segment::new(dvec3(-2., 2., 2.), dvec3(0., -1., 0.));
    let hit = tilted.cast(&onto, &all).unwrap();
    assert_eq!((hit.t, hit.point), (1., Some(onto.b)));
    assert!(tilted.is_hit(&onto, &all) && tilted.cast_all(&onto, &all)[0].t == 1.);
    let short = Segment::new(onto.a, dvec3(-0.000_002, -0.999_997, 0.000_002));
    assert_eq!(tilted.cast(&short, &all), None);

    let flat = mesh([[0., 0., 0.], [4., 0., 0.], [0., 4., 0.]]);
    let at = |x: f64, y: f64, z: f64| Segment::new(dvec3(x, y, z), dvec3(x, y, z));
    let hit = flat.cast(&at(1., 1., 0.), &all).unwrap();
    assert_eq!((hit.t, hit.uv), (0., Some([0.25, 0.25])));
    assert!(!flat.is_hit(&at(1., 1., 0.5), &all) && flat.cast_all(&at(5., 5., 0.), &all).is_empty());
    let thin = mesh([[0., 0., 0.], [4., 4., 0.], [1., 1., 0.]]);
    assert!(!thin.is_hit(&at(3., 1., 0.), &all) && thin.is_hit(&at(3., 3., 0.), &all));
}

#[test]
fn normals_are_right_where_products_overflow_or_underflow() {
    /// Hits a large or small triangle at a vertex, with one ray and with a batch.
    fn hit<V: FloatVector<Scalar: MeshNumber> + Vector3 + PartialEq>(size: f64) {
        let v = |p: DVec3| V::from_fn(|axis| V::Scalar::from_f64(p[axis]));
        let corners = [DVec3::ZERO, DVec3::X * size, DVec3::Y * size].map(v);
        let mesh = TriMesh::try_new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
        let down = Ray::new(v(DVec3::Z), v(-DVec3::Z));
        let hit = mesh.cast(&down, &CastOptions::default()).unwrap();
        assert_eq!(hit.normal, Some(v(DVec3::Z)), "{size}");
        assert_eq!(mesh.cast_batch(&[down; 4], &CastOptions::default()), [Some(hit); 4]);
    }
    for size in [1e-44, 1e-25, 1.0, 1e25, 3e38] {
        hit::<Vec3>(size);
    }
    for size in [5e-324, 1e-200, 1.0, 1e226, f64::MAX] {
        hit::<DVec3>(size);
    }
}

#[test]
fn the_closest_point_equals_brute_force() {
    let mut dice = Dice(5);
    for n in [1, 7, 400] {
        let (vertices, triangles) = soup(n, &mut dice);
        let mesh = TriMesh::try_new(vertices, triangles).unwrap();
        for _ in 0..300 {
            let point = dice.vector() * 2.0;
            let each = (0..n as usize).map(|i| {
                let triangle = mesh.triangle(i).unwrap();
                barycast::pair::point_triangle::distance(&Point(point), &triangle).distance
            });
            let (index, nearest) = each.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            let found = mesh.closest_point(point);
            assert_eq!((found.triangle, found.closest.distance), (index, nearest));
        }
    }
}

#[test]
fn invalid_numbers_are_reported() {
    let good = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    assert_eq!(TriMesh::try_new(good.clone(), vec![]).unwrap_err(), MeshError::Empty);
    let error = TriMesh::try_new(good.clone(), vec![[0, 1, 2], [0, 1, 3]]).unwrap_err();
    assert_eq!(error, MeshError::NoSuchVertex { triangle: 1, vertex: 3, vertices: 3 });
    let bad = vec![Vec3::ZERO, vec3(0., f32::NAN, 0.), Vec3::Y];
    let error = TriMesh::try_new(bad, vec![[0, 1, 2]]).unwrap_err().to_string();
    assert_eq!(error, "y of vertex 1 must be finite, got NaN");
}

#[test]
fn the_bvh_covers_the_mesh() {
    let (vertices, triangles) = ball(20, 20);
    let mesh = TriMesh::try_new(vertices, triangles).unwrap();
    let mut bounds = mesh.bvh().bounds();
    let before = bounds;
    bounds.join(&Bounds::around(&mesh.vertices().iter().map(glam::DVec3::to_array).collect::<Vec<_>>(), 0.0));
    assert_eq!(bounds, before);
    assert!(mesh.bounds().min.cmpge(DVec3::splat(-1.0)).all());
}
