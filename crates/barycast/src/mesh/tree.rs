//! What a mesh asks of its tree: compiled here, once for `f32` and once for `f64`, in all the instructions that a machine may
//! have, and not again by everyone who casts a ray.

#![allow(private_interfaces, reason = "the trait is sealed: nobody outside can name what it is asked with")]

use super::block::{Block, Crossed};
use super::leaf::{Corners, Crossing, TriangleRay, numbers};
use crate::bvh::{Approach, BoxRay, Bvh, GROUP, LANES, Later, Meet};
use crate::cast::Range;
use crate::number::{Eight, Float, Ring};
use crate::pair::point_triangle;
use crate::shape::{Point, Triangle};
use crate::vector::{FloatVector, V3, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::{Simd, dispatch};

/// `f32` or `f64`: what the numbers of a mesh are.
pub trait MeshNumber: sealed::Asked {}

pub(super) mod sealed {
    use super::{Aim, Crossing, Eight, Found, Tree, Vec};

    #[allow(unreachable_pub, reason = "what a public trait rests on")]
    pub trait Asked: Eight + Send + Sync {
        /// The nearest hit.
        fn nearest(tree: &Tree<Self>, aim: &Aim<Self>) -> Found<Self>;

        /// Whether anything is hit.
        fn any(tree: &Tree<Self>, aim: &Aim<Self>) -> bool;

        /// All triangles that are hit, in no order.
        fn all(tree: &Tree<Self>, aim: &Aim<Self>, met: &mut Vec<(u32, Crossing<Self>)>);

        /// The nearest hit of each ray.
        fn nearest_of_many(tree: &Tree<Self>, aims: &[Aim<Self>], found: &mut Vec<Found<Self>>);

        /// Whether each ray hits anything.
        fn any_of_many(tree: &Tree<Self>, aims: &[Aim<Self>], hit: &mut Vec<bool>);

        /// The triangle nearest to a point.
        fn closest(tree: &Tree<Self>, point: [Self; 3]) -> u32;
    }
}

macro_rules! mesh_number {
    ($($float:ident),*) => {$(
        impl MeshNumber for $float {}

        impl sealed::Asked for $float {
            fn nearest(tree: &Tree<Self>, aim: &Aim<Self>) -> Found<Self> {
                let mut nearest = Nearest { tree, aim, found: Found::none(aim) };
                tree.bvh.walk_ray(&aim.boxes, aim.high, &mut nearest);
                nearest.found
            }

            fn any(tree: &Tree<Self>, aim: &Aim<Self>) -> bool {
                let mut any = Any { tree, aim, met: false };
                tree.bvh.walk_ray(&aim.boxes, aim.high, &mut any);
                any.met
            }

            fn all(tree: &Tree<Self>, aim: &Aim<Self>, met: &mut Vec<(u32, Crossing<Self>)>) {
                tree.bvh.walk_ray(&aim.boxes, aim.high, &mut All { tree, aim, met });
            }

            fn nearest_of_many(tree: &Tree<Self>, aims: &[Aim<Self>], found: &mut Vec<Found<Self>>) {
                dispatch!(tree.bvh.level(), simd => nearest_of_many(simd, tree, aims, found));
            }

            fn any_of_many(tree: &Tree<Self>, aims: &[Aim<Self>], hit: &mut Vec<bool>) {
                dispatch!(tree.bvh.level(), simd => any_of_many(simd, tree, aims, hit));
            }

            fn closest(tree: &Tree<Self>, point: [Self; 3]) -> u32 {
                let far = $float::INFINITY;
                let mut closest = Closest { tree, point, distance: far, triangle: u32::MAX };
                tree.bvh.walk_point(point, far, &mut closest);
                closest.triangle
            }
        }
    )*};
}

mesh_number!(f32, f64);

/// A tree of boxes with the corners of the triangles in each of its leaves.
#[derive(Clone, Debug)]
pub(super) struct Tree<S> {
    pub(super) bvh: Bvh,
    pub(super) blocks: Vec<Block<S>>,
}

/// A ray made ready for boxes and triangles, up to a limit.
pub(super) struct Aim<S> {
    boxes: BoxRay,
    ray: TriangleRay<S>,
    high: S,
    cull: bool,
}

impl<S: Float> Aim<S> {
    #[inline(always)]
    pub(super) fn new<V: FloatVector<Scalar = S> + Vector3>(range: &Range<V>, cull: bool) -> Self {
        let (origin, direction) = (numbers(range.line.origin), numbers(range.line.direction));
        let ray = TriangleRay::new(&range.line, range.low);
        Self { boxes: BoxRay::new(origin, direction, range.low), ray, high: range.high, cull }
    }

    /// Where one triangle is hit within the limit.
    pub(super) fn cross(&self, corners: &Corners<S>) -> Option<Crossing<S>> {
        self.ray.cross(corners).filter(|c| c.t <= self.high && (c.front || !self.cull))
    }
}

/// The nearest hit so far.
#[derive(Clone, Copy)]
pub(super) struct Found<S> {
    /// The limit as long as nothing is hit.
    pub(super) t: S,
    /// `u32::MAX` as long as none is hit.
    pub(super) triangle: u32,
    /// Its block, and its lane there.
    pub(super) place: (usize, usize),
    /// Its second and third barycentric coordinates, times the sum of all three, and that sum.
    pub(super) weights: [S; 3],
    pub(super) front: bool,
}

impl<S: Float> Found<S> {
    #[inline(always)]
    pub(super) fn none(aim: &Aim<S>) -> Self {
        Self { t: aim.high, triangle: u32::MAX, place: (0, 0), weights: [S::ZERO; 3], front: false }
    }

    #[inline(always)]
    fn is_beaten(&self, t: S, triangle: u32) -> bool {
        t < self.t || (t == self.t && triangle < self.triangle)
    }

    /// Asks one triangle.
    #[cold]
    pub(super) fn ask(
        &mut self,
        aim: &Aim<S>,
        triangle: u32,
        corners: &Corners<S>,
        place: (usize, usize),
    ) -> bool {
        let Some(crossing) = aim.cross(corners) else { return false };
        let beaten = self.is_beaten(crossing.t, triangle);
        if beaten {
            let ([_, u, v], front) = (crossing.weights, crossing.front);
            *self = Self { t: crossing.t, triangle, place, weights: [u, v, crossing.sum], front };
        }
        beaten
    }
}

/// The lanes of a mask, first to last.
#[inline(always)]
fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Looks for the nearest hit.
struct Nearest<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a Aim<S>,
    found: Found<S>,
}

