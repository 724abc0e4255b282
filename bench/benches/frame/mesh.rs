//! A terrain of 20,000 triangles and a convex shape of a character's size: intersection, distance,
//! time of impact, penetration depth and contact points.

use crate::inputs::{hull_corners, places, terrain, velocities};
use crate::table::Table;
use barycast::dynamic::any::Shape3;
use barycast::mesh::{ContactOptions, TriMesh};
use barycast::shape::{Capsule, Convex, Cylinder, Mesh, Obb, Sphere, Support};
use glam::{Mat3, Quat, Vec3};
use parry3d::math::Pose;
use parry3d::query::{
    self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, ShapeCastOptions,
};
use parry3d::shape::{self as theirs, Shape, TriMeshFlags};

const HOME: Pose = Pose::IDENTITY;

/// A shape with its pose, for both libraries.
struct Placed<S> {
    ours: S,
    any: Shape3,
    pose: Pose,
    theirs: Box<dyn Shape>,
}

pub fn rows(table: &mut Table) {
    let wide = |v: Vec3| v.as_dvec3();
    table_of(table, "capsule", |at, turn| {
        let half = turn * Vec3::Y * 0.5;
        let ours = Capsule::new(at - half, at + half, 0.4);
        let any = Capsule::new(wide(ours.a), wide(ours.b), 0.4_f32.into()).into();
        let shape = theirs::Capsule::new(ours.a - at, ours.b - at, 0.4);
        Placed { ours, any, pose: Pose::from_translation(at), theirs: Box::new(shape) }
    });
    table_of(table, "sphere", |at, _| {
        let ours = Sphere::new(at, 0.6);
        let any = Sphere::new(wide(at), 0.6_f32.into()).into();
        Placed { ours, any, pose: Pose::from_translation(at), theirs: Box::new(theirs::Ball::new(0.6)) }
    });
    table_of(table, "box", |at, turn| {
        let (m, half) = (Mat3::from_quat(turn), Vec3::new(0.5, 0.4, 0.6));
        let ours = Obb::new(at, half, [m.x_axis, m.y_axis, m.z_axis]);
        let any = Obb::new(wide(at), wide(half), ours.axes.map(wide)).into();
        Placed { ours, any, pose: Pose::from_parts(at, turn), theirs: Box::new(theirs::Cuboid::new(half)) }
    });
    table_of(table, "cylinder", |at, turn| {
        let half = turn * Vec3::Y * 0.6;
        let ours = Cylinder { a: at - half, b: at + half, radius: 0.4 };
        let any = Cylinder { a: wide(ours.a), b: wide(ours.b), radius: 0.4_f32.into() }.into();
        let shape = theirs::Cylinder::new(0.6, 0.4);
        Placed { ours, any, pose: Pose::from_parts(at, turn), theirs: Box::new(shape) }
    });
    let corners = hull_corners();
    table_of(table, "hull", |at, turn| {
        let placed: Vec<Vec3> = corners.iter().map(|p| at + turn * *p).collect();
        let any = Convex::try_new(placed.iter().map(|p| wide(*p)).collect()).expect("corners").into();
        let shape = theirs::ConvexPolyhedron::from_convex_hull(&corners).expect("corners");
        let ours = Convex::try_new(placed).expect("corners");
        Placed { ours, any, pose: Pose::from_parts(at, turn), theirs: Box::new(shape) }
    });
}

