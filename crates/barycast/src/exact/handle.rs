//! Handles of exact numbers, and where the numbers are.
//!
//! A handle holds the floats of its number. With `--cfg barycast_small` it is their index, because
//! kernels over exact numbers are mostly calls, and those of a number of four bytes are a sixth as
//! long.

use super::expressions::Expressions;
use super::floats::Floats;
use core::cell::RefCell;

#[cfg(not(barycast_small))]
mod handles {
    use super::{Expressions, Floats, RefCell};

    /// Storage of the expressions of one query.
    #[derive(Default)]
    pub struct Arena(RefCell<Expressions>);

    /// An exact rational number.
    #[derive(Clone, Copy)]
    pub struct Exact<'a> {
        arena: &'a Arena,
        floats: Floats,
    }

    impl Arena {
        #[inline]
        pub(in super::super) fn handle(&self, floats: Floats) -> Exact<'_> {
            Exact { arena: self, floats }
        }
    }

    impl Exact<'_> {
        #[inline]
        pub(in super::super) fn floats(self) -> Floats {
            self.floats
        }

        /// Returns another number of the same arena.
        #[inline]
        pub(in super::super) fn sibling(self, floats: Floats) -> Self {
            Self { floats, ..self }
        }

        #[inline]
        pub(in super::super) fn with<A>(self, read: impl FnOnce(&mut Expressions) -> A) -> A {
            read(&mut self.arena.0.borrow_mut())
        }
    }
}

#[cfg(barycast_small)]
mod handles {
    use super::{Expressions, Floats, RefCell};
    use alloc::vec::Vec;
    use core::marker::PhantomData;

    /// Numbers of all arenas of a thread, until the last arena ends.
    struct Numbers {
        floats: Vec<Floats>,
        expressions: Expressions,
        arenas: usize,
    }

    std::thread_local! {
        static NUMBERS: RefCell<Numbers> =
            const { RefCell::new(Numbers { floats: Vec::new(), expressions: Expressions::EMPTY, arenas: 0 }) };
    }

    /// Storage of the expressions of one query.
    pub struct Arena(PhantomData<*const ()>);

    /// An exact rational number.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub struct Exact<'a>(u32, PhantomData<&'a Arena>);

    impl Default for Arena {
        #[inline(never)]
        fn default() -> Self {
            NUMBERS.with(|all| all.borrow_mut().arenas += 1);
            Self(PhantomData)
        }
    }

    impl Drop for Arena {
        #[inline(never)]
        fn drop(&mut self) {
            NUMBERS.with(|all| {
                let mut all = all.borrow_mut();
                all.arenas -= 1;
                if all.arenas == 0 {
                    all.floats.clear();
                    all.expressions.clear();
                }
            });
        }
    }

    impl Arena {
        #[inline(never)]
        pub(in super::super) fn handle(&self, floats: Floats) -> Exact<'_> {
            store(floats)
        }
    }

    impl Exact<'_> {
        #[inline(never)]
        pub(in super::super) fn floats(self) -> Floats {
            NUMBERS.with(|all| all.borrow().floats[self.0 as usize])
        }

        /// Returns another number of the same arena.
        pub(in super::super) fn sibling(self, floats: Floats) -> Self {
            store(floats)
        }

        pub(in super::super) fn with<A>(self, read: impl FnOnce(&mut Expressions) -> A) -> A {
            NUMBERS.with(|all| read(&mut all.borrow_mut().expressions))
        }
    }

    #[inline(never)]
    fn store<'a>(floats: Floats) -> Exact<'a> {
        NUMBERS.with(|all| {
            let mut all = all.borrow_mut();
            all.floats.push(floats);
            Exact(all.floats.len() as u32 - 1, PhantomData)
        })
    }
}

pub use handles::{Arena, Exact};
