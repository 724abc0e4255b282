//! Coons patches: surfaces between four boundary curves.
//!
//! With blending functions `f_k`, curves `a_k` along `u` and `b_k` along `v`, and the corner data
//! `c_kl` that both share:
//!
//! ```text
//! S(u, v) = sum f_k(v) a_k(u) + sum f_k(u) b_k(v) - sum f_k(u) f_l(v) c_kl
//! ```
//!
//! | | `f` | `a` |
//! |---|---|---|
//! | bilinear | `1 - t`, `t` | sides |
//! | bicubic | `2t^3 - 3t^2 + 1`, `3t^2 - 2t^3`, `t^3 - 2t^2 + t`, `t^3 - t^2` | sides, derivatives |
//!
//! All terms are polynomial, so the patch is converted to Bezier form once, exactly; rational sides
//! are brought to the product of their denominators. Sources: [Coons 1967], [Farin 2002].

use super::error::SurfaceError;
use super::patch::BezierPatch;
use super::{PatchGrid, Scalar};
use crate::curve::blend::{Blend, List, Weighted, elevate, split};
use crate::curve::{self, Bezier, bernstein};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring, sort_by_number};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::smallvec;

/// The Coons patch between four curves.
///
/// ```
/// use barycast::curve::{Bezier, CurveError, PiecewiseBezier};
/// use barycast::surface::Coons;
/// use glam::{DVec3, dvec3};
///
/// let straight = |a: DVec3, b: DVec3| {
///     PiecewiseBezier::try_new(vec![0.0, 1.0], vec![Bezier::try_new(vec![a, b])?])
/// };
/// let [a, b, c, d] = [DVec3::ZERO, dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0), dvec3(1.0, 1.0, 1.0)];
/// let (low, high) = (straight(a, b)?, straight(c, d)?);
/// let (left, right) = (straight(a, c)?, straight(b, d)?);
/// let saddle = Coons::try_bilinear([&low, &high], [&left, &right]).unwrap();
/// assert_eq!(saddle.at(0.5, 0.5), dvec3(0.5, 0.5, 0.25));
/// # Ok::<(), CurveError>(())
/// ```
#[doc(alias = "coons patch")]
#[derive(Clone, Debug, PartialEq)]
pub struct Coons<V: FloatVector> {
    pieces: PatchGrid<V>,
}

impl<V: FloatVector> Coons<V> {
    /// Builds the bilinearly blended patch between the sides `[v = 0, v = 1]`, along which `u`
    /// runs, and `[u = 0, u = 1]`, along which `v` runs. `u` and `v` run from 0 to 1, each curve
    /// from its start to its end.
    ///
    /// # Errors
    /// Returns an error if the sides do not meet in a corner, up to the rounding of their
    /// coordinates.
    pub fn try_bilinear(
        along_u: [&curve::PiecewiseBezier<V>; 2],
        along_v: [&curve::PiecewiseBezier<V>; 2],
    ) -> Result<Self, SurfaceError> {
        Self::blended(&along_u, &along_v, &[vec![1., 0.], vec![0., 1.]])
    }

    /// Builds the bicubically blended patch, with the cross-boundary derivatives: by `v` along
    /// `[v = 0, v = 1]`, and by `u` along `[u = 0, u = 1]`. Patches that share a side and its
    /// cross-boundary derivative join smoothly.
    ///
    /// # Errors
    /// Returns an error if the sides do not meet in a corner, cross-boundary derivatives differ in
    /// a corner from those of the other sides, or their twists differ there; all up to rounding.
    pub fn try_bicubic(
        along_u: [&curve::PiecewiseBezier<V>; 2],
        along_v: [&curve::PiecewiseBezier<V>; 2],
        by_v: [&curve::PiecewiseBezier<V>; 2],
        by_u: [&curve::PiecewiseBezier<V>; 2],
    ) -> Result<Self, SurfaceError> {
        let third = 1. / 3.;
        let cubics =
            [vec![1., 1., 0., 0.], vec![0., 0., 1., 1.], vec![0., third, 0., 0.], vec![0., 0., -third, 0.]];
        let [a, b] = [[along_u, by_v], [along_v, by_u]]
            .each(|[sides, across]| [sides[0], sides[1], across[0], across[1]]);
        Self::blended(&a, &b, &cubics)
    }

    /// Returns the Bezier patches, one for each rectangle between the knots of the sides.
    pub fn pieces(&self) -> PatchGrid<V> {
        self.pieces.clone()
    }

    /// Returns the point at `(u, v)`.
    pub fn at(&self, u: Scalar<V>, v: Scalar<V>) -> V {
        self.pieces.at(u, v)
    }

