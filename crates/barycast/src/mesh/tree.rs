//! What a mesh asks of its tree: compiled here, once for `f32` and once for `f64`, in all the instructions that a machine may
//! have, and not again by everyone who casts a ray.

#![allow(private_interfaces, reason = "the trait is sealed: nobody outside can name what it is asked with")]

use super::compact::Blocks;
use super::leaf::{Crossing, numbers};
use super::many::{self, Many};
use super::meet::placing::{Placing, Rows};
use super::meet::walk;
use super::packet::{self, Hits};
use super::shapes::leaves::{self, Look, Narrow};
use super::walk_point::{closest, near};
use super::walk_ray::{Found, Given, all, any, first, nearest};
use crate::bvh::{Approach, Bounds, Bvh, HALVES, LANES, Open, Rays, TreeFrame, fetch, is_f32};
use crate::number::each::MapEach;
use crate::number::{Eight, Float, Real, Ring};
use crate::vector::{FloatVector, V3, Vector3};
use alloc::boxed::Box;
use alloc::vec::Vec;
use fearless_simd::dispatch;

/// `f32` or `f64`: what the numbers of a mesh are.
pub trait MeshNumber: sealed::Asked {}

pub(super) mod sealed {
    use super::{Crossing, Eight, Found, Given, HALVES, Hits, Many, Open, Placing, Rays, Rows, Tree, Vec};
    use super::{Look, Narrow};

    #[allow(unreachable_pub, reason = "what a public trait rests on")]
    pub trait Asked: Eight + Send + Sync {
        /// The nearest hit.
        fn nearest(tree: &Tree<Self>, given: &Given<Self>, found: &mut Found<Self>);

        /// Whether anything is hit.
        fn any(tree: &Tree<Self>, given: &Given<Self>) -> bool;

        /// All triangles that are hit, in no order.
        fn all(tree: &Tree<Self>, given: &Given<Self>, met: &mut Vec<(u32, Crossing<Self>)>);

        /// The nearest hit of each ray that goes alone, and what is told of it.
        fn nearest_of_many(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut Many<Self>);

        /// Some hit of each that goes alone.
        fn any_of_many(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut Many<Self>);

        /// The nearest hit of each ray up to `high`; `false` when they do not go about the same way, or part.
        fn nearest_of_group(
            tree: &Tree<Self>,
            rays: &Rays<Self>,
            high: Self,
            cull: bool,
            hits: &mut [Hits<Self>; HALVES],
        ) -> bool;

        /// A bit for each ray of each half that hits anything up to `high`; `None` when they do not go about the same way, or
        /// part.
        fn any_of_group(
            tree: &Tree<Self>,
            rays: &Rays<Self>,
            high: Self,
            cull: bool,
        ) -> Option<[u32; HALVES]>;

        /// Where a point is placed, rounded once.
        fn placed(rows: &Rows<Self>, point: [Self; 3]) -> [Self; 3];

        /// Two triangles that meet.
        fn meet(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>) -> Option<[u32; 2]>;

        /// The nearest two triangles, of trees of which no two meet, no farther than `limit`, and their distance. `way` goes from the
        /// first to the second about where they are nearest; zero where that is not known.
        fn nearest_two(
            a: &Tree<Self>,
            b: &Tree<Self>,
            placing: &Placing<Self>,
            limit: Self,
            way: [Self; 3],
        ) -> Option<([u32; 2], Self)>;

        /// Any two triangles are no farther apart than `limit`.
        fn within(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>, limit: Self) -> bool;

        /// All in one tree that meet elsewhere than neighbours do, below two places, in no order.
        fn own(tree: &Tree<Self>, placing: &Placing<Self>, start: Open, found: &mut Vec<[u32; 2]>);

        /// All that meet below two places, in no order.
        fn all_that_meet(
            a: &Tree<Self>,
            b: &Tree<Self>,
            placing: &Placing<Self>,
            start: Open,
            found: &mut Vec<[u32; 2]>,
        );

        /// Those triangles that make the first places, as many as asked, and maybe more, in no order. `false`, and no
        /// matter which, where one lies along the ray.
        fn first(
            tree: &Tree<Self>,
            given: &Given<Self>,
            count: usize,
            met: &mut Vec<(u32, Crossing<Self>)>,
        ) -> bool;

        /// The triangle nearest to a point, `u32::MAX` beyond the limit.
        fn closest(tree: &Tree<Self>, point: [Self; 3], limit: Self) -> u32;

        /// Calls `look` with the triangles whose boxes meet a box, until it breaks.
        fn in_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], look: &mut Look<'_, Self>);

