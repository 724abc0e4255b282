//! Flat convex polygon in space.

use super::convex::check_points;
use super::{Aabb, ListError, Mesh};
use crate::number::each::MapEach;
use crate::number::{Field, Float};
use crate::vector::size::{shift_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use glam::DVec3;

/// The fan of triangles from the first point to each edge: a surface, planar and convex up to
/// rounding. The front is the side from which the points run counter-clockwise. Quadrilaterals are
/// polygons of four points.
///
/// ```
/// use barycast::d3::f64::FlatPolygon;
/// use barycast::dynamic::any::Shape3;
/// use glam::{DVec3, dvec3};
///
/// let side = vec![DVec3::ZERO, dvec3(2.0, 0.0, 0.0), dvec3(2.0, 2.0, 0.0), dvec3(0.0, 2.0, 0.0)];
/// let window = Shape3::from(FlatPolygon::try_new(side)?);
/// assert_eq!(window.signed_distance(dvec3(1.0, 1.0, 3.0)), 3.0);
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[doc(alias = "quad")]
#[derive(Clone, Debug, PartialEq)]
pub struct FlatPolygon<V> {
    points: Vec<V>,
    mesh: Mesh<V>,
}

impl<V: Vector> FlatPolygon<V> {
    /// Returns the corners as given.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns the fan of triangles.
    pub const fn mesh(&self) -> &Mesh<V> {
        &self.mesh
    }
}

impl<V: FloatVector + Vector3> FlatPolygon<V> {
    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        self.mesh.bounds()
    }

    /// Builds a polygon from at least three points that are planar and convex within
    /// [`Float::AXES_TOLERANCE`] of their extent.
    ///
    /// # Errors
    /// Returns an error naming `points` if there are fewer than three, one is not finite or too far
    /// from the common plane, or they are not convex.
    pub fn try_new(points: Vec<V>) -> Result<Self, ListError> {
        Self::try_new_within(points, <V::Scalar as Float>::AXES_TOLERANCE)
    }

    /// Builds a polygon from at least three points that are planar and convex within `tolerance`
    /// times their extent.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new).
    pub fn try_new_within(points: Vec<V>, tolerance: f64) -> Result<Self, ListError> {
        check_points(&points)?;
        let error = |message| Err(ListError { field: "points", message });
        if points.len() < 3 {
            return error("must be at least three".to_string());
        }
        let wide = at_unit_scale(&points);
        if let Some(defect) = V::Precise::by_dim(Defect(&wide, tolerance)) {
            return error(defect);
        }
        let triangles = (2..points.len() as u32).map(|i| [0, i - 1, i]).collect();
        let mesh = Mesh::try_new(points.clone(), triangles, false)?;
        Ok(Self { points, mesh })
    }

    /// Returns the same polygon over `f64`. Nothing is rounded.
    pub(crate) fn widened(&self) -> FlatPolygon<DVec3> {
        let points = self.points.iter().map(|p| p.lift(&Float::to_f64)).collect();
        FlatPolygon { points, mesh: self.mesh.widened() }
    }
}

/// Converts the points to double-double precision and scales them by a power of two, so that
/// products of four lengths neither underflow nor overflow.
fn at_unit_scale<V: FloatVector>(points: &[V]) -> Vec<V::Precise> {
    let numbers = points.iter().flat_map(|p| (0..V::DIM).map(|axis| p.get(axis).to_f64()));
    let shift = shift_of(numbers.map(f64::abs).fold(0.0, f64::max));
    points.iter().map(|p| vector_times_power(p.lift::<V::Precise>(&Float::precise), shift)).collect()
}

/// Finds why points do not make a flat convex polygon; the answer is the error message.
struct Defect<'p, V>(&'p [V], f64);

