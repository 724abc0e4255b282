//! Cycles of files that use each other.

use super::modules::Arrows;

/// Returns the strongly connected components of at least two nodes, each sorted. [Tarjan 1972]
pub fn circles(count: usize, arrows: &Arrows) -> Vec<Vec<usize>> {
    let mut circles: Vec<_> = components(count, arrows).into_iter().filter(|set| set.len() > 1).collect();
    circles.sort();
    circles
}

/// Returns the number of levels of the nodes: each is above all nodes that it uses, and the nodes
/// of a cycle share a level.
pub fn floors(count: usize, arrows: &Arrows) -> usize {
    // A component comes after all components that it reaches.
    let mut floor = vec![0; count];
    for set in components(count, arrows) {
        let below = arrows.keys().filter(|(a, b)| set.contains(a) && !set.contains(b));
        let height = below.map(|(_, b)| floor[*b]).max().unwrap_or(0) + 1;
        for node in set {
            floor[node] = height;
        }
    }
    floor.into_iter().max().unwrap_or(0)
}

/// Returns all strongly connected components, each after those that it reaches.
fn components(count: usize, arrows: &Arrows) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new(); count];
    for (a, b) in arrows.keys() {
        out[*a].push(*b);
    }
    let mut walk = Walk { out, index: vec![None; count], low: vec![0; count], ..Walk::default() };
    for node in 0..count {
        if walk.index[node].is_none() {
            walk.visit(node);
        }
    }
    walk.found
}

#[derive(Default)]
struct Walk {
    out: Vec<Vec<usize>>,
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    stack: Vec<usize>,
    visited: usize,
    found: Vec<Vec<usize>>,
}

impl Walk {
    fn visit(&mut self, node: usize) {
        self.index[node] = Some(self.visited);
        self.low[node] = self.visited;
        self.visited += 1;
        self.stack.push(node);
        for next in self.out[node].clone() {
            match self.index[next] {
                None => {
                    self.visit(next);
                    self.low[node] = self.low[node].min(self.low[next]);
                }
                Some(index) if self.stack.contains(&next) => self.low[node] = self.low[node].min(index),
                Some(_) => {}
            }
        }
        if Some(self.low[node]) == self.index[node] {
            let start = self.stack.iter().position(|other| *other == node).unwrap_or(0);
            let mut set = self.stack.split_off(start);
            set.sort_unstable();
            self.found.push(set);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn arrows(pairs: &[(usize, usize)]) -> Arrows {
        pairs.iter().map(|pair| (*pair, BTreeSet::new())).collect()
    }

    #[test]
    fn cycles_are_found_and_share_a_level() {
        let house = arrows(&[(0, 1), (1, 2), (2, 1), (2, 3), (4, 0)]);
        assert_eq!(circles(5, &house), [[1, 2]]);
        assert_eq!(floors(5, &house), 4);
        assert!(circles(3, &arrows(&[(0, 1), (0, 2), (1, 2)])).is_empty());
    }
}
