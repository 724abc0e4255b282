//! Edited meshes: inserted and removed triangles and moved vertices, with all queries compared to a
//! rebuilt mesh and to brute force.

use barycast::d3::f64::Aabb;
use barycast::dynamic::any::Shape3;
use barycast::frame::Affine3;
use barycast::mesh::{MeshError, MeshNumber, MovedTriangle, Replacement, TriMesh, Winding};
use barycast::number::Float;
use barycast::pair::cast::CastOptions;
use barycast::shape::{Ray, Sphere};
use barycast::vector::{FloatVector, Vector3};
use fastrand::Rng;
use glam::{DVec3, Vec3, dvec3, vec3};

/// Draws a number, on a grid or not.
fn number(random: &mut Rng, grid: bool) -> f64 {
    let x = random.f64() * 8.0 - 4.0;
    if grid { x.round() } else { x }
}

fn point(random: &mut Rng, grid: bool) -> DVec3 {
    dvec3(number(random, grid), number(random, grid), number(random, grid))
}

/// Reference: lists edited by the documented rules.
struct Lists<V> {
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
}

impl<V: Copy> Lists<V> {
    fn replace(&mut self, removed: &[usize], vertices: &[V], inserted: &[[u32; 3]]) -> Replacement {
        self.vertices.extend(vertices);
        let mut places = removed.to_vec();
        places.sort_unstable();
        let mut inserted = inserted.iter();
        let mut done = Replacement::default();
        let mut holes = Vec::new();
        for place in places {
            match inserted.next() {
                Some(triangle) => {
                    self.triangles[place] = *triangle;
                    done.inserted.push(place);
                }
                None => holes.push(place),
            }
        }
        for triangle in inserted {
            done.inserted.push(self.triangles.len());
            self.triangles.push(*triangle);
        }
        let end = self.triangles.len() - holes.len();
        let mut last: Vec<usize> = (end..self.triangles.len()).filter(|i| !holes.contains(i)).collect();
        last.reverse();
        for to in holes.into_iter().filter(|hole| *hole < end) {
            let from = last.pop().unwrap();
            self.triangles[to] = self.triangles[from];
            done.moved.push(MovedTriangle { from, to });
        }
        self.triangles.truncate(end);
        done
    }
}

/// Compares all queries.
fn assert_alike<V>(mesh: &TriMesh<V>, random: &mut Rng, grid: bool, make: &impl Fn(DVec3) -> V)
where
    V: FloatVector<Scalar: MeshNumber + Send + Sync> + Vector3 + PartialEq + Send + Sync,
{
    let mut others = vec![mesh.without_tree()];
    others.extend(TriMesh::try_new(mesh.vertices().to_vec(), mesh.triangles().to_vec()));
    others.extend((others.len() > 1).then(|| mesh.clone().compact()));
    let rays: Vec<_> = (0..20)
        .map(|_| [point(random, grid) * 1.5, point(random, grid)])
        .filter(|[_, way]| *way != DVec3::ZERO)
        .map(|[origin, way]| Ray::new(make(origin), make(way)))
        .collect();
    let options = CastOptions::default();
    let hits = mesh.cast_batch(&rays, &options);
    let boxed = |low: DVec3| Shape3::from(Aabb::new(low, low + DVec3::splat(2.0)));
    let pose = |at: DVec3| Affine3 { translation: make(at), ..Affine3::identity() };
    let vertices = mesh.vertices().len() as u32;
    let around: Vec<u32> = (0..4).filter(|_| vertices > 0).map(|_| random.u32(0..vertices)).collect();
    let at = point(random, grid);
    for other in &others {
        assert_eq!(other.cast_batch(&rays, &options), hits);
        assert_eq!(other.is_hit_batch(&rays, &options), mesh.is_hit_batch(&rays, &options));
        for (ray, hit) in rays.iter().zip(&hits) {
            assert_eq!(mesh.cast(ray, &options), *hit);
            assert_eq!(mesh.cast_all(ray, &options), other.cast_all(ray, &options));
            assert_eq!(mesh.first_hits(ray, 2, &options), other.first_hits(ray, 2, &options));
            assert_eq!(mesh.crossings(ray, &options), other.crossings(ray, &options));
            let [near, there] = [mesh, other].map(|mesh| mesh.closest_point(ray.origin));
            assert_eq!((near.triangle, near.closest.distance), (there.triangle, there.closest.distance));
            let radius = V::Scalar::from_f64(1.0);
            assert_eq!(mesh.triangles_within(ray.origin, radius), other.triangles_within(ray.origin, radius));
        }
        let low = point(random, grid);
        assert_eq!(mesh.triangles_overlapping(&boxed(low)), other.triangles_overlapping(&boxed(low)));
        assert_eq!(mesh.triangles_in(&boxed(low)).ok(), other.triangles_in(&boxed(low)).ok());
        for vertex in &around {
            assert_eq!(mesh.triangles_of_vertex(*vertex), other.triangles_of_vertex(*vertex));
        }
        let within =
            Winding::new(mesh.clone()).at(make(at), 1e-3) - Winding::new(other.clone()).at(make(at), 1e-3);
        assert!(within.abs() < 3e-3, "{within}");
        if mesh.triangles().len() < 60 {
            let pairs = mesh.intersecting_triangles(mesh, &pose(at));
            assert_eq!(pairs, other.intersecting_triangles(mesh, &pose(at)));
            assert_eq!(mesh.self_intersections(), other.self_intersections());
        }
    }
}

