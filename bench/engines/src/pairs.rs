//! Two convex shapes: boxes, hulls of twenty points, a box and a capsule.

use crate::Report;
use crate::engine::{Engine, Form, Pose, Shape};
use crate::inputs::{rotation, vectors};
use crate::table::QUERIES;
use barycast::query::{Impact, Manifold};
use barycast::shape::{Capsule, Convex, Obb};
use glam::{Mat3, Quat, Vec3};

pub fn rows(report: &mut Report, engines: &[Engine]) {
    let engines: Vec<Engine> = engines.iter().copied().filter(|engine| engine.in_queries).collect();
    let [near, far] = [sets(51, 0.6, solid), sets(52, 3.0, solid)];
    let boxes = |set: &[[Solid; 2]]| -> Vec<[Obb<Vec3>; 2]> {
        set.iter().map(|pair| pair.each_ref().map(Solid::obb)).collect()
    };
    let [a, b] = [boxes(&near), boxes(&far)];
    Rows { name: "box box", near: &near, far: &far }.measure(
        report,
        &engines,
        |i| depth(a[i][0].manifold(&a[i][1])),
        |i| b[i][0].distance(&b[i][1]),
        |i, way| time(b[i][0].sweep(&b[i][1], way, 1.0)),
    );
    let [near, far] = [sets(53, 0.6, mixed), sets(54, 3.0, mixed)];
    let mixed = |set: &[[Solid; 2]]| -> Vec<(Obb<Vec3>, Capsule<Vec3>)> {
        set.iter().map(|[a, b]| (a.obb(), b.capsule())).collect()
    };
    let [a, b] = [mixed(&near), mixed(&far)];
    Rows { name: "box capsule", near: &near, far: &far }.measure(
        report,
        &engines,
        |i| depth(a[i].0.manifold(&a[i].1)),
        |i| b[i].0.distance(&b[i].1),
        |i, way| time(b[i].0.sweep(&b[i].1, way, 1.0)),
    );
    let [near, far] = [sets(22, 0.8, hull), sets(21, 3.0, hull)];
    let hulls = |set: &[[Solid; 2]]| -> Vec<[Convex<Vec3>; 2]> {
        set.iter().map(|pair| pair.each_ref().map(Solid::convex)).collect()
    };
    let [a, b] = [hulls(&near), hulls(&far)];
    Rows { name: "hull hull", near: &near, far: &far }.measure(
        report,
        &engines,
        |i| depth(a[i][0].manifold(&a[i][1])),
        |i| b[i][0].distance(&b[i][1]),
        |i, way| time(b[i][0].sweep(&b[i][1], way, 1.0)),
    );
}

fn depth(manifold: Option<Manifold<Vec3>>) -> f32 {
    let deepest = manifold.and_then(|m| m.points.iter().map(|p| p.depth).reduce(f32::max));
    deepest.unwrap_or(f32::INFINITY)
}

fn time(impact: Option<Impact<Vec3>>) -> f32 {
    impact.map_or(f32::INFINITY, |impact| impact.t)
}

/// A shape about its own origin.
enum Own {
    Box(Vec3),
    Capsule(f32, f32),
    Hull(Vec<Vec3>),
}

/// A shape with its pose.
struct Solid {
    own: Own,
    at: Vec3,
    turn: Quat,
}

impl Solid {
    fn obb(&self) -> Obb<Vec3> {
        let Own::Box(half) = self.own else { panic!("a box") };
        let m = Mat3::from_quat(self.turn);
        Obb::new(self.at, half, [m.x_axis, m.y_axis, m.z_axis])
    }

    fn capsule(&self) -> Capsule<Vec3> {
        let Own::Capsule(half, radius) = self.own else { panic!("a capsule") };
        let end = self.turn * Vec3::Y * half;
        Capsule::new(self.at - end, self.at + end, radius)
    }

    fn convex(&self) -> Convex<Vec3> {
        let Own::Hull(points) = &self.own else { panic!("a hull") };
        Convex::try_new(points.iter().map(|p| self.at + self.turn * *p).collect()).expect("corners")
    }

    fn form(&self) -> Form<'_> {
        match &self.own {
            Own::Box(half) => Form::Box { half: *half },
            Own::Capsule(half, radius) => Form::Capsule { half: *half, radius: *radius },
            Own::Hull(points) => Form::Hull { points },
        }
    }
}

fn solid(v: &mut dyn FnMut() -> Vec3, _: usize) -> Own {
    Own::Box(v().abs() * 0.5 + 0.3)
}

/// Returns a box, then a capsule.
fn mixed(v: &mut dyn FnMut() -> Vec3, place: usize) -> Own {
    let half = v().abs() * 0.5 + 0.3;
    if place == 0 { Own::Box(half) } else { Own::Capsule(half.x, half.y) }
}

fn hull(v: &mut dyn FnMut() -> Vec3, _: usize) -> Own {
    Own::Hull((0..20).map(|_| v().normalize()).collect())
}

/// Returns pairs of shapes whose middles are at most `apart` from the origin along each axis.
fn sets(seed: u64, apart: f32, own: fn(&mut dyn FnMut() -> Vec3, usize) -> Own) -> Vec<[Solid; 2]> {
    let mut v = vectors(seed);
    let mut one = |place: usize| Solid { at: v() * apart, turn: rotation(&mut v), own: own(&mut v, place) };
    (0..QUERIES).map(|_| [one(0), one(1)]).collect()
}

/// The rows of one pair of kinds.
struct Rows<'a> {
    name: &'a str,
    near: &'a [[Solid; 2]],
    far: &'a [[Solid; 2]],
}

impl Rows<'_> {
    fn measure(
        &self,
        report: &mut Report,
        engines: &[Engine],
        manifold: impl Fn(usize) -> f32,
        distance: impl Fn(usize) -> f32,
        sweep: impl Fn(usize, Vec3) -> f32,
    ) {
        let rows = ["manifold", "distance", "sweep"].map(|what| format!("{} {what}", self.name));
        if !rows.iter().any(|row| report.table.wants(row)) {
            return;
        }
        let ways: Vec<Vec3> = self.far.iter().map(|[a, b]| (a.at - b.at) * 1.5).collect();
        for engine in engines {
            let [near, far] = [theirs(engine, self.near), theirs(engine, self.far)];
            report.row(&rows[0], engine.name, &manifold, |i| {
                let (shapes, poses) = &near[i];
                let found = engine.manifold(*shapes, poses.each_ref());
                if found < 0.0 { f32::INFINITY } else { found }
            });
            report.row(&rows[1], engine.name, &distance, |i| {
                let (shapes, poses) = &far[i];
                engine.distance(*shapes, poses.each_ref())
            });
            report.row(
                &rows[2],
                engine.name,
                |i| sweep(i, ways[i]),
                |i| {
                    let (shapes, poses) = &far[i];
                    engine.sweep(*shapes, poses.each_ref(), ways[i])
                },
            );
        }
    }
}

fn theirs(engine: &Engine, set: &[[Solid; 2]]) -> Vec<([Shape; 2], [Pose; 2])> {
    let shapes = |pair: &[Solid; 2]| pair.each_ref().map(|solid| engine.shape(&solid.form()));
    let poses = |pair: &[Solid; 2]| pair.each_ref().map(|solid| Pose::new(solid.at, solid.turn));
    set.iter().map(|pair| (shapes(pair), poses(pair))).collect()
}
