//! Penetration depth of two boxes, or of a box and a segment, by separating axes.
//!
//! Moved along a unit vector `n`, `b` leaves `a` after
//!
//! ```text
//! depth(n) = reach_a(n) + reach_b(n) - w . n       w = b.center - a.center, turned so that w . n >= 0
//! ```
//!
//! The Minkowski difference is a polytope whose faces have the normals of the separating axes: the
//! face normals of both shapes and the cross products of their edges. The least depth over these
//! axes is the least of all. A depth along any other axis is larger, so the rounding error of
//! nearly parallel edges does no harm.
//!
//! After the move the shapes touch on a face of one, at the deepest point of the other's facing
//! side, clipped to that face; or where two edges cross.
//!
//! Sources: [Gottschalk 1996], [Ericson 5.5]. The clipping is [Sutherland 1974].

use super::form::Form;
use crate::number::{Field, Float, Real, Ring};
use crate::query::Penetration;
use crate::shape::{CoreShape, Obb, Segment};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Common form of a box and a segment: the points `center + sum s_i arms_i` with `|s_i| <= 1`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Core<V> {
    pub(super) center: V,
    /// Half-edges. Zero beyond the first for a segment, and beyond the second in 2D.
    pub(super) arms: [V; 3],
    /// Directions of the arms, non-zero even for a flat box.
    pub(super) edges: [V; 3],
    /// Normal of the face at the i-th arm, along the arm; zero if there is none.
    pub(super) normals: [V; 3],
}

impl<V: FloatVector> Core<V> {
    /// Returns the core of a box.
    pub(crate) fn of_box(b: &Obb<V>) -> Self {
        let mut core = Self::at(b.center);
        let frame = b.frame();
        for i in 0..V::DIM {
            core.arms[i] = b.half_axis(i);
            core.edges[i] = b.axis(i);
            let n = frame.normals[i].normalized_or_zero();
            core.normals[i] = if frame.volume < V::Scalar::ZERO { -n } else { n };
        }
        core
    }

    /// Returns the core of a form that is a box without a radius, where it is. Boxes of unusual axes
    /// have none.
    pub(crate) fn of_box_form(form: &Form<'_, V>) -> Option<Self> {
        let Form::Bounded { shape, by } = *form else { return None };
        let oriented = match shape.core_shape() {
            CoreShape::Aabb(b) => b.to_obb(),
            CoreShape::Obb(b) if b.has_usual_axes() => b,
            _ => return None,
        };
        (by.is_zero() && shape.margin() <= Float::ZERO).then(|| Self::of_box(&oriented))
    }

    /// Returns the core of a segment.
    pub(crate) fn of_segment(s: &Segment<V>) -> Self {
        let half = V::Scalar::ONE.half();
        let mut core = Self::at(s.a * half + s.b * half);
        core.arms[0] = s.b * half - s.a * half;
        core.edges[0] = core.arms[0].normalized_or_zero();
        if V::DIM == 2 {
            // In 2D a segment is a flat box: it has ends, and two sides whose arm is zero.
            core.normals[0] = core.edges[0];
            core.normals[1] = core.edges[0].any_orthogonal();
        }
        core
    }

    fn at(center: V) -> Self {
        let none = [center.zero(); 3];
        Self { center, arms: none, edges: none, normals: none }
    }

    pub(super) fn moved(&self, by: V) -> Self {
        Self { center: self.center + by, ..*self }
    }

    /// Returns the extent along `n` from the middle.
    #[inline]
    pub(super) fn reach(&self, n: V) -> V::Scalar {
        let [x, y, z] = self.arms;
        Ring::abs(x.dot(n)) + Ring::abs(y.dot(n)) + Ring::abs(z.dot(n))
    }

    /// Returns the same for a vector across the i-th arm in 3D.
    #[inline]
    pub(super) fn reach_besides(&self, i: usize, n: V) -> V::Scalar {
        let (x, y) = (self.arms[(i + 1) % 3], self.arms[(i + 2) % 3]);
        Ring::abs(x.dot(n)) + Ring::abs(y.dot(n))
    }

