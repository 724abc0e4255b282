//! View cone: the points within a radius and an angle of a direction.

use super::check::{self, ShapeError};
use super::{Aabb, Support};
use crate::number::{Field, Float, Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;
use core::f64::consts::FRAC_PI_2;

/// All points within `radius` of `apex` in directions that are within `half_angle` of `direction`:
/// a solid spherical sector. It is the intersection of a ball around the apex and an
/// [`InfiniteCone`](super::InfiniteCone). With a quarter turn it is half a ball; with radius 0 it
/// is the apex alone.
///
/// ```
/// use barycast::d3::{Sphere, ViewCone};
/// use barycast::shape::Point;
/// use glam::{Vec3, vec3};
///
/// // A guard who looks along x sees 10 far, and 30 degrees to either side.
/// let view = ViewCone::try_new(Vec3::ZERO, Vec3::X, 10.0, 30_f32.to_radians()).unwrap();
/// assert!(view.contains_point(vec3(5.0, 1.0, 0.0)));
/// assert!(!view.contains_point(vec3(5.0, 4.0, 0.0)));
/// // The player is seen as soon as a part of the body is.
/// assert!(view.intersects(&Sphere::new(vec3(5.0, 4.0, 0.0), 1.5)));
/// assert_eq!(view.closest(&Point(vec3(13.0, 0.0, 0.0))).distance, 3.0);
/// ```
#[doc(alias = "spherical_sector")]
#[doc(alias = "field_of_view")]
#[doc(alias = "vision_cone")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ViewCone<V: Vector> {
    /// Apex: the position of the viewer.
    pub apex: V,
    /// Direction of the axis, of any length but 0.
    pub direction: V,
    /// Range, in units of length, at least 0.
    pub radius: V::Scalar,
    /// Angle between the axis and the side, in radians: half of the field of view. Above 0, and at
    /// most a quarter turn.
    pub half_angle: V::Scalar,
}

impl<V: Vector3> ViewCone<V> {
    /// Builds a view cone without checks.
    #[inline(always)]
    pub const fn new(apex: V, direction: V, radius: V::Scalar, half_angle: V::Scalar) -> Self {
        Self { apex, direction, radius, half_angle }
    }

    /// Converts every number with `number`.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> ViewCone<W> {
        ViewCone {
            apex: self.apex.lift(number),
            direction: self.direction.lift(number),
            radius: number(self.radius),
            half_angle: number(self.half_angle),
        }
    }
}

impl<V: FloatVector + Vector3> ViewCone<V> {
    /// Builds a view cone with a non-zero direction, a radius of at least 0, and a half angle above
    /// 0 and at most a quarter turn; a wider one would not be convex. `FRAC_PI_2` of `f32` or of
    /// `f64` gives exactly half a ball.
    ///
    /// # Errors
    /// Names `apex` if it is not finite, `direction` if it is not finite or zero, `radius` if it is
    /// not finite or negative, `half_angle` if it is not above 0 or is more than a quarter turn.
    pub fn try_new(
        apex: V,
        direction: V,
        radius: V::Scalar,
        half_angle: V::Scalar,
    ) -> Result<Self, ShapeError> {
        check::finite("apex", apex)?;
        check::direction("direction", direction)?;
        check::size("radius", radius)?;
        let number = half_angle.to_f64();
        // A quarter turn in `f32`, which is more than that of `f64`, widened or not.
        let single = f64::from(core::f32::consts::FRAC_PI_2);
        if number > 0.0 && (number <= FRAC_PI_2 || number == single) {
            return Ok(Self { apex, direction, radius, half_angle });
        }
        let must = "be above 0 and at most a quarter turn, which is pi / 2: beyond, the shape is not convex";
        Err(ShapeError { field: "half_angle", must, got: Some(number) })
    }

    /// Tests whether the point is in the view cone, including its boundary. Computed in the shape's
    /// own floating-point type: a point closer to the boundary than the rounding error may be
    /// classified wrongly. [`Shape3`](crate::dynamic::any::Shape3) decides in double-double
    /// precision.
    ///
    /// ```
    /// use barycast::d3::f64::ViewCone;
    /// use glam::{DVec3, dvec3};
    ///
    /// let half_ball = ViewCone::new(DVec3::ZERO, DVec3::Z, 5.0, std::f64::consts::FRAC_PI_2);
    /// assert!(half_ball.contains_point(dvec3(3.0, 4.0, 0.0)));
    /// assert!(!half_ball.contains_point(dvec3(3.0, 4.0, 0.1)));
    /// ```
    pub fn contains_point(&self, p: V) -> bool {
        self.opened().holds(p)
    }

