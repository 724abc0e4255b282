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

mod css;
mod ease;
mod named;

pub use css::{CubicBezier, Jump, Steps, Timing, UnknownEasing};
pub use ease::{Backward, Chained, Ease, Mirrored, Reversed};
pub use named::*;
