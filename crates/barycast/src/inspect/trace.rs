//! Step-by-step traces of algorithms, which show why two shapes intersect or not.
//!
//! A trace is computed on request, beside the result: the kernels do not know of it, and queries
//! cost the same with and without this module. The algorithm of [`gjk`] is
//! observed while it runs. Separating axes and slabs are computed in `f64`, in the order in which
//! the kernels test them.

use crate::convex::{epa, gjk};
use crate::dynamic::any::{Shape2, Shape3, in_both_dimensions};
use crate::dynamic::kind::WideShape;
use crate::dynamic::rescale::Rescale;
use crate::dynamic::shape::DynamicShape;
use crate::number::{DoubleDouble, Float};
use crate::shape::{Aabb, Obb, Parallelogram, Triangle};
use crate::vector::size::{own_shift, shifted, shifted_vector};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// The algorithm that a trace shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Method {
    /// Line against box: the interval of `t` between each pair of parallel faces.
    Slabs,
    /// Two polytopes: their projections on every candidate separating axis.
    SeparatingAxes,
    /// Two bounded convex shapes: GJK, a simplex that approaches the origin.
    Gjk,
    /// Two bounded convex shapes that overlap: EPA, a polytope that expands to the boundary of the
    /// Minkowski difference, after GJK.
    Epa,
    /// A closed form without steps; `barycast explain` describes it.
    Formula,
}

/// A step of an algorithm.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Step<V> {
    /// Slab test of one axis: the line is between the two faces for `t` from `enter` to `exit`. It
    /// is between all faces tested so far for `t` from `from` to `to`, and misses as soon as
    /// `from > to`.
    Slab {
        /// Axis of the box.
        axis: V,
        /// Entry parameter. For a line parallel to the faces, the interval is infinite or empty.
        enter: f64,
        /// Exit parameter.
        exit: f64,
        /// Largest entry parameter so far.
        from: f64,
        /// Smallest exit parameter so far.
        to: f64,
    },
    /// Projections of both shapes on a candidate axis. The axis separates them if `gap > 0`.
    Axis {
        /// The axis, of any length.
        axis: V,
        /// Minimum and maximum of `axis . p` over the first shape.
        a: [f64; 2],
        /// Minimum and maximum of `axis . p` over the second shape.
        b: [f64; 2],
        /// Distance of the projections, divided by the length of the axis; negative if they
        /// overlap.
        gap: f64,
    },
    /// A simplex in the Minkowski difference, with its point closest to the origin and bounds of
    /// the distance.
    Simplex {
        /// Up to four vertices `p_a - p_b`.
        points: Vec<V>,
        /// Point of the simplex closest to the origin.
        nearest: V,
        /// Lower bound of the distance.
        lower: f64,
        /// Upper bound of the distance.
        upper: f64,
    },
    /// A polytope in the Minkowski difference, its face closest to the origin, and the point of the
    /// difference farthest beyond it, which is the next corner. The last step is the answer; it has no
    /// face if the difference is flat, or if Newton's method ends the search on a round boundary.
    Face {
        /// Corners `p_a - p_b` found so far, whose hull is the polytope. In 2D the first is repeated.
        points: Vec<V>,
        /// Corners of the face: three, or two in 2D.
        face: Vec<V>,
        /// Unit normal of the face.
        normal: V,
        /// Point of the Minkowski difference farthest along the normal.
        farthest: V,
        /// Lower bound of the depth.
        lower: f64,
        /// Upper bound of the depth.
        upper: f64,
    },
}

/// A trace of a query.
///
/// ```
/// use barycast::dynamic::any::Shape2;
/// use barycast::inspect::trace::Method;
/// use barycast::shape::{Aabb, Ray};
/// use glam::{DVec2, dvec2};
///
/// let crate_ = Shape2::from(Aabb::new(DVec2::ZERO, DVec2::ONE));
/// let ray = Shape2::from(Ray::new(dvec2(-1.0, 0.5), DVec2::X));
/// let trace = crate_.trace(&ray);
/// assert_eq!((trace.method, trace.steps.len()), (Method::Slabs, 2)); // one step per axis
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trace<V> {
    /// The algorithm.
    pub method: Method,
    /// The steps, in order.
    pub steps: Vec<Step<V>>,
}

