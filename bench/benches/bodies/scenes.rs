//! The bodies of the scenes.

use barycast::dynamic::any::Shape3;
use barycast::frame::Pose;
use barycast::shape::{Aabb, Capsule, Compound, Convex, Mesh};
use glam::{DQuat, DVec3, Vec3, dvec3};
use parry3d::math::Pose as Isometry;
use parry3d::shape::{SharedShape, TriMeshFlags};

/// A body in both libraries.
pub struct Body {
    place: DVec3,
    velocity: DVec3,
    turn: DQuat,
    spin: DVec3,
    pub ours: Shape3,
    pub theirs: SharedShape,
    /// `true` if it stays where it is.
    pub is_fixed: bool,
    /// Returns the height at which the body stays above a place.
    ground: Option<fn(f64, f64) -> f64>,
}

impl Body {
    /// Moves on by one frame.
    pub fn fly(&mut self, side: f64) {
        if self.is_fixed {
            return;
        }
        self.place += self.velocity;
        self.turn = (DQuat::from_scaled_axis(self.spin) * self.turn).normalize();
        for axis in 0..3 {
            if self.place[axis].abs() > side {
                self.velocity[axis] = -self.velocity[axis].abs() * self.place[axis].signum();
            }
        }
        if let Some(ground) = self.ground {
            self.place.y = ground(self.place.x, self.place.z);
        }
    }

    pub fn pose(&self) -> Pose<DVec3> {
        Pose::try_from_quat(self.turn, self.place).expect("a pose")
    }

    pub fn isometry(&self) -> Isometry {
        Isometry::from_parts(self.place.as_vec3(), self.turn.as_quat())
    }
}

/// Returns a box, a capsule or a hull of 16 points, by turns.
fn shape(i: usize, vector: &mut impl FnMut(f64) -> DVec3) -> (Shape3, SharedShape) {
    match i % 3 {
        0 => {
            let half = vector(0.2).abs() + DVec3::splat(0.25);
            let theirs = SharedShape::cuboid(half.x as f32, half.y as f32, half.z as f32);
            (Aabb::new(-half, half).into(), theirs)
        }
        1 => {
            let end = DVec3::Y * (0.2 + vector(0.2).x.abs());
            let theirs = SharedShape::capsule(-end.as_vec3(), end.as_vec3(), 0.25);
            (Capsule::new(-end, end, 0.25).into(), theirs)
        }
        _ => {
            let points: Vec<DVec3> = (0..16).map(|_| vector(1.0).normalize() * 0.45).collect();
            let narrow: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
            let theirs = SharedShape::convex_hull(&narrow).expect("a hull");
            (Convex::try_new(points).expect("a hull").into(), theirs)
        }
    }
}

/// Returns three boxes: a table with one leg.
fn table() -> (Shape3, SharedShape) {
    let boxes = [
        (DVec3::Y * 0.35, dvec3(0.4, 0.05, 0.4)),
        (DVec3::ZERO, dvec3(0.06, 0.3, 0.06)),
        (DVec3::Y * -0.35, dvec3(0.25, 0.05, 0.25)),
    ];
    let ours = boxes.map(|(middle, half)| Shape3::from(Aabb::new(middle - half, middle + half)));
    let theirs = boxes.map(|(middle, half)| {
        let half = half.as_vec3();
        (Isometry::from_translation(middle.as_vec3()), SharedShape::cuboid(half.x, half.y, half.z))
    });
    let ours = Compound::try_new(ours.to_vec()).expect("three boxes").into();
    (ours, SharedShape::compound(theirs.to_vec()))
}

fn random() -> impl FnMut(f64) -> DVec3 {
    let mut dice = fastrand::Rng::with_seed(7);
    move |size: f64| dvec3(dice.f64() - 0.5, dice.f64() - 0.5, dice.f64() - 0.5) * (2.0 * size)
}

/// Places bodies in a cube.
fn in_cube(
    count: usize,
    shape: impl Fn(usize, &mut dyn FnMut(f64) -> DVec3) -> (Shape3, SharedShape),
) -> (Vec<Body>, f64) {
    let mut vector = random();
    let side = 0.62 * (count as f64).cbrt();
    let body = |i: usize| {
        let (ours, theirs) = shape(i, &mut vector);
        let turn = DQuat::from_scaled_axis(vector(3.0));
        let (place, velocity, spin) = (vector(side), vector(0.03), vector(0.05));
        Body { place, velocity, turn, spin, ours, theirs, is_fixed: false, ground: None }
    };
    ((0..count).map(body).collect(), side)
}

/// Boxes, capsules and hulls that tumble in a cube.
pub fn tumbling(count: usize) -> (Vec<Body>, f64) {
    in_cube(count, |i, mut vector| shape(i, &mut vector))
}

/// Tables that tumble in a cube.
pub fn compounds(count: usize) -> (Vec<Body>, f64) {
    in_cube(count, |_, _| table())
}

/// Cells of the terrain along a side.
const CELLS: u32 = 100;

/// Returns the height of the hills.
fn hills(x: f64, z: f64) -> f64 {
    (x * 0.21).sin() + (z * 0.17).cos()
}

/// Boxes, capsules and hulls that slide over a terrain of two triangles a square metre, in which they are up
/// to a few decimetres deep.
pub fn terrain(count: usize) -> (Vec<Body>, f64) {
    let mut vector = random();
    let half = f64::from(CELLS) * 0.5;
    let mut corners = Vec::new();
    for i in 0..=CELLS {
        for j in 0..=CELLS {
            let (x, z) = (f64::from(i) - half, f64::from(j) - half);
            corners.push(dvec3(x, hills(x, z) + vector(0.1).y, z).as_vec3());
        }
    }
    let mut triangles = Vec::new();
    for i in 0..CELLS {
        for j in 0..CELLS {
            let a = i * (CELLS + 1) + j;
            let (b, c, d) = (a + 1, a + CELLS + 1, a + CELLS + 2);
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    let ours = Mesh::try_new(corners.iter().map(|p| p.as_dvec3()).collect(), triangles.clone(), false);
    let theirs = SharedShape::trimesh_with_flags(corners, triangles, TriMeshFlags::FIX_INTERNAL_EDGES);
    let ground = Body {
        place: DVec3::ZERO,
        velocity: DVec3::ZERO,
        turn: DQuat::IDENTITY,
        spin: DVec3::ZERO,
        ours: ours.expect("a mesh").into(),
        theirs: theirs.expect("a mesh"),
        is_fixed: true,
        ground: None,
    };
    let side = half - 1.0;
    let body = |i: usize| {
        let (ours, theirs) = shape(i, &mut vector);
        let turn = DQuat::from_scaled_axis(vector(3.0));
        let (place, velocity, spin) = (vector(side), vector(0.03), vector(0.05));
        let above: fn(f64, f64) -> f64 = |x, z| hills(x, z) + 0.3;
        let mut body =
            Body { place, velocity, turn, spin, ours, theirs, is_fixed: false, ground: Some(above) };
        body.fly(side);
        body
    };
    (core::iter::once(ground).chain((1..count).map(body)).collect(), side)
}
