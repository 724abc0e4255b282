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
mod patch;
mod probe;
pub(crate) mod surface;
mod sweep;
pub(crate) mod way_out;

use super::leaf::Corners;
use super::{MeshNumber, TriMesh};
use crate::frame::Affine3;
use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::query::{Closest, Impact, ManifoldPoint, Penetration, SweepOptions};
use crate::shape::{Aabb, Support, Triangle};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use contact::Candidate;
use core::ops::ControlFlow;
use glam::{DAffine3, DVec3};
pub(crate) use probe::{Probe, ask, wide};
use surface::{Standing, Surface as _};

/// How a surface and a shape hold each other: see [`TriMesh::contacts`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactOptions<S> {
    /// A triangle from whose front the shape's middle is not seen does not push: the front is where its corners run
    /// counter-clockwise. Else triangles push to the side on which the way out is shorter.
    pub one_sided: bool,
    /// Triangles that are apart from the shape by up to this count too, in units of length, 0 or more: their depths are negative.
    pub margin: S,
}

impl<S: Float> Default for ContactOptions<S> {
    /// Two-sided, and only what touches.
    fn default() -> Self {
        Self { one_sided: false, margin: S::ZERO }
    }
}

impl<S: Float> ContactOptions<S> {
    /// The margin; 0 for one that is negative or no number.
    pub(crate) fn usual_margin(&self) -> f64 {
        let margin = self.margin.to_f64();
        if margin > 0.0 && margin < 1e75 { margin } else { 0.0 }
    }
}

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

/// A number that is not larger.
fn below<S: Float>(x: f64) -> S {
    let near = S::from_f64(x);
    if near.to_f64() > x { near - near.abs() * S::EPSILON - S::LEAST } else { near }
}

/// A number that is not smaller.
fn above<S: Float>(x: f64) -> S {
    -below::<S>(-x)
}

fn triangle<S: Float>(corners: &Corners<S>) -> Triangle<DVec3> {
    let [a, b, c] = corners.each(|corner| DVec3::from_array(corner.each(Float::to_f64)));
    Triangle { a, b, c }
}

/// How a mesh stands in the world, and the way back: in `f64`. Boxes on the way back are larger by far more than what rounding does to
/// placements of which no axis is a millionth of another.
pub(crate) struct Stand {
    to_world: DAffine3,
    to_mesh: DAffine3,
    /// It is turned inside out: corners change places, so that fronts stay fronts.
    is_mirrored: bool,
}

impl Stand {
    pub(crate) fn new<V: FloatVector + Vector3>(placement: &Affine3<V>) -> Self {
        let [x, y, z] = [placement.x, placement.y, placement.z].each(wide);
        let to_world = DAffine3::from_cols(x, y, z, wide(placement.translation));
        Self { to_world, to_mesh: to_world.inverse(), is_mirrored: x.dot(y.cross(z)) < 0.0 }
    }

    /// No distance of the world is more than this many times as long in the mesh.
    fn growth(&self) -> f64 {
        let m = &self.to_mesh.matrix3;
        let squares = m.x_axis.length_squared() + m.y_axis.length_squared() + m.z_axis.length_squared();
        Real::sqrt(squares) * (1.0 + 1e-9)
    }

    /// A box of the world, as one around it in the mesh.
    fn bounds(&self, bounds: &Aabb<DVec3>) -> Aabb<DVec3> {
        let (center, half) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min) * 0.5);
        let m = &self.to_mesh.matrix3;
        let spread = |v: DVec3| m.x_axis.abs() * v.x + m.y_axis.abs() * v.y + m.z_axis.abs() * v.z;
        let spare = (spread(center.abs()) + self.to_mesh.translation.abs()) * 1e-9;
        let (center, half) = (self.to_mesh.transform_point3(center), spread(half) * (1.0 + 1e-9) + spare);
        Aabb { min: center - half, max: center + half }
    }
}

/// The triangle with these corners, where it stands.
fn standing<S: Float>(stand: Option<&Stand>, corners: &Corners<S>) -> Triangle<DVec3> {
    let Triangle { a, b, c } = triangle(corners);
    let Some(stand) = stand else { return Triangle { a, b, c } };
    let [a, b, c] = [a, b, c].each(|p| stand.to_world.transform_point3(p));
    if stand.is_mirrored { Triangle { a, b: c, c: b } } else { Triangle { a, b, c } }
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
        let mut deepest: Option<(DVec3, contact::Held)> = None;
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

fn point<V: FloatVector + Vector3>(held: &contact::Held, normal: DVec3) -> ManifoldPoint<V> {
    let [feature_a, feature_b] = held.features;
    ManifoldPoint {
        on_a: narrow(held.on_mesh),
        on_b: narrow(held.on_mesh - normal * held.depth),
        depth: V::Scalar::from_f64(held.depth),
        feature_a,
        feature_b,
    }
}
