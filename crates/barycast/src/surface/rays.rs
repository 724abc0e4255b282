//! What a line, ray or segment meets of patches: places (`cross.rs`) as hits, in order, each once.

use super::cross::{Place, Store, cross, joined};
use super::error::Parameter;
use super::patch::BezierPatch;
use super::{Pieces, Scalar};
use crate::curve::pieces::narrow;
use crate::number::each::MapEach;
use crate::number::{Float, Ring, sort_by_number};
use crate::pair::cast::{CastOptions, Range};
use crate::query::Side;
use crate::shape::{Line, Linear};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;

/// Where a line meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceHit<V: Vector> {
    /// The hit is at `origin + t * direction`.
    pub t: V::Scalar,
    /// The point of the surface.
    pub point: V,
    /// In which of the patches it lies; where several meet, in the first.
    pub patch: usize,
    /// Its first parameter.
    pub u: V::Scalar,
    /// Its second parameter.
    pub v: V::Scalar,
    /// Of length 1, along `S_u x S_v` whatever side the ray came from; `None` where the surface has none.
    pub normal: Option<V>,
    /// From the side to which the normal points, or from the other.
    pub side: Side,
}

/// A line made ready for patches.
#[derive(Clone, Copy)]
pub(super) struct Aim<V: Vector> {
    pub(super) range: Range<V>,
    /// Of length 1, at right angles to the direction and to each other.
    across: [V; 2],
    /// `direction / |direction|^2`.
    along: V,
    /// The greatest coordinate of the origin.
    reach: V::Scalar,
}

/// Control points times their weights, axis by axis, and the weights of a rational patch.
#[derive(Clone, Debug)]
pub(super) struct Controls<S> {
    counts: [usize; 2],
    numbers: Vec<S>,
    /// Their greatest coordinate, and weight.
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

impl<V: FloatVector + Vector3> Aim<V> {
    /// Of what has a direction, and finite numbers.
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
        let seen = forward.length_squared() > Scalar::<V>::ZERO && range.low <= range.high;
        seen.then_some(Self { range, across: [across, forward.cross(across)], along, reach })
    }

    /// Calls `found` with every place where the whole line meets the patch of these controls.
    #[inline(always)]
    pub(super) fn cross(&self, controls: &Controls<Scalar<V>>, found: &mut impl FnMut(Place<Scalar<V>>)) {
        let Controls { counts, numbers, reach } = controls;
        let noise = self.noise(controls);
        let rational = reach[1] != Scalar::<V>::ONE || numbers.len() > 3 * counts[0] * counts[1];
        let zero = Scalar::<V>::ZERO;
        match (*counts, rational) {
            ([4, 4], false) => {
                let [a, b] = self.forms::<[Scalar<V>; 16], false>([[zero; 16]; 2], numbers);
                cross([4, 4], a, b, noise, found);
            }
            ([3, 3], true) => {
                let [a, b] = self.forms::<[Scalar<V>; 9], true>([[zero; 9]; 2], numbers);
                cross([3, 3], a, b, noise, found);
            }
            (counts, rational) => {
                let room = alloc::vec![zero; counts[0] * counts[1]];
                let room = [room.clone(), room];
                let [a, b] = if rational {
                    self.forms::<Vec<Scalar<V>>, true>(room, numbers)
                } else {
                    self.forms::<Vec<Scalar<V>>, false>(room, numbers)
                };
                cross(counts, a, b, noise, found);
            }
        }
    }

    /// How far rounding may have moved the forms.
    fn noise(&self, Controls { counts, reach, .. }: &Controls<Scalar<V>>) -> Scalar<V> {
        let steps = Scalar::<V>::from_f64((16 + 2 * (counts[0] + counts[1])) as f64);
        (reach[0] + self.reach * reach[1]) * (Scalar::<V>::EPSILON * steps)
    }