/// Draws small triangles, some of them sharing vertices.
fn triangles<V>(
    random: &mut Rng,
    grid: bool,
    vertices: u32,
    make: &impl Fn(DVec3) -> V,
) -> (Vec<V>, Vec<[u32; 3]>) {
    let size = [0.05, 0.3, 1.0][random.usize(0..3)];
    let middle = point(random, grid);
    let count = random.u32(0..30);
    let corners = (0..3 * count).map(|_| make(middle + point(random, grid) * size)).collect();
    let named = (0..count).map(|i| {
        let own = [0, 1, 2].map(|corner| vertices + 3 * i + corner);
        if random.bool() { own } else { [own[0], random.u32(0..vertices + 3), random.u32(0..vertices + 3)] }
    });
    (corners, named.collect())
}

fn edit_at_random<V>(seeds: u64, make: impl Fn(DVec3) -> V)
where
    V: FloatVector<Scalar: MeshNumber + Send + Sync> + Vector3 + PartialEq + Send + Sync,
{
    for seed in 0..seeds {
        let random = &mut Rng::with_seed(seed);
        let grid = seed % 3 == 0;
        let first = [1, 1, 40, 400][seed as usize % 4];
        let vertices: Vec<V> = (0..3 * first).map(|_| make(point(random, grid) * 0.4)).collect();
        let named = (0..first).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mut lists = Lists { vertices, triangles: named };
        let mut mesh = TriMesh::try_new(lists.vertices.clone(), lists.triangles.clone()).unwrap();
        for step in 0..40 {
            let count = lists.triangles.len();
            let out = match random.usize(0..8) {
                0 => 0,
                1 => count,
                2 => 1.min(count),
                _ => random.usize(0..=count.min(20)),
            };
            let mut removed: Vec<usize> = (0..count).collect();
            random.shuffle(&mut removed);
            removed.truncate(out);
            let (new, inserted) = triangles(random, grid, lists.vertices.len() as u32, &make);
            match random.usize(0..4) {
                0 => {
                    let moved = mesh.remove(&removed).unwrap();
                    assert_eq!(lists.replace(&removed, &[], &[]).moved, moved);
                }
                1 => {
                    let there = mesh.insert(&new, &inserted).unwrap();
                    assert_eq!(lists.replace(&[], &new, &inserted).inserted, there.collect::<Vec<_>>());
                }
                _ => {
                    let done = mesh.replace(&removed, &new, &inserted).unwrap();
                    assert_eq!(lists.replace(&removed, &new, &inserted), done);
                }
            }
            if random.usize(0..3) == 0 {
                let places = lists.vertices.len() as u32;
                let moves: Vec<_> = (0..random.usize(0..9))
                    .map(|_| (random.u32(0..places), make(point(random, grid))))
                    .collect();
                mesh.move_vertices(&moves).unwrap();
                for (vertex, to) in &moves {
                    lists.vertices[*vertex as usize] = *to;
                }
            }
            if random.usize(0..10) == 0 {
                let by = make(point(random, grid) * 0.1);
                lists.vertices.iter_mut().for_each(|v| *v = *v + by);
                mesh = mesh.try_refit(lists.vertices.clone()).unwrap();
            }
            assert!(mesh.vertices() == lists.vertices, "{seed} {step}");
            assert_eq!(mesh.triangles(), lists.triangles, "{seed} {step}");
            if step % 4 == 3 {
                assert_alike(&mesh, random, grid, &make);
            }
        }
    }
}

