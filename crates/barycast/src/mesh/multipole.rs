//! Multipole expansions of the solid angle of triangles.
//!
//! The triangles of a box are within `r` of a center `c`, which a point `p` sees at `v = c - p`,
//! `d = |v|`, `u = v / d`. With `y = q - c` over their points `q`, Taylor's series of
//! `n . (v + y) / |v + y|^3` in `y` gives
//!
//! ```text
//! W = sum_k (-1)^k (2k + 1)!! / k! H_k(u) / d^(k + 2)      H_k the harmonic part of
//!     P_k(v) = integral (n . v) (y . v)^k dA
//! ```
//!
//! where `H_k` is a polynomial of degree `k + 1`: every derivative of `1 / d` is harmonic, so only
//! that part counts. Four terms are kept. The `k`-th term is at most `(k + 1) |y|^k / d^(k + 2)` per
//! area, so with the second moment `M = integral |y|^2 dA` the remainder is at most
//!
//! ```text
//! sum_(k >= 4) (k + 1) M r^(k - 2) / d^(k + 2) = M r^2 (5 - 4 r/d) / (d^6 (1 - r/d)^2)
//! ```
//!
//! Sources: [Barill 2018], of which the order, the harmonic form and the bound differ.

use crate::bvh::LANES;
use crate::number::{Ring, elementary};
use crate::vector::{V3, Vector, Vector3 as _};
use core::f64::consts::PI;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Number of terms.
const TERMS: usize = 4;
/// Number of coefficients of a polynomial of each degree.
const COUNT: [usize; TERMS + 1] = [1, 3, 6, 10, 15];
/// Index of the first coefficient of each term.
const FIRST: [usize; TERMS] = [0, 3, 9, 19];
/// Number of coefficients of all terms.
const ALL: usize = 34;

/// Homogeneous polynomial. The coefficient of `x^i y^j z^k` is at `(j + k)(j + k + 1) / 2 + k`,
/// whatever the degree.
type Polynomial = [f64; COUNT[TERMS]];

const fn place(j: usize, k: usize) -> usize {
    (j + k) * (j + k + 1) / 2 + k
}

/// Calls `f` with the exponents of each monomial.
fn monomials(degree: usize, mut f: impl FnMut([usize; 3])) {
    for rest in 0..=degree {
        for k in 0..=rest {
            f([degree - rest, rest - k, k]);
        }
    }
}

/// Adds `factor` times the product with a linear form.
fn add_product(into: &mut Polynomial, of: &Polynomial, degree: usize, form: V3<f64>, factor: f64) {
    monomials(degree, |[_, j, k]| {
        let c = factor * of[place(j, k)];
        into[place(j, k)] += c * form.x;
        into[place(j + 1, k)] += c * form.y;
        into[place(j, k + 1)] += c * form.z;
    });
}

fn product(of: &Polynomial, degree: usize, form: V3<f64>) -> Polynomial {
    let mut product = [0.0; COUNT[TERMS]];
    add_product(&mut product, of, degree, form, 1.0);
    product
}

/// Returns the Laplacian, of a degree that is lower by 2.
fn laplacian(of: &Polynomial, degree: usize) -> Polynomial {
    let mut result = [0.0; COUNT[TERMS]];
    monomials(degree, |[i, j, k]| {
        let c = of[place(j, k)];
        let factor = |e: usize| (e * e.saturating_sub(1)) as f64;
        if i >= 2 {
            result[place(j, k)] += factor(i) * c;
        }
        if j >= 2 {
            result[place(j - 2, k)] += factor(j) * c;
        }
        if k >= 2 {
            result[place(j, k - 2)] += factor(k) * c;
        }
    });
    result
}

/// Adds `factor |v|^2` times the polynomial.
fn add_squared(into: &mut Polynomial, of: &Polynomial, degree: usize, factor: f64) {
    monomials(degree, |[_, j, k]| {
        let c = factor * of[place(j, k)];
        into[place(j, k)] += c;
        into[place(j + 2, k)] += c;
        into[place(j, k + 2)] += c;
    });
}

/// Returns the harmonic part of a polynomial of a degree from 1 to 4.
fn harmonic(of: &Polynomial, degree: usize) -> Polynomial {
    let mut result = *of;
    if degree < 2 {
        return result;
    }
    let first = laplacian(of, degree);
    add_squared(&mut result, &first, degree - 2, -1.0 / (4 * degree - 2) as f64);
    if degree == 4 {
        let second = laplacian(&first, 2);
        let mut squared = [0.0; COUNT[TERMS]];
        add_squared(&mut squared, &second, 0, 1.0);
        add_squared(&mut result, &squared, 2, 1.0 / 280.0);
    }
    result
}

