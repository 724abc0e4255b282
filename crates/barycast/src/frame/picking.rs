//! Pick cones: everything that is drawn within a number of pixels of a position.
//!
//! At a given depth, the set drawn within `r` pixels of a position is an ellipse around the
//! position's ray. Let `e1` and `e2` be the steps in the world for one pixel to the right and one
//! down. The ellipse lies in a sphere of radius `r s` around its centre, where `s` is the largest
//! singular value of the matrix `(e1 e2)`:
//!
//! ```text
//! s^2 = (g11 + g22 + sqrt((g11 - g22)^2 + 4 g12^2)) / 2        gij = ei . ej
//! ```
//!
//! The cone from the eye around that sphere, with `sin = r s / |centre - eye|`, contains the whole
//! set. With square pixels it is the narrowest circular cone, except at the centre of the image,
//! where it is wider by the square of the angle.

use super::{Camera, Projection, ViewProjection};
use crate::number::{Float, Real, Ring};
use crate::shape::{Ray, TruncatedCone};
use crate::vector::{FloatVector, Vector, Vector3};

/// A ray whose radius grows linearly.
///
/// ```
/// use barycast::frame::{Camera, Projection};
/// use glam::{DVec3, dvec3};
///
/// let projection = Projection::Perspective { half_height: 0.5 };
/// let camera = Camera::look_to(DVec3::ZERO, DVec3::NEG_Z, DVec3::Y, projection, [800, 600])?;
/// // Everything drawn within 5 pixels of the center: a vertex is hard to hit with a ray.
/// let cone = camera.pick_cone(400.0, 300.0, 5.0).unwrap();
/// assert!(cone.contains_point(dvec3(0.01, 0.0, -10.0)));
/// assert!(!cone.contains_point(dvec3(0.5, 0.0, -10.0)));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PickCone<V: Vector> {
    /// Axis of the cone.
    pub ray: Ray<V>,
    /// Radius at `t = 0`.
    pub radius: V::Scalar,
    /// Increase of the radius per unit of `t`.
    pub slope: V::Scalar,
}

impl<V: Vector> PickCone<V> {
    /// Returns the radius at `t`.
    pub fn radius_at(&self, t: V::Scalar) -> V::Scalar {
        self.radius + self.slope * t
    }

    /// Returns the part from `near` to `far` as a shape, for any query.
    pub fn between(&self, near: V::Scalar, far: V::Scalar) -> TruncatedCone<V> {
        let at = |t| self.ray.origin + self.ray.direction * t;
        TruncatedCone::new(at(near), at(far), self.radius_at(near), self.radius_at(far))
    }
}

impl<V: FloatVector> PickCone<V> {
    /// Tests whether the cone contains the point, at `t >= 0`.
    pub fn contains_point(&self, p: V) -> bool {
        let away = p - self.ray.origin;
        let t = away.dot(self.ray.direction) / self.ray.direction.length_squared();
        let reach = self.radius_at(t);
        t >= V::Scalar::ZERO && (away - self.ray.direction * t).length_squared() <= reach * reach
    }
}

/// Returns the largest singular value of the matrix with these columns.
fn largest_singular_value<V: FloatVector>(e1: V, e2: V) -> V::Scalar {
    let (g11, g12, g22) = (e1.length_squared(), e1.dot(e2), e2.length_squared());
    let two = g11.lit(2);
    let root = ((g11 - g22).squared() + (two * g12).squared()).sqrt();
    ((g11 + g22 + root) / two).sqrt()
}

/// Returns the tangent of an angle from its sine, or `None` from a quarter turn on.
fn tangent<S: Float>(sin: S) -> Option<S> {
    let square = S::ONE - sin * sin;
    (square > S::ZERO).then(|| sin / square.sqrt())
}

