//! Containment in several parts of a union together: spans of lines, and, for grids, convex shapes.

use super::witness::is_deep;
use crate::dynamic::separation::Separable;
use crate::dynamic::shape::Shared;
use crate::number::{DoubleDouble, Field as _, Float, Real, Ring, elementary, sort_by_number};
use crate::query::Penetration;
use crate::shape::{Aabb, Line, Linear as _, Point};
use crate::vector::Vector;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Tests whether several parts contain a line, ray or segment, in double-double precision. Returns
/// `None` for others, and if a point outside the parts is too near to them.
pub(super) fn parts_hold_along<S: Separable>(shape: &S, other: &S) -> Option<bool> {
    let (parts, (line, [first, last])) = (shape.as_composite()?, as_stretch(other)?);
    let line = line.lift::<S::Precise>(&DoubleDouble::new);
    let mut spans: Vec<_> = (0..parts.len()).flat_map(|i| parts.part(i).spans(&line)).collect();
    sort_by_number(&mut spans, |span| span.enter);
    let reached = |t: DoubleDouble, held: DoubleDouble| {
        t <= held || t <= held + (DoubleDouble::ONE + held.abs()) * DoubleDouble::new(1e-26)
    };
    let mut held = first;
    let mut next = last;
    for span in spans {
        if reached(span.enter, held) {
            held = Ring::max(held, span.exit);
        } else {
            next = Ring::min(next, span.enter);
            break;
        }
    }
    if reached(next, held) {
        return Some(true);
    }
    // A point between two spans is found outside.
    let (one, finite) = (DoubleDouble::ONE, |t: DoubleDouble| t.to_f64().is_finite());
    let between = match (finite(held), finite(next)) {
        (true, true) => (held + next).half(),
        (true, false) => held + one + held.abs(),
        (false, true) => next - one - next.abs(),
        (false, false) => held.zero(),
    };
    let p = line.at(between).lift::<S::Vector>(&Float::to_f64);
    let off = shape.closest_precisely(&Point(p).into()).distance;
    (off > (p.length_at_any_size() + line.origin.length().to_f64()) * 1e-14).then_some(false)
}

/// Returns a line and the range of it that is the shape.
fn as_stretch<S: Separable>(shape: &S) -> Option<(Line<S::Vector>, [DoubleDouble; 2])> {
    let (zero, one) = (DoubleDouble::ZERO, DoubleDouble::ONE);
    let endless = one.infinity();
    match shape.shared()? {
        Shared::Line(a) => Some((*a, [-endless, endless])),
        Shared::Ray(a) => Some((Line { origin: a.origin, direction: a.direction }, [zero, endless])),
        Shared::Segment(a) if a.a != a.b => Some((Line { origin: a.a, direction: a.b - a.a }, [zero, one])),
        _ => None,
    }
}

/// Tests whether a grid contains a convex shape with an interior: no empty cell reaches into the
/// shape. Returns `None` for others, and if there are too many cells to test.
pub(super) fn grid_holds<S: Separable>(shape: &S, other: &S) -> Option<bool> {
    const CELLS: f64 = 4096.0;
    let Some(Shared::Voxels(a)) = shape.shared() else { return None };
    if other.as_composite().is_some() || other.tube().is_some() || !other.is_solid() || !is_deep(other) {
        return None;
    }
    // Cells without a volume contain nothing that has an interior.
    if (0..S::Vector::DIM).any(|i| a.size().get(i) == 0.0) {
        return Some(false);
    }
    let bounds = other.outer_bounds()?;
    let ends = |p: S::Vector| (p - a.origin()).quotients(a.size(), 0.0);
    let floor = |p: S::Vector| S::Vector::from_fn(|i| elementary::floor(p.get(i)));
    let (low, high) = (floor(ends(bounds.min)), floor(ends(bounds.max)));
    let counts = high - low + S::Vector::splat(1.0);
    let few = (1.0..=CELLS).contains(&(0..S::Vector::DIM).fold(1.0, |count, i| count * counts.get(i)));
    if !few {
        return None;
    }
    let at = |c: &[i32; 3]| S::Vector::from_fn(|i| f64::from(c[i]));
    let inside =
        |c: &S::Vector| (0..S::Vector::DIM).all(|i| low.get(i) <= c.get(i) && c.get(i) <= high.get(i));
    let near: Vec<S::Vector> = a.filled().iter().map(at).filter(inside).collect();
    let mut cell = low;
    loop {
        let filled = near.contains(&cell);
        if !filled {
            let corner = |p: S::Vector| a.origin() + p.times(a.size());
            let open = S::from(Aabb { min: corner(cell), max: corner(cell + S::Vector::splat(1.0)) });
            let into = open.contact_precisely(other).ok()?;
            let size = |c: &Penetration<S::Vector>| c.on_a.length_at_any_size() + c.depth;
            if into.is_some_and(|c| c.depth > size(&c) * (16.0 * f64::EPSILON)) {
                return Some(false);
            }
        }
        let Some(i) = (0..S::Vector::DIM).find(|i| cell.get(*i) < high.get(*i)) else {
            return Some(true);
        };
        cell = S::Vector::from_fn(|k| match k.cmp(&i) {
            Ordering::Less => low.get(k),
            Ordering::Equal => cell.get(k) + 1.0,
            Ordering::Greater => cell.get(k),
        });
    }
}
