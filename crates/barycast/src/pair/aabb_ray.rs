//! AABB and ray (line, segment).
//!
//! Along axis `i` the line is between the two planes of the slab while `min_i <= o_i + t d_i <= max_i`, which
//! is from `enter_i / s_i` to `exit_i / s_i` with `s_i = |d_i|`. It meets the box when it is in all slabs at
//! once: every entry comes before every exit, which is asked crosswise, without dividing:
//!
//!     enter_i s_j <= exit_j s_i     for i != j
//!
//! A direction that is 0 along an axis (`s_i = 0`) makes these say "inside that slab", by the origin alone: there
//! is no `0 / 0` when the origin lies on a plane.
//!
//! Sources: [Kay 1986], [Williams 2005]; the crosswise comparison is ours.

use crate::number::{Field, Mask, Real, Ring};
use crate::pair::ray_ray;
use crate::question::{Closest, OptSpan, Span};
use crate::shape::{Aabb, Line, Linear, Segment};
use crate::vector::Vector;

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> V::Mask {
    let (o, d) = (b.origin(), b.direction());
    let zero = o.get(0).zero();
    let (to_min, to_max) = (a.min - o, a.max - o);
    let mut hit = zero.always();
    let (mut enter, mut exit, mut size) = (to_min, to_max, d);
    for i in 0..V::DIM {
        let di = d.get(i);
        let backward = di.lt(zero);
        enter = enter.with(i, Ring::select(backward, -to_max.get(i), to_min.get(i)));
        exit = exit.with(i, Ring::select(backward, -to_min.get(i), to_max.get(i)));
        size = size.with(i, di.abs());
        let moving = zero.lt(size.get(i));
        hit = hit & (moving | (to_min.get(i).le(zero) & zero.le(to_max.get(i))));
        if L::BEGINS {
            hit = hit & zero.le(exit.get(i));
        }
        if L::ENDS {
            hit = hit & enter.get(i).le(size.get(i));
        }
    }
    for i in 0..V::DIM {
        for j in 0..V::DIM {
            if i != j {
                hit = hit & (enter.get(i) * size.get(j)).le(exit.get(j) * size.get(i));
            }
        }
    }
    hit
}

/// Between an edge of the box and the line, or the box and an end; a shared point when they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> Closest<V> {
    // A line that misses the box runs past its edges; only an end can face the inside of a face.
    let mut best = Closest::between(a.closest_point(b.origin()), b.origin());
    if L::ENDS {
        let end = b.at(best.distance.one());
        best = best.nearer(Closest::between(a.closest_point(end), end));
    }
    for axis in 0..V::DIM {
        // The edges along an axis start at the corners with the least coordinate there.
        for corner in 0..(1 << (V::DIM - 1)) {
            let mut start = a.min;
            for other in 1..V::DIM {
                if corner >> (other - 1) & 1 == 1 {
                    let across = (axis + other) % V::DIM;
                    start = start.with(across, a.max.get(across));
                }
            }
            let edge = Segment { a: start, b: start.with(axis, a.max.get(axis)) };
            best = best.nearer(ray_ray::distance(&edge, b));
        }
    }
    best.or_shared(intersects(a, b), shared_point(a, b))
}

/// A point in both, when they intersect: where the line comes in, or its start.
#[inline(always)]
fn shared_point<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Aabb<V>, b: &L) -> V {
    let (o, d) = (b.origin(), b.direction());
    let zero = o.get(0).zero();
    // For a line, which enters at any t, start from the entry of one slab.
    let mut t = -zero.infinity();
    if L::BEGINS {
        t = zero;
    }
    for i in 0..V::DIM {
        let di = d.get(i);
        let face = Ring::select(di.lt(zero), a.max.get(i), a.min.get(i));
        t = Ring::max(t, (face - o.get(i)).div_or(di, -zero.infinity()));
    }
    let t = Ring::select(t.lt(-zero.infinity().half()), zero, t);
    a.closest_point(b.at(t))
}

/// The stretch of the line inside the box.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Line<V>) -> OptSpan<V> {
    let zero = b.origin.get(0).zero();
    let infinity = zero.infinity();
    let (mut enter, mut exit) = (-infinity, infinity);
    let (mut normal_enter, mut normal_exit) = (b.origin.zero(), b.origin.zero());
    let mut hit = zero.always();
    for i in 0..V::DIM {
        let di = b.direction.get(i);
        let (to_min, to_max) = (a.min.get(i) - b.origin.get(i), a.max.get(i) - b.origin.get(i));
        let moving = zero.lt(di) | di.lt(zero);
        hit = hit & (moving | (to_min.le(zero) & zero.le(to_max)));
        let backward = di.lt(zero);
        let t_in = Ring::select(moving, Ring::select(backward, to_max, to_min).div_or(di, zero), -infinity);
        let t_out = Ring::select(moving, Ring::select(backward, to_min, to_max).div_or(di, zero), infinity);
        // Outward: against the direction where the line enters.
        let outward = normal_enter.zero().with(i, Ring::select(backward, zero.one(), -zero.one()));
        let later = enter.lt(t_in);
        normal_enter = V::select(later, outward, normal_enter);
        enter = Ring::select(later, t_in, enter);
        let sooner = t_out.lt(exit);
        normal_exit = V::select(sooner, -outward, normal_exit);
        exit = Ring::select(sooner, t_out, exit);
    }
    (hit & enter.le(exit)).then_some(Span { enter, exit, normal_enter, normal_exit })
}
