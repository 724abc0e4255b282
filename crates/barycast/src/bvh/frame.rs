//! Trees whose boxes are stored in a local frame.
//!
//! Boxes are `f32`. Far from the origin, or at tiny scale, rounding would dominate them, so a tree
//! may be built over
//!
//! ```text
//! y = 2^e (x - offset)
//! ```
//!
//! The same tree serves the shape after it is rotated, translated and scaled. Its point `x` is then
//! at
//!
//! ```text
//! w = M x + t = L y + l        y = S w + s,  S about L^-1
//! ```
//!
//! [`TreeFrame`] stores both maps in `f64` with a bound on all rounding: of the maps, of the points
//! when they were placed, and of a query on its way to the tree. Every query is widened by that
//! bound. A [`Tree`] therefore excludes only certain misses, and no result depends on the frame.

use super::node::{Bounds, Bvh, LANES, LEAF};
use super::{BoxRay, Placed, PointVisitor, RayVisitor, Rays, Side};
use crate::number::each::MapEach;
use crate::number::{Float, Real, elementary};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Bound on the rounding of a sum of three products and one more number, relative to their sizes.
/// It is far larger than necessary, because `f32` boxes do not resolve the difference.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Boxes with sizes between `2^-USUAL` and `2^USUAL` need no other scale.
const USUAL: i32 = 30;
/// Ratio of distance from the origin to box size above which the frame has another origin.
const FAR: f64 = 64.0;
/// Range of the entries of a map; maps beyond it are refused.
const RANGE: core::ops::Range<f64> = 1e-270..1e270;

/// Affine map `p -> rows p + shift`.
#[derive(Clone, Copy, Debug)]
struct Affine {
    rows: [[f64; 3]; 3],
    shift: [f64; 3],
}

const UNIT: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Affine {
    fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].each(|i| dot(self.rows[i], p) + self.shift[i])
    }

    fn turn(&self, d: [f64; 3]) -> [f64; 3] {
        self.rows.each(|row| dot(row, d))
    }

    /// Returns the largest coordinate of the image of a vector whose coordinates are at most 1.
    fn norm(&self) -> f64 {
        largest(self.rows.each(|row| row[0].abs() + row[1].abs() + row[2].abs()))
    }

    /// Returns the map that applies `first`, then this.
    fn after(&self, first: &Self) -> Self {
        let column = |k: usize| first.rows.each(|row| row[k]);
        let columns = [0, 1, 2].each(|k| self.turn(column(k)));
        Self { rows: [0, 1, 2].each(|i| columns.each(|column| column[i])), shift: self.apply(first.shift) }
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn largest(v: [f64; 3]) -> f64 {
    v.into_iter().map(f64::abs).fold(0.0, f64::max)
}

/// Composition of placements with a bound on its rounding error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map {
    affine: Affine,
    /// Bound on the coordinates of the points before the first step.
    base: f64,
    /// Bound on every coordinate after the last step, and on the terms of its sum.
    reach: f64,
    /// Bound, along each axis, on the distance between a point after all rounded steps and
    /// [`at`](Self::at).
    error: f64,
}

impl Map {
    /// Returns the identity for points with coordinates up to `reach`.
    pub(crate) const fn identity(reach: f64) -> Self {
        Self { affine: Affine { rows: UNIT, shift: [0.0; 3] }, base: reach, reach, error: 0.0 }
    }

    /// Returns this map followed by `p -> x p.x + y p.y + z p.z + shift`, which is rounded to `f64`
    /// once or several times.
    pub(crate) fn then(&self, [x, y, z]: [[f64; 3]; 3], shift: [f64; 3]) -> Self {
        let step = Affine { rows: [0, 1, 2].each(|i| [x[i], y[i], z[i]]), shift };
        let norm = step.norm();
        let reach = norm * self.reach + largest(shift);
        Self {
            affine: step.after(&self.affine),
            base: self.base,
            reach,
            error: norm * self.error + ROUNDING * reach + f64::MIN_POSITIVE,
        }
    }

