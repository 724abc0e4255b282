//! Queries of a mesh against a convex shape in floating point, for real-time use: intersection
//! test, closest points, sweep, contact and contact manifolds.
//!
//! Any shape with a support function works ([`Support`]): spheres, capsules, boxes, cylinders,
//! cones, hulls and custom shapes. Mesh and shape share one precision; the narrow phase computes in
//! `f64`. The BVH is traversed with the shape's bounding box, for a sweep with that box moving
//! along the velocity, nearer children first, and pruned by the best result so far.
//!
//! [`overlaps`](TriMesh::overlaps), [`closest_to`](TriMesh::closest_to) and
//! [`sweep`](TriMesh::sweep) take any shape, convex or not. For bounded convex shapes they use the
//! same traversals, and use double-double precision, which is many times slower, only where `f64`
//! does not decide.

mod boxes;
mod contact;
pub(super) mod leaves;
mod options;
mod patch;
mod press;
mod probe;
mod stand;
pub(crate) mod surface;
mod sweep;
pub(crate) mod way_out;

use super::{MeshNumber, TriMesh};
use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::query::{Closest, Impact, ManifoldPoint, Penetration, SweepOptions};
use crate::shape::{Aabb, Support, Triangle};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use contact::{Candidate, Pressed};
use core::ops::ControlFlow;
use glam::DVec3;
pub use options::ContactOptions;
pub(crate) use probe::{Probe, run_query, wide};
pub(crate) use stand::Stand;
use stand::{above, below};
use surface::{Standing, Surface};

/// Contact of one triangle of a surface with a shape: see [`TriMesh::contacts`].
#[derive(Clone, Debug)]
pub struct TriangleContact<V: Vector> {
    /// Index of the triangle.
    pub triangle: usize,
    /// Unit normal from the surface to the shape, along which the shape is pushed.
    pub normal: V,
    /// One to four points, `on_a` on the triangle and `on_b` on the shape. Depths are along the
    /// normal, in units of length, and negative if the two are disjoint. `feature_a` is the feature
    /// of the triangle (0 to 2 a vertex, 3 to 5 an edge, 6 the face), `feature_b` that of the
    /// shape: the same numbers from frame to frame, as long as the same features touch.
    pub points: Vec<ManifoldPoint<V>>,
}