    /// The distances from both planes through the line, times the weights.
    #[inline(always)]
    fn forms<T: Store<Scalar<V>>, const RATIONAL: bool>(
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

    /// Where along the line a point is.
    #[inline(always)]
    pub(super) fn t(&self, point: V) -> Scalar<V> {
        self.along.dot(point - self.range.line.origin)
    }
}

/// A hit and how exactly it is known.
pub(super) struct Met<V: Vector> {
    pub(super) hit: SurfaceHit<V>,
    /// Within which `t` is.
    error: V::Scalar,
    /// On a side of its patch.
    aside: bool,
}

impl<V: FloatVector + Vector3> Met<V> {
    /// The hits at places of one patch, within the range.
    pub(super) fn all(
        aim: &Aim<V>,
        index: usize,
        patch: &BezierPatch<V>,
        mut places: Vec<Place<Scalar<V>>>,
    ) -> Vec<Self> {
        joined(&mut places);
        let mut met = Vec::new();
        for place in &places {
            let here = Self::at(aim, index, patch, place);
            if !place.touch {
                met.extend(here);
                continue;
            }
            // Longer than what rounding hides of a graze, it is a stretch within the surface; that ends at the sides only.
            let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
            let [low, high] = [-one, one].each(|sign| {
                let [u, v] = [0, 1].each(|i| (place.at[i] + place.error[i] * sign).clamp_to(zero, one));
                patch.at(u, v)
            });
            let reach = patch.points().iter().fold(zero, |m, p| Ring::max(m, p.length_squared()));
            let ends = if (high - low).length_squared() > reach * Scalar::<V>::EPSILON * one.lit(16) {
                Self::ends(aim, patch)
            } else {
                Vec::new()
            };
            if ends.is_empty() {
                met.extend(here);
            }
            let touch = |at| Place { at, error: [Scalar::<V>::EPSILON * one.lit(64); 2], touch: true };
            met.extend(ends.into_iter().filter_map(|at| Self::at(aim, index, patch, &touch(at))));
        }
        met
    }

    /// Where the line passes the sides of a patch, up to rounding.
    fn ends(aim: &Aim<V>, patch: &BezierPatch<V>) -> Vec<[Scalar<V>; 2]> {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        let noise = aim.noise(&Controls::new(patch)) * one.lit(4);
        let mut ends = Vec::new();
        for (end, value) in [(false, zero), (true, one)] {
            let passes = |fixed| patch.side(fixed, end).pieces().passes_linear(&aim.range.line, noise);
            ends.extend(passes(Parameter::U).iter().map(|pass| [value, pass.u]));
            ends.extend(passes(Parameter::V).iter().map(|pass| [pass.u, value]));
        }
        ends
    }

