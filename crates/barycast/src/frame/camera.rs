//! Camera: an eye, a view direction, and an image of given size in pixels.

use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::{Ray, ShapeError};
use crate::vector::{FloatVector, V3, Vector, Vector3};

/// Projection of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection<S> {
    /// Rays start at the eye. `half_height` is half the image height at depth 1: the tangent of
    /// half the vertical field of view.
    Perspective {
        /// Half the image height at depth 1.
        half_height: S,
    },
    /// Rays are parallel. `half_height` is half the image height at every depth, in units of
    /// length.
    Orthographic {
        /// Half the image height at every depth.
        half_height: S,
    },
}

/// An eye, a view direction and an image. Pixels are squares. Image positions are measured in
/// pixels from the upper left corner, right and down, so the centre of the first pixel is (0.5,
/// 0.5).
///
/// ```
/// use barycast::frame::{Camera, Projection};
/// use glam::{DVec3, dvec3};
///
/// let projection = Projection::Perspective { half_height: 0.5 };
/// let camera = Camera::look_to(DVec3::ZERO, DVec3::NEG_Z, DVec3::Y, projection, [800, 600])?;
/// let ray = camera.ray(400.0, 300.0); // the center of the image
/// assert_eq!(ray.direction, DVec3::NEG_Z);
/// assert_eq!(camera.project(dvec3(0.0, 0.0, -7.0)), Some([400.0, 300.0, 7.0]));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera<V: Vector> {
    /// Position of the eye, at depth 0.
    pub eye: V,
    /// Unit vector to the right in the image, perpendicular to `up` and `forward`.
    pub right: V,
    /// Unit vector up in the image.
    pub up: V,
    /// Unit vector along the view direction.
    pub forward: V,
    /// Projection of the camera.
    pub projection: Projection<V::Scalar>,
    /// Width and height in pixels.
    pub size: [u32; 2],
}

impl<V: FloatVector + Vector3> Camera<V> {
    /// Builds a camera at `eye` that looks along `forward`, with `up` as far up in the image as
    /// possible. Neither vector needs to have length 1.
    ///
    /// # Errors
    /// Returns an error naming `eye`, `forward` or `up` if it is not finite, `forward` if it is
    /// zero, `up` if it is zero or parallel to `forward` to thirty digits, `half_height` if it is
    /// not positive, and `size` if a side is 0.
    #[doc(alias = "looking_to")]
    pub fn look_to(
        eye: V,
        forward: V,
        up: V,
        projection: Projection<V::Scalar>,
        size: [u32; 2],
    ) -> Result<Self, ShapeError> {
        let invalid = |field, must, got: Option<V::Scalar>| {
            Err(ShapeError { field, must, got: got.map(Float::to_f64) })
        };
        for (field, v) in [("eye", eye), ("forward", forward), ("up", up)] {
            if let Some(axis) = (0..3).find(|axis| !v.get(*axis).is_finite()) {
                return invalid(field, "be finite", Some(v.get(axis)));
            }
        }
        let ahead = forward.normalized_or_zero();
        let plain = ahead.cross(up.normalized_or_zero());
        // For nearly parallel vectors the product of floats is mostly rounding error.
        let right =
            if plain.length_squared() < number(1.0 / 256.0) { perpendicular(forward, up) } else { plain };
        let forward = ahead;
        let (Projection::Perspective { half_height } | Projection::Orthographic { half_height }) = projection;
        if forward.is_zero() {
            return invalid("forward", "not be zero", None);
        }
        if right.is_zero() {
            return invalid("up", "not be zero or along forward", None);
        }
        if !(half_height > V::Scalar::ZERO && half_height.is_finite()) {
            return invalid("half_height", "be finite and above 0", Some(half_height));
        }
        if size.contains(&0) {
            return invalid("size", "not be zero", None);
        }
        let right = right.normalized_or_zero();
        Ok(Self { eye, right, up: right.cross(forward), forward, projection, size })
    }

    /// Returns the size of a pixel: at depth 1 in perspective, at every depth otherwise.
    pub fn pixel_size(&self) -> V::Scalar {
        let (Projection::Perspective { half_height } | Projection::Orthographic { half_height }) =
            self.projection;
        half_height / number(f64::from(self.size[1]) / 2.0)
    }

    /// Returns the ray through an image position; its parameter `t` is the depth.
    #[doc(alias = "viewport_to_world")]
    #[inline]
    pub fn ray(&self, x: V::Scalar, y: V::Scalar) -> Ray<V> {
        let [half_width, half_height] = self.half();
        let across = self.right * ((x - half_width) * self.pixel_size())
            - self.up * ((y - half_height) * self.pixel_size());
        match self.projection {
            Projection::Perspective { .. } => Ray::new(self.eye, self.forward + across),
            Projection::Orthographic { .. } => Ray::new(self.eye + across, self.forward),
        }
    }

    /// Projects a point to its image position and depth. `None` in perspective if the point is at
    /// or behind the eye.
    #[doc(alias = "world_to_viewport")]
    pub fn project(&self, point: V) -> Option<[V::Scalar; 3]> {
        let away = point - self.eye;
        let depth = away.dot(self.forward);
        let scale = match self.projection {
            Projection::Perspective { .. } => self.pixel_size() * depth,
            Projection::Orthographic { .. } => self.pixel_size(),
        };
        let [half_width, half_height] = self.half();
        (scale > V::Scalar::ZERO).then(|| {
            [half_width + away.dot(self.right) / scale, half_height - away.dot(self.up) / scale, depth]
        })
    }

    fn half(&self) -> [V::Scalar; 2] {
        self.size.each(|side| number(f64::from(side) / 2.0))
    }
}

