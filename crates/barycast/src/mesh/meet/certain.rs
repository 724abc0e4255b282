//! Two triangles, exactly.

use crate::mesh::leaf::Corners;
use crate::number::Float;
use crate::shape::Triangle;
use glam::DVec3;

/// They share a point. Corners that are not finite are nowhere.
#[cold]
pub(super) fn meet<S: Float>(a: &Corners<S>, b: &Corners<S>) -> bool {
    let finite = |corners: &Corners<S>| corners.as_flattened().iter().all(|x| x.is_finite());
    finite(a) && finite(b) && triangle(a).intersects_exactly(&triangle(b))
}

/// `f32` is widened, which loses nothing.
pub(super) fn triangle<S: Float>(corners: &Corners<S>) -> Triangle<DVec3> {
    let [a, b, c] = corners.map(|corner| DVec3::from_array(corner.map(Float::to_f64)));
    Triangle { a, b, c }
}
