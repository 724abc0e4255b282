//! Queries of scenes with a convex shape in floating point: [`Scene::intersects`],
//! [`Scene::closest`], [`Scene::contacts`] and [`Scene::sweep_convex`]. They run the query of the
//! same name of [`TriMesh`] on all instances that a filter admits.
//!
//! Triangles are transformed to world coordinates one by one, in `f64`, and the shape stays
//! untransformed. So instances may be scaled, sheared and mirrored.

use super::{Each, Scene};
use crate::bvh::{Bounds, BoxRay, Bvh, Looked, PointVisitor};
use crate::mesh::shapes::{Probe, Stand, run_query, wide};
use crate::mesh::{ContactOptions, MeshNumber, TriMesh, TriangleContact};
use crate::number::{Float, Real, Ring};
use crate::query::{Closest, Impact, SweepOptions};
use crate::shape::Support;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;
use glam::DVec3;

/// A contact between a triangle of an instance and a shape: see [`Scene::contacts`].
#[derive(Clone, Debug)]
pub struct SceneContact<V: Vector> {
    /// Index of the instance.
    pub instance: usize,
    /// The contact, in world coordinates.
    pub contact: TriangleContact<V>,
}

/// Closest points of an instance and a shape: see [`Scene::closest`].
#[derive(Clone, Copy, Debug)]
pub struct SceneClosest<V: Vector> {
    /// Index of the instance.
    pub instance: usize,
    /// Index of the triangle in its mesh.
    pub triangle: usize,
    /// Closest points in world coordinates: `on_a` on the instance, `on_b` on the shape.
    pub closest: Closest<V>,
}

