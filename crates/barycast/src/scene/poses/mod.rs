//! Collisions and distances of many configurations of bodies: the links of a robot against each
//! other and against a world.
//!
//! A [`PoseChecker`] holds the bodies in their local frames. A batch gives a pose of every link for
//! each configuration. Boxes of the placed links meet a tree over the world, and only pairs whose
//! boxes meet are tested exactly. A body is placed at most once in a configuration, and only if it
//! is tested.

mod batch;
mod config;

pub use batch::{PoseDistances, PosePairs};

use super::moving::{Body, ShapeBody};
use crate::bvh::{Bounds, Bvh};
use crate::dynamic::any::Shape3;
use crate::frame::Pose;
use crate::number::each::MapEach;
use crate::shape::Aabb;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use glam::DVec3;

/// Rigid body in its local frame: one shape, or several that move together.
#[derive(Clone, Debug)]
pub struct PoseBody {
    parts: Vec<Part>,
    /// Box around the parts.
    bounds: Aabb<DVec3>,
}

/// Shape of a body, with the box around it.
#[derive(Clone, Debug)]
struct Part {
    shape: Shape3,
    bounds: Aabb<DVec3>,
}

impl From<Shape3> for PoseBody {
    fn from(shape: Shape3) -> Self {
        Self::of(vec![shape])
    }
}

impl PoseBody {
    /// Builds a body of several shapes, each placed in the body's frame.
    ///
    /// # Errors
    /// [`PoseError::Unplaceable`] with the index of a shape whose image is out of range.
    pub fn try_new(parts: &[(Shape3, Pose<DVec3>)]) -> Result<Self, PoseError> {
        let placed = parts.iter().enumerate().map(|(index, (shape, pose))| {
            ShapeBody::posed(shape, pose).map_err(|_| PoseError::Unplaceable { index })
        });
        Ok(Self::of(placed.collect::<Result<_, _>>()?))
    }

    fn of(shapes: Vec<Shape3>) -> Self {
        let part = |shape: Shape3| Part { bounds: Body::bounds(&shape), shape };
        let parts: Vec<Part> = shapes.into_iter().map(part).collect();
        let bounds = parts.iter().fold(Aabb::empty(), |all, part| all.union(&part.bounds));
        Self { parts, bounds }
    }
}

/// Poses of a batch, as matrices in rows: `world = M[.., ..3] local + M[.., 3]`.
#[derive(Clone, Copy, Debug)]
pub enum PoseArrays<'a> {
    /// Matrices of three rows.
    ThreeRows(&'a [[f64; 12]]),
    /// Matrices of four rows, of which the last is `0 0 0 1`.
    FourRows(&'a [[f64; 16]]),
}

impl PoseArrays<'_> {
    /// Returns the number of poses.
    pub fn len(&self) -> usize {
        match self {
            Self::ThreeRows(poses) => poses.len(),
            Self::FourRows(poses) => poses.len(),
        }
    }

    /// Tests whether there are no poses.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a pose, or `None` if its matrix is not a rigid transform within 1e-5.
    fn get(&self, index: usize) -> Option<Pose<DVec3>> {
        let rows: [f64; 12] = match self {
            Self::ThreeRows(poses) => poses[index],
            Self::FourRows(poses) => {
                let (rows, last) = poses[index].split_first_chunk::<12>()?;
                (last == [0.0, 0.0, 0.0, 1.0]).then_some(*rows)?
            }
        };
        let column = |i: usize| DVec3::new(rows[i], rows[4 + i], rows[8 + i]);
        let axes = [column(0), column(1), column(2)];
        // A mirrored body is another body.
        if axes[0].cross(axes[1]).dot(axes[2]) < 0.0 {
            return None;
        }
        Pose::try_new(axes, column(3)).ok()
    }
}

/// Options of a batch.
#[derive(Clone, Copy, Debug)]
pub struct PoseOptions<'a> {
    /// Distance at which a pair counts as colliding: none for 0, one for all pairs, or one for each
    /// [candidate](PoseChecker::candidates).
    pub margin: &'a [f64],
    /// Whether pairs of links are tested.
    pub self_collision: bool,
    /// Poses of the world's bodies for each configuration, one after the other, instead of those
    /// with which the checker was built.
    pub world_poses: Option<PoseArrays<'a>>,
}

impl Default for PoseOptions<'_> {
    fn default() -> Self {
        Self { margin: &[], self_collision: true, world_poses: None }
    }
}

/// Error: a pose, or the number of poses or margins, is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseError {
    /// A pose is not a rigid transform within 1e-5.
    NotRigid {
        /// Index among the poses of the links, counted through all configurations.
        index: usize,
    },
    /// A pose of the world is not a rigid transform within 1e-5.
    WorldNotRigid {
        /// Index among the poses of the world, counted through all configurations.
        index: usize,
    },
    /// A shape is placed beyond the range of numbers.
    Unplaceable {
        /// Index of the shape, of the body in the world, or of the configuration.
        index: usize,
    },
    /// The number of poses is not a multiple of the number of links, or the poses of the world are
    /// not as many as the configurations take.
    PoseCount {
        /// Number of poses given.
        got: usize,
        /// Number of poses expected, or of which it must be a multiple.
        expected: usize,
    },
    /// The number of margins is not 0, 1 or that of the candidates, or a margin is negative or NaN.
    Margin {
        /// Number of margins given.
        got: usize,
        /// Number of candidates.
        candidates: usize,
    },
    /// A slice for results has another length than the configurations take.
    Results {
        /// Its length.
        got: usize,
        /// Expected length.
        expected: usize,
    },
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotRigid { index } => write!(f, "pose {index} of the links must be a rotation and a shift"),
            Self::WorldNotRigid { index } => {
                write!(f, "pose {index} of the world must be a rotation and a shift")
            }
            Self::Unplaceable { index } => {
                write!(f, "the shape must stay in the range of numbers, at {index}")
            }
            Self::PoseCount { got, expected } => {
                write!(f, "the poses must be as many as bodies in the configurations, {expected}, got {got}")
            }
            Self::Margin { got, candidates } => write!(
                f,
                "the margin must be at least 0, one or one for each of {candidates} pairs, got {got} numbers"
            ),
            Self::Results { got, expected } => {
                write!(f, "the results must have {expected} elements, got {got}")
            }
        }
    }
}