    /// Returns an upper bound of the coordinates of all points, and of the middle plus the arms.
    pub(super) fn extent(&self) -> V::Scalar {
        self.arms.iter().fold(self.center.largest(), |sum, arm| sum + arm.largest())
    }

    /// Returns the approximate size of the coordinates.
    pub(crate) fn size(&self) -> V::Scalar {
        let [x, y, z] = self.arms;
        self.center.length() + x.length() + y.length() + z.length()
    }

    /// Returns the middle of the side farthest along `n`, without the free arms.
    fn farthest(&self, n: V, free: impl Fn(usize) -> bool) -> V {
        let mut p = self.center;
        for (i, &arm) in self.arms.iter().enumerate() {
            if !free(i) {
                p = if arm.dot(n) < V::Scalar::ZERO { p - arm } else { p + arm };
            }
        }
        p
    }

    /// Returns the index of the arm of the face whose normal is closest to `n`, or the last index
    /// if there are no faces.
    fn facing(&self, n: V) -> usize {
        let mut best = V::DIM - 1;
        for i in 0..V::DIM {
            if Ring::abs(self.normals[i].dot(n)) > Ring::abs(self.normals[best].dot(n)) {
                best = i;
            }
        }
        best
    }
}

/// Axis of least depth so far, and the features that touch along it.
#[derive(Clone, Copy, Debug)]
struct Axis<V: Vector> {
    depth: V::Scalar,
    /// Unit vector from `a` to `b`.
    normal: V,
    touching: Touching,
}

/// Features that touch along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Touching {
    FaceOfA(usize),
    FaceOfB(usize),
    Edges(usize, usize),
}

/// Returns the least translation that separates two intersecting shapes.
pub(crate) fn contact<V: FloatVector>(a: &Core<V>, b: &Core<V>) -> Penetration<V> {
    let least = least(a, b);
    Penetration { depth: Ring::max(least.depth, V::Scalar::ZERO), ..least }
}

/// Returns the depth along the unit vector `n` from `a` to `b`; negative if `n` separates the
/// shapes.
pub(crate) fn depth_along<V: FloatVector>(a: &Core<V>, b: &Core<V>, n: V) -> V::Scalar {
    a.reach(n) + b.reach(n) - (b.center - a.center).dot(n)
}

/// Returns the least depth along the separating axes; negative if the shapes are disjoint.
pub(crate) fn least<V: FloatVector>(a: &Core<V>, b: &Core<V>) -> Penetration<V> {
    let w = b.center - a.center;
    let mut best =
        Axis { depth: Real::infinity(V::Scalar::ONE), normal: w.zero(), touching: Touching::FaceOfA(0) };
    let mut scale = V::Scalar::ZERO;
    let mut consider = |n: V, touching: Touching| {
        if n.is_zero() {
            return;
        }
        let along = w.dot(n);
        let normal = if along < V::Scalar::ZERO { -n } else { n };
        let reach = a.reach(n) + b.reach(n);
        let depth = reach - Ring::abs(along);
        // An edge axis must be better by more than rounding: parallel edges lie in faces, and the
        // faces locate the touch.
        let margin = match touching {
            Touching::Edges(..) => scale * V::Scalar::EPSILON * depth.lit(8),
            _ => V::Scalar::ZERO,
        };
        scale = Ring::max(scale, reach);
        if depth + margin < best.depth {
            best = Axis { depth, normal, touching };
        }
    };
    for i in 0..V::DIM {
        consider(a.normals[i], Touching::FaceOfA(i));
        consider(b.normals[i], Touching::FaceOfB(i));
    }
    for i in 0..V::DIM {
        for j in 0..V::DIM {
            consider(V::by_dim(EdgeAxis(a.edges[i], b.edges[j])), Touching::Edges(i, j));
        }
    }
    touch(a, b, &best)
}

/// Returns the point of `a` where shapes that touch along an axis do so.
pub(super) fn touch_along<V: FloatVector>(a: &Core<V>, b: &Core<V>, n: V, touching: Touching) -> V {
    let normal = n.normalized_or_zero();
    touch(a, b, &Axis { depth: V::Scalar::ZERO, normal, touching }).on_a
}

