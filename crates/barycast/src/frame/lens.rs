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
    /// above 0.
    pub fn try_clip_from_view(
        &self,
        hand: Handedness,
        depth: DepthRange,
    ) -> Result<Projective<S, 4>, ShapeError> {
        let (zero, one) = (S::ZERO, S::ONE);
        let wrong = |field, must, got: S| ShapeError { field, must, got: Some(got.to_f64()) };
        let positive = |field, x: S| {
            let right = x.is_finite() && x > zero;
            if right { Ok(x) } else { Err(wrong(field, "be finite and above 0", x)) }
        };
        let beyond = |near: S, far: S| {
            let right = far.is_finite() && far > near;
            if right { Ok(far) } else { Err(wrong("far", "be finite and greater than near", far)) }
        };
        let [dn, df] = depth.ends().map(|x| one.lit(x));
        let ([l, r, b, t], scale, [a, shift], flat) = match *self {
            Self::Perspective { near, far, .. } | Self::OffCentre { near, far, .. } => {
                let n = positive("near", near)?;
                let rectangle = match *self {
                    Self::Perspective { half_height, aspect, .. } => {
                        let y = positive("half_height", half_height)? * n;
                        let x = positive("aspect", aspect)? * y;
                        [-x, x, -y, y]
                    }
                    Self::OffCentre { rectangle, .. } | Self::Orthographic { rectangle, .. } => rectangle,
                };
                let depths = match far {
                    None => [df, (dn - df) * n],
                    Some(far) => {
                        let f = beyond(n, far)?;
                        [(df * f - dn * n) / (f - n), (dn - df) * n * (f / (f - n))]
                    }
                };
                (rectangle, n, depths, false)
            }
            Self::Orthographic { rectangle, near, far } => {
                if !near.is_finite() {
                    return Err(wrong("near", "be finite", near));
                }
                let f = beyond(near, far)?;
                let depths = [(df - dn) / (f - near), (dn * f - df * near) / (f - near)];
                (rectangle, one, depths, true)
            }
        };
        for x in [l, r, b, t] {
            if !x.is_finite() {
                return Err(wrong("rectangle", "be finite", x));
            }
        }
        if l == r || b == t {
            return Err(ShapeError { field: "rectangle", must: "have a width and a height", got: None });
        }
        let two = one.lit(2);
        // Along the view: minus z, or z.
        let ahead = if hand == Handedness::Right { -one } else { one };
        let (middle_x, middle_y) = ((r + l) / (r - l), (t + b) / (t - b));
        let slope = |middle: S| if flat { zero } else { -(middle * ahead) };
        let at_end = |middle: S| if flat { -middle } else { zero };
        Ok(Projective::from_rows([
            [two * scale / (r - l), zero, slope(middle_x), at_end(middle_x)],
            [zero, two * scale / (t - b), slope(middle_y), at_end(middle_y)],
            [zero, zero, a * ahead, shift],
            [zero, zero, if flat { zero } else { ahead }, if flat { one } else { zero }],
        ]))
    }
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
    }
}