impl<N: Eight> Meet for Nearest<'_, N> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let (block, aim, found) = (&self.tree.blocks[leaf], self.aim, &mut self.found);
        let Crossed { inside, t, weights: [u, v, sum], unclear } =
            block.cross(simd, &aim.ray, found.t, aim.cull);
        let mut nearer = false;
        for lane in lanes(inside) {
            let (t, triangle) = (t[lane], self.tree.bvh.leaves()[leaf][lane]);
            if found.is_beaten(t, triangle) {
                let (weights, front) = ([u[lane], v[lane], sum[lane]], aim.ray.is_front(sum[lane]));
                *found = Found { t, triangle, place: (leaf, lane), weights, front };
                nearer = true;
            }
        }
        for lane in lanes(unclear) {
            let triangle = self.tree.bvh.leaves()[leaf][lane];
            nearer |= found.ask(aim, triangle, &block.corners(lane), (leaf, lane));
        }
        ControlFlow::Continue(nearer.then_some(found.t))
    }
}

/// Looks for any hit.
struct Any<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a Aim<S>,
    met: bool,
}

impl<N: Eight> Meet for Any<'_, N> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let (block, aim) = (&self.tree.blocks[leaf], self.aim);
        let Crossed { inside, unclear, .. } = block.cross(simd, &aim.ray, aim.high, aim.cull);
        self.met = inside != 0 || lanes(unclear).any(|lane| aim.cross(&block.corners(lane)).is_some());
        if self.met { ControlFlow::Break(()) } else { ControlFlow::Continue(None) }
    }
}

