//! `map` for arrays, in one step.
//!
//! The `map` of the standard library passes through five functions per closure. They were an
//! eighteenth of the code the compiler processed for this library, and remain calls in builds
//! optimized for size.

/// An array whose items can be mapped.
pub trait MapEach<T> {
    /// An array of the same length with another item type.
    type Of<U>;

    /// Returns the array of the results of `made`, in order.
    fn each<U>(self, made: impl FnMut(T) -> U) -> Self::Of<U>;
}

macro_rules! arrays {
    ($($count:literal [$($item:ident)*];)*) => {$(
        impl<T> MapEach<T> for [T; $count] {
            type Of<U> = [U; $count];

            #[inline(always)]
            fn each<U>(self, mut made: impl FnMut(T) -> U) -> [U; $count] {
                let [$($item),*] = self;
                [$(made($item)),*]
            }
        }
    )*};
}
arrays! {
    2 [a b];
    3 [a b c];
    4 [a b c d];
    5 [a b c d e];
    6 [a b c d e f];
    7 [a b c d e f g];
    8 [a b c d e f g h];
}
