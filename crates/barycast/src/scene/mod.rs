//! Scenes: many placed meshes under one tree of boxes, with one tree a mesh below.
//!
//! A mesh that stands in many places is kept once: a ray is taken into the mesh's own coordinates, where its `t`
//! stays the same number.

pub mod broad_phase;
pub mod clash;
pub mod moving;
mod shapes;

use crate::bvh::{Bounds, BoxRay, Bvh, Looked, Meet, Parents};
use crate::frame::{Affine3, Inverse3};
use crate::mesh::{MeshNumber, TriMesh};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::pair::cast::{CastOptions, Range, ended, still};
use crate::query::Hit;
use crate::shape::{Aabb, Line, Linear};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use fearless_simd::Simd;
pub use shapes::{SceneClosest, SceneContact, SceneImpact};

/// A mesh in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part<V> {
    /// Which of the scene's meshes.
    pub mesh: usize,
    /// Where it stands; it may be scaled, sheared and mirrored. In a mirror fronts stay fronts.
    pub world_from_mesh: Affine3<V>,
}

/// Placed meshes. Parts are told by their place in the list they were given in.
#[derive(Clone, Debug)]
pub struct Scene<V: Vector> {
    meshes: Vec<TriMesh<V>>,
    parts: Vec<Part<V>>,
    /// The way back of each part's placement; `None` where it is the identity, which needs no rounding.
    mesh_from_world: Vec<Option<Inverse3<V>>>,
    bvh: Bvh,
    moves: Moves,
}

/// What is known of a tree of which single items move.
#[derive(Clone, Debug, Default)]
struct Moves {
    /// Where in the tree parts hang; `None` before the first move.
    parents: Option<Parents>,
    /// By how much its boxes may grow, in all, until it is built anew.
    spare: f64,
}

/// Why parts make no scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneError {
    /// There is no part.
    Empty,
    /// More than `2^31` parts.
    TooLarge,
    /// A part names a mesh that is not there.
    NoSuchMesh {
        /// The part, from 0.
        part: usize,
        /// The mesh that it names, from 0.
        mesh: usize,
        /// How many meshes there are.
        meshes: usize,
    },
    /// There is no part of this number.
    NoSuchPart {
        /// The part, from 0.
        part: usize,
        /// How many parts there are.
        parts: usize,
    },
    /// A part's placement flattens it, or has a number that is not finite.
    NoWayBack {
        /// The part, from 0.
        part: usize,
    },
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "a scene must have a part, got none"),
            Self::TooLarge => write!(f, "a scene must have at most 2^31 parts"),
            Self::NoSuchMesh { part, mesh, meshes } => {
                write!(f, "part {part} must name a mesh below {meshes} (so many there are), got {mesh}")
            }
            Self::NoSuchPart { part, parts } => {
                write!(f, "the part must be below {parts} (so many there are), got {part}")
            }
            Self::NoWayBack { part } => write!(
                f,
                "the placement of part {part} must be finite and must not flatten it to a plane, line or point"
            ),
        }
    }
}

impl core::error::Error for SceneError {}

/// Where a ray hits which part.
#[derive(Clone, Copy, Debug)]
pub struct SceneHit<V: Vector> {
    /// Which part.
    pub part: usize,
    /// Where: point and normal in the world's coordinates, the triangle in the mesh's list.
    pub hit: Hit<V>,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Scene<V> {
    /// Checked, with the tree over the parts built.
    ///
    /// # Errors
    /// Names the first part that is wrong.
    pub fn try_new(meshes: Vec<TriMesh<V>>, parts: Vec<Part<V>>) -> Result<Self, SceneError> {
        if parts.is_empty() {
            return Err(SceneError::Empty);
        }
        if parts.len() as u64 > 1 << 31 {
            return Err(SceneError::TooLarge);
        }
        let mut mesh_from_world = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            if part.mesh >= meshes.len() {
                let (mesh, meshes) = (part.mesh, meshes.len());
                return Err(SceneError::NoSuchMesh { part: index, mesh, meshes });
            }
            let inverse = part.world_from_mesh.inverse().ok_or(SceneError::NoWayBack { part: index })?;
            mesh_from_world.push(if is_identity(&part.world_from_mesh) { None } else { Some(inverse) });
        }
        let bvh = tree(&meshes, &parts);
        Ok(Self { meshes, parts, mesh_from_world, bvh, moves: Moves::default() })
    }

