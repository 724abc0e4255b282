//! One frame of a character controller: a capsule walks over the terrain among thirty boxes, slides
//! along what stops it, climbs steps and stays on the ground. The same controller runs over both
//! libraries; it is that of the example `character`.

use crate::inputs::{CELLS, height, terrain};
use crate::table::{QUERIES, Table};
use barycast::dynamic::any::Shape3;
use barycast::query::SweepOptions;
use barycast::scene::moving::{Bodies, BodyQueries, CollisionFilter};
use barycast::shape::{Aabb, Capsule, Mesh};
use glam::Vec3;
use parry3d::math::Pose;
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::{self as theirs, Shape as _, TriMeshFlags};

const RADIUS: f32 = 0.3;
const HEIGHT: f32 = 1.8;
const SKIN: f32 = 0.01;
const STEP: f32 = 0.35;
/// Cosine of the steepest slope that the character walks up.
const SLOPE: f32 = 0.7;
const BOXES: usize = 30;

/// An impact: the time, and the normal from the obstacle to the character.
type Stop = Option<(f32, Vec3)>;

/// Places to walk among, for one library.
trait World {
    /// Moves the character standing at `feet` until it is the skin away from an obstacle. An
    /// obstacle that it leaves or slides along does not stop it.
    fn sweep(&self, feet: Vec3, way: Vec3) -> Stop;

    /// Returns the place reached, the remaining motion and the obstacle's normal.
    fn go(&self, feet: Vec3, way: Vec3) -> (Vec3, Vec3, Option<Vec3>) {
        match self.sweep(feet, way) {
            Some((t, normal)) => (feet + way * t, way * (1.0 - t), Some(normal)),
            None => (feet + way, Vec3::ZERO, None),
        }
    }

    /// Moves, sliding along obstacles.
    fn slide(&self, mut feet: Vec3, mut way: Vec3) -> Vec3 {
        let mut walls: Vec<Vec3> = Vec::new();
        for _ in 0..4 {
            let (there, left, stopped) = self.go(feet, way);
            feet = there;
            let Some(normal) = stopped else { break };
            walls.push(normal);
            way = left;
            for wall in &walls {
                way -= *wall * way.dot(*wall).min(0.0);
            }
            if walls.len() > 1 && walls.iter().any(|wall| way.dot(*wall) < -1e-5) {
                let crease = walls[walls.len() - 2].cross(normal).normalize_or_zero();
                way = crease * left.dot(crease);
            }
        }
        feet
    }

    /// Moves by one frame: forward, up a step if that leads farther, and down to the ground.
    fn walk(&self, feet: Vec3, way: Vec3) -> Vec3 {
        let plain = self.slide(feet, way);
        let far = |there: Vec3| (there - feet).dot(way);
        let mut there = plain;
        if far(plain) < 0.99 * way.length_squared() {
            let (raised, _, _) = self.go(feet, Vec3::Y * STEP);
            let over = self.slide(raised, way);
            let (landed, _, ground) = self.go(over, Vec3::NEG_Y * STEP);
            if far(landed) > far(plain) + 1e-4 && ground.is_some_and(|normal| normal.y > SLOPE) {
                there = landed;
            }
        }
        self.go(there, Vec3::NEG_Y * 0.2).0
    }
}

/// Returns the ends of the capsule's segment.
fn ends(feet: Vec3) -> [Vec3; 2] {
    [feet + Vec3::Y * RADIUS, feet + Vec3::Y * (HEIGHT - RADIUS)]
}

struct Ours<'a>(BodyQueries<'a, Shape3>);

impl World for Ours<'_> {
    fn sweep(&self, feet: Vec3, way: Vec3) -> Stop {
        let [low, high] = ends(feet).map(|end| end.as_dvec3());
        let options = SweepOptions { target_distance: SKIN.into(), stop_at_penetration: false };
        let body = Capsule::new(low, high, RADIUS.into()).into();
        let (_, hit) = self.0.sweep_with(&body, way.as_dvec3(), 1.0, &options, |_| true)?;
        Some((hit.t as f32, hit.normal_a_to_b?.as_vec3()))
    }
}

struct Theirs {
    ground: theirs::TriMesh,
    boxes: Vec<(Pose, theirs::Cuboid)>,
    capsule: theirs::Capsule,
}

