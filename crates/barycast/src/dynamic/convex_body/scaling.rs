//! Shapes stretched along the coordinate axes.
//!
//! What stays a shape of its kind becomes one, with each coordinate rounded once. The image of a round shape under
//! different factors has no name: it is kept as [`Scaled`], and its farthest points are those of the shape, stretched.

use super::parts::times;
use crate::dynamic::any::{Shape2, Shape3};
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::shape::*;
use crate::vector::size::{exponent, shifted};
use crate::vector::{FloatVector, Vector2, Vector3};
use alloc::vec::Vec;

/// Finite, and not 0 along any axis.
fn checked<V: FloatVector>(scale: V) -> Result<(), ShapeError> {
    for axis in 0..V::DIM {
        let factor = scale.get(axis);
        if !factor.is_finite() || factor == V::Scalar::ZERO {
            return Err(ShapeError {
                field: "scale",
                must: "be finite and not 0",
                got: Some(factor.to_f64()),
            });
        }
    }
    Ok(())
}

/// The factor, when it is the same along all axes but for its sign.
fn even<V: FloatVector>(scale: V) -> Option<V::Scalar> {
    let first = scale.get(0).abs();
    (1..V::DIM).all(|axis| scale.get(axis).abs() == first).then_some(first)
}

/// A direction of the image, whose length means nothing: of ordinary size where the products leave the range of numbers.
fn direction<V: FloatVector>(d: V, scale: V) -> V {
    free(d, times(d, scale), |axis| (scale.get(axis), 1)).0
}

/// The normal of a plane's image and its distance: the product with a direction of the image stays what it was. Where no product rounds,
/// each number of the normal times the factors of the other axes, and the distance times all; else divided, and then both times a
/// power of two where the quotients leave the range of numbers.
fn normal<V: FloatVector>(n: V, distance: V::Scalar, scale: V) -> (V, V::Scalar) {
    if let Some(image) = exact_normal(n, distance, scale) {
        return image;
    }
    let image = V::from_fn(|axis| n.get(axis) / scale.get(axis));
    let (image, shift) = free(n, image, |axis| (scale.get(axis), -1));
    (image, V::Scalar::from_f64(shifted(distance.to_f64(), shift)))
}

/// `None` where a product rounds.
fn exact_normal<V: FloatVector>(n: V, distance: V::Scalar, scale: V) -> Option<(V, V::Scalar)> {
    let even = even(scale);
    let factor = |axis: usize| scale.get(axis).abs();
    let by_all_but = |number: V::Scalar, but: usize| match even {
        // The normal keeps its length.
        Some(factor) if but == V::DIM => exact_product(number, factor),
        Some(_) => Some(number),
        None => (0..V::DIM).filter(|axis| *axis != but).map(factor).try_fold(number, exact_product),
    };
    let mut image = n;
    for axis in 0..V::DIM {
        let number = by_all_but(n.get(axis), axis)?;
        image = image.with(axis, if scale.get(axis) < V::Scalar::ZERO { -number } else { number });
    }
    Some((image, by_all_but(distance, V::DIM)?))
}

/// `None` where the product rounds, or may.
fn exact_product<S: Float>(a: S, b: S) -> Option<S> {
    let product = a * b;
    let is_zero = a == S::ZERO || b == S::ZERO;
    let sure = product.abs() >= S::MIN_POSITIVE / S::EPSILON && product.is_finite();
    (is_zero || sure && a.precise() * b.precise() == product.precise()).then_some(product)
}

/// The `image` of a direction, whose numbers were multiplied by factors or divided by them (to the power of 1 or -1); where
/// that lost digits, a power of two times what it should be, and which.
fn free<V: FloatVector>(d: V, image: V, by: impl Fn(usize) -> (V::Scalar, i32)) -> (V, i32) {
    let kept = |axis: usize| {
        let x = image.get(axis).abs();
        d.get(axis) == V::Scalar::ZERO || x >= V::Scalar::MIN_POSITIVE && x.is_finite()
    };
    if (0..V::DIM).all(kept) {
        return (image, 0);
    }
    // Mantissas and exponents by themselves.
    let parts = |x: V::Scalar| {
        let x = x.to_f64();
        let e = exponent([x]).unwrap_or(0);
        (shifted(x, -e), e)
    };
    let exact = |axis: usize| {
        let ((x, e), (factor, power)) = (parts(d.get(axis)), by(axis));
        let (y, f) = parts(factor);
        (if power < 0 { x / y } else { x * y }, e + power * f)
    };
    let sizes = (0..V::DIM).filter(|axis| d.get(*axis) != V::Scalar::ZERO).map(|axis| exact(axis).1);
    let shift = -sizes.max().unwrap_or(0);
    let image = V::from_fn(|axis| {
        let (x, e) = exact(axis);
        V::Scalar::from_f64(shifted(x, e + shift))
    });
    (image, shift)
}

