//! Query kernels of a mesh's tree, compiled here once for `f32` and once for `f64`, for each
//! instruction set that the machine may have. Callers do not compile them again.

#![allow(private_interfaces, reason = "the trait is sealed, so private types in its signatures cannot leak")]

use super::incoherent::{self, IncoherentRays};
use super::leaf::Crossing;
use super::meet::pair_traversal;
use super::meet::placement::{PlacePoint, Placing};
use super::packet::{self, Hits};
use super::shapes::leaves::{self, Look, Narrow};
use super::tree::Tree;
use super::walk_point::{closest, near};
use super::walk_ray::{Found, RayQuery, Visited, all, any, first, nearest, visited};
use crate::bvh::{HALVES, Open, Rays};
use crate::number::for_both_floats;
use alloc::vec::Vec;
use fearless_simd::dispatch;

/// Number type of a mesh: `f32` or `f64`.
pub trait MeshNumber: sealed::MeshKernels {}

pub(super) mod sealed {
    use super::{
        Crossing, Found, HALVES, Hits, IncoherentRays, Look, Narrow, Open, PlacePoint, Placing, RayQuery,
        Rays, Tree, Vec, Visited,
    };

    #[allow(unreachable_pub, reason = "supertrait of a public trait")]
    pub trait MeshKernels: PlacePoint {
        /// Finds the nearest hit.
        fn nearest(tree: &Tree<Self>, given: &RayQuery<Self>, found: &mut Found<Self>);

        /// Finds the nearest hit, and returns the nodes and leaves that are visited on the way.
        fn visited(tree: &Tree<Self>, given: &RayQuery<Self>, found: &mut Found<Self>) -> Vec<Visited>;

        /// Tests whether anything is hit.
        fn any(tree: &Tree<Self>, given: &RayQuery<Self>) -> bool;

        /// Collects all triangles that are hit, in no particular order.
        fn all(tree: &Tree<Self>, given: &RayQuery<Self>, met: &mut Vec<(u32, Crossing<Self>)>);

        /// Finds the nearest hit of each singly traversed ray, with its hit data.
        fn nearest_of_incoherent(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut IncoherentRays<Self>);

        /// Finds any hit of each singly traversed ray.
        fn any_of_incoherent(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut IncoherentRays<Self>);

        /// Finds the nearest hit up to `high` of each ray of a packet. Returns `false` if the rays
        /// are incoherent or diverge.
        fn nearest_of_packet(
            tree: &Tree<Self>,
            rays: &Rays<Self>,
            high: Self,
            cull: bool,
            hits: &mut [Hits<Self>; HALVES],
        ) -> bool;

        /// Returns a bit for each ray of a packet that hits anything up to `high`, or `None` if the
        /// rays are incoherent or diverge.
        fn any_of_packet(
            tree: &Tree<Self>,
            rays: &Rays<Self>,
            high: Self,
            cull: bool,
        ) -> Option<[u32; HALVES]>;

        /// Returns two triangles that intersect.
        fn meet(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>) -> Option<[u32; 2]>;

        /// Returns the closest two triangles at a distance of at most `limit`, and their distance,
        /// for trees that do not intersect. `way` is the approximate vector from the first to the
        /// second where they are closest; zero if unknown.
        fn nearest_two(
            a: &Tree<Self>,
            b: &Tree<Self>,
            placing: &Placing<Self>,
            limit: Self,
            way: [Self; 3],
        ) -> Option<([u32; 2], Self)>;

        /// Tests whether any two triangles are at most `limit` apart.
        fn within(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>, limit: Self) -> bool;

        /// Collects all pairs of triangles of one tree that intersect elsewhere than neighbours do,
        /// below two positions, in no particular order.
        fn self_pairs(tree: &Tree<Self>, placing: &Placing<Self>, start: Open, found: &mut Vec<[u32; 2]>);

        /// Collects all pairs that intersect, below two positions, in no particular order.
        fn all_that_meet(
            a: &Tree<Self>,
            b: &Tree<Self>,
            placing: &Placing<Self>,
            start: Open,
            found: &mut Vec<[u32; 2]>,
        );

        /// Collects the triangles of at least the first `count` hits, in no particular order.
        /// Returns `false`, with an unspecified result, if the ray lies in the plane of one of
        /// them.
        fn first(
            tree: &Tree<Self>,
            given: &RayQuery<Self>,
            count: usize,
            met: &mut Vec<(u32, Crossing<Self>)>,
        ) -> bool;

        /// Returns the triangle closest to a point, or `u32::MAX` if all are beyond the limit.
        fn closest(tree: &Tree<Self>, point: [Self; 3], limit: Self) -> u32;