    /// The hit at a place, if it is in the range.
    pub(super) fn at(
        aim: &Aim<V>,
        index: usize,
        patch: &BezierPatch<V>,
        place: &Place<Scalar<V>>,
    ) -> Option<Self> {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        let [u, v] = place.at;
        let jet = patch.jet(u, v);
        let direction = aim.range.line.direction;
        let mut most = aim.reach;
        for axis in 0..3 {
            most = Ring::max(most, Ring::abs(jet.point.get(axis)));
        }
        let error = (jet.u.length() * place.error[0]
            + jet.v.length() * place.error[1]
            + most * (Scalar::<V>::EPSILON * one.lit(64)))
            / direction.length();
        let Range { low, high, .. } = aim.range;
        let t = aim.t(jet.point);
        if t + error < low || t - error > high {
            return None;
        }
        let aside = |x: Scalar<V>, error: Scalar<V>| {
            let near = error + Scalar::<V>::EPSILON * one.lit(8);
            x <= near || one - x <= near
        };
        let half = one / one.lit(2);
        let normal = jet.normal_from([half - u, half - v]);
        let back = normal.is_some_and(|normal| normal.dot(direction) > zero);
        let side = if back { Side::Inside } else { Side::Outside };
        let t = t.clamp_to(low, high);
        Some(Self {
            hit: SurfaceHit { t, point: jet.point, patch: index, u, v, normal, side },
            error,
            aside: aside(u, place.error[0]) || aside(v, place.error[1]),
        })
    }
}

/// In order of `t`; where sides meet, each place once.
pub(super) fn in_order<V: FloatVector + Vector3>(mut met: Vec<Met<V>>, cull: bool) -> Vec<SurfaceHit<V>> {
    if cull {
        met.retain(|m| m.hit.side == Side::Outside);
    }
    sort_by_number(&mut met, |met| met.hit.t.precise());
    let mut kept: Vec<Met<V>> = Vec::new();
    for m in met {
        let same =
            |k: &&mut Met<V>| k.aside && m.aside && m.hit.t - k.hit.t <= (k.error + m.error) * m.error.lit(2);
        match kept.iter_mut().rev().find(same) {
            Some(k) if m.hit.patch < k.hit.patch => k.hit = SurfaceHit { t: k.hit.t, ..m.hit },
            Some(_) => {}
            None => kept.push(m),
        }
    }
    kept.into_iter().map(|m| m.hit).collect()
}

/// How a line was brought to where products of its lengths with those of the patches neither vanish nor overflow.
#[derive(Clone, Copy)]
pub(super) struct Brought {
    /// Points were multiplied by two to this.
    points: i32,
    /// Parameters of the line were.
    parameters: i32,
}

impl Brought {
    /// Back to the surface's own numbers; `None` where `t` is more than they hold.
    pub(super) fn back<V: FloatVector>(self, hit: &SurfaceHit<V::Wide>) -> Option<SurfaceHit<V>> {
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

/// The range over the numbers that iterations run over, for patches whose points were multiplied by `2^e`.
pub(super) fn brought<V: FloatVector>(range: &Range<V>, e: i32) -> (Range<V::Wide>, Brought) {
    let number = |x: Scalar<V>| x.widen();
    let origin: V::Wide = range.line.origin.lift(&number);
    let direction: V::Wide = range.line.direction.lift(&number);
    let (low, high) = (number(range.low), range.high.limit());
    // The direction has a size of its own.
    let own = shift_of(direction.largest().to_f64());
    if e == 0 && own == 0 {
        let range = Range { line: Line { origin, direction }, low, high };
        return (range, Brought { points: 0, parameters: 0 });
    }
    let line = Line { origin: vector_times_power(origin, e), direction: vector_times_power(direction, own) };
    let [low, high] = [low, high].each(|t| times_power_of(t, e - own));
    (Range { line, low, high }, Brought { points: e, parameters: e - own })
}

impl<V: FloatVector<Wide: Vector3> + Vector3> Pieces<V> {
    /// Every place where a line, ray or segment meets it, in order of `t`, each once: none is overlooked, and none slips through
    /// where patches meet. What only touches, up to the rounding of the coordinates, is told too. Of a stretch that runs within the
    /// surface the ends are told. A direction of zero meets nothing. For many rays, make a [`Patchwork`](super::Patchwork).
    #[doc(alias = "raycast_all")]
    pub fn casts<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<Scalar<V>>,
    ) -> Vec<SurfaceHit<V>> {
        let range = Range::of(ray, options.max_t);
        let largest =
            self.patches().iter().map(BezierPatch::largest).fold(range.line.origin.largest(), Ring::max);
        let e = shift_of(largest.to_f64());
        let (range, by) = brought(&range, e);
        let Some(aim) = Aim::new(range) else { return Vec::new() };
        let mut met = Vec::new();
        for (i, patch) in self.patches().iter().enumerate() {
            let patch = if e == 0 { patch.wide() } else { patch.wide().shifted(e) };
            let mut places = Vec::new();
            aim.cross(&Controls::new(&patch), &mut |place| places.push(place));
            met.extend(Met::all(&aim, i, &patch, places));
        }
        let told = |hit: &SurfaceHit<V::Wide>| {
            let hit = by.back::<V>(hit)?;
            let [u, v] = self.parameters(hit.patch, [hit.u, hit.v]);
            Some(SurfaceHit { u, v, ..hit })
        };
        in_order(met, options.cull).iter().filter_map(told).collect()
    }
}