/// Returns the contact with the touching points after the move.
fn touch<V: FloatVector>(a: &Core<V>, b: &Core<V>, axis: &Axis<V>) -> Penetration<V> {
    let Axis { normal, depth, touching } = *axis;
    let way = normal * depth;
    let (on_a, on_b) = match touching {
        Touching::FaceOfA(i) => {
            let on_b = deepest_on_face(a, i, b, -normal);
            (on_b + way, on_b)
        }
        Touching::FaceOfB(j) => {
            let on_a = deepest_on_face(b, j, a, normal);
            (on_a, on_a - way)
        }
        Touching::Edges(i, j) => {
            let (p, u) = (a.farthest(normal, |k| k == i), a.arms[i]);
            let (q, v) = (b.farthest(-normal, |k| k == j), b.arms[j]);
            let on_a = nearest_on_edge(p, u, q, v);
            (on_a, on_a - way)
        }
    };
    Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b }
}

/// Returns the point of the edge `p ± u` closest to the edge `q ± v`.
fn nearest_on_edge<V: FloatVector>(p: V, u: V, q: V, v: V) -> V {
    let w = q - p;
    let foot = w.dot(u).div_or(u.length_squared(), V::Scalar::ZERO);
    let s = w.wedge_dot(v, u, v).div_or(u.wedge_squared(v), foot);
    p + u * Ring::clamp_to(s, -V::Scalar::ONE, V::Scalar::ONE)
}

/// Returns the point farthest along `n` of the side of `other` that faces `n`, clipped to the i-th
/// face of `over`; the mean of the corners of the clipped side that are as far, up to rounding.
fn deepest_on_face<V: FloatVector>(over: &Core<V>, i: usize, other: &Core<V>, n: V) -> V {
    let across = other.facing(n);
    let middle = other.farthest(n, |k| k != across);
    let (u, v) = (other.arms[(across + 1) % V::DIM], other.arms[(across + 2) % V::DIM]);
    let mut side = Polygon::new(middle);
    if V::DIM == 2 {
        side.push(middle - u);
        side.push(middle + u);
    } else {
        side.push(middle - u - v);
        side.push(middle + u - v);
        side.push(middle + u + v);
        side.push(middle - u + v);
    }
    // A flat face contains what lies in it up to rounding.
    let slack = V::Scalar::EPSILON * middle.get(0).lit(16) * (over.size() + other.size());
    for k in 0..V::DIM {
        if k != i {
            let edge_normal = over.normals[k];
            side = side.cut(over.center + over.arms[k], edge_normal, slack);
            side = side.cut(over.center - over.arms[k], -edge_normal, slack);
        }
    }
    let mut best = side.corners[0];
    for &p in side.points() {
        if p.dot(n) > best.dot(n) {
            best = p;
        }
    }
    let (mut sum, mut count) = (middle.zero(), 0);
    for (k, &p) in side.points().iter().enumerate() {
        // A corner may be there twice.
        let before = side.corners[(k + side.len - 1) % side.len];
        let is_new = (p - before).length_squared() > slack * slack;
        if is_new && best.dot(n) - p.dot(n) <= slack {
            (sum, count) = (sum + p, count + 1);
        }
    }
    if count < 2 { best } else { sum * (V::Scalar::ONE / V::Scalar::ONE.lit(count)) }
}

/// Convex polygon of few corners: a parallelogram cut by four lines has at most 8.
struct Polygon<V> {
    corners: [V; 8],
    len: usize,
}

impl<V: FloatVector> Polygon<V> {
    fn new(any: V) -> Self {
        Self { corners: [any; 8], len: 0 }
    }

    fn push(&mut self, p: V) {
        if let Some(corner) = self.corners.get_mut(self.len) {
            *corner = p;
            self.len += 1;
        }
    }

    fn points(&self) -> &[V] {
        &self.corners[..self.len]
    }