impl<S: Float> ViewProjection<S> {
    /// Returns a cone around everything that is drawn within `pixels` of a position in the window,
    /// from the nearest visible depth on. `None` if the matrix maps no ray there, or if the cone
    /// would fill all directions.
    ///
    /// The cone is slightly too large in the corners of a wide image, where the exact cone is not
    /// circular; [`is_within`](Self::is_within) tests a point exactly.
    pub fn pick_cone<V>(&self, x: S, y: S, pixels: S) -> Option<PickCone<V>>
    where
        V: FloatVector<Scalar = S> + Vector3,
    {
        let ray = self.ray::<V>(x, y)?;
        let two = S::ONE.lit(2);
        let (step_x, step_y) = (two / self.viewport.width, two / self.viewport.height);
        let [(a, _), (b, _)] = self.planes_of::<V>(x, y);
        let columns = &self.clip_from_world;
        let c = V::from_fn(|j| columns[j][3]);
        let along = a.cross(b);
        if c.is_zero() {
            let w = columns[3][3];
            let (e1, e2) = (b.cross(along), along.cross(a));
            let scale = w.abs() / along.length_squared();
            let radius = pixels * largest_singular_value(e1 * (step_x * scale), e2 * (step_y * scale));
            return radius.is_finite().then_some(PickCone { ray, radius, slope: S::ZERO });
        }
        // All three vectors have the determinant as a common factor, which cancels in the sine.
        let (e1, e2) = (b.cross(c) * step_x, c.cross(a) * step_y);
        let tan = tangent(pixels * largest_singular_value(e1, e2) / along.length())?;
        // From the eye, `w` grows along the ray by `c . along` for each step of `along`.
        let w = c.dot(ray.origin) + columns[3][3];
        let from_eye = (w * along.length() / c.dot(along)).abs();
        let cone = PickCone { ray, radius: tan * from_eye, slope: tan * ray.direction.length() };
        (cone.radius.is_finite() && cone.slope.is_finite()).then_some(cone)
    }

    /// Tests whether a point is drawn within `pixels` of a position in the window.
    pub fn is_within<V>(&self, x: S, y: S, pixels: S, point: V) -> bool
    where
        V: FloatVector<Scalar = S> + Vector3,
    {
        let near = |[px, py, _]: [S; 3]| {
            (px - x) * (px - x) + (py - y) * (py - y) <= pixels * pixels && pixels >= S::ZERO
        };
        self.project(point).is_some_and(near)
    }
}

