//! Coons patches: surfaces between four curves.
//!
//! With blending functions `f_k`, curves `a_k` along `u` and `b_k` along `v`, and what both say of the corners, `c_kl`:
//!
//! ```text
//! S(u, v) = sum f_k(v) a_k(u) + sum f_k(u) b_k(v) - sum f_k(u) f_l(v) c_kl
//! ```
//!
//! | | `f` | `a` |
//! |---|---|---|
//! | bilinear | `1 - t`, `t` | the sides |
//! | bicubic | `2t^3 - 3t^2 + 1`, `3t^2 - 2t^3`, `t^3 - 2t^2 + t`, `t^3 - t^2` | the sides and the derivatives across them |
//!
//! All of this is polynomial, so it is made Bezier once and exactly; of rational sides over the product of their denominators.
//! Sources: [Coons 1967], [Farin 2002].

use super::error::SurfaceError;
use super::patch::BezierPatch;
use super::{Pieces, Scalar};
use crate::curve::blend::{Blend, List, Weighted, elevate, split};
use crate::curve::{self, Bezier, bernstein};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring, sort_by_number};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::smallvec;

/// The surface between four curves.
#[derive(Clone, Debug, PartialEq)]
pub struct Coons<V: FloatVector> {
    pieces: Pieces<V>,
}

impl<V: FloatVector> Coons<V> {
    /// Between the sides `[v = 0, v = 1]`, along which `u` runs, and `[u = 0, u = 1]`, along which `v` runs. `u` and `v` run
    /// from 0 to 1, each curve from its beginning to its end.
    ///
    /// # Errors
    /// Sides that do not meet in a corner, up to the rounding of their coordinates.
    pub fn try_bilinear(
        along_u: [&curve::Pieces<V>; 2],
        along_v: [&curve::Pieces<V>; 2],
    ) -> Result<Self, SurfaceError> {
        Self::blended(&along_u, &along_v, &[vec![1., 0.], vec![0., 1.]])
    }

    /// The same with the derivatives across the sides: by `v` along `[v = 0, v = 1]`, and by `u` along `[u = 0, u = 1]`. Patches that
    /// share a side and the derivative across it join smoothly.
    ///
    /// # Errors
    /// Sides that do not meet in a corner; derivatives across that in a corner are not those of the other sides, or turn there in
    /// two ways; all up to rounding.
    pub fn try_bicubic(
        along_u: [&curve::Pieces<V>; 2],
        along_v: [&curve::Pieces<V>; 2],
        by_v: [&curve::Pieces<V>; 2],
        by_u: [&curve::Pieces<V>; 2],
    ) -> Result<Self, SurfaceError> {
        let third = 1. / 3.;
        let cubics =
            [vec![1., 1., 0., 0.], vec![0., 0., 1., 1.], vec![0., third, 0., 0.], vec![0., 0., -third, 0.]];
        let [a, b] = [[along_u, by_v], [along_v, by_u]]
            .each(|[sides, across]| [sides[0], sides[1], across[0], across[1]]);
        Self::blended(&a, &b, &cubics)
    }

    /// As Bezier patches, one for each rectangle between the knots of the sides.
    pub fn pieces(&self) -> Pieces<V> {
        self.pieces.clone()
    }

    /// The point at `(u, v)`.
    pub fn at(&self, u: Scalar<V>, v: Scalar<V>) -> V {
        self.pieces.at(u, v)
    }

    fn blended(
        a: &[&curve::Pieces<V>],
        b: &[&curve::Pieces<V>],
        blends: &[Vec<f64>],
    ) -> Result<Self, SurfaceError> {
        let (a, b) = (Strands::common(a), Strands::common(b));
        let corners = corners(&a, &b)?;
        let number = |f: &Vec<f64>| f.iter().map(|c| Scalar::<V>::from_f64(*c)).collect();
        let blends: Vec<Vec<Scalar<V>>> = blends.iter().map(number).collect();
        let mut patches = Vec::new();
        for i in 0..a.knots.len() - 1 {
            let along_u = Blended::new(&a, i, &blends);
            for j in 0..b.knots.len() - 1 {
                patches.push(along_u.patch(&Blended::new(&b, j, &blends), &corners));
            }
        }
        Ok(Self { pieces: Pieces::welded([a.knots, b.knots], patches) })
    }
}

/// Curves along one parameter, over common knots from 0 to 1: of each the pieces.
struct Strands<V: FloatVector> {
    knots: Vec<Scalar<V>>,
    strands: Vec<Vec<Bezier<V>>>,
}

