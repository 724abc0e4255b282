//! Polytopes in exact numbers: corners, the half-spaces whose intersection they are, and faces.
//!
//! Every sign is computed from floats or from intervals around the numbers first, and from the
//! exact numbers where those leave it undecided. Corners in a plane are sorted and walked around,
//! in two coordinates in which they are not collinear. A face of a solid is the set of corners on
//! one of its sides.
//!
//! Sources: [Andrew 1979]; [Hickey 2001] for the intervals.

use crate::exact::{Exact, Interval};
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{Field, Ring};
use crate::shape::HalfSpace;
use crate::shape::hull;
use crate::shape::scanline::sign;
use crate::vector::Vector;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::cmp::Ordering;

/// A vector, and intervals that contain its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner<V> {
    pub(super) at: V,
    near: [Interval; 3],
    float: [f64; 3],
}

fn near<'a, V: Vector<Scalar = Exact<'a>>>(v: V) -> [Interval; 3] {
    array::from_fn(|axis| if axis < V::DIM { v.get(axis).to_interval() } else { Interval::new(0.0) })
}

/// Returns a float within two ulps; NaN, which decides nothing, below the normal range.
fn float(x: Exact<'_>) -> f64 {
    let value = x.to_f64();
    if value.abs() > 1e-290 || x.same(x.zero()) { value } else { f64::NAN }
}

fn floats<'a, V: Vector<Scalar = Exact<'a>>>(v: V) -> [f64; 3] {
    array::from_fn(|axis| if axis < V::DIM { float(v.get(axis)) } else { 0.0 })
}

impl<'a, V: Vector<Scalar = Exact<'a>, Mask = bool>> Corner<V> {
    pub(super) fn new(at: V) -> Self {
        Self { at, near: near(at), float: floats(at) }
    }

    /// Compares one coordinate.
    fn order_along(&self, other: &Self, axis: usize) -> Ordering {
        let apart = sign(self.near[axis] - other.near[axis]);
        let apart = apart.or_else(|| sign(self.at.get(axis) - other.at.get(axis)));
        apart.map_or(Ordering::Equal, |sign| sign.cmp(&0))
    }

    /// Compares all coordinates, the first one first: equal only if they are the same point.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        (0..V::DIM).fold(Ordering::Equal, |order, axis| order.then_with(|| self.order_along(other, axis)))
    }
}

/// Returns 1, 0 or -1 for left, on or right: the orientation of three points in two of their
/// coordinates.
fn turn<'a, V>([a, b, c]: [&Corner<V>; 3], [i, j]: [usize; 2]) -> i8
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    fn area<S: Ring>(u: [S; 2], v: [S; 2]) -> S {
        u[0] * v[1] - u[1] * v[0]
    }
    let rough = |p: &Corner<V>| [p.near[i] - a.near[i], p.near[j] - a.near[j]];
    let exact = |p: &Corner<V>| [p.at.get(i) - a.at.get(i), p.at.get(j) - a.at.get(j)];
    sign(area(rough(b), rough(c))).or_else(|| sign(area(exact(b), exact(c)))).unwrap_or(0)
}

/// A half-space, and intervals around its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<V: Vector> {
    pub(super) at: HalfSpace<V>,
    near: [Interval; 3],
    distance: Interval,
    float: [f64; 3],
    float_distance: f64,
}

impl<'a, V: Vector<Scalar = Exact<'a>, Mask = bool>> Side<V> {
    pub(super) fn new(at: HalfSpace<V>) -> Self {
        let (distance, float_distance) = (at.distance.to_interval(), float(at.distance));
        Self { at, near: near(at.normal), distance, float: floats(at.normal), float_distance }
    }

    /// Returns the half-spaces on both sides of a plane.
    pub(super) fn both(normal: V, distance: V::Scalar) -> [Self; 2] {
        [HalfSpace { normal, distance }, HalfSpace { normal: -normal, distance: -distance }].each(Self::new)
    }

    /// Returns 1, 0 or -1 for outside, on or inside.
    pub(super) fn sign(&self, p: &Corner<V>) -> i8 {
        // Each number is within two ulps, and each operation within half an ulp: 2e-15 of the sizes
        // bounds all of it.
        let products = [0, 1, 2].each(|axis| self.float[axis] * p.float[axis]);
        let side = products[0] + products[1] + products[2] - self.float_distance;
        let size = products.iter().map(|x| x.abs()).sum::<f64>() + self.float_distance.abs();
        if side.abs() > 4e-15 * size && (1e-250..1e250).contains(&size) {
            return if side > 0.0 { 1 } else { -1 };
        }
        let [x, y, z] = [0, 1, 2].each(|axis| self.near[axis] * p.near[axis]);
        let side = if V::DIM == 2 { x + y } else { x + y + z } - self.distance;
        sign(side).or_else(|| sign(self.at.side(p.at))).unwrap_or(0)
    }
}

/// The hull of some points.
pub(super) struct Polytope<V: Vector> {
    /// Dimension: 0 for a point, 1 for a segment, 2 for a flat set, 3 for a solid in 3D.
    pub(super) dimension: usize,
    /// Corners of a flat one, in order around it; for a solid perhaps more of its points.
    pub(super) corners: Vec<Corner<V>>,
    /// The half-spaces whose intersection it is.
    pub(super) sides: Vec<Side<V>>,
}

