//! A cancelled query returns soon.

use barycast::curve::Bezier;
use barycast::dynamic::any::Shape3;
use barycast::query::cancel::CancelToken;
use barycast::shape::Mesh;
use glam::{DVec3, dvec2, dvec3};
use std::f64::consts::{PI, TAU};
use std::thread;
use std::time::{Duration, Instant};

/// Builds a bumpy sphere as a surface.
fn ball(rings: u32, sectors: u32) -> Mesh<DVec3> {
    let at = |i: u32, j: u32| {
        let (a, b) =
            (PI * f64::from(i) / f64::from(rings), TAU * f64::from(j % sectors) / f64::from(sectors));
        let radius = 1.0 + 0.15 * (5.0 * a).sin() * (5.0 * b).cos();
        dvec3(a.sin() * b.cos(), a.sin() * b.sin(), a.cos()) * radius
    };
    let mut vertices = Vec::new();
    for i in 0..rings {
        for j in 0..sectors {
            let [p, q, r, s] = [at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)];
            vertices.extend([p, r, s, p, s, q]);
        }
    }
    let triangles = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::try_new(vertices, triangles, false).unwrap()
}

#[test]
fn a_long_contact_query_stops_when_cancelled() {
    let a = Shape3::from(ball(12, 14));
    let b = a.clone().try_scaled(DVec3::splat(0.5)).unwrap();
    let b = b.posed(&DVec3::AXES, dvec3(1.2, 0.0, 0.0)).unwrap();
    let token = CancelToken::new();
    thread::scope(|scope| {
        let thread = scope.spawn(|| token.run(|| a.contact(&b)));
        thread::sleep(Duration::from_millis(500));
        assert!(!thread.is_finished(), "it takes seconds");
        let since = Instant::now();
        token.cancel();
        assert!(thread.join().unwrap().is_none());
        // Ample for a machine under load.
        assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    });
}

#[test]
fn queries_that_are_not_cancelled_are_unaffected() {
    let a = Shape3::from(ball(8, 9));
    let curve = Bezier::try_new(vec![dvec2(0., 0.), dvec2(1., 2.), dvec2(3., 0.)]).unwrap().pieces();
    let token = CancelToken::new();
    for i in 0..20 {
        let way = dvec3(2.3, 0.1 * f64::from(i), 0.2);
        let b = a.posed(&DVec3::AXES, way).unwrap();
        let distance = |a: &Shape3| a.closest(&b).distance;
        assert_eq!(token.run(|| distance(&a)), Some(distance(&a)));
        assert_eq!(token.run(|| a.intersects(&b)), Some(a.intersects(&b)));
    }
    assert_eq!(token.run(|| curve.length(1e-9)), Some(curve.length(1e-9)));
}
