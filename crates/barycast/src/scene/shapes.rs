//! Placed meshes against a convex shape in floats: [`TriMesh::intersects`], [`TriMesh::closest`], [`TriMesh::contacts`] and
//! [`TriMesh::sweep_convex`] over all parts that a filter lets pass. The triangles are transformed to the world in `f64` one by one, and the
//! shape is not transformed, so parts may be scaled, sheared and mirrored.

use super::{Each, Scene};
use crate::bvh::{Bounds, BoxRay, Bvh, Looked, PointVisitor};
use crate::mesh::shapes::{Probe, Stand, ask, wide};
use crate::mesh::{ContactOptions, MeshNumber, TriMesh, TriangleContact};
use crate::number::{Float, Real, Ring};
use crate::query::{Closest, Impact, SweepOptions};
use crate::shape::Support;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;
use glam::DVec3;

/// How one triangle of a part and a shape hold each other: see [`Scene::contacts`].
#[derive(Clone, Debug)]
pub struct SceneContact<V: Vector> {
    /// Which part.
    pub part: usize,
    /// The contact, in the world's coordinates.
    pub contact: TriangleContact<V>,
}

/// The nearest points of a part and a shape: see [`Scene::closest`].
#[derive(Clone, Copy, Debug)]
pub struct SceneClosest<V: Vector> {
    /// Which part.
    pub part: usize,
    /// Which of its mesh's triangles.
    pub triangle: usize,
    /// `on_a` on the part, `on_b` on the shape, in the world's coordinates.
    pub closest: Closest<V>,
}

