//! Convex hull of points.

use super::corner_graph::farthest_lane;
use super::hull::Hull;
use super::pose::RigidMap;
use super::{Aabb, CornerGraph, HalfSpace, ListError, Support, Triangle};
use crate::number::each::MapEach;
use crate::number::{Block, Float, Ring};
use crate::vector::{FloatVector, Vector};
use alloc::format;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::array;

/// The convex hull of points: solid. One or two points, duplicates, collinear and coplanar points
/// are legal and make a point, a segment or a flat set.
///
/// The constructor decides exactly which points are corners and which faces lie between them.
///
/// ```
/// use barycast::d3::{Convex, Ray};
/// use glam::{Vec3, vec3};
///
/// let corners = [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z];
/// // Points inside the hull are legal, and are no corners.
/// let hull = Convex::try_new([&corners[..], &[Vec3::ZERO]].concat())?;
/// assert_eq!((hull.corners().count(), hull.faces().count()), (6, 8));
/// assert!(hull.intersects(&Ray::new(vec3(5.0, 0.0, 0.0), -Vec3::X)));
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[doc(alias = "convex_polyhedron")]
#[doc(alias = "hull")]
#[doc(alias = "convex_hull")]
#[derive(Clone, Debug, PartialEq)]
pub struct Convex<V: Vector> {
    points: Vec<V>,
    /// Combinatorial hull, shared with converted and moved copies.
    hull: Arc<Hull>,
    /// The corners in blocks of eight SIMD lanes.
    blocks: Vec<Block<V::Scalar>>,
    /// Mean of the corners, or of a sample of them.
    middle: V,
}

/// Corners in a block.
const LANES: usize = 8;

/// Packs the corners of a hull into blocks and pads the last block with the last corner.
fn blocks<V: Vector>(points: &[V], hull: &Hull) -> Vec<Block<V::Scalar>> {
    let mut blocks = Vec::new();
    fill(&mut blocks, points, hull);
    blocks
}

/// Does the same in existing memory.
fn fill<V: Vector>(blocks: &mut Vec<Block<V::Scalar>>, points: &[V], hull: &Hull) {
    let block = |corners: &[usize]| {
        let corner = |lane: usize| points[corners[lane.min(corners.len() - 1)]];
        array::from_fn(|axis| array::from_fn(|lane| corner(lane).get(axis.min(V::DIM - 1))))
    };
    blocks.clear();
    blocks.extend(hull.corners.chunks(LANES).map(block));
}

/// Returns the mean of a hull's corners, or of at most 64 evenly spaced ones.
fn middle<V: FloatVector>(points: &[V], hull: &Hull) -> V {
    const SAMPLE: usize = 64;
    let stride = hull.corners.len().div_ceil(SAMPLE).max(1);
    let sample = || hull.corners.iter().step_by(stride);
    let part = V::Scalar::ONE / V::Scalar::from_f64(sample().count() as f64);
    sample().fold(V::splat(V::Scalar::ZERO), |sum, i| sum + points[*i] * part)
}

impl<V: Vector> Convex<V> {
    /// Returns the points as given.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns the corners, possibly with points inside edges and faces. The corners of a flat hull
    /// are in order around it, counter-clockwise in 2D.
    pub fn corners(&self) -> impl Iterator<Item = V> + '_ {
        self.hull.corners.iter().map(|i| self.points[*i])
    }

    /// Returns triangles that cover the surface and face outward; none for a flat hull.
    pub fn faces(&self) -> impl Iterator<Item = Triangle<V>> + '_ {
        self.hull.faces.iter().map(|face| {
            let [a, b, c] = face.each(|i| self.points[i]);
            Triangle { a, b, c }
        })
    }

    /// Returns the dimension: 0 for a point, 1 for a segment, 2 for a flat set, 3 otherwise.
    pub fn dimension(&self) -> usize {
        self.hull.dimension
    }

    /// Returns the half-spaces whose intersection is the hull.
    pub fn sides(&self) -> Vec<HalfSpace<V>> {
        self.hull.sides(|i| self.points[i])
    }

    /// Returns the half-spaces over another number type.
    pub(crate) fn sides_over<W: Vector>(
        &self,
        number: &impl Fn(V::Scalar) -> W::Scalar,
    ) -> Vec<HalfSpace<W>> {
        self.hull.sides(|i| self.points[i].lift(number))
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let first = Aabb { min: self.points[0], max: self.points[0] };
        self.points.iter().fold(first, |b, p| b.union(&Aabb { min: *p, max: *p }))
    }

    /// Converts every coordinate with `number`, which must keep distinct points distinct.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Convex<W> {
        let points: Vec<W> = self.points.iter().map(|p| p.lift(number)).collect();
        let blocks = blocks(&points, &self.hull);
        Convex { points, hull: Arc::clone(&self.hull), blocks, middle: self.middle.lift(number) }
    }
}

impl<V: FloatVector> Convex<V> {
    /// Builds the convex hull of finite points.
    ///
    /// # Errors
    /// Returns an error naming the point that is not finite, or if the list is empty.
    pub fn try_new(points: Vec<V>) -> Result<Self, ListError> {
        check_points(&points)?;
        let hull = Hull::of(&points);
        let blocks = blocks(&points, &hull);
        let middle = middle(&points, &hull);
        Ok(Self { points, hull: Arc::new(hull), blocks, middle })
    }