    /// Returns the approximate image of a point, within [`error`](Self::error) along each axis.
    pub(crate) fn at(&self, p: [f64; 3]) -> [f64; 3] {
        self.affine.apply(p)
    }

    pub(crate) const fn error(&self) -> f64 {
        self.error
    }

    /// Tests whether all images are finite and far from the largest number.
    pub(crate) fn stays_in_range(&self) -> bool {
        self.reach < RANGE.end
    }
}

/// Frame of a tree's boxes in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeFrame {
    to_tree: Affine,
    to_world: Affine,
    /// Whether boxes aligned with the world's axes are aligned with the tree's axes.
    aligned: bool,
    /// Bound, along each axis of the tree, on the distance between a stored point and its image
    /// under `to_tree`.
    margin: f64,
    /// The same bound in the world.
    margin_in_world: f64,
    /// Bound on every coordinate in the world, and on the terms of its sum.
    reach: f64,
    /// The value of [`Affine::norm`] for `to_tree`.
    norm: f64,
    /// Largest factor by which `to_tree` scales a distance, up to rounding.
    growth: f64,
}

impl TreeFrame {
    const IDENTITY: Self = Self {
        to_tree: Affine { rows: UNIT, shift: [0.0; 3] },
        to_world: Affine { rows: UNIT, shift: [0.0; 3] },
        aligned: true,
        margin: 0.0,
        margin_in_world: 0.0,
        reach: 0.0,
        norm: 1.0,
        growth: 1.0,
    };

    /// Returns the frame in which a tree over the content of a box should be built, or `None` if
    /// the original coordinates are good enough.
    pub(crate) fn of_box(low: [f64; 3], high: [f64; 3]) -> Option<Self> {
        let middle = [0, 1, 2].each(|i| low[i] / 2.0 + high[i] / 2.0);
        let size = largest([0, 1, 2].each(|i| high[i] / 2.0 - low[i] / 2.0));
        let is_far = largest(middle) > FAR * size;
        let exponent = if size > 0.0 { elementary::ilogb(size) } else { 0 };
        let e = if exponent.abs() > USUAL { -exponent } else { 0 };
        if size == 0.0 || !size.is_finite() || !(is_far || e != 0) {
            return None;
        }
        // The offset has so few digits that differences from it need no more digits than coordinates.
        let rough = |x: f64| if is_far { f64::from_bits(x.to_bits() & !0 << 32) } else { 0.0 };
        let offset = middle.each(rough);
        let [scale, back] = [e, -e].each(|e| elementary::ldexp(1.0, e));
        if !(RANGE.contains(&scale) && RANGE.contains(&back)) {
            return None;
        }
        let scaled = |by: f64| UNIT.each(|row| row.each(|x| x * by));
        Some(Self {
            to_tree: Affine { rows: scaled(scale), shift: offset.each(|x| -x * scale) },
            to_world: Affine { rows: scaled(back), shift: offset },
            reach: largest(low).max(largest(high)),
            norm: scale,
            growth: scale,
            ..Self::IDENTITY
        })
    }

    /// Returns the offset to subtract from points and the factor for the difference. The frame must
    /// be [of a box](Self::of_box).
    pub(crate) const fn offset_and_scale(&self) -> ([f64; 3], f64) {
        (self.to_world.shift, self.to_tree.rows[0][0])
    }

    /// Returns a point in the tree's coordinates, each rounded twice. The frame must be [of a
    /// box](Self::of_box).
    pub(crate) fn tree_point(&self, p: [f64; 3]) -> [f64; 3] {
        let (offset, scale) = self.offset_and_scale();
        [0, 1, 2].each(|i| (p[i] - offset[i]) * scale)
    }

