//! A flat convex polygon in space.

use super::convex::check_points;
use super::{Aabb, ListError, Mesh};
use crate::number::each::MapEach;
use crate::number::{Field, Float};
use crate::vector::size::{shift_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The triangles from the first of its points to each edge: a surface, in a plane and convex up to rounding. Its front
/// is the side from which the points run counter-clockwise. Quadrangles are polygons of four points.
#[doc(alias = "quad")]
#[derive(Clone, Debug, PartialEq)]
pub struct FlatPolygon<V> {
    points: Vec<V>,
    mesh: Mesh<V>,
}

impl<V: Vector> FlatPolygon<V> {
    /// Its corners, as given.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Its triangles.
    pub const fn mesh(&self) -> &Mesh<V> {
        &self.mesh
    }
}

impl<V: FloatVector + Vector3> FlatPolygon<V> {
    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        self.mesh.bounds()
    }

    /// Of three points or more, in a plane and convex within [`Float::AXES_TOLERANCE`] of its extent.
    ///
    /// # Errors
    /// Names `points` when they are too few, when one is not finite, far from the plane of the others, or when
    /// they are not convex.
    pub fn try_new(points: Vec<V>) -> Result<Self, ListError> {
        Self::try_new_within(points, <V::Scalar as Float>::AXES_TOLERANCE)
    }

    /// The same, for a part of the extent.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new).
    pub fn try_new_within(points: Vec<V>, tolerance: f64) -> Result<Self, ListError> {
        check_points(&points)?;
        let error = |message| Err(ListError { field: "points", message });
        if points.len() < 3 {
            return error("must be at least three".to_string());
        }
        let wide = at_ordinary_size(&points);
        if let Some(wrong) = V::Precise::by_dim(Wrong(&wide, tolerance)) {
            return error(wrong);
        }
        let triangles = (2..points.len() as u32).map(|i| [0, i - 1, i]).collect();
        let mesh = Mesh::try_new(points.clone(), triangles, false)?;
        Ok(Self { points, mesh })
    }
}

/// In twice the digits, and by a power of two to where the products of four lengths neither vanish nor overflow.
fn at_ordinary_size<V: FloatVector>(points: &[V]) -> Vec<V::Precise> {
    let numbers = points.iter().flat_map(|p| (0..V::DIM).map(|axis| p.get(axis).to_f64()));
    let shift = shift_of(numbers.map(f64::abs).fold(0.0, f64::max));
    points.iter().map(|p| vector_times_power(p.lift::<V::Precise>(&Float::precise), shift)).collect()
}

/// What keeps points from being a flat convex polygon.
struct Wrong<'p, V>(&'p [V], f64);

impl<V: FloatVector> crate::vector::ByDim<V> for Wrong<'_, V> {
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
        // Of the largest triangle: those of a chain that crosses itself may cancel.
        let larger = |a: V, b: V| if a.length_squared() < b.length_squared() { b } else { a };
        let normal = (1..points.len()).map(|i| at(i).cross(at(i + 1))).reduce(larger)?;
        let normal = normal.normalized_or_zero();
        let slack = tolerance * extent;
        // Collinear, they all lie in one; of three, too.
        let u = normal.any_orthogonal().normalized_or_zero();
        let axes = [u, normal.cross(u), normal];
        let over = |i: usize| axes.each(|axis| at(i).dot(axis).to_f64().div_or(extent, 0.0));
        if let Some(i) = off_the_nearest_plane(&(0..points.len()).map(over).collect::<Vec<_>>(), tolerance) {
            return Some(format!("must lie in a plane: the point at index {i} does not"));
        }
        for i in 0..points.len() {
            // Where a short edge leads to is known no better than its ends are.
            let edge = at(i + 1) - at(i);
            let (inward, length) = (normal.cross(edge), edge.length().to_f64());
            let outside = |j: &usize| {
                let way = at(*j) - at(i);
                way.dot(inward).to_f64() < -slack * way.length().to_f64().max(length)
            };
            if let Some(j) = (0..points.len()).find(outside) {
                return Some(format!("must be convex: the point at index {j} lies outside edge {i}"));
            }
        }
        None
    }
}

/// A point that is farther than the tolerance from the plane nearest to all of them; `None` where there is none. They lie nearly in
/// the plane of their first two numbers, at the height of the third one.
///
/// The plane nearest to four points is as far from each, and none is nearer to all than to these. The point farthest from
/// it takes the place of one of them, so that the four are farther from theirs, until it is no farther than they are.
fn off_the_nearest_plane(points: &[[f64; 3]], tolerance: f64) -> Option<usize> {
    let area = |p: usize, q: usize, r: usize| {
        let [a, b, c] = [p, q, r].each(|i| points[i]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    // With these weights all planes cancel, and the heights above them stay.
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
        // Of the largest triangle of the four: each is as far from the plane, on the side of its weight.
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
    fn it_is_flat_and_convex_up_to_rounding() {
        let square = |z: f64| vec![DVec3::ZERO, DVec3::X, dvec3(1., 1., z), DVec3::Y];
        assert!(FlatPolygon::try_new(square(1e-13)).is_ok());
        assert!(FlatPolygon::try_new(square(1e-3)).is_err());
        let single: Vec<Vec3> = square(1e-6).iter().map(|p| p.as_vec3()).collect();
        assert!(FlatPolygon::try_new(single).is_ok());
        // Within the tolerance of some plane, that of z = 0, not of that of three of them.
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
        // Each corner is where it should be within 1e-14, and the short edge goes in at 1e-7 and out beyond.
        let bent = vec![DVec3::ZERO, DVec3::X, dvec3(1. + 1e-14, 1e-7, 0.), dvec3(1., 1., 0.), DVec3::Y];
        let dent = vec![DVec3::ZERO, DVec3::X, dvec3(1. - 1e-14, 1e-7, 0.), dvec3(1., 1., 0.), DVec3::Y];
        assert!(FlatPolygon::try_new(bent).is_ok() && FlatPolygon::try_new(dent).is_ok());
        let notch = vec![DVec3::ZERO, DVec3::X, dvec3(1. - 1e-7, 1e-7, 0.), dvec3(1., 1., 0.), DVec3::Y];
        assert!(FlatPolygon::try_new(notch).is_err());
    }

    #[test]
    fn what_is_flat_is_flat_at_any_size() {
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
