//! The matrices that cameras see through: perspective, off-centre, orthographic, of every usual convention.
//!
//! With the depth `f` in front of the camera (`-z` right-handed, `z` left-handed), the rectangle `[l, r] x [b, t]` at
//! depth `n`, and the depths `dn` and `df` that the matrix gives to the nearest and the farthest points:
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
//! and `y'` like `x'`. Sources: [Foley 6.5].

use super::{DepthRange, Handedness, Projective};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::ShapeError;

/// What a camera sees of the space before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens<S> {
    /// Straight ahead; at depth 1 half the picture's height is so long.
    Perspective {
        /// The tangent of half the angle of view, upright.
        half_height: S,
        /// Width by height.
        aspect: S,
        /// The depth of the nearest points; above 0.
        near: S,
        /// The depth of the farthest; none for infinite.
        far: Option<S>,
    },
    /// The rectangle at depth `near` may lie anywhere.
    OffCentre {
        /// Left, right, bottom and top at depth `near`.
        rectangle: [S; 4],
        /// The depth of the nearest points; above 0.
        near: S,
        /// The depth of the farthest; none for infinite.
        far: Option<S>,
    },
    /// Everything is drawn at its size.
    Orthographic {
        /// Left, right, bottom and top.
        rectangle: [S; 4],
        /// The depth of the nearest points; of any sign.
        near: S,
        /// The depth of the farthest.
        far: S,
    },
}

impl<S: Float> Lens<S> {
    /// The matrix `clip_from_view` of `M * v`; for rows, [`rows`](Projective::rows).
    ///
    /// # Errors
    /// Names what is not finite; `near` when it is not above 0 (of an orthographic one: when it is `far`), `far` when
    /// it is not beyond `near`, `rectangle` when two of its sides are one, `half_height` or `aspect` when it is not
    /// above 0; and what is so large or small that some number of the matrix is none that floats hold.
    pub fn try_clip_from_view(
        &self,
        hand: Handedness,
        depth: DepthRange,
    ) -> Result<Projective<S, 4>, ShapeError> {
        let picture = self.picture(depth.ends().each(|x| S::ONE.lit(x)))?;
        picture.check_rectangle()?;
        if !picture.depths.iter().all(|x| x.is_finite()) {
            let endless =
                matches!(self, Self::Perspective { far: None, .. } | Self::OffCentre { far: None, .. });
            let field = if endless { "near" } else { "far" };
            return Err(ShapeError { field, must: "make depths that floats hold", got: None });
        }
        picture.matrix(hand)
    }

    /// The picture, with the depths `dn` and `df` for the nearest and the farthest points.
    fn picture(&self, [dn, df]: [S; 2]) -> Result<Picture<S>, ShapeError> {
        match *self {
            Self::Perspective { half_height, aspect, near, far } => {
                let near = positive("near", near)?;
                let (rectangle, scale) = centred(half_height, aspect, near)?;
                let depths = perspective_depths([dn, df], near, far)?;
                Ok(Picture { rectangle, scale, depths, is_flat: false })
            }
            Self::OffCentre { rectangle, near, far } => {
                let near = positive("near", near)?;
                let depths = perspective_depths([dn, df], near, far)?;
                Ok(Picture { rectangle, scale: near, depths, is_flat: false })
            }
            Self::Orthographic { rectangle, near, far } => {
                if !near.is_finite() {
                    return Err(wrong("near", "be finite", near));
                }
                let f = beyond(near, far)?;
                let depths = [(df - dn) / (f - near), (dn * f - df * near) / (f - near)];
                Ok(Picture { rectangle, scale: S::ONE, depths, is_flat: true })
            }
        }
    }
}

/// What the rows of a matrix are made of.
struct Picture<S> {
    /// Left, right, bottom and top, at the depth `scale`.
    rectangle: [S; 4],
    scale: S,
    /// `A` and `B`.
    depths: [S; 2],
    /// Everything is drawn at its size.
    is_flat: bool,
}

impl<S: Float> Picture<S> {
    fn check_rectangle(&self) -> Result<(), ShapeError> {
        let [l, r, b, t] = self.rectangle;
        if let Some(x) = self.rectangle.into_iter().find(|x| !x.is_finite()) {
            return Err(wrong("rectangle", "be finite", x));
        }
        if l == r || b == t || !(r - l).is_finite() || !(t - b).is_finite() {
            return Err(ShapeError { field: "rectangle", must: "have a width and a height", got: None });
        }
        Ok(())
    }