impl<V: FloatVector<Scalar = f64>> Trace<V> {
    /// Multiplies all lengths by `2^e`, and all `t` by `2^by`.
    fn shifted(mut self, e: i32, by: i32) -> Self {
        let times = |numbers: &mut [&mut f64], e| numbers.iter_mut().for_each(|x| **x = shifted(**x, e));
        for step in &mut self.steps {
            match step {
                Step::Slab { enter, exit, from, to, .. } => times(&mut [enter, exit, from, to], by),
                Step::Axis { a: [a, to_a], b: [b, to_b], gap, .. } => times(&mut [a, to_a, b, to_b, gap], e),
                Step::Simplex { points, nearest, lower, upper } => {
                    points.iter_mut().chain([nearest]).for_each(|p| *p = shifted_vector(*p, e));
                    times(&mut [lower, upper], e);
                }
                Step::Face { points, face, farthest, lower, upper, .. } => {
                    let all = points.iter_mut().chain(face).chain([farthest]);
                    all.for_each(|p| *p = shifted_vector(*p, e));
                    times(&mut [lower, upper], e);
                }
            }
        }
        self
    }
}

/// Traces the slab test of a line, ray or segment and a box.
fn slabs<V: FloatVector<Scalar = f64>>(line: (V, V, [f64; 2]), center: V, arms: &[(V, f64)]) -> Trace<V> {
    let (origin, direction, [mut from, mut to]) = line;
    let steps = arms.iter().map(|&(axis, half)| {
        let (middle, pace) = ((center - origin).dot(axis), direction.dot(axis));
        let ends = if pace == 0.0 {
            let inside = middle.abs() <= half;
            if inside { [f64::NEG_INFINITY, f64::INFINITY] } else { [f64::INFINITY, f64::NEG_INFINITY] }
        } else {
            let [a, b] = [(middle - half) / pace, (middle + half) / pace];
            [a.min(b), a.max(b)]
        };
        (from, to) = (from.max(ends[0]), to.min(ends[1]));
        Step::Slab { axis, enter: ends[0], exit: ends[1], from, to }
    });
    let steps = steps.collect();
    Trace { method: Method::Slabs, steps }
}

/// Traces the separating-axis test of two point sets.
fn projections<V: FloatVector<Scalar = f64>>(a: &[V], b: &[V], axes: Vec<V>) -> Trace<V> {
    let projection = |points: &[V], axis: V| {
        points
            .iter()
            // Without -0: machines differ in which of two zeros is the minimum.
            .map(|p| p.dot(axis) + 0.0)
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    };
    let steps = axes.into_iter().filter(|axis| !axis.is_zero()).map(|axis| {
        let axis = shifted_vector(axis, own_shift(axis));
        let (a, b) = (projection(a, axis), projection(b, axis));
        Step::Axis { axis, a, b, gap: (b[0] - a[1]).max(a[0] - b[1]) / axis.length() }
    });
    Trace { method: Method::SeparatingAxes, steps: steps.collect() }
}

/// Traces GJK.
fn gjk_steps<V, A>(a: &A, b: &A, rounded: impl Fn(A::Precise) -> V) -> Option<Trace<V>>
where
    A: DynamicShape,
{
    let (a, b) = (a.body()?, b.body()?);
    let mut steps = Vec::new();
    gjk::watched(&a, &b, &mut |points: &[A::Precise], nearest, lower: DoubleDouble, upper: DoubleDouble| {
        let points = points.iter().map(|p| rounded(*p)).collect();
        let nearest = rounded(nearest);
        steps.push(Step::Simplex { points, nearest, lower: lower.to_f64(), upper: upper.to_f64() });
    });
    Some(Trace { method: Method::Gjk, steps })
}

/// Traces EPA, in `f64`. The shapes intersect.
fn epa_steps<A: DynamicShape>(a: &A, b: &A) -> Option<Vec<Step<A::Vector>>> {
    let mut steps = Vec::new();
    let mut last = None;
    let found = epa::watched(&a.plain()?, &b.plain()?, &mut |step| {
        let epa::Expansion { points, face, normal, farthest, bounds: [lower, upper] } = step;
        last = Some(points.clone());
        steps.push(Step::Face { points, face, normal, farthest, lower, upper });
    });
    let (depth, normal) = (found.contact.depth, found.contact.normal_a_to_b?);
    let ended = |step: &Step<A::Vector>| matches!(step, Step::Face { upper, .. } if *upper == depth);
    if !steps.last().is_some_and(ended) {
        let (points, farthest) = (last.unwrap_or_default(), normal * depth);
        let lower = (depth - found.error_bound).max(0.0);
        steps.push(Step::Face { points, face: Vec::new(), normal, farthest, lower, upper: depth });
    }
    Some(steps)
}

