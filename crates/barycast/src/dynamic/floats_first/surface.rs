//! Surfaces of triangles and a convex shape in `f64` first: the traversals of [`TriMesh::closest`]
//! and [`TriMesh::sweep_convex`], with their error bounds.
//!
//! A distance is accepted if the shapes are farther apart than the error, and a touch if the two
//! share a point by far more than rounding slightly later. A contact is accepted if it is a [way
//! out](way_out) that is certainly the shortest, or if the surface has too many parts for a search
//! over all ways. All other cases continue in double-double precision.

use super::float_shape::{FloatShape, GRAZING, InFloats as _, LATER, bound_of};
use crate::convex::advance;
use crate::convex::form::AsConvex as _;
use crate::dynamic::any::{NoAnswer, Shape2, Shape3};
use crate::dynamic::composite::{self, Composite};
use crate::dynamic::rescale::Rescale as _;
use crate::dynamic::shape::DynamicShape;
use crate::mesh::shapes::surface::{self, Standing, Surface};
use crate::mesh::shapes::way_out::{self, WayOut};
use crate::mesh::shapes::{ContactOptions, Probe, TriangleContact, contacts, run_query};
use crate::mesh::{MeshNumber, TriMesh};
use crate::query::{Closest, Impact, Manifold, ManifoldPoint, Penetration};
use crate::shape::{Aabb, Mesh, Point};
use crate::vector::size::exponent_of;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Exponent up to which sizes are ordinary: squares of rounding errors then stay in the range of
/// `f32`.
const ORDINARY: i32 = 30;

/// Number of error bounds from which a shape counts as thick.
const THICK: f64 = 1024.0;

