//! The thirty easings of easings.net.
//!
//! The formulas of the "in" easings are below. "out" is `1 - f(1 - t)`, and "in-out" is
//! `f(2 t) / 2` up to the middle and `1 - f(2 - 2 t) / 2` from there:
//!
//! ```text
//! sine     1 - cos(pi t / 2)
//! quad     t^2      cubic  t^3      quart  t^4      quint  t^5
//! expo     2^(10 t - 10), and 0 at 0
//! circ     1 - sqrt(1 - t^2)
//! back     (s + 1) t^3 - s t^2, s = 1.70158; in-out with 1.525 s
//! elastic  -2^(10 t - 10) sin((10 t - 10.75) 2 pi / 3), and 0 at 0
//!          in-out: half of 2^(20 t - 10) sin((20 t - 11.125) 2 pi / 4.5), negated before the
//!          middle, from 1 after it with the exponent negated
//! bounce   out: parabolas 7.5625 u^2 + h around 0, 6, 9, 10.5 elevenths
//! ```
//!
//! The formulas are rearranged so that small results are not differences of large numbers:
//! `1 - cos x` is `2 sin(x / 2)^2`, `1 - (1 - t)^2` is `t (2 - t)`.
//!
//! Source: [Penner 2002], with the constants of easings.net.

use super::{Ease, ParseEasingError};
use crate::number::elementary::{exp2, expm1, sin};
use crate::number::{Float, Real};
use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, PI};
use core::fmt;
use core::str::FromStr;

macro_rules! thirty {
    ($($variant:ident $function:ident $name:literal),* $(,)?) => {
        /// The thirty easings of easings.net: 0 at `t = 0`, 1 at `t = 1` exactly, constant outside.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Easing {
            $(#[doc = concat!("`", $name, "`, see [its picture](https://easings.net/#", $name, ").")] $variant,)*
        }

        impl Easing {
            /// All thirty, in the order of easings.net.
            pub const ALL: [Self; 30] = [$(Self::$variant),*];

            /// Returns the name used by easings.net: `easeInOutSine`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        $(
            #[doc = concat!("[`Easing::", stringify!($variant), "`] at the time `t`.")]
            pub fn $function<S: Float>(t: S) -> S {
                Easing::$variant.at(t)
            }
        )*
    };
}

thirty! {
    InSine ease_in_sine "easeInSine", OutSine ease_out_sine "easeOutSine",
    InOutSine ease_in_out_sine "easeInOutSine",
    InQuad ease_in_quad "easeInQuad", OutQuad ease_out_quad "easeOutQuad",
    InOutQuad ease_in_out_quad "easeInOutQuad",
    InCubic ease_in_cubic "easeInCubic", OutCubic ease_out_cubic "easeOutCubic",
    InOutCubic ease_in_out_cubic "easeInOutCubic",
    InQuart ease_in_quart "easeInQuart", OutQuart ease_out_quart "easeOutQuart",
    InOutQuart ease_in_out_quart "easeInOutQuart",
    InQuint ease_in_quint "easeInQuint", OutQuint ease_out_quint "easeOutQuint",
    InOutQuint ease_in_out_quint "easeInOutQuint",
    InExpo ease_in_expo "easeInExpo", OutExpo ease_out_expo "easeOutExpo",
    InOutExpo ease_in_out_expo "easeInOutExpo",
    InCirc ease_in_circ "easeInCirc", OutCirc ease_out_circ "easeOutCirc",
    InOutCirc ease_in_out_circ "easeInOutCirc",
    InBack ease_in_back "easeInBack", OutBack ease_out_back "easeOutBack",
    InOutBack ease_in_out_back "easeInOutBack",
    InElastic ease_in_elastic "easeInElastic", OutElastic ease_out_elastic "easeOutElastic",
    InOutElastic ease_in_out_elastic "easeInOutElastic",
    InBounce ease_in_bounce "easeInBounce", OutBounce ease_out_bounce "easeOutBounce",
    InOutBounce ease_in_out_bounce "easeInOutBounce",
}