/// Expansion of some triangles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far {
    center: V3<f64>,
    /// Radius of a ball around the center that contains all of them.
    reach: f64,
    area: f64,
    /// Integral of `|y|^2`.
    second: f64,
    /// `P_k` for each term.
    terms: [Polynomial; TERMS],
}

impl Far {
    pub(super) fn of_triangle([a, b, c]: [V3<f64>; 3]) -> Self {
        let center = (a + b + c) * (1.0 / 3.0);
        let normal = (b - a).cross(c - a) * 0.5;
        let arms = [a - center, b - center, c - center];
        let reach = arms.iter().map(|arm| arm.length()).fold(0.0, f64::max);
        let area = normal.length();
        let mut whole = [0.0; COUNT[TERMS]];
        whole[..3].copy_from_slice(&[normal.x, normal.y, normal.z]);
        // Means of powers of a linear form with the values a, b, c at the corners, of sum 0: the
        // second power (a^2 + b^2 + c^2) / 12, the third a b c / 10.
        let mut squares = [0.0; COUNT[TERMS]];
        for arm in arms {
            let once = product(&whole, 1, arm);
            add_product(&mut squares, &once, 2, arm, 1.0 / 12.0);
        }
        let cubes = product(&product(&product(&whole, 1, arms[0]), 2, arms[1]), 3, arms[2]);
        let second = area * arms.iter().map(|arm| arm.length_squared()).sum::<f64>() / 12.0;
        let none = [0.0; COUNT[TERMS]];
        Self { center, reach, area, second, terms: [whole, none, squares, cubes.map(|x| x * 0.1)] }
    }

    /// Joins expansions about the mean of their centers, weighted by area.
    pub(super) fn join(parts: &[Self]) -> Self {
        let zero = V3::splat(0.0);
        let area: f64 = parts.iter().map(|part| part.area).sum();
        let sum = |weight: &dyn Fn(&Self) -> f64| {
            let all: f64 = parts.iter().map(weight).sum();
            let sum = parts.iter().fold(zero, |sum, part| sum + part.center * weight(part));
            sum * (1.0 / all)
        };
        let center = if area > 0.0 { sum(&|part| part.area) } else { sum(&|_| 1.0) };
        let terms = [[0.0; COUNT[TERMS]]; TERMS];
        let mut all = Self { center, reach: 0.0, area, second: 0.0, terms };
        for part in parts {
            let aside = part.center - center;
            all.reach = all.reach.max(aside.length() + part.reach);
            all.second += part.second + part.area * aside.length_squared();
            all.add_moved(part, aside);
        }
        // Rounding of the center and of the sums.
        all.reach *= 1.0 + 1e-12;
        all.second *= 1.0 + 1e-12;
        all
    }

    /// Adds the terms of another expansion, whose center is aside by `s`: with `L = s . v`
    ///
    /// ```text
    /// P'_1 = P_1 + L P_0    P'_2 = P_2 + L (2 P_1 + L P_0)    P'_3 = P_3 + L (3 P_2 + L (3 P_1 + L P_0))
    /// ```
    fn add_moved(&mut self, part: &Self, s: V3<f64>) {
        let [p0, p1, p2, p3] = &part.terms;
        let add = |into: &mut Polynomial, of: &Polynomial| {
            into.iter_mut().zip(of).for_each(|(into, of)| *into += of);
        };
        let scaled = |of: &Polynomial, factor: f64| of.map(|x| factor * x);
        add(&mut self.terms[0], p0);
        let once = product(p0, 1, s);
        add(&mut self.terms[1], p1);
        add(&mut self.terms[1], &once);
        let mut twice = scaled(p1, 2.0);
        add(&mut twice, &once);
        let twice = product(&twice, 2, s);
        add(&mut self.terms[2], p2);
        add(&mut self.terms[2], &twice);
        let mut inner = scaled(p1, 3.0);
        add(&mut inner, &once);
        let mut thrice = scaled(p2, 3.0);
        add(&mut thrice, &product(&inner, 2, s));
        add(&mut self.terms[3], p3);
        add(&mut self.terms[3], &product(&thrice, 3, s));
    }
}

