//! One configuration: places bodies when they are needed, and tests pairs of them.

use super::{PoseArrays, PoseBody, PoseChecker, PoseError, bounds_of};
use crate::dynamic::any::Shape3;
use crate::frame::Pose;
use crate::query::Closest;
use crate::scene::moving::{Body as _, MovingError, ShapeBody};
use crate::shape::Aabb;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Bodies of one configuration, in memory that is reused for the next.
pub(super) struct Configuration<'a> {
    pub(super) checker: &'a PoseChecker,
    /// Pose of each body that moves: of the links, and of the world if it moves.
    poses: Vec<Pose<DVec3>>,
    /// Box of each body in its place.
    bounds: Vec<Aabb<DVec3>>,
    /// Shapes of each body in their places, with their boxes; empty until needed.
    placed: Vec<Vec<(Shape3, Aabb<DVec3>)>>,
    is_placed: Vec<bool>,
    moves_world: bool,
    /// Whether a shape was placed beyond the range of numbers.
    pub(super) failed: bool,
}

impl<'a> Configuration<'a> {
    pub(super) fn new(checker: &'a PoseChecker, moves_world: bool) -> Self {
        let count = checker.bodies.len();
        let mut placed = vec![Vec::new(); count];
        for (body, shapes) in checker.world.iter().enumerate().filter(|_| !moves_world) {
            let with_bounds = |shape: &Shape3| (shape.clone(), shape.bounds());
            placed[checker.links + body] = shapes.iter().map(with_bounds).collect();
        }
        Self {
            checker,
            poses: Vec::with_capacity(count),
            bounds: Vec::with_capacity(count),
            placed,
            is_placed: (0..count).map(|body| body >= checker.links && !moves_world).collect(),
            moves_world,
            failed: false,
        }
    }

    /// Places the boxes of a configuration.
    pub(super) fn begin(
        &mut self,
        index: usize,
        links: PoseArrays<'_>,
        world: Option<PoseArrays<'_>>,
    ) -> Result<(), PoseError> {
        let (of_links, count) = (self.checker.links, self.checker.bodies.len());
        self.poses.clear();
        self.bounds.clear();
        self.failed = false;
        for link in 0..of_links {
            let index = index * of_links + link;
            self.poses.push(links.get(index).ok_or(PoseError::NotRigid { index })?);
        }
        if let Some(world) = world {
            for body in 0..count - of_links {
                let index = index * (count - of_links) + body;
                self.poses.push(world.get(index).ok_or(PoseError::WorldNotRigid { index })?);
            }
        }
        for (body, pose) in self.checker.bodies.iter().zip(&self.poses) {
            self.bounds.push(around(&body.bounds, pose));
        }
        if !self.moves_world {
            self.bounds.extend_from_slice(&self.checker.world_bounds);
        }
        let moving = if self.moves_world { count } else { of_links };
        self.is_placed[..moving].fill(false);
        Ok(())
    }

    /// Calls `with` with each candidate whose boxes are at most `reach` apart, and the square of a
    /// lower bound of their distance, until it returns `true`. The order depends on the trees.
    pub(super) fn each_near(
        &mut self,
        reach: f64,
        self_collision: bool,
        mut with: impl FnMut(&mut Self, usize, f64) -> bool,
    ) -> bool {
        let checker = self.checker;
        let (links, count) = (checker.links, checker.bodies.len());
        let squared = reach * reach * (1.0 + 1e-12);
        let mut near = Vec::new();
        for a in 0..links {
            near.clear();
            let last = if self.moves_world { count } else { links };
            let first = if self_collision { a + 1 } else { links };
            near.extend((first..last).map(|b| b as u32));
            if !self.moves_world {
                let around = grown(&self.bounds[a], reach);
                checker.tree.walk_box(&bounds_of(&around), |body| near.push(links as u32 + body));
            }
            for &b in &near {
                let Some(candidate) = checker.candidate(a, b as usize) else { continue };
                let gap = gap_squared(&self.bounds[a], &self.bounds[b as usize]);
                if gap <= squared && with(self, candidate, gap) {
                    return true;
                }
            }
        }
        false
    }

