//! Picking and projecting with the 4 by 4 view-projection matrix of a renderer.
//!
//! With the rows `r0 .. r3` of `clip_from_world`, a point `p = (x, y, z, 1)` is drawn at
//!
//! ```text
//! ndc.x = r0 . p / r3 . p      ndc.y = r1 . p / r3 . p      depth = r2 . p / r3 . p
//! ```
//!
//! Everything drawn at one position therefore lies in the two planes `(r0 - ndc.x r3) . p = 0` and
//! `(r1 - ndc.y r3) . p = 0`. The ray is along the cross product of their normals, and starts where
//! they meet the plane of the nearest depth. This needs no inverse matrix, so an infinite far plane
//! and either handedness need no special case. Sources: [Gribb 2001].

use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::shape::{DepthRange, Ray};
use crate::vector::{FloatVector, Vector3};

/// The part of the window that the image fills, in pixels from the window's upper left corner. With
/// a pixel ratio, use the pixels of the pointer throughout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport<S> {
    /// Left edge in pixels.
    pub x: S,
    /// Upper edge in pixels.
    pub y: S,
    /// Width in pixels.
    pub width: S,
    /// Height in pixels.
    pub height: S,
}

impl<S: Float> Viewport<S> {
    /// Converts to physical pixels, of which `ratio` by `ratio` make one logical pixel.
    #[doc(alias = "scale_factor")]
    pub fn with_pixel_ratio(self, ratio: S) -> Self {
        let [x, y, width, height] = [self.x, self.y, self.width, self.height].each(|side| side * ratio);
        Self { x, y, width, height }
    }
}

/// A renderer's view-projection matrix with its conventions. `y` of clip space points up.
///
/// ```
/// use barycast::frame::{ViewProjection, Viewport};
/// use barycast::shape::DepthRange;
/// use glam::{Mat4, Vec3};
///
/// let matrix = Mat4::perspective_rh(1.0, 4.0 / 3.0, 0.1, 100.0);
/// let view = ViewProjection {
///     clip_from_world: matrix.to_cols_array_2d(),
///     depth: DepthRange::ZeroToOne,
///     viewport: Viewport { x: 0.0, y: 0.0, width: 800.0, height: 600.0 },
/// };
/// let ray = view.ray::<Vec3>(400.0, 300.0).unwrap();
/// assert!(ray.direction.normalize().distance(-Vec3::Z) < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewProjection<S> {
    /// Columns of the matrix.
    pub clip_from_world: [[S; 4]; 4],
    /// Depth range of the matrix.
    pub depth: DepthRange,
    /// Position of the image in the window.
    pub viewport: Viewport<S>,
}

impl<S: Float> ViewProjection<S> {
    /// Returns the plane of the points with `r[row] . p = value r3 . p`: its normal and the
    /// constant term.
    fn plane<V: FloatVector<Scalar = S> + Vector3>(&self, row: usize, value: S) -> (V, S) {
        let columns = &self.clip_from_world;
        let at = |column: usize| columns[column][row] - value * columns[column][3];
        (V::from_fn(at), at(3))
    }

    /// Returns the two planes whose intersection is drawn at a window position, as
    /// [`plane`](Self::plane) does.
    pub(super) fn planes_of<V: FloatVector<Scalar = S> + Vector3>(&self, x: S, y: S) -> [(V, S); 2] {
        let one = S::ONE;
        let Viewport { x: left, y: top, width, height } = self.viewport;
        let two = one.lit(2);
        let ndc_x = two * (x - left) / width - one;
        let ndc_y = one - two * (y - top) / height;
        [self.plane(0, ndc_x), self.plane(1, ndc_y)]
    }

    /// Returns the ray of a window position, from the nearest visible depth on, with a direction of
    /// any length. `None` if the matrix maps no ray there.
    #[doc(alias = "viewport_to_world")]
    pub fn ray<V: FloatVector<Scalar = S> + Vector3>(&self, x: S, y: S) -> Option<Ray<V>> {
        let [near, far] = self.depth.ends().each(|depth| S::ONE.lit(depth));
        let [(a, a0), (b, b0)] = self.planes_of::<V>(x, y);
        let (n, n0) = self.plane::<V>(2, near);
        let along = a.cross(b);
        let slope = n.dot(along);
        let origin = intersect_planes([(a, a0), (b, b0), (n, n0)]);
        let forward = if (slope > S::ZERO) == (far > near) { along } else { -along };
        let direction = forward.times_reciprocal(size(forward));
        let exists = size(origin).is_finite() && size(direction) > S::ZERO && size(direction).is_finite();
        exists.then_some(Ray { origin, direction })
    }

    /// Returns the point drawn at a window position with the given depth of the matrix. `None` if
    /// there is no such point: at the depth of an infinite far plane, or if the matrix maps no ray
    /// there.
    pub fn unproject<V: FloatVector<Scalar = S> + Vector3>(&self, x: S, y: S, depth: S) -> Option<V> {
        let [a, b] = self.planes_of::<V>(x, y);
        let point = intersect_planes([a, b, self.plane(2, depth)]);
        size(point).is_finite().then_some(point)
    }