impl<V: FloatVector> crate::vector::ByDim<V> for Defect<'_, V> {
    type Answer = Option<alloc::string::String>;

    fn d2(self) -> Self::Answer
    where
        V: crate::vector::Vector2,
    {
        None
    }

    fn d3(self) -> Self::Answer
    where
        V: Vector3,
    {
        let Self(points, tolerance) = self;
        let origin = points[0];
        let at = |i: usize| points[i % points.len()] - origin;
        let extent = (0..points.len()).map(|i| at(i).length().to_f64()).fold(0.0, f64::max);
        // The normal of the largest triangle: those of a self-intersecting chain may cancel in a
        // sum.
        let larger = |a: V, b: V| if a.length_squared() < b.length_squared() { b } else { a };
        let normal = (1..points.len()).map(|i| at(i).cross(at(i + 1))).reduce(larger)?;
        let normal = normal.normalized_or_zero();
        let slack = tolerance * extent;
        // Collinear points, and any three points, always share a plane.
        let u = normal.any_orthogonal().normalized_or_zero();
        let axes = [u, normal.cross(u), normal];
        let over = |i: usize| axes.each(|axis| at(i).dot(axis).to_f64().div_or(extent, 0.0));
        if let Some(i) = outlier_of_best_plane(&(0..points.len()).map(over).collect::<Vec<_>>(), tolerance) {
            return Some(format!("must lie in a plane: the point at index {i} does not"));
        }
        for i in 0..points.len() {
            // The direction of a short edge is only as accurate as its end points, so the slack
            // never scales below the edge's length.
            let edge = at(i + 1) - at(i);
            let (inward, length) = (normal.cross(edge), edge.length().to_f64());
            let outside = |j: &usize| {
                let offset = at(*j) - at(i);
                offset.dot(inward).to_f64() < -slack * offset.length().to_f64().max(length)
            };
            if let Some(j) = (0..points.len()).find(outside) {
                return Some(format!("must be convex: the point at index {j} lies outside edge {i}"));
            }
        }
        None
    }
}

