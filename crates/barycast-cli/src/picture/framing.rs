//! Placement of the camera: as given, or so that the whole scene is visible.

use crate::args::{CameraOptions, View};
use crate::commands::Failure;
use crate::model::Model;
use barycast::frame::{Camera, Projection};
use barycast::number::each::MapEach;
use glam::DVec3;
use rayon::prelude::*;

/// Angle of view along the picture's shorter side, in degrees.
const ANGLE: f64 = 30.0;
/// Share of the picture that the scene fills.
const FILL: f64 = 0.9;

/// Builds the camera from the options.
pub(crate) fn camera(options: &CameraOptions, model: &Model) -> Result<Camera<DVec3>, Failure> {
    let forward = match (options.eye, options.target, options.view) {
        (Some(eye), Some(target), _) => target - eye,
        (_, _, View::Named(direction)) => -options.up.turned(direction),
        (_, _, View::From(direction)) => -direction,
    };
    let Some(forward) = forward.try_normalize() else {
        return Err(Failure::Usage {
            what: "--eye and --target are the same point, or too far apart".to_owned(),
            next: "barycast cast --eye 0,0,5 --target 0,0,0".to_owned(),
        });
    };
    let up = options.up.up();
    // From straight above or below, the far side is up.
    let up = if forward.cross(up).length() > 1e-3 { up } else { options.up.turned(-DVec3::Z) };
    let right = forward.cross(up).normalize();
    let frame = Frame { right, up: right.cross(forward), forward };

    let [width, height] = options.size.each(f64::from);
    let aspect = width / height;
    let (eye, projection) = if options.orthographic {
        let (eye, fitting) = frame.orthographic(model, options.eye, aspect);
        let half_height = options.height.map_or(fitting, |height| height / 2.0);
        (eye, Projection::Orthographic { half_height })
    } else {
        let half_height = match options.fov {
            Some(angle) => (angle / 2.0).to_radians().tan(),
            None => (ANGLE / 2.0).to_radians().tan() * height / width.min(height),
        };
        let eye = options.eye.unwrap_or_else(|| frame.perspective(model, half_height, aspect));
        (eye, Projection::Perspective { half_height })
    };
    Camera::look_to(eye, forward, up, projection, options.size).map_err(|error| Failure::Usage {
        what: format!("no camera can stand there: {error}"),
        next: "barycast cast --view front".to_owned(),
    })
}

/// The axes of a picture in the scene.
struct Frame {
    right: DVec3,
    up: DVec3,
    forward: DVec3,
}

impl Frame {
    /// Returns the eye position from which all points just fill the picture.
    ///
    /// Let a point be at `(x, y)` across and `z` along the view. Seen from `d` behind the middle,
    /// it is visible if `|x - cx| <= tan (d + z)`. The largest `x / tan - z` on either side give
    /// `cx` and `d`, and likewise for `y`; the larger `d` is used.
    fn perspective(&self, model: &Model, half_height: f64, aspect: f64) -> DVec3 {
        let middle = model.bounds[0].midpoint(model.bounds[1]);
        let tan = [half_height * aspect * FILL, half_height * FILL];
        let [right, left, up, down, _, _] = greatest(model, |p| {
            let [x, y, z] = self.seen(p - middle);
            [x / tan[0] - z, -x / tan[0] - z, y / tan[1] - z, -y / tan[1] - z, 0.0, 0.0]
        });
        let center = [tan[0] * (right - left) / 2.0, tan[1] * (up - down) / 2.0];
        // The eye must not coincide with a scene that is a single point or lies along the view.
        let behind = f64::midpoint(right, left).max(f64::midpoint(up, down)).max(extent(model) * 1e-3);
        middle + self.right * center[0] + self.up * center[1] - self.forward * behind
    }

    /// Returns an eye, given or chosen with all points in front of it, and half the height that
    /// shows all of them.
    fn orthographic(&self, model: &Model, eye: Option<DVec3>, aspect: f64) -> (DVec3, f64) {
        let from = eye.unwrap_or(model.bounds[0].midpoint(model.bounds[1]));
        let [right, left, up, down, front, _] = greatest(model, |p| {
            let [x, y, z] = self.seen(p - from);
            [x, -x, y, -y, -z, z]
        });
        let (center, half) = match eye {
            Some(_) => ([0.0, 0.0], [right.max(left), up.max(down)]),
            None => (
                [(right - left) / 2.0, (up - down) / 2.0],
                [f64::midpoint(right, left), f64::midpoint(up, down)],
            ),
        };
        let half_height = (half[1].max(half[0] / aspect) / FILL).max(extent(model) * 1e-6);
        let behind = front + extent(model);
        let placed = from + self.right * center[0] + self.up * center[1] - self.forward * behind;
        (eye.unwrap_or(placed), half_height)
    }

    fn seen(&self, v: DVec3) -> [f64; 3] {
        [v.dot(self.right), v.dot(self.up), v.dot(self.forward)]
    }
}

/// Returns the greatest of each number over all points.
fn greatest(model: &Model, numbers: impl Fn(DVec3) -> [f64; 6] + Sync + Send) -> [f64; 6] {
    let larger = |a: [f64; 6], b: [f64; 6]| std::array::from_fn(|i| a[i].max(b[i]));
    model.corners().map(numbers).reduce(|| [f64::NEG_INFINITY; 6], larger)
}

/// Returns the longest side of the scene, or 1 for a single point.
pub(crate) fn extent(model: &Model) -> f64 {
    let longest = (model.bounds[1] - model.bounds[0]).max_element();
    if longest > 0.0 { longest } else { 1.0 }
}