/// Calls `question` with a bounded convex shape, with a closed form for its core if one exists;
/// `None` for others.
fn with_probe<R>(shape: &Shape3, question: impl FnOnce(&Probe<'_>) -> R) -> Option<R> {
    let FloatShape::Bounded(grown) = shape.in_floats()? else { return None };
    match shape {
        Shape3::Point(a) => run_query(a, question),
        Shape3::Segment(a) => run_query(a, question),
        Shape3::Sphere(a) => run_query(a, question),
        Shape3::Capsule(a) => run_query(a, question),
        Shape3::Aabb(a) => run_query(a, question),
        Shape3::Obb(a) => run_query(a, question),
        Shape3::Cylinder(a) => run_query(a, question),
        Shape3::Convex(a) => run_query(a, question),
        _ => run_query(&grown, question),
    }
}

/// Returns the error bound of a distance between the contents of a box and a shape, or `None` if
/// sizes are not ordinary.
fn bound(bounds: &Aabb<DVec3>, shape: &Shape3) -> Option<f64> {
    let (own, other) = (exponent_of(bounds.min).max(exponent_of(bounds.max)), shape.size_with(shape));
    own.max(other).filter(|e| e.abs() <= ORDINARY).map(bound_of)
}

/// Returns the shortest way between a surface and a shape that are certainly disjoint, within the
/// bound.
fn closest(surface: &impl Surface, probe: &Probe<'_>, bound: f64) -> Option<Closest<DVec3>> {
    let (i, way) = surface::nearest(surface, probe, f64::INFINITY)?;
    let error = way.error + probe.rounding(DVec3::ZERO, &surface.at(i));
    let distance = way.distance - probe.radius;
    let found = Closest { distance, on_a: way.on_mesh, on_b: way.on_shape(probe.radius) };
    (distance > bound && error <= bound).then_some(found)
}

/// Returns the first touch of a surface and a shape that are disjoint at the start, or `None` if
/// `f64` does not decide.
#[allow(clippy::option_option, reason = "undecided, never, a touch")]
#[allow(clippy::type_complexity, reason = "a triangle and a touch")]
fn first_touch(
    surface: &impl Surface,
    shape: &Shape3,
    probe: &Probe<'_>,
    velocity: DVec3,
    max_t: f64,
) -> Option<Option<(u32, Impact<DVec3>)>> {
    let Some((i, touch)) =
        surface::first_touch(surface, probe, velocity, max_t, f64::EPSILON * 0.125, |_, touch| Some(touch))
    else {
        return Some(None);
    };
    let (triangle, normal) = (surface.at(i), touch.normal.filter(|_| touch.t > 0.0)?);
    let speed = -normal.dot(velocity);
    if speed <= GRAZING * velocity.length() {
        return None;
    }
    let later = touch.t + LATER * 8.0 * probe.rounding(velocity * touch.t, &triangle) / speed;
    let FloatShape::Bounded(moving) = shape.in_floats()? else { return None };
    let touches = advance::meet_clearly_after(&triangle.form()?, &moving, velocity * later);
    touches.then_some(Some((i, Impact { t: touch.t, normal_a_to_b: Some(normal), point: touch.point })))
}

/// Tests whether a convex shape has an interior, by more than rounding.
fn is_thick(shape: &Shape3, bound: f64) -> bool {
    let least = bound * THICK;
    match shape {
        Shape3::Sphere(a) => a.radius > least,
        Shape3::Capsule(a) => a.radius > least,
        Shape3::Rounded(a) => a.radius > least,
        Shape3::Aabb(a) => (a.max - a.min).min_element() > least,
        Shape3::Obb(a) => a.half_extents.min_element() > least,
        Shape3::Ellipsoid(a) => a.radii.min_element() > least,
        Shape3::Cylinder(a) => a.radius > least && (a.b - a.a).length() > least,
        Shape3::Convex(a) => a.dimension() == 3,
        _ => false,
    }
}

/// Returns the least way out of a surface, if a single triangle proves that no shorter one exists.
fn contact(mesh: &Mesh<DVec3>, shape: &Shape3) -> Option<Penetration<DVec3>> {
    let bound = bound(&mesh.outer_bounds(), shape).filter(|bound| is_thick(shape, *bound))?;
    if mesh.is_solid() {
        return None;
    }
    let WayOut { normal, depth, on_mesh, .. } =
        with_probe(shape, |probe| way_out::way_out(mesh, probe, bound))??;
    Some(Penetration { normal_a_to_b: Some(normal), depth, on_a: on_mesh, on_b: on_mesh - normal * depth })
}

/// Tests whether the velocity is of ordinary size.
fn is_usual(velocity: DVec3, max_t: f64) -> bool {
    velocity.is_finite() && max_t >= 0.0 && exponent_of(velocity).is_some_and(|e| e.abs() <= ORDINARY)
}

/// Returns the triangles of a mesh or a height field.
fn surface_of(shape: &Shape3) -> Option<&Mesh<DVec3>> {
    match shape {
        Shape3::Mesh(mesh) => Some(mesh),
        Shape3::HeightField(field) => Some(field.mesh()),
        _ => None,
    }
}

/// Tests whether a solid mesh may contain the shape, which then need not touch a triangle.
fn may_hold(mesh: &Mesh<DVec3>, shape: &Shape3) -> bool {
    mesh.is_solid() && shape.anchor().is_none_or(|p| mesh.contains_point(p))
}

/// Returns a point whose depth is at least 0: a negative depth of shapes that touch is rounding.
fn usual_depth(point: ManifoldPoint<DVec3>) -> ManifoldPoint<DVec3> {
    if point.depth > 0.0 { point } else { ManifoldPoint { depth: 0.0, on_b: point.on_a, ..point } }
}

/// Queries of dynamic shapes one of which is a surface of triangles; `None` if `f64` does not
/// decide.
pub(crate) trait OfSurface<V: Vector>: Sized {
    /// Returns the shortest way between two disjoint shapes.
    fn closest_in_floats(&self, _: &Self) -> Option<Closest<V>> {
        None
    }

    /// Returns the least translation that separates two intersecting shapes.
    fn contact_of_surface(&self, _: &Self) -> Option<Penetration<V>> {
        None
    }

    /// Returns a common point of two shapes that intersect by more than rounding.
    fn shared_with_surface(&self, _: &Self) -> Option<V> {
        None
    }

    /// Tests whether it is a surface of triangles.
    fn is_surface(&self) -> bool {
        false
    }

    /// Returns the contacts of the triangles of this surface with a bounded convex shape, or `None`
    /// for other shapes. Triangles of a solid push to the outside only.
    fn triangle_contacts(&self, _: &Self) -> Option<Vec<(usize, Manifold<V>)>> {
        None
    }

    /// Returns the first touch of two shapes that are disjoint at the start.
    #[allow(clippy::option_option, reason = "undecided, never, a touch")]
    fn touch_of_surface(&self, _: &Self, _: V, _: f64) -> Option<Option<Impact<V>>> {
        None
    }
}

impl OfSurface<DVec2> for Shape2 {}

impl OfSurface<DVec3> for Shape3 {
    fn closest_in_floats(&self, other: &Self) -> Option<Closest<DVec3>> {
        let Some(mesh) = surface_of(self) else {
            surface_of(other)?;
            return other.closest_in_floats(self).map(Closest::swap);
        };
        let bound = bound(&mesh.outer_bounds(), other)?;
        let found = with_probe(other, |probe| closest(mesh, probe, bound))??;
        (!may_hold(mesh, other)).then_some(found)
    }

    fn contact_of_surface(&self, other: &Self) -> Option<Penetration<DVec3>> {
        match (surface_of(self), surface_of(other)) {
            (Some(mesh), None) => contact(mesh, other),
            (None, Some(mesh)) => contact(mesh, self).map(Penetration::swap),
            _ => None,
        }
    }

    fn shared_with_surface(&self, other: &Self) -> Option<DVec3> {
        let (mesh, shape) =
            surface_of(self).map(|mesh| (mesh, other)).or_else(|| Some((surface_of(other)?, self)))?;
        with_probe(shape, |probe| surface::nearest(mesh, probe, f64::INFINITY))?.map(|(_, way)| way.on_mesh)
    }

    fn is_surface(&self) -> bool {
        surface_of(self).is_some()
    }

    fn triangle_contacts(&self, other: &Self) -> Option<Vec<(usize, Manifold<DVec3>)>> {
        let mesh = surface_of(self)?;
        let options = ContactOptions { one_sided: mesh.is_solid(), margin: 0.0 };
        let found = with_probe(other, |probe| contacts::<DVec3>(mesh, probe, &options))?;
        let held = |TriangleContact { triangle, normal, points }| {
            let points = points.into_iter().map(usual_depth).collect();
            (triangle, Manifold { normal_a_to_b: Some(normal), points })
        };
        Some(found.into_iter().map(held).collect())
    }

    fn touch_of_surface(&self, other: &Self, velocity: DVec3, max_t: f64) -> Option<Option<Impact<DVec3>>> {
        let Some(mesh) = surface_of(self) else {
            surface_of(other)?;
            let found = other.touch_of_surface(self, -velocity, max_t)?;
            return Some(found.map(|impact| impact.swap(-velocity)));
        };
        bound(&mesh.outer_bounds(), other).filter(|_| is_usual(velocity, max_t))?;
        let found = with_probe(other, |probe| first_touch(mesh, other, probe, velocity, max_t))??;
        (!may_hold(mesh, other)).then(|| found.map(|(_, impact)| impact))
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the error bound of `f64` with a shape.
    fn bound_beside(&self, shape: &Shape3) -> Option<f64> {
        let around = Some(self.outer_box()).filter(|b| !b.is_empty())?;
        let [min, max] = around.planes.map(|p| DVec3::from_array(p.map(f64::from)));
        bound(&Aabb { min, max }, shape)
    }

    /// Returns the shortest way from the surface to a shape; 0 at one point exactly if they share
    /// one, infinite without triangles. For bounded convex shapes it is computed in `f64` first, as
    /// [`closest`](Self::closest) is, and accurate to 512 roundings of the largest coordinate.
    /// [`closest_to_precisely`](Self::closest_to_precisely) has all digits.
    ///
    /// ```
    /// use barycast::d3::f64::Cylinder;
    /// use barycast::mesh::TriMesh;
    /// use glam::{dvec3, vec3};
    ///
    /// let corners = vec![vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0)];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 1, 2]])?;
    /// let can = Cylinder::new(dvec3(1.0, 1.0, 2.0), dvec3(1.0, 1.0, 3.0), 0.5);
    /// assert!((mesh.closest_to(&can.into()).distance - 2.0).abs() < 1e-12);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "closest_points")]
    #[doc(alias = "distance")]
    pub fn closest_to(&self, shape: &Shape3) -> Closest<DVec3> {
        let surface = Standing { mesh: self, stand: None };
        let found = self
            .bound_beside(shape)
            .and_then(|bound| with_probe(shape, |probe| closest(&surface, probe, bound))?);
        found.unwrap_or_else(|| self.closest_to_precisely(shape))
    }

    /// Returns [`closest_to`](Self::closest_to) in double-double precision, rounded once.
    pub fn closest_to_precisely(&self, shape: &Shape3) -> Closest<DVec3> {
        composite::closest(self, shape)
    }

    /// Returns the time at which a shape that moves by `t * velocity`, with `0 <= t <= max_t`,
    /// first touches the surface, and the triangle; any of several touched at once, up to rounding.
    /// The time is 0 if they share a point at the start; it is never late. For bounded convex
    /// shapes it is computed in `f64` first, as [`sweep_convex`](Self::sweep_convex) is. Whether
    /// they touch is certain, except that a touch just after `max_t` may count.
    /// [`sweep_precisely`](Self::sweep_precisely) has all digits.
    ///
    /// # Errors
    /// [`NoAnswer`] if [`Shape3::sweep`] is not defined for a triangle and the shape.
    ///
    /// ```
    /// use barycast::d3::f64::Cylinder;
    /// use barycast::mesh::TriMesh;
    /// use glam::{dvec3, vec3};
    ///
    /// let corners = vec![vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0)];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 1, 2]])?;
    /// let can = Cylinder::new(dvec3(1.0, 1.0, 2.0), dvec3(1.0, 1.0, 3.0), 0.5);
    /// let (triangle, impact) = mesh.sweep(&can.into(), dvec3(0.0, 0.0, -4.0), 1.0)?.expect("they touch");
    /// assert!(triangle == 0 && impact.t <= 0.5 && impact.t > 0.5 - 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "shape_cast")]
    #[doc(alias = "time_of_impact")]
    pub fn sweep(
        &self,
        shape: &Shape3,
        velocity: DVec3,
        max_t: f64,
    ) -> Result<Option<(usize, Impact<DVec3>)>, NoAnswer> {
        let surface = Standing { mesh: self, stand: None };
        let usual = self.bound_beside(shape).filter(|_| is_usual(velocity, max_t));
        let found = usual
            .and_then(|_| with_probe(shape, |probe| first_touch(&surface, shape, probe, velocity, max_t))?);
        match found {
            Some(found) => Ok(found.map(|(i, impact)| (i as usize, impact))),
            None => self.sweep_by(shape, velocity, max_t, Shape3::sweep),
        }
    }

    /// Returns [`sweep`](Self::sweep) in double-double precision, rounded once; the lowest of
    /// several triangles touched at once.
    ///
    /// # Errors
    /// [`NoAnswer`] if [`Shape3::sweep`] is not defined for a triangle and the shape.
    pub fn sweep_precisely(
        &self,
        shape: &Shape3,
        velocity: DVec3,
        max_t: f64,
    ) -> Result<Option<(usize, Impact<DVec3>)>, NoAnswer> {
        self.sweep_by(shape, velocity, max_t, Shape3::sweep_precisely)
    }

    /// Returns the first touch of a triangle, by `sweep`.
    fn sweep_by(
        &self,
        shape: &Shape3,
        velocity: DVec3,
        max_t: f64,
        sweep: impl Fn(&Shape3, &Shape3, DVec3, f64) -> Result<Option<Impact<DVec3>>, NoAnswer>,
    ) -> Result<Option<(usize, Impact<DVec3>)>, NoAnswer> {
        let parts: &dyn Composite<Shape3> = self;
        let away = |p| shape.closest_precisely(&Point(p).into()).distance;
        parts.first_touch(shape.outer_bounds(), away, velocity, max_t, |part, limit| {
            sweep(&part, shape, velocity, limit)
        })
    }
}
