//! Projection matrices of cameras: perspective, off-centre and orthographic, in every usual
//! convention.
//!
//! Let `f` be the depth in front of the camera (`-z` right-handed, `z` left-handed),
//! `[l, r] x [b, t]` the image rectangle at depth `n`, and `dn` and `df` the depth values of the
//! near and the far plane:
//!
//! ```text
//! perspective     x' = (2 n x - (r + l) f) / (r - l)      z' = A f + B      w' = f
//!                 A = (df F - dn n) / (F - n)             B = (dn - df) n F / (F - n)
//!                 F infinite: A = df                      B = (dn - df) n
//!
//! orthographic    x' = (2 x - (r + l)) / (r - l)          z' = A f + B      w' = 1
//!                 A = (df - dn) / (F - n)                 B = (dn F - df n) / (F - n)
//! ```
//!
//! `y'` is analogous to `x'`. Sources: [Foley 6.5].

use super::{DepthRange, Handedness, Projective};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::ShapeError;

/// Projection of a camera with its clip planes.
///
/// ```
/// use barycast::frame::{Handedness, Lens};
/// use barycast::shape::DepthRange;
/// use glam::{DVec3, dvec3};
///
/// let lens = Lens::Perspective { half_height: 1.0, aspect: 1.0, near: 1.0, far: Some(3.0) };
/// let clip = lens.try_clip_from_view(Handedness::Right, DepthRange::ZeroToOne)?;
/// // The near plane has depth 0, the far plane depth 1.
/// assert_eq!(clip.map_point(dvec3(0.0, 0.0, -1.0)), Some(DVec3::ZERO));
/// assert_eq!(clip.map_point(dvec3(0.0, 0.0, -3.0)), Some(DVec3::Z));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens<S> {
    /// Symmetric perspective.
    Perspective {
        /// Half the image height at depth 1: the tangent of half the vertical field of view.
        half_height: S,
        /// Width divided by height.
        aspect: S,
        /// Depth of the near plane, positive.
        near: S,
        /// Depth of the far plane; none for infinity.
        far: Option<S>,
    },
    /// Perspective with an arbitrary image rectangle at depth `near`.
    OffCenter {
        /// Left, right, bottom and top at depth `near`.
        rectangle: [S; 4],
        /// Depth of the near plane, positive.
        near: S,
        /// Depth of the far plane; none for infinity.
        far: Option<S>,
    },
    /// Parallel projection.
    Orthographic {
        /// Left, right, bottom and top, in units of length.
        rectangle: [S; 4],
        /// Depth of the near plane, of any sign.
        near: S,
        /// Depth of the far plane.
        far: S,
    },
}

impl<S: Float> Lens<S> {
    /// Returns the matrix `clip_from_view` for `M * v`; for rows, use [`rows`](Projective::rows).
    ///
    /// # Errors
    /// Returns an error naming the field that is not finite; `near` if it is not positive
    /// (orthographic: if it equals `far`), `far` if it does not exceed `near`, `rectangle` if it
    /// has no width or height, `half_height` or `aspect` if it is not positive; and the field that
    /// makes a number of the matrix overflow or underflow.
    pub fn try_clip_from_view(
        &self,
        hand: Handedness,
        depth: DepthRange,
    ) -> Result<Projective<S, 4>, ShapeError> {
        let coefficients = self.coefficients(depth.ends().each(|x| S::ONE.lit(x)))?;
        coefficients.check_rectangle()?;
        if !coefficients.depths.iter().all(|x| x.is_finite()) {
            let is_infinite =
                matches!(self, Self::Perspective { far: None, .. } | Self::OffCenter { far: None, .. });
            let field = if is_infinite { "near" } else { "far" };
            return Err(ShapeError {
                field,
                must: "give depth coefficients in the range of floats",
                got: None,
            });
        }
        coefficients.matrix(hand)
    }

    /// Returns the coefficients for depth values `dn` and `df` of the near and the far plane.
    fn coefficients(&self, [dn, df]: [S; 2]) -> Result<Coefficients<S>, ShapeError> {
        match *self {
            Self::Perspective { half_height, aspect, near, far } => {
                let near = positive("near", near)?;
                let (rectangle, scale) = centered_rectangle(half_height, aspect, near)?;
                let depths = perspective_depths([dn, df], near, far)?;
                Ok(Coefficients { rectangle, scale, depths, is_parallel: false })
            }
            Self::OffCenter { rectangle, near, far } => {
                let near = positive("near", near)?;
                let depths = perspective_depths([dn, df], near, far)?;
                Ok(Coefficients { rectangle, scale: near, depths, is_parallel: false })
            }
            Self::Orthographic { rectangle, near, far } => {
                if !near.is_finite() {
                    return Err(invalid("near", "be finite", near));
                }
                let f = checked_far(near, far)?;
                let depths = [(df - dn) / (f - near), (dn * f - df * near) / (f - near)];
                Ok(Coefficients { rectangle, scale: S::ONE, depths, is_parallel: true })
            }
        }
    }
}