/// First touch of a moving shape and an instance: see [`Scene::sweep_convex`].
#[derive(Clone, Copy, Debug)]
pub struct SceneImpact<V: Vector> {
    /// Index of the instance.
    pub instance: usize,
    /// Index of the triangle in its mesh.
    pub triangle: usize,
    /// Time of impact and witness points, in world coordinates.
    pub impact: Impact<V>,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Scene<V> {
    /// Returns an instance's mesh and its placement; `None` for the identity.
    fn placed_mesh(&self, instance: usize) -> (&TriMesh<V>, Option<Stand>) {
        let placed = &self.instances[instance];
        let stand = self.mesh_from_world[instance].as_ref().map(|_| Stand::new(&placed.world_from_mesh));
        (&self.meshes[placed.mesh], stand)
    }

    /// Returns the instances whose boxes meet the box of the shape grown by a margin, in index
    /// order.
    fn near(&self, probe: &Probe<'_>, margin: f64) -> Vec<u32> {
        let outer = probe.outer(margin);
        self.bvh.items_in_box(&Bounds::around(&[outer.min.to_array(), outer.max.to_array()], 0.0))
    }

    /// Tests whether an instance that `filter` admits shares a point with a convex shape; touching
    /// counts. Returns `false` if the shape has a number that is not finite.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use barycast::scene::{Instance, Scene};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let placed = Affine3 { translation: vec3(5.0, 0.0, 0.0), ..Affine3::identity() };
    /// let scene = Scene::try_new(vec![mesh], vec![Instance { mesh: 0, world_from_mesh: placed }])?;
    /// let ball = Sphere::new(vec3(5.2, 0.2, 0.5), 0.5);
    /// assert!(scene.intersects(&ball, |_| true) && !scene.intersects(&ball, |instance| instance != 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "overlap_test")]
    pub fn intersects<S: Support<Vector = V>>(&self, shape: &S, filter: impl Fn(usize) -> bool) -> bool {
        let found = run_query(shape, |probe| {
            self.near(probe, 0.0)
                .into_iter()
                .map(|instance| instance as usize)
                .filter(|instance| filter(*instance))
                .any(|instance| {
                    let (mesh, stand) = self.placed_mesh(instance);
                    mesh.meets_probe(stand.as_ref(), probe)
                })
        });
        found.unwrap_or(false)
    }

    /// Returns the closest points of a convex shape and the instances that `filter` admits, as
    /// [`TriMesh::closest`] does. If several instances are equally close up to rounding, returns
    /// any of them. Returns `None` if no admitted instance has triangles, or if the shape has a
    /// number that is not finite.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use barycast::scene::{Instance, Scene};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let at = |x: f32| Affine3 { translation: vec3(x, 0.0, 0.0), ..Affine3::identity() };
    /// let instances = [0.0, 5.0].map(|x| Instance { mesh: 0, world_from_mesh: at(x) });
    /// let scene = Scene::try_new(vec![mesh], instances.to_vec())?;
    /// let ball = Sphere::new(vec3(5.25, 0.25, 3.0), 0.5);
    /// let found = scene.closest(&ball, |_| true).unwrap();
    /// assert_eq!((found.instance, found.closest.distance), (1, 2.5));
    /// assert_eq!(found.closest.on_a, vec3(5.25, 0.25, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "distance")]
    #[doc(alias = "closest_points")]
    pub fn closest<S: Support<Vector = V>>(
        &self,
        shape: &S,
        filter: impl Fn(usize) -> bool,
    ) -> Option<SceneClosest<V>> {
        run_query(shape, |probe| {
            let mut best: Option<SceneClosest<V>> = None;
            let nearer = |instance: usize| {
                let limit = best.map_or_else(|| Real::infinity(V::Scalar::ONE), |best| best.closest.distance);
                if !filter(instance) {
                    return None;
                }
                let (mesh, stand) = self.placed_mesh(instance);
                let (triangle, closest) = mesh.closest_to_probe(stand.as_ref(), probe, limit)?;
                if best.is_none_or(|best| closest.distance < best.closest.distance) {
                    best = Some(SceneClosest { instance, triangle, closest });
                    return Some(closest.distance.to_f64() + probe.radius);
                }
                None
            };
            let mut toward = Toward { bvh: &self.bvh, nearer, looked: Looked::default() };
            let ends = [probe.bounds.min.to_array(), probe.bounds.max.to_array()];
            self.bvh.walk_toward(ends, f64::INFINITY, &mut toward);
            best
        })?
    }

    /// Returns the contacts of a convex shape with the instances that `filter` admits, sorted by
    /// instance; those of one instance are those of [`TriMesh::contacts`]. Contacts at internal
    /// edges are corrected within an instance only: an edge shared by two instances may push
    /// sideways.
    pub fn contacts<S: Support<Vector = V>>(
        &self,
        shape: &S,
        options: &ContactOptions<V::Scalar>,
        filter: impl Fn(usize) -> bool,
    ) -> Vec<SceneContact<V>> {
        let found = run_query(shape, |probe| {
            let mut found = Vec::new();
            for instance in self.near(probe, options.usual_margin()) {
                let instance = instance as usize;
                if !filter(instance) {
                    continue;
                }
                let (mesh, stand) = self.placed_mesh(instance);
                let contacts = mesh.contacts_of_probe(stand.as_ref(), probe, options);
                found.extend(contacts.into_iter().map(|contact| SceneContact { instance, contact }));
            }
            found
        });
        found.unwrap_or_default()
    }

    /// Returns the first touch of a convex shape that moves by `t * velocity`, `0 <= t <= max_t`,
    /// with an instance that `filter` admits, as [`TriMesh::sweep_convex`] does. If several
    /// instances are touched at equal `t`, returns the lowest index. The returned `t` is never
    /// later than the touch.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use barycast::scene::{Instance, Scene};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let placed = Affine3 { translation: vec3(5.0, 0.0, 0.0), ..Affine3::identity() };
    /// let scene = Scene::try_new(vec![mesh], vec![Instance { mesh: 0, world_from_mesh: placed }])?;
    /// let ball = Sphere::new(vec3(5.2, 0.2, 3.0), 0.5);
    /// let found = scene.sweep_convex(&ball, vec3(0.0, 0.0, -5.0), 1.0, |_| true).unwrap();
    /// assert!(found.instance == 0 && (found.impact.t - 0.5).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "shape_cast")]
    pub fn sweep_convex<S: Support<Vector = V>>(
        &self,
        shape: &S,
        velocity: V,
        max_t: V::Scalar,
        filter: impl Fn(usize) -> bool,
    ) -> Option<SceneImpact<V>> {
        let way = wide(velocity);
        if !way.is_finite() || max_t.to_f64().is_nan() || max_t < V::Scalar::ZERO {
            return None;
        }
        run_query(shape, |probe| self.sweep_probe(probe, way, max_t, &SweepOptions::default(), &filter))?
    }

    /// Returns [`sweep_convex`](Self::sweep_convex) with the options of
    /// [`TriMesh::sweep_convex_with`]. The returned `t` is never later than the touch.
    #[doc(alias = "shape_cast")]
    pub fn sweep_convex_with<S: Support<Vector = V>>(
        &self,
        shape: &S,
        velocity: V,
        max_t: V::Scalar,
        options: &SweepOptions<V::Scalar>,
        filter: impl Fn(usize) -> bool,
    ) -> Option<SceneImpact<V>> {
        let way = wide(velocity);
        if !way.is_finite() || max_t.to_f64().is_nan() || max_t < V::Scalar::ZERO {
            return None;
        }
        run_query(shape, |probe| self.sweep_probe(&probe.grown(options), way, max_t, options, &filter))?
    }

    fn sweep_probe(
        &self,
        probe: &Probe<'_>,
        velocity: DVec3,
        max_t: V::Scalar,
        options: &SweepOptions<V::Scalar>,
        filter: &impl Fn(usize) -> bool,
    ) -> Option<SceneImpact<V>> {
        let outer = probe.outer(0.0);
        let ray = BoxRay::of_box([outer.min.to_array(), outer.max.to_array()], velocity.to_array());
        let mut best: Option<SceneImpact<V>> = None;
        let with = |instance: usize, high: V::Scalar| -> ControlFlow<(), V::Scalar> {
            if !filter(instance) {
                return ControlFlow::Continue(high);
            }
            let (mesh, stand) = self.placed_mesh(instance);
            if let Some((triangle, impact)) = mesh.sweep_probe(stand.as_ref(), probe, velocity, high, options)
                && best.is_none_or(|known| {
                    impact.t < known.impact.t || (impact.t <= known.impact.t && instance < known.instance)
                })
            {
                best = Some(SceneImpact { instance, triangle, impact });
                return ControlFlow::Continue(Ring::min(impact.t, high));
            }
            ControlFlow::Continue(high)
        };
        let mut each = Each { bvh: &self.bvh, high: max_t, with, looked: Looked::default() };
        self.bvh.walk_ray(ray, max_t, &mut each);
        best
    }
}

/// Calls `nearer` for each instance in the leaves of a traversal. `nearer` returns a new upper
/// bound of the distance to the shape's core, or `None` to keep the bound.
struct Toward<'a, F> {
    bvh: &'a Bvh,
    nearer: F,
    looked: Looked,
}

impl<F: FnMut(usize) -> Option<f64>> PointVisitor for Toward<'_, F> {
    type Number = f64;

    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> Option<f64> {
        if self.looked.again(leaf) {
            return None;
        }
        let mut limit = None;
        for instance in self.bvh.items(leaf) {
            limit = (self.nearer)(instance as usize).or(limit);
        }
        limit
    }
}