/// Expansions of the children of a node, by component.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct FarLanes {
    center: [[f64; LANES]; 3],
    reach: [f64; LANES],
    /// `M r^2`, of the bound of the remainder.
    remainder: [f64; LANES],
    terms: [[f64; LANES]; ALL],
}

impl FarLanes {
    pub(super) fn new(children: &[Option<Far>; LANES]) -> Self {
        let none = [0.0; LANES];
        let mut lanes = Self { center: [none; 3], reach: none, remainder: none, terms: [none; ALL] };
        for (lane, far) in children.iter().enumerate() {
            let Some(far) = far else {
                // A missing child adds 0 to all sums, and is far from every point.
                lanes.center[0][lane] = 1e140;
                continue;
            };
            for axis in 0..3 {
                lanes.center[axis][lane] = far.center.get(axis);
            }
            lanes.reach[lane] = far.reach;
            lanes.remainder[lane] = far.second * far.reach * far.reach;
            for (k, factor) in [1.0, -3.0, 7.5, -17.5].into_iter().enumerate() {
                let polynomial = harmonic(&far.terms[k], k + 1);
                for (i, c) in polynomial.iter().enumerate().take(COUNT[k + 1]) {
                    lanes.terms[FIRST[k] + i][lane] = factor * c;
                }
            }
        }
        lanes
    }

    /// Adds the solid angles of the children that are seen from so far that `r <= opening d`, and
    /// the bounds of their errors. Returns a bit for each other child.
    #[inline(always)]
    pub(super) fn add<S: Simd>(
        &self,
        simd: S,
        p: [f64x8<S>; 3],
        opening: f64,
        sums: &mut [f64x8<S>; 2],
    ) -> u32 {
        let x = f64x8::from_slice(simd, &self.center[0]) - p[0];
        let y = f64x8::from_slice(simd, &self.center[1]) - p[1];
        let z = f64x8::from_slice(simd, &self.center[2]) - p[2];
        let squared = x * x + y * y + z * z;
        let (zero, one) = (f64x8::splat(simd, 0.0), f64x8::splat(simd, 1.0));
        let distance = Ring::max(squared, zero).sqrt();
        let reach = f64x8::from_slice(simd, &self.reach);
        let far = reach.simd_le(distance * f64x8::splat(simd, opening)) & zero.simd_lt(squared);
        let bits = far.to_bitmask() as u32;
        if bits == 0 {
            return 0xFF;
        }
        let inverse = one / distance;
        let (x, y, z) = (x * inverse, y * inverse, z * inverse);
        let value = self.polynomials(simd, [x, y, z], inverse) * inverse * inverse;
        let ratio = reach * inverse;
        let (left, squared) = (one - ratio, inverse * inverse);
        // One factor after the other, so that none of them alone overflows.
        let bound = f64x8::from_slice(simd, &self.remainder)
            * squared
            * squared
            * squared
            * (f64x8::splat(simd, 5.0) - f64x8::splat(simd, 4.0) * ratio)
            / (left * left);
        sums[0] += far.select(value, zero);
        sums[1] += far.select(bound, zero);
        !bits & 0xFF
    }

    /// Returns the sum of the terms, in units of `1 / d^2`.
    #[inline(always)]
    fn polynomials<S: Simd>(&self, simd: S, [x, y, z]: [f64x8<S>; 3], inverse: f64x8<S>) -> f64x8<S> {
        // Monomials of y and z, in the order of the coefficients.
        let mut monomials = [f64x8::splat(simd, 1.0); COUNT[TERMS]];
        for rest in 1..=TERMS {
            monomials[place(rest, 0)] = monomials[place(rest - 1, 0)] * y;
            for k in 1..=rest {
                monomials[place(rest - k, k)] = monomials[place(rest - k, k - 1)] * z;
            }
        }
        let mut value = f64x8::splat(simd, 0.0);
        for k in (0..TERMS).rev() {
            // By Horner's rule in x.
            let mut polynomial = f64x8::splat(simd, 0.0);
            for rest in 0..=k + 1 {
                polynomial *= x;
                for i in place(rest, 0)..=place(0, rest) {
                    let c = f64x8::from_slice(simd, &self.terms[FIRST[k] + i]);
                    polynomial += c * monomials[i];
                }
            }
            value = value * inverse + polynomial;
        }
        value
    }
}

/// Corners of a leaf's triangles, as `[corner][axis][lane]`.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Faces {
    corners: [[[f64; LANES]; 3]; 3],
}

