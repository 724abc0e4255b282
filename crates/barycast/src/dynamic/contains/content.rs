//! A contained shape as the hull of balls, extended without bound along directions.

pub(crate) use super::hull::Content;
use super::hull::{corners_of_aabb, corners_of_obb};
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::kind::Over;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::number::{Field, Ring};
use crate::shape::*;
use crate::vector::{V2, V3, Vector};
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Returns a point of the plane, and directions that span it.
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

/// Returns the content of an ellipsoid with at most one radius above 0, as its floats are: a
/// segment or a point.
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

/// Returns the hull of points.
fn hull<V: Vector<Scalar: Ring>>(points: Vec<V>, zero: V::Scalar) -> Content<V> {
    Content { points, radius: zero, directions: vec![] }
}

/// Returns the balls and directions of a shape of a kind that both dimensions have, except hulls.
/// Returns `None` for tapered capsules and ellipsoids, which are not hulls of equal balls, and for
/// shapes made of parts.
fn of_shared<S: DynamicShape, N: Field>(
    shape: &S,
    number: &impl Fn(f64) -> N,
) -> Option<Content<Over<S, N>>> {
    let zero = number(0.0);
    Some(match shape.shared()? {
        Shared::Point(a) => hull(vec![a.0.lift(number)], zero),
        Shared::Segment(a) => hull(vec![a.a.lift(number), a.b.lift(number)], zero),
        Shared::Triangle(a) => hull(a.lift::<Over<S, N>>(number).corners().to_vec(), zero),
        Shared::Parallelogram(a) => hull(a.lift::<Over<S, N>>(number).corners().to_vec(), zero),
        Shared::Aabb(a) => hull(corners_of_aabb(&a.lift::<Over<S, N>>(number)), zero),
        Shared::Obb(a) => hull(corners_of_obb(&a.lift::<Over<S, N>>(number)), zero),
        Shared::Sphere(a) => {
            let Sphere { center, radius } = a.lift::<Over<S, N>>(number);
            Content { points: vec![center], radius, directions: vec![] }
        }
        Shared::Capsule(a) => {
            let Capsule { a, b, radius } = a.lift::<Over<S, N>>(number);
            Content { points: vec![a, b], radius, directions: vec![] }
        }
        Shared::Line(a) => {
            let Line { origin, direction } = a.lift::<Over<S, N>>(number);
            Content { points: vec![origin], radius: zero, directions: vec![direction, -direction] }
        }
        Shared::Ray(a) => {
            let Ray { origin, direction } = a.lift::<Over<S, N>>(number);
            Content { points: vec![origin], radius: zero, directions: vec![direction] }
        }
        Shared::Plane(a) => {
            let (point, directions) = flat(&a.lift::<Over<S, N>>(number));
            Content { points: vec![point], radius: zero, directions }
        }
        Shared::HalfSpace(a) => {
            let a = a.lift::<Over<S, N>>(number);
            let (point, mut directions) = flat(&a.boundary());
            directions.push(-a.normal);
            Content { points: vec![point], radius: zero, directions }
        }
        Shared::Rounded(a) => {
            let core = a.core.content(number)?;
            Content { radius: core.radius + number(a.radius), ..core }
        }
        Shared::Convex(_)
        | Shared::Ellipsoid(_)
        | Shared::TaperedCapsule(_)
        | Shared::Scaled(_)
        | Shared::Voxels(_) => return None,
    })
}

/// Returns the shape's balls and directions, or `None` for ellipsoids and shapes around an arc,
/// which are not hulls of balls.
pub(crate) fn of_2d<N: Field>(shape: &Shape2, number: &impl Fn(f64) -> N) -> Option<Content<V2<N>>> {
    let zero = number(0.0);
    Some(match shape {
        Shape2::Convex(a) => hull(a.corners().map(|p| p.lift(number)).collect(), zero),
        Shape2::Polygon(a) => hull(a.points().iter().map(|p| p.lift(number)).collect(), zero),
        other => return of_shared(other, number),
    })
}

/// Returns the shape's balls and directions, or `None` for cylinders, ellipsoids and similar
/// shapes, which are not hulls of balls.
pub(crate) fn of_3d<N: Field>(shape: &Shape3, number: &impl Fn(f64) -> N) -> Option<Content<V3<N>>> {
    let zero = number(0.0);
    let all = |points: &[DVec3]| hull(points.iter().map(|p| p.lift(number)).collect(), zero);
    Some(match shape {
        Shape3::Convex(a) => hull(a.corners().map(|p| p.lift(number)).collect(), zero),
        Shape3::InfiniteCylinder(a) => {
            let InfiniteCylinder { origin, direction, radius } = a.lift::<V3<N>>(number);
            Content { points: vec![origin], radius, directions: vec![direction, -direction] }
        }
        Shape3::Mesh(a) => {
            let used = a.triangles().iter().flatten();
            hull(used.map(|v| a.vertices()[*v as usize].lift(number)).collect(), zero)
        }
        Shape3::Tetrahedron(a) => all(&a.corners()),
        Shape3::FlatPolygon(a) => all(a.points()),
        Shape3::Frustum(a) => hull(a.corners_over(number), zero),
        Shape3::HeightField(a) => all(a.mesh().vertices()),
        other => return of_shared(other, number),
    })
}