impl<V: FloatVector> Strands<V> {
    /// The curves over the knots of all; knots apart by rounding are one.
    fn common(curves: &[&curve::Pieces<V>]) -> Self {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        let near = Scalar::<V>::EPSILON * one.lit(8);
        let unit = |curve: &curve::Pieces<V>| -> Vec<Scalar<V>> {
            let [first, last] = curve.range();
            curve.knots().iter().map(|k| (*k - first) / (last - first)).collect()
        };
        let mut knots: Vec<_> = curves.iter().flat_map(|curve| unit(curve)).collect();
        sort_by_number(&mut knots, |knot| knot.precise());
        knots.dedup_by(|later, kept| *later - *kept <= near);
        let end = knots.len() - 1;
        knots[end] = one;
        let cut = |curve: &&curve::Pieces<V>| {
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
                if from == zero && to == one { whole.clone() } else { whole.between(from, to) }
            };
            knots.windows(2).map(piece).collect()
        };
        let strands = curves.iter().map(cut).collect();
        Self { knots, strands }
    }

    /// Of one curve the value (0, 1) or the derivative (2, 3) at its beginning or its end.
    fn end(&self, strand: usize, which: usize) -> V {
        let pieces = &self.strands[strand];
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

    /// The greatest distance of a control point from the origin, squared.
    fn reach(&self) -> Scalar<V> {
        let points = self.strands.iter().flatten().flat_map(|piece| piece.points().iter());
        points.fold(Scalar::<V>::ZERO, |most, p| Ring::max(most, p.length_squared()))
    }
}

/// What the curves say of the corners, points and derivatives: `[k][l]` with `k` along `u`. Both must agree.
fn corners<V: FloatVector>(a: &Strands<V>, b: &Strands<V>) -> Result<Vec<Vec<V>>, SurfaceError> {
    let one = Scalar::<V>::ONE;
    let noise = Scalar::<V>::EPSILON * one.lit(4096);
    let apart = Ring::max(a.reach(), b.reach()) * (noise * noise);
    let corner = |k: usize, l: usize| {
        let (by_a, by_b) = (a.end(l, k), b.end(k, l));
        let (u, v) = (k % 2, l % 2);
        match ((by_a - by_b).length_squared() <= apart, k < 2, l < 2) {
            (true, ..) => Ok((by_a + by_b) * one.half()),
            (_, true, true) => Err(SurfaceError::Corner { u, v }),
            (_, false, false) => Err(SurfaceError::Twist { u, v }),
            _ => Err(SurfaceError::Tangent { u, v }),
        }
    };
    let count = a.strands.len();
    (0..count).map(|k| (0..count).map(|l| corner(k, l)).collect()).collect()
}

/// All that runs along one parameter on a stretch between two knots, in Bernstein's form of one degree.
struct Blended<V: FloatVector> {
    /// The curves times the common denominator.
    curves: Vec<List<V>>,
    /// The blending functions times it.
    blends: Vec<List<Scalar<V>>>,
    /// The denominator: all 1 where no curve is rational.
    denominator: List<Scalar<V>>,
    /// The stretch begins at 0, ends at 1.
    ends: [bool; 2],
}

impl<V: FloatVector> Blended<V> {
    fn new(of: &Strands<V>, i: usize, blends: &[Vec<Scalar<V>>]) -> Self {
        let [from, to] = [of.knots[i], of.knots[i + 1]];
        let fractions: Vec<_> = of.strands.iter().map(|strand| strand[i].fraction()).collect();
        let others = |but: Option<usize>| {
            let weights = fractions.iter().enumerate().filter(|(k, _)| Some(*k) != but).map(|(_, f)| &f.1);
            weights.fold(smallvec![Scalar::<V>::ONE], |product: List<_>, w| bernstein::product(&product, w))
        };
        let curve = |k: usize| {
            let others = others(Some(k));
            let axes: Vec<_> = fractions[k].0.iter().map(|x| bernstein::product(x, &others)).collect();
            (0..axes[0].len()).map(|i| V::from_fn(|axis| axes[axis][i])).collect()
        };
        let denominator = others(None);
        let blend = |f: &Vec<Scalar<V>>| bernstein::product(&stretch(f, from, to), &denominator);
        let mut made = Self {
            curves: (0..fractions.len()).map(curve).collect(),
            blends: blends.iter().map(blend).collect(),
            denominator,
            ends: [from == Scalar::<V>::ZERO, to == Scalar::<V>::ONE],
        };
        let longest = made.curves.iter().map(List::len).chain(made.blends.iter().map(List::len)).max();
        let count = longest.unwrap_or(1);
        made.curves.iter_mut().for_each(|c| raise(c, count));
        made.blends.iter_mut().for_each(|f| raise(f, count));
        raise(&mut made.denominator, count);
        made
    }

    /// With itself along `u` and the other along `v`.
    fn patch(&self, other: &Self, corners: &[Vec<V>]) -> BezierPatch<V> {
        let counts = [self.denominator.len(), other.denominator.len()];
        let control = |at: usize| {
            let (i, j) = (at / counts[1], at % counts[1]);
            let mut sum = V::splat(Scalar::<V>::ZERO);
            for k in 0..corners.len() {
                // Of the curves along v what the corners do not say already.
                let rest = (0..corners.len())
                    .fold(other.curves[k][j], |rest, l| rest - corners[k][l] * other.blends[l][j]);
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
        // On the sides the curves themselves: others that have them, too, share every point.
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

/// Of a higher degree.
fn raise<S: Float, T: Blend<S>>(controls: &mut List<T>, count: usize) {
    while controls.len() < count {
        *controls = elevate(controls);
    }
}

/// The Bezier form of the stretch of a polynomial.
fn stretch<S: Float>(f: &[S], from: S, to: S) -> List<S> {
    let [_, rest] = split(f, from);
    let [part, _] = split(&rest, (to - from).div_or(S::ONE - from, S::ONE));
    part
}