/// The rows of one shape.
fn table_of<S: Support<Vector = Vec3>>(t: &mut Table, name: &str, shape: impl Fn(Vec3, Quat) -> Placed<S>) {
    let rows =
        ["intersects", "distance", "sweep", "contact", "manifold"].map(|what| format!("mesh {name} {what}"));
    if !rows.iter().any(|row| t.wants(row)) {
        return;
    }
    let (vertices, triangles) = terrain();
    let mesh = TriMesh::try_new(vertices.clone(), triangles.clone()).expect("a mesh");
    let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
    let their_mesh = theirs::TriMesh::with_flags(vertices.clone(), triangles.clone(), flags).expect("a mesh");
    let placed = |seed, above| -> Vec<Placed<S>> {
        places(seed, above).into_iter().map(|(at, turn)| shape(at, turn)).collect()
    };
    let [touching, apart, deep] = [placed(1, [0.2, 1.6]), placed(2, [1.5, 6.0]), placed(3, [0.3, 0.6])];
    let velocities = velocities();

    let their_intersects = |i: usize| {
        let p = &touching[i];
        query::intersection_test(&HOME, &their_mesh, &p.pose, &*p.theirs)
            .map_or(f32::NAN, |found| f32::from(found.intersecting))
    };
    let their_distance = |i: usize| {
        let p = &apart[i];
        query::distance(&HOME, &their_mesh, &p.pose, &*p.theirs).map_or(f32::NAN, |d| d.distance)
    };
    let their_sweep = |i: usize| {
        let (p, options) = (&apart[i], ShapeCastOptions::with_max_time_of_impact(1.0));
        query::cast_shapes(&HOME, Vec3::ZERO, &their_mesh, &p.pose, velocities[i], &*p.theirs, options)
            .map_or(f32::NAN, |hit| hit.map_or(f32::INFINITY, |hit| hit.time_of_impact))
    };
    let their_contact = |i: usize| {
        let p = &deep[i];
        query::contact(&HOME, &their_mesh, &p.pose, &*p.theirs, 0.0)
            .map_or(f32::NAN, |c| c.map_or(f32::INFINITY, |c| -c.dist))
    };
    let their_manifold = |i: usize| {
        let p = &deep[i];
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        let there = HOME.inv_mul(&p.pose);
        DefaultQueryDispatcher
            .contact_manifolds(&there, &their_mesh, &*p.theirs, 0.02, &mut manifolds, &mut None)
            .expect("an answer");
        manifolds.iter().flat_map(|m| &m.points).map(|p| -p.dist).fold(f32::INFINITY, deepest)
    };
    let options = ContactOptions { one_sided: false, margin: 0.02 };
    t.row(&rows[0], "parry3d", |i| f32::from(mesh.intersects(&touching[i].ours)), their_intersects);
    t.row(
        &rows[1],
        "parry3d",
        |i| mesh.closest(&apart[i].ours).map_or(f32::NAN, |(_, c)| c.distance),
        their_distance,
    );
    t.row(
        &rows[2],
        "parry3d",
        |i| {
            mesh.sweep_convex(&apart[i].ours, velocities[i], 1.0)
                .map_or(f32::INFINITY, |(_, impact)| impact.t)
        },
        their_sweep,
    );
    t.row(
        &rows[3],
        "parry3d",
        |i| mesh.contact(&deep[i].ours).map_or(f32::INFINITY, |c| c.depth),
        their_contact,
    );
    t.row(
        &rows[4],
        "parry3d",
        |i| {
            let contacts = mesh.contacts(&deep[i].ours, &options);
            contacts.iter().flat_map(|c| &c.points).map(|p| p.depth).fold(f32::INFINITY, deepest)
        },
        their_manifold,
    );
    // The same for any shape, in higher precision than floats.
    let any_rows = rows.each_ref().map(|row| format!("{row} any"));
    if !any_rows.iter().any(|row| t.wants(row)) {
        return;
    }
    let any_mesh: Shape3 = Mesh::try_new(vertices.iter().map(|v| v.as_dvec3()).collect(), triangles, false)
        .expect("a mesh")
        .into();
    t.row(&any_rows[0], "parry3d", |i| f32::from(mesh.overlaps(&touching[i].any)), their_intersects);
    t.row(&any_rows[1], "parry3d", |i| mesh.closest_to(&apart[i].any).distance as f32, their_distance);
    t.row(
        &any_rows[2],
        "parry3d",
        |i| {
            let found = mesh.sweep(&apart[i].any, velocities[i].as_dvec3(), 1.0).ok().flatten();
            found.map_or(f32::INFINITY, |(_, impact)| impact.t as f32)
        },
        their_sweep,
    );
    t.row(
        &any_rows[3],
        "parry3d",
        |i| any_mesh.contact(&deep[i].any).ok().flatten().map_or(f32::INFINITY, |c| c.depth as f32),
        their_contact,
    );
    t.row(
        &any_rows[4],
        "parry3d",
        |i| {
            let manifold = any_mesh.manifold(&deep[i].any).ok().flatten();
            let points = manifold.map(|m| m.points).unwrap_or_default();
            points.iter().map(|p| p.depth as f32).fold(f32::INFINITY, deepest)
        },
        their_manifold,
    );
    t.row(
        &format!("mesh {name} manifolds any"),
        "parry3d",
        |i| {
            let manifolds = any_mesh.manifolds(&deep[i].any).unwrap_or_default();
            let points = manifolds.iter().flat_map(|m| m.points.iter());
            points.map(|p| p.depth as f32).fold(f32::INFINITY, deepest)
        },
        their_manifold,
    );
}

/// Returns the greater depth; infinity stands for none.
fn deepest(a: f32, b: f32) -> f32 {
    if a == f32::INFINITY { b } else { a.max(b) }
}
