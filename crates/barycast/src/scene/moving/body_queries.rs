//! Queries of bodies between steps: ray casts, overlap tests, sweeps and nearest neighbors.

use super::bodies::{Bodies, Kind};
use super::body::{Body, ShapeBody, Touch};
use super::filter::CollisionFilter;
use super::handle::Handle;
use super::pointer::Found;
use super::queries::Queries;
use crate::number::Order as _;
use crate::number::{Float, Real, Ring};
use crate::query::{Closest, Impact, SweepOptions};
use crate::shape::{Aabb, Ray};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The scalar type of a body's vectors.
type Number<B> = <<B as Body>::Vector as Vector>::Scalar;

/// Queries of the bodies in their current places. Several threads may run queries at once.
///
/// Each query tests bounding boxes first (broad phase), and then only the shapes of the candidates.
/// The order of results depends on the bodies alone: by time or distance, then by slot.
#[derive(Clone, Copy, Debug)]
pub struct BodyQueries<'a, B: Body> {
    /// Queries of the bounding boxes of all bodies.
    pub boxes: Queries<'a, B::Vector>,
    pub(super) kinds: &'a [Option<Kind<B>>],
    /// Restricts queries to bodies that this filter allows.
    pub(super) filter: Option<CollisionFilter>,
}

impl<B: Body> Bodies<B> {
    /// Returns the queries of the bodies as they are now.
    pub fn queries(&mut self) -> BodyQueries<'_, B> {
        BodyQueries { boxes: self.boxes.queries(), kinds: &self.kinds, filter: None }
    }
}

impl<B: Body> BodyQueries<'_, B> {
    /// Restricts the queries to the bodies that may form a pair with a body of this filter.
    ///
    /// ```
    /// # use barycast::dynamic::any::Shape3;
    /// # use barycast::scene::moving::{Bodies, CollisionFilter};
    /// # use barycast::shape::{Ray, Sphere};
    /// # use glam::DVec3;
    /// let [glass, wall] = [1, 2].map(|memberships| CollisionFilter { memberships, mask: u32::MAX });
    /// let mut bodies = Bodies::<Shape3>::new();
    /// bodies.insert(Sphere::new(DVec3::X * 3.0, 1.0).into(), glass)?;
    /// let opaque = bodies.insert(Sphere::new(DVec3::X * 6.0, 1.0).into(), wall)?;
    /// let light = CollisionFilter { memberships: 1, mask: 2 };
    /// let found = bodies.queries().among(light).cast(&Ray::new(DVec3::ZERO, DVec3::X), None, |_| true);
    /// assert_eq!(found.map(|(body, hit)| (body, hit.t)), Some((opaque, 5.0)));
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    #[must_use]
    pub const fn among(self, filter: CollisionFilter) -> Self {
        Self { filter: Some(filter), ..self }
    }

    /// Returns the first body hit by a ray, and the hit, among the bodies that `which` admits and
    /// for `t` up to `max_t`. If hits have equal `t`, returns the body in the lowest slot.
    #[doc(alias = "raycast")]
    pub fn cast(
        &self,
        ray: &Ray<B::Vector>,
        max_t: Option<Number<B>>,
        which: impl FnMut(Handle) -> bool,
    ) -> Option<Found<B::Vector>> {
        let mut best: Option<Found<B::Vector>> = None;
        self.cast_each(ray, max_t, which, |(handle, hit)| {
            if best.is_none_or(|(other, nearest)| (hit.t, handle) < (nearest.t, other)) {
                best = Some((handle, hit));
            }
            best.map(|(_, nearest)| nearest.t)
        });
        best
    }

    /// Returns every body hit by a ray, with its first hit, among the bodies that `which` admits
    /// and for `t` up to `max_t`. Results are sorted by `t`, then by slot.
    #[doc(alias = "raycast_all")]
    pub fn cast_all(
        &self,
        ray: &Ray<B::Vector>,
        max_t: Option<Number<B>>,
        which: impl FnMut(Handle) -> bool,
    ) -> Vec<Found<B::Vector>> {
        let mut all: Vec<Found<B::Vector>> = Vec::new();
        self.cast_each(ray, max_t, which, |found| {
            all.push(found);
            None
        });
        all.order_by(|(a, at_a), (b, at_b)| by_number(at_a.t, at_b.t).then(a.cmp(b)));
        all
    }

    /// Calls `with` for each body hit by a ray. `with` returns a smaller upper limit of `t`, or
    /// `None` to keep the limit.
    fn cast_each(
        &self,
        ray: &Ray<B::Vector>,
        max_t: Option<Number<B>>,
        mut which: impl FnMut(Handle) -> bool,
        mut with: impl FnMut(Found<B::Vector>) -> Option<Number<B>>,
    ) {
        self.boxes.for_each_along(ray, max_t, |handle, limit| {
            let Some(kind) = self.kind(handle).filter(|_| which(handle)) else {
                return ControlFlow::Continue(limit);
            };
            let limited = if limit < Real::infinity(limit) { Some(limit) } else { None };
            let nearer = kind.body.hit(ray, limited).and_then(|hit| with((handle, hit)));
            ControlFlow::Continue(nearer.unwrap_or(limit))
        });
    }

    /// Returns the bodies that touch `body`, in slot order, with the contact as seen from `body`.
    /// `body` need not be in the world.
    pub fn touching(&self, body: &B) -> Vec<(Handle, Touch<B::Vector>)> {
        let near = self.boxes.meeting(&body.bounds()).into_iter();
        let touch = |handle: Handle| Some((handle, body.touch(&self.kind(handle)?.body)?));
        near.filter_map(touch).collect()
    }

    /// Returns the body of a handle, if its filter is admitted.
    fn kind(&self, handle: Handle) -> Option<&Kind<B>> {
        let chosen = |filter: CollisionFilter| self.boxes.boxes.filters[handle.slot()].allows(filter);
        self.kinds[handle.slot()].as_ref().filter(|_| self.filter.is_none_or(chosen))
    }
}

