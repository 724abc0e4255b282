//! A mesh against a convex shape in floats, at the speed of a game: overlap, closest points, sweep, contact and contact manifolds.
//!
//! Any shape with a support function works ([`Support`]): spheres, capsules, boxes, cylinders, cones, hulls, and the user's shapes.
//! Mesh and shape have one precision; the narrow phase computes in `f64`. The tree is walked with the shape's bounding box, for a sweep with that
//! box moving along the velocity, nearer children first, and the best answer so far prunes the rest.
//!
//! [`overlaps`](TriMesh::overlaps), [`closest_to`](TriMesh::closest_to) and [`sweep`](TriMesh::sweep) take any shape, convex or not. Of bounded
//! convex ones they use the same walks, and double-double precision, which takes many times as long, only where floats do not decide.

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
use contact::Candidate;
use core::ops::ControlFlow;
use glam::DVec3;
pub use options::ContactOptions;
pub(crate) use probe::{Probe, ask, wide};
pub(crate) use stand::Stand;
use stand::{above, below};
use surface::{Standing, Surface as _};

/// How one triangle of a surface and a shape hold each other: see [`TriMesh::contacts`].
#[derive(Clone, Debug)]
pub struct TriangleContact<V: Vector> {
    /// Which triangle.
    pub triangle: usize,
    /// Of length 1, from the surface to the shape: the shape is pushed along it.
    pub normal: V,
    /// One to four points, `on_a` on the triangle and `on_b` on the shape; depths are along the normal, and negative where they are
    /// apart. `feature_a` is what of the triangle touches (0 to 2 a corner, 3 to 5 an edge, 6 the face), `feature_b` what of
    /// the shape: the same numbers from one moment to the next, as long as the same features touch.
    pub points: Vec<ManifoldPoint<V>>,
}

