//! Cancellation of long-running queries.
//!
//! Traversals and searches that may take long poll the token of the current thread. Once it is
//! cancelled they return early with a partial result, which [`CancelToken::run`] discards: it
//! returns `None`. Polling reads one flag, so it adds no measurable cost.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};

/// A flag that cancels the queries that run under it. Clones share the flag.
///
/// ```
/// use barycast::dynamic::any::Shape3;
/// use barycast::query::cancel::CancelToken;
/// use barycast::shape::Sphere;
/// use glam::DVec3;
///
/// let ball = Shape3::from(Sphere::new(DVec3::ZERO, 1.0));
/// let token = CancelToken::new();
/// assert_eq!(token.run(|| ball.intersects(&ball)), Some(true));
/// token.cancel();
/// assert_eq!(token.run(|| ball.intersects(&ball)), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    cancelled: Arc<AtomicBool>,
}

impl CancelToken {
    /// Creates a token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the queries that run under the token, from any thread. A cancelled token stays
    /// cancelled.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns whether the token is cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Runs `query` on this thread under the token and returns its result, or `None` if the token
    /// is cancelled by the time `query` returns.
    ///
    /// After cancellation the long-running queries return within some milliseconds: contacts,
    /// distances and intersection tests of meshes and composite shapes, sweeps of these, lengths of
    /// curves, and batches. Other queries are short and run to completion. The threads on which the
    /// library runs a query with the feature `rayon` run under the same token. Threads started by
    /// `query` run under none, unless they [`run`](Self::run) under the [current](Self::current)
    /// one. Without the feature `std`, every query runs to completion.
    pub fn run<T>(&self, query: impl FnOnce() -> T) -> Option<T> {
        if self.is_cancelled() {
            return None;
        }
        let found = under::run(self, query);
        (!self.is_cancelled()).then_some(found)
    }

    /// Returns the token under which this thread runs.
    #[must_use]
    pub fn current() -> Option<Self> {
        under::current()
    }
}

/// Token of a thread that begins parallel work, for the threads that run it.
#[cfg(feature = "rayon")]
pub(crate) struct Inherited(Option<CancelToken>);

#[cfg(feature = "rayon")]
impl Inherited {
    /// Returns the token of this thread.
    pub(crate) fn here() -> Self {
        Self(CancelToken::current())
    }

    /// Lets this thread run under the token until the result is dropped.
    pub(crate) fn enter(&self) -> impl Drop + use<> {
        under::enter(self.0.clone())
    }
}

/// Returns whether the token of the current thread is cancelled.
pub(crate) fn is_cancelled() -> bool {
    under::is_cancelled()
}

/// A counter that polls [`is_cancelled`] once in [`Steps::BETWEEN`] steps.
#[derive(Default)]
pub(crate) struct Steps(u32);

impl Steps {
    /// Steps between two polls. They take some microseconds.
    const BETWEEN: u32 = 64;

    /// Counts a step and returns `true` if the traversal must stop.
    #[inline(always)]
    pub(crate) fn end(&mut self) -> bool {
        self.0 = self.0.wrapping_add(1);
        self.0.is_multiple_of(Self::BETWEEN) && is_cancelled()
    }
}

#[cfg(feature = "std")]
mod under {
    use super::CancelToken;
    use core::cell::RefCell;

    std::thread_local! {
        static CURRENT: RefCell<Option<CancelToken>> = const { RefCell::new(None) };
    }

    /// Restores the previous token of the thread when dropped.
    struct Before(Option<CancelToken>);

    impl Drop for Before {
        fn drop(&mut self) {
            let _ = CURRENT.try_with(|current| current.replace(self.0.take()));
        }
    }

    pub(super) fn enter(token: Option<CancelToken>) -> impl Drop + use<> {
        Before(CURRENT.try_with(|current| current.replace(token)).ok().flatten())
    }

    pub(super) fn run<T>(token: &CancelToken, query: impl FnOnce() -> T) -> T {
        let _before = enter(Some(token.clone()));
        query()
    }

    pub(super) fn current() -> Option<CancelToken> {
        CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
    }

    pub(super) fn is_cancelled() -> bool {
        CURRENT
            .try_with(|current| current.borrow().as_ref().is_some_and(CancelToken::is_cancelled))
            .unwrap_or(false)
    }
}

#[cfg(not(feature = "std"))]
mod under {
    use super::CancelToken;

    pub(super) fn run<T>(_: &CancelToken, query: impl FnOnce() -> T) -> T {
        query()
    }

    pub(super) const fn current() -> Option<CancelToken> {
        None
    }

    pub(super) const fn is_cancelled() -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_runs_under_the_innermost_token() {
        let (outer, inner) = (CancelToken::new(), CancelToken::new());
        assert!(CancelToken::current().is_none() && !is_cancelled());
        let found = outer.run(|| {
            inner.cancel();
            assert_eq!(inner.run(|| 1), None);
            assert!(!is_cancelled());
            outer.cancel();
            is_cancelled()
        });
        assert_eq!(found, None);
        assert!(CancelToken::current().is_none() && !is_cancelled());
    }

    #[test]
    fn steps_look_at_the_token() {
        let token = CancelToken::new();
        let mut count = 0;
        let found = token.run(|| {
            let mut steps = Steps::default();
            while !steps.end() {
                count += 1;
                if count == 1000 {
                    token.cancel();
                }
            }
        });
        assert!(found.is_none() && (1000..1100).contains(&count), "{count}");
    }
}