        /// Calls `look` with the triangles whose boxes may be no farther from a box than the limit, nearer parts first; it answers with a
        /// new limit.
        fn near_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], limit: Self, look: &mut Narrow<'_, Self>);

        /// The same of the triangles that may be no farther from a segment, whose ends may be the same.
        fn near_segment(tree: &Tree<Self>, ends: [[Self; 3]; 2], limit: Self, look: &mut Narrow<'_, Self>);

        /// Calls `look` with the triangles whose boxes a box may meet that moves by `t velocity` up to the limit of `t`, earlier parts
        /// first; it answers with a new limit.
        fn along_box(
            tree: &Tree<Self>,
            ends: [[Self; 3]; 2],
            velocity: [Self; 3],
            limit: Self,
            look: &mut Narrow<'_, Self>,
        );

        /// The triangles nearest to a point, as many as asked, within the limit: in order of distance and index; all within
        /// it in no order, where as many are asked as there can be.
        fn near(tree: &Tree<Self>, point: [Self; 3], count: usize, limit: Self) -> Vec<(Self, u32)>;
    }
}

macro_rules! mesh_number {
    ($($float:ident $placed:ident),*) => {$(
        impl MeshNumber for $float {}

        impl sealed::Asked for $float {
            // Called, so that what calls it is small, and becomes part of the loop over somebody's rays.
            #[inline(never)]
            fn nearest(tree: &Tree<Self>, given: &Given<Self>, found: &mut Found<Self>) {
                dispatch!(tree.bvh.level(), simd => nearest(simd, tree, given, found));
            }

            #[inline(never)]
            fn any(tree: &Tree<Self>, given: &Given<Self>) -> bool {
                dispatch!(tree.bvh.level(), simd => any(simd, tree, given))
            }

            fn all(tree: &Tree<Self>, given: &Given<Self>, met: &mut Vec<(u32, Crossing<Self>)>) {
                dispatch!(tree.bvh.level(), simd => all(simd, tree, given, met));
            }

            fn nearest_of_many(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut Many<Self>) {
                dispatch!(tree.bvh.level(), simd => {
                    many::walk::<false, Self, _>(simd, tree, rays, many);
                    many.tell(simd, tree, rays);
                });
            }

            fn any_of_many(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut Many<Self>) {
                dispatch!(tree.bvh.level(), simd => many::walk::<true, Self, _>(simd, tree, rays, many));
            }

            fn nearest_of_group(
                tree: &Tree<Self>,
                rays: &Rays<Self>,
                high: Self,
                cull: bool,
                hits: &mut [Hits<Self>; HALVES],
            ) -> bool {
                packet::nearest(tree, rays, high, cull, hits)
            }

            fn any_of_group(
                tree: &Tree<Self>,
                rays: &Rays<Self>,
                high: Self,
                cull: bool,
            ) -> Option<[u32; HALVES]> {
                packet::any(tree, rays, high, cull)
            }

            fn first(
                tree: &Tree<Self>,
                given: &Given<Self>,
                count: usize,
                met: &mut Vec<(u32, Crossing<Self>)>,
            ) -> bool {
                dispatch!(tree.bvh.level(), simd => first(simd, tree, given, count, met))
            }

            fn closest(tree: &Tree<Self>, point: [Self; 3], limit: Self) -> u32 {
                closest(tree, point, limit)
            }

            #[inline]
            fn placed(rows: &Rows<Self>, point: [Self; 3]) -> [Self; 3] {
                rows.$placed(point)
            }

            fn meet(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>) -> Option<[u32; 2]> {
                walk::any(a, b, placing)
            }

            fn nearest_two(
                a: &Tree<Self>,
                b: &Tree<Self>,
                placing: &Placing<Self>,
                limit: Self,
                way: [Self; 3],
            ) -> Option<([u32; 2], Self)> {
                walk::nearest(a, b, placing, limit, way)
            }

            fn within(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>, limit: Self) -> bool {
                walk::within(a, b, placing, limit)
            }

            fn own(tree: &Tree<Self>, placing: &Placing<Self>, start: Open, found: &mut Vec<[u32; 2]>) {
                walk::own(tree, placing, start, found);
            }

            fn all_that_meet(
                a: &Tree<Self>,
                b: &Tree<Self>,
                placing: &Placing<Self>,
                start: Open,
                found: &mut Vec<[u32; 2]>,
            ) {
                walk::all(a, b, placing, start, found);
            }

            fn in_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], look: &mut Look<'_, Self>) {
                leaves::in_box(tree, ends, look);
            }

            fn near_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], limit: Self, look: &mut Narrow<'_, Self>) {
                leaves::near_box(tree, ends, limit, look);
            }

            fn near_segment(
                tree: &Tree<Self>,
                ends: [[Self; 3]; 2],
                limit: Self,
                look: &mut Narrow<'_, Self>,
            ) {
                leaves::near_segment(tree, ends, limit, look);
            }

            fn along_box(
                tree: &Tree<Self>,
                ends: [[Self; 3]; 2],
                velocity: [Self; 3],
                limit: Self,
                look: &mut Narrow<'_, Self>,
            ) {
                leaves::along_box(tree, ends, velocity, limit, look);
            }

            fn near(tree: &Tree<Self>, point: [Self; 3], count: usize, limit: Self) -> Vec<(Self, u32)> {
                near(tree, point, count, limit)
            }
        }
    )*};
}

