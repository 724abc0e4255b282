//! Polytopes, grown or not, in exact numbers: intersection tests, also during a motion, and the
//! shortest way.

use super::within::{Polytopes, Trust};
use crate::dynamic::contains::hull::Content;
use crate::dynamic::kind::Over;
use crate::dynamic::shape::DynamicShape;
use crate::exact::{Arena, Exact, Interval};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Mask, Ring};
use crate::query::Closest;
use crate::shape::{HalfSpace, Voxels};
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// Returns a part of a line or ray that contains the feet of these points; other unbounded contents
/// have none. It ends slightly beyond the feet, because the feet are fractions over the square of
/// the direction, which would lead to numbers of thousands of digits.
pub(crate) fn facing<V: Vector<Mask = bool, Scalar: Field>>(
    points: &[V],
    line: &Content<V>,
) -> Option<Vec<V>> {
    let (&origin, &d) = (line.points.first()?, line.directions.first()?);
    if line.points.len() != 1 || line.directions.len() > 2 {
        return None;
    }
    let dd = d.length_squared();
    let feet = points.iter().map(|p| (*p - origin).dot(d).div_or(dd, dd.zero()));
    let (low, high) = feet.map(|t| (t, t)).reduce(|(a, b), (c, d)| (Ring::min(a, c), Ring::max(b, d)))?;
    let (low, high) = (-(-low).at_least(), high.at_least());
    let clamp = |t: V::Scalar| if line.directions.len() == 1 { Ring::max(t, t.zero()) } else { t };
    Some([low, high].each(|t| origin + d * clamp(t)).to_vec())
}

/// Returns the corners of a filled cell, in other numbers.
fn corners_of_cell<P, V>(voxels: &Voxels<P>, i: usize, number: &impl Fn(f64) -> V::Scalar) -> Vec<V>
where
    P: FloatVector<Scalar = f64>,
    V: Vector,
{
    let cell = voxels.filled()[i];
    let (origin, size) = (voxels.origin().lift::<V>(number), voxels.size().lift::<V>(number));
    let along = |far: bool, axis: usize| {
        origin.get(axis) + number(f64::from(cell[axis]) + if far { 1.0 } else { 0.0 }) * size.get(axis)
    };
    (0..1 << V::DIM).map(|corner: usize| V::from_fn(|axis| along(corner >> axis & 1 == 1, axis))).collect()
}

/// Returns both polytopes, with the part of an unbounded one that faces the other.
fn polytopes<V: Vector<Mask = bool, Scalar: Field>>(a: Content<V>, b: Content<V>) -> Option<Polytopes<V>> {
    let reach = a.radius + b.radius;
    let (a, b) = match (a.directions.is_empty(), b.directions.is_empty()) {
        (true, true) => (a.points, b.points),
        (true, false) => {
            let b = facing(&a.points, &b)?;
            (a.points, b)
        }
        (false, true) => (facing(&b.points, &a)?, b.points),
        (false, false) => return None,
    };
    Some(Polytopes { a, b, reach })
}

/// Tests whether two cells of grids share a point.
fn cells_meet<V: FloatVector<Scalar = f64>>(grids: [&Voxels<V>; 2], cells: [usize; 2]) -> bool {
    // Low and high end of the cell along an axis.
    let ends = |grid: usize, axis: usize| {
        let (voxels, cell) = (grids[grid], grids[grid].filled()[cells[grid]]);
        let [first, size] = [voxels.origin().get(axis), voxels.size().get(axis)];
        [0.0, 1.0].each(|more| (first, f64::from(cell[axis]) + more, size))
    };
    let arena = Arena::new();
    let number = |(first, index, size)| arena.number(first) + arena.number(index) * arena.number(size);
    (0..V::DIM).all(|axis| {
        let [[a, b], [c, d]] = [0, 1].each(|grid| ends(grid, axis).each(number));
        a.le(d) && c.le(b)
    })
}