    /// Clips the polygon to the points behind the plane through `p` with this outward normal, or
    /// above it by at most `slack`. Returns the corner closest to the plane if nothing lies behind
    /// it.
    fn cut(&self, p: V, normal: V, slack: V::Scalar) -> Self {
        let mut kept = Self::new(p);
        let mut nearest = (Real::infinity(V::Scalar::ONE), p);
        for (k, &from) in self.points().iter().enumerate() {
            let to = self.corners[(k + 1) % self.len];
            let (before, after) = ((from - p).dot(normal), (to - p).dot(normal));
            if before < nearest.0 {
                nearest = (before, from);
            }
            let inside = before <= slack;
            if inside {
                kept.push(from);
            }
            if inside != (after <= slack) {
                let t =
                    Ring::clamp_to(before.div_or(before - after, before.zero()), before.zero(), before.one());
                kept.push(from + (to - from) * t);
            }
        }
        if kept.len == 0 {
            kept.push(nearest.1);
        }
        kept
    }
}

/// Computes the unit vector perpendicular to two edges, or zero if they are parallel. In 2D it is
/// zero, since the face axes suffice.
struct EdgeAxis<V>(V, V);

impl<V: FloatVector> ByDim<V> for EdgeAxis<V> {
    type Answer = V;

    fn d2(self) -> V
    where
        V: Vector2,
    {
        self.0.zero()
    }

    fn d3(self) -> V
    where
        V: Vector3,
    {
        self.0.cross(self.1).normalized_or_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Point;
    use fastrand::Rng;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];

    fn of(center: DVec3, half_extents: DVec3, axes: [DVec3; 3]) -> Obb<DVec3> {
        Obb::new(center, half_extents, axes)
    }

    fn meet(a: &Obb<DVec3>, b: &Obb<DVec3>) -> Penetration<DVec3> {
        contact(&Core::of_box(a), &Core::of_box(b))
    }

    /// Returns how far outside the box a point lies along the box's axes.
    fn outside(shape: &Obb<DVec3>, p: DVec3) -> f64 {
        (shape.to_local(p).abs() - shape.half_extents).max_element()
    }