    /// Returns the axis-aligned bounding box, up to the rounding of the angle.
    pub fn bounds(&self) -> Aabb<V> {
        let opened = self.opened();
        let end = |axis: usize, way: V::Scalar| opened.support(self.apex.zero().with(axis, way)).get(axis);
        let min = V::from_fn(|axis| end(axis, -V::Scalar::ONE));
        Aabb { min, max: V::from_fn(|axis| end(axis, V::Scalar::ONE)) }
    }

    /// Returns the view cone with the values derived from its angle.
    pub(crate) fn opened(&self) -> Opened<V> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let (cosine, sine) = if self.half_angle.to_f64() >= FRAC_PI_2 {
            (zero, one)
        } else {
            let slope = self.half_angle.tangent();
            let cosine = one / (one + slope * slope).sqrt();
            (cosine, slope * cosine)
        };
        let axis = self.direction.normalized_or_zero();
        let u = axis.any_orthogonal().normalized_or_zero();
        let v = axis.cross(u).normalized_or_zero();
        Opened { apex: self.apex, axis, across: [u, v], radius: self.radius, cosine, sine }
    }
}

impl<V: FloatVector + Vector3> Support for ViewCone<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.opened().support(direction)
    }

    fn middle(&self) -> V {
        self.opened().middle()
    }

    fn corners(&self, direction: V) -> Vec<V> {
        self.opened().corners(direction)
    }
}

/// View cone with its unit axis, two directions perpendicular to it and to each other, and the
/// cosine and sine of its angle, computed once for many queries.
///
/// In the half-plane of a point, at the height `z` along the axis and the distance `rho` from it,
/// the view cone is the sector of a disc between the axis and the side `s = (cosine, sine)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened<V: Vector> {
    pub(crate) apex: V,
    pub(crate) axis: V,
    pub(crate) across: [V; 2],
    pub(crate) radius: V::Scalar,
    pub(crate) cosine: V::Scalar,
    pub(crate) sine: V::Scalar,
}

impl<V: FloatVector> Opened<V> {
    /// Returns, for a vector from the apex, its component along the axis, its distance from the
    /// axis, and the unit direction away from the axis, which is zero for a vector along the axis.
    pub(crate) fn about(&self, way: V) -> (V::Scalar, V::Scalar, V) {
        let [u, v] = self.across;
        // In a frame perpendicular to the axis, so that the rounding error of a vector along the
        // axis is still perpendicular to it.
        let away = u * way.dot(u) + v * way.dot(v);
        (way.dot(self.axis), away.length(), away.normalized_or_zero())
    }

    /// Returns the distance of a point beyond the side, perpendicular to the side; negative inside.
    pub(crate) fn beyond(&self, z: V::Scalar, rho: V::Scalar) -> V::Scalar {
        rho * self.cosine - z * self.sine
    }

    /// Tests whether a vector with these components points between the sides.
    pub(crate) fn faces(&self, z: V::Scalar, rho: V::Scalar) -> bool {
        self.beyond(z, rho) <= V::Scalar::ZERO
    }

    /// Returns the point of the side at a distance from the apex.
    pub(crate) fn on_side(&self, out: V, along: V::Scalar) -> V {
        self.apex + (self.axis * self.cosine + out * self.sine) * along
    }

    fn holds(&self, p: V) -> bool {
        let way = p - self.apex;
        let (z, rho, _) = self.about(way);
        way.length_squared() <= self.radius * self.radius && self.faces(z, rho)
    }

    /// Returns the point of the spherical cap that is farthest along a non-zero direction.
    pub(crate) fn on_cap(&self, direction: V) -> V {
        let (z, rho, out) = self.about(direction);
        if self.faces(z, rho) {
            return self.apex + direction.normalized_or_zero() * self.radius;
        }
        let out = if out.is_zero() { self.across[0] } else { out };
        self.on_side(out, self.radius)
    }
}