    /// Returns the tree's box around everything between two corners, with `margin` added on every
    /// side. The frame must be [of a box](Self::of_box). The rounded image of every point under
    /// [`tree_point`](Self::tree_point) is inside.
    pub(crate) fn bounds(&self, low: [f64; 3], high: [f64; 3], margin: f64) -> Bounds {
        let (offset, scale) = self.offset_and_scale();
        debug_assert_eq!(self.to_world.rows[0][0] * scale, 1.0, "made of a box");
        // Products, because sides may be infinite.
        let seen = |end: [f64; 3], way: f64| {
            [0, 1, 2].each(|i| {
                let x = (end[i] - offset[i]) * scale;
                x * (1.0 + ROUNDING.copysign(x * way)) + way * (margin * scale)
            })
        };
        let (low, high) = (seen(low, -1.0), seen(high, 1.0));
        Bounds::between(low.each(f64::next_down), high.each(f64::next_up), 0.0)
    }

    /// Returns a ray in the tree's coordinates, with the same `t`. The frame must be [of a
    /// box](Self::of_box).
    pub(crate) fn ray<S: Float>(&self, origin: [S; 3], direction: [S; 3], low: S) -> BoxRay {
        let (_, scale) = self.offset_and_scale();
        let ray =
            BoxRay::new(self.tree_point(origin.each(S::to_f64)), direction.each(S::to_f64), low.to_f64());
        ray.enlarged(scale, low.to_f64())
    }

    /// Returns a [moving box](BoxRay::of_box) in the tree's coordinates, with the same `t`. The
    /// frame must be [of a box](Self::of_box).
    pub(crate) fn moving_box<S: Float>(&self, ends: [[S; 3]; 2], velocity: [S; 3]) -> BoxRay {
        let (_, scale) = self.offset_and_scale();
        let ends = ends.each(|end| self.tree_point(end.each(S::to_f64)));
        BoxRay::of_box(ends, velocity.each(S::to_f64)).enlarged(scale, 0.0)
    }

    /// Returns a packet of rays in the tree's coordinates, with the same `t`. The frame must be [of
    /// a box](Self::of_box).
    #[inline(never)]
    pub(crate) fn rays<N: Float>(&self, rays: &Rays<N>) -> Rays<N> {
        let (offset, scale) = self.offset_and_scale();
        let (offset, scale) = (offset.each(N::from_f64), N::from_f64(scale));
        let mut seen = *rays;
        for axis in 0..3 {
            for x in seen.origin[axis].as_flattened_mut() {
                *x = (*x - offset[axis]) * scale;
            }
            for x in seen.direction[axis].as_flattened_mut() {
                *x = *x * scale;
            }
        }
        seen
    }

    /// Calls `leaf` with the leaves that may contain a point at most `high` from a box of the
    /// world, nearer ones first. Limits are distances in the world. The frame must be [of a
    /// box](Self::of_box).
    #[inline(never)]
    pub(crate) fn walk_toward<A: PointVisitor>(
        &self,
        bvh: &Bvh,
        ends: [[A::Number; 3]; 2],
        high: A::Number,
        leaf: &mut A,
    ) {
        let ends = ends.each(|end| end.each(A::Number::to_f64));
        let slack = self.slack(largest(ends[0]).max(largest(ends[1])));
        let high = A::Number::from_f64(self.distance(high.to_f64(), slack));
        let ends = ends.each(|end| self.tree_point(end).each(A::Number::from_f64));
        bvh.walk_toward(ends, high, &mut Seen { frame: self, slack, leaf });
    }

    /// Extends the bound on coordinates to `reach`.
    pub(crate) fn reach_to(&mut self, reach: f64) {
        self.reach = self.reach.max(reach);
    }

    /// Returns a box of the world around everything in a tree with these bounds.
    pub(crate) fn around(&self, bounds: &Bounds) -> [[f64; 3]; 2] {
        let [low, high] = bounds.planes.each(|end| end.each(f64::from));
        let middle = self.to_world.apply([0, 1, 2].each(|i| low[i] / 2.0 + high[i] / 2.0));
        let half = [0, 1, 2].each(|i| high[i] / 2.0 - low[i] / 2.0);
        let lost =
            self.margin_in_world + ROUNDING * (self.reach + largest(self.to_world.shift)) + f64::MIN_POSITIVE;
        let reach = self.to_world.rows.each(|row| dot(row.each(f64::abs), half) * (1.0 + ROUNDING) + lost);
        [-1.0, 1.0].each(|way| [0, 1, 2].each(|i| middle[i] + way * reach[i]))
    }

