//! The boxes of a mesh's tree that a ray visits, for pictures and counts.

use super::kernels::sealed::MeshKernels as _;
use super::tree::Tree;
use super::walk_ray::{Found, RayQuery, Visited};
use super::{MeshNumber, TriMesh};
use crate::bvh::{Child, LANES};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::pair::cast::{CastOptions, Range, single_point};
use crate::shape::Linear;
use crate::vector::{FloatVector, Vector3};
use alloc::vec;
use alloc::vec::Vec;

/// A box of the tree that a traversal visits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// Corner of the least coordinates, in the coordinates of the mesh.
    pub min: [f64; 3],
    /// Corner of the greatest coordinates.
    pub max: [f64; 3],
    /// Number of nodes above the box: 0 for the root.
    pub depth: usize,
    /// Triangles of a leaf; `None` for a node with children.
    pub triangles: Option<usize>,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the boxes that [`cast`](Self::cast) visits for a line, ray or segment, in order, with
    /// the depth of each. Boxes behind the first hit found so far are left out by the traversal, so
    /// that few of the tree are visited. Finding the depths takes time proportional to the size of
    /// the tree, whatever the ray.
    ///
    /// The list is empty for a mesh [without a tree](Self::without_tree), and for a segment of
    /// length 0.
    ///
    /// ```
    /// use barycast::d3::Ray;
    /// use barycast::mesh::TriMesh;
    /// use barycast::pair::cast::CastOptions;
    /// use glam::{Vec3, vec3};
    ///
    /// // A strip of a thousand triangles along x.
    /// let vertices = (0..1002).map(|i| vec3(i as f32, (i % 2) as f32, 0.0)).collect();
    /// let strip = TriMesh::try_new(vertices, (0..1000).map(|i| [i, i + 1, i + 2]).collect())?;
    /// let down = Ray::new(vec3(500.0, 0.5, 9.0), Vec3::NEG_Z);
    /// let visits = strip.visits(&down, &CastOptions::default());
    /// let tested: usize = visits.iter().filter_map(|visit| visit.triangles).sum();
    /// assert!(visits.len() < 20 && tested < 40, "of {} triangles", strip.triangles().len());
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    pub fn visits<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> Vec<Visit> {
        if single_point(ray).is_some() {
            return Vec::new();
        }
        let given = RayQuery::new(&Range::through_end(ray, options), options.cull);
        let tree = self.tree();
        let visited = V::Scalar::visited(tree, &given, &mut Found::none(&given));
        let places = Places::of(tree);
        visited.iter().map(|visited| places.visit(tree, *visited)).collect()
    }
}

/// Parent and lane in it of each node and leaf, and the depth of each node.
struct Places {
    nodes: Vec<Option<(usize, usize)>>,
    leaves: Vec<Option<(usize, usize)>>,
    depth: Vec<usize>,
}

impl Places {
    fn of<S: Float>(tree: &Tree<S>) -> Self {
        let (nodes, leaves) = (tree.bvh.node_count(), tree.bvh.leaves().len());
        let mut places = Self { nodes: vec![None; nodes], leaves: vec![None; leaves], depth: vec![0; nodes] };
        let mut next: Vec<usize> = (0..nodes.min(1)).collect();
        while let Some(node) = next.pop() {
            for lane in 0..LANES {
                match tree.bvh.child_at(node, lane) {
                    Child::None => {}
                    Child::Node(child) => {
                        places.nodes[child] = Some((node, lane));
                        places.depth[child] = places.depth[node] + 1;
                        next.push(child);
                    }
                    Child::Leaf(leaf) => places.leaves[leaf] = Some((node, lane)),
                }
            }
        }
        places
    }

