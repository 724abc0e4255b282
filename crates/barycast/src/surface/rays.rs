//! Ray casts at patches: turns the intersections (`line_patch.rs`) into sorted hits, each reported
//! once.

use super::error::Parameter;
use super::line_patch::{Coefficients, PatchIntersection, intersect, merge_duplicates};
use super::patch::BezierPatch;
use super::{PatchGrid, Scalar};
use crate::curve::piecewise::narrow;
use crate::number::each::MapEach;
use crate::number::{Float, Ring, sort_by_number};
use crate::pair::cast::{CastOptions, Range};
use crate::query::Side;
use crate::shape::{Line, Linear};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;

/// An intersection of a line, ray or segment with a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit<V: Vector> {
    /// Parameter of the hit: the point is `origin + t * direction`.
    pub t: V::Scalar,
    /// Point of the surface.
    pub point: V,
    /// Index of the patch; the first if several meet there.
    pub patch: usize,
    /// First parameter of the surface.
    pub u: V::Scalar,
    /// Second parameter of the surface.
    pub v: V::Scalar,
    /// Unit normal along `S_u x S_v`, independent of the side the ray comes from; `None` if the
    /// surface has none.
    pub normal: Option<V>,
    /// Side from which the ray comes: `Outside` is the side to which the normal points.
    pub side: Side,
}

/// A line prepared for intersection with patches.
#[derive(Clone, Copy)]
pub(super) struct RayFrame<V: Vector> {
    pub(super) range: Range<V>,
    /// Two unit vectors perpendicular to the direction and to each other.
    across: [V; 2],
    /// The vector `direction / |direction|^2`.
    along: V,
    /// Largest absolute coordinate of the origin.
    reach: V::Scalar,
}

/// Control points times their weights, axis by axis, followed by the weights of a rational patch.
#[derive(Clone, Debug)]
pub(super) struct Controls<S> {
    counts: [usize; 2],
    numbers: Vec<S>,
    /// Largest absolute coordinate, and largest weight.
    reach: [S; 2],
}

impl<S: Float> Controls<S> {
    pub(super) fn new<V: FloatVector<Scalar = S>>(patch: &BezierPatch<V>) -> Self {
        let count = patch.points().len();
        let axis = |axis| (0..count).map(move |i| patch.points()[i].get(axis) * patch.weight(i));
        let mut numbers: Vec<S> = (0..V::DIM).flat_map(axis).collect();
        let reach = |numbers: &[S]| numbers.iter().fold(S::ZERO, |most, x| Ring::max(most, Ring::abs(*x)));
        let reach = [reach(&numbers), patch.weights().map_or(S::ONE, reach)];
        numbers.extend(patch.weights().unwrap_or_default());
        Self { counts: patch.counts(), numbers, reach }
    }
}

impl<V: FloatVector + Vector3> RayFrame<V> {
    /// Prepares a line; `None` if its direction is zero or a number is not finite.
    pub(super) fn new(range: Range<V>) -> Option<Self> {
        let (origin, direction) = (range.line.origin, range.line.direction);
        let forward = direction.normalized_or_zero();
        let across = forward.any_orthogonal().normalized_or_zero();
        let mut reach = Scalar::<V>::ZERO;
        for axis in 0..3 {
            if !origin.get(axis).is_finite() || !direction.get(axis).is_finite() {
                return None;
            }
            reach = Ring::max(reach, Ring::abs(origin.get(axis)));
        }
        let along = forward.times_reciprocal(direction.length());
        let is_valid = forward.length_squared() > Scalar::<V>::ZERO && range.low <= range.high;
        is_valid.then_some(Self { range, across: [across, forward.cross(across)], along, reach })
    }