#[test]
fn edited_meshes_equal_rebuilt_ones_in_f64() {
    edit_at_random(24, |v| v);
}

#[test]
fn edited_meshes_equal_rebuilt_ones_in_f32() {
    edit_at_random(24, DVec3::as_vec3);
}

/// Builds a floor of `2 n n` triangles.
fn floor(n: u32) -> TriMesh<Vec3> {
    let vertices =
        (0..(n + 1) * (n + 1)).map(|i| vec3((i % (n + 1)) as f32, (i / (n + 1)) as f32, 0.0)).collect();
    let cell = |i: u32| {
        let a = i / n * (n + 1) + i % n;
        [[a, a + 1, a + n + 2], [a, a + n + 2, a + n + 1]]
    };
    TriMesh::try_new(vertices, (0..n * n).flat_map(cell).collect()).unwrap()
}

#[test]
fn rays_pass_through_a_hole_until_it_is_filled() {
    let mut mesh = floor(100);
    let down = Ray::new(vec3(50.6, 50.3, 1.0), vec3(0.0, 0.0, -1.0));
    let options = CastOptions::default();
    let hit = mesh.cast(&down, &options).unwrap().triangle.unwrap();
    let named = mesh.triangles()[hit];
    let moved = mesh.remove(&[hit]).unwrap();
    assert_eq!(moved, [MovedTriangle { from: 19_999, to: hit }]);
    assert!(mesh.cast(&down, &options).is_none());
    assert_eq!(mesh.insert(&[], &[named]).unwrap(), 19_999..20_000);
    assert_eq!(mesh.cast(&down, &options).unwrap().triangle, Some(19_999));
}

#[test]
fn an_emptied_mesh_has_valid_results_and_can_be_refilled() {
    let mut mesh = floor(30);
    let down = Ray::new(vec3(0.6, 0.3, 1.0), vec3(0.0, 0.0, -1.0));
    let options = CastOptions::default();
    let all: Vec<usize> = (0..mesh.triangles().len()).collect();
    for in_pieces in [false, true] {
        for some in all.chunks(if in_pieces { 7 } else { all.len() }).rev() {
            mesh.remove(some).unwrap();
        }
        assert!(mesh.triangles().is_empty() && mesh.cast(&down, &options).is_none());
        assert!(mesh.closest_point_within(Vec3::ZERO, 1e9).is_none());
        assert!(mesh.bounds().min.x > mesh.bounds().max.x);
        assert!(mesh.triangles_overlapping(&Aabb::new(DVec3::ZERO, DVec3::ONE).into()).is_empty());
        mesh.insert(&[], &[[0, 1, 32]]).unwrap();
        assert_eq!(mesh.cast(&down, &options).unwrap().triangle, Some(0));
        mesh.insert(&[], floor(30).triangles()).unwrap();
        mesh.remove(&[0]).unwrap();
        assert_eq!(mesh.triangles().len(), all.len());
        assert!(mesh.tree_bytes() < 3 * floor(30).tree_bytes());
    }
}