/// The vector in the mesh's own precision.
fn narrow<V: FloatVector + Vector3>(v: DVec3) -> V {
    v.lift(&V::Scalar::from_f64)
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// The corners of a box in the mesh's precision, rounded outward.
    fn ends(bounds: &Aabb<DVec3>) -> [[V::Scalar; 3]; 2] {
        [bounds.min.to_array().each(below), bounds.max.to_array().each(above)]
    }

    /// The surface where it stands.
    const fn standing<'m>(&'m self, stand: Option<&'m Stand>) -> Standing<'m, V> {
        Standing { mesh: self, stand }
    }

    /// The surface where it stands shares a point with a shape.
    pub(crate) fn meets_probe(&self, stand: Option<&Stand>, probe: &Probe<'_>) -> bool {
        surface::meets(&self.standing(stand), probe)
    }

    /// The surface shares a point with a convex shape; touching counts. Exactly right for points, segments, spheres, capsules and
    /// boxes; for other shapes up to what rounding leaves of their farthest points. `false` for a shape with a number that is
    /// not finite.
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
        ask(shape, |probe| self.meets_probe(None, probe)).unwrap_or(false)
    }

    /// The nearest points of the surface and a convex shape, and of which triangle: of several as near any. The distance is 0, at one
    /// point, when they share one. `None` for a mesh without triangles and a shape with a number that is not finite.
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

    /// The same where the distance is not above a limit; `None` when it is. The walk looks no farther.
    pub fn closest_within<S: Support<Vector = V>>(
        &self,
        shape: &S,
        limit: V::Scalar,
    ) -> Option<(usize, Closest<V>)> {
        ask(shape, |probe| self.closest_to_probe(None, probe, limit))?
    }

    /// The nearest points of the surface where it stands.
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

    /// When a convex shape that moves by `t * velocity`, with `0 <= t <= max_t`, first touches the surface, and which triangle: of several at the
    /// same time, up to rounding, any. 0 when they share a point at the start; never late, and early by no more than a few roundings of the
    /// coordinates. `None` when they do not touch, and for numbers that are not finite (`max_t` may be infinite).
    ///
    /// The normal leads from the surface to the shape; there is none when they overlap at the start.
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
        ask(shape, |probe| self.sweep_probe(None, probe, way, max_t, &SweepOptions::default()))?
    }

    /// [`sweep_convex`](Self::sweep_convex) that stops at a distance before the touch, or passes the triangles that the motion leaves:
    /// those that are within the distance at the start and from which it separates the shape. Never late. The normal is that of the
    /// contact where a triangle is within the distance at the start.
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
        ask(shape, |probe| self.sweep_probe(None, &probe.grown(options), way, max_t, options))?
    }

    /// The first touch of the surface where it stands.
    pub(crate) fn sweep_probe(
        &self,
        stand: Option<&Stand>,
        probe: &Probe<'_>,
        velocity: DVec3,
        max_t: V::Scalar,
        options: &SweepOptions<V::Scalar>,
    ) -> Option<(usize, Impact<V>)> {
        let digits = V::Scalar::EPSILON.to_f64() * 0.125;
        // What touches at the start may be let pass.
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

    /// How deep a convex shape is in the surface: the deepest of its [contacts](Self::contacts), without options. `None` when they
    /// share no point, and for a shape with a number that is not finite.
    ///
    /// Moving the shape by `normal_a_to_b * depth` takes it off that triangle and what lies in its plane; off a surface that is not convex perhaps only
    /// another step or two. A mesh is a surface here: what a closed one encloses counts for nothing.
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
        let (normal, depth, on_mesh) = ask(shape, |probe| self.deepest(probe))??;
        let depth = depth.max(0.0);
        Some(Penetration {
            normal_a_to_b: Some(narrow(normal)),
            depth: V::Scalar::from_f64(depth),
            on_a: narrow(on_mesh),
            on_b: narrow(on_mesh - normal * depth),
        })
    }

    /// The normal, depth and place of the deepest contact.
    fn deepest(&self, probe: &Probe<'_>) -> Option<(DVec3, f64, DVec3)> {
        let options = ContactOptions::default();
        if let probe::Core::Point(_) = probe.core {
            let press = self.with_candidates(None, probe, &options, |candidates, at| {
                contact::deepest_of_ball(probe, candidates, &options, at)
            })?;
            return Some((press.normal, press.depth, press.on_mesh));
        }
        let mut deepest: Option<(DVec3, press::Held)> = None;
        for contact::Pressed { normal, points, .. } in &self.pressed(None, probe, &options) {
            for point in points {
                if deepest.is_none_or(|(_, held)| point.depth > held.depth) {
                    deepest = Some((*normal, *point));
                }
            }
        }
        deepest.map(|(normal, held)| (normal, held.depth, held.on_mesh))
    }

    /// The triangles that hold a convex shape, by their indices in order, each with a direction and up to four points. None for a shape with a number that is
    /// not finite.
    ///
    /// Edges inside the surface do not push: a ball that rolls over a floor of many triangles gets the floor's normal and no other,
    /// because a direction off an edge or a corner counts only where no neighbouring triangle there rises above the plane across it. Triangles
    /// are neighbours where their corners are the same numbers, named alike or not.
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
        ask(shape, |probe| self.contacts_of_probe(None, probe, options)).unwrap_or_default()
    }

    /// The contacts of the surface where it stands.
    pub(crate) fn contacts_of_probe(
        &self,
        stand: Option<&Stand>,
        probe: &Probe<'_>,
        options: &ContactOptions<V::Scalar>,
    ) -> Vec<TriangleContact<V>> {
        let options = ContactOptions { one_sided: options.one_sided, margin: options.usual_margin() };
        let contact = |pressed: &contact::Pressed| TriangleContact {
            triangle: pressed.index as usize,
            normal: narrow(pressed.normal),
            points: pressed.points.iter().map(|held| point(held, pressed.normal)).collect(),
        };
        self.pressed(stand, probe, &options).iter().map(contact).collect()
    }

    fn pressed(
        &self,
        stand: Option<&Stand>,
        probe: &Probe<'_>,
        options: &ContactOptions<f64>,
    ) -> Vec<contact::Pressed> {
        self.with_candidates(stand, probe, options, |candidates, at| {
            contact::all(probe, candidates, options, at)
        })
    }

    /// Calls back with the triangles near a shape, in order, and with a way to those at a point.
    fn with_candidates<R>(
        &self,
        stand: Option<&Stand>,
        probe: &Probe<'_>,
        options: &ContactOptions<f64>,
        then: impl FnOnce(&[Candidate], &contact::At<'_>) -> R,
    ) -> R {
        let surface = self.standing(stand);
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
