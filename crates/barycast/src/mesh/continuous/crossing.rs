//! The times at which the origin lies in the plane, and whether it lies in the shape then.
//!
//! With a corner `q` and the sides `u`, `v` from there, all moving straight,
//!
//! ```text
//! f(t) = q . (u x v)
//! ```
//!
//! is a cubic. Its Bernstein coefficients tell at once that there is no root, or one: all of a sign, or rising, or falling. Else
//! it is halved. Around a root the origin is certainly inside when all the areas that it spans with the edges turn the same way,
//! and certainly outside when a plane keeps it apart. The root of one that is hit is then found over twice the digits.

use super::decide;
use super::moving::{Moving, differences, sides};
use super::question::{Finding, Question};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::vector::size::shifted;
use crate::vector::{V3, Vector, Vector3};
use glam::DVec3;

/// Bounds the rounding of a coefficient, in units of the product of the vectors' sizes: some 250 roundings of six products.
const ROUNDING: f64 = 1.0 / (1_u64 << 44) as f64;
/// The same over twice the digits.
const ROUNDING_PRECISE: f64 = 1.0 / (1_u128 << 92) as f64;
/// Bounds the rounding of an area along a normal whose largest number is 1, in units of the squared reach.
const ROUNDING_AREA: f64 = 1.0 / (1_u64 << 45) as f64;
/// It is halved as long as no more pieces are open: what is not told apart then is left to others.
const MOST_OPEN: usize = 10;

/// A cubic on a stretch of time.
#[derive(Clone, Copy)]
struct Piece {
    from: f64,
    length: f64,
    f: [f64; 4],
}

pub(super) fn look(question: &Question, moving: &Moving) -> Finding {
    let (corner, [u, v]) = (moving.corners()[0], moving.sides);
    let size = |ends: [DVec3; 2]| ends[0].abs().max(ends[1].abs()).max_element();
    let scale = size(corner) * size(u) * size(v);
    let rounding = ROUNDING * scale;
    if rounding < 1e-280 {
        return Finding::NotBefore(0.0);
    }
    let f = |i: usize, j: usize, k: usize| corner[i].dot(u[j].cross(v[k]));
    let second = (f(1, 0, 0) + f(0, 1, 0) + f(0, 0, 1)) / 3.0;
    let third = (f(1, 1, 0) + f(1, 0, 1) + f(0, 1, 1)) / 3.0;
    let mut open = [Piece { from: 0.0, length: 1.0, f: [f(0, 0, 0), second, third, f(1, 1, 1)] }; MOST_OPEN];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let piece = open[count];
        let [a, b, c, d] = piece.f;
        if piece.f.iter().all(|x| *x > rounding) || piece.f.iter().all(|x| *x < -rounding) {
            continue;
        }
        let steps = [b - a, c - b, d - c];
        let turns = steps.iter().any(|x| *x <= 2.0 * rounding) && steps.iter().any(|x| *x >= -2.0 * rounding);
        if !turns {
            if a.abs() <= rounding || d.abs() <= rounding {
                return Finding::NotBefore(piece.from);
            }
            match at_root(question, moving, &piece, scale) {
                Finding::Never => {}
                found => return found,
            }
        } else if count + 2 > MOST_OPEN {
            return Finding::NotBefore(piece.from);
        } else {
            let [left, right] = piece.halves();
            (open[count], open[count + 1]) = (right, left);
            count += 2;
        }
    }
    Finding::Never
}

impl Piece {
    fn halves(&self) -> [Self; 2] {
        let [a, b, c, d] = self.f;
        let (ab, bc, cd) = (a.midpoint(b), b.midpoint(c), c.midpoint(d));
        let (abc, bcd) = (ab.midpoint(bc), bc.midpoint(cd));
        let middle = abc.midpoint(bcd);
        let length = self.length / 2.0;
        let left = Self { from: self.from, length, f: [a, ab, abc, middle] };
        [left, Self { from: self.from + length, length, f: [middle, bcd, cd, d] }]
    }

