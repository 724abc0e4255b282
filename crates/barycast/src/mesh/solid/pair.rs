//! Penetration depth of two solids, one of them placed.

use super::depth::{Deepest, Depth, Side, deepest};
use super::mesh_solid::Solid;
use crate::frame::{Affine3, Inverse3};
use crate::number::each::MapEach;
use core::fmt;
use glam::DVec3;

/// Largest number of surface pieces that are cut to find a depth.
const PIECES: usize = 100_000;

/// Penetration depth of two surfaces: how far the deepest point of one is inside the other.
///
/// It is not the minimum translation that separates them, which is another problem for shapes that
/// are not convex.
#[doc(alias = "penetration depth")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshDepth {
    /// Deepest point found of either surface in the other; `None` if none is deeper than the
    /// tolerance.
    pub deepest: Option<DeepestPoint>,
    /// Upper bound of the depth of every point of either surface in the other.
    pub at_most: f64,
    /// Whether `at_most` exceeds the depth found, or else the tolerance, by at most 0.1 %. If
    /// `false`, the search has ended after 100,000 pieces of surface.
    pub certain: bool,
}

/// Point of one surface inside the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepestPoint {
    /// Index of the solid whose surface contains it: 0 for the first, 1 for the second.
    pub of: usize,
    /// Distance from the other surface.
    pub depth: f64,
    /// Point on the first and point on the second surface, in the coordinates of the first: the
    /// deep point and the closest point of the other surface.
    pub points: [DVec3; 2],
    /// Shortest translation of the first solid that moves this point out of the other, in the
    /// coordinates of the first.
    pub way: DVec3,
}

/// Error: two meshes have no depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthError {
    /// Neither surface is closed, so neither has an inside.
    Open,
    /// The placement has a number that is not finite, or is singular.
    Placement,
    /// The tolerance is negative or not finite.
    Tolerance,
}

impl fmt::Display for DepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "neither surface is closed, so neither has an inside",
            Self::Placement => "the placement must be finite and invertible",
            Self::Tolerance => "the tolerance must be finite, and 0 or more",
        })
    }
}

impl core::error::Error for DepthError {}

impl Solid {
    /// Returns the penetration depth of either surface in the other, as far as the other is closed,
    /// to 0.1 %. Depths up to `tolerance` are ignored.
    ///
    /// `self_from_other` places the other solid; it may scale, shear and mirror. If it scales
    /// unevenly, the other solid is copied and its tree rebuilt. All lengths are those of `self`.
    ///
    /// Nothing is sampled: pieces of surface are cut until none can exceed the returned bound.
    /// Surfaces that are flush up to rounding need a tolerance above that; about 1e-12 of the
    /// coordinates is enough.
    ///
    /// ```
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::{Solid, TriMesh};
    /// use glam::{DAffine3, DVec3, dvec3};
    ///
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let solid = Solid::new(mesh);
    /// let beside = Affine3::from(DAffine3::from_translation(dvec3(0.0, 0.0, -0.75)));
    /// let depth = solid.penetration(&solid, &beside, 1e-9).unwrap();
    /// let deepest = depth.deepest.expect("the tip of the other reaches in");
    /// assert!(depth.certain && deepest.depth <= depth.at_most);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// [`DepthError`] if neither is closed, or if the placement or the tolerance is not valid.
    #[doc(alias = "interpenetration")]
    pub fn penetration(
        &self,
        other: &Self,
        self_from_other: &Affine3<DVec3>,
        tolerance: f64,
    ) -> Result<MeshDepth, DepthError> {
        if !(tolerance.is_finite() && tolerance >= 0.0) {
            return Err(DepthError::Tolerance);
        }
        let Affine3 { x, y, z, translation } = *self_from_other;
        if ![x, y, z, translation].iter().all(|v| v.is_finite()) {
            return Err(DepthError::Placement);
        }
        if !is_even(x, y, z) {
            let placed = other.placed(self_from_other).map_err(|_| DepthError::Placement)?;
            self_from_other.inverse().ok_or(DepthError::Placement)?;
            return self.penetration(&placed, &Affine3::identity(), tolerance);
        }
        let pair = SolidPair::new([self, other], *self_from_other, 1.0).ok_or(DepthError::Placement)?;
        pair.reached(tolerance).ok_or(DepthError::Open)
    }
}

/// Two solids, each placed in the coordinates of the other.
pub(crate) struct SolidPair<'a> {
    pub(crate) solids: [&'a Solid; 2],
    /// Placement of the second in the coordinates of the first, and of the first in those of the
    /// second.
    pub(crate) placed: [Affine3<DVec3>; 2],
    back: [Inverse3<DVec3>; 2],
    /// Factor from lengths in the coordinates of each to world units.
    pub(crate) scales: [f64; 2],
    /// Number of pieces after which a search ends.
    pub(crate) pieces: usize,
}

