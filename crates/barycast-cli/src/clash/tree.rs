//! How near two parts are to one another in the tree of nodes of their file.
//!
//! Steps are counted between nodes that carry parts: each hangs on the nearest one above it that does, whatever stands between,
//! as the joints of a robot do. What no node with a part stands above is a root: parts that only hang on the same group, or on
//! the same scene, are no neighbours.
//!
//! A node without a name that shows a mesh is a shape of the node above it that has one, and carries its parts for it: so links
//! of a robot that have their shapes on nodes of their own are found. Unless that made all parts of a file one link.

/// The nodes of all files that carry parts, each after that on which it hangs.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    carriers: Vec<Carrier>,
    /// Of each part; none where the file has no tree.
    carried_by: Vec<Option<usize>>,
}

#[derive(Clone, Copy, Debug)]
struct Carrier {
    hangs_on: Option<usize>,
    depth: u32,
}

impl Tree {
    /// Adds the parts of the next file: `nodes` has what each node hangs on, itself before all that hang on it, and `names` the
    /// names of nodes, empty where they have none; `shown_by` is the node of each part.
    pub(crate) fn add(&mut self, nodes: &[Option<usize>], names: &[String], shown_by: &[Option<usize>]) {
        // What a node hangs on has a lower number.
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
        // The nearest that carries parts: the node itself, or one above it.
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

    /// Some part hangs on another, or shares a node with another.
    pub(crate) fn has_neighbours(&self) -> bool {
        let carried = self.carried_by.iter().flatten().count();
        carried > self.carriers.len() || self.carriers.iter().any(|carrier| carrier.hangs_on.is_some())
    }

    /// One comes to the other's node in so many steps, up or down the tree.
    pub(crate) fn adjacent(&self, i: usize, j: usize, mut steps: u32) -> bool {
        let (Some(mut i), Some(mut j)) = (self.carried_by[i], self.carried_by[j]) else { return false };
        while i != j {
            // What is deeper goes up; it is below none of the other's depth.
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

    /// Of nodes with what they hang on, their name, and whether they show a part: the pairs of parts, by their places among
    /// the nodes, that are so near.
    fn near(nodes: &[(Option<usize>, &str, bool)], steps: u32) -> Vec<[usize; 2]> {
        let shown: Vec<usize> = (0..nodes.len()).filter(|node| nodes[*node].2).collect();
        let mut tree = Tree::default();
        // Another file before it changes nothing.
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
    fn a_shape_without_a_name_is_one_of_its_link() {
        // Links without meshes of their own, with their shapes below them.
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