    /// At a part `x` of its length.
    fn value(&self, x: f64) -> f64 {
        let [a, b, c, d] = self.f;
        let y = 1.0 - x;
        let (ab, bc, cd) = (y * a + x * b, y * b + x * c, y * c + x * d);
        y * (y * ab + x * bc) + x * (y * bc + x * cd)
    }
}

/// Whether they touch at the only root of a piece on which `f` rises, or falls, through 0.
fn at_root(question: &Question, moving: &Moving, piece: &Piece, scale: f64) -> Finding {
    let up = 1.0_f64.copysign(piece.f[3]);
    let rounding = ROUNDING * scale;
    let low = last(0.0, 1.0, |x| up * piece.value(x) < -rounding);
    let high = last(low, 1.0, |x| up * piece.value(x) <= rounding).next_up();
    let low = (piece.from + low * piece.length).next_down().max(piece.from);
    let high = (piece.from + high * piece.length).next_up().min(piece.from + piece.length);
    if moving.apart_until(moving.way(low + (high - low) / 2.0), low) > high {
        return Finding::Never;
    }
    if !surrounds(moving, low, high) {
        return Finding::NotBefore(low);
    }
    // There is a root between, and all of them are touches: up to where `f` has not changed its sign there was none.
    let precise = Precise::new(question, moving.exponent);
    let f = |t: f64| DoubleDouble::new(up) * precise.f(t);
    let rounding = DoubleDouble::new(ROUNDING_PRECISE * scale);
    let before = last(low, high, |t| f(t) < -rounding);
    let next = before.next_up();
    let reached = next <= high && f(next) <= rounding && up * f64::from(decide::side(question, next)) <= 0.0;
    Finding::At(if reached { next } else { before })
}

/// The last number between two at which something holds that holds up to there; `low` when nowhere.
fn last(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return low;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// All areas that the origin spans with the edges turn the same way, whenever between two times: where it is in the plane, it is
/// inside.
fn surrounds(moving: &Moving, low: f64, high: f64) -> bool {
    let count = moving.corners().len();
    let middle = low + (high - low) / 2.0;
    let at = |i: usize| moving.corner(i, middle);
    let normal = (at(1) - at(0)).cross(at(count - 1) - at(0));
    let size = normal.abs().max_element();
    if size < 1e-150 {
        return false;
    }
    let normal = normal / size;
    let rounding = ROUNDING_AREA * moving.reach * moving.reach;
    (0..count).all(|i| {
        let j = (i + 1) % count;
        let ends = |i: usize| [moving.corner(i, low), moving.corner(i, high)];
        let (a, b) = (ends(i), ends(j));
        let area = |k: usize, l: usize| normal.dot(a[k].cross(b[l]));
        area(0, 0) > rounding && area(0, 1) + area(1, 0) > 2.0 * rounding && area(1, 1) > rounding
    })
}

/// The same differences over twice the digits: a corner and the sides from there.
struct Precise([[V3<DoubleDouble>; 2]; 3]);

impl Precise {
    fn new(question: &Question, exponent: i32) -> Self {
        let number = |x: f64, y: f64| {
            let (high, low) = (DoubleDouble::new(x) - DoubleDouble::new(y)).parts();
            DoubleDouble::from_parts(shifted(high, exponent), shifted(low, exponent))
        };
        let difference = |a: DVec3, b: DVec3| V3::from_fn(|axis| number(a[axis], b[axis]));
        let [u, v] = sides(question.kind);
        let corner = differences(question.kind)[0];
        Self([corner, u, v].each(|[i, j]| [question.start, question.end].each(|p| difference(p[i], p[j]))))
    }

    fn f(&self, t: f64) -> DoubleDouble {
        let t = DoubleDouble::new(t);
        let [corner, u, v] = self.0.each(|[start, end]| start * (DoubleDouble::ONE - t) + end * t);
        corner.dot(u.cross(v))
    }
}