impl FromStr for Easing {
    type Err = ParseEasingError;

    /// Parses a name of easings.net.
    fn from_str(name: &str) -> Result<Self, ParseEasingError> {
        let found = Self::ALL.into_iter().find(|easing| easing.name() == name);
        found.ok_or_else(|| ParseEasingError::new(name))
    }
}

impl fmt::Display for Easing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Overshoot of "back": a tenth of the range.
const BACK: f64 = 1.70158;
const BACK_IN_OUT: f64 = BACK * 1.525;
/// Angular frequency of "elastic", in radians per tenth of the time.
const ELASTIC: f64 = 2.0 * PI / 3.0;
const ELASTIC_IN_OUT: f64 = 2.0 * PI / 4.5;

impl Ease for Easing {
    fn eval(&self, t: f64) -> f64 {
        if t <= 0.0 {
            return 0.0;
        }
        if t >= 1.0 {
            return 1.0;
        }
        if t.is_nan() {
            return t;
        }
        match self {
            Self::InSine => 2.0 * square(sin(t * FRAC_PI_4)),
            Self::OutSine => sin(t * FRAC_PI_2),
            Self::InOutSine => square(sin(t * FRAC_PI_2)),
            Self::InQuad => square(t),
            Self::OutQuad => t * (2.0 - t),
            Self::InOutQuad => in_out(t, square),
            Self::InCubic => cube(t),
            Self::OutCubic => t * (3.0 - t * (3.0 - t)),
            Self::InOutCubic => in_out(t, cube),
            Self::InQuart => square(square(t)),
            // 1 - r^4 = (1 - r) (1 + r) (1 + r^2) for r = 1 - t.
            Self::OutQuart => t * (2.0 - t) * (1.0 + square(1.0 - t)),
            Self::InOutQuart => in_out(t, |t| square(square(t))),
            Self::InQuint => t * square(square(t)),
            Self::OutQuint => t * (5.0 - t * (10.0 - t * (10.0 - t * (5.0 - t)))),
            Self::InOutQuint => in_out(t, |t| t * square(square(t))),
            Self::InExpo => exp2(10.0 * t - 10.0),
            Self::OutExpo => -expm1(-10.0 * LN_2 * t),
            Self::InOutExpo => in_out(t, |t| exp2(10.0 * t - 10.0)),
            Self::InCirc => circle(t),
            Self::OutCirc => Real::sqrt(t * (2.0 - t)),
            Self::InOutCirc => in_out(t, circle),
            Self::InBack => square(t) * ((BACK + 1.0) * t - BACK),
            // The "in" formula at 1 - t, expanded.
            Self::OutBack => t * ((3.0 + BACK) - t * ((3.0 + 2.0 * BACK) - (BACK + 1.0) * t)),
            Self::InOutBack => in_out(t, |t| square(t) * ((BACK_IN_OUT + 1.0) * t - BACK_IN_OUT)),
            Self::InElastic => -exp2(10.0 * t - 10.0) * sin((10.0 * t - 10.75) * ELASTIC),
            Self::OutElastic => 1.0 + exp2(-10.0 * t) * sin((10.0 * t - 0.75) * ELASTIC),
            Self::InOutElastic => {
                let swing = sin((20.0 * t - 11.125) * ELASTIC_IN_OUT) / 2.0;
                if t < 0.5 { -exp2(20.0 * t - 10.0) * swing } else { 1.0 + exp2(10.0 - 20.0 * t) * swing }
            }
            Self::InBounce => 1.0 - bounce(1.0 - t),
            Self::OutBounce => bounce(t),
            Self::InOutBounce => in_out(t, |t| 1.0 - bounce(1.0 - t)),
        }
    }
}

fn in_out(t: f64, ease_in: impl Fn(f64) -> f64) -> f64 {
    if t < 0.5 { ease_in(2.0 * t) / 2.0 } else { 1.0 - ease_in(2.0 - 2.0 * t) / 2.0 }
}

fn square(t: f64) -> f64 {
    t * t
}

