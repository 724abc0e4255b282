//! A perspective camera that frames what it looks at.

use barycast::shape::Ray;
use glam::{Vec3, vec3};
use std::str::FromStr;

/// Half the picture's shorter side is seen under this angle, in degrees.
const HALF_ANGLE: f32 = 15.0;
/// The mesh fills this share of the picture.
const FILL: f32 = 0.9;

/// Which axis of the file points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Axis {
    /// As most modelling programs have it.
    Y,
    /// As most CAD programs have it.
    Z,
}

impl Axis {
    /// The unit vector.
    pub(crate) fn up(self) -> Vec3 {
        match self {
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }

    /// A direction meant for y up, turned about x.
    fn turned(self, v: Vec3) -> Vec3 {
        match self {
            Self::Y => v,
            Self::Z => vec3(v.x, -v.z, v.y),
        }
    }
}

/// From which side the camera looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum View {
    /// By name; the direction from the mesh to the camera with y up.
    Named(Vec3),
    /// The direction from the mesh to the camera, in the file's coordinates.
    From(Vec3),
}

const NAMES: [(&str, Vec3); 7] = [
    ("three-quarter", vec3(0.5, 0.6, 1.0)),
    ("front", vec3(0.0, 0.0, 1.0)),
    ("back", vec3(0.0, 0.0, -1.0)),
    ("left", vec3(-1.0, 0.0, 0.0)),
    ("right", vec3(1.0, 0.0, 0.0)),
    ("top", vec3(0.0, 1.0, 0.0)),
    ("bottom", vec3(0.0, -1.0, 0.0)),
];

impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((_, direction)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(Self::Named(*direction));
        }
        let numbers: Result<Vec<f32>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[x, y, z]) if vec3(x, y, z).is_finite() && vec3(x, y, z) != Vec3::ZERO => {
                Ok(Self::From(vec3(x, y, z)))
            }
            _ => {
                let names = NAMES.map(|(name, _)| name).join(", ");
                Err(format!("one of {names}, or a direction x,y,z from the mesh to the camera"))
            }
        }
    }
}

/// Where rays start, and the plane of pixels they pass through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    pub(crate) eye: Vec3,
    pub(crate) right: Vec3,
    pub(crate) up: Vec3,
    pub(crate) forward: Vec3,
    /// Of a pixel, at unit distance.
    pub(crate) pixel: f32,
    size: [u32; 2],
}

impl Camera {
    /// Stands so that the points just fill the picture, whatever its proportions.
    ///
    /// For a point at `(x, y)` across and `z` along the view, seen from `d` behind the origin, to be in the
    /// picture `|x - cx| <= tan (d + z)` must hold: the largest `x / tan - z` on either side give `cx` and `d`,
    /// and so for `y`; the larger `d` is taken.
    pub(crate) fn framing(points: &[Vec3], view: View, up: Axis, size: [u32; 2]) -> Self {
        let toward_eye = match view {
            View::Named(direction) => up.turned(direction),
            View::From(direction) => direction,
        };
        let forward = -toward_eye.normalize_or(Vec3::Z);
        let across = forward.cross(up.up());
        // From straight above or below, the far side is up.
        let across = if across.length() > 1e-3 { across } else { forward.cross(up.turned(-Vec3::Z)) };
        let right = across.normalize_or(Vec3::X);
        let up = right.cross(forward);
        let pixel = HALF_ANGLE.to_radians().tan() / (size[0].min(size[1]) as f32 / 2.0);
        let fit = |axis: Vec3, pixels: u32| {
            let tan = pixel * pixels as f32 / 2.0 * FILL;
            let (mut plus, mut minus) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
            for p in points {
                let (x, z) = (p.dot(axis) / tan, p.dot(forward));
                plus = plus.max(x - z);
                minus = minus.max(-x - z);
            }
            (tan * (plus - minus) / 2.0, f32::midpoint(plus, minus))
        };
        let ((x, behind_x), (y, behind_y)) = (fit(right, size[0]), fit(up, size[1]));
        let extent = points.iter().map(|p| p.length()).fold(f32::MIN_POSITIVE, f32::max);
        // A mesh that is one point has no size to frame.
        let behind = behind_x.max(behind_y).max(extent * 1e-3);
        Self { eye: right * x + up * y - forward * behind, right, up, forward, pixel, size }
    }

    /// Through a place in the picture, in pixels from its upper left corner; `t` is the distance along the
    /// view.
    #[inline]
    pub(crate) fn ray(&self, x: f32, y: f32) -> Ray<Vec3> {
        let across = (x - self.size[0] as f32 / 2.0) * self.pixel;
        let down = (y - self.size[1] as f32 / 2.0) * self.pixel;
        Ray::new(self.eye, self.forward + self.right * across - self.up * down)
    }
}
