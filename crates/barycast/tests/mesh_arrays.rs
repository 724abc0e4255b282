//! Batches of meshes in arrays of numbers: every result equals that of the single query.

#![cfg(feature = "mesh")]

use barycast::d3::Ray;
use barycast::mesh::{ClosestArrays, HitArrays, RayArrays, TriMesh};
use barycast::pair::cast::CastOptions;
use barycast::query::cancel::CancelToken;
use barycast::query::{Hit, Side};
use glam::{Vec3, vec3};

/// A bumpy sphere with `2 * rings * segments` triangles, closed.
fn sphere(rings: u32, segments: u32) -> TriMesh<Vec3> {
    let mut vertices = vec![Vec3::Z, Vec3::NEG_Z];
    for ring in 1..rings {
        for segment in 0..segments {
            let (polar, turn) =
                (core::f32::consts::PI * ring as f32 / rings as f32, segment as f32 / segments as f32);
            let around = core::f32::consts::TAU * turn;
            let radius = 1.0 + 0.1 * (5.0 * around).sin() * polar.sin();
            let [x, y] = [around.cos() * polar.sin(), around.sin() * polar.sin()];
            vertices.push(radius * vec3(x, y, polar.cos()));
        }
    }
    let at = |ring: u32, segment: u32| match ring {
        0 => 0,
        ring if ring == rings => 1,
        ring => 2 + (ring - 1) * segments + segment % segments,
    };
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for segment in 0..segments {
            let [a, b] = [at(ring, segment), at(ring, segment + 1)];
            let [c, d] = [at(ring + 1, segment), at(ring + 1, segment + 1)];
            triangles
                .extend([[a, c, b], [b, c, d]].into_iter().filter(|[a, b, c]| a != b && b != c && a != c));
        }
    }
    TriMesh::try_new(vertices, triangles).unwrap()
}

fn points(count: usize, seed: u64) -> Vec<[f32; 3]> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..count).map(|_| [(); 3].map(|()| 3.0 * random.f32() - 1.5)).collect()
}

fn ray([origin, direction]: [[f32; 3]; 2]) -> Ray {
    Ray::new(Vec3::from(origin), Vec3::from(direction))
}

/// Slices for every part of hits.
struct Hits {
    t: Vec<f32>,
    triangle: Vec<i32>,
    uv: Vec<[f32; 2]>,
    normal: Vec<[f32; 3]>,
    point: Vec<[f32; 3]>,
    front: Vec<bool>,
}

impl Hits {
    fn new(count: usize) -> Self {
        Self {
            t: vec![7.0; count],
            triangle: vec![7; count],
            uv: vec![[7.0; 2]; count],
            normal: vec![[7.0; 3]; count],
            point: vec![[7.0; 3]; count],
            front: vec![true; count],
        }
    }

    fn slices(&mut self) -> HitArrays<'_, f32> {
        HitArrays {
            t: Some(&mut self.t),
            triangle: Some(&mut self.triangle),
            uv: Some(&mut self.uv),
            normal: Some(&mut self.normal),
            point: Some(&mut self.point),
            front: Some(&mut self.front),
        }
    }

    fn assert_is(&self, index: usize, hit: Option<Hit<Vec3>>) {
        let Some(hit) = hit else {
            assert_eq!((self.t[index], self.triangle[index]), (f32::INFINITY, -1));
            assert!(self.uv[index][0].is_nan() && self.normal[index][2].is_nan());
            assert!(self.point[index][1].is_nan() && !self.front[index]);
            return;
        };
        assert_eq!(self.t[index].to_bits(), hit.t.to_bits());
        assert_eq!(self.triangle[index] as usize, hit.triangle.unwrap());
        assert_eq!(self.uv[index], hit.uv.unwrap());
        assert_eq!(self.normal[index], hit.normal.unwrap().to_array());
        assert_eq!(self.point[index], hit.point.unwrap().to_array());
        assert_eq!(self.front[index], hit.side == Side::Outside);
    }
}