    fn blended(
        a: &[&curve::PiecewiseBezier<V>],
        b: &[&curve::PiecewiseBezier<V>],
        blends: &[Vec<f64>],
    ) -> Result<Self, SurfaceError> {
        let (a, b) = (CurveFamily::with_common_knots(a), CurveFamily::with_common_knots(b));
        let corner_data = corner_data(&a, &b)?;
        let number = |f: &Vec<f64>| f.iter().map(|c| Scalar::<V>::from_f64(*c)).collect();
        let blends: Vec<Vec<Scalar<V>>> = blends.iter().map(number).collect();
        let mut patches = Vec::new();
        for i in 0..a.knots.len() - 1 {
            let along_u = Blended::new(&a, i, &blends);
            for j in 0..b.knots.len() - 1 {
                patches.push(along_u.patch(&Blended::new(&b, j, &blends), &corner_data));
            }
        }
        Ok(Self { pieces: PatchGrid::welded([a.knots, b.knots], patches) })
    }
}

/// Curves along one parameter, split at common knots from 0 to 1.
struct CurveFamily<V: FloatVector> {
    knots: Vec<Scalar<V>>,
    curves: Vec<Vec<Bezier<V>>>,
}

impl<V: FloatVector> CurveFamily<V> {
    /// Splits the curves at the knots of all; knots that differ by rounding are merged.
    fn with_common_knots(curves: &[&curve::PiecewiseBezier<V>]) -> Self {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        let near = Scalar::<V>::EPSILON * one.lit(8);
        let unit = |curve: &curve::PiecewiseBezier<V>| -> Vec<Scalar<V>> {
            let [first, last] = curve.range();
            curve.knots().iter().map(|k| (*k - first) / (last - first)).collect()
        };
        let mut knots: Vec<_> = curves.iter().flat_map(|curve| unit(curve)).collect();
        sort_by_number(&mut knots, |knot| knot.precise());
        knots.dedup_by(|later, kept| *later - *kept <= near);
        let end = knots.len() - 1;
        knots[end] = one;
        let cut = |curve: &&curve::PiecewiseBezier<V>| {
            let own = unit(curve);
            let piece = |pair: &[Scalar<V>]| {
                let middle = (pair[0] + pair[1]).half();
                let i = own.partition_point(|k| *k <= middle).clamp(1, own.len() - 1) - 1;
                let place = |k: Scalar<V>| {
                    if Ring::abs(k - own[i]) <= near {
                        zero
                    } else if Ring::abs(k - own[i + 1]) <= near {
                        one
                    } else {
                        (k - own[i]) / (own[i + 1] - own[i])
                    }
                };
                let (from, to) = (place(pair[0]), place(pair[1]));
                let whole = &curve.pieces()[i];
                if from == zero && to == one { whole.clone() } else { whole.subsegment(from, to) }
            };
            knots.windows(2).map(piece).collect()
        };
        let curves: Vec<_> = curves.iter().map(cut).collect();
        Self { knots, curves }
    }

    /// Returns the value (0, 1) or the derivative (2, 3) of one curve at its start or end.
    fn end(&self, curve: usize, which: usize) -> V {
        let pieces = &self.curves[curve];
        let (i, t) = if which.is_multiple_of(2) {
            (0, Scalar::<V>::ZERO)
        } else {
            (pieces.len() - 1, Scalar::<V>::ONE)
        };
        if which < 2 {
            return pieces[i].at(t);
        }
        pieces[i].jet(t)[1] * (Scalar::<V>::ONE / (self.knots[i + 1] - self.knots[i]))
    }

    /// Returns the greatest squared distance of a control point from the origin.
    fn reach(&self) -> Scalar<V> {
        let points = self.curves.iter().flatten().flat_map(|piece| piece.points().iter());
        points.fold(Scalar::<V>::ZERO, |most, p| Ring::max(most, p.length_squared()))
    }
}

/// Returns the corner data, points and derivatives: `[k][l]` with `k` along `u`. Both families must
/// agree.
fn corner_data<V: FloatVector>(a: &CurveFamily<V>, b: &CurveFamily<V>) -> Result<Vec<Vec<V>>, SurfaceError> {
    let one = Scalar::<V>::ONE;
    let noise = Scalar::<V>::EPSILON * one.lit(4096);
    let tolerance_squared = Ring::max(a.reach(), b.reach()) * (noise * noise);
    let corner = |k: usize, l: usize| {
        let (by_a, by_b) = (a.end(l, k), b.end(k, l));
        let (u, v) = (k % 2, l % 2);
        match ((by_a - by_b).length_squared() <= tolerance_squared, k < 2, l < 2) {
            (true, ..) => Ok((by_a + by_b) * one.half()),
            (_, true, true) => Err(SurfaceError::Corner { u, v }),
            (_, false, false) => Err(SurfaceError::Twist { u, v }),
            _ => Err(SurfaceError::Tangent { u, v }),
        }
    };
    let count = a.curves.len();
    (0..count).map(|k| (0..count).map(|l| corner(k, l)).collect()).collect()
}