impl<V: FloatVector> Support for Opened<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let (z, rho, _) = self.about(direction);
        // Between the sides the cap is farthest; otherwise the closest line of the side, at its rim
        // or at the apex.
        let is_apex = !self.faces(z, rho) && z * self.cosine + rho * self.sine <= V::Scalar::ZERO;
        if direction.is_zero() || is_apex {
            return self.apex;
        }
        self.on_cap(direction)
    }

    fn middle(&self) -> V {
        self.apex + self.axis * self.radius.half()
    }

    /// Returns the apex, four points on the rim, the first of them farthest along the direction,
    /// and the farthest point.
    fn corners(&self, direction: V) -> Vec<V> {
        let [u, v] = self.across;
        let (z, rho, out) = self.about(direction);
        let level = rho <= z.abs() * V::Scalar::EPSILON.sqrt() || out.is_zero();
        let [x, y] = if level { [u, v] } else { [out, v * out.dot(u) - u * out.dot(v)] };
        let rim = |out: V| self.on_side(out, self.radius);
        vec![self.apex, rim(x), rim(y), rim(-x), rim(-y), self.support(direction)]
    }
}

super::fields::fields! {
    ViewCone<Vector3> { apex: vector, direction: vector, radius: number, half_angle: angle }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::FRAC_PI_6;
    use glam::{DVec3, Vec3, dvec3};

    #[test]
    fn it_reaches_with_its_cap_its_rim_or_its_apex() {
        let view = ViewCone::new(DVec3::ZERO, dvec3(0., 0., 3.), 2., FRAC_PI_6);
        assert_eq!(view.support(DVec3::Z), dvec3(0., 0., 2.));
        assert!(view.support(DVec3::X).distance(dvec3(1., 0., 3_f64.sqrt())) < 1e-15);
        assert_eq!(view.support(-DVec3::Z), DVec3::ZERO);
        // Just before and just behind the direction perpendicular to the side, which has the slope
        // 1 : 0.577.
        assert!(view.support(dvec3(1., 0., -0.57)).x > 0.9);
        assert_eq!(view.support(dvec3(1., 0., -0.58)), DVec3::ZERO);
        let half = ViewCone::new(DVec3::ZERO, dvec3(0., -2., 0.), 5., FRAC_PI_2);
        assert_eq!((half.support(-DVec3::Y), half.support(DVec3::Y)), (dvec3(0., -5., 0.), DVec3::ZERO));
        let bounds = view.bounds();
        assert!(bounds.min.distance(dvec3(-1., -1., 0.)) < 1e-15);
        assert!(bounds.max.distance(dvec3(1., 1., 2.)) < 1e-15);
    }

    #[test]
    fn more_than_half_a_ball_is_refused() {
        let error = |angle: f64| ViewCone::try_new(DVec3::ZERO, DVec3::X, 1., angle).unwrap_err().field;
        for wrong in [0., -0.5, FRAC_PI_2.next_up(), 3., f64::NAN, f64::INFINITY] {
            assert_eq!(error(wrong), "half_angle");
        }
        let field = |apex: DVec3, direction: DVec3, radius: f64| {
            ViewCone::try_new(apex, direction, radius, 1.).err().map(|error| error.field)
        };
        assert_eq!(field(DVec3::NAN, DVec3::X, 1.), Some("apex"));
        assert_eq!(field(DVec3::X, DVec3::ZERO, 1.), Some("direction"));
        assert_eq!(field(DVec3::X, DVec3::X, -1.), Some("radius"));
        assert_eq!(field(DVec3::X, DVec3::X, 0.), None);
    }

    #[test]
    fn a_quarter_turn_is_half_a_ball_in_either_precision() {
        let view = ViewCone::try_new(Vec3::ZERO, Vec3::Z, 2., core::f32::consts::FRAC_PI_2).unwrap();
        let wide = view.lift::<DVec3>(&f64::from);
        assert!(ViewCone::try_new(wide.apex, wide.direction, wide.radius, wide.half_angle).is_ok());
        let exact = ViewCone::try_new(DVec3::ZERO, DVec3::Z, 2., FRAC_PI_2).unwrap();
        for view in [view.lift::<DVec3>(&f64::from), wide, exact] {
            assert_eq!((view.opened().cosine, view.opened().sine), (0., 1.));
            assert!(view.contains_point(DVec3::X) && !view.contains_point(dvec3(1., 0., -1e-300)));
        }
        assert_eq!((view.opened().cosine, view.opened().sine), (0., 1.));
    }
}