impl<B: ShapeBody> BodyQueries<'_, B> {
    /// Returns the bodies that share a point with `body`, in slot order, among those that `which`
    /// admits. `body` need not be in the world.
    #[doc(alias = "overlap")]
    #[doc(alias = "intersections_with_shape")]
    pub fn overlapping(&self, body: &B, mut which: impl FnMut(Handle) -> bool) -> Vec<Handle> {
        let mut found = self.boxes.meeting(&body.bounds());
        found.retain(|handle| which(*handle) && self.kind(*handle).is_some_and(|k| k.body.meets(body)));
        found
    }

    /// Returns the first body that `body` touches when it moves by `t * velocity`,
    /// `0 <= t <= max_t`, among those that `which` admits. If several are touched at equal `t`,
    /// returns the one in the lowest slot. The normal points from the touched body to `body`;
    /// `t` is never later than the touch.
    ///
    /// ```
    /// # use barycast::dynamic::any::Shape3;
    /// # use barycast::scene::moving::{Bodies, CollisionFilter};
    /// # use barycast::shape::{Aabb, Sphere};
    /// # use glam::{DVec3, dvec3};
    /// let mut bodies = Bodies::<Shape3>::new();
    /// let wall = Aabb::new(dvec3(5.0, -9.0, 0.0), dvec3(6.0, 9.0, 3.0));
    /// let wall = bodies.insert(wall.into(), CollisionFilter::FIRST)?;
    /// let ball = Sphere::new(dvec3(0.0, 0.0, 1.0), 0.5).into();
    /// let (body, impact) = bodies.queries().sweep(&ball, DVec3::X * 9.0, 1.0, |_| true).unwrap();
    /// assert_eq!((body, impact.normal_a_to_b), (wall, Some(-DVec3::X)));
    /// assert!((0.5 - 1e-12..=0.5).contains(&impact.t));
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_shape")]
    pub fn sweep(
        &self,
        body: &B,
        velocity: B::Vector,
        max_t: Number<B>,
        which: impl FnMut(Handle) -> bool,
    ) -> Option<(Handle, Impact<B::Vector>)> {
        self.sweep_with(body, velocity, max_t, &SweepOptions::default(), which)
    }

    /// Returns [`sweep`](Self::sweep) with options: it may stop at a target distance before the
    /// touch, and may ignore an initial overlap that the motion resolves, as a character controller
    /// needs. The returned `t` is never late.
    ///
    /// ```
    /// # use barycast::dynamic::any::Shape3;
    /// # use barycast::query::SweepOptions;
    /// # use barycast::scene::moving::{Bodies, CollisionFilter};
    /// # use barycast::shape::{Aabb, Sphere};
    /// # use glam::{DVec3, dvec3};
    /// let mut bodies = Bodies::<Shape3>::new();
    /// let wall = Aabb::new(dvec3(5.0, -9.0, 0.0), dvec3(6.0, 9.0, 3.0));
    /// bodies.insert(wall.into(), CollisionFilter::FIRST)?;
    /// let queries = bodies.queries();
    /// let skin = SweepOptions { target_distance: 0.25, stop_at_penetration: false };
    /// let ball = |x: f64| Sphere::new(dvec3(x, 0.0, 1.0), 0.5).into();
    /// let (_, impact) = queries.sweep_with(&ball(0.0), DVec3::X, 9.0, &skin, |_| true).unwrap();
    /// assert!((4.25 - 1e-12..=4.25).contains(&impact.t));
    /// // From there it may slide along the wall, and move away from it.
    /// assert!(queries.sweep_with(&ball(4.25), DVec3::Y, 1.0, &skin, |_| true).is_none());
    /// assert!(queries.sweep_with(&ball(4.25), -DVec3::X, 1.0, &skin, |_| true).is_none());
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_shape")]
    pub fn sweep_with(
        &self,
        body: &B,
        velocity: B::Vector,
        max_t: Number<B>,
        options: &SweepOptions<Number<B>>,
        mut which: impl FnMut(Handle) -> bool,
    ) -> Option<(Handle, Impact<B::Vector>)> {
        let has_limit = max_t >= <Number<B> as Float>::ZERO;
        if !has_limit || !is_finite(velocity) {
            return None;
        }
        let around = <B::Vector as Vector>::splat(options.distance());
        let bounds = body.bounds();
        let bounds = Aabb { min: bounds.min - around, max: bounds.max + around };
        let way = velocity * max_t;
        let reached = if is_finite(way) { bounds.union(&moved(&bounds, way)) } else { everywhere(way) };
        let mut near: Vec<(Number<B>, Handle)> = Vec::new();
        self.boxes.for_each_meeting(&reached, |handle| {
            let entry_time = entry_time(&self.boxes.boxes.bounds[handle.slot()], &bounds, velocity);
            near.extend(entry_time.filter(|t| *t <= max_t).map(|t| (t, handle)));
        });
        near.order_by(|(t, a), (u, b)| by_number(*t, *u).then(a.cmp(b)));
        let mut best: Option<(Handle, Impact<B::Vector>)> = None;
        for (entry_time, handle) in near {
            let limit = best.map_or(max_t, |(_, impact)| impact.t);
            if entry_time > limit {
                break;
            }
            let Some(kind) = self.kind(handle).filter(|_| which(handle)) else { continue };
            let Some(impact) = kind.body.time_of_impact(body, velocity, limit, options) else { continue };
            if best.is_none_or(|(other, nearest)| (impact.t, handle) < (nearest.t, other)) {
                best = Some((handle, impact));
            }
        }
        best
    }

    /// Returns the `count` bodies nearest to `body`, at most `within` away, among those that
    /// `which` admits, with the closest points as seen from `body`. Results are sorted by distance,
    /// then by slot.
    ///
    /// ```
    /// # use barycast::dynamic::any::Shape3;
    /// # use barycast::scene::moving::{Bodies, CollisionFilter};
    /// # use barycast::shape::{Point, Sphere};
    /// # use glam::DVec3;
    /// let mut bodies = Bodies::<Shape3>::new();
    /// for i in 1..=9 {
    ///     bodies.insert(Sphere::new(DVec3::X * f64::from(i), 0.25).into(), CollisionFilter::FIRST)?;
    /// }
    /// let here = Point(DVec3::ZERO).into();
    /// let found = bodies.queries().k_nearest(&here, 2, f64::INFINITY, |_| true);
    /// let distances: Vec<f64> = found.iter().map(|(_, way)| way.distance).collect();
    /// assert_eq!(distances, [0.75, 1.75]);
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    #[doc(alias = "nearest")]
    pub fn k_nearest(
        &self,
        body: &B,
        count: usize,
        within: Number<B>,
        mut which: impl FnMut(Handle) -> bool,
    ) -> Vec<(Handle, Closest<B::Vector>)> {
        let mut found: Vec<(Handle, Closest<B::Vector>)> = Vec::new();
        if count == 0 || within.partial_cmp(&within).is_none() {
            return found;
        }
        let mut visit = |handle: Handle| {
            let kind = self.kind(handle).filter(|_| which(handle));
            if let Some(kind) = kind {
                let way = body.nearest(&kind.body);
                let place = found.partition_point(|(h, w)| (w.distance, *h) < (way.distance, handle));
                if way.distance <= within && place < count {
                    found.truncate(count - 1);
                    found.insert(place, (handle, way));
                }
            }
            found.get(count - 1).map_or(within, |(_, farthest)| farthest.distance)
        };
        let bounds = body.bounds();
        let half = Number::<B>::from_f64(0.5);
        let (middle, reach) =
            (bounds.min * half + bounds.max * half, (bounds.max - bounds.min).length() * half);
        if is_finite(middle) && reach.is_finite() {
            // Up to rounding, a body within `limit` of `body` is within `limit` plus the half
            // diagonal of the center of its bounding box.
            let slack = Number::<B>::ONE + Number::<B>::EPSILON * Number::<B>::from_f64(16.0);
            let around = |limit: Number<B>| (limit + reach) * slack;
            self.boxes.for_each_near(middle, around(within), |handle, _| around(visit(handle)));
        } else {
            self.boxes.boxes.handles().for_each(|handle| {
                visit(handle);
            });
        }
        found
    }
}

