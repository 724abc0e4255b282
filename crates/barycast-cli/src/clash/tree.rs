//! Distances between parts in the node tree of their file.
//!
//! Steps are counted between nodes that carry parts: the parent of each is the nearest ancestor
//! that carries a part, whatever nodes lie between, such as the joints of a robot. A node without
//! such an ancestor is a root: parts below the same empty group or scene are not neighbours.
//!
//! A mesh node without a name is a shape of the nearest named ancestor, which then carries its
//! parts. This finds the links of robots whose shapes are on separate nodes. It does not apply if
//! all parts of a file would become one link.

/// The nodes of all files that carry parts, each after its parent.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    carriers: Vec<Carrier>,
    /// Carrier of each part; `None` for files without a tree.
    carried_by: Vec<Option<usize>>,
}

#[derive(Clone, Copy, Debug)]
struct Carrier {
    hangs_on: Option<usize>,
    depth: u32,
}

impl Tree {
    /// Adds the parts of the next file. `nodes` contains the parent of each node, parents before
    /// children; `names` the names of nodes, empty if they have none; `shown_by` the node of each
    /// part.
    pub(crate) fn add(&mut self, nodes: &[Option<usize>], names: &[String], shown_by: &[Option<usize>]) {
        // A parent has a lower number than its children.
        let mut link_of: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
        for (node, above) in nodes.iter().enumerate() {
            let is_named = names.get(node).is_some_and(|name| !name.is_empty());
            link_of.push(if is_named { Some(node) } else { above.and_then(|above| link_of[above]) });
        }
        let link = |node: usize| link_of[node].unwrap_or(node);
        let mut links: Vec<Option<usize>> = shown_by.iter().map(|node| node.map(link)).collect();
        let all_one = |of: &[Option<usize>]| of.iter().all(|node| *node == of[0]);
        if !links.is_empty() && all_one(&links) && !all_one(shown_by) {
            links = shown_by.to_vec();
        }
        let mut carries = vec![false; nodes.len()];
        for node in links.iter().flatten() {
            carries[*node] = true;
        }
        // The nearest carrier: the node itself or an ancestor.
        let mut carrier_of: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
        for (node, above) in nodes.iter().enumerate() {
            let hangs_on = above.and_then(|above| carrier_of[above]);
            if !carries[node] {
                carrier_of.push(hangs_on);
                continue;
            }
            let depth = hangs_on.map_or(0, |above| self.carriers[above].depth + 1);
            carrier_of.push(Some(self.carriers.len()));
            self.carriers.push(Carrier { hangs_on, depth });
        }
        self.carried_by.extend(links.into_iter().map(|link| link.and_then(|node| carrier_of[node])));
    }

    /// Tests whether any part is below another or shares a node with another.
    pub(crate) fn has_neighbours(&self) -> bool {
        let carried = self.carried_by.iter().flatten().count();
        carried > self.carriers.len() || self.carriers.iter().any(|carrier| carrier.hangs_on.is_some())
    }

    /// Tests whether the path between the nodes of the parts has at most this many steps.
    pub(crate) fn adjacent(&self, i: usize, j: usize, mut steps: u32) -> bool {
        let (Some(mut i), Some(mut j)) = (self.carried_by[i], self.carried_by[j]) else { return false };
        while i != j {
            // The deeper node moves up: it is not an ancestor of the other one.
            if self.carriers[i].depth < self.carriers[j].depth {
                (i, j) = (j, i);
            }
            let Some(above) = self.carriers[i].hangs_on.filter(|_| steps > 0) else { return false };
            (i, steps) = (above, steps - 1);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;

    /// Returns the pairs of parts within `steps`, as indices of nodes. Each node is given by its
    /// parent, its name, and whether it shows a part.
    fn near(nodes: &[(Option<usize>, &str, bool)], steps: u32) -> Vec<[usize; 2]> {
        let shown: Vec<usize> = (0..nodes.len()).filter(|node| nodes[*node].2).collect();
        let mut tree = Tree::default();
        // Another file before it does not change the result.
        tree.add(&[None, Some(0)], &["a".to_owned(), "b".to_owned()], &[Some(0), Some(1)]);
        let parents: Vec<_> = nodes.iter().map(|node| node.0).collect();
        let names: Vec<_> = nodes.iter().map(|node| node.1.to_owned()).collect();
        let shown_by: Vec<_> = shown.iter().map(|node| Some(*node)).collect();
        tree.add(&parents, &names, &shown_by);
        let pairs = (0..shown.len()).flat_map(|i| (i + 1..shown.len()).map(move |j| [i, j]));
        pairs.filter(|[i, j]| tree.adjacent(i + 2, j + 2, steps)).map(|pair| pair.map(|i| shown[i])).collect()
    }

    #[test]
    fn steps_are_counted_between_nodes_that_carry_parts() {
        let arm = [
            (None, "base", true),
            (Some(0), "joint", false),
            (Some(1), "upper", true),
            (Some(2), "hand", true),
            (Some(2), "tool", true),
        ];
        assert_eq!(near(&arm, 1), [[0, 2], [2, 3], [2, 4]]);
        assert_eq!(near(&arm, 2), [[0, 2], [0, 3], [0, 4], [2, 3], [2, 4], [3, 4]]);
    }

    #[test]
    fn parts_under_one_root_are_no_neighbours() {
        for names in [["world", "a", "b", "c"], ["world", "", "", ""], ["", "", "", ""]] {
            let flat = [0, 1, 2, 3].map(|i| (if i == 0 { None } else { Some(0) }, names[i], i > 0));
            assert!(near(&flat, 9).is_empty(), "{names:?}");
        }
    }

    #[test]
    fn an_unnamed_shape_belongs_to_its_link() {
        // Links without meshes, with their shapes below them.
        let arm = [
            (None, "base", false),
            (Some(0), "", true),
            (Some(0), "", true),
            (Some(0), "joint", false),
            (Some(3), "upper", false),
            (Some(4), "", true),
            (Some(4), "joint 2", false),
            (Some(6), "hand", false),
            (Some(7), "", true),
        ];
        assert_eq!(near(&arm, 1), [[1, 2], [1, 5], [2, 5], [5, 8]]);
    }
}