/// Sum of angles as the argument of a complex number in each lane, with the number of turns that
/// the argument leaves out.
pub(super) struct Angles<S: Simd> {
    x: f64x8<S>,
    y: f64x8<S>,
    turns: f64x8<S>,
}

impl Faces {
    /// Takes triangles as lanes. Lanes without one have a point, which subtends nothing.
    pub(super) fn new(triangles: impl Iterator<Item = [V3<f64>; 3]>) -> Self {
        let mut corners = [[[0.0; LANES]; 3]; 3];
        let mut first = None;
        let mut lane = 0;
        for triangle in triangles.take(LANES) {
            first.get_or_insert(triangle[0]);
            for (corner, v) in triangle.into_iter().enumerate() {
                for axis in 0..3 {
                    corners[corner][axis][lane] = v.get(axis);
                }
            }
            lane += 1;
        }
        let point = first.unwrap_or(V3::splat(0.0));
        for corner in &mut corners {
            for (axis, numbers) in corner.iter_mut().enumerate() {
                numbers[lane..].fill(point.get(axis));
            }
        }
        Self { corners }
    }

    /// Adds half the solid angles of the triangles. Returns a bit for each triangle that it leaves
    /// out: those whose plane nearly contains the point, beside or in the triangle.
    #[inline(always)]
    pub(super) fn add<S: Simd>(&self, simd: S, p: [f64x8<S>; 3], angles: &mut Angles<S>) -> u32 {
        let zero = f64x8::splat(simd, 0.0);
        let mut seen = [[zero; 3]; 3];
        for corner in 0..3 {
            for axis in 0..3 {
                seen[corner][axis] = f64x8::from_slice(simd, &self.corners[corner][axis]) - p[axis];
            }
        }
        let [a, b, c] = seen;
        let (e, f) = (minus(b, a), minus(c, a));
        // The volume from edge vectors keeps the digits of a small distant triangle.
        let mut y = a[0] * (e[1] * f[2] - e[2] * f[1])
            + a[1] * (e[2] * f[0] - e[0] * f[2])
            + a[2] * (e[0] * f[1] - e[1] * f[0]);
        let (la, lb, lc) = (dot(a, a).sqrt(), dot(b, b).sqrt(), dot(c, c).sqrt());
        let mut x = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
        // The argument jumps where the point passes through the triangle.
        let flat = x.simd_le(Ring::abs(y) * f64x8::splat(simd, -1e9));
        let one = f64x8::splat(simd, 1.0);
        (x, y) = (flat.select(one, x), flat.select(zero, y));
        let (above, was_above) = (zero.simd_le(y), zero.simd_le(angles.y));
        let (next_x, next_y) = (angles.x * x - angles.y * y, angles.x * y + angles.y * x);
        // Two arguments of one sign may exceed half a turn.
        let more = above & was_above & next_y.simd_lt(zero);
        let less = y.simd_lt(zero) & angles.y.simd_lt(zero) & zero.simd_le(next_y);
        angles.turns = angles.turns + more.select(one, zero) - less.select(one, zero);
        let size = one / (Ring::abs(next_x) + Ring::abs(next_y));
        (angles.x, angles.y) = (next_x * size, next_y * size);
        flat.to_bitmask() as u32
    }
}

#[inline(always)]
fn minus<S: Simd>(a: [f64x8<S>; 3], b: [f64x8<S>; 3]) -> [f64x8<S>; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn dot<S: Simd>(a: [f64x8<S>; 3], b: [f64x8<S>; 3]) -> f64x8<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl<S: Simd> Angles<S> {
    #[inline(always)]
    pub(super) fn none(simd: S) -> Self {
        let zero = f64x8::splat(simd, 0.0);
        Self { x: f64x8::splat(simd, 1.0), y: zero, turns: zero }
    }

    /// Returns the sum of the angles.
    #[inline(always)]
    pub(super) fn sum(&self) -> f64 {
        let (mut x, mut y, mut turns) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        self.x.store_slice(&mut x);
        self.y.store_slice(&mut y);
        self.turns.store_slice(&mut turns);
        let mut sum = 0.0;
        for lane in 0..LANES {
            // Adding 0 turns -0 into 0, which counts as positive above.
            sum += elementary::atan2(y[lane] + 0.0, x[lane]) + 2.0 * PI * turns[lane];
        }
        sum
    }
}