    /// Calls `found` with every intersection of the whole line with the patch.
    #[inline(always)]
    pub(super) fn intersect(
        &self,
        controls: &Controls<Scalar<V>>,
        found: &mut impl FnMut(PatchIntersection<Scalar<V>>),
    ) {
        let Controls { counts, numbers, reach } = controls;
        let noise = self.noise(controls);
        let rational = reach[1] != Scalar::<V>::ONE || numbers.len() > 3 * counts[0] * counts[1];
        let zero = Scalar::<V>::ZERO;
        match (*counts, rational) {
            ([4, 4], false) => {
                let [a, b] = self.forms::<[Scalar<V>; 16], false>([[zero; 16]; 2], numbers);
                intersect([4, 4], a, b, noise, found);
            }
            ([3, 3], true) => {
                let [a, b] = self.forms::<[Scalar<V>; 9], true>([[zero; 9]; 2], numbers);
                intersect([3, 3], a, b, noise, found);
            }
            (counts, rational) => {
                let buffers = alloc::vec![zero; counts[0] * counts[1]];
                let buffers = [buffers.clone(), buffers];
                let [a, b] = if rational {
                    self.forms::<Vec<Scalar<V>>, true>(buffers, numbers)
                } else {
                    self.forms::<Vec<Scalar<V>>, false>(buffers, numbers)
                };
                intersect(counts, a, b, noise, found);
            }
        }
    }

    /// Returns a bound on the rounding error of the forms.
    fn noise(&self, Controls { counts, reach, .. }: &Controls<Scalar<V>>) -> Scalar<V> {
        let steps = Scalar::<V>::from_f64((16 + 2 * (counts[0] + counts[1])) as f64);
        (reach[0] + self.reach * reach[1]) * (Scalar::<V>::EPSILON * steps)
    }

    /// Returns the distances from both planes through the line, times the weights.
    #[inline(always)]
    fn forms<T: Coefficients<Scalar<V>>, const RATIONAL: bool>(
        &self,
        mut forms: [T; 2],
        numbers: &[Scalar<V>],
    ) -> [T; 2] {
        let count = forms[0].as_ref().len();
        let axis = |k: usize| &numbers[k * count..(k + 1) * count];
        let (x, y, z) = (axis(0), axis(1), axis(2));
        let origin = self.range.line.origin;
        let [a, b] = &mut forms;
        let (a, b) = (a.as_mut(), b.as_mut());
        for i in 0..count {
            let o = if RATIONAL { origin * axis(3)[i] } else { origin };
            let (px, py, pz) = (x[i] - o.get(0), y[i] - o.get(1), z[i] - o.get(2));
            let [n, m] = &self.across;
            a[i] = n.get(0) * px + n.get(1) * py + n.get(2) * pz;
            b[i] = m.get(0) * px + m.get(1) * py + m.get(2) * pz;
        }
        forms
    }

    /// Returns the parameter of a point along the line.
    #[inline(always)]
    pub(super) fn t(&self, point: V) -> Scalar<V> {
        self.along.dot(point - self.range.line.origin)
    }
}

/// A hit with its accuracy.
pub(super) struct PatchHit<V: Vector> {
    pub(super) hit: SurfaceHit<V>,
    /// Bound on the error of `t`.
    error: V::Scalar,
    /// Whether the hit lies on a side of its patch.
    on_side: bool,
}

impl<V: FloatVector + Vector3> PatchHit<V> {
    /// Returns the hits at intersections with one patch, within the range.
    pub(super) fn all(
        frame: &RayFrame<V>,
        index: usize,
        patch: &BezierPatch<V>,
        mut intersections: Vec<PatchIntersection<Scalar<V>>>,
    ) -> Vec<Self> {
        merge_duplicates(&mut intersections);
        let mut hits = Vec::new();
        for intersection in &intersections {
            let here = Self::at(frame, index, patch, intersection);
            if !intersection.touch {
                hits.extend(here);
                continue;
            }
            // A touch longer than the uncertainty of a grazing ray is an interval within the
            // surface, which can only end at the sides.
            let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
            let [low, high] = [-one, one].each(|sign| {
                let [u, v] =
                    [0, 1].each(|i| (intersection.at[i] + intersection.error[i] * sign).clamp_to(zero, one));
                patch.at(u, v)
            });
            let reach = patch.points().iter().fold(zero, |m, p| Ring::max(m, p.length_squared()));
            let ends = if (high - low).length_squared() > reach * Scalar::<V>::EPSILON * one.lit(16) {
                Self::ends(frame, patch)
            } else {
                Vec::new()
            };
            if ends.is_empty() {
                hits.extend(here);
            }
            let touch =
                |at| PatchIntersection { at, error: [Scalar::<V>::EPSILON * one.lit(64); 2], touch: true };
            hits.extend(ends.into_iter().filter_map(|at| Self::at(frame, index, patch, &touch(at))));
        }
        hits
    }