/// Axes of a box or ellipsoid lie along those of the coordinates, in any order.
fn aligned<V: FloatVector>(axes: &[V]) -> bool {
    let zero = V::Scalar::ZERO;
    axes.iter().all(|axis| (0..V::DIM).filter(|i| axis.get(*i) != zero).count() == 1)
}

/// The factor along each of such axes: the one number of its image. Squares of it may leave the range of numbers.
fn along<V: FloatVector>(axes: &[V], scale: V) -> V {
    V::from_fn(|i| {
        let image = times(axes[i], scale);
        (1..V::DIM).fold(image.get(0).abs(), |most, axis| image.get(axis).abs().max(most))
    })
}

const NO_IMAGE: ShapeError = ShapeError {
    field: "scale",
    must: "be the same along all axes for this shape, whose stretched image is not answered",
    got: None,
};

macro_rules! scaling {
    ($Any:ident $dim:ident |$scale:ident, $even:ident| $($special:tt)*) => {
        impl<V: FloatVector + $dim> $Any<V> {
            /// Its image with each coordinate multiplied by its own number, other than 0.
            ///
            /// # Errors
            /// Names `scale` when a factor is 0 or not finite, or when the factors differ for an unbounded or ring-shaped
            /// round shape; and the field that is out of range after scaling.
            pub fn try_scaled(self, scale: V) -> Result<Self, ListError> {
                checked(scale)?;
                let ($scale, $even) = (scale, even(scale));
                let to = |p: V| times(p, scale);
                let all = |points: &[V]| -> Vec<V> { points.iter().map(|p| to(*p)).collect() };
                Ok(match self {
                    Self::Point(a) => Point::try_new(to(a.0))?.into(),
                    Self::Line(a) => Line::try_new(to(a.origin), direction(a.direction, scale))?.into(),
                    Self::Ray(a) => Ray::try_new(to(a.origin), to(a.direction))?.into(),
                    Self::Segment(a) => Segment::try_new(to(a.a), to(a.b))?.into(),
                    Self::Plane(a) => {
                        let (normal, distance) = normal(a.normal, a.distance, scale);
                        Plane::try_new(normal, distance)?.into()
                    }
                    Self::HalfSpace(a) => {
                        let (normal, distance) = normal(a.normal, a.distance, scale);
                        HalfSpace::try_new(normal, distance)?.into()
                    }
                    Self::Aabb(a) => {
                        let (p, q) = (to(a.min), to(a.max));
                        Aabb::try_new(p.min(q), p.max(q))?.into()
                    }
                    Self::Triangle(a) => Triangle::try_new(to(a.a), to(a.b), to(a.c))?.into(),
                    Self::Parallelogram(a) => Parallelogram::try_new(to(a.origin), to(a.u), to(a.v))?.into(),
                    Self::Convex(a) => Convex::try_new(all(a.points()))?.into(),
                    Self::Polyline(a) => Polyline::try_new(all(a.points()), a.is_closed())?.into(),
                    Self::Compound(a) => {
                        let shapes: Result<Vec<_>, _> =
                            a.shapes().iter().map(|shape| shape.clone().try_scaled(scale)).collect();
                        let turned = a.turned().map(|grid| grid.moved(to, to));
                        Compound::try_new(shapes?)?.with_turned(turned).into()
                    }
                    Self::CustomParts(a) => {
                        let shapes: Result<Vec<_>, _> = a.all().map(|shape| shape.try_scaled(scale)).collect();
                        Compound::try_new(shapes?)?.into()
                    }
                    Self::Voxels(a) => {
                        let zero = V::Scalar::ZERO;
                        // Of a mirrored grid the cells are counted from the other end.
                        let mirrored = |mut cell: [i32; 3]| {
                            for axis in (0..V::DIM).filter(|axis| scale.get(*axis) < zero) {
                                cell[axis] = -1 - cell[axis];
                            }
                            cell
                        };
                        let size = V::from_fn(|axis| a.size().get(axis) * scale.get(axis).abs());
                        let filled = a.filled().iter().map(|cell| mirrored(*cell)).collect();
                        Voxels::try_new(to(a.origin()), size, filled)?.into()
                    }
                    Self::Sphere(a) => match $even {
                        Some(factor) => Sphere::try_new(to(a.center), a.radius * factor)?.into(),
                        None => {
                            let radii = V::from_fn(|axis| a.radius * scale.get(axis).abs());
                            Ellipsoid::try_aligned(to(a.center), radii)?.into()
                        }
                    },
                    Self::Ellipsoid(a) if aligned(a.axes.as_ref()) => {
                        let radii = times(a.radii, along(a.axes.as_ref(), scale));
                        Ellipsoid::try_new(to(a.center), radii, a.axes)?.into()
                    }
                    Self::Obb(a) if aligned(a.axes.as_ref()) => {
                        let half_extents = times(a.half_extents, along(a.axes.as_ref(), scale));
                        Obb::try_new(to(a.center), half_extents, a.axes)?.into()
                    }
                    Self::Capsule(a) if $even.is_some() => {
                        let factor = $even.unwrap_or(a.radius);
                        Capsule::try_new(to(a.a), to(a.b), a.radius * factor)?.into()
                    }
                    Self::Rounded(a) if $even.is_some() => {
                        let factor = $even.unwrap_or(a.radius);
                        a.core.try_scaled(scale)?.try_rounded(a.radius * factor)?
                    }
                    Self::Scaled(a) => {
                        let both = times(a.scale, scale);
                        checked(both)?;
                        if (0..V::DIM).all(|axis| both.get(axis) == V::Scalar::ONE) {
                            return Ok(*a.core);
                        }
                        Scaled::new(*a.core, both).into()
                    }
                    $($special)*
                    other if other.is_unbounded() => return Err(NO_IMAGE.into()),
                    other => Scaled::new(other, scale).into(),
                })
            }
        }
    };
}

