//! Interface of a library in the bench: a [`Peer`] builds a [`Tree`].

use crate::model::Model;
use crate::rays::{Pose, Rays};
use glam::Vec3;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A library used in one way.
pub trait Peer {
    /// Prepares everything that is not the library's work, such as copies of arrays. Only the
    /// returned build is timed.
    fn ready<'m>(&'m self, model: &'m Model, threads: usize) -> Build<'m>;

    /// Returns whether it receives many rays at once and may trace them together.
    fn is_batch(&self) -> bool {
        false
    }
}

/// A timed build.
pub type Build<'m> = Box<dyn FnOnce() -> Box<dyn Tree + 'm> + 'm>;

/// A mesh ready for queries. Each query fills all of `answers`, or returns `false` if the library
/// does not support it.
pub trait Tree {
    /// Finds the first hit of each ray.
    fn nearest(&self, _rays: &Rays, _answers: &mut [Answer]) -> bool {
        false
    }

    /// Finds whether each ray hits at all: [`Answer::HIT`] or [`Answer::NONE`].
    fn any(&self, _rays: &Rays, _answers: &mut [Answer]) -> bool {
        false
    }

    /// Finds the distance to the nearest point of the mesh.
    fn point(&self, _points: &[Vec3], _answers: &mut [Answer]) -> bool {
        false
    }

    /// Finds whether the mesh intersects a moved copy of itself.
    fn meets(&self, _poses: &[Pose], _answers: &mut [Answer]) -> bool {
        false
    }

    /// Returns the bytes that the library counts, if it does not use Rust's allocator.
    fn bytes(&self) -> Option<usize> {
        None
    }

    /// Returns the seconds of the last query or build, if they were not spent in this process.
    fn took(&self) -> Option<f64> {
        None
    }
}

/// A length and the index of its triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Answer {
    pub length: f32,
    pub triangle: u32,
}

impl Answer {
    pub const NONE: Self = Self { length: f32::INFINITY, triangle: u32::MAX };
    pub const HIT: Self = Self { length: 0.0, triangle: 0 };

    pub fn is_hit(self) -> bool {
        self.length < f32::INFINITY
    }

    /// Tests whether both miss, or the lengths are almost equal; any of several triangles at equal
    /// distance is correct.
    pub fn agrees(self, other: Self) -> bool {
        if !self.is_hit() || !other.is_hit() {
            return self.is_hit() == other.is_hit();
        }
        (self.length - other.length).abs() <= 1e-4 * (1.0 + self.length)
    }
}

/// Returns a pool of exactly this many threads for libraries that use rayon, always the same one.
/// New threads would allocate memory from the system during the measurement.
pub fn pool(threads: usize) -> Arc<rayon::ThreadPool> {
    static POOLS: Mutex<BTreeMap<usize, Arc<rayon::ThreadPool>>> = Mutex::new(BTreeMap::new());
    let new =
        || rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("the system has threads");
    let mut pools = POOLS.lock().expect("no thread has failed");
    Arc::clone(pools.entry(threads).or_insert_with(|| Arc::new(new())))
}