    /// Projects a point to its window position and the depth of the matrix. `None` if the point is
    /// at or behind the eye.
    #[doc(alias = "world_to_viewport")]
    pub fn project<V: FloatVector<Scalar = S> + Vector3>(&self, point: V) -> Option<[S; 3]> {
        let columns = &self.clip_from_world;
        let row = |row: usize| {
            columns[0][row] * point.get(0)
                + columns[1][row] * point.get(1)
                + columns[2][row] * point.get(2)
                + columns[3][row]
        };
        let w = row(3);
        let half = S::ONE / S::ONE.lit(2);
        let Viewport { x, y, width, height } = self.viewport;
        (w > S::ZERO).then(|| {
            [x + width * half * (S::ONE + row(0) / w), y + height * half * (S::ONE - row(1) / w), row(2) / w]
        })
    }
}

/// Returns the largest absolute coordinate, or NaN if one is NaN.
fn size<V: FloatVector>(v: V) -> V::Scalar {
    let sum = v.get(0) + v.get(1) + v.get(2);
    let largest = v.get(0).abs().max(v.get(1).abs()).max(v.get(2).abs());
    if sum.is_finite() { largest } else { sum }
}

/// Returns the intersection point of three planes `n . p + d = 0` by Cramer's rule. Coordinates are
/// not finite if there is none.
fn intersect_planes<V: FloatVector + Vector3>([(a, a0), (b, b0), (c, c0)]: [(V, V::Scalar); 3]) -> V {
    let along = a.cross(b);
    let slope = c.dot(along);
    (b.cross(c) * a0 + c.cross(a) * b0 + along * c0) * (-V::Scalar::ONE / slope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dcamera::{lh, rh};
    use glam::{DMat4, DVec3, dvec3};

    const VIEWPORT: Viewport<f64> = Viewport { x: 100.0, y: 50.0, width: 800.0, height: 600.0 };

    /// Returns all conventions: the matrix and its depth range.
    fn conventions() -> Vec<(DMat4, DepthRange)> {
        let (fov, aspect, near, far) = (1.0, 4.0 / 3.0, 0.1, 100.0);
        let (eye, target) = (dvec3(3., 4., 5.), dvec3(-1., 0.5, 2.));
        let right_handed = rh::view::look_at_mat4(eye, target, DVec3::Y);
        let left_handed = lh::view::look_at_mat4(eye, target, DVec3::Y);
        let flip = DMat4::from_cols_array_2d(&[
            [1., 0., 0., 0.],
            [0., 1., 0., 0.],
            [0., 0., -1., 0.],
            [0., 0., 1., 1.],
        ]);
        vec![
            (rh::proj::directx::perspective(fov, aspect, near, far) * right_handed, DepthRange::ZeroToOne),
            (lh::proj::directx::perspective(fov, aspect, near, far) * left_handed, DepthRange::ZeroToOne),
            (rh::proj::opengl::perspective(fov, aspect, near, far) * right_handed, DepthRange::MinusOneToOne),
            (
                rh::proj::directx::perspective_infinite(fov, aspect, near) * right_handed,
                DepthRange::ZeroToOne,
            ),
            (
                rh::proj::directx::perspective_infinite_reverse(fov, aspect, near) * right_handed,
                DepthRange::Reversed,
            ),
            (
                lh::proj::directx::perspective_infinite_reverse(fov, aspect, near) * left_handed,
                DepthRange::Reversed,
            ),
            (
                flip * rh::proj::directx::perspective(fov, aspect, near, far) * right_handed,
                DepthRange::Reversed,
            ),
            (
                rh::proj::directx::orthographic(-4., 3., -2., 5., near, far) * right_handed,
                DepthRange::ZeroToOne,
            ),
            (
                lh::proj::directx::orthographic(-4., 3., -2., 5., near, far) * left_handed,
                DepthRange::ZeroToOne,
            ),
            (
                rh::proj::opengl::orthographic(-4., 3., -2., 5., near, far) * right_handed,
                DepthRange::MinusOneToOne,
            ),
            (
                rh::proj::directx::frustum(-0.02, 0.1, -0.05, 0.03, near, far) * right_handed,
                DepthRange::ZeroToOne,
            ),
        ]
    }

    #[test]
    fn a_ray_passes_through_the_points_drawn_at_its_position_from_near_to_far() {
        for (matrix, depth) in conventions() {
            let camera =
                ViewProjection { clip_from_world: matrix.to_cols_array_2d(), depth, viewport: VIEWPORT };
            for (x, y) in [(100.0, 50.0), (900.0, 650.0), (500.0, 350.0), (123.25, 600.5)] {
                let ray = camera.ray::<DVec3>(x, y).unwrap();
                let [_, _, at_start] = camera.project(ray.origin).unwrap();
                assert!((at_start - f64::from(depth.ends()[0])).abs() < 1e-9, "{depth:?} {at_start}");
                let mut before = at_start;
                for t in [0.5, 3.0, 40.0] {
                    let [px, py, now] = camera.project(ray.origin + ray.direction * t).unwrap();
                    assert!((px - x).abs() < 1e-8 && (py - y).abs() < 1e-8, "{depth:?} {px} {py}");
                    assert_eq!(now > before, depth != DepthRange::Reversed);
                    before = now;
                }
            }
        }
    }

    #[test]
    fn points_behind_the_eye_do_not_project_and_a_singular_matrix_has_no_rays() {
        let (matrix, depth) = conventions()[0];
        let camera = ViewProjection { clip_from_world: matrix.to_cols_array_2d(), depth, viewport: VIEWPORT };
        assert_eq!(camera.project(dvec3(13., 14., 15.)), None);
        let flat = ViewProjection { clip_from_world: [[0.0; 4]; 4], ..camera };
        assert!(flat.ray::<DVec3>(500.0, 350.0).is_none());
    }
}