in_both_dimensions! {
    impl Any {
        /// Returns the steps by which GJK and EPA find the penetration depth of two bounded convex
        /// shapes that intersect; [`trace`](Self::trace) for others. The last step is a
        /// [`Step::Face`], whose upper bound is the depth. [`contact`](Self::contact) of some pairs
        /// comes from separating axes or a formula instead.
        ///
        /// ```
        /// use barycast::dynamic::any::Shape2;
        /// use barycast::inspect::trace::{Method, Step};
        /// use barycast::shape::Aabb;
        /// use glam::{DVec2, dvec2};
        ///
        /// let a = Shape2::from(Aabb::new(DVec2::ZERO, dvec2(4.0, 4.0)));
        /// let b = Shape2::from(Aabb::new(dvec2(3.0, 1.0), dvec2(9.0, 5.0)));
        /// let trace = a.trace_contact(&b);
        /// assert_eq!(trace.method, Method::Epa);
        /// assert!(matches!(trace.steps.last(), Some(Step::Face { upper, .. }) if *upper == 1.0));
        /// ```
        #[must_use]
        pub fn trace_contact(&self, other: &Self) -> Trace<V> {
            if let Some((a, b, e)) = self.at_ordinary_size(other) {
                return a.trace_contact(&b).shifted(-e, -self.parameter_shift(e) - other.parameter_shift(e));
            }
            let rounded = |p: <Self as WideShape>::Precise| V::from_fn(|axis| p.get(axis).to_f64());
            let steps = if self.intersects(other) { epa_steps(self, other) } else { None };
            match (steps, gjk_steps(self, other, rounded)) {
                (Some(expansion), Some(Trace { mut steps, .. })) => {
                    steps.extend(expansion);
                    Trace { method: Method::Epa, steps }
                }
                (None, Some(gjk)) => gjk,
                _ => self.trace(other),
            }
        }

        /// Returns the steps that compute `intersects` and `distance` of the two shapes.
        #[must_use]
        pub fn trace(&self, other: &Self) -> Trace<V> {
            if let Some((a, b, e)) = self.at_ordinary_size(other) {
                return a.trace(&b).shifted(-e, -self.parameter_shift(e) - other.parameter_shift(e));
            }
            if let (Some(line), Some((center, arms))) = (self.straight(), other.arms()) {
                return slabs(line, center, &arms);
            }
            if let (Some((center, arms)), Some(line)) = (self.arms(), other.straight()) {
                return slabs(line, center, &arms);
            }
            if let (Some((a, normals, edges)), Some((b, others, other_edges))) =
                (self.faces(), other.faces())
            {
                return projections(&a, &b, axes(normals, others, &edges, &other_edges));
            }
            let rounded = |p: <Self as WideShape>::Precise| V::from_fn(|axis| p.get(axis).to_f64());
            gjk_steps(self, other, rounded)
                .unwrap_or(Trace { method: Method::Formula, steps: Vec::new() })
        }

        /// Returns origin, direction and range of `t` of a line, ray or segment.
        fn straight(&self) -> Option<(V, V, [f64; 2])> {
            Some(match *self {
                Self::Line(a) => (a.origin, a.direction, [f64::NEG_INFINITY, f64::INFINITY]),
                Self::Ray(a) => (a.origin, a.direction, [0.0, f64::INFINITY]),
                Self::Segment(a) => (a.a, a.b - a.a, [0.0, 1.0]),
                _ => return None,
            })
        }

        /// Returns the center of a box, its axes and half extents.
        fn arms(&self) -> Option<(V, Vec<(V, f64)>)> {
            match *self {
                Self::Aabb(Aabb { min, max }) => {
                    let half = (max - min) * 0.5;
                    let arm = |axis| (V::ZERO.with(axis, 1.0), half[axis]);
                    Some(((min + max) * 0.5, (0..V::DIM).map(arm).collect()))
                }
                Self::Obb(Obb { center, half_extents, axes }) => {
                    Some((center, (0..V::DIM).map(|i| (axes[i], half_extents[i])).collect()))
                }
                _ => None,
            }
        }

        /// Returns the vertices and edge directions of a small polytope.
        fn corners(&self) -> Option<(Vec<V>, Vec<V>)> {
            match *self {
                Self::Triangle(Triangle { a, b, c }) => {
                    Some((alloc::vec![a, b, c], alloc::vec![b - a, c - b, a - c]))
                }
                Self::Parallelogram(Parallelogram { origin, u, v }) => {
                    Some((alloc::vec![origin, origin + u, origin + u + v, origin + v], alloc::vec![u, v]))
                }
                Self::Segment(a) => Some((alloc::vec![a.a, a.b], alloc::vec![a.b - a.a])),
                _ => {
                    let (center, arms) = self.arms()?;
                    let mut corners = alloc::vec![center];
                    for (axis, half) in &arms {
                        corners = corners
                            .iter()
                            .flat_map(|p| [*p - *axis * *half, *p + *axis * *half])
                            .collect();
                    }
                    Some((corners, arms.iter().map(|arm| arm.0).collect()))
                }
            }
        }
    }
}