    #[test]
    fn on_whichever_side_they_meet_the_points_are_on_both() {
        // A small box at a side of a large one, over each of the side's corners and over its
        // middle.
        let small = of(DVec3::ZERO, DVec3::ONE, AXES);
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                for (u, v) in [(0., 0.), (-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)] {
                    let mut center = [0.0; 3];
                    (center[axis], center[(axis + 1) % 3], center[(axis + 2) % 3]) = (4.75 * side, u, v);
                    let large = of(DVec3::from_array(center), DVec3::splat(4.0), AXES);
                    for (a, b, way) in [(&small, &large, side), (&large, &small, -side)] {
                        let found = meet(a, b);
                        let normal = AXES[axis] * way;
                        assert_eq!((found.depth, found.normal_a_to_b), (0.25, Some(normal)), "{large:?}");
                        assert_eq!(found.on_a - found.on_b, normal * 0.25);
                        assert!(outside(a, found.on_a) <= 0.0, "{large:?} {found:?}");
                        assert!(outside(b, found.on_b) <= 0.0, "{large:?} {found:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn crossing_edges_touch_where_they_cross() {
        // An edge along x above, and one along y below that is not under the middle of its box.
        let half = 0.5_f64.sqrt();
        let roof = [DVec3::X, dvec3(0., half, half), dvec3(0., -half, half)];
        let keel = [dvec3(half, 0., half), DVec3::Y, dvec3(-half, 0., half)];
        let a = of(DVec3::ZERO, dvec3(4., 1., 1.), roof);
        let top = 2.0 * half;
        // The lower edge is at (2, -4) sqrt 1/2 from the middle in x and z.
        let b = of(dvec3(0.5 - 2.0 * half, 0.25, top - 0.125 + 4.0 * half), dvec3(1., 2., 3.), keel);
        let found = meet(&a, &b);
        assert!((found.depth - 0.125).abs() < 1e-14, "{found:?}");
        assert!((found.on_a - dvec3(0.5, 0., top)).length() < 1e-14, "{found:?}");
        assert!((found.on_b - dvec3(0.5, 0., top - 0.125)).length() < 1e-14, "{found:?}");
    }

    #[test]
    fn a_plate_touches_where_it_is_however_long_it_is() {
        // The plate has no width along x, and a wider box stands on it.
        let plate = of(DVec3::ZERO, dvec3(0., 1., 100.), AXES);
        for reach in [2.0, 200.0] {
            let b = of(dvec3(0., 1.875, 0.), dvec3(5., 1., reach), AXES);
            for found in [meet(&plate, &b), meet(&b, &plate).swap()] {
                assert_eq!((found.depth, found.normal_a_to_b), (0.125, Some(DVec3::Y)));
                assert!(outside(&plate, found.on_a) <= 0.0 && outside(&b, found.on_b) <= 0.0, "{found:?}");
            }
        }
    }

    #[test]
    fn boxes_side_to_side_touch_on_the_sides_however_they_are_turned() {
        // Across two edges of the sides the depth is the same up to rounding, and edges do not
        // locate the touch.
        let mut axes = [dvec3(2., 3., 6.) / 7.0, dvec3(-6., -2., 3.) / 7.0, dvec3(3., -6., 2.) / 7.0];
        for _ in 0..3 {
            axes.rotate_left(1);
            let [u, v, n] = axes;
            let a = of(DVec3::ZERO, dvec3(2., 4., 1.), axes);
            for (x, y) in [(-1.5, 0.5), (1.5, 0.5), (-2.0, -1.0), (2.5, 2.5)] {
                for (c, s) in [(0.8, 0.6), (0.6, 0.8), (0.28, 0.96), (1.0, 0.0)] {
                    let turned = [u * c + v * s, v * c - u * s, n];
                    let b = of(u * x + v * y + n * 1.875, dvec3(3., 2., 1.), turned);
                    for (a, b) in [(&a, &b), (&b, &a)] {
                        let found = meet(a, b);
                        assert!((found.depth - 0.125).abs() < 1e-14, "{b:?} {found:?}");
                        assert!(outside(a, found.on_a) < 1e-14, "{b:?} {found:?}");
                        assert!(outside(b, found.on_b) < 1e-14, "{b:?} {found:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn in_2d_a_segment_across_a_box_touches_it_on_both() {
        // The segment is longer than the box, or shorter.
        for (width, length) in [(1.0, 9.0), (9.0, 1.0)] {
            let slab = Core::of_box(&Obb::new(DVec2::ZERO, dvec2(width, 1.), [DVec2::X, DVec2::Y]));
            for end in [length, -length] {
                let segment = Core::of_segment(&Segment::new(dvec2(-end, 0.75), dvec2(end, 0.75)));
                for found in [contact(&slab, &segment), contact(&segment, &slab).swap()] {
                    assert_eq!((found.depth, found.normal_a_to_b), (0.25, Some(DVec2::Y)));
                    assert_eq!((found.on_a.y, found.on_b), (1.0, found.on_a - DVec2::Y * 0.25));
                    assert!(found.on_a.x.abs() <= 1.0, "{width} {found:?}");
                }
            }
        }
    }

    fn point(rng: &mut Rng) -> DVec3 {
        let mut unit = || 2. * rng.f64() - 1.;
        dvec3(unit(), unit(), unit())
    }

    #[test]
    fn the_axis_of_least_overlap_comes_with_a_point_of_the_box_at_any_distance() {
        let mut rng = Rng::with_seed(10);
        for case in 0..1_000 {
            let far = [1., 2., 8.][case % 3];
            let mut tilted = || {
                let x = point(&mut rng).normalize();
                let y = x.cross(point(&mut rng)).normalize();
                Obb::new(point(&mut rng) * far, point(&mut rng).abs(), [x, y, x.cross(y)])
            };
            let (a, b) = (tilted(), tilted());
            let found = least(&Core::of_box(&a), &Core::of_box(&b));
            let off = [a.distance(&Point(found.on_a)), b.distance(&Point(found.on_b))];
            assert!(off[0].min(off[1]) < 1e-12, "{a:?} {b:?}: {found:?} is {off:?} off");
            if found.depth >= 0. {
                assert!(off[0].max(off[1]) < 1e-12, "{a:?} {b:?}: {found:?} is {off:?} off");
            }
            let n = found.normal_a_to_b.unwrap();
            assert!((found.on_a - found.on_b - n * found.depth).length() < 1e-12, "{found:?}");
        }
    }
}