    fn visit<S: Float>(&self, tree: &Tree<S>, visited: Visited) -> Visit {
        let (place, triangles) = match visited {
            Visited::Node(node) => (self.nodes[node], None),
            Visited::Leaf(leaf) => (self.leaves[leaf], Some(tree.bvh.items(leaf).count())),
        };
        let bounds = place.map_or(tree.bvh.bounds(), |(node, lane)| tree.bvh.child_bounds(node, lane));
        let depth = place.map_or(0, |(node, _)| self.depth[node] + 1);
        let [min, max] = match &tree.frame {
            Some(frame) => frame.around(&bounds),
            None => bounds.planes.each(|plane| plane.each(f64::from)),
        };
        Visit { min, max, depth, triangles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ray, Segment};
    use glam::{DVec3, dvec3};

    /// A wavy sheet of `2 n n` triangles over the unit square times `n`.
    fn sheet(n: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let at = |i: u32| {
            let (x, y) = (f64::from(i % (n + 1)), f64::from(i / (n + 1)));
            dvec3(x, y, (x * 0.7).sin() + (y * 1.3).cos())
        };
        let corner = |i: u32| i % n + i / n * (n + 1);
        let two = |i: u32| {
            let (a, b, c, d) = (corner(i), corner(i) + 1, corner(i) + n + 2, corner(i) + n + 1);
            [[a, b, c], [a, c, d]]
        };
        ((0..(n + 1) * (n + 1)).map(at).collect(), (0..n * n).flat_map(two).collect())
    }

    #[test]
    fn a_visited_box_is_in_that_of_its_parent_and_met_by_the_ray() {
        for shift in [0.0, 1e7] {
            let (vertices, triangles) = sheet(40);
            let vertices = vertices.into_iter().map(|p| p + DVec3::splat(shift)).collect();
            let mesh = TriMesh::try_new(vertices, triangles).unwrap();
            let ray = Ray::new(DVec3::splat(shift) + dvec3(-3.0, 7.3, 1.5), dvec3(1.0, 0.2, -0.03));
            let options = CastOptions::default();
            let hit = mesh.cast(&ray, &options).unwrap();
            let visits = mesh.visits(&ray, &options);
            assert_eq!((visits[0].depth, visits[0].triangles), (0, None));
            // The leaf of the hit is among those that are visited.
            let point = hit.point.unwrap().to_array();
            let around = |visit: &Visit| (0..3).all(|i| visit.min[i] <= point[i] && point[i] <= visit.max[i]);
            assert!(visits.iter().any(|visit| visit.triangles.is_some() && around(visit)));
            for visit in &visits[1..] {
                let inside = |outer: &Visit| {
                    outer.depth + 1 == visit.depth
                        && (0..3).all(|i| outer.min[i] <= visit.min[i] && visit.max[i] <= outer.max[i])
                };
                assert!(visits.iter().any(inside), "{visit:?}");
                let span = (0..3).fold([0.0_f64, hit.t], |[enter, exit], i| {
                    let time = |plane: f64| (plane - ray.origin[i]) / ray.direction[i];
                    let (a, b) = (time(visit.min[i]), time(visit.max[i]));
                    [enter.max(a.min(b)), exit.min(a.max(b))]
                });
                assert!(span[0] <= span[1] * (1.0 + 1e-6), "{visit:?}");
            }
            let tested: usize = visits.iter().filter_map(|visit| visit.triangles).sum();
            assert!(tested < mesh.triangles().len() / 10, "{tested} of {}", mesh.triangles().len());
        }
    }

    #[test]
    fn the_root_alone_is_visited_by_a_ray_that_misses_and_nothing_without_a_tree() {
        let (vertices, triangles) = sheet(10);
        let mesh = TriMesh::try_new(vertices, triangles).unwrap();
        let away = Ray::new(dvec3(5.0, 5.0, 20.0), DVec3::Z);
        let visits = mesh.visits(&away, &CastOptions::default());
        assert_eq!(visits.iter().map(|visit| visit.depth).collect::<Vec<_>>(), [0]);
        assert!(mesh.without_tree().visits(&away, &CastOptions::default()).is_empty());
        let point = Segment::new(dvec3(5.0, 5.0, 0.0), dvec3(5.0, 5.0, 0.0));
        assert!(mesh.visits(&point, &CastOptions::default()).is_empty());
    }
}
