//! Scenes: many instances of meshes under one top-level BVH, with one BVH per mesh below it.
//!
//! A mesh is stored once however many instances it has. A ray is transformed into the mesh's
//! coordinates, where its parameter `t` keeps its value.

mod arrays;
pub mod broad_phase;
pub mod clash;
pub mod moving;
pub mod poses;
mod shapes;

use crate::bvh::{Bounds, BoxRay, Bvh, Looked, Parents, RayVisitor};
use crate::frame::{Affine3, Inverse3};
use crate::mesh::{MeshNumber, TriMesh};
use crate::number::Float;
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::pair::cast::{CastOptions, Range, clamp_to_end, single_point};
use crate::query::Hit;
use crate::shape::{Aabb, Line, Linear};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::sync::Arc;
use alloc::vec::Vec;
pub use arrays::{SceneClosestArrays, SceneHitArrays, SceneHitLists};
use core::fmt;
use core::ops::ControlFlow;
use fearless_simd::Simd;
pub use shapes::{SceneClosest, SceneContact, SceneImpact};

/// A placed mesh.
#[doc(alias = "Part")]
#[doc(alias = "TLAS")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instance<V> {
    /// Index of the mesh in the scene.
    pub mesh: usize,
    /// Placement. It may scale, shear and mirror; a mirrored instance keeps its front faces.
    pub world_from_mesh: Affine3<V>,
}

/// Instances of meshes. An instance is identified by its index in the list passed to
/// [`try_new`](Self::try_new).
///
/// ```
/// use barycast::frame::Affine3;
/// use barycast::mesh::TriMesh;
/// use barycast::scene::{Instance, Scene};
/// use glam::{Affine3A, Vec3, vec3};
///
/// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
/// let at = |z: f32| Affine3::from(Affine3A::from_translation(vec3(0.0, 0.0, z)));
/// let instances = [1.0, 2.0].map(|z| Instance { mesh: 0, world_from_mesh: at(z) });
/// let scene = Scene::try_new(vec![mesh], instances.to_vec())?;
/// let top = scene.bounds().max.z;
/// assert!(top >= 2.0 && top < 2.001); // a bounding box, rounded outward
/// # Ok::<(), barycast::scene::SceneError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene<V: Vector> {
    meshes: Vec<Arc<TriMesh<V>>>,
    instances: Vec<Instance<V>>,
    /// Inverse of each instance's placement; `None` for the identity, which adds no rounding.
    mesh_from_world: Vec<Option<Inverse3<V>>>,
    bvh: Bvh,
    moves: Moves,
}

/// State for moving single instances in the top-level BVH.
#[derive(Clone, Debug, Default)]
struct Moves {
    /// Parent of each node and leaf; `None` before the first move.
    parents: Option<Parents>,
    /// Surface area by which the boxes may still grow, in total, before the BVH is rebuilt.
    spare: f64,
}

/// Error: the meshes and instances do not make a scene, or an instance cannot be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneError {
    /// There are no instances.
    Empty,
    /// There are more than `2^31` instances.
    TooLarge,
    /// An instance names a mesh that does not exist.
    NoSuchMesh {
        /// Index of the instance.
        instance: usize,
        /// Index of the mesh that it names.
        mesh: usize,
        /// Number of meshes.
        meshes: usize,
    },
    /// There is no instance with this index.
    NoSuchInstance {
        /// Index that was given.
        instance: usize,
        /// Number of instances.
        instances: usize,
    },
    /// The placement of an instance is singular (it flattens the mesh), or contains a number that
    /// is not finite.
    SingularTransform {
        /// Index of the instance.
        instance: usize,
    },
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "a scene must have at least one instance, got none"),
            Self::TooLarge => write!(f, "a scene must have at most 2^31 instances"),
            Self::NoSuchMesh { instance, mesh, meshes } => {
                write!(
                    f,
                    "instance {instance} must name a mesh below {meshes} (the number of meshes), got {mesh}"
                )
            }
            Self::NoSuchInstance { instance, instances } => {
                write!(f, "the instance must be below {instances} (the number of instances), got {instance}")
            }
            Self::SingularTransform { instance } => write!(
                f,
                "the placement of instance {instance} must be finite and must not flatten it to a plane, line or point"
            ),
        }
    }
}