/// Returns the unit vector perpendicular to both, computed in double-double precision, or zero if
/// they are parallel to thirty digits.
fn perpendicular<V: FloatVector + Vector3>(a: V, b: V) -> V {
    let [a, b] = [a, b].each(|v| V3::from_fn(|axis| v.get(axis).precise()).normalized_or_zero());
    let right = a.cross(b);
    let noise = right.length().to_f64() <= 1e-30;
    let right = right.normalized_or_zero();
    V::from_fn(|axis| if noise { V::Scalar::ZERO } else { V::Scalar::from_precise(right.get(axis)) })
}

fn number<S: Float>(x: f64) -> S {
    S::from_f64(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3, dvec3, vec3};

    const SIZE: [u32; 2] = [640, 480];

    fn camera(projection: Projection<f64>) -> Camera<DVec3> {
        Camera::look_to(dvec3(1., 2., 3.), dvec3(2., -1., -2.), DVec3::Y, projection, SIZE).unwrap()
    }

    #[test]
    fn the_centre_of_the_image_is_straight_ahead() {
        for half_height in [0.5, 20.0] {
            for projection in
                [Projection::Perspective { half_height }, Projection::Orthographic { half_height }]
            {
                let camera = camera(projection);
                let ray = camera.ray(320.0, 240.0);
                assert_eq!((ray.origin, ray.direction), (camera.eye, camera.forward));
            }
        }
    }

    #[test]
    fn a_point_on_a_pixels_ray_projects_to_that_pixel_and_t_is_the_depth() {
        for projection in
            [Projection::Perspective { half_height: 0.3 }, Projection::Orthographic { half_height: 7.0 }]
        {
            let camera = camera(projection);
            for (x, y, t) in [(0.0, 0.0, 1.0), (640.0, 0.0, 3.0), (17.5, 400.25, 0.01), (320.0, 480.0, 1e6)] {
                let ray = camera.ray(x, y);
                let [px, py, depth] = camera.project(ray.origin + ray.direction * t).unwrap();
                assert!(
                    (px - x).abs() < 1e-6 && (py - y).abs() < 1e-6 && (depth - t).abs() < 1e-9 * (1. + t)
                );
            }
        }
    }

    #[test]
    fn the_top_row_is_half_the_height_up() {
        let projection = Projection::Perspective { half_height: 1.0 };
        let camera =
            Camera::look_to(Vec3::ZERO, -Vec3::Z, Vec3::Y, projection_f32(projection), SIZE).unwrap();
        assert_eq!(camera.ray(320.0, 0.0).direction, vec3(0.0, 1.0, -1.0));
    }

    fn projection_f32(p: Projection<f64>) -> Projection<f32> {
        match p {
            Projection::Perspective { half_height } => {
                Projection::Perspective { half_height: half_height as f32 }
            }
            Projection::Orthographic { half_height } => {
                Projection::Orthographic { half_height: half_height as f32 }
            }
        }
    }

    #[test]
    fn the_axes_are_perpendicular_however_close_up_is_to_forward() {
        let projection = Projection::Perspective { half_height: 1.0 };
        let mut dice = fastrand::Rng::with_seed(4);
        for k in 0..2000 {
            let mut any = || dvec3(dice.f64() - 0.5, dice.f64() - 0.5, dice.f64() - 0.5);
            let forward = any();
            let up = forward + any() * 10.0_f64.powi(-(k % 17));
            let Ok(c) = Camera::look_to(DVec3::ZERO, forward, up, projection, SIZE) else { continue };
            let off = [c.right.dot(c.up), c.up.dot(c.forward), c.forward.dot(c.right)];
            let long = [c.right, c.up, c.forward].map(|axis| axis.length() - 1.0);
            let worst = off.into_iter().chain(long).fold(0.0, |worst: f64, x| worst.max(x.abs()));
            assert!(worst < 1e-14, "{forward} {up}: {worst}");
        }
        // A direction just beside straight ahead is valid; straight ahead is not.
        let beside = dvec3(1.0, 1.0, 1.0 + f64::EPSILON);
        let camera = Camera::look_to(DVec3::ZERO, DVec3::ONE, beside, projection, SIZE).unwrap();
        assert!(camera.up.dot(dvec3(-1.0, -1.0, 2.0)) > 2.4);
        for k in [3.0, -1.0, 0.5] {
            let forward = dvec3(1.0, 2.0, 3.0);
            assert!(Camera::look_to(DVec3::ZERO, forward, forward * k, projection, SIZE).is_err());
        }
    }

    #[test]
    fn points_behind_the_eye_do_not_project_in_perspective() {
        let camera = camera(Projection::Perspective { half_height: 0.3 });
        assert_eq!(camera.project(camera.eye), None);
        assert_eq!(camera.project(camera.eye - camera.forward), None);
    }

    #[test]
    fn errors_name_the_field() {
        let good = Projection::Perspective { half_height: 1.0 };
        let error = |forward, up, projection, size| {
            Camera::look_to(DVec3::ZERO, forward, up, projection, size).unwrap_err().field
        };
        assert_eq!(error(DVec3::ZERO, DVec3::Y, good, SIZE), "forward");
        assert_eq!(error(DVec3::Y, DVec3::Y * 2.0, good, SIZE), "up");
        assert_eq!(error(DVec3::Z, DVec3::NAN, good, SIZE), "up");
        assert_eq!(
            error(DVec3::Z, DVec3::Y, Projection::Orthographic { half_height: 0.0 }, SIZE),
            "half_height"
        );
        assert_eq!(error(DVec3::Z, DVec3::Y, good, [0, 1]), "size");
    }
}