/// Returns the dimension of the hull of some points, and two coordinates in which they are not
/// collinear, if there are any.
fn spread<'a, V: Vector<Scalar = Exact<'a>, Mask = bool>>(points: &[Corner<V>]) -> (usize, [usize; 2]) {
    const PLANES: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];
    let (a, planes) = (&points[0], &PLANES[..if V::DIM == 2 { 1 } else { 3 }]);
    let Some(b) = points.iter().find(|b| a.order(b).is_ne()) else { return (0, PLANES[0]) };
    let plane = |c: &Corner<V>| planes.iter().find(|axes| turn([a, b, c], **axes) != 0);
    let Some((c, axes)) = points.iter().find_map(|c| Some((c, *plane(c)?))) else { return (1, PLANES[0]) };
    let up = |d: &Corner<V>| sign((d.at - a.at).triple(b.at - a.at, c.at - a.at)).unwrap_or(0);
    let solid = V::DIM == 3 && points.iter().any(|d| up(d) != 0);
    (if solid { 3 } else { 2 }, axes)
}

/// Returns the corners of the hull of coplanar points, by their indices, counter-clockwise in two
/// coordinates in which the points are not collinear.
fn around<'a, V>(points: &[Corner<V>], mut ids: Vec<usize>, axes: [usize; 2]) -> Vec<usize>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    let order = |i: &usize, j: &usize| {
        let (p, q) = (&points[*i], &points[*j]);
        p.order_along(q, axes[0]).then_with(|| p.order_along(q, axes[1]))
    };
    ids.order_by(order);
    ids.dedup_by(|i, j| order(i, j).is_eq());
    let chain = |ids: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for p in ids {
            while let [.., a, b] = chain[..] {
                if turn([&points[a], &points[b], &points[p]], axes) > 0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        // The next chain starts where this one ends.
        chain.pop();
        chain
    };
    let mut corners = chain(&mut ids.iter().copied());
    corners.extend(chain(&mut ids.iter().rev().copied()));
    corners
}

/// Returns the dimension of the hull of some points, and its corners: for a flat one in order
/// around it, for a solid all points.
pub(super) fn outline<'a, V>(points: Vec<Corner<V>>) -> (usize, Vec<Corner<V>>)
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    let (dimension, axes) = spread(&points);
    let corners = match dimension {
        0 => vec![points[0]],
        1 => {
            let order = |p: &&Corner<V>, q: &&Corner<V>| p.order(q);
            points.iter().min_by(order).into_iter().chain(points.iter().max_by(order)).copied().collect()
        }
        2 => around(&points, (0..points.len()).collect(), axes).into_iter().map(|i| points[i]).collect(),
        _ => points,
    };
    (dimension, corners)
}

impl<'a, V: Vector<Scalar = Exact<'a>, Mask = bool>> Polytope<V> {
    /// Builds the hull of at least one point. `sides` is called only for a solid in 3D.
    pub(super) fn new(points: Vec<V>, sides: impl FnOnce() -> Vec<HalfSpace<V>>) -> Self {
        let (dimension, corners) = outline(points.into_iter().map(Corner::new).collect());
        let sides = if dimension == 3 {
            sides()
        } else {
            hull::flat_sides(dimension, corners.iter().map(|p| p.at).collect())
        };
        // A far plane at infinity is not a side.
        let sides = sides.into_iter().filter(|side| !side.normal.is_zero()).map(Side::new).collect();
        Self { dimension, corners, sides }
    }

    /// Returns the corners of its faces, by their indices, in order around each; for a flat one the
    /// whole outline.
    pub(super) fn faces(&self) -> Vec<Vec<usize>> {
        if self.dimension < 3 {
            return vec![(0..self.corners.len()).collect()];
        }
        let mut seen = BTreeSet::new();
        let mut faces = Vec::new();
        for side in &self.sides {
            let on: Vec<usize> =
                (0..self.corners.len()).filter(|i| side.sign(&self.corners[*i]) == 0).collect();
            let points: Vec<Corner<V>> = on.iter().map(|i| self.corners[*i]).collect();
            // Triangles of one face have one side.
            if on.len() < 3 || !seen.insert(on.clone()) {
                continue;
            }
            let (dimension, axes) = spread(&points);
            if dimension == 2 {
                faces.push(around(&self.corners, on, axes));
            }
        }
        faces
    }
}

/// Returns the range of `t` in which a line is in all half-spaces, within a given range, or `None`
/// if it is empty.
pub(super) fn clip_line<'a, V: Vector<Scalar = Exact<'a>, Mask = bool>>(
    origin: V,
    direction: V,
    range: [Option<Exact<'a>>; 2],
    sides: &[Side<V>],
) -> Option<[Option<Exact<'a>>; 2]> {
    let [mut low, mut high] = range;
    for side in sides {
        let (slope, height) = (side.at.normal.dot(direction), side.at.side(origin));
        let reach = |slope: Exact<'a>| -(height / slope);
        match sign(slope)? {
            1 => {
                let t = reach(slope);
                high = Some(high.map_or(t, |high| Ring::min(high, t)));
            }
            -1 => {
                let t = reach(slope);
                low = Some(low.map_or(t, |low| Ring::max(low, t)));
            }
            _ if sign(height)? > 0 => return None,
            _ => {}
        }
    }
    let crossed = low.zip(high).is_some_and(|(low, high)| high.lt(low));
    (!crossed).then_some([low, high])
}

/// Returns the point on a side of an edge whose ends are on different sides of it.
pub(super) fn crossing<'a, V>(side: &Side<V>, p: &Corner<V>, q: &Corner<V>) -> Corner<V>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    let (p, q) = (p.at, q.at);
    let (at_p, at_q) = (side.at.side(p), side.at.side(q));
    let point = p + (q - p) * at_p.div_or(at_p - at_q, at_p.zero());
    Corner::new(V::from_fn(|axis| point.get(axis).reduced()))
}