impl core::error::Error for SceneError {}

/// A hit on an instance.
#[derive(Clone, Copy, Debug)]
pub struct SceneHit<V: Vector> {
    /// Index of the instance.
    pub instance: usize,
    /// The hit: point and normal in world coordinates, triangle as an index into the mesh.
    pub hit: Hit<V>,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Scene<V> {
    /// Builds a scene and the BVH over its instances. Meshes are given as they are or shared, in an
    /// `Arc`, which copies none of them.
    ///
    /// # Errors
    /// Returns the first error among the instances, in their order.
    pub fn try_new(
        meshes: Vec<impl Into<Arc<TriMesh<V>>>>,
        instances: Vec<Instance<V>>,
    ) -> Result<Self, SceneError> {
        let meshes: Vec<Arc<TriMesh<V>>> = meshes.into_iter().map(Into::into).collect();
        if instances.is_empty() {
            return Err(SceneError::Empty);
        }
        if instances.len() as u64 > 1 << 31 {
            return Err(SceneError::TooLarge);
        }
        let mut mesh_from_world = Vec::with_capacity(instances.len());
        for (index, instance) in instances.iter().enumerate() {
            if instance.mesh >= meshes.len() {
                let (mesh, meshes) = (instance.mesh, meshes.len());
                return Err(SceneError::NoSuchMesh { instance: index, mesh, meshes });
            }
            let inverse = instance
                .world_from_mesh
                .inverse()
                .ok_or(SceneError::SingularTransform { instance: index })?;
            mesh_from_world.push(if is_identity(&instance.world_from_mesh) { None } else { Some(inverse) });
        }
        let bvh = tree(&meshes, &instances);
        Ok(Self { meshes, instances, mesh_from_world, bvh, moves: Moves::default() })
    }

    /// Moves an instance to a new placement. Only its ancestors in the top-level BVH are refitted,
    /// so the cost is logarithmic in the number of instances. The BVH is rebuilt once the total
    /// surface area of its boxes has doubled.
    ///
    /// # Errors
    /// [`SceneError::NoSuchInstance`], or [`SceneError::SingularTransform`] as for
    /// [`try_new`](Self::try_new). The scene is unchanged then.
    ///
    /// ```
    /// use barycast::pair::cast::CastOptions;
    /// use barycast::d3::Ray;
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use barycast::scene::{Instance, Scene};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let instance = Instance { mesh: 0, world_from_mesh: Affine3::identity() };
    /// let mut scene = Scene::try_new(vec![mesh], vec![instance])?;
    /// let lift = Affine3 { translation: vec3(0.0, 0.0, 5.0), ..Affine3::identity() };
    /// scene.try_move_instance(0, lift)?;
    /// let down = Ray::new(vec3(0.25, 0.25, 9.0), vec3(0.0, 0.0, -1.0));
    /// assert_eq!(scene.cast(&down, &CastOptions::default()).map(|found| found.hit.t), Some(4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "set_transform")]
    #[doc(alias = "refit")]
    pub fn try_move_instance(
        &mut self,
        instance: usize,
        world_from_mesh: Affine3<V>,
    ) -> Result<(), SceneError> {
        let instances = self.instances.len();
        let moved =
            self.instances.get_mut(instance).ok_or(SceneError::NoSuchInstance { instance, instances })?;
        let inverse = world_from_mesh.inverse().ok_or(SceneError::SingularTransform { instance })?;
        moved.world_from_mesh = world_from_mesh;
        self.mesh_from_world[instance] = if is_identity(&world_from_mesh) { None } else { Some(inverse) };
        let Self { meshes, instances, bvh, moves: Moves { parents, spare }, .. } = self;
        // An empty mesh has no box in the BVH.
        if meshes[instances[instance].mesh].outer_box().is_empty() {
            return Ok(());
        }
        let area = |bvh: &Bvh| Some(bvh.area()).filter(|area| area.is_finite()).unwrap_or_default();
        let known = parents.get_or_insert_with(|| {
            *spare = area(bvh);
            Parents::new(bvh, instances.len())
        });
        let bounds = |item: u32| {
            let instance = &instances[item as usize];
            around(&meshes[instance.mesh].outer_box(), &instance.world_from_mesh)
        };
        *spare -= bvh.refit_item(known, instance as u32, bounds);
        // The area is NaN where boxes are unbounded.
        if *spare < 0.0 || spare.is_nan() {
            *bvh = tree(meshes, instances);
            *parents = None;
        }
        Ok(())
    }

    /// Returns the meshes, in the order given.
    pub fn meshes(&self) -> &[Arc<TriMesh<V>>] {
        &self.meshes
    }

    /// Returns the instances, in the order given.
    pub fn instances(&self) -> &[Instance<V>] {
        &self.instances
    }

    /// Returns a bounding box of the scene. It exceeds the tight one by rounding to `f32`, and for
    /// rotated instances by the corners of the meshes' own boxes; it is infinite where `f32`
    /// overflows.
    pub fn bounds(&self) -> Aabb<V> {
        let [min, max] = self.bvh.bounds().planes;
        let corner = |at: [f32; 3]| V::from_fn(|axis| V::Scalar::from_f64(f64::from(at[axis])));
        Aabb { min: corner(min), max: corner(max) }
    }

    /// Returns the first hit of a line, ray or segment within the limits of `options`. If hits have
    /// equal `t`, returns the one with the lowest instance index, then the lowest triangle index.
    #[doc(alias = "raycast")]
    pub fn cast<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<V::Scalar>,
    ) -> Option<SceneHit<V>> {
        let range = Range::through_end(ray, options);
        let mut best: Option<SceneHit<V>> = None;
        self.walk(&range, |instance, high| {
            let within = Range { high, ..self.in_mesh(instance, &range) };
            let mesh = &self.meshes[self.instances[instance].mesh];
            let found = match single_point(ray) {
                Some(_) => mesh.hit_in_place(within.line.origin, options),
                None => mesh.cast_range(&within, options.cull),
            };
            if let Some(hit) = found
                && best.is_none_or(|b| (hit.t, instance) < (b.hit.t, b.instance))
            {
                best = Some(SceneHit { instance, hit });
                return ControlFlow::Continue(hit.t);
            }
            ControlFlow::Continue(high)
        });
        best.map(|found| self.in_world(ray, found))
    }