    /// Returns the frame of the same tree after its points are mapped by `map`, or `None` if the
    /// map is singular or its entries are out of range.
    pub(crate) fn placed(of_tree: Option<&Self>, map: &Map) -> Option<Self> {
        let of_tree = of_tree.unwrap_or(&Self::IDENTITY);
        let Affine { rows, shift } = map.affine;
        // Scaled to ordinary size, because the determinant is a product of three entries.
        let size = largest(rows.each(largest));
        if !map.stays_in_range() || !RANGE.contains(&size) {
            return None;
        }
        let unit = elementary::ldexp(1.0, -elementary::ilogb(size));
        let rows = rows.each(|row| row.each(|x| x * unit));
        let cofactor = |i: usize, j: usize| {
            let ([i1, i2], [j1, j2]) = ([(i + 1) % 3, (i + 2) % 3], [(j + 1) % 3, (j + 2) % 3]);
            rows[i1][j1] * rows[i2][j2] - rows[i1][j2] * rows[i2][j1]
        };
        let determinant = dot(rows[0], [0, 1, 2].each(|j| cofactor(0, j)));
        let inverse = [0, 1, 2].each(|j| [0, 1, 2].each(|i| cofactor(i, j) / determinant));
        // The error of the inverse is measured.
        let lacks = |j: usize, k: usize| {
            let column = rows.each(|row| row[k]);
            let sizes = dot(inverse[j].each(f64::abs), column.each(f64::abs));
            (dot(inverse[j], column) - UNIT[j][k]).abs() + ROUNDING * sizes
        };
        let lacks = largest([0, 1, 2].each(|j| lacks(j, 0) + lacks(j, 1) + lacks(j, 2)));
        // Singular maps have no inverse.
        if !inverse.as_flattened().iter().all(|x| x.is_finite()) || lacks > 1e-3 {
            return None;
        }
        let scale = of_tree.to_tree.rows[0][0];
        let factor = unit * scale;
        let back = Affine { rows: inverse.each(|row| row.each(|x| x * factor)), shift: [0.0; 3] };
        let away = back.turn(shift);
        let to_tree = Affine { shift: [0, 1, 2].each(|j| of_tree.to_tree.shift[j] - away[j]), ..back };
        let to_world = map.affine.after(&of_tree.to_world);
        let norm = to_tree.norm();
        let numbers = [norm, largest(to_world.rows.each(largest)), norm * map.reach + largest(to_tree.shift)];
        if !RANGE.contains(&factor) || !numbers.into_iter().all(|x| x < RANGE.end) {
            return None;
        }
        let sizes = [0, 1, 2].each(|i| {
            let column = |k: usize| inverse.each(|row| row[k]);
            [0, 1, 2].each(|k| dot(column(i), column(k)).abs())
        });
        let growth = Real::sqrt(largest(sizes.each(|row| row[0] + row[1] + row[2])));
        let rounding = norm * map.reach + largest(of_tree.to_tree.shift) + scale * map.base;
        let off_diagonal = |i: usize, j: usize| i != j && map.affine.rows[i][j] != 0.0;
        let aligned = (0..3).all(|i| (0..3).all(|j| !off_diagonal(i, j)) && map.affine.rows[i][i] > 0.0);
        Some(Self {
            to_tree,
            to_world,
            aligned,
            margin: norm * map.error + scale * lacks * map.base + ROUNDING * rounding,
            margin_in_world: map.error + ROUNDING * map.reach,
            reach: map.reach,
            norm,
            growth: growth * factor * (1.0 + 1e-9),
        })
    }

