//! Points and meshes.

use super::TriMesh;
use super::leaf::numbers;
use crate::bvh::{Approach, LANES};
use crate::number::{Eight, Float, Real, Ring};
use crate::pair::point_triangle;
use crate::question::Closest;
use crate::shape::{Point, Triangle};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use fearless_simd::Simd;

/// The point of a mesh nearest to another point.
#[derive(Clone, Copy, Debug)]
pub struct MeshPoint<V: Vector> {
    /// The way from the given point to the mesh.
    pub closest: Closest<V>,
    /// Which triangle: of several as near, the lowest.
    pub triangle: usize,
}

impl<V: FloatVector<Scalar: Eight> + Vector3> TriMesh<V> {
    /// The nearest point of the mesh.
    #[doc(alias = "project_point")]
    pub fn closest_point(&self, point: V) -> MeshPoint<V> {
        let far = Real::infinity(V::Scalar::ONE);
        let mut nearest = Nearest { mesh: self, point, high: far, triangle: u32::MAX };
        if self.has_no_tree() {
            for triangle in 0..self.triangles().len() as u32 {
                if let Some(Triangle { a, b, c }) = self.triangle(triangle as usize) {
                    let distance = point_triangle::distance(&Point(point), &Triangle { a, b, c }).distance;
                    nearest.hit(distance, triangle);
                }
            }
        } else {
            self.bvh().walk_point(numbers(point), far, &mut nearest);
        }
        let triangle = nearest.triangle as usize;
        let closest =
            self.triangle(triangle).map_or(Closest { distance: far, on_a: point, on_b: point }, |triangle| {
                point_triangle::distance(&Point(point), &triangle)
            });
        MeshPoint { closest, triangle }
    }
}

/// Looks for the nearest triangle.
struct Nearest<'a, V: FloatVector> {
    mesh: &'a TriMesh<V>,
    point: V,
    high: V::Scalar,
    /// As far as `high`; `u32::MAX` as long as there is none.
    triangle: u32,
}

impl<V: FloatVector<Scalar: Eight> + Vector3> Nearest<'_, V> {
    #[inline(always)]
    fn hit(&mut self, distance: V::Scalar, triangle: u32) -> bool {
        let nearer = distance < self.high || (distance == self.high && triangle < self.triangle);
        if nearer {
            (self.high, self.triangle) = (distance, triangle);
        }
        nearer
    }
}

impl<V: FloatVector<Scalar: Eight> + Vector3> Approach for Nearest<'_, V> {
    type Number = V::Scalar;

    #[inline(always)]
    fn approach<S: Simd>(&mut self, simd: S, leaf: usize) -> Option<V::Scalar> {
        let block = &self.mesh.blocks[leaf];
        let [a, b, c] =
            [vector(block.corner(simd, 0)), vector(block.corner(simd, 1)), vector(block.corner(simd, 2))];
        let [x, y, z] = numbers(self.point);
        let point = vector([V::Scalar::splat(simd, x), V::Scalar::splat(simd, y), V::Scalar::splat(simd, z)]);
        let distance = point_triangle::distance(&Point(point), &Triangle { a, b, c }).distance;
        let near = V::Scalar::bits::<S>(distance.le(V::Scalar::splat(simd, self.high)));
        if near == 0 {
            return None;
        }
        let distances = V::Scalar::store(distance);
        let mut nearer = false;
        for lane in 0..LANES {
            nearer |= self.hit(distances[lane], self.mesh.bvh().leaves()[leaf][lane]);
        }
        nearer.then_some(self.high)
    }
}

#[inline(always)]
fn vector<S: Ring>([x, y, z]: [S; 3]) -> V3<S> {
    V3 { x, y, z }
}
