//! The operations `solid_angle` and `tangents`: a shape seen from a point.

use crate::names::Reading;
use crate::node::Members;
use crate::pair::{self, Pair};
use crate::query::QueryResult;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::{Disc, Point};
use barycast::solid_angle::{self, SolidAngle};
use glam::DVec3;

pub(super) fn solid_angle(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        let seen = match pair {
            Pair::D2(a, b) => seen_2(&a.shape, &b.shape),
            Pair::D3(a, b) => seen_3(&a.shape, &b.shape),
        };
        answer.solid_angle(seen.ok_or_else(|| pair.no_answer("solid_angle"))?);
        Ok(())
    })
}

pub(super) fn tangents(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::plain(members, reading, |pair, mut answer| {
        match pair {
            Pair::D2(a, b) => {
                let (Shape2::Sphere(circle), Shape2::Point(Point(from))) = (&*a.shape, &*b.shape) else {
                    return Err(pair.no_answer("tangents"));
                };
                let (power, length) = (circle.power(*from), circle.tangent_length(*from));
                answer.tangents(power, length, circle.tangent_points(*from));
            }
            Pair::D3(a, b) => {
                let (Shape3::Sphere(sphere), Shape3::Point(Point(from))) = (&*a.shape, &*b.shape) else {
                    return Err(pair.no_answer("tangents"));
                };
                answer.tangents::<DVec3>(sphere.power(*from), sphere.tangent_length(*from), None);
            }
        }
        Ok(())
    })
}

/// Returns the 2D angle, or `None` for shapes without a closed form.
fn seen_2(shape: &Shape2, eye: &Shape2) -> Option<f64> {
    let Shape2::Point(Point(eye)) = *eye else { return None };
    match shape {
        Shape2::Segment(segment) => Some(segment.solid_angle(eye)),
        Shape2::Sphere(circle) => Some(circle.solid_angle(eye)),
        _ => None,
    }
}

/// Returns the solid angle, or `None` for shapes without a closed form; for a cone only from its
/// apex.
fn seen_3(shape: &Shape3, eye: &Shape3) -> Option<f64> {
    let Shape3::Point(Point(eye)) = *eye else { return None };
    match shape {
        Shape3::Sphere(sphere) => Some(sphere.solid_angle(eye)),
        Shape3::Disc(disc) => Some(disc.solid_angle(eye)),
        Shape3::Triangle(triangle) => Some(triangle.solid_angle(eye)),
        Shape3::Parallelogram(parallelogram) => Some(parallelogram.solid_angle(eye)),
        Shape3::FlatPolygon(polygon) => Some(polygon.solid_angle(eye)),
        Shape3::Aabb(aabb) => Some(aabb.solid_angle(eye)),
        Shape3::Obb(obb) => Some(obb.solid_angle(eye)),
        Shape3::Tetrahedron(tetrahedron) => Some(tetrahedron.solid_angle(eye)),
        Shape3::Cone(cone) if cone.apex == eye => {
            Some(Disc::new(cone.base, cone.base - cone.apex, cone.radius).solid_angle(eye))
        }
        Shape3::InfiniteCone(cone) if cone.apex == eye => Some(solid_angle::cap(cone.angle)),
        _ => None,
    }
}