    /// Places a part somewhere else. Only the boxes above it in the tree over the parts change, so it takes a time that grows with the
    /// logarithm of their number; once the boxes have grown to twice their area in all, the tree is built anew.
    ///
    /// # Errors
    /// [`SceneError::NoSuchPart`], and [`SceneError::NoWayBack`] as of [`try_new`](Self::try_new): then nothing has moved.
    ///
    /// ```
    /// use barycast::pair::cast::CastOptions;
    /// use barycast::d3::Ray;
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use barycast::scene::{Part, Scene};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let mut scene = Scene::try_new(vec![mesh], vec![Part { mesh: 0, world_from_mesh: Affine3::identity() }])?;
    /// let lift = Affine3 { translation: vec3(0.0, 0.0, 5.0), ..Affine3::identity() };
    /// scene.try_move_part(0, lift)?;
    /// let down = Ray::new(vec3(0.25, 0.25, 9.0), vec3(0.0, 0.0, -1.0));
    /// assert_eq!(scene.cast(&down, &CastOptions::default()).map(|found| found.hit.t), Some(4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "set_transform")]
    #[doc(alias = "refit")]
    pub fn try_move_part(&mut self, part: usize, world_from_mesh: Affine3<V>) -> Result<(), SceneError> {
        let parts = self.parts.len();
        let moved = self.parts.get_mut(part).ok_or(SceneError::NoSuchPart { part, parts })?;
        let inverse = world_from_mesh.inverse().ok_or(SceneError::NoWayBack { part })?;
        moved.world_from_mesh = world_from_mesh;
        self.mesh_from_world[part] = if is_identity(&world_from_mesh) { None } else { Some(inverse) };
        let Self { meshes, parts, bvh, moves: Moves { parents, spare }, .. } = self;
        // What takes no room is in no box.
        if meshes[parts[part].mesh].outer_box().is_empty() {
            return Ok(());
        }
        let area = |bvh: &Bvh| Some(bvh.area()).filter(|area| area.is_finite()).unwrap_or_default();
        let known = parents.get_or_insert_with(|| {
            *spare = area(bvh);
            Parents::new(bvh, parts.len())
        });
        let bounds = |item: u32| {
            let part = &parts[item as usize];
            around(&meshes[part.mesh].outer_box(), &part.world_from_mesh)
        };
        *spare -= bvh.refit_item(known, part as u32, bounds);
        // Boxes without an end have no area.
        if *spare < 0.0 || spare.is_nan() {
            *bvh = tree(meshes, parts);
            *parents = None;
        }
        Ok(())
    }

    /// The meshes, in the order given.
    pub fn meshes(&self) -> &[TriMesh<V>] {
        &self.meshes
    }

    /// The parts, in the order given.
    pub fn parts(&self) -> &[Part<V>] {
        &self.parts
    }

    /// A box around everything, larger than the smallest by rounding to `f32`, and by the corners of the meshes' own boxes where
    /// parts are turned; infinite where `f32` ends.
    pub fn bounds(&self) -> Aabb<V> {
        let [min, max] = self.bvh.bounds().planes;
        let corner = |at: [f32; 3]| V::from_fn(|axis| V::Scalar::from_f64(f64::from(at[axis])));
        Aabb { min: corner(min), max: corner(max) }
    }

    /// The first point of any part on a line, ray or segment; the limit of `options` counts. At the same `t` the
    /// lowest part wins, and in it the lowest triangle.
    #[doc(alias = "raycast")]
    pub fn cast<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<V::Scalar>,
    ) -> Option<SceneHit<V>> {
        let range = Range::to_its_end(ray, options.max_t);
        let mut best: Option<SceneHit<V>> = None;
        self.walk(&range, |part, high| {
            let within = Range { high, ..self.in_mesh(part, &range) };
            let mesh = &self.meshes[self.parts[part].mesh];
            let found = match still(ray) {
                Some(_) => mesh.hit_in_place(within.line.origin, options),
                None => mesh.cast_range(&within, options.cull),
            };
            if let Some(hit) = found
                && best.is_none_or(|b| (hit.t, part) < (b.hit.t, b.part))
            {
                best = Some(SceneHit { part, hit });
                return ControlFlow::Continue(hit.t);
            }
            ControlFlow::Continue(high)
        });
        best.map(|found| self.in_world(ray, found))
    }

    /// Some part shares a point with a line, ray or segment, within the limit of `options`.
    #[doc(alias = "occluded")]
    pub fn is_hit<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> bool {
        let range = Range::to_its_end(ray, options.max_t);
        let mut any = false;
        self.walk(&range, |part, high| {
            let (mesh, within) = (&self.meshes[self.parts[part].mesh], self.in_mesh(part, &range));
            any = match still(ray) {
                Some(_) => mesh.hit_in_place(within.line.origin, options).is_some(),
                None => mesh.is_hit_range(&within, options.cull),
            };
            if any { ControlFlow::Break(()) } else { ControlFlow::Continue(high) }
        });
        any
    }

    /// Every place where a line, ray or segment meets a part, in order of `t`, then of the parts: of each part as
    /// [`TriMesh::casts`] lists them.
    #[doc(alias = "raycast_all")]
    pub fn casts<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<V::Scalar>,
    ) -> Vec<SceneHit<V>> {
        let range = Range::to_its_end(ray, options.max_t);
        let mut hits = Vec::new();
        self.walk(&range, |part, high| {
            let mesh = &self.meshes[self.parts[part].mesh];
            let within = self.in_mesh(part, &range);
            let of_part = match still(ray) {
                Some(_) => mesh.hit_in_place(within.line.origin, options).into_iter().collect(),
                None => mesh.casts_range(&within, options.cull),
            };
            hits.extend(of_part.into_iter().map(|hit| self.in_world(ray, SceneHit { part, hit })));
            ControlFlow::Continue(high)
        });
        hits.sort_by(|a, b| {
            let by_t = a.hit.t.partial_cmp(&b.hit.t).unwrap_or(core::cmp::Ordering::Equal);
            by_t.then(a.part.cmp(&b.part))
        });
        hits
    }

    /// Calls `with` for every part whose box the range meets, nearer boxes first.
    #[inline(always)]
    fn walk(&self, range: &Range<V>, mut with: impl FnMut(usize, V::Scalar) -> ControlFlow<(), V::Scalar>) {
        let numbers = |v: V| [v.get(0), v.get(1), v.get(2)];
        let ray = BoxRay::new(numbers(range.line.origin), numbers(range.line.direction), range.low);
        let mut each = Each { bvh: &self.bvh, high: range.high, with: &mut with, looked: Looked::default() };
        self.bvh.walk_ray(ray, range.high, &mut each);
    }

    /// The range in a part's own coordinates.
    #[inline]
    fn in_mesh(&self, part: usize, range: &Range<V>) -> Range<V> {
        let Some(back) = &self.mesh_from_world[part] else { return *range };
        let Line { origin, direction } = range.line;
        Range {
            line: Line { origin: back.transform_point(origin), direction: back.transform_vector(direction) },
            ..*range
        }
    }

    /// A hit in a part's own coordinates, in the world's.
    fn in_world<L: Linear<Vector = V>>(&self, ray: &L, mut found: SceneHit<V>) -> SceneHit<V> {
        if let Some(back) = &self.mesh_from_world[found.part] {
            found.hit.point = Some(ray.at(found.hit.t));
            found.hit.normal =
                found.hit.normal.map(|normal| back.transform_normal(normal).normalized_or_zero());
        }
        found.hit = ended(ray, found.hit);
        found
    }
}