/// Looks for all hits.
struct All<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a Aim<S>,
    met: &'a mut Vec<(u32, Crossing<S>)>,
}

impl<N: Eight> Meet for All<'_, N> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let block = &self.tree.blocks[leaf];
        let mut last = u32::MAX;
        for lane in lanes(block.met(simd, &self.aim.ray)) {
            let triangle = self.tree.bvh.leaves()[leaf][lane];
            // A leaf that is not full repeats its last.
            if triangle != last {
                self.met.extend(self.aim.cross(&block.corners(lane)).map(|crossing| (triangle, crossing)));
            }
            last = triangle;
        }
        ControlFlow::Continue(None)
    }
}

/// Walks along rays in groups of neighbours.
#[inline(always)]
fn nearest_of_many<S: Simd, N: Eight>(simd: S, tree: &Tree<N>, aims: &[Aim<N>], found: &mut Vec<Found<N>>) {
    let (mut put_off, mut looking) = (Later::default(), Vec::with_capacity(GROUP));
    for aims in aims.chunks(GROUP) {
        looking.clear();
        for aim in aims {
            looking.push((aim.boxes, aim.high, Nearest { tree, aim, found: Found::none(aim) }));
        }
        tree.bvh.walk_group_in(simd, &mut looking, &mut put_off);
        for (_, _, nearest) in &looking {
            found.push(nearest.found);
        }
    }
}

/// Walks along rays in groups of neighbours.
#[inline(always)]
fn any_of_many<S: Simd, N: Eight>(simd: S, tree: &Tree<N>, aims: &[Aim<N>], hit: &mut Vec<bool>) {
    let (mut put_off, mut looking) = (Later::default(), Vec::with_capacity(GROUP));
    for aims in aims.chunks(GROUP) {
        looking.clear();
        for aim in aims {
            looking.push((aim.boxes, aim.high, Any { tree, aim, met: false }));
        }
        tree.bvh.walk_group_in(simd, &mut looking, &mut put_off);
        for (_, _, any) in &looking {
            hit.push(any.met);
        }
    }
}

/// Looks for the nearest triangle to a point.
struct Closest<'a, S> {
    tree: &'a Tree<S>,
    point: [S; 3],
    distance: S,
    /// `u32::MAX` as long as there is none.
    triangle: u32,
}

impl<N: Eight> Approach for Closest<'_, N> {
    type Number = N;

    #[inline(always)]
    fn approach<S: Simd>(&mut self, simd: S, leaf: usize) -> Option<N> {
        let block = &self.tree.blocks[leaf];
        let a = vector(block.corner(simd, 0));
        let b = vector(block.corner(simd, 1));
        let c = vector(block.corner(simd, 2));
        let [x, y, z] = self.point;
        let point = vector([N::splat(simd, x), N::splat(simd, y), N::splat(simd, z)]);
        let distance = point_triangle::distance(&Point(point), &Triangle { a, b, c }).distance;
        if N::bits::<S>(distance.le(N::splat(simd, self.distance))) == 0 {
            return None;
        }
        let distances = N::store(distance);
        let mut nearer = false;
        for lane in 0..LANES {
            let (distance, triangle) = (distances[lane], self.tree.bvh.leaves()[leaf][lane]);
            if distance < self.distance || (distance == self.distance && triangle < self.triangle) {
                (self.distance, self.triangle) = (distance, triangle);
                nearer = true;
            }
        }
        nearer.then_some(self.distance)
    }
}

#[inline(always)]
fn vector<S: Ring>([x, y, z]: [S; 3]) -> V3<S> {
    V3 { x, y, z }
}
