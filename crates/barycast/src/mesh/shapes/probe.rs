//! Convex shape in `f64`, and its distance from and intersection with one triangle.
//!
//! A shape is its *core* and a radius around it ([`Support::margin`]). Cores that are points,
//! segments and boxes have closed forms; GJK handles every other core. Shapes of `f32` are widened
//! without loss.

use crate::convex::gjk::{self, Around, Outcome};
use crate::exact::Filtered;
use crate::number::{Float, Mask, Verdict};
use crate::pair::{
    aabb_triangle, capsule_triangle, obb_triangle, point_triangle, ray_triangle, sphere_triangle,
};
use crate::query::{Closest, SweepOptions};
use crate::shape::{Aabb, Capsule, CoreShape, Cylinder, Obb, Point, Segment, Sphere, Support, Triangle};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::vec::Vec;
use glam::DVec3;

/// Relative error bound of the closed forms for distances of points, segments and boxes from
/// triangles.
const FORMULA: f64 = 32.0 * f64::EPSILON;
/// Error bound of a shape's support function, in roundings of the shape's own number type.
const FARTHEST: f64 = 8.0;

/// Runs a kernel over floats that track their rounding error, and over intervals and exact numbers
/// where these leave it undecided.
macro_rules! exactly {
    ($kernel:path, $shape:expr, $triangle:expr) => {{
        let (shape, triangle) = ($shape, $triangle);
        let verdict = if cfg!(barycast_small) {
            Verdict::MAYBE
        } else {
            $kernel(
                &shape.lift::<V3<Filtered>>(&Filtered::new),
                &triangle.lift::<V3<Filtered>>(&Filtered::new),
            )
        };
        if verdict.is_undecided() {
            crate::exact::certify::certified!(V3, $kernel, shape, triangle)
        } else {
            verdict.all()
        }
    }};
}

/// The core of a shape, in `f64`.
pub(super) struct Widened<'s, S>(&'s S);

impl<S: Support<Vector: Vector3>> Support for Widened<'_, S> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        // Only the direction matters: it is scaled so that its squared length is in the range of
        // `f32`.
        let size = direction.abs().max_element();
        let direction =
            if (1e-9..=1e9).contains(&size) || size == 0.0 { direction } else { direction / size };
        wide(self.0.core(direction.lift(&Float::from_f64)))
    }

    fn middle(&self) -> DVec3 {
        wide(self.0.middle())
    }

    fn corners(&self, direction: DVec3) -> Vec<DVec3> {
        self.0.corners(direction.lift(&Float::from_f64)).into_iter().map(wide).collect()
    }

    fn rounding(&self) -> f64 {
        self.0.rounding().to_f64()
    }
}

/// Converts a vector to `f64`.
pub(crate) fn wide<V: FloatVector + Vector3>(v: V) -> DVec3 {
    v.lift(&Float::to_f64)
}

/// Cylinder with a frame perpendicular to its axis, computed once and not for each support query.
struct Framed<'s> {
    ends: [DVec3; 2],
    radius: f64,
    axis: DVec3,
    /// Unit vectors perpendicular to the axis and to each other.
    across: [DVec3; 2],
    /// The cylinder itself.
    given: &'s dyn Support<Vector = DVec3>,
}

impl<'s> Framed<'s> {
    fn new(cylinder: &Cylinder<DVec3>, given: &'s dyn Support<Vector = DVec3>) -> Self {
        let axis = cylinder.b - cylinder.a;
        let u = axis.any_orthogonal().normalized_or_zero();
        let v = axis.cross(u).normalized_or_zero();
        Self { ends: [cylinder.a, cylinder.b], radius: cylinder.radius, axis, across: [u, v], given }
    }
}

impl Support for Framed<'_> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        let [u, v] = self.across;
        let cap = self.ends[usize::from(direction.dot(self.axis) > 0.0)];
        cap + (u * direction.dot(u) + v * direction.dot(v)).normalized_or_zero() * self.radius
    }

    fn middle(&self) -> DVec3 {
        self.given.middle()
    }

    fn corners(&self, direction: DVec3) -> Vec<DVec3> {
        self.given.corners(direction)
    }

    fn rounding(&self) -> f64 {
        self.given.rounding()
    }
}

