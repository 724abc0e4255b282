//! Which way the triangles of a closed surface turn.
//!
//! Where two triangles share an edge that no other has, both fronts are on one side when they pass it in opposite directions;
//! so the fronts of a whole patch follow from one triangle. Around an edge of four triangles or more the fronts follow from the
//! order of the triangles around it: inside and outside alternate there, and so do the directions. What has an edge of
//! one triangle, or no consistent fronts (a Klein bottle), is no part of a closed surface.

use super::edges::{Passage, Sets, by_edge, passages};
use crate::number::elementary;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// The shells of a surface.
#[derive(Debug, Default)]
pub(super) struct Shells {
    /// Of each triangle, its shell; `None` where it is no part of a closed one.
    pub(super) of: Vec<Option<u32>>,
    /// Of each triangle, whether it is turned around.
    pub(super) turned: Vec<bool>,
    /// Of each shell, whether the way in which it turns is that of at least two thirds of its triangles.
    pub(super) clear: Vec<bool>,
}

/// So often patches are left out and what remains is looked at again.
const ROUNDS: usize = 64;

/// Finds the closed shells, and turns their triangles the way in which most of each shell turn.
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
            // Of edges of an odd number of triangles something is missing.
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

/// Leaves out the patches of some triangles.
fn leave_out(left: &mut [bool], patches: &mut Sets, broken: &[usize]) {
    let mut out = vec![false; left.len()];
    for triangle in broken {
        out[patches.find(*triangle).0] = true;
    }
    for (triangle, left) in left.iter_mut().enumerate() {
        *left &= !out[patches.find(triangle).0];
    }
}

/// The edges of four triangles or more, as far as they are passed more often in one direction, when every patch turns as most
/// of it does.
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

/// Links patches across edges of four triangles or more, where their fronts do not agree as they are. Returns triangles of
/// patches that cannot be brought to agree.
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
        edge.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        for two in edge.windows(2) {
            let turned = two[0].is_upward() == two[1].is_upward();
            linked.join(two[0].triangle(), two[1].triangle(), turned);
        }
    }
    let (turned, _) = majority(&vec![true; triangles.len()], linked);
    unbalanced(crowded, linked, &turned).into_iter().flatten().map(|passage| passage.triangle()).collect()
}

/// Of the triangle that stands for each set, whether it is turned for most of the set to stay; and whether that is clear.
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

/// Numbers the shells by their first triangles.
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
