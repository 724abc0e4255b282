//! Two solids, one of them placed: how deep they are in one another.

use super::depth::{Deepest, Depth, Side, deepest};
use super::mesh_solid::Solid;
use crate::frame::{Affine3, Inverse3};
use crate::number::each::MapEach;
use core::fmt;
use glam::DVec3;

/// So many pieces of surface are cut to find a depth.
const PIECES: usize = 100_000;

/// How deep two surfaces are in one another.
///
/// This is no least translation: to take two surfaces of any form apart is another question. It tells how far the worst
/// place is from being right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshDepth {
    /// The deepest point that was found of either surface in the other; `None` where none is deeper than the tolerance.
    pub deepest: Option<DeepPoint>,
    /// No point of either surface is deeper in the other.
    pub at_most: f64,
    /// `at_most` is no more than 0.1 % above the depth that was found, or else above the tolerance. Where it is `false`
    /// the search ended after 100,000 pieces of surface.
    pub certain: bool,
}

/// A point of one surface in the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepPoint {
    /// Whose surface it is on: 0 for the first, 1 for the second.
    pub of: usize,
    /// How far it is from the other surface.
    pub depth: f64,
    /// On the first and on the second surface, in the coordinates of the first: the point, and that of the other surface nearest
    /// to it.
    pub points: [DVec3; 2],
    /// The shortest way of the first by which this point leaves the other, in the coordinates of the first.
    pub way: DVec3,
}

/// Why two meshes have no depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthError {
    /// Neither surface is closed: nothing has an inside.
    Open,
    /// The placement has a number that is not finite, or loses a direction.
    Placement,
    /// The tolerance is negative or not finite.
    Tolerance,
}

impl fmt::Display for DepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "neither surface is closed, so that nothing has an inside",
            Self::Placement => "the placement must be finite, and must not flatten",
            Self::Tolerance => "the tolerance must be finite, and 0 or more",
        })
    }
}

impl core::error::Error for DepthError {}

impl Solid {
    /// How deep the surface of either is in the other, as far as that is closed: to 0.1 %, and depths up to `tolerance` are none.
    /// `self_from_other` places the other; it may scale, shear and mirror, but where it stretches unevenly the other is copied,
    /// and its tree built anew. All lengths are those of `self`.
    ///
    /// Nothing is sampled: pieces of surface are cut until none can be deeper than the bound that is told. What is flush to within
    /// rounding needs a tolerance above that; some 1e-12 of the coordinates will do.
    ///
    /// # Errors
    /// What is wrong, or that neither is closed.
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

/// Two solids, each seen from the other.
pub(crate) struct SolidPair<'a> {
    pub(crate) solids: [&'a Solid; 2],
    /// The second in the coordinates of the first, and the first in those of the second.
    pub(crate) placed: [Affine3<DVec3>; 2],
    back: [Inverse3<DVec3>; 2],
    /// A length in the coordinates of each is so much in the world.
    pub(crate) scales: [f64; 2],
    /// A search for depth ends after so many.
    pub(crate) pieces: usize,
}

impl<'a> SolidPair<'a> {
    /// The second is stretched evenly by its placement; `None` when that has no inverse.
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

    /// How deep either is in the other; `None` when neither is closed.
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

    /// The deepest point of the surface of one in the other, which is closed; of several, the deepest of all.
    pub(crate) fn reach<const N: usize>(&self, ways: [(usize, usize); N], tolerance: f64) -> [MeshDepth; N] {
        let asked = ways.map(|(of, from)| self.depth(of, from, Side::Inside, tolerance, false));
        let mut ways = ways.into_iter();
        deepest(asked.each_ref()).map(|searched| {
            let (of, from) = ways.next().unwrap_or_default();
            MeshDepth {
                deepest: searched.deepest.map(|deepest| self.reach_of(of, from, &deepest)),
                at_most: searched.at_most * self.scales[from],
                certain: searched.ended,
            }
        })
    }

    fn reach_of(&self, of: usize, from: usize, deepest: &Deepest) -> DeepPoint {
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
            DeepPoint { of, depth, points: [deep, shallow], way }
        } else {
            DeepPoint { of, depth, points: [shallow, deep], way: -way }
        }
    }

    /// The deepest point of the surface of one, from the surface of the other, in whose coordinates it is.
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
            limit: (tolerance / self.scales[from]).max(reach.blur()),
            any,
            scale: self.scales[from],
            pieces: self.pieces,
        }
    }
}

/// Placements that stretch less unevenly than this leave a mesh as it is.
const EVEN: f64 = 1e-6;

/// All directions are stretched alike, and none is lost.
pub(crate) fn is_even(x: DVec3, y: DVec3, z: DVec3) -> bool {
    let square = x.length_squared();
    let off = [y.length_squared() - square, z.length_squared() - square, x.dot(y), y.dot(z), z.dot(x)];
    square > 0.0 && square.is_finite() && off.iter().all(|off| off.abs() <= EVEN * square)
}
