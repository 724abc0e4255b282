//! Gap of a box and a segment, each with a radius or without, in closed form.
//!
//! In coordinates along the normals of the box's faces, with its middle at 0, the point `p + s d` of
//! the segment is outside the faces across axis `i` by
//!
//! ```text
//! e_i(s) = max(|p_i + s d_i| - h_i, 0)
//! ```
//!
//! The sum of the squares is convex in `s`, and its slope is linear between the parameters at which the
//! segment crosses the plane of a face. An interval around the zero of the slope, narrowed at each of
//! these, ends as one linear piece, which gives the closest point.
//!
//! The features on which the closest points lie then give the normal: of a face, across two edges, or
//! across one of them from an end or a corner. It needs no orthonormal axes, and the plane across it is
//! measured from both shapes. If that gap differs from the distance of the points by more than
//! rounding, the axes are too far from orthonormal for this case, and there is no result.

use super::form::Form;
use super::gap::{Gap, NOISE};
use super::overlap::{self, Core};
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::query::Penetration;
use crate::shape::{CoreShape, Segment};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Error bound of a gap, in roundings of the coordinates.
const ERROR: f64 = NOISE / 2.0;

/// Lengths between this and its reciprocal have squares that are normal numbers.
const LEAST: f64 = 1e-60;

/// A box and a segment.
pub(super) struct BoxSegment<V: Vector> {
    core: Core<V>,
    segment: Segment<V>,
    /// Half extents along the normals of the faces.
    half: [V::Scalar; 3],
    /// Radii of the box and of the segment.
    radii: [V::Scalar; 2],
    /// `true` if the segment is the first of the two shapes.
    turned: bool,
}

/// Shortest way from the core of the box to the segment.
struct Way<V: Vector> {
    /// Width of the slab across the normal between them.
    gap: V::Scalar,
    normal: V,
    on_box: V,
    on_segment: V,
    /// Error bound of the gap.
    noise: V::Scalar,
}