    /// Tests whether a line, ray or segment hits any instance within the limits of `options`.
    #[doc(alias = "occluded")]
    pub fn is_hit<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> bool {
        let range = Range::through_end(ray, options);
        let mut any = false;
        self.walk(&range, |instance, high| {
            let (mesh, within) =
                (&self.meshes[self.instances[instance].mesh], self.in_mesh(instance, &range));
            any = match single_point(ray) {
                Some(_) => mesh.hit_in_place(within.line.origin, options).is_some(),
                None => mesh.is_hit_range(&within, options.cull),
            };
            if any { ControlFlow::Break(()) } else { ControlFlow::Continue(high) }
        });
        any
    }

    /// Returns every hit of a line, ray or segment, sorted by `t`, then by instance. The hits of
    /// one instance are those of [`TriMesh::cast_all`].
    #[doc(alias = "raycast_all")]
    pub fn cast_all<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<V::Scalar>,
    ) -> Vec<SceneHit<V>> {
        let range = Range::through_end(ray, options);
        let mut hits = Vec::new();
        self.walk(&range, |instance, high| {
            let mesh = &self.meshes[self.instances[instance].mesh];
            let within = self.in_mesh(instance, &range);
            let of_instance = match single_point(ray) {
                Some(_) => mesh.hit_in_place(within.line.origin, options).into_iter().collect(),
                None => mesh.casts_range(&within, options.cull),
            };
            hits.extend(of_instance.into_iter().map(|hit| self.in_world(ray, SceneHit { instance, hit })));
            ControlFlow::Continue(high)
        });
        hits.order_by(|a, b| {
            let by_t = a.hit.t.partial_cmp(&b.hit.t).unwrap_or(core::cmp::Ordering::Equal);
            by_t.then(a.instance.cmp(&b.instance))
        });
        hits
    }

    /// Calls `with` for each instance whose box meets the range, roughly front to back. `with`
    /// returns the new upper limit of `t`, or breaks.
    #[inline(always)]
    fn walk(&self, range: &Range<V>, mut with: impl FnMut(usize, V::Scalar) -> ControlFlow<(), V::Scalar>) {
        let numbers = |v: V| [v.get(0), v.get(1), v.get(2)];
        let ray = BoxRay::new(numbers(range.line.origin), numbers(range.line.direction), range.low);
        let mut each = Each { bvh: &self.bvh, high: range.high, with: &mut with, looked: Looked::default() };
        self.bvh.walk_ray(ray, range.high, &mut each);
    }

    /// Transforms the range into an instance's mesh coordinates.
    #[inline]
    fn in_mesh(&self, instance: usize, range: &Range<V>) -> Range<V> {
        let Some(inverse) = &self.mesh_from_world[instance] else { return *range };
        let Line { origin, direction } = range.line;
        Range {
            line: Line {
                origin: inverse.transform_point(origin),
                direction: inverse.transform_vector(direction),
            },
            ..*range
        }
    }

    /// Transforms a hit from an instance's mesh coordinates to world coordinates.
    fn in_world<L: Linear<Vector = V>>(&self, ray: &L, mut found: SceneHit<V>) -> SceneHit<V> {
        if let Some(inverse) = &self.mesh_from_world[found.instance] {
            found.hit.point = Some(ray.at(found.hit.t));
            found.hit.normal =
                found.hit.normal.map(|normal| inverse.transform_normal(normal).normalized_or_zero());
        }
        found.hit = clamp_to_end(ray, found.hit);
        found
    }
}