    /// Returns the positions where the line passes the sides of a patch, up to rounding.
    fn ends(frame: &RayFrame<V>, patch: &BezierPatch<V>) -> Vec<[Scalar<V>; 2]> {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        let noise = frame.noise(&Controls::new(patch)) * one.lit(4);
        let mut ends = Vec::new();
        for (end, value) in [(false, zero), (true, one)] {
            let approaches =
                |fixed| patch.side(fixed, end).pieces().close_approaches(&frame.range.line, noise);
            ends.extend(approaches(Parameter::U).iter().map(|pass| [value, pass.u]));
            ends.extend(approaches(Parameter::V).iter().map(|pass| [pass.u, value]));
        }
        ends
    }

    /// Returns the hit at an intersection, if it is in the range.
    pub(super) fn at(
        frame: &RayFrame<V>,
        index: usize,
        patch: &BezierPatch<V>,
        intersection: &PatchIntersection<Scalar<V>>,
    ) -> Option<Self> {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        let [u, v] = intersection.at;
        let jet = patch.jet(u, v);
        let direction = frame.range.line.direction;
        let mut most = frame.reach;
        for axis in 0..3 {
            most = Ring::max(most, Ring::abs(jet.point.get(axis)));
        }
        let error = (jet.u.length() * intersection.error[0]
            + jet.v.length() * intersection.error[1]
            + most * (Scalar::<V>::EPSILON * one.lit(64)))
            / direction.length();
        let Range { low, high, .. } = frame.range;
        let t = frame.t(jet.point);
        if t + error < low || t - error > high {
            return None;
        }
        let on_side = |x: Scalar<V>, error: Scalar<V>| {
            let near = error + Scalar::<V>::EPSILON * one.lit(8);
            x <= near || one - x <= near
        };
        let half = one / one.lit(2);
        let normal = jet.normal_from([half - u, half - v]);
        let from_inside = normal.is_some_and(|normal| normal.dot(direction) > zero);
        let side = if from_inside { Side::Inside } else { Side::Outside };
        let t = t.clamp_to(low, high);
        Some(Self {
            hit: SurfaceHit { t, point: jet.point, patch: index, u, v, normal, side },
            error,
            on_side: on_side(u, intersection.error[0]) || on_side(v, intersection.error[1]),
        })
    }
}

/// Sorts hits by `t`, and merges those where sides meet.
pub(super) fn sorted_hits<V: FloatVector + Vector3>(
    mut hits: Vec<PatchHit<V>>,
    cull: bool,
) -> Vec<SurfaceHit<V>> {
    if cull {
        hits.retain(|m| m.hit.side == Side::Outside);
    }
    sort_by_number(&mut hits, |m| m.hit.t.precise());
    let mut unique: Vec<PatchHit<V>> = Vec::new();
    for m in hits {
        let same = |k: &&mut PatchHit<V>| {
            k.on_side && m.on_side && m.hit.t - k.hit.t <= (k.error + m.error) * m.error.lit(2)
        };
        match unique.iter_mut().rev().find(same) {
            Some(k) if m.hit.patch < k.hit.patch => k.hit = SurfaceHit { t: k.hit.t, ..m.hit },
            Some(_) => {}
            None => unique.push(m),
        }
    }
    unique.into_iter().map(|m| m.hit).collect()
}