/// Converts a vector to the mesh's precision.
fn narrow<V: FloatVector + Vector3>(v: DVec3) -> V {
    v.lift(&V::Scalar::from_f64)
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the corners of a box in the mesh's precision, rounded outward.
    fn ends(bounds: &Aabb<DVec3>) -> [[V::Scalar; 3]; 2] {
        [bounds.min.to_array().each(below), bounds.max.to_array().each(above)]
    }

    /// Returns the surface in its placement.
    const fn standing<'m>(&'m self, stand: Option<&'m Stand>) -> Standing<'m, V> {
        Standing { mesh: self, stand }
    }

    /// Tests whether the placed surface shares a point with a shape.
    pub(crate) fn meets_probe(&self, stand: Option<&Stand>, probe: &Probe<'_>) -> bool {
        surface::meets(&self.standing(stand), probe)
    }

    /// Tests whether the surface shares a point with a convex shape; touching counts. Exact for
    /// points, segments, spheres, capsules and boxes; for other shapes up to the rounding error of
    /// their support functions. Returns `false` for a shape with a number that is not finite.
    ///
    /// ```
    /// use barycast::d3::Capsule;
    /// use barycast::mesh::TriMesh;
    /// use glam::vec3;
    ///
    /// let corners = vec![vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 0.0, 4.0)];
    /// let floor = TriMesh::try_new(corners, vec![[0, 2, 1]])?;
    /// let standing = Capsule::new(vec3(1.0, 0.5, 1.0), vec3(1.0, 1.5, 1.0), 0.5);
    /// assert!(floor.intersects(&standing));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "overlaps")]
    #[doc(alias = "intersection_test")]
    pub fn intersects<S: Support<Vector = V>>(&self, shape: &S) -> bool {
        run_query(shape, |probe| self.meets_probe(None, probe)).unwrap_or(false)
    }

    /// Returns the closest points of the surface and a convex shape, and the triangle; any of
    /// several equally close. If the shapes share a point, the distance is 0 and both points are
    /// equal. Returns `None` for a mesh without triangles and for a shape with a number that is not
    /// finite.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::mesh::TriMesh;
    /// use glam::vec3;
    ///
    /// let corners = vec![vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 0.0, 4.0)];
    /// let floor = TriMesh::try_new(corners, vec![[0, 2, 1]])?;
    /// let (triangle, closest) = floor.closest(&Sphere::new(vec3(1.0, 3.0, 1.0), 0.5)).unwrap();
    /// assert_eq!((triangle, closest.distance, closest.on_b), (0, 2.5, vec3(1.0, 2.5, 1.0)));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "distance")]
    #[doc(alias = "closest_points")]
    pub fn closest<S: Support<Vector = V>>(&self, shape: &S) -> Option<(usize, Closest<V>)> {
        self.closest_within(shape, Real::infinity(V::Scalar::ONE))
    }

    /// Returns the closest points as [`closest`](Self::closest) does, or `None`
    /// if the distance is above `limit`. The traversal is pruned at the limit.
    pub fn closest_within<S: Support<Vector = V>>(
        &self,
        shape: &S,
        limit: V::Scalar,
    ) -> Option<(usize, Closest<V>)> {
        run_query(shape, |probe| self.closest_to_probe(None, probe, limit))?
    }

    /// Returns the closest points of the placed surface.
    pub(crate) fn closest_to_probe(
        &self,
        stand: Option<&Stand>,
        probe: &Probe<'_>,
        limit: V::Scalar,
    ) -> Option<(usize, Closest<V>)> {
        let surface = self.standing(stand);
        let (i, way) = surface::nearest(&surface, probe, limit.to_f64())?;
        let gap = way.distance - probe.radius;
        let noise = probe.rounding(DVec3::ZERO, &surface.at(i)) * 8.0;
        let meets = gap < -noise || (gap <= noise && probe.meets(&surface.at(i)));
        let distance = V::Scalar::from_f64(gap);
        let distance = if distance > V::Scalar::ZERO { distance } else { V::Scalar::LEAST };
        let closest = Closest {
            distance: if meets { V::Scalar::ZERO } else { distance },
            on_a: narrow(way.on_mesh),
            on_b: narrow(if meets { way.on_mesh } else { way.on_shape(probe.radius) }),
        };
        Some((i as usize, closest))
    }

    /// Returns the time at which a convex shape, moving by `t * velocity` with `0 <= t <= max_t`,
    /// first touches the surface, and the triangle; any of several that are touched at the same
    /// time, up to rounding. The time is 0 if they share a point at the start. It is never late,
    /// and early by at most a few roundings of the coordinates. Returns `None` if they do not
    /// touch, and for numbers that are not finite (`max_t` may be infinite).
    ///
    /// The normal points from the surface to the shape; it is `None` if they overlap at the start.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::mesh::TriMesh;
    /// use glam::vec3;
    ///
    /// let corners = vec![vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 0.0, 4.0)];
    /// let floor = TriMesh::try_new(corners, vec![[0, 2, 1]])?;
    /// let ball = Sphere::new(vec3(1.0, 3.0, 1.0), 0.5);
    /// let (triangle, impact) = floor.sweep_convex(&ball, vec3(0.0, -5.0, 0.0), 1.0).unwrap();
    /// assert!(triangle == 0 && impact.t <= 0.5 && impact.t > 0.499_999);
    /// assert_eq!(impact.normal_a_to_b, Some(vec3(0.0, 1.0, 0.0)));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_shape")]
    #[doc(alias = "time_of_impact")]
    pub fn sweep_convex<S: Support<Vector = V>>(
        &self,
        shape: &S,
        velocity: V,
        max_t: V::Scalar,
    ) -> Option<(usize, Impact<V>)> {
        let way = wide(velocity);
        if !way.is_finite() || max_t.to_f64().is_nan() || max_t < V::Scalar::ZERO {
            return None;
        }
        run_query(shape, |probe| self.sweep_probe(None, probe, way, max_t, &SweepOptions::default()))?
    }

    /// Returns [`sweep_convex`](Self::sweep_convex) with options: the sweep may stop at a distance
    /// before the touch, and may ignore the triangles that the motion leaves. These are the
    /// triangles within the distance at the start from which the motion separates the shape. The
    /// time is never late. If a triangle is within the distance at the start, the normal is that of
    /// the contact.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::mesh::TriMesh;
    /// use barycast::query::SweepOptions;
    /// use glam::{Vec3, vec3};
    ///
    /// let corners = vec![vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 0.0, 4.0)];
    /// let floor = TriMesh::try_new(corners, vec![[0, 2, 1]])?;
    /// let low = Sphere::new(vec3(1.0, 0.49, 1.0), 0.5);
    /// let skin = SweepOptions { target_distance: 0.01, stop_at_penetration: false };
    /// assert!(floor.sweep_convex_with(&low, Vec3::X, 1.0, &skin).is_none());
    /// assert_eq!(floor.sweep_convex_with(&low, -Vec3::Y, 1.0, &skin).unwrap().1.t, 0.0);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_shape")]
    pub fn sweep_convex_with<S: Support<Vector = V>>(
        &self,
        shape: &S,
        velocity: V,
        max_t: V::Scalar,
        options: &SweepOptions<V::Scalar>,
    ) -> Option<(usize, Impact<V>)> {
        let way = wide(velocity);
        if !way.is_finite() || max_t.to_f64().is_nan() || max_t < V::Scalar::ZERO {
            return None;
        }
        run_query(shape, |probe| self.sweep_probe(None, &probe.grown(options), way, max_t, options))?
    }

    /// Returns the first touch of the placed surface.
    pub(crate) fn sweep_probe(
        &self,
        stand: Option<&Stand>,
        probe: &Probe<'_>,
        velocity: DVec3,
        max_t: V::Scalar,
        options: &SweepOptions<V::Scalar>,
    ) -> Option<(usize, Impact<V>)> {
        let digits = V::Scalar::EPSILON.to_f64() * 0.125;
        // A touch at the start may be ignored.
        let kept = |triangle: &Triangle<DVec3>, touch: sweep::Touch| {
            if touch.t > 0.0 || options.are_default() {
                Some(touch)
            } else {
                sweep::at_once(probe, triangle, velocity, options)
            }
        };
        let surface = self.standing(stand);
        let (i, touch) = surface::first_touch(&surface, probe, velocity, max_t.to_f64(), digits, kept)?;
        let impact = Impact {
            t: below::<V::Scalar>(touch.t),
            normal_a_to_b: touch.normal.map(narrow),
            point: narrow(touch.point),
        };
        Some((i as usize, impact))
    }

    /// Returns the penetration of a convex shape into the surface: the deepest of its
    /// [contacts](Self::contacts), with default options. Returns `None` if they share no point, and
    /// for a shape with a number that is not finite.
    ///
    /// Moving the shape by `normal_a_to_b * depth` separates it from that triangle and from the
    /// rest of the triangle's plane. A nonconvex surface may need further steps. A mesh is a
    /// surface here: the interior of a closed mesh does not count.
    ///
    /// ```
    /// use barycast::d3::Sphere;
    /// use barycast::mesh::TriMesh;
    /// use glam::vec3;
    ///
    /// let corners = vec![vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 0.0, 4.0)];
    /// let floor = TriMesh::try_new(corners, vec![[0, 2, 1]])?;
    /// let contact = floor.contact(&Sphere::new(vec3(1.0, 0.25, 1.0), 0.5)).unwrap();
    /// assert_eq!((contact.depth, contact.normal_a_to_b), (0.25, Some(vec3(0.0, 1.0, 0.0))));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "penetration")]
    pub fn contact<S: Support<Vector = V>>(&self, shape: &S) -> Option<Penetration<V>> {
        let (normal, depth, on_mesh) = run_query(shape, |probe| self.deepest(probe))??;
        let depth = depth.max(0.0);
        Some(Penetration {
            normal_a_to_b: Some(narrow(normal)),
            depth: V::Scalar::from_f64(depth),
            on_a: narrow(on_mesh),
            on_b: narrow(on_mesh - normal * depth),
        })
    }

    /// Returns the normal, depth and point of the deepest contact.
    fn deepest(&self, probe: &Probe<'_>) -> Option<(DVec3, f64, DVec3)> {
        let options = ContactOptions::default();
        if let probe::Core::Point(_) = probe.core {
            let press = with_candidates(&self.standing(None), probe, &options, |candidates, at| {
                contact::deepest_of_ball(probe, candidates, &options, at)
            })?;
            return Some((press.normal, press.depth, press.on_mesh));
        }
        let mut deepest: Option<(DVec3, press::Held)> = None;
        for Pressed { normal, points, .. } in &pressed(&self.standing(None), probe, &options) {
            for point in points {
                if deepest.is_none_or(|(_, held)| point.depth > held.depth) {
                    deepest = Some((*normal, *point));
                }
            }
        }
        deepest.map(|(normal, held)| (normal, held.depth, held.on_mesh))
    }

    /// Returns the triangles that touch a convex shape, in order of index, each with a normal and
    /// up to four points. Returns none for a shape with a number that is not finite.
    ///
    /// Internal edges do not push: a ball that rolls over a floor of many triangles gets only the
    /// floor's normal. A normal at an edge or vertex counts only if no neighbouring triangle there
    /// rises above the plane perpendicular to it. Triangles are neighbours if their corners have
    /// equal coordinates, whatever their indices.
    ///
    /// ```
    /// use barycast::d3::Obb;
    /// use barycast::mesh::{ContactOptions, TriMesh};
    /// use glam::{Vec3, vec3};
    ///
    /// let corners = vec![vec3(-9.0, 0.0, -9.0), vec3(9.0, 0.0, -9.0), vec3(0.0, 0.0, 9.0)];
    /// let floor = TriMesh::try_new(corners, vec![[0, 2, 1]])?;
    /// let crate_on_floor = Obb::new(vec3(0.0, 0.99, 0.0), Vec3::ONE, [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let options = ContactOptions { one_sided: true, margin: 0.02 };
    /// let contacts = floor.contacts(&crate_on_floor, &options);
    /// assert_eq!((contacts.len(), contacts[0].points.len(), contacts[0].normal), (1, 4, Vec3::Y));
    /// assert!(contacts[0].points.iter().all(|p| (p.depth - 0.01).abs() < 1e-6));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "contact_manifolds")]
    pub fn contacts<S: Support<Vector = V>>(
        &self,
        shape: &S,
        options: &ContactOptions<V::Scalar>,
    ) -> Vec<TriangleContact<V>> {
        run_query(shape, |probe| self.contacts_of_probe(None, probe, options)).unwrap_or_default()
    }

    /// Returns the contacts of the placed surface.
    pub(crate) fn contacts_of_probe(
        &self,
        stand: Option<&Stand>,
        probe: &Probe<'_>,
        options: &ContactOptions<V::Scalar>,
    ) -> Vec<TriangleContact<V>> {
        let options = ContactOptions { one_sided: options.one_sided, margin: options.usual_margin() };
        contacts(&self.standing(stand), probe, &options)
    }
}