fn cube(t: f64) -> f64 {
    t * t * t
}

/// Returns `1 - sqrt(1 - t^2)`.
fn circle(t: f64) -> f64 {
    square(t) / (1.0 + Real::sqrt((1.0 - t) * (1.0 + t)))
}

fn bounce(t: f64) -> f64 {
    let elevenths = 11.0 * t;
    let (middle, lowest) = if elevenths < 4.0 {
        (0.0, 0.0)
    } else if elevenths < 8.0 {
        (6.0, 0.75)
    } else if elevenths < 10.0 {
        (9.0, 0.9375)
    } else {
        (10.5, 0.984_375)
    };
    // 7.5625 = (11 / 4)^2.
    square((elevenths - middle) / 4.0) + lowest
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: u32 = 1 << 16;

    fn times() -> impl Iterator<Item = f64> {
        (0..=STEPS).map(|i| f64::from(i) / f64::from(STEPS))
    }

    /// The formulas as printed by easings.net.
    #[allow(clippy::too_many_lines, reason = "thirty")]
    #[allow(clippy::manual_midpoint, reason = "as printed")]
    fn reference(easing: Easing, x: f64) -> f64 {
        let (c1, c4, c5) = (1.70158, 2.0 * PI / 3.0, 2.0 * PI / 4.5);
        let (c2, c3) = (c1 * 1.525, c1 + 1.0);
        let bounce = |mut x: f64| {
            let (n1, d1) = (7.5625, 2.75);
            if x < 1.0 / d1 {
                n1 * x * x
            } else if x < 2.0 / d1 {
                x -= 1.5 / d1;
                n1 * x * x + 0.75
            } else if x < 2.5 / d1 {
                x -= 2.25 / d1;
                n1 * x * x + 0.9375
            } else {
                x -= 2.625 / d1;
                n1 * x * x + 0.984_375
            }
        };
        let half = x < 0.5;
        match easing {
            Easing::InSine => 1.0 - (x * PI / 2.0).cos(),
            Easing::OutSine => (x * PI / 2.0).sin(),
            Easing::InOutSine => -((PI * x).cos() - 1.0) / 2.0,
            Easing::InQuad => x * x,
            Easing::OutQuad => 1.0 - (1.0 - x).powi(2),
            Easing::InOutQuad if half => 2.0 * x * x,
            Easing::InOutQuad => 1.0 - (-2.0 * x + 2.0).powi(2) / 2.0,
            Easing::InCubic => x.powi(3),
            Easing::OutCubic => 1.0 - (1.0 - x).powi(3),
            Easing::InOutCubic if half => 4.0 * x.powi(3),
            Easing::InOutCubic => 1.0 - (-2.0 * x + 2.0).powi(3) / 2.0,
            Easing::InQuart => x.powi(4),
            Easing::OutQuart => 1.0 - (1.0 - x).powi(4),
            Easing::InOutQuart if half => 8.0 * x.powi(4),
            Easing::InOutQuart => 1.0 - (-2.0 * x + 2.0).powi(4) / 2.0,
            Easing::InQuint => x.powi(5),
            Easing::OutQuint => 1.0 - (1.0 - x).powi(5),
            Easing::InOutQuint if half => 16.0 * x.powi(5),
            Easing::InOutQuint => 1.0 - (-2.0 * x + 2.0).powi(5) / 2.0,
            Easing::InExpo => 2.0_f64.powf(10.0 * x - 10.0),
            Easing::OutExpo => 1.0 - 2.0_f64.powf(-10.0 * x),
            Easing::InOutExpo if half => 2.0_f64.powf(20.0 * x - 10.0) / 2.0,
            Easing::InOutExpo => (2.0 - 2.0_f64.powf(-20.0 * x + 10.0)) / 2.0,
            Easing::InCirc => 1.0 - (1.0 - x.powi(2)).sqrt(),
            Easing::OutCirc => (1.0 - (x - 1.0).powi(2)).sqrt(),
            Easing::InOutCirc if half => (1.0 - (1.0 - (2.0 * x).powi(2)).sqrt()) / 2.0,
            Easing::InOutCirc => ((1.0 - (-2.0 * x + 2.0).powi(2)).sqrt() + 1.0) / 2.0,
            Easing::InBack => c3 * x.powi(3) - c1 * x * x,
            Easing::OutBack => 1.0 + c3 * (x - 1.0).powi(3) + c1 * (x - 1.0).powi(2),
            Easing::InOutBack if half => (2.0 * x).powi(2) * ((c2 + 1.0) * 2.0 * x - c2) / 2.0,
            Easing::InOutBack => ((2.0 * x - 2.0).powi(2) * ((c2 + 1.0) * (x * 2.0 - 2.0) + c2) + 2.0) / 2.0,
            Easing::InElastic => -2.0_f64.powf(10.0 * x - 10.0) * ((x * 10.0 - 10.75) * c4).sin(),
            Easing::OutElastic => 2.0_f64.powf(-10.0 * x) * ((x * 10.0 - 0.75) * c4).sin() + 1.0,
            Easing::InOutElastic if half => {
                -(2.0_f64.powf(20.0 * x - 10.0) * ((20.0 * x - 11.125) * c5).sin()) / 2.0
            }
            Easing::InOutElastic => {
                2.0_f64.powf(-20.0 * x + 10.0) * ((20.0 * x - 11.125) * c5).sin() / 2.0 + 1.0
            }
            Easing::InBounce => 1.0 - bounce(1.0 - x),
            Easing::OutBounce => bounce(x),
            Easing::InOutBounce if half => (1.0 - bounce(1.0 - 2.0 * x)) / 2.0,
            Easing::InOutBounce => (1.0 + bounce(2.0 * x - 1.0)) / 2.0,
        }
    }

    #[test]
    fn all_thirty_match_the_formulas_of_easings_net() {
        for easing in Easing::ALL {
            for x in times().skip(1).take(STEPS as usize - 1) {
                let (ours, theirs) = (easing.eval(x), reference(easing, x));
                assert!((ours - theirs).abs() < 4e-14, "{easing} at {x}: {ours} {theirs}");
            }
        }
    }

    #[test]
    fn they_run_from_exactly_0_to_exactly_1_and_stay_there() {
        for easing in Easing::ALL {
            assert_eq!([-1.0, 0.0, 1.0, 7.0].map(|t| easing.eval(t)), [0.0, 0.0, 1.0, 1.0], "{easing}");
            assert_eq!((easing.at(0.0_f32), easing.at(1.0_f32)), (0.0, 1.0));
        }
    }

    #[test]
    fn single_precision_is_within_two_ulps_of_double() {
        for easing in Easing::ALL {
            for t in times() {
                let single = t as f32;
                let (ours, double) = (easing.at(single), easing.eval(t) as f32);
                let ulps = |x: f32| i64::from(x.to_bits() & 0x7fff_ffff) * if x < 0.0 { -1 } else { 1 };
                assert!((ulps(ours) - ulps(double)).abs() <= 2, "{easing} at {t}: {ours} {double}");
            }
        }
    }

    #[test]
    fn small_times_keep_full_precision() {
        let t = 1e-9;
        for (easing, first) in [
            (Easing::InSine, PI * PI / 8.0 * t * t),
            (Easing::InCirc, t * t / 2.0),
            (Easing::OutQuart, 4.0 * t),
            (Easing::OutExpo, 10.0 * LN_2 * t),
            (Easing::OutBack, (3.0 + BACK) * t),
        ] {
            assert!((easing.eval(t) / first - 1.0).abs() < 1e-8, "{easing}");
        }
    }

    #[test]
    fn by_name_and_by_function() {
        for easing in Easing::ALL {
            assert_eq!(easing.name().parse(), Ok(easing));
        }
        assert_eq!(ease_in_out_cubic(0.25_f32), 0.0625);
        assert_eq!(ease_out_bounce(0.5_f64), 0.765_625);
        assert!("easeInSin".parse::<Easing>().unwrap_err().to_string().contains("easeInSin"));
    }
}