/// The tree over placed meshes.
fn tree<V: FloatVector<Scalar: MeshNumber> + Vector3>(meshes: &[TriMesh<V>], parts: &[Part<V>]) -> Bvh {
    let boxes: Vec<Bounds> = meshes.iter().map(TriMesh::outer_box).collect();
    Bvh::build_single(parts.iter().map(|part| around(&boxes[part.mesh], &part.world_from_mesh)))
}

/// A box around a box that is placed, or stays where it is.
fn around<V: FloatVector + Vector3>(bounds: &Bounds, placement: &Affine3<V>) -> Bounds {
    if is_identity(placement) { *bounds } else { placed(bounds, placement) }
}

/// Calls `with` for every part in the leaves of a walk.
struct Each<'a, S, F> {
    bvh: &'a Bvh,
    high: S,
    with: F,
    looked: Looked,
}

impl<S: Float, F: FnMut(usize, S) -> ControlFlow<(), S>> Meet for Each<'_, S, F> {
    type Number = S;

    #[inline(always)]
    fn meet<L: Simd>(&mut self, _: L, leaf: usize) -> ControlFlow<(), Option<S>> {
        if self.looked.again(leaf) {
            return ControlFlow::Continue(None);
        }
        for part in self.bvh.items(leaf) {
            self.high = (self.with)(part as usize, self.high)?;
        }
        ControlFlow::Continue(Some(self.high))
    }
}

fn is_identity<V: FloatVector + Vector3>(placement: &Affine3<V>) -> bool {
    let identity = Affine3::<V>::identity();
    let same = |a: V, b: V| (a - b).is_zero();
    same(placement.x, identity.x)
        && same(placement.y, identity.y)
        && same(placement.z, identity.z)
        && same(placement.translation, identity.translation)
}

/// A box around a placed box, with 16 roundings of what was added to spare for the way of a ray into the mesh.
fn placed<V: FloatVector + Vector3>(bounds: &Bounds, placement: &Affine3<V>) -> Bounds {
    // Of a mesh without triangles: infinities placed are everywhere.
    if bounds.is_empty() {
        return *bounds;
    }
    let mut corners = [[0.0_f64; 3]; 2];
    for axis in 0..3 {
        let shift = placement.translation.get(axis).to_f64();
        let (mut low, mut high, mut size) = (shift, shift, shift.abs());
        for (from, column) in [placement.x, placement.y, placement.z].into_iter().enumerate() {
            let factor = column.get(axis).to_f64();
            if factor == 0.0 {
                // Nothing, even of what is infinite.
                continue;
            }
            let ends = [0, 1].each(|end| factor * f64::from(bounds.planes[end][from]));
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
            size += ends[0].abs().max(ends[1].abs());
        }
        let spare = size * 16.0 * V::Scalar::EPSILON.to_f64();
        let infinity = f64::INFINITY;
        let ends = if spare < infinity { (low - spare, high + spare) } else { (-infinity, infinity) };
        (corners[0][axis], corners[1][axis]) = ends;
    }
    Bounds::around(&corners, 0.0)
}
