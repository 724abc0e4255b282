//! How near two parts are to one another in the tree of nodes of their file.

/// The nodes of all files, each before those that hang on it.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Of each part; none where the file has no tree.
    shown_by: Vec<Option<usize>>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    hangs_on: Option<usize>,
    depth: u32,
}

impl Tree {
    /// The parts of the next file.
    pub(crate) fn add(&mut self, scene: &barycast_io::Scene) {
        let first = self.nodes.len();
        for parent in &scene.nodes {
            let hangs_on = parent.map(|parent| first + parent);
            let depth = hangs_on.map_or(0, |parent| self.nodes[parent].depth + 1);
            self.nodes.push(Node { hangs_on, depth });
        }
        self.shown_by.extend(scene.parts.iter().map(|part| part.node.map(|node| first + node)));
    }

    /// One comes to the other's node in so many steps, up or down the tree.
    pub(crate) fn adjacent(&self, i: usize, j: usize, mut steps: u32) -> bool {
        let (Some(mut i), Some(mut j)) = (self.shown_by[i], self.shown_by[j]) else { return false };
        while i != j {
            // What is deeper goes up; it is below none of the other's depth.
            if self.nodes[i].depth < self.nodes[j].depth {
                (i, j) = (j, i);
            }
            let Some(above) = self.nodes[i].hangs_on.filter(|_| steps > 0) else { return false };
            (i, steps) = (above, steps - 1);
        }
        true
    }
}