    /// Returns a bound on the rounding of a coordinate up to `size` on the way to the tree, plus
    /// the rounding of the tree's points.
    fn slack(&self, size: f64) -> f64 {
        self.margin + ROUNDING * (self.norm * size + largest(self.to_tree.shift))
    }

    /// Returns an upper bound of a distance in the tree's coordinates, with `slack` lost at
    /// either end.
    fn distance(&self, distance: f64, slack: f64) -> f64 {
        distance * self.growth * (1.0 + 1e-9) + 4.0 * slack
    }

    /// Returns a half-space of the world in the tree's coordinates, moved outward by all rounding.
    fn side(&self, normal: [f64; 3], distance: f64) -> Side {
        let Affine { rows, shift } = self.to_world;
        let sizes = normal.each(f64::abs);
        let sum = sizes[0] + sizes[1] + sizes[2];
        let lost = sum * self.margin_in_world
            + ROUNDING * (distance.abs() + sum * self.reach + dot(sizes, shift.each(f64::abs)));
        let seen = [0, 1, 2].each(|k| dot(normal, rows.each(|row| row[k])));
        Side::new(seen, distance - dot(normal, shift) + lost)
    }
}

/// Placement of the points of another tree relative to this one: `rows p + shift`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Across {
    pub(crate) rows: [[f64; 3]; 3],
    pub(crate) shift: [f64; 3],
    /// Bound, along each axis, on the distance between the exact images of the points of both
    /// shapes, under the map from the world to the first tree, and their computed images. It is the
    /// sum for one point of each shape and includes the rounding of applying the map.
    pub(crate) off: f64,
}

/// Leaf callback whose limits are distances in the world.
struct Seen<'a, A> {
    frame: &'a TreeFrame,
    slack: f64,
    leaf: &'a mut A,
}

impl<A: PointVisitor> PointVisitor for Seen<'_, A> {
    type Number = A::Number;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> Option<A::Number> {
        let limit = self.leaf.visit_leaf(simd, leaf)?;
        Some(A::Number::from_f64(self.frame.distance(limit.to_f64(), self.slack)))
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        self.leaf.leaf_address(leaf)
    }
}

/// Tree over the parts of a shape that is queried in world coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tree<'a> {
    bvh: &'a Bvh,
    frame: Option<&'a TreeFrame>,
}

impl<'a> Tree<'a> {
    /// Makes a tree whose boxes are in this frame, or in the world if it is `None`.
    pub(crate) const fn new(bvh: &'a Bvh, frame: Option<&'a TreeFrame>) -> Self {
        Self { bvh, frame }
    }