mesh_number!(f32 point_in_f64, f64 point_precisely);

/// A tree of boxes with the corners of the triangles in each of its leaves.
#[derive(Clone, Debug)]
pub(super) struct Tree<S> {
    pub(super) bvh: Bvh,
    pub(super) blocks: Blocks<S>,
    /// Where its boxes lie, if not where the triangles do: of `f64` far from the origin or of unusual size.
    pub(super) frame: Option<Box<TreeFrame>>,
}

/// The frame in which a tree over these vertices should be built; `None` where their own coordinates serve as well, as those of `f32` do,
/// which the boxes hold as they are.
pub(super) fn frame_of<V: FloatVector + Vector3>(vertices: &[V]) -> Option<Box<TreeFrame>> {
    if is_f32::<V::Scalar>() {
        return None;
    }
    let infinity = Real::infinity(V::Scalar::ONE);
    let (mut low, mut high) = ([infinity; 3], [-infinity; 3]);
    for vertex in vertices {
        let p = numbers(*vertex);
        for axis in 0..3 {
            low[axis] = p[axis].min(low[axis]);
            high[axis] = p[axis].max(high[axis]);
        }
    }
    TreeFrame::of_box(low.each(Float::to_f64), high.each(Float::to_f64)).map(Box::new)
}

impl<S: Float> Tree<S> {
    /// The same tree, asked in the coordinates of the triangles.
    pub(super) fn framed(&self) -> crate::bvh::Tree<'_> {
        crate::bvh::Tree::new(&self.bvh, self.frame.as_deref())
    }

    /// The box, among those of the tree, that holds some points, and `margin` more on every side.
    pub(super) fn box_around(&self, points: &[[S; 3]], margin: S) -> Bounds {
        let Some(frame) = &self.frame else { return Bounds::around(points, margin) };
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for point in points {
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis].to_f64());
                high[axis] = high[axis].max(point[axis].to_f64());
            }
        }
        frame.bounds(low, high, margin.to_f64())
    }

    /// A box around all its triangles; of sides that are no numbers where these are farther out than its boxes can hold.
    pub(super) fn around(&self) -> [[f64; 3]; 2] {
        let bounds = self.bvh.bounds();
        match &self.frame {
            Some(frame) => frame.around(&bounds),
            None => bounds.planes.each(|plane| plane.each(f64::from)),
        }
    }

    /// Calls `leaf` with every leaf that may hold a point at most `high` from a box, nearer ones first. Limits are distances of the
    /// triangles.
    #[inline(always)]
    pub(super) fn walk_toward<A: Approach<Number = S>>(&self, ends: [[S; 3]; 2], high: S, leaf: &mut A) {
        match &self.frame {
            None => self.bvh.walk_toward(ends, high, leaf),
            Some(frame) => frame.walk_toward(&self.bvh, ends, high, leaf),
        }
    }

    /// [On large pages](crate::bvh::settle), for walks to come.
    pub(super) fn settle(&self) {
        self.bvh.settle();
        self.blocks.settle();
    }

    /// Has fetched from memory what is told of the triangle in a slot.
    #[inline(always)]
    pub(super) fn expect(&self, slot: usize) {
        if let Some(leaf) = self.bvh.leaves().get(slot / LANES) {
            fetch(leaf);
            self.blocks.expect(slot / LANES);
        }
    }

    /// Which of some lanes of a leaf holds the lowest triangle.
    #[cold]
    pub(super) fn lowest(&self, leaf: usize, of: u32) -> usize {
        lanes(of).min_by_key(|lane| self.triangle(leaf * LANES + lane)).unwrap_or(0)
    }

    /// The triangle in a slot: a lane of a block, counted through; of a mesh without a tree the slot itself.
    #[inline(always)]
    pub(super) fn triangle(&self, slot: usize) -> u32 {
        match self.bvh.leaves().get(slot / LANES) {
            Some(leaf) => leaf[slot % LANES],
            None => slot as u32,
        }
    }
}

/// The lanes of a mask, first to last.
#[inline(always)]
pub(super) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// A bit for each lane of a leaf, but for those that repeat the last of one that is not full.
#[inline(always)]
pub(super) fn each_once(items: &[u32; LANES]) -> u32 {
    let mut bits = 1;
    for lane in 1..LANES {
        bits |= u32::from(items[lane] != items[lane - 1]) << lane;
    }
    bits
}

#[inline(always)]
pub(super) fn vector<S: Ring>([x, y, z]: [S; 3]) -> V3<S> {
    V3 { x, y, z }
}
