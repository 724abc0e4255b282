//! The closest point to the origin of a polyhedron that may be unbounded, in integers of arbitrary
//! size.
//!
//! A polyhedron is a list of [`Generator`]s: points, and directions with weight 0. For a few of
//! them the closest point has a closed form without division. An active set is exchanged until no
//! generator lies closer. In exact arithmetic every exchange decreases the distance, so it
//! terminates. Sections with planes and half-spaces are again lists of generators.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, SquareRoot, UnsignedAbs};
use std::cmp::Ordering;

/// Three integers; in 2D the last is 0.
pub type Triple = [IBig; 3];

/// The point `at / weight`, or, if the weight is 0, the direction `at`.
#[derive(Clone, Debug)]
pub struct Generator {
    /// Homogeneous coordinates.
    pub at: Triple,
    /// Weight, at least 0.
    pub weight: IBig,
}

/// A squared length, `num / den`.
#[derive(Clone, Debug)]
pub struct Squared {
    /// Numerator, at least 0.
    pub num: IBig,
    /// Denominator, above 0.
    pub den: IBig,
}

pub(crate) fn dot(a: &Triple, b: &Triple) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(crate) fn cross(a: &Triple, b: &Triple) -> Triple {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

pub(crate) fn add(a: &Triple, b: &Triple) -> Triple {
    std::array::from_fn(|i| &a[i] + &b[i])
}

pub(crate) fn sub(a: &Triple, b: &Triple) -> Triple {
    std::array::from_fn(|i| &a[i] - &b[i])
}

pub(crate) fn times(a: &Triple, s: &IBig) -> Triple {
    std::array::from_fn(|i| &a[i] * s)
}

pub(crate) fn is_nowhere(a: &Triple) -> bool {
    a.iter().all(IBig::is_zero)
}

impl Generator {
    fn is_point(&self) -> bool {
        !self.weight.is_zero()
    }

    /// Returns the difference of two points, or one of the directions.
    fn minus(&self, other: &Self) -> Self {
        if self.weight == other.weight {
            let at = sub(&self.at, &other.at);
            return Self { at, weight: self.weight.clone() };
        }
        let at = sub(&times(&self.at, &other.weight), &times(&other.at, &self.weight));
        Self { at, weight: &self.weight * &other.weight }
    }
}

/// The closest point of a few generators to the origin.
struct Foot {
    /// Direction of the point, of any length; zero if it is the origin.
    way: Triple,
    squared: Squared,
}

/// Tests whether all weights are at least 0, and the sum of those with a factor, times their
/// factors, is at most `whole`.
fn are_weights(parts: &[(IBig, Option<IBig>)], whole: &IBig) -> bool {
    let mut sum = IBig::ZERO;
    for (part, factor) in parts {
        if *part < IBig::ZERO {
            return false;
        }
        if let Some(factor) = factor {
            sum += part * factor;
        }
    }
    sum <= *whole
}

/// Returns the foot of the point `base` and up to three other generators, all of which are needed;
/// `None` if they are not, or if they are dependent.
fn foot(base: &Generator, others: &[&Generator]) -> Option<Foot> {
    let (v, w) = (&base.at, &base.weight);
    let mut ways: Vec<Triple> = Vec::with_capacity(3);
    let mut factors: Vec<Option<IBig>> = Vec::with_capacity(3);
    for other in others {
        if !other.is_point() {
            ways.push(other.at.clone());
            factors.push(None);
        } else if other.weight == *w {
            ways.push(sub(&other.at, v));
            factors.push(Some(w.clone()));
        } else {
            ways.push(sub(&times(&other.at, w), &times(v, &other.weight)));
            factors.push(Some(w * &other.weight));
        }
    }
    let ww = w * w;
    match ways.as_slice() {
        [] => Some(Foot { way: v.clone(), squared: Squared { num: dot(v, v), den: ww } }),
        [e] => {
            let (ee, ve) = (dot(e, e), dot(v, e));
            if ee.is_zero() || !are_weights(&[(-&ve, factors[0].clone())], &(w * &ee)) {
                return None;
            }
            let way = sub(&times(v, &ee), &times(e, &ve));
            let off = cross(v, e);
            Some(Foot { way, squared: Squared { num: dot(&off, &off), den: ww * ee } })
        }
        [e, f] => {
            let n = cross(e, f);
            let nn = dot(&n, &n);
            if nn.is_zero() {
                return None;
            }
            let s = -dot(&cross(v, f), &n);
            let t = -dot(&cross(e, v), &n);
            if !are_weights(&[(s, factors[0].clone()), (t, factors[1].clone())], &(w * &nn)) {
                return None;
            }
            let h = dot(&n, v);
            let way = times(&n, &h.signum());
            Some(Foot { way, squared: Squared { num: &h * &h, den: ww * nn } })
        }
        [e, f, g] => {
            let fg = cross(f, g);
            let mut whole = dot(e, &fg);
            let sign = -whole.signum();
            if whole.is_zero() {
                return None;
            }
            if whole < IBig::ZERO {
                whole = -whole;
            }
            let s = dot(v, &fg) * &sign;
            let t = dot(v, &cross(g, e)) * &sign;
            let u = dot(v, &cross(e, f)) * &sign;
            let parts = [(s, factors[0].clone()), (t, factors[1].clone()), (u, factors[2].clone())];
            are_weights(&parts, &(w * &whole))
                .then(|| Foot { way: [IBig::ZERO; 3], squared: Squared { num: IBig::ZERO, den: IBig::ONE } })
        }
        _ => None,
    }
}

/// Returns the best foot among the subsets of the active set that contain the last generator, with
/// that subset.
fn best(active: &[Generator]) -> (Foot, Vec<Generator>) {
    let last = active.len() - 1;
    let mut best: Option<(Foot, Vec<usize>)> = None;
    for bits in 0u32..1 << last {
        let mut part: Vec<usize> = (0..last).filter(|i| bits >> i & 1 == 1).collect();
        part.push(last);
        let Some(base) = part.iter().position(|i| active[*i].is_point()) else { continue };
        let others: Vec<&Generator> =
            part.iter().enumerate().filter(|(i, _)| *i != base).map(|(_, i)| &active[*i]).collect();
        let Some(found) = foot(&active[part[base]], &others) else { continue };
        let nearer = best.as_ref().is_none_or(|(best, _)| {
            &found.squared.num * &best.squared.den < &best.squared.num * &found.squared.den
        });
        if nearer {
            best = Some((found, part));
        }
    }
    let (foot, part) = best.expect("what was added comes nearer");
    (foot, part.into_iter().map(|i| active[i].clone()).collect())
}

/// Returns the point that comes first along `way` by `order`: the smallest for `Less`, the largest
/// for `Greater`.
fn least<'g>(points: &'g [Generator], way: &Triple, order: Ordering) -> &'g Generator {
    let mut found: Option<(&Generator, IBig)> = None;
    for point in points.iter().filter(|g| g.is_point()) {
        let along = dot(&point.at, way);
        let better = found.as_ref().is_none_or(|(best, there)| {
            if best.weight == point.weight {
                along.cmp(there) == order
            } else {
                (&along * &best.weight).cmp(&(there * &point.weight)) == order
            }
        });
        if better {
            found = Some((point, along));
        }
    }
    found.expect("a set has a point").0
}