/// The core, by its closed form if it has one.
#[derive(Clone, Copy)]
pub(super) enum Core {
    Point(DVec3),
    Segment(Segment<DVec3>),
    Box(Obb<DVec3>),
    Other,
}

/// Core moved by a translation.
struct Moved<'s> {
    core: &'s dyn Support<Vector = DVec3>,
    by: DVec3,
}

impl Support for Moved<'_> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.core.support(direction) + self.by
    }

    fn middle(&self) -> DVec3 {
        self.core.middle() + self.by
    }

    fn rounding(&self) -> f64 {
        self.core.rounding()
    }
}

/// Shortest way between a triangle and a core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// Distance; 0 if they intersect.
    pub(crate) distance: f64,
    pub(crate) on_mesh: DVec3,
    pub(crate) on_core: DVec3,
    /// Upper bound of how much smaller the distance may be.
    pub(crate) error: f64,
}

impl Way {
    fn new(found: &Outcome<DVec3>) -> Self {
        let Closest { distance, on_a: on_mesh, on_b: on_core } = found.closest;
        Self { distance, on_mesh, on_core, error: found.error_bound }
    }

    /// Returns the end on the shape, where `radius` is the radius around the core.
    pub(crate) fn on_shape(&self, radius: f64) -> DVec3 {
        self.on_core - (self.on_core - self.on_mesh).normalize_or_zero() * radius
    }
}

/// Convex shape prepared for queries with many triangles.
pub(crate) struct Probe<'s> {
    pub(super) core: Core,
    /// The core, by its support function.
    pub(super) any: &'s dyn Support<Vector = DVec3>,
    /// Radius around the core.
    pub(crate) radius: f64,
    pub(super) middle: DVec3,
    /// Bounding box of the core.
    pub(crate) bounds: Aabb<DVec3>,
    /// Largest absolute coordinate of the core.
    pub(super) reach: f64,
    /// Error bound of the position of a plane against the core, in addition to that of the closed
    /// forms.
    pub(super) noise: f64,
    /// The given box, if it is axis-aligned.
    along_axes: Option<Aabb<DVec3>>,
}

