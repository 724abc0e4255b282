//! What a library is to the bench: a [`Peer`], which builds a [`Tree`].

use crate::model::Model;
use crate::rays::{Pose, Rays};
use glam::Vec3;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A library, used in one way.
pub trait Peer {
    /// Everything that is not the library's work, such as copies of arrays that it takes; only what is returned is
    /// timed.
    fn ready<'m>(&'m self, model: &'m Model, threads: usize) -> Build<'m>;

    /// It is given many rays at once, and may trace them together.
    fn is_batch(&self) -> bool {
        false
    }
}

/// Builds.
pub type Build<'m> = Box<dyn FnOnce() -> Box<dyn Tree + 'm> + 'm>;

/// A mesh ready for questions. Each answers all of `answers`, or is `false` where the library has no such question.
pub trait Tree {
    /// The first hit of each ray.
    fn nearest(&self, _rays: &Rays, _answers: &mut [Answer]) -> bool {
        false
    }

    /// Whether each ray hits at all: [`Answer::HIT`] or [`Answer::NONE`].
    fn any(&self, _rays: &Rays, _answers: &mut [Answer]) -> bool {
        false
    }

    /// The way to the nearest point of the mesh.
    fn point(&self, _points: &[Vec3], _answers: &mut [Answer]) -> bool {
        false
    }

    /// Whether the mesh meets itself, moved.
    fn meets(&self, _poses: &[Pose], _answers: &mut [Answer]) -> bool {
        false
    }

    /// Bytes that the library itself counts, where they are not the Rust allocator's.
    fn bytes(&self) -> Option<usize> {
        None
    }

    /// Seconds that the last question, or the build before any, took, where they are not this process's.
    fn took(&self) -> Option<f64> {
        None
    }
}

/// A length, and whose triangle's.
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

    /// Both miss, or both lengths are nearly one; of two triangles as near, either is right.
    pub fn agrees(self, other: Self) -> bool {
        if !self.is_hit() || !other.is_hit() {
            return self.is_hit() == other.is_hit();
        }
        (self.length - other.length).abs() <= 1e-4 * (1.0 + self.length)
    }
}

/// Those threads and no more, for libraries that use rayon: the same every time, as a program has them. New ones would take their
/// memory from the system while they are measured.
pub fn pool(threads: usize) -> Arc<rayon::ThreadPool> {
    static POOLS: Mutex<BTreeMap<usize, Arc<rayon::ThreadPool>>> = Mutex::new(BTreeMap::new());
    let new =
        || rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("the system has threads");
    let mut pools = POOLS.lock().expect("no thread has failed");
    Arc::clone(pools.entry(threads).or_insert_with(|| Arc::new(new())))
}