    fn matrix(&self, hand: Handedness) -> Result<Projective<S, 4>, ShapeError> {
        let (zero, one) = (S::ZERO, S::ONE);
        let Self { rectangle: [l, r, b, t], scale, depths: [a, shift], is_flat } = *self;
        let two = one.lit(2);
        // Along the view: minus z, or z.
        let ahead = if hand == Handedness::Right { -one } else { one };
        let (middle_x, middle_y) = ((r + l) / (r - l), (t + b) / (t - b));
        let slope = |middle: S| if is_flat { zero } else { -(middle * ahead) };
        let at_end = |middle: S| if is_flat { -middle } else { zero };
        let matrix = Projective::from_rows([
            [two * scale / (r - l), zero, slope(middle_x), at_end(middle_x)],
            [zero, two * scale / (t - b), slope(middle_y), at_end(middle_y)],
            [zero, zero, a * ahead, shift],
            [zero, zero, if is_flat { zero } else { ahead }, if is_flat { one } else { zero }],
        ]);
        if matrix.columns.as_flattened().iter().all(|x| x.is_finite()) {
            Ok(matrix)
        } else {
            Err(ShapeError { field: "rectangle", must: "make a picture that floats hold", got: None })
        }
    }
}

/// The rectangle of a perspective straight ahead, and the depth at which it is so large: the picture is as large at any, and the
/// depth is 1 where floats do not hold its size at the nearest.
fn centred<S: Float>(half_height: S, aspect: S, near: S) -> Result<([S; 4], S), ShapeError> {
    // So is half of something's size.
    let is_plain = |x: S| x >= S::MIN_POSITIVE && (x + x).is_finite();
    let y = positive("half_height", half_height)?;
    let x = positive("aspect", aspect)? * y;
    if !is_plain(y) {
        return Err(wrong("half_height", "make a height that floats hold", half_height));
    }
    if !is_plain(x) {
        return Err(wrong("aspect", "make a width that floats hold", aspect));
    }
    let (near_x, near_y) = (aspect * (y * near), y * near);
    let (x, y, scale) = if [near_x, near_y, near].into_iter().all(is_plain) {
        (near_x, near_y, near)
    } else {
        (x, y, S::ONE)
    };
    Ok(([-x, x, -y, y], scale))
}

/// `A` and `B` of a perspective.
fn perspective_depths<S: Float>([dn, df]: [S; 2], near: S, far: Option<S>) -> Result<[S; 2], ShapeError> {
    let Some(far) = far else { return Ok([df, (dn - df) * near]) };
    let far = beyond(near, far)?;
    Ok([(df * far - dn * near) / (far - near), (dn - df) * near * (far / (far - near))])
}

fn positive<S: Float>(field: &'static str, x: S) -> Result<S, ShapeError> {
    if x.is_finite() && x > S::ZERO { Ok(x) } else { Err(wrong(field, "be finite and above 0", x)) }
}

/// `far`, if it is beyond `near`.
fn beyond<S: Float>(near: S, far: S) -> Result<S, ShapeError> {
    if far.is_finite() && far > near && (far - near).is_finite() {
        Ok(far)
    } else {
        Err(wrong("far", "be finite and greater than near, by a number", far))
    }
}

fn wrong<S: Float>(field: &'static str, must: &'static str, got: S) -> ShapeError {
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
    fn every_convention_as_glam_builds_it() {
        let (fov, aspect, near, far) = (1.0_f64, 4.0 / 3.0, 0.1, 100.0);
        let half_height = (fov / 2.0).tan();
        let perspective = Lens::Perspective { half_height, aspect, near, far: Some(far) };
        let infinite = Lens::Perspective { half_height, aspect, near, far: None };
        let rectangle = [-0.02, 0.1, -0.05, 0.03];
        let off = Lens::OffCentre { rectangle, near, far: Some(far) };
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
    fn what_is_wrong_is_named() {
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
        assert_eq!(field(Lens::OffCentre { rectangle, near: 1.0, far: None }), "rectangle");
        assert_eq!(field(Lens::Orthographic { rectangle, near: -1.0, far: f32::NAN }), "far");
        assert_eq!(field(Lens::Orthographic { rectangle, near: -3e38, far: 3e38 }), "far");
        let rectangle = [-3e38, 3e38, 0.0, 2.0];
        assert_eq!(field(Lens::OffCentre { rectangle, near: 1.0, far: None }), "rectangle");
        assert_eq!(field(perspective(1e30, 1e30, 1.0, None)), "aspect");
        assert_eq!(field(perspective(1e-45, 1e30, 1.0, None)), "half_height");
        let rectangle = [0.0, 1e-20, 0.0, 1.0];
        assert_eq!(field(Lens::OffCentre { rectangle, near: 1e30, far: None }), "rectangle");
        let rectangle = [0.0, 1.0, 2.5e38, 3e38];
        assert_eq!(field(Lens::Orthographic { rectangle, near: 0.0, far: 1.0 }), "rectangle");
        assert_eq!(field(Lens::Orthographic { rectangle, near: 0.0, far: 1e-45 }), "far");
    }

    #[test]
    fn what_a_lens_sees_does_not_depend_on_how_near_it_begins() {
        for near in [1e-300, 1e300, 1.5e308] {
            let [tiny, one] = [near, 1.0].map(|near| {
                let lens = Lens::Perspective { half_height: 1e-20, aspect: 2.0, near, far: None };
                lens.try_clip_from_view(Right, ZeroToOne).unwrap().columns
            });
            assert_eq!([tiny[0], tiny[1]], [one[0], one[1]]);
        }
    }
}