/// Coefficients of the matrix rows.
struct Coefficients<S> {
    /// Left, right, bottom and top, at depth `scale`.
    rectangle: [S; 4],
    scale: S,
    /// The coefficients `A` and `B`.
    depths: [S; 2],
    /// Whether the projection is parallel.
    is_parallel: bool,
}

impl<S: Float> Coefficients<S> {
    fn check_rectangle(&self) -> Result<(), ShapeError> {
        let [l, r, b, t] = self.rectangle;
        if let Some(x) = self.rectangle.into_iter().find(|x| !x.is_finite()) {
            return Err(invalid("rectangle", "be finite", x));
        }
        if l == r || b == t || !(r - l).is_finite() || !(t - b).is_finite() {
            return Err(ShapeError { field: "rectangle", must: "have a width and a height", got: None });
        }
        Ok(())
    }

    fn matrix(&self, hand: Handedness) -> Result<Projective<S, 4>, ShapeError> {
        let (zero, one) = (S::ZERO, S::ONE);
        let Self { rectangle: [l, r, b, t], scale, depths: [a, shift], is_parallel } = *self;
        let two = one.lit(2);
        // Sign of the view direction along z.
        let ahead = if hand == Handedness::Right { -one } else { one };
        let (middle_x, middle_y) = ((r + l) / (r - l), (t + b) / (t - b));
        let slope = |middle: S| if is_parallel { zero } else { -(middle * ahead) };
        let at_end = |middle: S| if is_parallel { -middle } else { zero };
        let matrix = Projective::from_rows([
            [two * scale / (r - l), zero, slope(middle_x), at_end(middle_x)],
            [zero, two * scale / (t - b), slope(middle_y), at_end(middle_y)],
            [zero, zero, a * ahead, shift],
            [zero, zero, if is_parallel { zero } else { ahead }, if is_parallel { one } else { zero }],
        ]);
        if matrix.columns.as_flattened().iter().all(|x| x.is_finite()) {
            Ok(matrix)
        } else {
            Err(ShapeError {
                field: "rectangle",
                must: "give matrix entries in the range of floats",
                got: None,
            })
        }
    }
}

/// Returns the rectangle of a symmetric perspective and the depth at which it is measured: the near
/// plane, or depth 1 if floats cannot represent the size there.
fn centered_rectangle<S: Float>(half_height: S, aspect: S, near: S) -> Result<([S; 4], S), ShapeError> {
    // Half of the value is then also a normal number.
    let is_normal = |x: S| x >= S::MIN_POSITIVE && (x + x).is_finite();
    let y = positive("half_height", half_height)?;
    let x = positive("aspect", aspect)? * y;
    if !is_normal(y) {
        return Err(invalid("half_height", "give an image height in the range of floats", half_height));
    }
    if !is_normal(x) {
        return Err(invalid("aspect", "give an image width in the range of floats", aspect));
    }
    let (near_x, near_y) = (aspect * (y * near), y * near);
    let (x, y, scale) = if [near_x, near_y, near].into_iter().all(is_normal) {
        (near_x, near_y, near)
    } else {
        (x, y, S::ONE)
    };
    Ok(([-x, x, -y, y], scale))
}

/// Returns `A` and `B` for a perspective.
fn perspective_depths<S: Float>([dn, df]: [S; 2], near: S, far: Option<S>) -> Result<[S; 2], ShapeError> {
    let Some(far) = far else { return Ok([df, (dn - df) * near]) };
    let far = checked_far(near, far)?;
    Ok([(df * far - dn * near) / (far - near), (dn - df) * near * (far / (far - near))])
}

fn positive<S: Float>(field: &'static str, x: S) -> Result<S, ShapeError> {
    if x.is_finite() && x > S::ZERO { Ok(x) } else { Err(invalid(field, "be finite and above 0", x)) }
}

/// Returns `far` if it exceeds `near`.
fn checked_far<S: Float>(near: S, far: S) -> Result<S, ShapeError> {
    if far.is_finite() && far > near && (far - near).is_finite() {
        Ok(far)
    } else {
        Err(invalid("far", "be finite and greater than near, by a finite amount", far))
    }
}