impl<'a> SolidPair<'a> {
    /// Makes a pair whose placement scales evenly. Returns `None` if the placement has no inverse.
    pub(crate) fn new(solids: [&'a Solid; 2], a_from_b: Affine3<DVec3>, scale: f64) -> Option<Self> {
        let back = a_from_b.inverse()?;
        let b_from_a = Affine3 {
            x: back.transform_vector(DVec3::X),
            y: back.transform_vector(DVec3::Y),
            z: back.transform_vector(DVec3::Z),
            translation: back.transform_point(DVec3::ZERO),
        };
        Some(Self {
            solids,
            back: [back, b_from_a.inverse()?],
            placed: [a_from_b, b_from_a],
            scales: [scale, scale * a_from_b.x.length()],
            pieces: PIECES,
        })
    }

    /// Returns the depth of either in the other, or `None` if neither is closed.
    pub(crate) fn reached(&self, tolerance: f64) -> Option<MeshDepth> {
        match self.solids.each(Solid::has_inside) {
            [true, true] => {
                let [a, b] = self.reach([(0, 1), (1, 0)], tolerance);
                let depth = |depth: &MeshDepth| depth.deepest.map_or(0.0, |deepest| deepest.depth);
                let deepest = if depth(&b) > depth(&a) { b.deepest } else { a.deepest };
                Some(MeshDepth {
                    deepest,
                    at_most: a.at_most.max(b.at_most),
                    certain: a.certain && b.certain,
                })
            }
            [false, true] => Some(self.reach([(0, 1)], tolerance)).map(|[reached]| reached),
            [true, false] => Some(self.reach([(1, 0)], tolerance)).map(|[reached]| reached),
            [false, false] => None,
        }
    }

    /// Returns the deepest points of the surface of one in the other, which is closed. For several
    /// searches, only the deepest of all is determined.
    pub(crate) fn reach<const N: usize>(&self, ways: [(usize, usize); N], tolerance: f64) -> [MeshDepth; N] {
        let query = ways.map(|(of, from)| self.depth(of, from, Side::Inside, tolerance, false));
        let mut ways = ways.into_iter();
        deepest(query.each_ref()).map(|searched| {
            let (of, from) = ways.next().unwrap_or_default();
            MeshDepth {
                deepest: searched.deepest.map(|deepest| self.reach_of(of, from, &deepest)),
                at_most: searched.at_most * self.scales[from],
                certain: searched.ended,
            }
        })
    }

    fn reach_of(&self, of: usize, from: usize, deepest: &Deepest) -> DeepestPoint {
        let Deepest { point, nearest, .. } = *deepest;
        let way = nearest - point;
        let depth = way.length() * self.scales[from];
        let seen = &self.placed[0];
        let (deep, shallow, way) = if from == 0 {
            (point, nearest, way)
        } else {
            (seen.transform_point(point), seen.transform_point(nearest), seen.transform_vector(way))
        };
        if of == 0 {
            DeepestPoint { of, depth, points: [deep, shallow], way }
        } else {
            DeepestPoint { of, depth, points: [shallow, deep], way: -way }
        }
    }

    /// Returns the query for the deepest point of the surface of one, measured from the surface of
    /// the other, in the coordinates of the other.
    pub(crate) fn depth(&self, of: usize, from: usize, side: Side, tolerance: f64, any: bool) -> Depth<'_> {
        let [of, reach] = if side == Side::Either {
            [self.solids[of], self.solids[from]]
        } else {
            [self.solids[of].outline(), self.solids[from].boundary()]
        };
        Depth {
            of,
            from: reach,
            placement: &self.placed[from],
            back: &self.back[from],
            side,
            limit: (tolerance / self.scales[from]).max(reach.uncertainty()),
            any,
            scale: self.scales[from],
            pieces: self.pieces,
        }
    }
}

/// Relative unevenness of a placement below which a mesh is not copied.
const EVEN: f64 = 1e-6;

/// Tests whether all directions are scaled equally, and by more than 0.
pub(crate) fn is_even(x: DVec3, y: DVec3, z: DVec3) -> bool {
    let square = x.length_squared();
    let off = [y.length_squared() - square, z.length_squared() - square, x.dot(y), y.dot(z), z.dot(x)];
    square > 0.0 && square.is_finite() && off.iter().all(|off| off.abs() <= EVEN * square)
}
