//! Easing functions: progress from 0 to 1 as a function of time.
//!
//! - [`Easing`]: the thirty of easings.net, by name, with a function for each.
//! - [`CubicBezier`] and [`Steps`]: those of CSS. [`TimingFunction`] parses any of them from text.
//! - [`Ease`]: the common trait, with combinators: [`reversed`](Ease::reversed),
//!   [`mirrored`](Ease::mirrored), [`backward`](Ease::backward), [`then`](Ease::then).
//!
//! ```
//! use barycast::curve::easing::{Ease, Easing};
//!
//! assert_eq!(Easing::InQuad.at(0.5), 0.25);
//! assert_eq!(Easing::InQuad.reversed().at(0.5), Easing::OutQuad.at(0.5));
//! assert_eq!("easeInQuad".parse::<Easing>()?, Easing::InQuad);
//! # Ok::<(), barycast::curve::easing::ParseEasingError>(())
//! ```
//!
//! All are computed in `f64` with the library's elementary functions, so the bits are the same on
//! every machine. An `f32` result is the `f64` result, rounded once.
//!
//! Sources: [Penner 2002], [CSS Easing].

mod css;
mod ease;
mod named;

pub use css::{CubicBezier, Jump, ParseEasingError, Steps, TimingFunction};
pub use ease::{Backward, Chained, Ease, Mirrored, Reversed};
pub use named::*;