/// When a shape first touches which part: see [`Scene::sweep_convex`].
#[derive(Clone, Copy, Debug)]
pub struct SceneImpact<V: Vector> {
    /// Which part.
    pub part: usize,
    /// Which of its mesh's triangles.
    pub triangle: usize,
    /// When and where, in the world's coordinates.
    pub impact: Impact<V>,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Scene<V> {
    /// A part's mesh, and how it stands; `None` where it does as it is.
    fn standing(&self, part: usize) -> (&TriMesh<V>, Option<Stand>) {
        let placed = &self.parts[part];
        let stand = self.mesh_from_world[part].as_ref().map(|_| Stand::new(&placed.world_from_mesh));
        (&self.meshes[placed.mesh], stand)
    }

    /// The parts whose boxes meet that of a shape and a margin, in order.
    fn near(&self, probe: &Probe<'_>, margin: f64) -> Vec<u32> {
        let outer = probe.outer(margin);
        self.bvh.items_in_box(&Bounds::around(&[outer.min.to_array(), outer.max.to_array()], 0.0))
    }

    /// Some part that `filter` lets pass shares a point with a convex shape; touching counts. `false` for a shape with a number that is
    /// not finite.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use barycast::scene::{Part, Scene};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let placed = Affine3 { translation: vec3(5.0, 0.0, 0.0), ..Affine3::identity() };
    /// let scene = Scene::try_new(vec![mesh], vec![Part { mesh: 0, world_from_mesh: placed }])?;
    /// let ball = Sphere::new(vec3(5.2, 0.2, 0.5), 0.5);
    /// assert!(scene.intersects(&ball, |_| true) && !scene.intersects(&ball, |part| part != 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "overlap_test")]
    pub fn intersects<S: Support<Vector = V>>(&self, shape: &S, filter: impl Fn(usize) -> bool) -> bool {
        let found = ask(shape, |probe| {
            self.near(probe, 0.0).into_iter().map(|part| part as usize).filter(|part| filter(*part)).any(
                |part| {
                    let (mesh, stand) = self.standing(part);
                    mesh.meets_probe(stand.as_ref(), probe)
                },
            )
        });
        found.unwrap_or(false)
    }

    /// The nearest points of the parts that `filter` lets pass and a convex shape, as [`TriMesh::closest`]; of several parts as near, up to
    /// rounding, any. `None` where all parts that pass are without triangles, and for a shape with a number that is not finite.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use barycast::scene::{Part, Scene};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let at = |x: f32| Affine3 { translation: vec3(x, 0.0, 0.0), ..Affine3::identity() };
    /// let parts = [0.0, 5.0].map(|x| Part { mesh: 0, world_from_mesh: at(x) });
    /// let scene = Scene::try_new(vec![mesh], parts.to_vec())?;
    /// let ball = Sphere::new(vec3(5.25, 0.25, 3.0), 0.5);
    /// let found = scene.closest(&ball, |_| true).unwrap();
    /// assert_eq!((found.part, found.closest.distance), (1, 2.5));
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
        ask(shape, |probe| {
            let mut best: Option<SceneClosest<V>> = None;
            let nearer = |part: usize| {
                let limit = best.map_or_else(|| Real::infinity(V::Scalar::ONE), |best| best.closest.distance);
                if !filter(part) {
                    return None;
                }
                let (mesh, stand) = self.standing(part);
                let (triangle, closest) = mesh.closest_to_probe(stand.as_ref(), probe, limit)?;
                if best.is_none_or(|best| closest.distance < best.closest.distance) {
                    best = Some(SceneClosest { part, triangle, closest });
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

    /// The triangles of parts that `filter` lets pass that hold a convex shape: in order of the parts, of each as [`TriMesh::contacts`]
    /// lists them. Neighbours are triangles of one part: an edge at which two parts meet may push sideways.
    pub fn contacts<S: Support<Vector = V>>(
        &self,
        shape: &S,
        options: &ContactOptions<V::Scalar>,
        filter: impl Fn(usize) -> bool,
    ) -> Vec<SceneContact<V>> {
        let found = ask(shape, |probe| {
            let mut found = Vec::new();
            for part in self.near(probe, options.usual_margin()) {
                let part = part as usize;
                if !filter(part) {
                    continue;
                }
                let (mesh, stand) = self.standing(part);
                let contacts = mesh.contacts_of_probe(stand.as_ref(), probe, options);
                found.extend(contacts.into_iter().map(|contact| SceneContact { part, contact }));
            }
            found
        });
        found.unwrap_or_default()
    }

    /// When a convex shape that moves by `t * velocity`, with `0 <= t <= max_t`, first touches a part that `filter` lets pass: as
    /// [`TriMesh::sweep_convex`], and of several parts at the same time the lowest. Never late.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use barycast::scene::{Part, Scene};
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let placed = Affine3 { translation: vec3(5.0, 0.0, 0.0), ..Affine3::identity() };
    /// let scene = Scene::try_new(vec![mesh], vec![Part { mesh: 0, world_from_mesh: placed }])?;
    /// let ball = Sphere::new(vec3(5.2, 0.2, 3.0), 0.5);
    /// let found = scene.sweep_convex(&ball, vec3(0.0, 0.0, -5.0), 1.0, |_| true).unwrap();
    /// assert!(found.part == 0 && (found.impact.t - 0.5).abs() < 1e-6);
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
        ask(shape, |probe| self.sweep_probe(probe, way, max_t, &SweepOptions::default(), &filter))?
    }

    /// [`sweep_convex`](Self::sweep_convex) with the options of [`TriMesh::sweep_convex_with`]. Never late.
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
        ask(shape, |probe| self.sweep_probe(&probe.grown(options), way, max_t, options, &filter))?
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
        let with = |part: usize, high: V::Scalar| -> ControlFlow<(), V::Scalar> {
            if !filter(part) {
                return ControlFlow::Continue(high);
            }
            let (mesh, stand) = self.standing(part);
            if let Some((triangle, impact)) = mesh.sweep_probe(stand.as_ref(), probe, velocity, high, options)
                && best.is_none_or(|known| {
                    impact.t < known.impact.t || (impact.t <= known.impact.t && part < known.part)
                })
            {
                best = Some(SceneImpact { part, triangle, impact });
                return ControlFlow::Continue(Ring::min(impact.t, high));
            }
            ControlFlow::Continue(high)
        };
        let mut each = Each { bvh: &self.bvh, high: max_t, with, looked: Looked::default() };
        self.bvh.walk_ray(ray, max_t, &mut each);
        best
    }
}

/// Calls `nearer` for every part in the leaves of a walk; it returns a distance from the core when there is a smaller one.
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
        for part in self.bvh.items(leaf) {
            limit = (self.nearer)(part as usize).or(limit);
        }
        limit
    }
}