    /// Moves each point by `at`, which must be rigid up to rounding. Keeps the corners and faces
    /// and does not recompute them.
    pub(crate) fn moved(&self, at: impl Fn(V) -> V) -> Self {
        let points: Vec<V> = self.points.iter().map(|p| at(*p)).collect();
        let blocks = blocks(&points, &self.hull);
        Self { points, hull: Arc::clone(&self.hull), blocks, middle: at(self.middle) }
    }

    /// Rotates and moves the hull as [`moved`](Self::moved) does, in the memory of another hull.
    /// Returns `false` if a coordinate is out of range; the other hull is then unspecified.
    pub(crate) fn turned_into(&self, turn: &RigidMap<'_, V>, into: &mut Self) -> bool {
        turn.points_into(&self.points, &mut into.points);
        if !Arc::ptr_eq(&self.hull, &into.hull) {
            into.hull = Arc::clone(&self.hull);
        }
        fill(&mut into.blocks, &into.points, &into.hull);
        into.middle = turn.point(self.middle);
        let is_finite = |p: &V| (0..V::DIM).all(|axis| p.get(axis).is_finite());
        into.points.iter().all(is_finite) && is_finite(&into.middle)
    }
}

/// Checks that there is at least one point and that all are finite.
pub(super) fn check_points<V: FloatVector>(points: &[V]) -> Result<(), ListError> {
    let error = |message| Err(ListError { field: "points", message });
    if points.is_empty() {
        return error("must not be empty".to_string());
    }
    for (i, p) in points.iter().enumerate() {
        if !(0..V::DIM).all(|axis| p.get(axis).is_finite()) {
            return error(format!("must be finite, got {p:?} at index {i}"));
        }
    }
    Ok(())
}

/// Returns the point farthest along a direction.
pub(super) fn farthest<V: FloatVector>(points: impl Iterator<Item = V>, direction: V) -> V {
    let ahead = |best: (V, V::Scalar), p: (V, V::Scalar)| if p.1 > best.1 { p } else { best };
    points.map(|p| (p, direction.dot(p))).reduce(ahead).map_or(direction, |(p, _)| p)
}

impl<V: FloatVector> Support for Convex<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let best = farthest_lane(&self.blocks, direction);
        let block = &self.blocks[best / LANES];
        V::from_fn(|axis| block[axis][best % LANES])
    }

    fn middle(&self) -> V {
        self.middle
    }

    fn corners(&self, _: V) -> Vec<V> {
        Self::corners(self).collect()
    }

    fn corner_graph(&self) -> Option<CornerGraph<'_, V>> {
        Some(CornerGraph::of_hull(&self.points, &self.hull, &self.blocks))
    }

    /// Uses the corners directly, without support queries.
    fn reach(&self) -> V::Scalar {
        let coordinates = self.blocks.iter().flat_map(|block| block.as_flattened());
        coordinates.fold(V::Scalar::ZERO, |reach, x| Ring::max(reach, x.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use glam::{DVec2, DVec3, dvec3};

    #[test]
    fn inner_points_are_no_corners() {
        let octahedron = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| [axis * 2., -axis * 2.]);
        let mut points: Vec<DVec3> = octahedron.into_iter().flatten().collect();
        points.extend([DVec3::ZERO, dvec3(0.5, 0.5, 0.5)]);
        let convex = Convex::try_new(points).unwrap();
        assert_eq!((convex.corners().count(), convex.faces().count(), convex.sides().len()), (6, 8, 8));
        assert_eq!(convex.support(dvec3(1., 3., -2.)), dvec3(0., 2., 0.));
        assert!(convex.faces().all(|face| face.normal().dot(face.a) > 0.));
    }

    #[test]
    fn the_largest_coordinate_is_that_of_the_farthest_points_along_the_axes() {
        let mut rng = fastrand::Rng::with_seed(8);
        for count in 1..40 {
            let point = |rng: &mut fastrand::Rng| DVec3::from_array([0; 3].map(|_| rng.f64() * 9.0 - 4.0));
            let points: Vec<DVec3> = (0..count).map(|_| point(&mut rng)).collect();
            let flat = points.iter().map(|p| p.truncate()).collect();
            let (convex, flat) = (Convex::try_new(points).unwrap(), Convex::try_new(flat).unwrap());
            let ends = DVec3::AXES.map(|axis| convex.interval(axis));
            let flat_ends = DVec2::AXES.map(|axis| flat.interval(axis));
            let most =
                |ends: &[(f64, f64)]| ends.iter().fold(0.0, |most, (a, b)| b.abs().max(a.abs()).max(most));
            assert_eq!((convex.reach(), flat.reach()), (most(&ends), most(&flat_ends)), "{count}");
        }
    }

    #[test]
    fn few_points_are_legal_and_none_is_an_error() {
        assert_eq!(Convex::try_new(vec![DVec3::ONE; 3]).unwrap().dimension(), 0);
        assert_eq!(Convex::try_new(vec![DVec3::ONE, DVec3::X]).unwrap().dimension(), 1);
        assert!(Convex::<DVec3>::try_new(vec![]).is_err());
        assert!(Convex::try_new(vec![DVec3::NAN]).is_err());
    }
}
