//! Ends questions that take too long.
//!
//! Walks and searches that may take long look at the token that their thread runs under. Once it is cancelled they break off with whatever
//! they have, which is no answer: [`CancelToken::run`] returns `None` then. Nothing is looked at but a flag, so a question costs the same.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends the questions that run under it. Copies share the flag.
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
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends what runs under the token, from any thread. It stays cancelled.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The token is cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Runs `ask` on this thread under the token: its result, or `None` if the token is cancelled by then. Once it is, contacts, distances
    /// and yes or no of meshes and of shapes made of parts, sweeps of these and lengths of curves end within some milliseconds; other
    /// questions, which are short, run to their end. Threads that `ask` starts run under no token, unless they [`run`](Self::run) under the
    /// [current](Self::current) one. Without the feature `std` every question runs to its end.
    pub fn run<T>(&self, ask: impl FnOnce() -> T) -> Option<T> {
        if self.is_cancelled() {
            return None;
        }
        let found = under::run(self, ask);
        (!self.is_cancelled()).then_some(found)
    }

    /// The token under which this thread runs.
    #[must_use]
    pub fn current() -> Option<Self> {
        under::current()
    }
}

/// What this thread runs under is cancelled.
pub(crate) fn is_cancelled() -> bool {
    under::is_cancelled()
}

/// [`is_cancelled`] is looked at every so often.
#[derive(Default)]
pub(crate) struct Steps(u32);

impl Steps {
    /// This many steps of a walk take some microseconds.
    const BETWEEN: u32 = 64;

    /// Counts a step; `true` once it is to be the last.
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

    /// Puts back what was current.
    struct Before(Option<CancelToken>);

    impl Drop for Before {
        fn drop(&mut self) {
            let _ = CURRENT.try_with(|current| current.replace(self.0.take()));
        }
    }

    pub(super) fn run<T>(token: &CancelToken, ask: impl FnOnce() -> T) -> T {
        let _before = Before(CURRENT.try_with(|current| current.replace(Some(token.clone()))).ok().flatten());
        ask()
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

    pub(super) fn run<T>(_: &CancelToken, ask: impl FnOnce() -> T) -> T {
        ask()
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