/// Returns a point farther than `tolerance` from the plane that fits all points best (minimax), or
/// `None` if there is none. The points are given in a frame in which they lie nearly in the plane
/// of the first two coordinates, with the height in the third.
///
/// Exchange algorithm: the best plane of four points has the same distance from each, and no plane
/// is closer to all points than that. The point farthest from this plane replaces the one of the
/// four that maximizes the new distance, until no point is farther than the four are.
fn outlier_of_best_plane(points: &[[f64; 3]], tolerance: f64) -> Option<usize> {
    let area = |p: usize, q: usize, r: usize| {
        let [a, b, c] = [p, q, r].each(|i| points[i]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    // With these weights every plane sums to zero and the heights above it remain.
    let weights = |[p, q, r, s]: [usize; 4]| [area(q, r, s), -area(p, r, s), area(p, q, s), -area(p, q, r)];
    let distance = |four: &[usize; 4]| {
        let weights = weights(*four);
        let sum: f64 = (0..4).map(|i| weights[i] * points[four[i]][2]).sum();
        sum.div_or(weights.iter().map(|weight| weight.abs()).sum(), 0.0)
    };
    let farthest = |height: &dyn Fn(usize) -> f64| {
        (0..points.len()).max_by(|i, j| height(*i).abs().total_cmp(&height(*j).abs()))
    };
    let second =
        (1..points.len() - 1).max_by(|i, j| area(0, *i, i + 1).abs().total_cmp(&area(0, *j, j + 1).abs()))?;
    let mut four = [0, second, second + 1, farthest(&|i| points[i][2])?];
    loop {
        let (weights, away) = (weights(four), distance(&four));
        // The plane through the largest triangle of the four, shifted by the common distance to
        // each point's side.
        let largest = (0..4).max_by(|i, j| weights[*i].abs().total_cmp(&weights[*j].abs()))?;
        let [i, j, k] = [1, 2, 3].each(|next| (largest + next) % 4);
        let (p, q, r) = (four[i], four[j], four[k]);
        let [at_p, at_q, at_r] = [i, j, k].each(|i| points[four[i]][2] - away * weights[i].signum());
        let height = |x: usize| {
            let plane = area(x, q, r) * at_p + area(p, x, r) * at_q + area(p, q, x) * at_r;
            points[x][2] - plane.div_or(area(p, q, r), 0.0)
        };
        let worst = farthest(&height)?;
        if height(worst).abs() <= tolerance {
            return None;
        }
        let replaced = |i: usize| {
            let mut next = four;
            next[i] = worst;
            next
        };
        let next = (0..4).map(replaced).max_by(|a, b| distance(a).abs().total_cmp(&distance(b).abs()))?;
        if away.abs() > tolerance || distance(&next).abs() <= away.abs() {
            return Some(worst);
        }
        four = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::size::shifted;
    use alloc::vec;
    use glam::{DVec3, Vec3, dvec3};

    #[test]
    fn points_are_planar_and_convex_up_to_rounding() {
        let square = |z: f64| vec![DVec3::ZERO, DVec3::X, dvec3(1., 1., z), DVec3::Y];
        assert!(FlatPolygon::try_new(square(1e-13)).is_ok());
        assert!(FlatPolygon::try_new(square(1e-3)).is_err());
        let single: Vec<Vec3> = square(1e-6).iter().map(|p| p.as_vec3()).collect();
        assert!(FlatPolygon::try_new(single).is_ok());
        // Within the tolerance of the plane z = 0, but not of the plane through three of the
        // points.
        let waves = |height: f64| {
            (0..4).map(|i| square(0.)[i] + DVec3::Z * if i % 2 == 0 { height } else { -height }).collect()
        };
        assert!(
            FlatPolygon::try_new(waves(9.9e-13)).is_ok() && FlatPolygon::try_new(waves(1.5e-12)).is_err()
        );
        let dent = vec![DVec3::ZERO, DVec3::X, dvec3(0.2, 0.2, 0.), DVec3::Y];
        assert!(FlatPolygon::try_new(dent).unwrap_err().message.contains("convex"));
        let bow = vec![DVec3::ZERO, dvec3(1., 1., 0.), DVec3::X, DVec3::Y];
        assert!(FlatPolygon::try_new(bow).is_err());
        assert!(FlatPolygon::try_new(vec![DVec3::ZERO, DVec3::X]).is_err());
        assert!(FlatPolygon::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::X * 3.]).is_ok());
        // Each corner is correct within 1e-14, and the short edge deviates by 1e-7 along the
        // boundary.
        let bent = vec![DVec3::ZERO, DVec3::X, dvec3(1. + 1e-14, 1e-7, 0.), dvec3(1., 1., 0.), DVec3::Y];
        let dent = vec![DVec3::ZERO, DVec3::X, dvec3(1. - 1e-14, 1e-7, 0.), dvec3(1., 1., 0.), DVec3::Y];
        assert!(FlatPolygon::try_new(bent).is_ok() && FlatPolygon::try_new(dent).is_ok());
        let notch = vec![DVec3::ZERO, DVec3::X, dvec3(1. - 1e-7, 1e-7, 0.), dvec3(1., 1., 0.), DVec3::Y];
        assert!(FlatPolygon::try_new(notch).is_err());
    }

    #[test]
    fn planarity_is_tested_at_any_scale() {
        let flat = [[-2., -1., 0.], [-3., -3., 0.], [-1., -3., -2.], [0., -1., -2.]];
        let bent = [[-2., -1., 0.], [-3., -3., 0.], [-1., -3., -2.], [0., -1., -2.001]];
        for e in [-1060, -600, -539, -538, -300, 300, 600, 1020] {
            let made = |corners: [[f64; 3]; 4]| {
                FlatPolygon::try_new(corners.map(|p| DVec3::from_array(p.map(|x| shifted(x, e)))).to_vec())
            };
            assert!(made(flat).is_ok(), "{e}");
            assert!(made(bent).is_err(), "{e}");
        }
    }
}