impl<V: FloatVector> BoxSegment<V> {
    /// Returns `None` if one is not a box or the other not a segment, or if they are not of ordinary
    /// size.
    pub(super) fn of(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<Self> {
        let (Form::Bounded { shape: a, by }, Form::Bounded { shape: b, by: by_b }) = (*a, *b) else {
            return None;
        };
        if !(by.is_zero() && by_b.is_zero()) || V::Scalar::EPSILON.to_f64() < f64::EPSILON {
            return None;
        }
        let (oriented, segment, turned) = match (a.core_shape(), b.core_shape()) {
            (CoreShape::Aabb(a), CoreShape::Segment(b)) => (a.to_obb(), b, false),
            (CoreShape::Obb(a), CoreShape::Segment(b)) => (a, b, false),
            (CoreShape::Segment(a), CoreShape::Aabb(b)) => (b.to_obb(), a, true),
            (CoreShape::Segment(a), CoreShape::Obb(b)) => (b, a, true),
            _ => return None,
        };
        let core = Core::of_box(&oriented);
        let half = core::array::from_fn(|i| Ring::abs(core.arms[i].dot(core.normals[i])));
        let radii = if turned { [b.margin(), a.margin()] } else { [a.margin(), b.margin()] };
        let found = Self { core, segment, half, radii, turned };
        let size = found.size().to_f64();
        (oriented.has_usual_axes() && size > LEAST && size < 1.0 / LEAST).then_some(found)
    }

    /// Returns an upper bound of the coordinates of both cores.
    pub(super) fn size(&self) -> V::Scalar {
        self.core.extent() + self.segment.a.largest() + self.segment.b.largest()
    }

    /// Returns the gap after the second shape has moved, or `None` if the cores share a point or
    /// rounding leaves the gap open.
    pub(super) fn gap(&self, by: V) -> Option<Gap<V>> {
        // Moving the box forward is moving the segment backward.
        let way = self.way(if self.turned { -by } else { by })?;
        let (normal, on_a) = if self.turned {
            (-way.normal, way.on_segment + by - way.normal * self.radii[1])
        } else {
            (way.normal, way.on_box + way.normal * self.radii[0])
        };
        let length = way.gap - self.radii[0] - self.radii[1];
        Some(Gap { length: length.to_f64(), normal, on_a, noise: way.noise.to_f64() })
    }

    /// Returns the least translation that separates the shapes, which is negative if they are apart, or
    /// `None` if rounding leaves it open.
    pub(super) fn contact(&self) -> Option<Penetration<V>> {
        let [of_box, of_segment] = self.radii;
        let found = if let Some(way) = self.way(self.core.center.zero()) {
            let (n, depth) = (way.normal, of_box + of_segment - way.gap);
            let (on_a, on_b) = (way.on_box + n * of_box, way.on_segment - n * of_segment);
            Penetration { normal_a_to_b: Some(n), depth, on_a, on_b }
        } else {
            let least = overlap::least(&self.core, &Core::of_segment(&self.segment));
            let n = least.normal_a_to_b.filter(|_| least.depth >= V::Scalar::ZERO)?;
            let (on_a, on_b) = (least.on_a + n * of_box, least.on_b - n * of_segment);
            Penetration { depth: least.depth + of_box + of_segment, on_a, on_b, ..least }
        };
        Some(if self.turned { found.swap() } else { found })
    }

    /// Returns the shortest way of the cores after the segment has moved, or `None` if they share a
    /// point or rounding leaves the way open.
    fn way(&self, by: V) -> Option<Way<V>> {
        let Self { core, segment, half, .. } = self;
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let (start, d) = (segment.a - core.center + by, segment.b - segment.a);
        let along = |v: V| core.normals.each(|n| v.dot(n));
        let (p, q) = (along(start), along(d));
        let s = nearest(&p, &q, half);
        let x = start + d * s;
        let (mut on_box, mut corner, mut outside) = (x.zero(), x.zero(), [zero; 3]);
        for i in 0..V::DIM {
            let at = p[i] + q[i] * s;
            let side = if at < zero { -one } else { one };
            let is_outside = Ring::abs(at) > half[i];
            if is_outside {
                outside[i] = side;
            }
            let part = if is_outside || half[i] <= zero { side } else { at / half[i] };
            on_box = on_box + core.arms[i] * part;
            corner = corner + core.arms[i] * outside[i];
        }
        let is_inner = zero < s && s < one;
        let n = V::by_dim(Normal { core, outside, x, corner, d: is_inner.then_some(d) })?;
        let way = x - on_box;
        let normal = if n.dot(way) < zero { -n } else { n };
        let gap = Ring::min(normal.dot(start), normal.dot(start + d)) - core.reach(normal);
        let noise = (self.size() + by.largest()) * V::Scalar::from_f64(ERROR * f64::EPSILON);
        let is_open = !(gap > zero && way.length() - gap <= noise);
        let (on_box, on_segment) = (core.center + on_box, core.center + x);
        (!is_open).then_some(Way { gap, normal, on_box, on_segment, noise })
    }
}

/// Returns the parameter of the segment's point closest to the box, in coordinates of the box.
fn nearest<S: Float>(p: &[S; 3], d: &[S; 3], half: &[S; 3]) -> S {
    let (zero, one) = (S::ZERO, S::ONE);
    // Half of the slope of the squared distance.
    let slope = |s: S| {
        let mut sum = zero;
        for i in 0..3 {
            let at = p[i] + d[i] * s;
            let outside = at - Ring::clamp_to(at, -half[i], half[i]);
            sum = sum + outside * d[i];
        }
        sum
    };
    let (mut low, mut high) = ((zero, slope(zero)), (one, slope(one)));
    if low.1 >= zero {
        return zero;
    }
    if high.1 <= zero {
        return one;
    }
    for i in 0..3 {
        for face in [-half[i], half[i]] {
            let s = (face - p[i]) / d[i];
            if low.0 < s && s < high.0 {
                let here = slope(s);
                if here < zero {
                    low = (s, here);
                } else {
                    high = (s, here);
                }
            }
        }
    }
    low.0 + (high.0 - low.0) * (low.1 / (low.1 - high.1))
}

/// Computes the unit normal of the features on which the closest points lie, or `None` if the segment
/// enters the box.
struct Normal<'c, V: Vector> {
    core: &'c Core<V>,
    /// Side of the box on which the point lies, per axis; 0 between two faces.
    outside: [V::Scalar; 3],
    /// Closest point of the segment.
    x: V,
    /// Middle of the closest feature of the box.
    corner: V,
    /// Direction of the segment if the point is not an end of it.
    d: Option<V>,
}

impl<V: FloatVector> Normal<'_, V> {
    /// Returns the number of axes across which the point is outside.
    fn count(&self) -> usize {
        (0..V::DIM).filter(|i| self.outside[*i] != V::Scalar::ZERO).count()
    }

    /// Returns the normal of the face beyond which the point is.
    fn face(&self) -> V {
        let i = (0..V::DIM).find(|i| self.outside[*i] != V::Scalar::ZERO).unwrap_or(0);
        self.core.normals[i]
    }

    /// Returns the way from the corner, across the segment at an inner point of it.
    fn off_corner(&self) -> V {
        off(self.x - self.corner, self.d).normalized_or_zero()
    }
}