/// Builds the BVH over the instances.
fn tree<V: FloatVector<Scalar: MeshNumber> + Vector3>(
    meshes: &[Arc<TriMesh<V>>],
    instances: &[Instance<V>],
) -> Bvh {
    let boxes: Vec<Bounds> = meshes.iter().map(|mesh| mesh.outer_box()).collect();
    Bvh::build_single(
        instances.iter().map(|instance| around(&boxes[instance.mesh], &instance.world_from_mesh)),
    )
}

/// Returns a box around a placed box.
fn around<V: FloatVector + Vector3>(bounds: &Bounds, placement: &Affine3<V>) -> Bounds {
    if is_identity(placement) { *bounds } else { placed(bounds, placement) }
}

/// Calls `with` for each instance in the leaves of a traversal.
struct Each<'a, S, F> {
    bvh: &'a Bvh,
    high: S,
    with: F,
    looked: Looked,
}

impl<S: Float, F: FnMut(usize, S) -> ControlFlow<(), S>> RayVisitor for Each<'_, S, F> {
    type Number = S;

    #[inline(always)]
    fn visit_leaf<L: Simd>(&mut self, _: L, leaf: usize) -> ControlFlow<(), Option<S>> {
        if self.looked.again(leaf) {
            return ControlFlow::Continue(None);
        }
        for instance in self.bvh.items(leaf) {
            self.high = (self.with)(instance as usize, self.high)?;
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

/// Returns a box around a placed box, grown by 16 roundings of the summed magnitudes. The margin
/// covers the rounding of rays that are transformed into the mesh.
fn placed<V: FloatVector + Vector3>(bounds: &Bounds, placement: &Affine3<V>) -> Bounds {
    // An empty mesh: infinite corners would become a box around everything.
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
                // 0 times an infinite corner counts as 0.
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