#[test]
fn a_bvh_stays_small_and_good_under_many_edits() {
    let mut mesh = floor(60);
    let random = &mut Rng::with_seed(3);
    for _ in 0..2000 {
        let vertex = random.u32(0..mesh.vertices().len() as u32);
        let around = mesh.triangles_of_vertex(vertex);
        let named: Vec<[u32; 3]> = around.iter().map(|triangle| mesh.triangles()[*triangle]).collect();
        mesh.remove(&around).unwrap();
        let place = mesh.vertices()[vertex as usize] + vec3(0.0, 0.0, random.f32() - 0.5);
        mesh.move_vertices(&[(vertex, place)]).unwrap();
        mesh.insert(&[], &named).unwrap();
    }
    let rebuilt = TriMesh::try_new(mesh.vertices().to_vec(), mesh.triangles().to_vec()).unwrap();
    assert_eq!(mesh.triangles().len(), 7200);
    assert!(mesh.tree_bytes() < 2 * rebuilt.tree_bytes(), "{} {}", mesh.tree_bytes(), rebuilt.tree_bytes());
}

#[test]
fn invalid_edits_are_reported_and_change_nothing() {
    let mut mesh = floor(4);
    let nan = vec3(0.0, f32::NAN, 0.0);
    let (vertices, triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
    let no_triangle = MeshError::NoSuchTriangle { triangle: 32, triangles: 32 };
    assert_eq!(mesh.remove(&[3, 32]).unwrap_err(), no_triangle);
    assert_eq!(mesh.remove(&[3, 1, 3]).unwrap_err(), MeshError::DuplicateTriangle { triangle: 3 });
    let no_vertex = MeshError::NoSuchVertex { triangle: 1, vertex: 26, vertices: 26 };
    assert_eq!(mesh.insert(&[Vec3::ONE], &[[0, 1, 25], [0, 26, 1]]).unwrap_err(), no_vertex);
    let broken = mesh.replace(&[0], &[Vec3::ONE, nan], &[]).unwrap_err();
    assert!(matches!(broken, MeshError::NotFinite { vertex: 26, axis: 1, .. }));
    let broken = mesh.move_vertices(&[(0, Vec3::ONE), (7, nan)]).unwrap_err();
    assert!(matches!(broken, MeshError::NotFinite { vertex: 7, axis: 1, .. }));
    let beyond = MeshError::NoSuchVertexToMove { vertex: 25, vertices: 25 };
    assert_eq!(mesh.move_vertices(&[(0, Vec3::ONE), (25, Vec3::ONE)]).unwrap_err(), beyond);
    assert!(mesh.vertices() == vertices && mesh.triangles() == triangles);
    let mut compact = mesh.compact();
    assert_eq!(compact.remove(&[0]).unwrap_err(), MeshError::Compact);
    assert_eq!(compact.insert(&[], &[]).unwrap_err(), MeshError::Compact);
    assert_eq!(compact.move_vertices(&[]).unwrap_err(), MeshError::Compact);
}

#[test]
fn an_empty_mesh_has_no_closest_point() {
    let mut mesh = TriMesh::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
    mesh.remove(&[0]).unwrap();
    let (here, ball) = (Affine3::identity(), Shape3::from(Sphere::new(DVec3::ZERO, 1.0)));
    assert_eq!(mesh.closest_to(&ball).distance, f64::INFINITY);
    assert_eq!(mesh.closest_point(DVec3::ZERO).closest.distance, f64::INFINITY);
    assert!(mesh.distance_to_mesh(&mesh, &here, f64::INFINITY).is_none());
    assert!(mesh.intersection_curves(&mesh, &here).unwrap().is_empty());
    assert_eq!(mesh.placed(&here).unwrap_err(), MeshError::Empty);
}