impl<V: FloatVector + Vector3> Camera<V> {
    /// Returns a cone around everything visible within `pixels` of a position in the image,
    /// starting at the eye. `None` if the cone would fill all directions.
    pub fn pick_cone(&self, x: V::Scalar, y: V::Scalar, pixels: V::Scalar) -> Option<PickCone<V>> {
        let (ray, reach) = (self.ray(x, y), pixels * self.pixel_size());
        match self.projection {
            Projection::Orthographic { .. } => Some(PickCone { ray, radius: reach, slope: V::Scalar::ZERO }),
            Projection::Perspective { .. } => {
                let length = ray.direction.length();
                let slope = tangent(reach / length)? * length;
                Some(PickCone { ray, radius: V::Scalar::ZERO, slope })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{Basis, DepthRange, Handedness, Lens, Projective3, Viewport};
    use glam::{DVec3, dvec3};

    const VIEWPORT: Viewport<f64> = Viewport { x: 100.0, y: 50.0, width: 800.0, height: 600.0 };

    fn cameras() -> Vec<ViewProjection<f64>> {
        let near = 0.1;
        let lenses = [
            Lens::Perspective { half_height: 0.6, aspect: 4.0 / 3.0, near, far: Some(100.0) },
            Lens::Perspective { half_height: 0.6, aspect: 2.5, near, far: None },
            Lens::OffCenter { rectangle: [-0.02, 0.1, -0.05, 0.03], near, far: Some(100.0) },
            Lens::Orthographic { rectangle: [-4.0, 3.0, -2.0, 5.0], near, far: 100.0 },
        ];
        let mut cameras = Vec::new();
        for hand in [Handedness::Right, Handedness::Left] {
            let camera = Basis::try_look_at(dvec3(3., 4., 5.), dvec3(-1., 0.5, 2.), DVec3::Y, hand).unwrap();
            let view: Projective3<f64> = camera.inverse().unwrap().world_from_local();
            for lens in lenses {
                for depth in [DepthRange::ZeroToOne, DepthRange::MinusOneToOne, DepthRange::Reversed] {
                    let clip_from_world =
                        (lens.try_clip_from_view(hand, depth).unwrap() * view).times(1.7).columns;
                    cameras.push(ViewProjection { clip_from_world, depth, viewport: VIEWPORT });
                }
            }
        }
        cameras
    }

    #[test]
    fn the_cone_contains_what_is_within_the_pixels_and_little_more() {
        let (mut inside, mut all) = (0, 0);
        let mut draw = fastrand::Rng::with_seed(8);
        for camera in cameras() {
            for (x, y) in [(500.0, 350.0), (100.0, 50.0), (873.0, 120.5)] {
                let cone = camera.pick_cone::<DVec3>(x, y, 9.0).unwrap();
                for _ in 0..200 {
                    let (dx, dy) = (draw.f64() * 24.0 - 12.0, draw.f64() * 24.0 - 12.0);
                    let through = camera.ray::<DVec3>(x + dx, y + dy).unwrap();
                    let p = through.origin + through.direction * (draw.f64() * 20.0 + 0.01);
                    let within = camera.is_within(x, y, 9.0, p);
                    assert!(!within || cone.contains_point(p), "{camera:?} {x} {y} {dx} {dy}");
                    inside += usize::from(within);
                    all += usize::from(cone.contains_point(p));
                }
            }
        }
        assert!(inside > 4000 && all < inside * 2, "{inside} of {all}");
    }

    #[test]
    fn unproject_undoes_project_in_every_convention() {
        for camera in cameras() {
            let p = dvec3(0.3, 1.5, 2.75);
            let [x, y, depth] = camera.project(p).unwrap();
            let q: DVec3 = camera.unproject(x, y, depth).unwrap();
            assert!((q - p).length() < 1e-9, "{camera:?} {q}");
        }
    }

    #[test]
    fn a_depth_at_infinity_has_no_point_to_unproject() {
        let infinite = cameras()[3 + 2];
        assert_eq!(infinite.depth, DepthRange::Reversed);
        assert!(infinite.unproject::<DVec3>(500.0, 350.0, 0.0).is_none());
        assert!(infinite.unproject::<DVec3>(500.0, 350.0, 1e-3).is_some());
    }

    #[test]
    fn the_camera_and_its_matrix_give_the_same_cone() {
        let (eye, target) = (dvec3(3., 4., 5.), dvec3(-1., 0.5, 2.));
        let projection = Projection::Perspective { half_height: 0.6 };
        let camera = Camera::look_to(eye, target - eye, DVec3::Y, projection, [800, 600]).unwrap();
        let matrix = cameras()[0];
        let (cone, other) = (
            camera.pick_cone(123.0, 456.0, 5.0).unwrap(),
            matrix.pick_cone::<DVec3>(223.0, 506.0, 5.0).unwrap(),
        );
        let [a, b] = [cone, other].map(|c| c.slope / c.ray.direction.length());
        assert!((a - b).abs() < 1e-12, "{a} {b}");
        let p = cone.ray.origin + cone.ray.direction * 7.0;
        assert!(cone.contains_point(p) && other.contains_point(p));
        assert!(camera.pick_cone(320.0, 240.0, 1e9).is_none());
    }

    #[test]
    fn a_part_of_it_is_a_shape() {
        let camera = Camera::look_to(
            DVec3::ZERO,
            DVec3::Z,
            DVec3::Y,
            Projection::Orthographic { half_height: 5.0 },
            [10, 10],
        );
        let cone = camera.unwrap().pick_cone(5.0, 5.0, 2.0).unwrap();
        let part = cone.between(1.0, 3.0);
        assert_eq!((part.a, part.b, part.radius_a, part.radius_b), (DVec3::Z, DVec3::Z * 3.0, 2.0, 2.0));
    }

    #[test]
    fn a_pixel_ratio_scales_the_window() {
        let mut camera = cameras()[0];
        let cone = camera.pick_cone::<DVec3>(300.0, 200.0, 4.0).unwrap();
        camera.viewport = VIEWPORT.with_pixel_ratio(2.0);
        let doubled = camera.pick_cone::<DVec3>(600.0, 400.0, 8.0).unwrap();
        assert!((cone.ray.direction - doubled.ray.direction).length() < 1e-15);
        assert!((cone.slope - doubled.slope).abs() < 1e-15);
    }
}
