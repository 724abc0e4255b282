//! Long queries end early once their token is cancelled, on every thread. What they return then is
//! partial, which shows that they did; `run` drops it.

#![cfg(feature = "scene")]

use barycast::frame::Affine3;
use barycast::mesh::{Solid, TriMesh, Winding};
use barycast::query::cancel::CancelToken;
use barycast::scene::broad_phase;
use barycast::shape::Aabb;
use glam::{DVec3, dvec3};
use std::sync::Arc;

/// Runs a query under a token that is cancelled, and returns its partial result.
fn partial<T>(query: impl FnOnce() -> T) -> T {
    let (token, mut found) = (CancelToken::new(), None);
    let kept = token.run(|| {
        token.cancel();
        found = Some(query());
    });
    assert!(kept.is_none());
    found.unwrap()
}

/// A closed torus of `2 * n * n` triangles.
fn torus(n: u32) -> TriMesh<DVec3> {
    let angle = |i: u32| std::f64::consts::TAU * f64::from(i) / f64::from(n);
    let at = |i: u32, j: u32| {
        let ((s, c), (z, r)) = (angle(i).sin_cos(), angle(j).sin_cos());
        dvec3(c * (2.0 + r), s * (2.0 + r), z)
    };
    let vertices = (0..n * n).map(|k| at(k / n, k % n)).collect();
    let named = |i: u32, j: u32| i % n * n + j % n;
    let squares = (0..n * n).map(|k| (k / n, k % n));
    let faces = squares.flat_map(|(i, j)| {
        let [a, b, c, d] = [named(i, j), named(i + 1, j), named(i + 1, j + 1), named(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    TriMesh::try_new(vertices, faces.collect()).unwrap()
}

#[test]
fn pairs_of_boxes_and_triangles_are_fewer() {
    let cell = |k: u32| dvec3(f64::from(k % 40), f64::from(k / 40 % 40), f64::from(k / 1600));
    let boxes: Vec<_> = (0..64_000).map(|k| Aabb::new(cell(k), cell(k) + 1.0)).collect();
    let all = broad_phase::pairs(&boxes).unwrap().len();
    let some = partial(|| broad_phase::pairs(&boxes)).unwrap().len();
    assert!(some < all / 4, "{some} of {all}");
    let mesh = torus(200);
    let aside = Affine3 { translation: dvec3(0.0, 0.3, 0.2), ..Affine3::identity() };
    let all = mesh.intersecting_triangles(&mesh, &aside).len();
    let some = partial(|| mesh.intersecting_triangles(&mesh, &aside)).len();
    assert!(all > 0 && some < all, "{some} of {all}");
}

#[test]
fn solids_and_winding_numbers_are_left_unfinished() {
    let mesh = Arc::new(torus(100));
    let solid = Solid::new(Arc::clone(&mesh));
    assert!(solid.topology().closed && !partial(|| Solid::new(Arc::clone(&mesh))).topology().closed);
    let middle = dvec3(2.0, 0.0, 0.0);
    let whole = Winding::new(Arc::clone(&mesh)).at(middle, 1e-3);
    assert!((whole.abs() - 1.0).abs() < 2e-3);
    let unfinished = partial(|| Winding::new(Arc::clone(&mesh))).at(middle, 1e-3);
    assert!((unfinished - whole).abs() > 0.1 || unfinished.is_nan());
    let aside = Affine3 { translation: dvec3(0.5, 0.3, 0.2), ..Affine3::identity() };
    assert!(solid.penetration(&solid, &aside, 1e-9).unwrap().certain);
    assert!(!partial(|| solid.penetration(&solid, &aside, 1e-9)).unwrap().certain);
}