impl core::error::Error for PoseError {}

/// Bodies whose collisions are tested for many configurations.
///
/// ```
/// use barycast::dynamic::any::Shape3;
/// use barycast::frame::Pose;
/// use barycast::scene::poses::{PoseArrays, PoseChecker, PoseOptions};
/// use barycast::shape::{HalfSpace, Sphere};
/// use glam::DVec3;
///
/// // Two balls of radius 1 above the ground.
/// let ball = || Shape3::from(Sphere::new(DVec3::ZERO, 1.0)).into();
/// let ground = Shape3::from(HalfSpace::new(DVec3::Z, 0.0)).into();
/// let checker = PoseChecker::try_new(vec![ball(), ball()], vec![(ground, Pose::identity())], |_, _| false)?;
/// assert_eq!(checker.candidates(), [[0, 1], [0, 2], [1, 2]]);
///
/// let at = |x: f64, z: f64| [1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, z];
/// // Two configurations: apart and above the ground, and one of them in the ground.
/// let poses = [at(0.0, 2.0), at(3.0, 2.0), at(0.0, 2.0), at(3.0, 0.5)];
/// let poses = PoseArrays::ThreeRows(&poses);
/// let mut collides = [false; 2];
/// checker.collides(poses, &PoseOptions::default(), &mut collides)?;
/// assert_eq!(collides, [false, true]);
/// let nearest = checker.distance(poses, f64::INFINITY, &PoseOptions::default())?;
/// assert_eq!((nearest.distance[0], nearest.pair[1]), (1.0, [1, 2]));
/// # Ok::<(), barycast::scene::poses::PoseError>(())
/// ```
#[doc(alias = "collision checker")]
#[derive(Clone, Debug)]
pub struct PoseChecker {
    /// Links, then the bodies of the world.
    bodies: Vec<PoseBody>,
    links: usize,
    /// The bodies of the world in their places, part by part.
    world: Vec<Vec<Shape3>>,
    /// Boxes of the bodies of the world in their places.
    world_bounds: Vec<Aabb<DVec3>>,
    tree: Bvh,
    candidates: Vec<[u32; 2]>,
    /// Index of the candidate of each link and body, or [`IGNORED`].
    candidate_of: Vec<u32>,
}

/// Marks pairs that are not tested.
const IGNORED: u32 = u32::MAX;

impl PoseChecker {
    /// Builds a checker. `world` gives each body with its pose. `may_touch` returns whether two
    /// bodies, by their index, may collide and are not tested; links come first, then the world. Two
    /// bodies of the world are never tested.
    ///
    /// # Errors
    /// [`PoseError::Unplaceable`] with the index of a body of the world that its pose places beyond
    /// the range of numbers.
    pub fn try_new(
        links: Vec<PoseBody>,
        world: Vec<(PoseBody, Pose<DVec3>)>,
        may_touch: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, PoseError> {
        let (count, mut bodies) = (links.len(), links);
        let mut placed = Vec::with_capacity(world.len());
        for (index, (body, pose)) in world.into_iter().enumerate() {
            let parts = body.parts.iter().map(|part| ShapeBody::posed(&part.shape, &pose));
            placed.push(parts.collect::<Result<Vec<_>, _>>().map_err(|_| PoseError::Unplaceable { index })?);
            bodies.push(body);
        }
        let around = |parts: &Vec<Shape3>| {
            parts.iter().fold(Aabb::empty(), |all, shape| all.union(&Body::bounds(shape)))
        };
        let world_bounds: Vec<_> = placed.iter().map(around).collect();
        let tree = Bvh::build_single(world_bounds.iter().map(bounds_of));
        let (mut candidates, mut candidate_of) = (Vec::new(), vec![IGNORED; count * bodies.len()]);
        for a in 0..count {
            for b in a + 1..bodies.len() {
                if !may_touch(a, b) {
                    candidate_of[a * bodies.len() + b] = candidates.len() as u32;
                    candidates.push([a as u32, b as u32]);
                }
            }
        }
        Ok(Self { bodies, links: count, world: placed, world_bounds, tree, candidates, candidate_of })
    }

    /// Returns the number of links.
    pub fn links(&self) -> usize {
        self.links
    }

    /// Returns the pairs of bodies that are tested, in ascending order.
    pub fn candidates(&self) -> &[[u32; 2]] {
        &self.candidates
    }

    /// Returns the index of the candidate of two bodies, the first of which is a link and lower.
    #[inline(always)]
    fn candidate(&self, a: usize, b: usize) -> Option<usize> {
        let candidate = self.candidate_of[a * self.bodies.len() + b];
        (candidate != IGNORED).then_some(candidate as usize)
    }
}

/// Returns the box in the numbers of the tree.
fn bounds_of(bounds: &Aabb<DVec3>) -> Bounds {
    Bounds::around(&[bounds.min, bounds.max].each(|corner| corner.to_array()), 0.0)
}