impl Shape2 {
    /// Returns vertices, edge normals, and no edges.
    fn faces(&self) -> Option<(Vec<DVec2>, Vec<DVec2>, Vec<DVec2>)> {
        let (corners, edges) = self.corners()?;
        Some((corners, edges.into_iter().map(DVec2::perp).collect(), Vec::new()))
    }
}

impl Shape3 {
    /// Returns vertices, face normals and edge directions.
    fn faces(&self) -> Option<(Vec<DVec3>, Vec<DVec3>, Vec<DVec3>)> {
        let (corners, edges) = self.corners()?;
        let normals = match self {
            Self::Aabb(_) | Self::Obb(_) => edges.clone(),
            _ if edges.len() > 1 => alloc::vec![edges[0].cross(edges[1])],
            _ => Vec::new(),
        };
        Some((corners, normals, edges))
    }
}

/// Returns the candidate axes: the face normals of both shapes, and the cross products of their
/// edges.
fn axes<V: CrossEdges>(mut normals: Vec<V>, others: Vec<V>, edges: &[V], other_edges: &[V]) -> Vec<V> {
    normals.extend(others);
    for a in edges {
        normals.extend(other_edges.iter().filter_map(|b| V::across(*a, *b)));
    }
    normals
}

/// Cross products of edges, which in 2D are no axes.
trait CrossEdges: Copy {
    fn across(a: Self, b: Self) -> Option<Self>;
}

impl CrossEdges for DVec2 {
    fn across(_: Self, _: Self) -> Option<Self> {
        None
    }
}

