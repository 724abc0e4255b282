//! Mesh repair: damaged files yield the inside of the intended mesh, and damaged and intact parts
//! get the same classification.

use barycast::dynamic::any::Shape3;
use barycast::frame::Affine3;
use barycast::mesh::{RepairOptions, Repairs, Solid, TriMesh};
use barycast::scene::Instance;
use barycast::scene::clash::{Assembly, Clash, Class, Limits};
use barycast::shape::Mesh;
use glam::{DAffine3, DQuat, DVec3, dvec3};
use std::collections::HashMap;
use std::ops::ControlFlow;

const TOLERANCE: f64 = 1e-4;

/// Vertices and triangles, faces outward.
#[derive(Clone, Debug, Default)]
struct Given {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Given {
    fn mesh(&self) -> TriMesh<DVec3> {
        TriMesh::try_new(self.vertices.clone(), self.triangles.clone()).unwrap()
    }

    fn solid(&self) -> (Solid, Repairs) {
        Solid::repaired(self.mesh(), &RepairOptions { resolution: 0.0, tolerance: TOLERANCE })
    }

    fn placed(mut self, place: impl Fn(DVec3) -> DVec3) -> Self {
        self.vertices.iter_mut().for_each(|v| *v = place(*v));
        self
    }

    fn inside_out(mut self) -> Self {
        self.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        self
    }

    fn with(mut self, other: &Self) -> Self {
        let first = self.vertices.len() as u32;
        self.vertices.extend(&other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|vertex| vertex + first)));
        self
    }

    /// Gives each triangle its own vertices.
    fn split(&self) -> Self {
        let vertices = self.triangles.iter().flatten().map(|vertex| self.vertices[*vertex as usize]);
        let count = self.triangles.len() as u32;
        Self {
            vertices: vertices.collect(),
            triangles: (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
        }
    }

    /// Splits every triangle into four.
    fn finer(&self) -> Self {
        let mut finer = Self { vertices: self.vertices.clone(), triangles: Vec::new() };
        let mut middles = HashMap::new();
        for &[a, b, c] in &self.triangles {
            let mut middle = |i: u32, j: u32| {
                *middles.entry((i.min(j), i.max(j))).or_insert_with(|| {
                    finer.vertices.push((finer.vertices[i as usize] + finer.vertices[j as usize]) / 2.0);
                    finer.vertices.len() as u32 - 1
                })
            };
            let (d, e, f) = (middle(a, b), middle(b, c), middle(c, a));
            finer.triangles.extend([[a, d, f], [d, b, e], [f, e, c], [d, e, f]]);
        }
        finer
    }
}

fn cuboid(low: DVec3, high: DVec3) -> Given {
    let at = |i: u32| {
        let choose = |axis: usize| if i >> axis & 1 == 0 { low[axis] } else { high[axis] };
        dvec3(choose(0), choose(1), choose(2))
    };
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
    Given { vertices: (0..8).map(at).collect(), triangles }
}

fn cube(half: f64) -> Given {
    cuboid(DVec3::splat(-half), DVec3::splat(half))
}

/// Builds a sphere of radius 1 at the origin.
fn sphere() -> Given {
    cube(1.0).finer().finer().finer().placed(DVec3::normalize)
}

/// Builds a torus around the z axis, radii 1 and 0.4.
fn torus(n: u32) -> Given {
    let angle = |i: u32| f64::from(i) * std::f64::consts::TAU / f64::from(n);
    let mut torus = Given::default();
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let ((sin, cos), (up, out)) = (angle(i).sin_cos(), angle(j).sin_cos());
        torus.vertices.push(dvec3(cos * (1.0 + 0.4 * out), sin * (1.0 + 0.4 * out), 0.4 * up));
        let at = |i: u32, j: u32| (i % n) * n + j % n;
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        torus.triangles.extend([[a, b, c], [a, c, d]]);
    }
    torus
}

