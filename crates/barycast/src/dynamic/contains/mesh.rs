//! Containment in meshes: points and segments exactly; for a solid mesh also balls and capsules,
//! which its surface must not come near. A shape that has edges or faces may enclose a dent
//! of the mesh, for which the result is not defined yet.

use crate::dynamic::any::Shape3;
use crate::dynamic::composite::{Composite, mesh};
use crate::shape::*;
use glam::DVec3;

/// Tests whether every point of `b` is in the mesh; `None` if the result is not defined.
pub(super) fn contains(a: &Mesh<DVec3>, b: &Shape3) -> Option<bool> {
    match b {
        Shape3::Point(p) => Some(a.contains_point(p.0)),
        Shape3::Segment(s) => Some(holds_segment(a, s)),
        Shape3::Sphere(s) => Some(holds_capsule(a, &Capsule::new(s.center, s.center, s.radius))),
        Shape3::Capsule(c) => Some(holds_capsule(a, c)),
        Shape3::Cylinder(c) if c.radius == 0.0 => Some(holds_segment(a, &c.axis())),
        Shape3::Line(_)
        | Shape3::Ray(_)
        | Shape3::Plane(_)
        | Shape3::HalfSpace(_)
        | Shape3::InfiniteCone(_)
        | Shape3::InfiniteCylinder(_) => Some(false),
        Shape3::Triangle(t) => holds_flat(a, b, &t.corners()),
        Shape3::Convex(c) => holds_flat(a, b, c.points()),
        Shape3::Mesh(m) => holds_mesh(a, m),
        Shape3::HeightField(h) => holds_mesh(a, h.mesh()),
        _ if a.is_solid() => None,
        _ => holds_flat(a, b, &[]),
    }
}

/// Tests all triangles of a surface; for a solid mesh only decides that a corner of it is outside.
fn holds_mesh(a: &Mesh<DVec3>, b: &Mesh<DVec3>) -> Option<bool> {
    let mut all = if b.is_solid() { None } else { Some(true) };
    for i in 0..b.triangles().len() {
        let triangle = b.triangle(i);
        match holds_flat(a, &triangle.into(), &triangle.corners()) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// Returns `true` if one triangle contains it, `false` if one of its corners is outside the mesh;
/// otherwise the result is not defined.
fn holds_flat(a: &Mesh<DVec3>, b: &Shape3, corners: &[DVec3]) -> Option<bool> {
    if corners.iter().any(|corner| !a.contains_point(*corner)) {
        return Some(false);
    }
    let mut near = (a as &dyn Composite<Shape3>).near(b);
    near.any(|i| a.part(i).contains(b) == Ok(true)).then_some(true)
}

fn holds_segment(a: &Mesh<DVec3>, s: &Segment<DVec3>) -> bool {
    if s.a == s.b { a.contains_point(s.a) } else { mesh::holds_segment(a, s) }
}

/// Tests whether the axis is in the mesh, and no triangle is closer to it than the radius.
fn holds_capsule(a: &Mesh<DVec3>, c: &Capsule<DVec3>) -> bool {
    let axis = Shape3::Segment(c.axis());
    let clear = |i| a.part(i).closest_precisely(&axis).distance >= c.radius;
    // Triangles outside the capsule's bounding box are farther.
    let near = (a as &dyn Composite<Shape3>).near(&Shape3::Capsule(*c));
    holds_segment(a, &c.axis()) && (c.radius == 0.0 || a.is_solid() && { near }.all(clear))
}