    /// Returns the underlying tree, whose boxes may be in another frame.
    pub(crate) const fn bvh(&self) -> &'a Bvh {
        self.bvh
    }

    /// Returns the items whose boxes may meet a box, in order of index. The sides of the box may be
    /// infinite.
    pub(crate) fn in_box(&self, [low, high]: [[f64; 3]; 2]) -> Vec<u32> {
        let Some(frame) = self.frame else {
            return self.bvh.items_in_box(&Bounds::around(&[low, high], 0.0));
        };
        if frame.aligned {
            let end = |end: [f64; 3], way: f64| {
                [0, 1, 2].each(|i| {
                    let x = frame.to_tree.rows[i][i] * end[i] + frame.to_tree.shift[i];
                    let slack = frame.slack(if end[i].is_finite() { end[i].abs() } else { 0.0 });
                    x + way * slack
                })
            };
            let (low, high) = (end(low, -1.0), end(high, 1.0));
            return self.bvh.items_in_box(&Bounds::between(low, high, 0.0));
        }
        let mut sides = Vec::with_capacity(6);
        for axis in 0..3 {
            for (end, sign) in [(high[axis], 1.0), (-low[axis], -1.0)] {
                if end < f64::INFINITY {
                    sides.push(frame.side(UNIT[axis].each(|x| x * sign), end));
                }
            }
        }
        self.bvh.items_within(&sides)
    }

    /// Returns the items whose boxes may have points on the inner side `normal . p <= distance` of
    /// each plane, in order of index.
    pub(crate) fn within(&self, sides: impl Iterator<Item = ([f64; 3], f64)>) -> Vec<u32> {
        let side = |(normal, distance)| match self.frame {
            Some(frame) => frame.side(normal, distance),
            None => Side::new(normal, distance),
        };
        self.bvh.items_within(&sides.map(side).collect::<Vec<_>>())
    }

    /// Returns the items whose boxes may meet the points `origin + t direction` with `low <= t <=
    /// high`, in order of index.
    pub(crate) fn along(&self, origin: [f64; 3], direction: [f64; 3], low: f64, high: f64) -> Vec<u32> {
        struct Items<'a>(&'a Bvh, Vec<u32>);

        impl RayVisitor for Items<'_> {
            type Number = f64;

            fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> ControlFlow<(), Option<f64>> {
                self.1.extend(self.0.items(leaf));
                ControlFlow::Continue(None)
            }
        }

        let ray = match self.frame {
            None => BoxRay::new(origin, direction, low),
            Some(frame) => {
                let from = frame.to_tree.apply(origin);
                // The direction is rounded too. The error at any box is at most that at the farther
                // end.
                let slack = frame.slack(largest(origin)) + ROUNDING * (largest(from) + farthest(self.bvh));
                BoxRay::new(from, frame.to_tree.turn(direction), low).widened(slack)
            }
        };
        let mut items = Items(self.bvh, Vec::new());
        self.bvh.walk_ray(ray, high, &mut items);
        let mut items = items.1;
        items.sort_unstable();
        // If no box can be excluded, a leaf may be visited twice.
        items.dedup();
        items
    }

    /// Runs [`Bvh::walk_point`] toward a point of the world. Limits are distances in the world.
    pub(crate) fn walk_point<A: PointVisitor<Number = f64>>(&self, point: [f64; 3], high: f64, leaf: &mut A) {
        let Some(frame) = self.frame else { return self.bvh.walk_point(point, high, leaf) };
        let slack = frame.slack(largest(point));
        let mut seen = Seen { frame, slack, leaf };
        self.bvh.walk_point(frame.to_tree.apply(point), frame.distance(high, slack), &mut seen);
    }

    /// Returns a point of the shape before placement in the tree's coordinates. It is exact unless
    /// the tree `is_framed`.
    pub(crate) fn tree_point(frame: Option<&TreeFrame>, p: [f64; 3]) -> [f64; 3] {
        let Some(TreeFrame { to_tree, to_world, .. }) = frame else { return p };
        [0, 1, 2].each(|i| (p[i] - to_world.shift[i]) * to_tree.rows[i][i])
    }

    /// Returns the placement of the points of another tree relative to this one.
    pub(crate) fn across(&self, other: &Self) -> Across {
        let [a, b] = [self, other].each(|tree| tree.frame.unwrap_or(&TreeFrame::IDENTITY));
        let Affine { rows, shift } = a.to_tree.after(&b.to_world);
        let far = [self, other].each(|tree| farthest(tree.bvh));
        let size = b.to_world.norm() * far[1] + largest(b.to_world.shift);
        let sizes = a.norm * size + largest(a.to_tree.shift);
        let rounding = if self.is_framed() || other.is_framed() { ROUNDING * (far[0] + sizes) } else { 0.0 };
        Across { rows, shift, off: a.margin + a.norm * b.margin_in_world + rounding + f64::MIN_POSITIVE }
    }

    /// Returns the placement of the boxes of another tree relative to this one, with all margins.
    pub(crate) fn placed(&self, other: &Self) -> Placed {
        let [a, b] = [self, other].each(|tree| tree.frame.unwrap_or(&TreeFrame::IDENTITY));
        let across = a.to_tree.after(&b.to_world);
        let columns = [0, 1, 2].each(|k| across.rows.each(|row| row[k]));
        let placed = Placed::new(&self.bvh.bounds(), &other.bvh.bounds(), columns, across.shift);
        if self.frame.is_none() && other.frame.is_none() {
            return placed;
        }
        placed.grown(a.slack(other.reach() + largest(b.to_world.shift)) + a.norm * b.margin_in_world)
    }

    /// Returns the placement where the points of the other shape are first mapped by `p -> x p.x +
    /// y p.y + z p.z + shift`, rounded once or several times. The map may be singular. Also returns
    /// a bound on every coordinate of both shapes in the world.
    pub(crate) fn placed_by(&self, other: &Self, axes: [[f64; 3]; 3], shift: [f64; 3]) -> (Placed, f64) {
        let map = Map::identity(other.reach()).then(axes, shift);
        let before = other.frame.unwrap_or(&TreeFrame::IDENTITY);
        let margin = map.affine.norm() * before.margin_in_world;
        let frame = TreeFrame {
            to_world: map.affine.after(&before.to_world),
            margin_in_world: margin + map.error + ROUNDING * map.reach,
            reach: map.reach,
            ..TreeFrame::IDENTITY
        };
        (self.placed(&Tree::new(other.bvh, Some(&frame))), self.reach() + map.reach)
    }

    /// Returns an upper bound of a world distance in the tree's coordinates.
    pub(crate) fn distance(&self, distance: f64) -> f64 {
        self.frame.map_or(distance, |frame| frame.distance(distance, frame.slack(frame.reach)))
    }

    /// Tests whether the boxes are in a local frame.
    pub(crate) const fn is_framed(&self) -> bool {
        self.frame.is_some()
    }

    /// Returns a bound on every coordinate in the world.
    pub(crate) fn reach(&self) -> f64 {
        self.frame.map_or_else(|| farthest(self.bvh), |frame| frame.reach)
    }

    /// Returns the largest coordinate of all items along a world axis, times `sign`. `item` returns
    /// the coordinate of one item, given the largest so far.
    pub(crate) fn farthest(&self, axis: usize, sign: f64, mut item: impl FnMut(u32, f64) -> f64) -> f64 {
        let frame = self.frame.unwrap_or(&TreeFrame::IDENTITY);
        let direction = frame.to_world.rows[axis].each(|x| x * sign);
        let shift = frame.to_world.shift[axis] * sign;
        let slack = frame.margin_in_world + ROUNDING * (frame.reach + shift.abs());
        let mut most = f64::NEG_INFINITY;
        self.bvh.walk_farthest(direction, |at| {
            most = most.max(item(at, most));
            most - shift - slack
        });
        most
    }
}

