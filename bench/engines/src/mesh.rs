//! A terrain of 20,000 triangles and a convex shape of a character's size, the inputs of the bench `frame`.

use crate::Report;
use crate::engine::{Engine, Form, Pose, Shape};
use crate::inputs::{hull_corners, places, terrain, velocities};
use barycast::mesh::{ContactOptions, TriMesh};
use barycast::pair::cast::CastOptions;
use barycast::shape::{Capsule, Convex, Obb, Ray, Sphere, Support};
use glam::{Mat3, Quat, Vec3};

pub fn rows(report: &mut Report, engines: &[Engine]) {
    let engines: Vec<Engine> = engines.iter().copied().filter(|engine| engine.in_queries).collect();
    let rows = Rows::new();
    rows.rays(report, &engines);
    rows.shape(report, &engines, "sphere", &Form::Sphere { radius: 0.6 }, |at, _| Sphere::new(at, 0.6));
    rows.shape(report, &engines, "capsule", &Form::Capsule { half: 0.5, radius: 0.4 }, |at, turn| {
        let half = turn * Vec3::Y * 0.5;
        Capsule::new(at - half, at + half, 0.4)
    });
    let half = Vec3::new(0.5, 0.4, 0.6);
    rows.shape(report, &engines, "box", &Form::Box { half }, |at, turn| {
        let m = Mat3::from_quat(turn);
        Obb::new(at, half, [m.x_axis, m.y_axis, m.z_axis])
    });
    let corners = hull_corners();
    rows.shape(report, &engines, "hull", &Form::Hull { points: &corners }, |at, turn| {
        Convex::try_new(corners.iter().map(|p| at + turn * *p).collect()).expect("corners")
    });
}

/// A mesh, poses and velocities.
struct Rows {
    corners: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    mesh: TriMesh<Vec3>,
    /// Touching or nearly, apart, and deep in the terrain.
    places: [Vec<(Vec3, Quat)>; 3],
    velocities: Vec<Vec3>,
}

impl Rows {
    fn new() -> Self {
        let (corners, triangles) = terrain();
        let mesh = TriMesh::try_new(corners.clone(), triangles.clone()).expect("a mesh");
        let places = [places(1, [0.2, 1.6]), places(2, [1.5, 6.0]), places(3, [0.3, 0.6])];
        Self { corners, triangles, mesh, places, velocities: velocities() }
    }

    fn rays(&self, report: &mut Report, engines: &[Engine]) {
        if !report.table.wants("mesh ray") {
            return;
        }
        let rays: Vec<(Vec3, Vec3)> =
            self.places[1].iter().zip(&self.velocities).map(|((at, _), v)| (*at, *v * 2.0)).collect();
        let options = CastOptions { max_t: Some(1.0), ..CastOptions::default() };
        for engine in engines.iter().filter(|engine| !engine.usual_margin) {
            let mesh = engine.mesh(&self.corners, &self.triangles);
            let ours = |i: usize| {
                let (origin, way) = rays[i];
                self.mesh.cast(&Ray::new(origin, way), &options).map_or(f32::INFINITY, |hit| hit.t)
            };
            report.row("mesh ray", engine.name, ours, |i| mesh.ray(rays[i].0, rays[i].1));
        }
    }

    /// Measures the rows of one shape.
    fn shape<S: Support<Vector = Vec3>>(
        &self,
        report: &mut Report,
        engines: &[Engine],
        name: &str,
        form: &Form,
        ours: impl Fn(Vec3, Quat) -> S,
    ) {
        let rows = ["intersects", "sweep", "manifold"].map(|what| format!("mesh {name} {what}"));
        if !rows.iter().any(|row| report.table.wants(row)) {
            return;
        }
        let placed = |places: &[(Vec3, Quat)]| -> Vec<S> {
            places.iter().map(|(at, turn)| ours(*at, *turn)).collect()
        };
        let [touching, apart, deep] = self.places.each_ref().map(|places| placed(places));
        let [near, far, low] = self.places.each_ref().map(|places| poses(places));
        // The setting makes no difference to round shapes.
        let has_corners = matches!(form, Form::Box { .. } | Form::Hull { .. });
        for engine in engines.iter().filter(|engine| has_corners || !engine.usual_margin) {
            let mesh = engine.mesh(&self.corners, &self.triangles);
            let shape: Shape = engine.shape(form);
            report.row(
                &rows[0],
                engine.name,
                |i| f32::from(self.mesh.intersects(&touching[i])),
                |i| f32::from(mesh.intersects(shape, &near[i])),
            );
            report.row(
                &rows[1],
                engine.name,
                |i| {
                    let found = self.mesh.sweep_convex(&apart[i], self.velocities[i], 1.0);
                    found.map_or(f32::INFINITY, |(_, impact)| impact.t)
                },
                |i| mesh.sweep(shape, &far[i], self.velocities[i]),
            );
            let options = ContactOptions { one_sided: engine.one_sided, margin: 0.02 };
            report.row(
                &rows[2],
                engine.name,
                |i| {
                    let contacts = self.mesh.contacts(&deep[i], &options);
                    let depths = contacts.iter().flat_map(|c| &c.points).map(|p| p.depth);
                    depths.reduce(f32::max).unwrap_or(f32::INFINITY)
                },
                |i| mesh.manifold(shape, &low[i]),
            );
        }
    }
}

fn poses(places: &[(Vec3, Quat)]) -> Vec<Pose> {
    places.iter().map(|(at, turn)| Pose::new(*at, *turn)).collect()
}