/// Runs a query on a shape in `f64`. Returns `None` for a shape with a number that is not finite,
/// or a box with `min > max`.
pub(crate) fn run_query<S: Support<Vector: Vector3>, R>(
    shape: &S,
    question: impl FnOnce(&Probe<'_>) -> R,
) -> Option<R> {
    let widened = Widened(shape);
    let mut any: &dyn Support<Vector = DVec3> = &widened;
    let framed;
    let mut along_axes = None;
    let core = match shape.core_shape() {
        CoreShape::Point(p) => Core::Point(wide(p)),
        CoreShape::Segment(s) => Core::Segment(Segment { a: wide(s.a), b: wide(s.b) }),
        CoreShape::Obb(b) => Core::Box(b.lift(&Float::to_f64)),
        CoreShape::Aabb(b) => {
            let b = b.lift::<DVec3>(&Float::to_f64);
            along_axes = Some(b);
            Core::Box(b.to_obb())
        }
        CoreShape::Cylinder(cylinder) => {
            framed = Framed::new(&cylinder.lift(&Float::to_f64), &widened);
            any = &framed;
            Core::Other
        }
        CoreShape::Other => Core::Other,
    };
    let (bounds, middle) = match core {
        Core::Point(p) => (Aabb { min: p, max: p }, p),
        Core::Segment(s) => (s.bounds(), (s.a + s.b) * 0.5),
        Core::Box(b) => (along_axes.unwrap_or_else(|| b.bounds()), b.center),
        Core::Other => {
            let end = |axis: DVec3| any.support(axis).dot(axis);
            let [x, y, z] = DVec3::AXES;
            let max = DVec3::new(end(x), end(y), end(z));
            (Aabb { min: -DVec3::new(end(-x), end(-y), end(-z)), max }, any.middle())
        }
    };
    let reach = bounds.min.abs().max(bounds.max.abs()).max_element();
    let noise = match core {
        Core::Other => reach * any.rounding() * FARTHEST,
        _ => 0.0,
    };
    let bounds =
        Aabb { min: bounds.min - noise - reach * FORMULA, max: bounds.max + noise + reach * FORMULA };
    let radius = shape.margin().to_f64();
    // Products of numbers such as `f32::MAX` may overflow.
    let usual = reach < 1e75 && radius < 1e75 && bounds.min.cmple(bounds.max).all() && middle.is_finite();
    usual.then(|| question(&Probe { core, any, radius, middle, bounds, reach, noise, along_axes }))
}

impl Probe<'_> {
    /// Returns the shape grown by the distance at which a sweep stops.
    pub(crate) fn grown<S: Float>(&self, options: &SweepOptions<S>) -> Self {
        Self { radius: self.radius + options.distance().to_f64(), ..*self }
    }

    /// Returns the bounding box of the shape, larger by `by` on each side.
    pub(crate) fn outer(&self, by: f64) -> Aabb<DVec3> {
        let by = self.radius + by;
        Aabb { min: self.bounds.min - by, max: self.bounds.max + by }
    }

    /// Returns the point of the core with the least extent along a direction.
    pub(super) fn lowest(&self, n: DVec3) -> DVec3 {
        match self.core {
            Core::Point(p) => p,
            Core::Segment(s) => s.support(-n),
            Core::Box(b) => b.support(-n),
            Core::Other => self.any.support(-n),
        }
    }

    /// Returns the rounding error of the distance between a triangle and a plane at the core moved
    /// by `by`.
    pub(crate) fn rounding(&self, by: DVec3, triangle: &Triangle<DVec3>) -> f64 {
        let corners = triangle.a.abs().max(triangle.b.abs()).max(triangle.c.abs()).max_element();
        self.noise + (self.reach + by.abs().max_element() + corners + self.radius) * FORMULA
    }

    /// Returns the shortest way from a triangle to the core, moved by `by`.
    pub(super) fn way(&self, by: DVec3, triangle: &Triangle<DVec3>) -> Way {
        let closest = match self.core {
            Core::Point(p) => point_triangle::distance(&Point(p + by), triangle).swap(),
            Core::Segment(s) => {
                ray_triangle::distance(&Segment { a: s.a + by, b: s.b + by }, triangle).swap()
            }
            Core::Box(b) => {
                return Way::new(&gjk::outcome(triangle, &Obb { center: b.center + by, ..b }));
            }
            Core::Other => return Way::new(&gjk::outcome(triangle, &Moved { core: self.any, by })),
        };
        Way { distance: closest.distance, on_mesh: closest.on_a, on_core: closest.on_b, error: 0.0 }
    }

    /// Returns the same for the core in its place. A distance above `far` is only known to be above
    /// it. For a core without a closed form that overlaps the triangle, also returns points of both
    /// around a shared point.
    pub(super) fn way_within(&self, triangle: &Triangle<DVec3>, far: f64) -> (Way, Option<Around<DVec3>>) {
        if !matches!(self.core, Core::Other) {
            return (self.way(DVec3::ZERO, triangle), None);
        }
        let (found, around) = gjk::within(triangle, self.any, far);
        (Way::new(&found), around)
    }

    /// Returns the same as `way`, starting along a direction that may be nearly the shortest way.
    /// May return `None` if a separating plane exists that `passes` accepts, given its unit normal
    /// towards the core and the gap along it.
    pub(super) fn way_unless(
        &self,
        by: DVec3,
        triangle: &Triangle<DVec3>,
        along: Option<DVec3>,
        passes: &impl Fn(DVec3, f64) -> bool,
    ) -> Option<Way> {
        let found = match self.core {
            Core::Box(b) => {
                gjk::outcome_unless(triangle, &Obb { center: b.center + by, ..b }, along, passes)?
            }
            Core::Other => gjk::outcome_unless(triangle, &Moved { core: self.any, by }, along, passes)?,
            _ => return Some(self.way(by, triangle)),
        };
        Some(Way::new(&found))
    }

    /// Tests whether the core's distance from a triangle is certainly more than `distance`, by one
    /// plane: the one perpendicular to the way between the middle and the triangle.
    pub(super) fn is_beyond(&self, triangle: &Triangle<DVec3>, distance: f64) -> bool {
        let near = point_triangle::distance(&Point(self.middle), triangle);
        let n = (near.on_a - near.on_b).normalize_or_zero();
        let highest = n.dot(triangle.a).max(n.dot(triangle.b)).max(n.dot(triangle.c));
        n.dot(self.lowest(n)) - highest > distance + self.rounding(DVec3::ZERO, triangle)
    }

    /// Tests whether the core is on one side of the triangle's plane and farther from it than
    /// `distance`.
    pub(super) fn is_off_plane(&self, triangle: &Triangle<DVec3>, distance: f64) -> bool {
        let n = (triangle.b - triangle.a).cross(triangle.c - triangle.a);
        let far = (distance + self.rounding(DVec3::ZERO, triangle)) * n.length();
        // The normal of a needle may be tilted, so all corners count.
        let [a, b, c] = [n.dot(triangle.a), n.dot(triangle.b), n.dot(triangle.c)];
        n.dot(self.lowest(n)) - a.max(b).max(c) > far || a.min(b).min(c) - n.dot(self.lowest(-n)) > far
    }

    /// Tests whether the shape and a triangle share a point. Exact for points, spheres, segments,
    /// capsules and boxes; for other shapes up to the rounding error of their support functions.
    pub(super) fn meets(&self, triangle: &Triangle<DVec3>) -> bool {
        let radius = self.radius;
        match (self.core, self.along_axes) {
            (Core::Point(center), _) => {
                let ball = Sphere { center, radius };
                sphere_triangle::certainly(&ball, triangle)
                    .unwrap_or_else(|| exactly!(sphere_triangle::intersects, ball, triangle))
            }
            (Core::Segment(s), _) => {
                exactly!(capsule_triangle::intersects, Capsule { a: s.a, b: s.b, radius }, triangle)
            }
            (Core::Box(_), Some(b)) if radius == 0.0 => aabb_triangle::certainly(&b, triangle)
                .unwrap_or_else(|| exactly!(aabb_triangle::intersects, b, triangle)),
            (Core::Box(b), None) if radius == 0.0 => exactly!(obb_triangle::intersects, b, triangle),
            _ if radius > 0.0 => self.way(DVec3::ZERO, triangle).distance <= radius,
            _ => gjk::intersects(triangle, self.any),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(rng: &mut fastrand::Rng) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| rng.f64() * 2.0 - 1.0))
    }

    #[test]
    fn farthest_points_in_a_frame_made_once_are_those_of_the_cylinder() {
        let mut rng = fastrand::Rng::with_seed(9);
        for case in 0..20_000 {
            let (a, way) = (random(&mut rng), random(&mut rng));
            let cylinder = Cylinder::new(a, a + way, rng.f64());
            let direction = match case % 4 {
                0 => way,
                1 => -way.cross(random(&mut rng)),
                _ => random(&mut rng),
            };
            let framed = Framed::new(&cylinder, &cylinder);
            assert_eq!(framed.support(direction), cylinder.support(direction), "{case}");
        }
    }

    #[test]
    fn a_search_that_may_end_early_ends_only_where_the_whole_one_is_beyond_the_limit() {
        let mut rng = fastrand::Rng::with_seed(10);
        let (mut beyond, mut around_origin) = (0, 0);
        for case in 0..4_000 {
            let triangle = Triangle { a: random(&mut rng), b: random(&mut rng), c: random(&mut rng) };
            let a = random(&mut rng) * (1.0 + f64::from(case % 3));
            let cylinder = Cylinder::new(a, a + random(&mut rng), 0.1 + rng.f64() * 0.4);
            let (far, along) = (f64::from(case % 5) * 0.1, random(&mut rng));
            let whole = gjk::outcome(&triangle, &cylinder);
            let distance = whole.closest.distance;
            let (found, around) = gjk::within(&triangle, &cylinder, far);
            assert_eq!(found.closest.distance > far, distance > far, "{case}");
            if distance > far {
                beyond += 1;
            } else {
                assert_eq!(found.closest.distance, distance, "{case}");
            }
            for [on_triangle, _] in around.into_iter().flatten() {
                around_origin += 1;
                assert!([triangle.a, triangle.b, triangle.c].contains(&on_triangle), "{case}");
            }
            let unless = gjk::outcome_unless(&triangle, &cylinder, Some(along), &|_, gap| gap > far);
            match unless {
                None => assert!(distance > far, "{case}"),
                Some(found) => {
                    let apart = (found.closest.distance - distance).abs();
                    assert!(apart <= found.error_bound + whole.error_bound + 1e-14, "{case}: {apart}");
                }
            }
        }
        assert!(beyond > 1000 && around_origin > 1000, "{beyond} {around_origin}");
    }
}