#[test]
fn casts_of_arrays_equal_single_casts() {
    let mesh = sphere(30, 40);
    let (origins, directions) = (points(2000, 1), points(2000, 2));
    let joined: Vec<[f32; 6]> =
        origins.iter().zip(&directions).map(|([a, b, c], [x, y, z])| [*a, *b, *c, *x, *y, *z]).collect();
    for options in [
        CastOptions::default(),
        CastOptions { min_t: Some(0.4), ..CastOptions::default() },
        CastOptions { min_t: Some(0.1), max_t: Some(0.8), cull: true, ..CastOptions::default() },
    ] {
        let separate = RayArrays::Separate { origins: &origins, directions: &directions };
        for (mesh, count) in [(&mesh, 2000), (&mesh.without_tree(), 40)] {
            let (origins, directions) = (&origins[..count], &directions[..count]);
            let mut hits = [Hits::new(count), Hits::new(count)];
            let arrays = RayArrays::Separate { origins, directions };
            mesh.cast_arrays(arrays, &options, hits[0].slices()).unwrap();
            mesh.cast_arrays(RayArrays::Joined(&joined[..count]), &options, hits[1].slices()).unwrap();
            let mut any = vec![true; count];
            mesh.is_hit_arrays(arrays, &options, &mut any).unwrap();
            let mut crossings = vec![9; count];
            mesh.crossings_arrays(arrays, &options, &mut crossings).unwrap();
            for index in 0..count {
                let ray = ray([origins[index], directions[index]]);
                let hit = mesh.cast(&ray, &options);
                for hits in &hits {
                    hits.assert_is(index, hit);
                }
                assert_eq!(any[index], hit.is_some());
                assert_eq!(crossings[index] as usize, mesh.crossings(&ray, &options));
            }
        }
        for max_hits in [None, Some(0), Some(1), Some(2)] {
            let lists = mesh.cast_all_arrays(separate, &options, max_hits).unwrap();
            assert_eq!((lists.offsets.len(), lists.t.len()), (2001, lists.front.len()));
            for index in 0..2000 {
                let mut hits = mesh.cast_all(&ray([origins[index], directions[index]]), &options);
                hits.truncate(max_hits.unwrap_or(usize::MAX));
                let of = lists.offsets[index]..lists.offsets[index + 1];
                assert_eq!(lists.t[of.clone()], hits.iter().map(|hit| hit.t).collect::<Vec<_>>());
                let triangles: Vec<_> =
                    hits.iter().map(|hit| i32::try_from(hit.triangle.unwrap()).unwrap()).collect();
                assert_eq!(lists.triangle[of], triangles);
            }
        }
    }
}

#[test]
fn only_given_slices_are_written_and_lengths_are_checked() {
    let mesh = sphere(8, 8);
    let (origins, directions) = ([[0.0; 3]; 3], [[0.0, 0.0, 1.0]; 3]);
    let rays = RayArrays::Separate { origins: &origins, directions: &directions };
    let mut t = [0.0; 3];
    let hits = HitArrays { t: Some(&mut t), ..HitArrays::default() };
    mesh.cast_arrays(rays, &CastOptions::default(), hits).unwrap();
    assert_eq!(t, [1.0; 3]);
    let mut short = [7.0; 2];
    let hits = HitArrays { t: Some(&mut short), ..HitArrays::default() };
    let error = mesh.cast_arrays(rays, &CastOptions::default(), hits).unwrap_err();
    assert_eq!(error.to_string(), "`t` must have 3 elements, got 2");
    assert_eq!(short, [7.0; 2]);
    let rays = RayArrays::Separate { origins: &origins, directions: &directions[1..] };
    let error = mesh.cast_all_arrays(rays, &CastOptions::default(), None).unwrap_err();
    assert_eq!(error.to_string(), "`directions` must have 3 elements, got 2");
}

#[test]
fn both_limits_of_t_are_inclusive() {
    let mesh = sphere(20, 20);
    for (origin, direction) in points(300, 5).into_iter().zip(points(300, 6)) {
        let ray = ray([origin, direction]);
        let all = mesh.cast_all(&ray, &CastOptions::default());
        for (index, hit) in all.iter().enumerate() {
            let from = CastOptions { min_t: Some(hit.t), ..CastOptions::default() };
            assert_eq!(mesh.cast(&ray, &from).unwrap().t, hit.t);
            assert_eq!(mesh.cast_all(&ray, &from).len(), all.len() - index);
            let only = CastOptions { max_t: Some(hit.t), ..from };
            assert!(mesh.is_hit(&ray, &only) && mesh.cast_all(&ray, &only).len() == 1);
            let after = CastOptions { min_t: Some(hit.t.next_up()), ..CastOptions::default() };
            assert_eq!(mesh.cast(&ray, &after).map(|hit| hit.t), all.get(index + 1).map(|hit| hit.t));
        }
        let before = CastOptions { min_t: Some(-1.0), ..CastOptions::default() };
        assert_eq!(mesh.cast_all(&ray, &before).len(), all.len());
        let never = CastOptions { min_t: Some(f32::NAN), ..CastOptions::default() };
        assert!(!mesh.is_hit(&ray, &never));
    }
}

