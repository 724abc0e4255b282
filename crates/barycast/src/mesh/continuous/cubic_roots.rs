//! Times at which the origin is in the plane, and whether it is in the shape then.
//!
//! With a corner `q` and the sides `u`, `v` from there, all moving linearly,
//!
//! ```text
//! f(t) = q . (u x v)
//! ```
//!
//! is a cubic. Its Bernstein coefficients show whether it has no root (all have one sign) or one
//! root (it is monotone). Otherwise the interval is halved. Near a root the origin is certainly
//! inside if all areas that it spans with the edges have the same orientation, and certainly
//! outside if a plane separates it. The root of a hit is then refined in double-double precision.

use super::exact_time;
use super::query::{ContactQuery, Finding};
use super::relative_motion::{Moving, differences, sides};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::vector::size::shifted;
use crate::vector::{V3, Vector, Vector3};
use glam::DVec3;

/// Bound on the rounding of a coefficient, relative to the product of the sizes of the vectors:
/// about 250 roundings of six products.
const ROUNDING: f64 = 1.0 / (1_u64 << 44) as f64;
/// The same bound in double-double precision.
const ROUNDING_PRECISE: f64 = 1.0 / (1_u128 << 92) as f64;
/// Bound on the rounding of an area along a normal whose largest component is 1, relative to the
/// squared reach.
const ROUNDING_AREA: f64 = 1.0 / (1_u64 << 45) as f64;
/// Largest number of open intervals. Cases that need more are left to the other methods.
const MOST_OPEN: usize = 10;

/// Cubic on a time interval.
#[derive(Clone, Copy)]
struct Piece {
    from: f64,
    length: f64,
    f: [f64; 4],
}

pub(super) fn find_contact(query: &ContactQuery, moving: &Moving) -> Finding {
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
            match at_root(query, moving, &piece, scale) {
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

    /// Returns the value at the fraction `x` of the interval.
    fn value(&self, x: f64) -> f64 {
        let [a, b, c, d] = self.f;
        let y = 1.0 - x;
        let (ab, bc, cd) = (y * a + x * b, y * b + x * c, y * c + x * d);
        y * (y * ab + x * bc) + x * (y * bc + x * cd)
    }
}

/// Tests for contact at the only root of a monotone interval.
fn at_root(query: &ContactQuery, moving: &Moving, piece: &Piece, scale: f64) -> Finding {
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
    // There is a root in between, and all roots there are contacts. Up to the last time before the
    // sign of `f` changes there is none.
    let precise = Precise::new(query, moving.exponent);
    let f = |t: f64| DoubleDouble::new(up) * precise.f(t);
    let rounding = DoubleDouble::new(ROUNDING_PRECISE * scale);
    let before = last(low, high, |t| f(t) < -rounding);
    let next = before.next_up();
    let reached = next <= high && f(next) <= rounding && up * f64::from(exact_time::side(query, next)) <= 0.0;
    Finding::At(if reached { next } else { before })
}

/// Returns the last number between two such that the predicate is true up to there, or `low` if
/// there is none.
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

/// Tests whether all areas that the origin spans with the edges have the same orientation at all
/// times between two. The origin is then inside whenever it is in the plane.
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

/// The same differences in double-double precision: a corner and the sides from there.
struct Precise([[V3<DoubleDouble>; 2]; 3]);

impl Precise {
    fn new(query: &ContactQuery, exponent: i32) -> Self {
        let number = |x: f64, y: f64| {
            let (high, low) = (DoubleDouble::new(x) - DoubleDouble::new(y)).parts();
            DoubleDouble::from_parts(shifted(high, exponent), shifted(low, exponent))
        };
        let difference = |a: DVec3, b: DVec3| V3::from_fn(|axis| number(a[axis], b[axis]));
        let [u, v] = sides(query.kind);
        let corner = differences(query.kind)[0];
        Self([corner, u, v].each(|[i, j]| [query.start, query.end].each(|p| difference(p[i], p[j]))))
    }

    fn f(&self, t: f64) -> DoubleDouble {
        let t = DoubleDouble::new(t);
        let [corner, u, v] = self.0.each(|[start, end]| start * (DoubleDouble::ONE - t) + end * t);
        corner.dot(u.cross(v))
    }
}