impl CrossEdges for DVec3 {
    fn across(a: Self, b: Self) -> Option<Self> {
        Some(a.cross(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ellipsoid, Point, Ray, Segment, Sphere, Tetrahedron};
    use glam::{dvec2, dvec3};

    #[test]
    fn steps_scale_with_huge_and_tiny_shapes() {
        let at = |x: f64, y: f64, z: f64, size: i32| dvec3(x, y, z) * 2_f64.powi(size);
        let pairs = |size: i32| -> [[Shape3; 2]; 4] {
            let triangle = Triangle::new(at(0., 0., 1., size), at(1., 0., 0.5, size), at(0., 1., 0., size));
            let segment = Segment::new(at(-1., 0.25, 0.5, size), at(1., 0.5, 0.75, size));
            let boxed = Aabb::new(at(0.25, 0.25, 0., size), at(1., 0.5, 1.5, size));
            let ball = Sphere::new(at(-1., 0.5, 0.75, size), 0.25 * 2_f64.powi(size));
            let ray = Ray::new(at(-1., 0., 0.5, size), dvec3(1., 0.5, 0.25));
            [
                [triangle.into(), boxed.into()],
                [segment.into(), boxed.into()],
                [ray.into(), boxed.into()],
                [triangle.into(), ball.into()],
            ]
        };
        let methods = [Method::SeparatingAxes, Method::Slabs, Method::Slabs, Method::Gjk];
        for size in [600, -600] {
            for (i, ([a, b], [c, d])) in pairs(0).into_iter().zip(pairs(size)).enumerate() {
                // The parameter of a segment has no unit.
                let expected = a.trace(&b).shifted(size, if i == 1 { 0 } else { size });
                assert_eq!((expected.method, expected.steps.is_empty()), (methods[i], false));
                assert_eq!(c.trace(&d), expected);
                assert_eq!(b.trace(&a).steps.len(), d.trace(&c).steps.len());
            }
        }
    }

    /// Returns the bounds of the steps of EPA.
    fn bounds<V>(trace: &Trace<V>) -> Vec<[f64; 2]> {
        let of = |step: &Step<V>| match step {
            Step::Face { lower, upper, .. } => Some([*lower, *upper]),
            _ => None,
        };
        trace.steps.iter().filter_map(of).collect()
    }

    #[test]
    fn expansions_end_at_the_depth_and_their_bounds_close() {
        let hull = Shape3::from(Tetrahedron::new(
            DVec3::ZERO,
            dvec3(4., 0., 0.),
            dvec3(0., 4., 0.),
            dvec3(0., 0., 4.),
        ));
        let egg = Ellipsoid::new(dvec3(1., 1., 0.5), dvec3(1., 0.5, 0.75), [DVec3::X, DVec3::Y, DVec3::Z]);
        let others: [Shape3; 4] = [
            Aabb::new(dvec3(0.5, 0.25, -1.), dvec3(3., 3., 0.75)).into(),
            Sphere::new(dvec3(-0.5, 1., 1.), 1.).into(),
            Sphere::new(dvec3(1., 1., 0.5), 1.).into(),
            egg.into(),
        ];
        for other in others {
            let (trace, contact) = (hull.trace_contact(&other), hull.contact(&other).unwrap().unwrap());
            let steps = bounds(&trace);
            assert_eq!(trace.method, Method::Epa);
            let last = steps[steps.len() - 1];
            assert!((last[1] - contact.depth).abs() <= 1e-9 * contact.depth, "{last:?} {contact:?}");
            for pair in steps.windows(2) {
                assert!(pair[1][1] <= pair[0][1], "{steps:?}");
            }
            assert!(steps.iter().all(|[lower, upper]| lower <= &(upper + 1e-12)), "{steps:?}");
        }
    }

    #[test]
    fn shapes_that_are_apart_or_unbounded_have_no_expansion() {
        let ball = |x: f64| Shape3::from(Sphere::new(dvec3(x, 0., 0.), 1.));
        assert_eq!(ball(0.).trace_contact(&ball(5.)).method, Method::Gjk);
        let ray = Shape3::from(Ray::new(DVec3::ZERO, DVec3::X));
        assert_eq!(ball(0.).trace_contact(&ray).method, Method::Formula);
        // The difference of two points is flat.
        let point = Shape3::from(Point(DVec3::ONE));
        let trace = point.trace_contact(&point);
        assert!(matches!(trace.steps.last(), Some(Step::Face { face, upper: 0.0, .. }) if face.is_empty()));
    }

    #[test]
    fn disjoint_boxes_show_a_separating_axis() {
        let a: Shape3 = Aabb::new(DVec3::ZERO, DVec3::ONE).into();
        let b: Shape3 = Aabb::new(dvec3(0.5, 3.0, 0.5), dvec3(2.0, 4.0, 2.0)).into();
        let trace = a.trace(&b);
        assert_eq!(trace.method, Method::SeparatingAxes);
        let apart: Vec<_> = trace
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Axis { axis, gap, .. } if *gap > 0.0 => Some((*axis, *gap)),
                _ => None,
            })
            .collect();
        assert!(apart.contains(&(DVec3::Y, 2.0)), "{apart:?}");
    }

    #[test]
    fn a_missing_ray_leaves_one_slab_before_it_enters_another() {
        let square: Shape2 = Aabb::new(DVec2::ZERO, DVec2::ONE).into();
        let past: Shape2 = Ray::new(dvec2(-1.0, 0.5), dvec2(1.0, 1.0)).into();
        let trace = square.trace(&past);
        let Some(Step::Slab { from, to, .. }) = trace.steps.last() else { panic!("{trace:?}") };
        assert_eq!((trace.method, *from, *to), (Method::Slabs, 1.0, 0.5));
    }

    #[test]
    fn the_gjk_bounds_converge_to_the_distance() {
        let a: Shape3 = Obb::new(DVec3::ZERO, DVec3::ONE, [DVec3::X, DVec3::Y, DVec3::Z]).into();
        let b: Shape3 = crate::shape::Cylinder::new(dvec3(5.0, 0.0, 0.0), dvec3(5.0, 1.0, 0.0), 1.0).into();
        let trace = a.trace(&b);
        let Some(Step::Simplex { lower, upper, .. }) = trace.steps.last() else { panic!("{trace:?}") };
        assert!(*lower <= 3.0 && *upper >= 3.0 && upper - lower < 1e-12, "{lower} {upper}");
        let ball: Shape3 = Sphere { center: DVec3::ZERO, radius: 1.0 }.into();
        let plane: Shape3 = crate::shape::Plane { normal: DVec3::X, distance: 3.0 }.into();
        assert_eq!(ball.trace(&plane).method, Method::Formula);
    }
}
