//! Consistent orientation of the triangles of a closed surface.
//!
//! Where exactly two triangles share an edge, their fronts are on one side if they use the edge in
//! opposite directions, so the orientation of a whole patch follows from one triangle. Around an
//! edge with four or more triangles, inside and outside alternate in the order of the triangles
//! around it, and so do the directions. Parts with an edge of only one triangle, or without a
//! consistent orientation (a Klein bottle), are not part of a closed surface.

use super::edges::{Passage, Sets, by_edge, passages};
use crate::number::Order as _;
use crate::number::elementary;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Shells of a surface.
#[derive(Debug, Default)]
pub(super) struct Shells {
    /// Shell of each triangle; `None` if it is not part of a closed one.
    pub(super) of: Vec<Option<u32>>,
    /// Whether each triangle is flipped.
    pub(super) turned: Vec<bool>,
    /// Whether the orientation of each shell is that of at least two thirds of its triangles.
    pub(super) clear: Vec<bool>,
}

/// Number of rounds in which patches are removed and the rest is analysed again.
const ROUNDS: usize = 64;

/// Finds the closed shells, and orients the triangles of each like its majority.
pub(super) fn orient(at: &[DVec3], triangles: &[[u32; 3]]) -> Shells {
    let all = passages(triangles);
    let mut left = vec![true; triangles.len()];
    let mut linked = Sets::new(triangles.len());
    for _ in 0..ROUNDS {
        let mut patches = Sets::new(triangles.len());
        let mut broken = Vec::new();
        let mut crowded = Vec::new();
        for edge in by_edge(&all) {
            let here: Vec<Passage>;
            let edge = if edge.iter().all(|passage| left[passage.triangle()]) {
                edge
            } else {
                here = edge.iter().copied().filter(|passage| left[passage.triangle()]).collect();
                &here
            };
            match *edge {
                [] => {}
                [one] => broken.push(one.triangle()),
                [one, other] => {
                    let turned = one.is_upward() == other.is_upward();
                    if !patches.join(one.triangle(), other.triangle(), turned) {
                        broken.push(one.triangle());
                    }
                }
                [..] => crowded.push(edge.to_vec()),
            }
        }
        linked = patches.clone();
        if broken.is_empty() {
            // An edge with an odd number of triangles lacks one.
            let odd = crowded.iter().filter(|edge| edge.len() % 2 == 1);
            broken.extend(odd.flatten().map(|passage| passage.triangle()));
        }
        if broken.is_empty() {
            broken = balance(at, triangles, &crowded, &mut linked);
        }
        if broken.is_empty() {
            break;
        }
        leave_out(&mut left, &mut patches, &broken);
    }
    shells(&left, &mut linked)
}

/// Removes the patches that contain the given triangles.
fn leave_out(left: &mut [bool], patches: &mut Sets, broken: &[usize]) {
    let mut out = vec![false; left.len()];
    for triangle in broken {
        out[patches.find(*triangle).0] = true;
    }
    for (triangle, left) in left.iter_mut().enumerate() {
        *left &= !out[patches.find(triangle).0];
    }
}

/// Returns the edges with four or more triangles that are used more often in one direction, when
/// every patch is oriented like its majority.
fn unbalanced<'a>(crowded: &'a [Vec<Passage>], linked: &mut Sets, turned: &[bool]) -> Vec<&'a Vec<Passage>> {
    let mut upward = |edge: &&Vec<Passage>| {
        let is_upward = |passage: &&Passage| {
            let (root, against) = linked.find(passage.triangle());
            passage.is_upward() ^ against ^ turned[root]
        };
        2 * edge.iter().filter(is_upward).count() != edge.len()
    };
    crowded.iter().filter(|edge| upward(edge)).collect()
}

/// Links patches across edges with four or more triangles, where their orientations do not agree
/// already. Returns triangles of patches that cannot be made to agree.
fn balance(at: &[DVec3], triangles: &[[u32; 3]], crowded: &[Vec<Passage>], linked: &mut Sets) -> Vec<usize> {
    if crowded.is_empty() {
        return Vec::new();
    }
    let (turned, _) = majority(&vec![true; triangles.len()], linked);
    let wrong: Vec<Vec<Passage>> = unbalanced(crowded, linked, &turned).into_iter().cloned().collect();
    for mut edge in wrong {
        let [low, high] = edge[0].ends().map(|end| at[end as usize]);
        let Some(along) = (high - low).try_normalize() else { continue };
        let (right, ahead) = along.any_orthonormal_pair();
        let angle = |passage: &Passage| {
            let ends = passage.ends();
            let apex = triangles[passage.triangle()].into_iter().find(|corner| !ends.contains(corner));
            let aside = apex.map_or(DVec3::ZERO, |apex| at[apex as usize] - low);
            elementary::atan2(aside.dot(ahead), aside.dot(right))
        };
        edge.order_by(|a, b| angle(a).total_cmp(&angle(b)));
        for two in edge.windows(2) {
            let turned = two[0].is_upward() == two[1].is_upward();
            linked.join(two[0].triangle(), two[1].triangle(), turned);
        }
    }
    let (turned, _) = majority(&vec![true; triangles.len()], linked);
    unbalanced(crowded, linked, &turned).into_iter().flatten().map(|passage| passage.triangle()).collect()
}

/// Returns for the representative of each set whether it is flipped when the majority of the set
/// keeps its orientation, and whether the majority is clear.
fn majority(left: &[bool], sets: &mut Sets) -> (Vec<bool>, Vec<bool>) {
    let mut counts = vec![[0_usize; 2]; left.len()];
    for triangle in (0..left.len()).filter(|triangle| left[*triangle]) {
        let (root, against) = sets.find(triangle);
        counts[root][usize::from(against)] += 1;
    }
    let turned = counts.iter().map(|[with, against]| against > with).collect();
    let clear = counts.iter().map(|[with, against]| 2 * with.min(against) <= *with.max(against)).collect();
    (turned, clear)
}

/// Numbers the shells in the order of their first triangles.
fn shells(left: &[bool], linked: &mut Sets) -> Shells {
    let (turned, clear) = majority(left, linked);
    let mut shells =
        Shells { of: vec![None; left.len()], turned: vec![false; left.len()], clear: Vec::new() };
    let mut number = vec![None; left.len()];
    for triangle in (0..left.len()).filter(|triangle| left[*triangle]) {
        let (root, against) = linked.find(triangle);
        if number[root].is_none() {
            number[root] = Some(shells.clear.len() as u32);
            shells.clear.push(clear[root]);
        }
        shells.of[triangle] = number[root];
        shells.turned[triangle] = against ^ turned[root];
    }
    shells
}
