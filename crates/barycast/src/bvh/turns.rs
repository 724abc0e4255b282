//! Walking along many rays that have nothing to do with each other: in turns, a step each.
//!
//! What a ray looks at next is fetched from memory while the others take their steps, so that none waits for it. Each takes
//! the steps that it would have taken alone.

use super::node::Bvh;
use super::ray::{BoxRay, Lanes, Meet, later};
use super::stack::Stack;
use fearless_simd::Simd;

/// Rays that are walked in turns: as many as a core fetches for at a time.
const IN_TURNS: usize = 8;

/// A ray on its way.
struct Walk<M> {
    ray: BoxRay,
    at: u32,
    limit: f32,
    leaf: M,
}

impl Bvh {
    /// [`walk_ray`](Self::walk_ray) for each ray, with its limit and what it does at the leaves.
    #[inline(always)]
    pub(crate) fn walk_in_turns<S: Simd, M: Meet>(
        &self,
        simd: S,
        rays: &mut impl Iterator<Item = (BoxRay, M::Number, M)>,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        #[allow(clippy::large_stack_arrays, reason = "28 KiB, of which a walk touches a few lines")]
        let mut rooms = [Stack::room(); IN_TURNS];
        let mut stacks = rooms.each_mut().map(Stack::new);
        let mut walks = [const { None::<Walk<M>> }; IN_TURNS];
        let mut walking = true;
        while walking {
            walking = false;
            for (walk, stack) in walks.iter_mut().zip(&mut stacks) {
                if let Some(Walk { ray, at, limit, leaf }) = walk
                    && let Some(next) =
                        self.step::<false, S, M, _>(simd, &Lanes::new(simd, *ray), *at, limit, stack, leaf)
                {
                    self.expect(next, leaf);
                    *at = next;
                    walking = true;
                    continue;
                }
                *walk = rays.next().map(|(ray, high, leaf)| {
                    let ray = ray.for_any_time(&self.bounds);
                    Walk { ray, at: 0, limit: later(ray.scaled(high)), leaf }
                });
                stack.clear();
                walking |= walk.is_some();
            }
        }
    }
}
