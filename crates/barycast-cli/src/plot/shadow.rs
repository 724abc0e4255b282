//! A cube above the ground, a light, and its projected shadow from one matrix.

use super::drawing::{BLUE, Drawing, INK, PALE, RED};
use barycast::frame::{
    Basis, DepthRange, Handedness, Homogeneous, Lens, Light, Projective3, ViewProjection, Viewport,
};
use barycast::number::each::MapEach;
use barycast::shape::{Convex, Plane, ShapeError};
use glam::{DVec2, DVec3, dvec2, dvec3};

const SIZE: DVec2 = dvec2(640.0, 480.0);
/// The light when none is given.
pub(crate) const LAMP: Light<DVec3> = Light::Point(dvec3(-1.5, 5.0, -1.0));

/// Returns the corners of a rotated cube; the bits of the index choose the sides.
fn cube() -> [DVec3; 8] {
    let [x, y, z] = [dvec3(0.8, 0.0, 0.6), dvec3(-0.36, 0.8, 0.48), dvec3(-0.48, -0.6, 0.64)];
    let sign = |i: usize, bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
    core::array::from_fn(|i| dvec3(0.0, 2.0, 0.0) + x * sign(i, 0) + y * sign(i, 1) + z * sign(i, 2))
}

/// Draws the shadow.
///
/// # Errors
/// If the light runs along the ground or lies in it, or is not above the whole cube.
pub(crate) fn shadow(light: Light<DVec3>) -> Result<Drawing, ShapeError> {
    let ground = Plane::new(DVec3::Y, 0.0);
    let shadow = Projective3::try_shadow(&ground, light)?;
    let corners = cube();
    let mut fallen = [DVec3::ZERO; 8];
    for (image, corner) in fallen.iter_mut().zip(corners) {
        let point = shadow.times_column(&Homogeneous::point(corner));
        let below = match light {
            Light::Point(lamp) => lamp.y > corner.y,
            Light::Directional(way) => way.y < 0.0,
        };
        let must = "be above the whole cube, whose top is at a height of 3.88";
        let error = ShapeError { field: "light", must, got: None };
        *image = point.to_point().filter(|_| below).ok_or(error)?;
    }
    let camera = camera()?;
    let at = |p: DVec3| camera.project(p).map(|[x, y, _]| dvec2(x, y));
    let mut drawing = Drawing::new(SIZE);
    for i in -6..=6 {
        let (i, end) = (f64::from(i), 6.0);
        for ends in [[dvec3(i, 0.0, -end), dvec3(i, 0.0, end)], [dvec3(-end, 0.0, i), dvec3(end, 0.0, i)]] {
            drawing.line(ends.into_iter().filter_map(at), PALE, 1.0);
        }
    }
    let flat = fallen.iter().map(|p| dvec2(p.x, p.z)).collect();
    if let Ok(outline) = Convex::try_new(flat) {
        drawing.area(outline.corners().filter_map(|p| at(dvec3(p.x, 0.0, p.y))), INK, 0.45);
    }
    for (corner, image) in corners.into_iter().zip(fallen) {
        let from = match light {
            Light::Point(lamp) => lamp,
            Light::Directional(way) => corner - way.normalize() * 1.5,
        };
        drawing.dashes([from, image].into_iter().filter_map(at), RED);
    }
    for i in 0..8 {
        for other in [1, 2, 4].each(|bit| i | bit).into_iter().filter(|other| *other != i) {
            drawing.line([corners[i], corners[other]].into_iter().filter_map(at), BLUE, 2.0);
        }
    }
    let words = match light {
        Light::Point(lamp) => {
            if let Some(p) = at(lamp) {
                drawing.dot(p, RED, 6.0);
            }
            format!("a lamp at ({}, {}, {})", lamp.x, lamp.y, lamp.z)
        }
        Light::Directional(way) => format!("the sun along ({}, {}, {})", way.x, way.y, way.z),
    };
    drawing.words(dvec2(14.0, SIZE.y - 14.0), INK, 13.0, format!("{words}; the ground is y = 0"));
    Ok(drawing)
}

fn camera() -> Result<ViewProjection<f64>, ShapeError> {
    let camera =
        Basis::try_look_at(dvec3(6.0, 6.5, 11.0), dvec3(0.8, 1.4, 0.4), DVec3::Y, Handedness::Right)?;
    let no_way = ShapeError { field: "camera", must: "have axes", got: None };
    let view: Projective3<f64> = camera.inverse().ok_or(no_way)?.world_from_local();
    let lens = Lens::Perspective { half_height: 0.42, aspect: SIZE.x / SIZE.y, near: 0.1, far: None };
    let depth = DepthRange::Reversed;
    let clip_from_world = (lens.try_clip_from_view(Handedness::Right, depth)? * view).columns;
    let viewport = Viewport { x: 0.0, y: 0.0, width: SIZE.x, height: SIZE.y };
    Ok(ViewProjection { clip_from_world, depth, viewport })
}