/// Scaling of a line so that products of its lengths with those of the patches neither underflow
/// nor overflow.
#[derive(Clone, Copy)]
pub(super) struct Scaling {
    /// Exponent of the power of two applied to points.
    points: i32,
    /// Exponent of the power of two applied to the line's parameters.
    parameters: i32,
}

impl Scaling {
    /// Converts a hit back to the surface's number type; `None` if `t` overflows.
    pub(super) fn to_surface<V: FloatVector>(self, hit: &SurfaceHit<V::Wide>) -> Option<SurfaceHit<V>> {
        let number = Scalar::<V>::narrow;
        let (t, point) = match self {
            Self { points: 0, parameters: 0 } => (hit.t, hit.point),
            Self { points, parameters } => {
                (times_power_of(hit.t, -parameters), vector_times_power(hit.point, -points))
            }
        };
        let t = number(t);
        t.is_finite().then(|| SurfaceHit {
            t,
            point: narrow::<V>(point),
            patch: hit.patch,
            u: number(hit.u),
            v: number(hit.v),
            normal: hit.normal.map(narrow::<V>),
            side: hit.side,
        })
    }
}

/// Converts a range to the wide number type, for patches whose points were multiplied by `2^e`.
pub(super) fn scaled_range<V: FloatVector>(range: &Range<V>, e: i32) -> (Range<V::Wide>, Scaling) {
    let number = |x: Scalar<V>| x.widen();
    let origin: V::Wide = range.line.origin.lift(&number);
    let direction: V::Wide = range.line.direction.lift(&number);
    // Both limits apply to `t` as it is rounded. The start of a ray is no limit.
    let low = if range.low == Scalar::<V>::ZERO { number(range.low) } else { -(-range.low).limit() };
    let high = range.high.limit();
    // The direction has a separate scale.
    let direction_shift = shift_of(direction.largest().to_f64());
    if e == 0 && direction_shift == 0 {
        let range = Range { line: Line { origin, direction }, low, high };
        return (range, Scaling { points: 0, parameters: 0 });
    }
    let line = Line {
        origin: vector_times_power(origin, e),
        direction: vector_times_power(direction, direction_shift),
    };
    let [low, high] = [low, high].each(|t| times_power_of(t, e - direction_shift));
    (Range { line, low, high }, Scaling { points: e, parameters: e - direction_shift })
}

impl<V: FloatVector<Wide: Vector3> + Vector3> PatchGrid<V> {
    /// Returns all intersections of a line, ray or segment with the surface, in order of `t`, each
    /// once: none is missed, and the surface is watertight where patches meet. Tangential contacts,
    /// up to the rounding of the coordinates, are reported too. For an interval within the surface,
    /// both ends are reported. A zero direction hits nothing. For many rays, build a
    /// [`PatchSet`](super::PatchSet).
    #[doc(alias = "raycast_all")]
    pub fn cast_all<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<Scalar<V>>,
    ) -> Vec<SurfaceHit<V>> {
        let range = Range::within(ray, options);
        let largest =
            self.patches().iter().map(BezierPatch::largest).fold(range.line.origin.largest(), Ring::max);
        let e = shift_of(largest.to_f64());
        let (range, by) = scaled_range(&range, e);
        let Some(frame) = RayFrame::new(range) else { return Vec::new() };
        let mut hits = Vec::new();
        for (i, patch) in self.patches().iter().enumerate() {
            let patch = if e == 0 { patch.wide() } else { patch.wide().shifted(e) };
            let mut intersections = Vec::new();
            frame.intersect(&Controls::new(&patch), &mut |intersection| intersections.push(intersection));
            hits.extend(PatchHit::all(&frame, i, &patch, intersections));
        }
        let converted = |hit: &SurfaceHit<V::Wide>| {
            let hit = by.to_surface::<V>(hit)?;
            let [u, v] = self.parameters(hit.patch, [hit.u, hit.v]);
            Some(SurfaceHit { u, v, ..hit })
        };
        sorted_hits(hits, options.cull).iter().filter_map(converted).collect()
    }
}