    /// Places the shapes of a body.
    fn place(&mut self, body: usize) {
        if self.is_placed[body] {
            return;
        }
        self.is_placed[body] = true;
        let PoseBody { parts, .. } = &self.checker.bodies[body];
        let (pose, placed) = (&self.poses[body], &mut self.placed[body]);
        placed.truncate(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let done = if let Some((shape, _)) = placed.get_mut(index) {
                part.shape.posed_into(pose, shape)
            } else {
                let shape: Result<_, MovingError> = ShapeBody::posed(&part.shape, pose);
                shape.map(|shape| placed.push((shape, Aabb::empty())))
            };
            self.failed |= done.is_err();
            if let Some((shape, bounds)) = placed.get_mut(index) {
                // The tight box of a placed mesh takes a look at many vertices.
                let is_mesh = matches!(shape, Shape3::Mesh(_));
                *bounds = if is_mesh { around(&part.bounds, pose) } else { shape.bounds() };
            }
        }
    }

    /// Tests whether the bodies of a candidate are at most `margin` apart.
    pub(super) fn collides(&mut self, candidate: usize, margin: f64) -> bool {
        let [a, b] = self.checker.candidates[candidate].map(|body| body as usize);
        self.place(a);
        self.place(b);
        let squared = margin * margin * (1.0 + 1e-12);
        self.placed[a].iter().any(|(shape_a, bounds_a)| {
            self.placed[b].iter().any(|(shape_b, bounds_b)| {
                gap_squared(bounds_a, bounds_b) <= squared
                    && (shape_a.intersects(shape_b)
                        || (margin > 0.0 && shape_a.closest(shape_b).distance <= margin))
            })
        })
    }

    /// Returns the closest points of a candidate, if they are at most `limit` apart.
    pub(super) fn closest(&mut self, candidate: usize, limit: f64) -> Option<Closest<DVec3>> {
        let [a, b] = self.checker.candidates[candidate].map(|body| body as usize);
        self.place(a);
        self.place(b);
        let mut best: Option<Closest<DVec3>> = None;
        for (shape_a, bounds_a) in &self.placed[a] {
            for (shape_b, bounds_b) in &self.placed[b] {
                let known = best.map_or(limit, |best| best.distance);
                if gap_squared(bounds_a, bounds_b) > known * known * (1.0 + 1e-12) {
                    continue;
                }
                let found = shape_a.closest(shape_b);
                if found.distance <= limit && best.is_none_or(|best| found.distance < best.distance) {
                    best = Some(found);
                }
            }
        }
        best
    }
}

/// Returns a box around a placed box, with a margin for rounding.
fn around(bounds: &Aabb<DVec3>, pose: &Pose<DVec3>) -> Aabb<DVec3> {
    let (center, half) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min) * 0.5);
    if !(center.is_finite() && half.is_finite()) {
        return if bounds.min.cmple(bounds.max).all() {
            Aabb { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY }
        } else {
            // A body without parts.
            *bounds
        };
    }
    let [x, y, z] = pose.axes();
    let turned = x * center.x + y * center.y + z * center.z;
    let reach = x.abs() * half.x + y.abs() * half.y + z.abs() * half.z;
    let size = x.abs() * center.x.abs() + y.abs() * center.y.abs() + z.abs() * center.z.abs() + reach;
    let middle = turned + pose.translation();
    // The axes may be off by 1e-5, which their products with the box already have; this covers only
    // rounding.
    let reach = reach + (size + pose.translation().abs()) * (32.0 * f64::EPSILON) + f64::MIN_POSITIVE;
    Aabb { min: middle - reach, max: middle + reach }
}

fn grown(bounds: &Aabb<DVec3>, by: f64) -> Aabb<DVec3> {
    Aabb { min: bounds.min - by, max: bounds.max + by }
}

/// Returns the square of the distance of two boxes, which no two points of them are below.
#[inline(always)]
fn gap_squared(a: &Aabb<DVec3>, b: &Aabb<DVec3>) -> f64 {
    let gap = (b.min - a.max).max(a.min - b.max).max(DVec3::ZERO);
    gap.length_squared() * (1.0 - 1e-14)
}