/// Returns the squared distance of the sets that `a` and `b` generate.
///
/// # Panics
/// If one of them has no point.
#[must_use]
pub fn nearest(a: &[Generator], b: &[Generator]) -> Squared {
    let turned = |g: &Generator| Generator { at: times(&g.at, &IBig::NEG_ONE), weight: IBig::ZERO };
    let mut rays: Vec<Generator> = a.iter().filter(|g| !g.is_point()).cloned().collect();
    rays.extend(b.iter().filter(|g| !g.is_point()).map(turned));
    let start = [IBig::ZERO; 3];
    let mut active = vec![least(a, &start, Ordering::Less).minus(least(b, &start, Ordering::Less))];
    loop {
        let (foot, mut kept) = best(&active);
        if foot.squared.num.is_zero() {
            return foot.squared;
        }
        let base = kept.iter().find(|g| g.is_point()).expect("a foot stands on a point");
        let next = least(a, &foot.way, Ordering::Less).minus(least(b, &foot.way, Ordering::Greater));
        let gain = dot(&next.minus(base).at, &foot.way) < IBig::ZERO;
        let next = if gain {
            next
        } else if let Some(ray) = rays.iter().find(|ray| dot(&ray.at, &foot.way) < IBig::ZERO) {
            ray.clone()
        } else {
            return foot.squared;
        };
        kept.push(next);
        active = kept;
    }
}

/// Returns the part of the set on the plane `normal . x = distance`, or with `side` also below it;
/// it may be empty.
#[must_use]
pub fn section(set: &[Generator], normal: &Triple, distance: &IBig, side: bool) -> Vec<Generator> {
    let heights: Vec<IBig> = set.iter().map(|g| dot(&g.at, normal) - distance * &g.weight).collect();
    let mut found = Vec::new();
    for (g, h) in set.iter().zip(&heights) {
        if h.is_zero() || (side && *h < IBig::ZERO) {
            found.push(g.clone());
        }
    }
    for (above, up) in set.iter().zip(&heights).filter(|(_, h)| **h > IBig::ZERO) {
        for (below, down) in set.iter().zip(&heights).filter(|(_, h)| **h < IBig::ZERO) {
            let at = sub(&times(&below.at, up), &times(&above.at, down));
            let weight = up * &below.weight - down * &above.weight;
            if !(weight.is_zero() && is_nowhere(&at)) {
                found.push(Generator { at, weight });
            }
        }
    }
    found
}

/// Tests whether the set has a point.
#[must_use]
pub fn has_a_point(set: &[Generator]) -> bool {
    set.iter().any(Generator::is_point)
}

impl Squared {
    /// Compares with the square of an integer.
    #[must_use]
    pub fn compare(&self, root: &IBig) -> Ordering {
        self.num.cmp(&(root * root * &self.den))
    }

    /// Returns the length minus `radius`, in units of `1 / unit`, as the sum of two floats; 0 if
    /// that is negative.
    #[must_use]
    pub fn length_less(&self, radius: &IBig, unit: &IBig) -> [f64; 2] {
        let digits = 2 * 160 + self.den.bit_len().saturating_sub(self.num.bit_len());
        let k = digits / 2;
        let root = IBig::from(((&self.num << (2 * k)) / &self.den).unsigned_abs().sqrt());
        let over = root - (radius << k);
        if over <= IBig::ZERO {
            return [0.0; 2];
        }
        quotient(&over, &(unit << k))
    }
}

/// Returns the quotient of two positive integers as the sum of two floats.
fn quotient(num: &IBig, den: &IBig) -> [f64; 2] {
    let shift = (den.bit_len() + 120).saturating_sub(num.bit_len());
    let whole = (num << shift) / den;
    let excess = whole.bit_len().saturating_sub(160);
    let whole = whole >> excess;
    let high = whole.to_f64().value();
    let low = (&whole - IBig::try_from(high).expect("a whole number")).to_f64().value();
    // In two steps: a single power of two may be out of range.
    let power = |exponent: usize| libm::ldexp(1.0, i32::try_from(exponent).expect("a small number"));
    let scaled = |x: f64| x * power(excess) / power(shift / 2) / power(shift - shift / 2);
    [scaled(high), scaled(low)]
}