impl World for Theirs {
    fn sweep(&self, feet: Vec3, way: Vec3) -> Stop {
        let [start, end] = [feet, feet + way].map(Pose::from_translation);
        let swept = self.capsule.compute_swept_aabb(&start, &end);
        let near = |aabb: parry3d::bounding_volume::Aabb| {
            aabb.mins.cmple(swept.maxs + SKIN).all() && aabb.maxs.cmpge(swept.mins - SKIN).all()
        };
        let ground = (Pose::IDENTITY, &self.ground as &dyn theirs::Shape);
        let boxes = self.boxes.iter().map(|(pose, cuboid)| (*pose, cuboid as &dyn theirs::Shape));
        let mut first = ShapeCastOptions {
            max_time_of_impact: 1.0,
            target_distance: SKIN,
            stop_at_penetration: false,
            compute_impact_geometry_on_penetration: true,
        };
        let mut found = None;
        for (pose, shape) in core::iter::once(ground).chain(boxes) {
            if !near(shape.compute_aabb(&pose)) {
                continue;
            }
            let hit = cast_shapes(&pose, Vec3::ZERO, shape, &start, way, &self.capsule, first);
            if let Some(hit) = hit.expect("shapes that parry supports") {
                // No obstacle is rotated, so its frame has the world's axes.
                found = Some((hit.time_of_impact, hit.normal1));
                first.max_time_of_impact = hit.time_of_impact;
            }
        }
        found
    }
}

pub fn rows(table: &mut Table) {
    let row = "character step";
    if !table.wants(row) {
        return;
    }
    let mut random = fastrand::Rng::with_seed(5);
    let mut between = |low: f32, high: f32| low + (high - low) * random.f32();
    let boxes: Vec<[Vec3; 2]> = (0..BOXES)
        .map(|_| {
            let [x, z] = [0; 2].map(|_| between(8.0, CELLS as f32 - 8.0));
            let half = Vec3::new(between(0.4, 1.4), between(0.2, 0.9), between(0.4, 1.4));
            [Vec3::new(x, height(x, z, 0.5), z), half]
        })
        .collect();
    let (vertices, triangles) = terrain();
    let wide = vertices.iter().map(|v| v.as_dvec3()).collect();
    let mut bodies = Bodies::<Shape3>::new();
    let mesh = Mesh::try_new(wide, triangles.clone(), false).expect("a mesh");
    bodies.insert(mesh.into(), CollisionFilter::FIRST).expect("a finite body");
    for [middle, half] in &boxes {
        let body = Aabb::new((middle - half).as_dvec3(), (middle + half).as_dvec3());
        bodies.insert(body.into(), CollisionFilter::FIRST).expect("a finite body");
    }
    let ours = Ours(bodies.queries());
    let [low, high] = ends(Vec3::ZERO);
    let theirs = Theirs {
        ground: theirs::TriMesh::with_flags(vertices, triangles, TriMeshFlags::FIX_INTERNAL_EDGES)
            .expect("a mesh"),
        boxes: boxes
            .iter()
            .map(|[at, half]| (Pose::from_translation(*at), theirs::Cuboid::new(*half)))
            .collect(),
        capsule: theirs::Capsule::new(low, high, RADIUS),
    };
    // Each walk starts on the ground beside a box, in any direction.
    let walks: Vec<(Vec3, Vec3)> = (0..QUERIES)
        .map(|i| {
            let [middle, half] = boxes[i % BOXES];
            let (angle, heading) = (between(0.0, 6.28), between(0.0, 6.28));
            let out = Vec3::new(angle.cos(), 0.0, angle.sin());
            let above = middle + out * (half.x.max(half.z) + between(0.3, 0.6)) + Vec3::Y * 6.0;
            let feet = ours.go(above, Vec3::NEG_Y * 12.0).0;
            (feet, Vec3::new(heading.cos(), 0.0, heading.sin()) * (4.0 / 60.0))
        })
        .collect();
    let moved = |world: &dyn World, i: usize| {
        let (feet, way) = walks[i];
        (world.walk(feet, way) - feet).dot(Vec3::new(1.0, 2.0, 3.0))
    };
    table.row(row, "parry3d", |i| moved(&ours, i), |i| moved(&theirs, i));
}
