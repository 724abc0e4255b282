//! Triangle queries for libraries that leave them to the caller.

use crate::rays::Ray;
use glam::Vec3;

/// Returns the parameter of the hit from either side, or infinity for a miss.
#[inline(always)]
pub fn hit(ray: &Ray, [a, b, c]: [Vec3; 3]) -> f32 {
    let (ab, ac, ao) = (b - a, c - a, ray.origin - a);
    let across = ray.direction.cross(ac);
    let inverse = 1.0 / ab.dot(across);
    let u = ao.dot(across) * inverse;
    let turned = ao.cross(ab);
    let v = ray.direction.dot(turned) * inverse;
    let t = ac.dot(turned) * inverse;
    if u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0 { t } else { f32::INFINITY }
}

/// Returns the closest point by Voronoi regions, [Ericson 5.1.5].
#[inline(always)]
pub fn nearest(point: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = point - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let cp = point - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return b + (c - b) * ((d4 - d3) / (d4 - d3 + d5 - d6));
    }
    let sum = va + vb + vc;
    a + ab * (vb / sum) + ac * (vc / sum)
}