        /// Calls `look` with the triangles whose boxes meet a box, until it breaks.
        fn in_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], look: &mut Look<'_, Self>);

        /// Calls `look` with the triangles whose boxes may be within the limit of a box, nearer
        /// ones first. `look` returns a new limit.
        fn near_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], limit: Self, look: &mut Narrow<'_, Self>);

        /// Calls `look` with the triangles that may be within the limit of a segment, whose ends
        /// may coincide.
        fn near_segment(tree: &Tree<Self>, ends: [[Self; 3]; 2], limit: Self, look: &mut Narrow<'_, Self>);

        /// Calls `look` with the triangles whose boxes may meet a box that moves by `t velocity`,
        /// up to the limit of `t`, earlier ones first. `look` returns a new limit.
        fn along_box(
            tree: &Tree<Self>,
            ends: [[Self; 3]; 2],
            velocity: [Self; 3],
            limit: Self,
            look: &mut Narrow<'_, Self>,
        );

        /// Returns the `count` triangles closest to a point within the limit, by ascending distance
        /// and index. The order is unspecified if `count` is the largest possible number.
        fn near(tree: &Tree<Self>, point: [Self; 3], count: usize, limit: Self) -> Vec<(Self, u32)>;
    }
}

for_both_floats! {
    impl MeshNumber for F {}

    impl sealed::MeshKernels for F {
        // Not inlined, so that the caller is small and can be inlined into a loop over rays.
        #[inline(never)]
        fn nearest(tree: &Tree<Self>, given: &RayQuery<Self>, found: &mut Found<Self>) {
            dispatch!(tree.bvh.level(), simd => nearest(simd, tree, given, found));
        }

        fn visited(tree: &Tree<Self>, given: &RayQuery<Self>, found: &mut Found<Self>) -> Vec<Visited> {
            dispatch!(tree.bvh.level(), simd => visited(simd, tree, given, found))
        }

        #[inline(never)]
        fn any(tree: &Tree<Self>, given: &RayQuery<Self>) -> bool {
            dispatch!(tree.bvh.level(), simd => any(simd, tree, given))
        }

        fn all(tree: &Tree<Self>, given: &RayQuery<Self>, met: &mut Vec<(u32, Crossing<Self>)>) {
            dispatch!(tree.bvh.level(), simd => all(simd, tree, given, met));
        }

        fn nearest_of_incoherent(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut IncoherentRays<Self>) {
            dispatch!(tree.bvh.level(), simd => {
                incoherent::walk::<false, Self, _>(simd, tree, rays, many);
                many.compute_hit_data(simd, tree, rays);
            });
        }

        fn any_of_incoherent(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut IncoherentRays<Self>) {
            dispatch!(tree.bvh.level(), simd => incoherent::walk::<true, Self, _>(simd, tree, rays, many));
        }

        fn nearest_of_packet(
            tree: &Tree<Self>,
            rays: &Rays<Self>,
            high: Self,
            cull: bool,
            hits: &mut [Hits<Self>; HALVES],
        ) -> bool {
            packet::nearest(tree, rays, high, cull, hits)
        }

        fn any_of_packet(
            tree: &Tree<Self>,
            rays: &Rays<Self>,
            high: Self,
            cull: bool,
        ) -> Option<[u32; HALVES]> {
            packet::any(tree, rays, high, cull)
        }

        fn first(
            tree: &Tree<Self>,
            given: &RayQuery<Self>,
            count: usize,
            met: &mut Vec<(u32, Crossing<Self>)>,
        ) -> bool {
            dispatch!(tree.bvh.level(), simd => first(simd, tree, given, count, met))
        }

        fn closest(tree: &Tree<Self>, point: [Self; 3], limit: Self) -> u32 {
            closest(tree, point, limit)
        }

        fn meet(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>) -> Option<[u32; 2]> {
            pair_traversal::any(a, b, placing)
        }

        fn nearest_two(
            a: &Tree<Self>,
            b: &Tree<Self>,
            placing: &Placing<Self>,
            limit: Self,
            way: [Self; 3],
        ) -> Option<([u32; 2], Self)> {
            pair_traversal::nearest(a, b, placing, limit, way)
        }

        fn within(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>, limit: Self) -> bool {
            pair_traversal::within(a, b, placing, limit)
        }

        fn self_pairs(tree: &Tree<Self>, placing: &Placing<Self>, start: Open, found: &mut Vec<[u32; 2]>) {
            pair_traversal::self_pairs(tree, placing, start, found);
        }

        fn all_that_meet(
            a: &Tree<Self>,
            b: &Tree<Self>,
            placing: &Placing<Self>,
            start: Open,
            found: &mut Vec<[u32; 2]>,
        ) {
            pair_traversal::all(a, b, placing, start, found);
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
}