scaling!(Shape2 Vector2 |scale, even|
    Self::Polygon(a) => {
        let turn = if scale.get(0) * scale.get(1) < V::Scalar::ZERO { -1 } else { 1 };
        a.moved(|p| times(p, scale), turn)?.into()
    }
    Self::Annulus(a) => {
        let factor = even.ok_or(NO_IMAGE)?;
        Annulus::try_new(times(a.center, scale), a.inner_radius * factor, a.outer_radius * factor)?.into()
    }
    Self::Arc(a) => {
        let factor = even.ok_or(NO_IMAGE)?;
        let (start, sweep) = mirrored(a.start, a.sweep, scale);
        Arc::try_new(times(a.center, scale), a.radius * factor, start, sweep)?.into()
    }
    Self::Sector(a) if even.is_some() => {
        let factor = even.unwrap_or(a.radius);
        let (start, sweep) = mirrored(a.start, a.sweep, scale);
        Sector::try_new(times(a.center, scale), a.radius * factor, start, sweep)?.into()
    }
    Self::Sector(a) => {
        let wedges = a.wedges().into_iter().map(|wedge| Scaled::new(Self::Wedge(wedge), scale).into());
        Compound::try_new(wedges.collect())?.into()
    }
);
scaling!(Shape3 Vector3 |scale, even|
    Self::Tetrahedron(t) => {
        let [a, b, c, d] = t.corners().each(|p| times(p, scale));
        Tetrahedron::try_new(a, b, c, d)?.into()
    }
    Self::FlatPolygon(a) => {
        // What was flat enough stays so.
        let points = a.points().iter().map(|p| times(*p, scale)).collect();
        FlatPolygon::try_new_within(points, 4e-5)?.into()
    }
    Self::Mesh(a) => mesh(&a, scale)?.into(),
    Self::HeightField(a) => mesh(a.mesh(), scale)?.into(),
    Self::Frustum(a) => {
        let planes = a.planes().each(|h| {
            let (normal, distance) = normal(h.normal, h.distance, scale);
            HalfSpace { normal, distance }
        });
        Frustum::try_new(planes)?.into()
    }
    Self::Torus(a) => {
        let factor = even.ok_or(NO_IMAGE)?;
        let (major, minor) = (a.major_radius * factor, a.minor_radius * factor);
        Torus::try_new(times(a.center, scale), direction(a.axis, scale), major, minor)?.into()
    }
    Self::InfiniteCylinder(a) => {
        let factor = even.ok_or(NO_IMAGE)?;
        let (origin, direction) = (times(a.origin, scale), direction(a.direction, scale));
        InfiniteCylinder::try_new(origin, direction, a.radius * factor)?.into()
    }
    Self::InfiniteCone(a) => {
        even.ok_or(NO_IMAGE)?;
        InfiniteCone::try_new(times(a.apex, scale), direction(a.direction, scale), a.angle)?.into()
    }
);