fn invalid<S: Float>(field: &'static str, must: &'static str, got: S) -> ShapeError {
    ShapeError { field, must, got: Some(got.to_f64()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::DepthRange::*;
    use crate::frame::Handedness::*;
    use crate::frame::Projective3;
    use glam::DMat4;
    use glam::dcamera::{lh, rh};

    fn glams(m: DMat4) -> Projective3<f64> {
        Projective { columns: m.to_cols_array_2d() }
    }

    #[test]
    fn every_convention_matches_glam() {
        let (fov, aspect, near, far) = (1.0_f64, 4.0 / 3.0, 0.1, 100.0);
        let half_height = (fov / 2.0).tan();
        let perspective = Lens::Perspective { half_height, aspect, near, far: Some(far) };
        let infinite = Lens::Perspective { half_height, aspect, near, far: None };
        let rectangle = [-0.02, 0.1, -0.05, 0.03];
        let off = Lens::OffCenter { rectangle, near, far: Some(far) };
        let flat = Lens::Orthographic { rectangle: [-4., 3., -2., 5.], near, far };
        let [l, r, b, t] = rectangle;
        for (lens, hand, depth, expected) in [
            (perspective, Right, ZeroToOne, rh::proj::directx::perspective(fov, aspect, near, far)),
            (perspective, Left, ZeroToOne, lh::proj::directx::perspective(fov, aspect, near, far)),
            (perspective, Right, MinusOneToOne, rh::proj::opengl::perspective(fov, aspect, near, far)),
            (infinite, Right, ZeroToOne, rh::proj::directx::perspective_infinite(fov, aspect, near)),
            (infinite, Right, Reversed, rh::proj::directx::perspective_infinite_reverse(fov, aspect, near)),
            (infinite, Left, Reversed, lh::proj::directx::perspective_infinite_reverse(fov, aspect, near)),
            (off, Right, ZeroToOne, rh::proj::directx::frustum(l, r, b, t, near, far)),
            (flat, Right, ZeroToOne, rh::proj::directx::orthographic(-4., 3., -2., 5., near, far)),
            (flat, Left, ZeroToOne, lh::proj::directx::orthographic(-4., 3., -2., 5., near, far)),
            (flat, Right, MinusOneToOne, rh::proj::opengl::orthographic(-4., 3., -2., 5., near, far)),
        ] {
            let m = lens.try_clip_from_view(hand, depth).unwrap();
            assert!(m.is_same_map_within(&glams(expected), 1e-14), "{lens:?} {hand:?} {depth:?}");
        }
    }

    #[test]
    fn errors_name_the_field() {
        let field = |lens: Lens<f32>| {
            lens.try_clip_from_view(Handedness::Left, DepthRange::Reversed).unwrap_err().field
        };
        let perspective =
            |half_height, aspect, near, far| Lens::Perspective { half_height, aspect, near, far };
        assert_eq!(field(perspective(0.0, 1.0, 1.0, None)), "half_height");
        assert_eq!(field(perspective(1.0, -1.0, 1.0, None)), "aspect");
        assert_eq!(field(perspective(1.0, 1.0, 0.0, None)), "near");
        assert_eq!(field(perspective(1.0, 1.0, 1.0, Some(1.0))), "far");
        assert_eq!(field(perspective(1.0, 1.0, 1.0, Some(f32::INFINITY))), "far");
        let rectangle = [1.0, 1.0, 0.0, 2.0];
        assert_eq!(field(Lens::OffCenter { rectangle, near: 1.0, far: None }), "rectangle");
        assert_eq!(field(Lens::Orthographic { rectangle, near: -1.0, far: f32::NAN }), "far");
        assert_eq!(field(Lens::Orthographic { rectangle, near: -3e38, far: 3e38 }), "far");
        let rectangle = [-3e38, 3e38, 0.0, 2.0];
        assert_eq!(field(Lens::OffCenter { rectangle, near: 1.0, far: None }), "rectangle");
        assert_eq!(field(perspective(1e30, 1e30, 1.0, None)), "aspect");
        assert_eq!(field(perspective(1e-45, 1e30, 1.0, None)), "half_height");
        let rectangle = [0.0, 1e-20, 0.0, 1.0];
        assert_eq!(field(Lens::OffCenter { rectangle, near: 1e30, far: None }), "rectangle");
        let rectangle = [0.0, 1.0, 2.5e38, 3e38];
        assert_eq!(field(Lens::Orthographic { rectangle, near: 0.0, far: 1.0 }), "rectangle");
        assert_eq!(field(Lens::Orthographic { rectangle, near: 0.0, far: 1e-45 }), "far");
    }

    #[test]
    fn the_image_does_not_depend_on_the_near_plane() {
        for near in [1e-300, 1e300, 1.5e308] {
            let [tiny, one] = [near, 1.0].map(|near| {
                let lens = Lens::Perspective { half_height: 1e-20, aspect: 2.0, near, far: None };
                lens.try_clip_from_view(Right, ZeroToOne).unwrap().columns
            });
            assert_eq!([tiny[0], tiny[1]], [one[0], one[1]]);
        }
    }
}
