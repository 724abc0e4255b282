//! What a shape is to the set that may hold it: the hull of balls, prolonged along directions.

pub(crate) use super::hull::Content;
use super::hull::{corners_of_aabb, corners_of_obb};
use crate::dynamic::any::{Shape2, Shape3};
use crate::number::each::MapEach;
use crate::number::{Field, Ring};
use crate::shape::*;
use crate::vector::{V2, V3, Vector};
use alloc::vec;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// A point of the plane, and directions that span it.
fn flat<V: Vector<Scalar: Field>>(plane: &Plane<V>) -> (V, Vec<V>) {
    let n = plane.normal;
    let point = n * plane.distance.div_or(n.length_squared(), plane.distance.zero());
    let mut directions = Vec::new();
    for i in 0..V::DIM {
        for j in 0..i {
            let along = n.zero().with(i, n.get(j)).with(j, -n.get(i));
            directions.extend([along, -along]);
        }
    }
    (point, directions)
}

/// Of an ellipsoid with one radius above 0 or none, by what they are as floats: a segment or a point.
pub(super) fn rod<V, W>(a: &Ellipsoid<V>, radii: W) -> Option<Content<V>>
where
    V: Vector<Scalar: Field>,
    W: Vector<Scalar = f64>,
{
    let mut round = (0..W::DIM).filter(|i| radii.get(*i) > 0.0);
    let (first, second) = (round.next(), round.next());
    let points = match (first, second) {
        (None, _) => vec![a.center],
        (Some(i), None) => vec![a.center - a.semi_axis(i), a.center + a.semi_axis(i)],
        _ => return None,
    };
    Some(Content { points, radius: a.center.get(0).zero(), directions: vec![] })
}

macro_rules! contents {
    ($name:ident $Any:ident $Wide:ident $V:ident |$hull:ident, $number:ident| $($special:tt)*) => {
        /// The shape's balls and directions; `None` of cylinders and ellipsoids, which are not hulls of balls.
        pub(crate) fn $name<S: Field>(shape: &$Any<$Wide>, $number: &impl Fn(f64) -> S) -> Option<Content<$V<S>>> {
            let zero = $number(0.0);
            let $hull = |points| Some(Content { points, radius: zero, directions: vec![] });
            match shape {
                $Any::Point(a) => $hull(vec![a.0.lift($number)]),
                $Any::Segment(a) => $hull(vec![a.a.lift($number), a.b.lift($number)]),
                $Any::Triangle(a) => $hull(a.lift::<$V<S>>($number).corners().to_vec()),
                $Any::Parallelogram(a) => $hull(a.lift::<$V<S>>($number).corners().to_vec()),
                $Any::Aabb(a) => $hull(corners_of_aabb(&a.lift::<$V<S>>($number))),
                $Any::Obb(a) => $hull(corners_of_obb(&a.lift::<$V<S>>($number))),
                $Any::Sphere(a) => {
                    let Sphere { center, radius } = a.lift::<$V<S>>($number);
                    Some(Content { points: vec![center], radius, directions: vec![] })
                }
                $Any::Capsule(a) => {
                    let Capsule { a, b, radius } = a.lift::<$V<S>>($number);
                    Some(Content { points: vec![a, b], radius, directions: vec![] })
                }
                $Any::Line(a) => {
                    let Line { origin, direction } = a.lift::<$V<S>>($number);
                    let directions = vec![direction, -direction];
                    Some(Content { points: vec![origin], radius: zero, directions })
                }
                $Any::Ray(a) => {
                    let Ray { origin, direction } = a.lift::<$V<S>>($number);
                    Some(Content { points: vec![origin], radius: zero, directions: vec![direction] })
                }
                $Any::Plane(a) => {
                    let (point, directions) = flat(&a.lift::<$V<S>>($number));
                    Some(Content { points: vec![point], radius: zero, directions })
                }
                $Any::HalfSpace(a) => {
                    let a = a.lift::<$V<S>>($number);
                    let (point, mut directions) = flat(&a.boundary());
                    directions.push(-a.normal);
                    Some(Content { points: vec![point], radius: zero, directions })
                }
                $Any::Convex(a) => $hull(a.corners().map(|p| p.lift($number)).collect()),
                $Any::Rounded(a) => {
                    let core = $name(&a.core, $number)?;
                    Some(Content { radius: core.radius + $number(a.radius), ..core })
                }
                $Any::Ellipsoid(_)
                | $Any::TaperedCapsule(_)
                | $Any::Scaled(_)
                | $Any::Compound(_)
                | $Any::Polyline(_)
                | $Any::Voxels(_)
                | $Any::Custom(_)
                | $Any::CustomParts(_) => None,
                $($special)*
            }
        }
    };
}

contents!(of_2d Shape2 DVec2 V2 |hull, number|
    Shape2::Polygon(a) => hull(a.points().iter().map(|p| p.lift(number)).collect()),
    Shape2::Annulus(_) | Shape2::Arc(_) | Shape2::Sector(_) | Shape2::Wedge(_) => None,
);
contents!(of_3d Shape3 DVec3 V3 |hull, number|
    Shape3::InfiniteCylinder(a) => {
        let InfiniteCylinder { origin, direction, radius } = a.lift::<V3<S>>(number);
        Some(Content { points: vec![origin], radius, directions: vec![direction, -direction] })
    }
    Shape3::Mesh(a) => {
        let used = a.triangles().iter().flatten();
        hull(used.map(|v| a.vertices()[*v as usize].lift(number)).collect())
    }
    Shape3::Tetrahedron(a) => hull(a.corners().each(|p| p.lift(number)).to_vec()),
    Shape3::FlatPolygon(a) => hull(a.points().iter().map(|p| p.lift(number)).collect()),
    Shape3::Frustum(a) => hull(a.corners_over(number)),
    Shape3::HeightField(a) => hull(a.mesh().vertices().iter().map(|p| p.lift(number)).collect()),
    Shape3::Cylinder(_)
    | Shape3::Cone(_)
    | Shape3::Disc(_)
    | Shape3::EllipticCylinder(_)
    | Shape3::Torus(_)
    | Shape3::InfiniteCone(_)
    | Shape3::TruncatedCone(_) => None,
);