fn by_number<S: Float>(a: S, b: S) -> core::cmp::Ordering {
    a.partial_cmp(&b).unwrap_or(core::cmp::Ordering::Equal)
}

fn is_finite<V: FloatVector>(v: V) -> bool {
    (0..V::DIM).all(|axis| v.get(axis).is_finite())
}

fn moved<V: FloatVector>(b: &Aabb<V>, way: V) -> Aabb<V> {
    Aabb { min: b.min + way, max: b.max + way }
}

fn everywhere<V: FloatVector>(somewhere: V) -> Aabb<V> {
    let infinity = Real::infinity(somewhere.get(0));
    Aabb { min: V::splat(-infinity), max: V::splat(infinity) }
}

/// Returns a lower bound, within rounding, of the time at which a box that moves by `t * velocity`
/// first meets another; `None` if it certainly never does.
fn entry_time<V: FloatVector>(fixed: &Aabb<V>, moving: &Aabb<V>, velocity: V) -> Option<V::Scalar> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let slack = V::Scalar::EPSILON * V::Scalar::from_f64(16.0);
    let (mut enter, mut exit) = (zero, Real::infinity(one));
    for axis in 0..V::DIM {
        let [low, high] =
            [fixed.min.get(axis) - moving.max.get(axis), fixed.max.get(axis) - moving.min.get(axis)];
        let speed = velocity.get(axis);
        if speed == zero {
            if low > zero || high < zero {
                return None;
            }
            continue;
        }
        let size = [fixed.min, fixed.max, moving.min, moving.max]
            .map(|corner| corner.get(axis).abs())
            .into_iter()
            .fold(zero, Ring::max);
        let off = size * slack;
        let (near, far) = if speed > zero { (low - off, high + off) } else { (high + off, low - off) };
        // Infinite boxes make this NaN, which imposes no limit.
        let (from, to) = (near / speed, far / speed);
        if from > enter {
            enter = from;
        }
        if to < exit {
            exit = to;
        }
    }
    let enter = enter * (one - slack);
    (enter <= exit * (one + slack)).then_some(enter)
}