/// All terms along one parameter on a span between two knots, in Bernstein form of one degree.
struct Blended<V: FloatVector> {
    /// Curves times the common denominator.
    curves: Vec<List<V>>,
    /// Blending functions times the common denominator.
    blends: Vec<List<Scalar<V>>>,
    /// Common denominator: all 1 if no curve is rational.
    denominator: List<Scalar<V>>,
    /// Whether the span starts at 0 and ends at 1.
    ends: [bool; 2],
}

impl<V: FloatVector> Blended<V> {
    fn new(of: &CurveFamily<V>, i: usize, blends: &[Vec<Scalar<V>>]) -> Self {
        let [from, to] = [of.knots[i], of.knots[i + 1]];
        let fractions: Vec<_> = of.curves.iter().map(|curve| curve[i].fraction()).collect();
        let others = |but: Option<usize>| {
            let weights = fractions.iter().enumerate().filter(|(k, _)| Some(*k) != but).map(|(_, f)| &f.1);
            weights.fold(smallvec![Scalar::<V>::ONE], |product: List<_>, w| bernstein::product(&product, w))
        };
        let scaled_curve = |k: usize| {
            let others = others(Some(k));
            let axes: Vec<_> = fractions[k].0.iter().map(|x| bernstein::product(x, &others)).collect();
            (0..axes[0].len()).map(|i| V::from_fn(|axis| axes[axis][i])).collect()
        };
        let denominator = others(None);
        let blend = |f: &Vec<Scalar<V>>| bernstein::product(&subinterval(f, from, to), &denominator);
        let mut made = Self {
            curves: (0..fractions.len()).map(scaled_curve).collect(),
            blends: blends.iter().map(blend).collect(),
            denominator,
            ends: [from == Scalar::<V>::ZERO, to == Scalar::<V>::ONE],
        };
        let longest = made.curves.iter().map(List::len).chain(made.blends.iter().map(List::len)).max();
        let count = longest.unwrap_or(1);
        made.curves.iter_mut().for_each(|c| elevate_to(c, count));
        made.blends.iter_mut().for_each(|f| elevate_to(f, count));
        elevate_to(&mut made.denominator, count);
        made
    }

    /// Returns the patch with this family along `u` and the other along `v`.
    fn patch(&self, other: &Self, corner_data: &[Vec<V>]) -> BezierPatch<V> {
        let counts = [self.denominator.len(), other.denominator.len()];
        let control = |at: usize| {
            let (i, j) = (at / counts[1], at % counts[1]);
            let mut sum = V::splat(Scalar::<V>::ZERO);
            for k in 0..corner_data.len() {
                // The part of the curves along v that the corner terms do not cover.
                let rest = (0..corner_data.len())
                    .fold(other.curves[k][j], |rest, l| rest - corner_data[k][l] * other.blends[l][j]);
                sum = sum + self.curves[k][i] * other.blends[k][j] + rest * self.blends[k][i];
            }
            let weight = self.denominator[i] * other.denominator[j];
            (sum.times_reciprocal(weight), weight)
        };
        let controls: Vec<_> = (0..counts[0] * counts[1]).map(control).collect();
        let weighted: Vec<_> = controls.iter().map(|(p, w)| Weighted::new(*p, *w)).collect();
        if controls.iter().any(|c| c.1 != Scalar::<V>::ONE) {
            return BezierPatch::from_weighted(counts, &weighted);
        }
        let mut points: Vec<V> = controls.iter().map(|c| c.0).collect();
        // On the sides the curves themselves, so that neighbouring patches share every point.
        for end in [0, 1] {
            if other.ends[end] {
                let j = end * (counts[1] - 1);
                (0..counts[0]).for_each(|i| points[i * counts[1] + j] = self.curves[end][i]);
            }
            if self.ends[end] {
                let i = end * (counts[0] - 1);
                (0..counts[1]).for_each(|j| points[i * counts[1] + j] = other.curves[end][j]);
            }
        }
        BezierPatch::from_points(counts, points)
    }
}

/// Elevates the degree until there are `count` coefficients.
fn elevate_to<S: Float, T: Blend<S>>(controls: &mut List<T>, count: usize) {
    while controls.len() < count {
        *controls = elevate(controls);
    }
}

/// Returns the Bezier form of a polynomial on a subinterval.
fn subinterval<S: Float>(f: &[S], from: S, to: S) -> List<S> {
    let [_, rest] = split(f, from);
    let [part, _] = split(&rest, (to - from).div_or(S::ONE - from, S::ONE));
    part
}