/// Returns the largest absolute coordinate of the tree.
fn farthest(bvh: &Bvh) -> f64 {
    bvh.bounds().planes.each(|end| largest(end.each(f64::from))).into_iter().fold(0.0, f64::max)
}

impl Bvh {
    /// Calls `look` with every item of the leaves that extend farther along a direction than the
    /// value that `look` last returned, the farthest first.
    fn walk_farthest(&self, direction: [f64; 3], mut look: impl FnMut(u32) -> f64) {
        let mut reached = f64::NEG_INFINITY;
        let mut stack = Vec::with_capacity(64);
        if !self.nodes.is_empty() {
            stack.push((f64::INFINITY, 0));
        }
        while let Some((most, at)) = stack.pop() {
            if most < reached {
                continue;
            }
            if at & LEAF != 0 {
                for item in self.items((at & !LEAF) as usize) {
                    reached = reached.max(look(item));
                }
                continue;
            }
            let node = &self.nodes[at as usize];
            let from = stack.len();
            for lane in 0..LANES {
                if node.bounds(lane).is_empty() {
                    continue;
                }
                let corner = |axis: usize| {
                    f64::from(node.planes[usize::from(direction[axis] > 0.0)][axis][lane]) * direction[axis]
                };
                let terms = [0, 1, 2].each(corner);
                let most = terms[0] + terms[1] + terms[2] + ROUNDING * largest(terms);
                stack.push((most, node.children[lane]));
            }
            stack[from..].sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        }
    }
}