/// Returns the component of a vector across a direction.
fn off<V: FloatVector>(v: V, d: Option<V>) -> V {
    d.map_or(v, |d| v - d * (v.dot(d) / d.length_squared()))
}

impl<V: FloatVector> ByDim<V> for Normal<'_, V> {
    type Answer = Option<V>;

    fn d2(self) -> Option<V>
    where
        V: Vector2,
    {
        match self.count() {
            0 => None,
            1 => Some(self.face()),
            _ => Some(self.off_corner()),
        }
    }

    fn d3(self) -> Option<V>
    where
        V: Vector3,
    {
        match self.count() {
            0 => None,
            1 => Some(self.face()),
            2 => {
                let i = (0..3).find(|i| self.outside[*i] == V::Scalar::ZERO).unwrap_or(0);
                let edge = self.core.edges[i];
                let n = self.d.map_or(edge.zero(), |d| edge.cross(d));
                // The segment is parallel to the edge, or the point is an end of it.
                let n = if n.is_zero() { off(self.x - self.corner, Some(edge)) } else { n };
                Some(n.normalized_or_zero())
            }
            _ => Some(self.off_corner()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::form::AsConvex as _;
    use crate::convex::{contact, gjk};
    use crate::number::DoubleDouble;
    use crate::shape::{Capsule, Obb, Point, Support as _};
    use crate::vector::{V2, V3};
    use glam::{DMat3, DQuat, DVec2, DVec3, dvec2, dvec3};

    fn vector(rng: &mut fastrand::Rng, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| (rng.f64() * 2.0 - 1.0) * size))
    }

    /// Draws a box and a capsule, some of them parallel to a face or an edge of the box.
    fn pair(rng: &mut fastrand::Rng) -> (Obb<DVec3>, Capsule<DVec3>) {
        let m = DMat3::from_quat(DQuat::from_scaled_axis(vector(rng, 3.0)));
        let axes = [m.x_axis, m.y_axis, m.z_axis];
        let mut half = vector(rng, 1.0).abs() + DVec3::splat(0.125);
        if rng.u32(0..8) == 0 {
            half[rng.usize(0..3)] = 0.0;
        }
        let (at, mut way) = (vector(rng, 3.0), vector(rng, 2.0));
        let i = rng.usize(0..3);
        match rng.u32(0..6) {
            0 => way = way - axes[i] * way.dot(axes[i]),
            1 => way = axes[i] * way.x,
            2 => way = DVec3::ZERO,
            _ => {}
        }
        let radius = f64::from(rng.u32(0..3)) * 0.25;
        (Obb::new(vector(rng, 1.0), half, axes), Capsule::new(at, at + way, radius))
    }

    #[test]
    fn gaps_and_depths_are_those_in_more_digits_and_found_nearly_always() {
        let mut rng = fastrand::Rng::with_seed(34);
        let (mut gaps, mut depths) = (0, 0);
        for case in 0..4000 {
            let (a, b) = pair(&mut rng);
            let by = vector(&mut rng, 1.0);
            let precise = |x: f64| x.precise();
            let (x, y) = (a.lift::<V3<DoubleDouble>>(&precise), b.lift::<V3<DoubleDouble>>(&precise));
            let moved: V3<DoubleDouble> = by.lift(&precise);
            let there = Capsule { a: b.a + by, b: b.b + by, ..b };
            let there_precise = Capsule { a: y.a + moved, b: y.b + moved, ..y };
            let (form_a, form_b) = (a.form().unwrap(), b.form().unwrap());
            let sure = gjk::distance(&x, &there_precise.axis()).distance.to_f64() - b.radius;
            let one = BoxSegment::of(&form_a, &form_b).unwrap().gap(by);
            let other = BoxSegment::of(&form_b, &form_a).unwrap().gap(-by);
            for (gap, side, first) in [(one, 1.0, true), (other, -1.0, false)] {
                let Some(gap) = gap else { continue };
                gaps += 1;
                assert!((gap.length - sure).abs() <= gap.noise, "{case}: {} {sure}", gap.length);
                let n = gap.normal * side;
                let width = there.interval(n).0 - a.interval(n).1;
                assert!((width - gap.length).abs() < 1e-12, "{case}: {width} {gap:?}");
                let on = Point(gap.on_a);
                let off = if first { a.distance(&on) } else { b.distance(&on) };
                assert!(off < 1e-12, "{case}: {off:e}");
            }
            let Some(found) = BoxSegment::of(&form_a, &form_b).unwrap().contact() else { continue };
            let apart = gjk::distance(&x, &y).distance;
            if DoubleDouble::ZERO < apart {
                assert!((found.depth + apart.to_f64()).abs() < 1e-13, "{case}: {found:?} {apart:?}");
                continue;
            }
            depths += 1;
            let sure = contact::between(&x, &y).unwrap().contact.depth.to_f64();
            // The search in more digits may miss the least of a round shape by some.
            assert!(found.depth < sure + 1e-12 && found.depth > sure * (1.0 - 1e-7) - 1e-12, "{case} {sure}");
            let n = found.normal_a_to_b.unwrap();
            assert!((a.interval(n).1 - b.interval(n).0 - found.depth).abs() < 1e-12, "{case}: {found:?}");
            assert!((found.on_a - found.on_b - n * found.depth).length() < 1e-12, "{case}: {found:?}");
        }
        assert!(gaps > 7500 && depths > 180, "{gaps} {depths}");
    }

    #[test]
    fn in_the_plane_it_is_the_same() {
        let mut rng = fastrand::Rng::with_seed(35);
        let mut gaps = 0;
        for case in 0..2000 {
            let angle = rng.f64() * 6.0;
            let x = dvec2(libm::cos(angle), libm::sin(angle));
            let mut point = || dvec2(rng.f64() - 0.5, rng.f64() - 0.5) * 4.0;
            let a = Obb::new(point(), point().abs(), [x, x.perp()]);
            let b = Capsule::new(point(), point(), 0.25);
            let precise = |x: f64| x.precise();
            let (y, z) = (a.lift::<V2<DoubleDouble>>(&precise), b.lift::<V2<DoubleDouble>>(&precise));
            let sure = gjk::distance(&y, &z.axis()).distance.to_f64() - 0.25;
            let pair = BoxSegment::of(&b.form().unwrap(), &a.form().unwrap()).unwrap();
            let Some(gap) = pair.gap(DVec2::ZERO) else { continue };
            assert!((gap.length - sure).abs() <= gap.noise, "{case}: {} {sure}", gap.length);
            if gap.length <= 0.0 {
                continue;
            }
            gaps += 1;
            let off = (gap.on_a + gap.normal * gap.length - a.closest(&Point(gap.on_a)).on_a).length();
            assert!(off < 1e-9, "{case}: {off:e}");
        }
        assert!(gaps > 900, "{gaps}");
    }

    #[test]
    fn a_capsule_through_a_box_leaves_through_its_nearest_face() {
        let a = Obb::new(DVec3::ZERO, DVec3::ONE, [DVec3::X, DVec3::Y, DVec3::Z]);
        let b = Capsule::new(dvec3(-9., 0., 0.75), dvec3(9., 0., 0.75), 0.5);
        let (form_a, form_b) = (a.form().unwrap(), b.form().unwrap());
        let found = BoxSegment::of(&form_a, &form_b).unwrap().contact().unwrap();
        assert_eq!((found.normal_a_to_b, found.depth), (Some(DVec3::Z), 0.75));
        let turned = BoxSegment::of(&form_b, &form_a).unwrap().contact().unwrap();
        assert_eq!(
            (turned.normal_a_to_b, turned.on_a, turned.on_b),
            (Some(-DVec3::Z), found.on_b, found.on_a)
        );
    }

    #[test]
    fn axes_that_are_not_orthonormal_are_taken_as_they_are() {
        let mut rng = fastrand::Rng::with_seed(36);
        let mut gaps = 0;
        for case in 0..2000 {
            let (mut a, b) = pair(&mut rng);
            // Rotated in single precision.
            a.axes = a.axes.map(|axis| axis.as_vec3().as_dvec3());
            let precise = |x: f64| x.precise();
            let (x, y) = (a.lift::<V3<DoubleDouble>>(&precise), b.lift::<V3<DoubleDouble>>(&precise));
            let sure = gjk::distance(&x, &y.axis()).distance.to_f64() - b.radius;
            let pair = BoxSegment::of(&a.form().unwrap(), &b.form().unwrap()).unwrap();
            let Some(gap) = pair.gap(DVec3::ZERO) else { continue };
            gaps += 1;
            assert!((gap.length - sure).abs() <= gap.noise, "{case}: {} {sure}", gap.length);
        }
        assert!(gaps > 1000, "{gaps}");
    }
}
