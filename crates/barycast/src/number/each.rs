//! What the standard library's `map` of arrays gives, in one step.
//!
//! That one passes through five functions, for every closure anew: they were an eighteenth of what the compiler had to work off
//! for this library, and stay calls where it compiles for size.

/// An array each of whose items goes through a function.
pub trait MapEach<T> {
    /// As many of another kind.
    type Of<U>;

    /// What `made` makes of each, in order.
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
