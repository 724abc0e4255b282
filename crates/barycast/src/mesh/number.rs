//! What a mesh asks of its tree: compiled here, once for `f32` and once for `f64`, in all the instructions that a machine may
//! have, and not again by everyone who casts a ray.

#![allow(private_interfaces, reason = "the trait is sealed: nobody outside can name what it is asked with")]

use super::leaf::Crossing;
use super::many::{self, Many};
use super::meet::placing::{PlacePoint, Placing};
use super::meet::walk;
use super::packet::{self, Hits};
use super::shapes::leaves::{self, Look, Narrow};
use super::tree::Tree;
use super::walk_point::{closest, near};
use super::walk_ray::{Found, Given, all, any, first, nearest};
use crate::bvh::{HALVES, Open, Rays};
use alloc::vec::Vec;
use fearless_simd::dispatch;

/// `f32` or `f64`: what the numbers of a mesh are.
pub trait MeshNumber: sealed::Asked {}

pub(super) mod sealed {
    use super::{
        Crossing, Found, Given, HALVES, Hits, Look, Many, Narrow, Open, PlacePoint, Placing, Rays, Tree, Vec,
    };

    #[allow(unreachable_pub, reason = "what a public trait rests on")]
    pub trait Asked: PlacePoint {
        /// The nearest hit.
        fn nearest(tree: &Tree<Self>, given: &Given<Self>, found: &mut Found<Self>);

        /// Whether anything is hit.
        fn any(tree: &Tree<Self>, given: &Given<Self>) -> bool;

        /// All triangles that are hit, in no order.
        fn all(tree: &Tree<Self>, given: &Given<Self>, met: &mut Vec<(u32, Crossing<Self>)>);

        /// The nearest hit of each ray that goes read_scalar, and what is told of it.
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
    ($($float:ident),*) => {$(
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

mesh_number!(f32, f64);