#[test]
fn closest_points_of_arrays_equal_single_ones() {
    let mesh = sphere(30, 40);
    let points = points(1500, 3);
    let count = points.len();
    for limit in [f32::INFINITY, 0.2] {
        let (mut distance, mut triangle) = (vec![0.0; count], vec![0; count]);
        let (mut point, mut uv, mut normal) =
            (vec![[0.0; 3]; count], vec![[0.0; 2]; count], vec![[0.0; 3]; count]);
        let closest = ClosestArrays {
            distance: Some(&mut distance),
            point: Some(&mut point),
            triangle: Some(&mut triangle),
            uv: Some(&mut uv),
            normal: Some(&mut normal),
        };
        mesh.closest_point_arrays(&points, limit, closest).unwrap();
        for (index, p) in points.iter().enumerate() {
            let Some(found) = mesh.closest_point_within(Vec3::from(*p), limit) else {
                assert_eq!((distance[index], triangle[index]), (f32::INFINITY, -1));
                assert!(point[index][0].is_nan() && uv[index][0].is_nan() && normal[index][0].is_nan());
                continue;
            };
            assert_eq!((distance[index], triangle[index] as usize), (found.closest.distance, found.triangle));
            assert_eq!(point[index], found.closest.on_b.to_array());
            let [u, v] = uv[index];
            let face = mesh.triangle(found.triangle).unwrap();
            let at = face.a + (face.b - face.a) * u + (face.c - face.a) * v;
            assert!((at - found.closest.on_b).length() < 1e-5);
            assert!((Vec3::from(normal[index]).length() - 1.0).abs() < 1e-5);
        }
        let mut triangle = vec![0; 3 * count];
        let closest = ClosestArrays { triangle: Some(&mut triangle), ..ClosestArrays::default() };
        mesh.k_nearest_arrays(&points, 3, limit, closest).unwrap();
        let lists = mesh.triangles_within_arrays(&points, 0.2);
        for (index, p) in points.iter().enumerate() {
            let nearest = mesh.k_nearest_triangles(Vec3::from(*p), 3);
            let mut expected = [-1; 3];
            for (place, found) in nearest.iter().filter(|f| f.closest.distance <= limit).enumerate() {
                expected[place] = i32::try_from(found.triangle).unwrap();
            }
            assert_eq!(triangle[3 * index..][..3], expected);
            let within = mesh.triangles_within(Vec3::from(*p), 0.2);
            let found = &lists.triangle[lists.offsets[index]..lists.offsets[index + 1]];
            assert!(found.iter().map(|triangle| *triangle as usize).eq(within));
        }
    }
}

#[test]
fn signs_of_arrays_equal_single_ones() {
    let mesh = sphere(30, 40);
    let points = points(1500, 4);
    let (mut inside, mut distance) = (vec![false; points.len()], vec![0.0; points.len()]);
    mesh.contains_point_arrays(&points, &mut inside).unwrap();
    mesh.signed_distance_arrays(&points, &mut distance).unwrap();
    for (index, p) in points.iter().enumerate() {
        assert_eq!(inside[index], mesh.contains_point(Vec3::from(*p)));
        assert_eq!(distance[index], mesh.signed_distance(Vec3::from(*p)));
    }
    assert!(inside.contains(&true) && inside.contains(&false));
}

#[test]
fn a_cancelled_batch_stops() {
    let mesh = sphere(8, 8);
    let origins = points(100_000, 7);
    let token = CancelToken::new();
    token.cancel();
    let mut inside = vec![false; origins.len()];
    assert!(token.run(|| mesh.contains_point_arrays(&origins, &mut inside)).is_none());
    let token = CancelToken::new();
    let found = token.run(|| {
        token.cancel();
        mesh.contains_point_arrays(&origins, &mut inside)
    });
    assert!(found.is_none() && !inside.contains(&true));
}
