//! What is told of hits, eight rays at a time: the numbers that [`Hit`](crate::query::Hit) has, of each what it is for a ray alone.

use super::leaf::vector;
use super::normal::{PLAIN, is_plain, plain_unit};
use super::tree::{Tree, lanes};
use crate::bvh::LANES;
use crate::number::{Float, SimdScalar};
use crate::shape::Triangle;
use crate::vector::{V3, Vector};
use fearless_simd::Simd;

/// Eight rays, and what they have hit, number by number.
pub(super) struct Row<'a, N> {
    pub(super) origin: [&'a [N; LANES]; 3],
    pub(super) direction: [&'a [N; LANES]; 3],
    /// A bit for each that hits; other numbers of those that do not mean nothing.
    pub(super) hit: u32,
    pub(super) t: [N; LANES],
    /// Where the triangle lies in the tree.
    pub(super) slot: [usize; LANES],
    /// Its second and third barycentric coordinates, times the sum of all three, and that sum.
    pub(super) weights: [[N; LANES]; 3],
}

/// What is told of them.
pub(super) struct Told<N> {
    /// A bit for each whose triangle has a [normal](super::normal::unit_normal) that is told alone.
    pub(super) alone: u32,
    pub(super) triangle: [u32; LANES],
    pub(super) point: [[N; LANES]; 3],
    pub(super) normal: [[N; LANES]; 3],
    pub(super) uv: [[N; LANES]; 2],
}

impl<N: Float> Told<N> {
    pub(super) const NOTHING: Self = {
        let none = [N::ZERO; LANES];
        Self { alone: 0, triangle: [0; LANES], point: [none; 3], normal: [none; 3], uv: [none; 2] }
    };
}

/// Of hits in a tree.
#[inline(always)]
pub(super) fn tell<N: SimdScalar, S: Simd>(simd: S, tree: &Tree<N>, row: &Row<N>) -> Told<N> {
    let mut told = Told::NOTHING;
    let mut corners = [[[N::ZERO; LANES]; 3]; 3];
    for lane in lanes(row.hit) {
        let slot = row.slot[lane];
        told.triangle[lane] = tree.triangle(slot);
        for (corner, numbers) in tree.blocks.corners(slot / LANES, slot % LANES).into_iter().enumerate() {
            for axis in 0..3 {
                corners[corner][axis][lane] = numbers[axis];
            }
        }
    }
    let [a, b, c] = [load(simd, &corners[0]), load(simd, &corners[1]), load(simd, &corners[2])];
    let normal = Triangle { a, b, c }.normal();
    let [least, most] = [N::splat(simd, N::from_f64(PLAIN[0])), N::splat(simd, N::from_f64(PLAIN[1]))];
    told.alone = !N::bits::<S>(is_plain(normal, least, most));
    let normal = plain_unit(normal);
    // Of two zeros the one without a sign.
    let t = N::load(simd, &row.t) + N::splat(simd, N::ZERO);
    for axis in 0..3 {
        let (origin, direction) = (N::load(simd, row.origin[axis]), N::load(simd, row.direction[axis]));
        told.point[axis] = N::store(origin + direction * t);
        told.normal[axis] = N::store(normal.get(axis));
    }
    let [u, v, sum] = &row.weights;
    let (u, v, sum) = (N::load(simd, u), N::load(simd, v), N::load(simd, sum));
    told.uv = [N::store(u / sum), N::store(v / sum)];
    told
}

#[inline(always)]
fn load<S: Simd, N: SimdScalar>(simd: S, [x, y, z]: &[[N; LANES]; 3]) -> V3<N::Lanes<S>> {
    vector([N::load(simd, x), N::load(simd, y), N::load(simd, z)])
}