/// Closed parts: convex, concave, with a hole, with a cavity, thin, in two components.
fn parts() -> Vec<(&'static str, Given)> {
    vec![
        ("box", cuboid(dvec3(-1.0, -0.5, -0.25), dvec3(1.0, 0.5, 0.75))),
        ("fine box", cube(0.8).finer().finer()),
        ("sphere", sphere()),
        ("torus", torus(24)),
        ("hollow box", cube(1.0).finer().with(&cube(0.5).finer().inside_out())),
        ("plate", cuboid(dvec3(-1.0, -1.0, 0.0), dvec3(1.0, 1.0, 5e-5)).finer()),
        ("two", cube(0.4).placed(|p| p - DVec3::X).with(&sphere().placed(|p| p * 0.4 + DVec3::X))),
    ]
}

type Damage = (&'static str, fn(&Given, &mut fastrand::Rng) -> Given);

fn jittered(given: &Given, by: f64, random: &mut fastrand::Rng) -> Given {
    let mut noise = || (random.f64() - 0.5) * 2.0 * by;
    let mut split = given.split();
    split.vertices.iter_mut().for_each(|v| *v += dvec3(noise(), noise(), noise()));
    split
}

fn turned(given: &Given, share: f64, random: &mut fastrand::Rng) -> Given {
    let mut turned = given.clone();
    turned.triangles.iter_mut().filter(|_| random.f64() < share).for_each(|triangle| triangle.swap(0, 1));
    turned
}

/// Typical damage to closed parts in files.
const DAMAGES: &[Damage] = &[
    ("nothing", |given, _| given.clone()),
    ("separate vertices", |given, _| given.split()),
    ("noise 1e-16", |given, random| jittered(given, 1e-16, random)),
    ("noise 1e-12", |given, random| jittered(given, 1e-12, random)),
    ("noise 1e-9", |given, random| jittered(given, 1e-9, random)),
    ("noise 1e-6", |given, random| jittered(given, 1e-6, random)),
    ("f32", |given, random| {
        // Each vertex is rounded to an f32 or its neighbor.
        let mut split = given.split();
        for v in &mut split.vertices {
            let mut near = |x: f64| f64::from(if random.bool() { x as f32 } else { (x as f32).next_up() });
            *v = dvec3(near(v.x), near(v.y), near(v.z));
        }
        split
    }),
    ("minus zero", |given, random| {
        let mut split = given.split();
        for v in split.vertices.iter_mut().filter(|_| random.bool()) {
            *v = DVec3::from_array(v.to_array().map(|x| if x == 0.0 { 2.7e-16 } else { x }));
        }
        split
    }),
    ("two-sided", |given, _| given.clone().with(&given.clone().inside_out())),
    ("two-sided, some", |given, random| {
        let mut more = given.clone();
        let twice: Vec<_> =
            given.triangles.iter().filter(|_| random.bool()).map(|[a, b, c]| [*a, *c, *b]).collect();
        more.triangles.extend(twice);
        more
    }),
    ("twice", |given, random| {
        let mut more = given.clone();
        let twice: Vec<_> = given.triangles.iter().filter(|_| random.bool()).copied().collect();
        more.triangles.extend(twice);
        more
    }),
    ("one turned", |given, random| {
        let mut turned = given.clone();
        turned.triangles[random.usize(0..given.triangles.len())].swap(0, 2);
        turned
    }),
    ("some turned", |given, random| turned(given, 0.2, random)),
    ("half turned", |given, random| turned(given, 0.5, random)),
    ("all turned", |given, _| given.clone().inside_out()),
    ("noise, two-sided, some turned", |given, random| {
        let both = given.clone().with(&given.clone().inside_out());
        let both = jittered(&both, 1e-9, random);
        turned(&both, 0.1, random)
    }),
    ("edges cut on one side", |given, random| {
        // A T-junction: a vertex in the middle of a triangle's side that its neighbor lacks.
        let mut cut = given.clone();
        for i in 0..given.triangles.len() {
            if random.u32(0..3) == 0 {
                let [a, b, c] = given.triangles[i];
                let middle = (given.vertices[a as usize] + given.vertices[b as usize]) / 2.0;
                let m = cut.vertices.len() as u32;
                cut.vertices.push(middle);
                cut.triangles[i] = [a, m, c];
                cut.triangles.push([m, b, c]);
            }
        }
        cut
    }),
];

fn clash(part: &TriMesh<DVec3>, probe: &TriMesh<DVec3>, place: DAffine3) -> Option<Clash> {
    let parts = [(0, DAffine3::IDENTITY), (1, place)];
    let parts = parts.map(|(mesh, place)| Instance { mesh, world_from_mesh: Affine3::from(place) });
    let options = |_| RepairOptions { resolution: 0.0, tolerance: TOLERANCE };
    let assembly = Assembly::repaired(vec![part.clone(), probe.clone()], parts.to_vec(), options);
    let limits = Limits { tolerance: TOLERANCE, clearance: 0.0 };
    let clashes = assembly.clashes(&limits, |_, _| true, |_| ControlFlow::Continue(()));
    clashes.unwrap().unwrap().pop()
}

#[test]
fn a_damaged_part_is_classified_as_the_intended_part() {
    let mut random = fastrand::Rng::with_seed(1);
    let probe = cuboid(DVec3::splat(-0.06), dvec3(0.06, 0.09, 0.05)).mesh();
    for (name, part) in parts() {
        let places: Vec<DAffine3> = (0..3)
            .map(|_| {
                let turn = DQuat::from_xyzw(random.f64(), random.f64(), random.f64(), 0.3).normalize();
                let at = part.vertices[random.usize(0..part.vertices.len())] * random.f64() * 1.1;
                DAffine3::from_rotation_translation(turn, at)
            })
            .collect();
        let right: Vec<_> = places.iter().map(|place| clash(&part.mesh(), &probe, *place)).collect();
        for (damage, harm) in DAMAGES {
            let damaged = harm(&part, &mut random);
            let (solid, repairs) = damaged.solid();
            assert!(solid.has_inside(), "{name}, {damage}: {repairs:?}");
            assert_eq!(repairs.open_triangles, 0, "{name}, {damage}: {repairs:?}");
            let mesh = damaged.mesh();
            for (place, right) in places.iter().zip(&right) {
                let got = clash(&mesh, &probe, *place);
                let of = |clash: &Option<Clash>| clash.map(|clash| clash.class);
                assert_eq!(of(&got), of(right), "{name}, {damage}, {place}: {repairs:?}");
                let depth = |clash: &Option<Clash>| clash.and_then(|clash| clash.depth).unwrap_or(0.0);
                let (got, right) = (depth(&got), depth(right));
                assert!((got - right).abs() <= 2e-3 * right + 1e-5, "{name}, {damage}: {got} for {right}");
            }
        }
    }
}

#[test]
fn closed_meshes_are_left_unchanged() {
    for (name, part) in parts() {
        let (solid, repairs) = part.solid();
        assert_eq!((repairs, solid.has_inside()), (Repairs::default(), true), "{name}");
    }
}

#[test]
fn overlapping_shells_form_a_union_and_depths_are_measured_from_its_boundary() {
    // Two boxes, flush along four sides. A plate at an inner face is a metre deep inside the union.
    let union = cube(1.0).with(&cuboid(dvec3(0.0, -1.0, -1.0), dvec3(2.0, 1.0, 1.0)));
    let plate = cuboid(dvec3(0.9975, -0.25, -0.25), dvec3(1.0025, 0.25, 0.25));
    let found = clash(&union.mesh(), &plate.mesh(), DAffine3::IDENTITY).unwrap();
    assert_eq!(found.class, Class::Enclosed);
    assert!((found.depth.unwrap() - 1.0).abs() < 2e-3, "{found:?}");
    let (_, repairs) = union.solid();
    assert_eq!(repairs, Repairs { overlapping_shells: 2, ..Repairs::default() });
}

#[test]
fn signed_distances_in_overlapping_shells_are_measured_from_the_union() {
    let mut random = fastrand::Rng::with_seed(2);
    // A row of boxes, each rotated about its length: near the axis the union is known.
    let turn = |angle: f64| DQuat::from_rotation_x(angle);
    let boxes = [(-2.0, 0.5, 0.0), (0.0, 2.0, 0.0), (1.5, 4.0, std::f64::consts::FRAC_PI_2)];
    let row = boxes.iter().fold(Given::default(), |row, &(low, high, angle)| {
        let part = cuboid(dvec3(low, -1.0, -1.0), dvec3(high, 1.0, 1.0)).placed(|p| turn(angle) * p);
        row.with(&part)
    });
    let (solid, repairs) = row.solid();
    assert_eq!(repairs, Repairs { overlapping_shells: 3, ..Repairs::default() });
    let any = Shape3::from(Mesh::try_new(row.vertices.clone(), row.triangles.clone(), true).unwrap());
    for _ in 0..1000 {
        let p = dvec3(random.f64() * 8.0 - 3.0, random.f64() * 3.0 - 1.5, random.f64() * 3.0 - 1.5);
        let (low, high) = (dvec3(-2.0, -1.0, -1.0), dvec3(4.0, 1.0, 1.0));
        let outside = (p - p.clamp(low, high)).length();
        let right = if outside > 0.0 { outside } else { -(p - low).min(high - p).min_element() };
        for got in [solid.signed_distance(p), any.signed_distance(p)] {
            assert!((got - right).abs() < 1e-9, "{p}: {got} for {right}");
        }
    }
}

#[test]
fn a_nested_shell_of_equal_orientation_is_ignored_and_one_of_opposite_orientation_is_a_cavity() {
    let (outer, inner) = (cube(1.0), sphere().placed(|p| p * 0.5));
    let (filled, repairs) = outer.clone().with(&inner).solid();
    assert_eq!(repairs.overlapping_shells, 1);
    assert!((filled.signed_distance(dvec3(0.1, 0.0, 0.0)) + 0.9).abs() < 1e-12);
    let (hollow, repairs) = outer.clone().with(&inner.clone().inside_out()).solid();
    assert_eq!(repairs, Repairs::default());
    assert!(hollow.signed_distance(dvec3(0.1, 0.0, 0.0)) > 0.3);
    // A mesh inside out as a whole has the same inside. An inside-out shell that no other contains
    // is flipped.
    let (hollow, _) = outer.clone().inside_out().with(&inner).solid();
    assert!(hollow.signed_distance(dvec3(0.1, 0.0, 0.0)) > 0.3);
    let beside = inner.placed(|p| p + dvec3(1.0, 0.0, 0.0)).inside_out();
    let (both, repairs) = outer.with(&beside).solid();
    assert_eq!(repairs.flipped_triangles, beside.triangles.len());
    assert!(both.signed_distance(dvec3(0.9, 0.0, 0.0)) < -0.2);
}

#[test]
fn open_meshes_have_no_inside_and_are_counted() {
    let mut open = cube(1.0).finer();
    open.triangles.pop();
    let (solid, repairs) = open.solid();
    assert_eq!((solid.has_inside(), repairs.open_triangles), (false, open.triangles.len()));
    // A doubled sheet with opposite faces has winding number 0.
    let sheet = open.clone().with(&open.clone().inside_out());
    assert!(!sheet.solid().0.has_inside());
    // A closed shell with a fin on an edge, and a sheet inside.
    let mut finned = cube(1.0);
    finned.vertices.extend([dvec3(1.5, 1.5, 0.0), dvec3(0.1, 0.0, 0.0), DVec3::Y * 0.1, DVec3::Z * 0.1]);
    finned.triangles.extend([[3, 7, 8], [9, 10, 11]]);
    let (solid, repairs) = finned.solid();
    assert_eq!((solid.has_inside(), repairs.open_triangles), (true, 2));
    assert!((solid.signed_distance(dvec3(0.1, 0.0, 0.0)) + 0.9).abs() < 1e-12);
}

#[test]
fn two_closed_parts_that_share_a_face_merge_without_it() {
    // Both boxes have the face between them, with opposite orientation.
    let both = cuboid(DVec3::NEG_ONE, dvec3(0.0, 1.0, 1.0)).with(&cuboid(dvec3(0.0, -1.0, -1.0), DVec3::ONE));
    let (solid, repairs) = both.solid();
    assert_eq!((solid.has_inside(), repairs.open_triangles), (true, 0));
    assert!((solid.signed_distance(dvec3(0.1, 0.0, 0.0)) + 0.9).abs() < 1e-12);
}