/// Returns the way between all points within a radius of two given points, in exact numbers. If
/// these sets intersect, returns one shared point.
fn grown<'a, V: Vector<Scalar = Exact<'a>>, W: FloatVector<Scalar = f64>>(
    [on_a, on_b]: [V; 2],
    [a, b]: [V::Scalar; 2],
) -> Closest<W> {
    let rounded = |p: V| p.lift::<W>(&|x: Exact<'_>| x.to_f64());
    let (way, reach) = (on_b - on_a, a + b);
    let (squared, zero) = (way.length_squared(), reach.zero());
    if squared.le(reach.squared()) {
        let shared = rounded(on_a + way * a.div_or(reach, zero));
        return Closest { distance: 0.0, on_a: shared, on_b: shared };
    }
    let length = squared.sqrt();
    // `|v| - r`, without loss of digits for a short gap.
    let distance = ((squared - reach.squared()) / (length + reach)).to_f64();
    Closest { distance, on_a: rounded(on_a + way * (a / length)), on_b: rounded(on_b - way * (b / length)) }
}

/// Returns the way from a polytope to a plane or the half-space below it, without the radius: its
/// closest corner, and the corner's foot, or one point twice if they intersect.
fn above<'a, V: Vector<Scalar = Exact<'a>>>(
    a: &Content<V>,
    below: &HalfSpace<V>,
    solid: bool,
) -> Option<[V; 2]> {
    let side = |p: &V| below.side(*p);
    let lowest = a.points.iter().copied().reduce(|p, q| if side(&q).lt(side(&p)) { q } else { p })?;
    let highest = a.points.iter().copied().reduce(|p, q| if side(&p).lt(side(&q)) { q } else { p })?;
    let (low, high, zero) = (side(&lowest), side(&highest), a.radius.zero());
    let foot = |p: V, side: V::Scalar| p - below.normal * (side / below.normal.length_squared());
    Some(if zero.lt(low) {
        [lowest, foot(lowest, low)]
    } else if solid {
        [lowest; 2]
    } else if high.lt(zero) {
        [highest, foot(highest, high)]
    } else {
        [lowest + (highest - lowest) * (-low).div_or(high - low, zero); 2]
    })
}

/// Tests whether a grown polytope reaches a plane, or into the half-space below it.
fn reaches<V: Vector>(a: &Content<V>, below: &HalfSpace<V>, solid: bool) -> Option<bool> {
    let sides = || a.points.iter().map(|p| below.side(*p));
    let (low, high) = (sides().reduce(Ring::min)?, sides().reduce(Ring::max)?);
    let (zero, reach) = (low.zero(), a.radius.squared() * below.normal.length_squared());
    let near = |side: V::Scalar| side.squared().le(reach);
    let meets = if solid {
        low.le(zero) | near(low)
    } else {
        (low.le(zero) & zero.le(high)) | near(low) | near(high)
    };
    if meets.all() {
        Some(true)
    } else if meets.none() {
        Some(false)
    } else {
        None
    }
}

/// Returns a half-space over other numbers.
fn side_over<S: DynamicShape, N: Field>(
    side: &HalfSpace<S::Vector>,
    number: &impl Fn(f64) -> N,
) -> HalfSpace<Over<S, N>> {
    side.lift(number)
}

/// Tests whether a filled cell of a grid intersects a shape. The corners of a cell are mostly not
/// representable as floats, and are used as exact numbers.
pub(crate) fn cell_meets<S: DynamicShape>(voxels: &Voxels<S::Vector>, i: usize, other: &S) -> bool {
    let cell = S::from(voxels.cell(i));
    if let (Some(grid), Some(parts)) = (other.kind().as_voxels(), other.as_composite()) {
        return parts.near(&cell).any(|j| cells_meet([voxels, grid], [i, j]));
    }
    if !voxels.is_rounded(i) || other.is_composite() {
        return cell.intersects(other);
    }
    let exactly = || {
        let arena = Arena::new();
        let number = |x: f64| arena.number(x);
        let points: Vec<Over<S, Exact<'_>>> = corners_of_cell(voxels, i, &number);
        let cell = Content { points, radius: number(0.0), directions: vec![] };
        if let Some((below, solid)) = other.kind().as_half_space() {
            return reaches(&cell, &side_over::<S, _>(&below, &number), solid);
        }
        let both = polytopes(cell, other.content(&number)?)?;
        both.come_within(vec![], Trust::exact(number(0.0))).0
    };
    super::seen(&cell, other).or_else(exactly).unwrap_or_else(|| cell.intersects(other))
}

/// Tests whether a polytope, grown or not, reaches a plane or half-space; `None` for other pairs.
fn reaches_side<S: DynamicShape>(a: &S, other: &S) -> Option<bool> {
    fn over<S: DynamicShape, N: Field>(
        a: &S,
        below: &HalfSpace<S::Vector>,
        solid: bool,
        number: &impl Fn(f64) -> N,
    ) -> Option<bool> {
        reaches(&a.content(number)?, &side_over::<S, N>(below, number), solid)
    }
    let (below, solid) = other.kind().as_half_space()?;
    // Distinguishes other shapes from "undecided" first.
    a.outline().filter(|a| a.directions.is_empty())?;
    Some(over(a, &below, solid, &Interval::new).unwrap_or_else(|| {
        let arena = Arena::new();
        over(a, &below, solid, &|x| arena.number(x)).unwrap_or_default()
    }))
}

/// Tests whether the shapes share a point, exactly; `None` if one is round, or both are unbounded.
pub(crate) fn polytopes_meet<S: DynamicShape>(a: &S, b: &S) -> Option<bool> {
    if let Some(answer) = reaches_side(a, b).or_else(|| reaches_side(b, a)) {
        return Some(answer);
    }
    let (content_a, content_b) = (a.outline()?, b.outline()?);
    let ordinary = |squared: DoubleDouble| (1e-60..1e60).contains(&squared.to_f64());
    let mut directions = content_a.directions.iter().chain(&content_b.directions);
    let even = directions.all(|d| ordinary(d.length_squared()));
    let both = polytopes(content_a, content_b)?;
    let largest =
        |points: &[S::Precise]| points.iter().map(|p| p.length_squared()).fold(DoubleDouble::ZERO, Ring::max);
    let size = largest(&both.a) + largest(&both.b) + both.reach.squared();
    // Squares of other sizes leave the range of `f64`.
    let limit = if even && ordinary(size) { 64 } else { 0 };
    let (answer, ids) = both.come_within(vec![], Trust { margin: DoubleDouble::new(1e-19), size, limit });
    answer.or_else(|| {
        let arena = Arena::new();
        let number = |x: f64| arena.number(x);
        let both = polytopes(a.content(&number)?, b.content(&number)?)?;
        both.come_within(ids, Trust::exact(number(0.0))).0
    })
}

/// Returns the hull of the content and the content moved by `way` times `time`.
fn swept<S: DynamicShape, N: Field>(
    content: Content<Over<S, N>>,
    way: S::Vector,
    time: N,
    number: &impl Fn(f64) -> N,
) -> Content<Over<S, N>> {
    let way = way.lift::<Over<S, N>>(number) * time;
    let there = content.points.iter().map(|p| *p + way);
    Content { points: content.points.iter().copied().chain(there).collect(), ..content }
}

/// Tests whether the shapes share a point while `b` moves by `velocity` until `max_t`. Exact for
/// polytopes, grown or not, and for one of them and a plane or half-space; `None` for other pairs.
pub(crate) fn swept_meet<S: DynamicShape>(a: &S, b: &S, velocity: S::Vector, max_t: f64) -> Option<bool> {
    let is_finite = (0..S::Vector::DIM).all(|axis| velocity.get(axis).is_finite());
    if !is_finite || max_t.is_nan() {
        return None;
    }
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let time = number(max_t.min(f64::MAX));
    let swept = |content, way| swept::<S, _>(content, way, time, &number);
    let (content_a, content_b) = (a.content(&number), b.content(&number));
    if let Some((below, solid)) = a.kind().as_half_space() {
        let moved = swept(content_b.filter(|b| b.directions.is_empty())?, velocity);
        return reaches(&moved, &side_over::<S, _>(&below, &number), solid);
    }
    if let Some((below, solid)) = b.kind().as_half_space() {
        let moved = swept(content_a.filter(|a| a.directions.is_empty())?, -velocity);
        return reaches(&moved, &side_over::<S, _>(&below, &number), solid);
    }
    let (a, b) = (content_a?, content_b?);
    // The bounded shape is moved, because a moved line sweeps more than a line.
    let both = if b.directions.is_empty() {
        polytopes(a, swept(b, velocity))
    } else {
        polytopes(swept(a, -velocity), b)
    };
    both?.come_within(vec![], Trust::exact(number(0.0))).0
}

/// Returns the shortest way from a bounded content to a plane or half-space; `None` for others.
fn way_to_side<'a, S: DynamicShape>(
    a: Option<&Content<Over<S, Exact<'a>>>>,
    other: &S,
    number: &impl Fn(f64) -> Exact<'a>,
) -> Option<Closest<S::Vector>> {
    let (below, solid) = other.kind().as_half_space()?;
    let a = a.filter(|a| a.directions.is_empty())?;
    Some(grown(above(a, &side_over::<S, _>(&below, number), solid)?, [a.radius, number(0.0)]))
}

/// Returns the shortest way between two polytopes, grown or not, or between a polytope and a plane
/// or half-space, or a point that they share. It is computed in exact numbers, each rounded once,
/// so it may be as short as the smallest number, and its ends are on the shapes even beside corners
/// at the largest numbers.
pub(crate) fn way<S: DynamicShape>(a: &S, b: &S) -> Option<Closest<S::Vector>> {
    // The result does not depend on the order of the shapes, down to the last bit.
    if super::comes_before(b, a) {
        return way(b, a).map(Closest::swap);
    }
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let (content_a, content_b) = (a.content(&number), b.content(&number));
    if let Some(way) = way_to_side(content_a.as_ref(), b, &number) {
        return Some(way);
    }
    if let Some(way) = way_to_side(content_b.as_ref(), a, &number) {
        return Some(way.swap());
    }
    let (a, b) = (content_a?, content_b?);
    let radii = [a.radius, b.radius];
    Some(grown(polytopes(a, b)?.way(Trust::exact(number(0.0)))?, radii))
}
