//! How a tree is built, and who looks on.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How a tree is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Build {
    /// By the surface-area heuristic: rays are fastest.
    #[default]
    Best,
    /// Along a curve that fills space, sooner; rays take longer.
    Fast,
}

/// Who is told how far a build is, and may end it.
pub(crate) struct Watch<'a> {
    /// Told what share is done, from 0 to 1, by whichever thread did it.
    tell: &'a (dyn Fn(f64) -> ControlFlow<()> + Sync),
    /// How many items there are.
    pub(super) all: usize,
    done: AtomicUsize,
    ended: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(tell: &'a (dyn Fn(f64) -> ControlFlow<()> + Sync)) -> Self {
        Self { tell, all: 0, done: AtomicUsize::new(0), ended: AtomicBool::new(false) }
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// So many items more are where they belong.
    pub(super) fn add(&self, items: usize) {
        let done = self.done.fetch_add(items, Ordering::Relaxed) + items;
        if !self.has_ended() && (self.tell)(done as f64 / self.all as f64).is_break() {
            self.ended.store(true, Ordering::Relaxed);
        }
    }
}
