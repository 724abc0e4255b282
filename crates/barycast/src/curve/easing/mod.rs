//! Easing: how a movement runs from 0 to 1 while time does.
//!
//! - [`Easing`]: the thirty of easings.net, by name, with a function for each.
//! - [`CubicBezier`] and [`Steps`]: those of CSS; [`Timing`] reads any of them from text.
//! - [`Ease`]: what all have in common, and how new ones are made of them: [`reversed`](Ease::reversed),
//!   [`mirrored`](Ease::mirrored), [`backward`](Ease::backward), [`then`](Ease::then).
//!
//! All are computed in `f64`, with the library's own elementary functions: the bits are the same on every machine, and
//! an `f32` is the `f64` answer for it, rounded once.
//!
//! Sources: [Penner 2002], [CSS Easing].

mod compose;
mod css;
mod named;

pub use compose::{Backward, Chained, Mirrored, Reversed};
pub use css::{CubicBezier, Jump, Steps, Timing, UnknownEasing};
pub use named::*;

use crate::number::Float;

/// A way from 0 to 1.
pub trait Ease {
    /// Where it is at the time `t`, in `f64`.
    fn of(&self, t: f64) -> f64;

    /// Where it is at the time `t`: computed in `f64`, rounded once.
    fn at<S: Float>(&self, t: S) -> S
    where
        Self: Sized,
    {
        S::from_f64(self.of(t.to_f64()))
    }

    /// `1 - f(1 - t)`: the quick end at the beginning. It makes an "out" of an "in".
    fn reversed(self) -> Reversed<Self>
    where
        Self: Sized,
    {
        Reversed(self)
    }

    /// Itself in the first half, and [reversed](Self::reversed) in the second. It makes an "in-out" of an "in".
    fn mirrored(self) -> Mirrored<Self>
    where
        Self: Sized,
    {
        Mirrored(self)
    }

    /// `f(1 - t)`: the same film from its end.
    fn backward(self) -> Backward<Self>
    where
        Self: Sized,
    {
        Backward(self)
    }

    /// Itself to the middle, and the next from there: each in half of the time. At other times and heights, see
    /// [`Chained`].
    fn then<E: Ease>(self, next: E) -> Chained<Self, E>
    where
        Self: Sized,
    {
        Chained::halves(self, next)
    }
}

impl<E: Ease + ?Sized> Ease for &E {
    fn of(&self, t: f64) -> f64 {
        (**self).of(t)
    }
}
