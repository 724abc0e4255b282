//! bvh: a binary BVH over shapes of the caller. Leaves are visited in the order of their boxes
//! along the ray.

use crate::model::Model;
use crate::peer::{Answer, Build, Peer, Tree, pool};
use crate::rays::{self, Rays};
use crate::settings::Definition;
use crate::triangle;
use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::{BHShape, BoundingHierarchy};
use bvh::bvh::Bvh;
use bvh::point_query::PointDistance;
use bvh::ray::Ray;
use glam::Vec3;
use nalgebra::{Point3, Vector3};

struct Library;

pub fn open(_definition: &Definition) -> Result<impl Peer + use<>, String> {
    Ok(Library)
}

struct Shape {
    corners: [Vec3; 3],
    triangle: u32,
    node: usize,
}

struct Shapes {
    bvh: Bvh<f32, 3>,
    shapes: Vec<Shape>,
}

impl Peer for Library {
    /// Builds the shapes beforehand, which is not timed.
    fn ready<'m>(&'m self, model: &'m Model, threads: usize) -> Build<'m> {
        let shape = |triangle| {
            let corners = [0, 1, 2].map(|corner| model.corner(triangle, corner));
            Shape { corners, triangle: triangle as u32, node: 0 }
        };
        let mut shapes: Vec<_> = (0..model.triangles.len()).map(shape).collect();
        let pool = pool(threads);
        Box::new(move || {
            let bvh = if threads > 1 {
                pool.install(|| Bvh::build_par(&mut shapes))
            } else {
                Bvh::build(&mut shapes)
            };
            Box::new(Shapes { bvh, shapes })
        })
    }
}

impl Bounded<f32, 3> for Shape {
    fn aabb(&self) -> Aabb<f32, 3> {
        let [a, b, c] = self.corners;
        Aabb::with_bounds(point(a.min(b).min(c)), point(a.max(b).max(c)))
    }
}

impl BHShape<f32, 3> for Shape {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

impl PointDistance<f32, 3> for Shape {
    fn distance_squared(&self, from: Point3<f32>) -> f32 {
        let from = Vec3::new(from.x, from.y, from.z);
        let [a, b, c] = self.corners;
        from.distance_squared(triangle::nearest(from, a, b, c))
    }
}

fn point(v: Vec3) -> Point3<f32> {
    Point3::new(v.x, v.y, v.z)
}

fn ray(ray: &rays::Ray) -> Ray<f32, 3> {
    let d = ray.direction;
    Ray::new(point(ray.origin), Vector3::new(d.x, d.y, d.z))
}

impl Tree for Shapes {
    fn nearest(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        for (given, answer) in rays.rays.iter().zip(answers) {
            let ray = ray(given);
            *answer = Answer::NONE;
            for shape in self.bvh.nearest_traverse_iterator(&ray, &self.shapes) {
                // Everything from here on starts behind the hit.
                let enter = ray.intersection_slice_for_aabb(&shape.aabb());
                if enter.is_none_or(|(enter, _)| enter > answer.length) {
                    break;
                }
                let length = triangle::hit(given, shape.corners);
                if length < answer.length {
                    *answer = Answer { length, triangle: shape.triangle };
                }
            }
        }
        true
    }

    fn any(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        for (given, answer) in rays.rays.iter().zip(answers) {
            let ray = ray(given);
            let mut leaves = self.bvh.nearest_traverse_iterator(&ray, &self.shapes);
            let hit = leaves.any(|shape| triangle::hit(given, shape.corners) < f32::INFINITY);
            *answer = if hit { Answer::HIT } else { Answer::NONE };
        }
        true
    }

    fn point(&self, points: &[Vec3], answers: &mut [Answer]) -> bool {
        for (from, answer) in points.iter().zip(answers) {
            let nearest = self.bvh.nearest_to(point(*from), &self.shapes);
            *answer =
                nearest.map_or(Answer::NONE, |(shape, length)| Answer { length, triangle: shape.triangle });
        }
        true
    }
}