/// Returns the contacts of all triangles of a surface with a shape: see [`TriMesh::contacts`].
pub(crate) fn contacts<V: FloatVector + Vector3>(
    surface: &impl Surface,
    probe: &Probe<'_>,
    options: &ContactOptions<f64>,
) -> Vec<TriangleContact<V>> {
    let contact = |pressed: &Pressed| TriangleContact {
        triangle: pressed.index as usize,
        normal: narrow(pressed.normal),
        points: pressed.points.iter().map(|held| point(held, pressed.normal)).collect(),
    };
    pressed(surface, probe, options).iter().map(contact).collect()
}

/// Returns the same in `f64`.
fn pressed(surface: &impl Surface, probe: &Probe<'_>, options: &ContactOptions<f64>) -> Vec<Pressed> {
    with_candidates(surface, probe, options, |candidates, at| contact::all(probe, candidates, options, at))
}

/// Calls back with the triangles near a shape, in order, and with a function that finds those at a
/// point.
fn with_candidates<R>(
    surface: &impl Surface,
    probe: &Probe<'_>,
    options: &ContactOptions<f64>,
    then: impl FnOnce(&[Candidate], &contact::At<'_>) -> R,
) -> R {
    let mut candidates = Vec::with_capacity(32);
    surface.in_box(&probe.outer(options.margin), &mut |index, triangle| {
        candidates.push(Candidate { index, triangle });
        ControlFlow::Continue(())
    });
    candidates.sort_unstable_by_key(|candidate| candidate.index);
    let at = |p: DVec3, look: &mut dyn FnMut(&Triangle<DVec3>)| {
        surface.in_box(&Aabb { min: p, max: p }, &mut |_, triangle| {
            look(&triangle);
            ControlFlow::Continue(())
        });
    };
    then(&candidates, &at)
}

fn point<V: FloatVector + Vector3>(held: &press::Held, normal: DVec3) -> ManifoldPoint<V> {
    let [feature_a, feature_b] = held.features;
    ManifoldPoint {
        on_a: narrow(held.on_mesh),
        on_b: narrow(held.on_mesh - normal * held.depth),
        depth: V::Scalar::from_f64(held.depth),
        feature_a,
        feature_b,
    }
}
