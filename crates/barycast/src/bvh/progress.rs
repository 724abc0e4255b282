//! Build quality, progress and cancellation of a build.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Build quality of a tree: a trade between build time and ray speed.
#[doc(alias = "build quality")]
#[doc(alias = "RTCBuildQuality")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Build {
    /// Splits by the surface-area heuristic. Rays are fastest.
    #[default]
    Best,
    /// Splits along a space-filling curve. The build is faster, and rays are slower.
    Fast,
}

/// Progress of a build, which a callback receives and may cancel.
pub(crate) struct Progress<'a> {
    /// Callback that receives the completed share, from 0 to 1, on the thread that completed it.
    report: &'a (dyn Fn(f64) -> ControlFlow<()> + Sync),
    /// Total number of items.
    pub(super) all: usize,
    done: AtomicUsize,
    cancelled: AtomicBool,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(report: &'a (dyn Fn(f64) -> ControlFlow<()> + Sync)) -> Self {
        Self { report, all: 0, done: AtomicUsize::new(0), cancelled: AtomicBool::new(false) }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Adds a number of completed items.
    pub(super) fn add(&self, items: usize) {
        let done = self.done.fetch_add(items, Ordering::Relaxed) + items;
        if !self.is_cancelled() && (self.report)(done as f64 / self.all as f64).is_break() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }
}