/// Where an arc begins and how far it goes once its circle is mirrored along the axes with negative factors.
fn mirrored<V: FloatVector>(start: V::Scalar, sweep: V::Scalar, scale: V) -> (V::Scalar, V::Scalar) {
    let (zero, half) = (V::Scalar::ZERO, V::Scalar::from_f64(core::f64::consts::PI));
    match (scale.get(0) < zero, scale.get(1) < zero) {
        (false, false) => (start, sweep),
        (true, true) => (start + half, sweep),
        (true, false) => (half - start, -sweep),
        (false, true) => (-start, -sweep),
    }
}

/// Its front stays its front: mirrored triangles turn the other way.
fn mesh<V: FloatVector + Vector3>(a: &Mesh<V>, scale: V) -> Result<Mesh<V>, ListError> {
    if let Some(stretched) = a.stretched(scale) {
        return Ok(stretched);
    }
    let mirrored = (0..3).filter(|axis| scale.get(*axis) < V::Scalar::ZERO).count() % 2 == 1;
    let turned = |[a, b, c]: [u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
    let vertices = a.vertices().iter().map(|p| times(*p, scale)).collect();
    Mesh::try_new(vertices, a.triangles().iter().map(|t| turned(*t)).collect(), a.is_solid())
}

impl<V: FloatVector + Vector2> Shape2<V> {
    /// Of what rounding adds to shapes without bounds.
    fn is_unbounded(&self) -> bool {
        match self {
            Self::Line(_) | Self::Ray(_) | Self::Plane(_) | Self::HalfSpace(_) => true,
            Self::Rounded(a) => a.core.is_unbounded(),
            _ => false,
        }
    }
}

impl<V: FloatVector + Vector3> Shape3<V> {
    /// Of what rounding adds to shapes without bounds.
    fn is_unbounded(&self) -> bool {
        match self {
            Self::Line(_)
            | Self::Ray(_)
            | Self::Plane(_)
            | Self::HalfSpace(_)
            | Self::InfiniteCylinder(_)
            | Self::InfiniteCone(_) => true,
            Self::Rounded(a) => a.core.is_unbounded(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn a_stretched_capsule_and_can_hold_what_their_images_do() {
        let capsule = Shape3::Capsule(Capsule::new(DVec3::ZERO, dvec3(2., 0., 0.), 1.));
        let long = capsule.clone().try_scaled(dvec3(3., 1., 2.)).unwrap();
        assert_eq!(long.closest(&Point(dvec3(11., 0., 0.)).into()).distance, 2.);
        assert_eq!(long.closest(&Point(dvec3(3., 0., 5.)).into()).distance, 3.);
        assert_eq!(long.signed_distance(dvec3(3., 0., 0.)), -1.);
        let line = Shape3::Line(Line::new(dvec3(-5., 0., 0.), dvec3(1., 0., 0.)));
        assert_eq!(line.span(&long), Ok(Some((2., 14.))));
        let even = capsule.try_scaled(DVec3::splat(-2.)).unwrap();
        assert!(matches!(even, Shape3::Capsule(c) if c.radius == 2. && c.b.x == -4.));
        let mirrored = Shape3::Torus(Torus::new(DVec3::X, DVec3::Z, 3., 1.)).try_scaled(dvec3(1., -1., 1.));
        assert!(matches!(mirrored, Ok(Shape3::Torus(_))));
        assert!(Shape3::Torus(Torus::new(DVec3::X, DVec3::Z, 3., 1.)).try_scaled(dvec3(1., 2., 1.)).is_err());
        assert!(Shape2::Point(Point(DVec2::X)).try_scaled(dvec2(1., 0.)).is_err());
    }

    #[test]
    fn normals_and_directions_of_any_length_are_stretched() {
        let to = |shape: Shape3<DVec3>, scale: f64, p: DVec3| {
            shape.try_scaled(DVec3::splat(scale)).unwrap().closest(&Point(p).into()).distance
        };
        let (along, across) = (dvec3(3., 4., 0.), dvec3(4., -3., 0.));
        for (d, k) in [(1e-200, 1e122), (1e-200, 1e130), (1e300, 1e-100), (1., 2.)] {
            assert!(to(Plane::new(along * d, 0.).into(), k, across) < 1e-15);
            assert!(to(Line::new(DVec3::ZERO, along * d).into(), 1. / k, along) < 1e-15);
        }
        // In f32 too.
        let plane = Plane::new(glam::vec3(3e-20, 4e-20, 0.), 1e-20);
        let Ok(Shape3::Plane(image)) = Shape3::from(plane).try_scaled(glam::Vec3::splat(1e20)) else {
            panic!()
        };
        assert_eq!(image.normal.x / image.normal.y, 0.75);
        assert!((image.distance / image.normal.y / 2.5e19 - 1.).abs() < 1e-6);
        // By the largest factors.
        let plane = Plane::new(glam::Vec3::Y * 1e-45, 0.);
        assert!(Shape3::from(plane).try_scaled(glam::Vec3::splat(f32::MAX)).is_ok());
        assert_eq!(to(Plane::new(DVec3::Y * 5e-324, 0.).into(), f64::MAX, DVec3::Y), 1.);
    }

    #[test]
    fn planes_round_only_where_products_do() {
        let side = Shape3::from(HalfSpace::new(dvec3(1., 2., 7.), 5.));
        for (scale, normal, distance) in [
            (dvec3(3., 3., 3.), dvec3(1., 2., 7.), 15.),
            (dvec3(3., -3., 3.), dvec3(1., -2., 7.), 15.),
            (dvec3(-1., 3., 7.), dvec3(-21., 14., 21.), 105.),
        ] {
            let Ok(Shape3::HalfSpace(image)) = side.clone().try_scaled(scale) else { panic!() };
            assert_eq!((image.normal, image.distance), (normal, distance));
        }
    }

    #[test]
    fn boxes_and_ellipsoids_are_scaled_by_any_number() {
        for x in [1e-300, 1e-160, 3., 1e160, 1e300] {
            let by = |shape: Shape3<DVec3>| shape.try_scaled(dvec3(x, -2. * x, x)).unwrap();
            let axes = [DVec3::Y, DVec3::NEG_X, DVec3::Z];
            let Shape3::Obb(b) = by(Obb::try_new(DVec3::ZERO, dvec3(1., 2., 0.), axes).unwrap().into())
            else {
                panic!()
            };
            assert_eq!(b.half_extents, dvec3(2. * x, 2. * x, 0.));
            let Shape3::Ellipsoid(e) =
                by(Ellipsoid::try_new(DVec3::ZERO, dvec3(1., 2., 3.), axes).unwrap().into())
            else {
                panic!()
            };
            assert_eq!(e.radii, dvec3(2. * x, 2. * x, 3. * x));
        }
    }

    #[test]
    fn an_image_out_of_range_is_no_shape() {
        let capsule = Shape3::Capsule(Capsule::new(DVec3::ZERO, dvec3(1e200, 0., 0.), 1.));
        let scaled = |x: f64| capsule.clone().try_scaled(dvec3(x, 1., 1.)).unwrap().in_range();
        assert_eq!(scaled(1e200).unwrap_err().field, "scale");
        scaled(1e100).unwrap();
        scaled(1.7e108).unwrap();
    }

    #[test]
    fn a_stretched_sphere_is_an_ellipsoid_and_a_mirrored_grid_stays_in_place() {
        let ball = Shape3::Sphere(Sphere::new(dvec3(1., 1., 1.), 2.)).try_scaled(dvec3(1., 2., -3.)).unwrap();
        assert!(matches!(ball, Shape3::Ellipsoid(e) if e.radii == dvec3(2., 4., 6.)));
        let grid = Voxels::try_new(dvec2(1., 0.), dvec2(1., 2.), alloc::vec![[0, 0, 0], [2, 0, 0]]).unwrap();
        let turned = Shape2::from(grid).try_scaled(dvec2(-1., 1.)).unwrap();
        let at = |x: f64| turned.intersects(&Point(dvec2(x, 1.)).into());
        assert_eq!([-1.5, -2.5, -3.5, -0.5].map(at), [true, false, true, false]);
    }
}
