//! CSS easing functions: `cubic-bezier` and `steps`, and parsing of all easings from text.
//!
//! ```text
//! cubic-bezier(x1, y1, x2, y2)    x(s) = 3 (1-s)^2 s x1 + 3 (1-s) s^2 x2 + s^3 = t,  then y(s)
//! ```
//!
//! Since `x1` and `x2` lie in [0, 1], `x` increases with `s`. The root is bracketed; Newton's step
//! is taken if it stays inside the bracket, otherwise bisection. Outside [0, 1] the curve is
//! extended linearly, as the specification requires.
//!
//! Source: [CSS Easing].

use super::{Ease, Easing};
use crate::number::elementary::floor;
use crate::shape::ShapeError;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// CSS `cubic-bezier(x1, y1, x2, y2)`: from (0, 0) to (1, 1) with two control points.
///
/// ```
/// use barycast::curve::easing::{CubicBezier, Ease};
///
/// let ease = CubicBezier::try_new(0.25, 0.1, 0.25, 1.0)?;
/// assert_eq!((ease.eval(0.0), ease.eval(1.0)), (0.0, 1.0));
/// assert!((ease.eval(0.5) - 0.8024).abs() < 1e-4);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubicBezier {
    x1: f64,
    y1: f64,
    x2: f64,
    y2: f64,
}

impl CubicBezier {
    /// CSS `ease`.
    pub const EASE: Self = Self { x1: 0.25, y1: 0.1, x2: 0.25, y2: 1.0 };
    /// CSS `ease-in`.
    pub const EASE_IN: Self = Self { x1: 0.42, y1: 0.0, x2: 1.0, y2: 1.0 };
    /// CSS `ease-out`.
    pub const EASE_OUT: Self = Self { x1: 0.0, y1: 0.0, x2: 0.58, y2: 1.0 };
    /// CSS `ease-in-out`.
    pub const EASE_IN_OUT: Self = Self { x1: 0.42, y1: 0.0, x2: 0.58, y2: 1.0 };

    /// Builds an easing with the control points `(x1, y1)` and `(x2, y2)`.
    ///
    /// # Errors
    /// Returns an error naming `x1` or `x2` if it is not in [0, 1], and `y1` or `y2` if it is not
    /// finite.
    pub fn try_new(x1: f64, y1: f64, x2: f64, y2: f64) -> Result<Self, ShapeError> {
        for (field, x) in [("x1", x1), ("x2", x2)] {
            if !(0.0..=1.0).contains(&x) {
                return Err(ShapeError { field, must: "lie in [0, 1]", got: Some(x) });
            }
        }
        for (field, y) in [("y1", y1), ("y2", y2)] {
            if !y.is_finite() {
                return Err(ShapeError { field, must: "be finite", got: Some(y) });
            }
        }
        Ok(Self { x1, y1, x2, y2 })
    }

    /// Returns `x1, y1, x2, y2`.
    pub const fn points(&self) -> [f64; 4] {
        [self.x1, self.y1, self.x2, self.y2]
    }

    /// Returns the slope of the extension before 0.
    fn slope_before(&self) -> f64 {
        let Self { x1, y1, x2, y2 } = *self;
        if x1 > 0.0 {
            y1 / x1
        } else if y1 == 0.0 && x2 > 0.0 {
            y2 / x2
        } else if y1 == 0.0 && y2 == 0.0 {
            1.0
        } else {
            0.0
        }
    }

    /// Returns the easing with start and end swapped.
    fn reversed_curve(&self) -> Self {
        Self { x1: 1.0 - self.x2, y1: 1.0 - self.y2, x2: 1.0 - self.x1, y2: 1.0 - self.y1 }
    }

    /// Returns the parameter at which `x` is `t`.
    fn parameter(&self, t: f64) -> f64 {
        let (mut low, mut high, mut s) = (0.0, 1.0, t);
        // Each step halves the bracket or squares the error, so 80 iterations are never reached.
        for _ in 0..80 {
            let error = bezier(self.x1, self.x2, s) - t;
            if error == 0.0 {
                break;
            }
            *(if error < 0.0 { &mut low } else { &mut high }) = s;
            let newton = s - error / slope(self.x1, self.x2, s);
            let middle = low + (high - low) / 2.0;
            let next = if newton > low && newton < high { newton } else { middle };
            if next == s || middle <= low || middle >= high {
                break;
            }
            // A Newton step that hardly moves one end would converge slowly, so at least every
            // other step bisects.
            s = if (next - s).abs() > 0.5 * (high - low) { middle } else { next };
        }
        s
    }
}

/// Returns the linear extension at `time`: 0 for a slope of 0 or at time 0, even if the other
/// factor is infinite.
fn linear_extension(time: f64, slope: f64) -> f64 {
    if time == 0.0 || slope == 0.0 { 0.0 } else { time * slope }
}

/// Returns `3 (1-s)^2 s a + 3 (1-s) s^2 b + s^3`.
fn bezier(a: f64, b: f64, s: f64) -> f64 {
    let r = 1.0 - s;
    s * (3.0 * r * (r * a + s * b) + s * s)
}

/// Returns the derivative of [`bezier`].
fn slope(a: f64, b: f64, s: f64) -> f64 {
    let r = 1.0 - s;
    3.0 * (r * r * a + 2.0 * r * s * (b - a) + s * s * (1.0 - b))
}

impl Ease for CubicBezier {
    fn eval(&self, t: f64) -> f64 {
        if t <= 0.0 {
            return linear_extension(t, self.slope_before());
        }
        if t >= 1.0 {
            return 1.0 + linear_extension(t - 1.0, self.reversed_curve().slope_before());
        }
        bezier(self.y1, self.y2, self.parameter(t))
    }
}

/// Jumps of CSS `steps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jump {
    /// At the start of each step: `jump-start`, `start`.
    Start,
    /// At the end of each step: `jump-end`, `end`.
    End,
    /// Neither at the start nor at the end of the whole: `jump-none`.
    None,
    /// At both the start and the end of the whole: `jump-both`.
    Both,
}

/// CSS `steps(count, jump)`: constant over intervals of equal duration.
///
/// ```
/// use barycast::curve::easing::{Ease, Jump, Steps};
///
/// let clock = Steps::try_new(4, Jump::End)?;
/// assert_eq!([0.0, 0.3, 0.9, 1.0].map(|t| clock.eval(t)), [0.0, 0.25, 0.75, 1.0]);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps {
    count: u32,
    jump: Jump,
}

impl Steps {
    /// Builds an easing of `count` steps.
    ///
    /// # Errors
    /// Returns an error naming `count` if it is 0, or 1 for `jump-none`.
    pub fn try_new(count: u32, jump: Jump) -> Result<Self, ShapeError> {
        let least = if jump == Jump::None { 2 } else { 1 };
        if count < least {
            let must = if least == 2 { "be at least 2 for jump-none" } else { "be at least 1" };
            return Err(ShapeError { field: "count", must, got: Some(f64::from(count)) });
        }
        Ok(Self { count, jump })
    }

    /// Returns the number of steps and the jump mode.
    pub const fn parts(&self) -> (u32, Jump) {
        (self.count, self.jump)
    }

    /// Returns the value at time `t`. If `before` is set, the value exactly at a jump is the one
    /// before it (CSS's before flag).
    pub fn eval_before(&self, t: f64, before: bool) -> f64 {
        let count = f64::from(self.count);
        let product = t * count;
        let mut step = floor(product);
        let jumps = match self.jump {
            Jump::Start | Jump::End => count,
            Jump::None => count - 1.0,
            Jump::Both => count + 1.0,
        };
        let at_jump = step == product;
        if matches!(self.jump, Jump::Start | Jump::Both) {
            step += 1.0;
        }
        if before && at_jump {
            step -= 1.0;
        }
        if t >= 0.0 {
            step = step.max(0.0);
        }
        if t <= 1.0 {
            step = step.min(jumps);
        }
        step / jumps
    }
}

impl Ease for Steps {
    fn eval(&self, t: f64) -> f64 {
        self.eval_before(t, false)
    }
}

/// Any named easing: those of easings.net and CSS.
///
/// ```
/// use barycast::curve::easing::{Ease, TimingFunction};
///
/// let given: TimingFunction = "cubic-bezier(0.1, 0.7, 1, 0.1)".parse()?;
/// assert_eq!(given.eval(1.0), 1.0);
/// assert!("easeInOutSine".parse::<TimingFunction>().is_ok());
/// assert!("ease-sideways".parse::<TimingFunction>().is_err());
/// # Ok::<(), barycast::curve::easing::ParseEasingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimingFunction {
    /// Identity: CSS `linear`.
    Linear,
    /// One of the thirty of easings.net.
    Named(Easing),
    /// `cubic-bezier(...)`, `ease`, `ease-in`, `ease-out`, `ease-in-out`.
    CubicBezier(CubicBezier),
    /// `steps(...)`, `step-start`, `step-end`.
    Steps(Steps),
}

impl Ease for TimingFunction {
    fn eval(&self, t: f64) -> f64 {
        match self {
            Self::Linear => t,
            Self::Named(easing) => easing.eval(t),
            Self::CubicBezier(curve) => curve.eval(t),
            Self::Steps(steps) => steps.eval(t),
        }
    }
}

impl fmt::Display for TimingFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear => f.write_str("linear"),
            Self::Named(easing) => write!(f, "{easing}"),
            Self::CubicBezier(CubicBezier { x1, y1, x2, y2 }) => {
                write!(f, "cubic-bezier({x1}, {y1}, {x2}, {y2})")
            }
            Self::Steps(Steps { count, jump }) => {
                let jump = match jump {
                    Jump::Start => "jump-start",
                    Jump::End => "jump-end",
                    Jump::None => "jump-none",
                    Jump::Both => "jump-both",
                };
                write!(f, "steps({count}, {jump})")
            }
        }
    }
}

impl FromStr for TimingFunction {
    type Err = ParseEasingError;

    /// Parses a name of easings.net (`easeInOutSine`) or CSS syntax: `ease-in`,
    /// `cubic-bezier(0.1, 0.7, 1, 0.1)`, `steps(4, jump-none)`.
    fn from_str(text: &str) -> Result<Self, ParseEasingError> {
        let unknown = || ParseEasingError::new(text);
        let trimmed = text.trim();
        // CSS is not case sensitive.
        let lower = trimmed.to_ascii_lowercase();
        let steps = |count, jump| {
            Steps::try_new(count, jump)
                .map(Self::Steps)
                .map_err(|cause| ParseEasingError { text: text.to_owned(), cause: Some(cause) })
        };
        match lower.as_str() {
            "linear" => return Ok(Self::Linear),
            "ease" => return Ok(Self::CubicBezier(CubicBezier::EASE)),
            "ease-in" => return Ok(Self::CubicBezier(CubicBezier::EASE_IN)),
            "ease-out" => return Ok(Self::CubicBezier(CubicBezier::EASE_OUT)),
            "ease-in-out" => return Ok(Self::CubicBezier(CubicBezier::EASE_IN_OUT)),
            "step-start" => return steps(1, Jump::Start),
            "step-end" => return steps(1, Jump::End),
            _ => {}
        }
        let Some((function, rest)) = lower.split_once('(') else {
            return trimmed.parse().map(Self::Named).map_err(|_| unknown());
        };
        let inner = rest.strip_suffix(')').ok_or_else(unknown)?;
        let mut arguments = inner.split(',').map(str::trim);
        match function {
            "cubic-bezier" => {
                let mut number = || arguments.next().and_then(|word| word.parse().ok()).ok_or_else(unknown);
                let [x1, y1, x2, y2] = [number()?, number()?, number()?, number()?];
                if arguments.next().is_some() {
                    return Err(unknown());
                }
                CubicBezier::try_new(x1, y1, x2, y2)
                    .map(Self::CubicBezier)
                    .map_err(|cause| ParseEasingError { text: text.to_owned(), cause: Some(cause) })
            }
            "steps" => {
                let count = arguments.next().and_then(|word| word.parse().ok()).ok_or_else(unknown)?;
                let jump = match arguments.next() {
                    None | Some("end" | "jump-end") => Jump::End,
                    Some("start" | "jump-start") => Jump::Start,
                    Some("jump-none") => Jump::None,
                    Some("jump-both") => Jump::Both,
                    Some(_) => return Err(unknown()),
                };
                if arguments.next().is_some() { Err(unknown()) } else { steps(count, jump) }
            }
            _ => Err(unknown()),
        }
    }
}

/// Error: the text does not name an easing.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseEasingError {
    /// The text.
    pub text: String,
    /// The invalid number, if the syntax is correct.
    pub cause: Option<ShapeError>,
}

impl ParseEasingError {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), cause: None }
    }
}

impl fmt::Display for ParseEasingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Some(cause) => write!(f, "{}: {cause}", self.text),
            None => write!(
                f,
                "{} is not an easing: expected a name from easings.net (easeInOutSine), linear, ease, ease-in, ease-out, ease-in-out, \
                 cubic-bezier(x1, y1, x2, y2), steps(count, jump-start | jump-end | jump-none | jump-both)",
                self.text
            ),
        }
    }
}

impl core::error::Error for ParseEasingError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn bezier_of(x1: f64, y1: f64, x2: f64, y2: f64) -> CubicBezier {
        CubicBezier::try_new(x1, y1, x2, y2).unwrap()
    }

    #[test]
    fn the_parameter_is_accurate_for_all_control_points() {
        let grid = [0.0, 1e-12, 0.1, 1.0 / 3.0, 0.5, 0.9, 1.0 - 1e-12, 1.0];
        for x1 in grid {
            for x2 in grid {
                let curve = bezier_of(x1, x1, x2, x2);
                for i in 0..=1000 {
                    let t = f64::from(i) / 1000.0;
                    // Both coordinates are equal, so the curve is the diagonal.
                    assert!((curve.eval(t) - t).abs() < 4e-16, "{curve:?} at {t}: {}", curve.eval(t));
                }
            }
        }
    }

    #[test]
    fn known_values() {
        // By hand, at s = 1/2: x = 3/8 (x1 + x2) + 1/8.
        assert!((CubicBezier::EASE_IN_OUT.eval(0.5) - 0.5).abs() < 1e-15);
        let t = 3.0 / 8.0 * 0.5 + 0.125;
        assert!((CubicBezier::EASE.eval(t) - (3.0 / 8.0 * 1.1 + 0.125)).abs() < 1e-15);
        assert_eq!((CubicBezier::EASE.eval(0.0), CubicBezier::EASE.eval(1.0)), (0.0, 1.0));
        // x = s^3 and y = 1 - (1 - s)^3.
        let sharp = bezier_of(0.0, 1.0, 0.0, 1.0);
        let s: f64 = 0.3;
        assert!((sharp.eval(s.powi(3)) - (1.0 - (1.0 - s).powi(3))).abs() < 1e-15);
    }

    #[test]
    fn it_is_extended_linearly_beyond_its_ends() {
        assert!((CubicBezier::EASE.eval(-0.5) + 0.2).abs() < 1e-15);
        assert_eq!(CubicBezier::EASE.eval(2.0), 1.0);
        // (x2, y2) is the end itself, so the extension continues from (x1, y1).
        assert_eq!(CubicBezier::EASE_IN.eval(2.0), 1.0 + 1.0 / (1.0 - 0.42));
        assert_eq!(bezier_of(0.0, 0.0, 1.0, 1.0).eval(3.0), 3.0);
        assert_eq!(bezier_of(0.0, 0.5, 1.0, 0.5).eval(-3.0), 0.0);
    }

    #[test]
    fn a_zero_slope_at_an_end_is_extended_as_a_constant() {
        let ends = [f64::NEG_INFINITY, f64::INFINITY];
        assert_eq!(ends.map(|t| CubicBezier::EASE_IN_OUT.eval(t)), [0.0, 1.0]);
        assert_eq!(ends.map(|t| CubicBezier::EASE.eval(t)), [f64::NEG_INFINITY, 1.0]);
        assert_eq!(ends.map(|t| bezier_of(0.0, 0.0, 1.0, 1.0).eval(t)), ends);
        // A slope that overflows has no effect at the end itself.
        assert_eq!(bezier_of(5e-324, 1e300, 0.5, 1.0).eval(0.0), 0.0);
    }

    #[test]
    fn steps_jump_according_to_the_mode() {
        let at = |jump| {
            let steps = Steps::try_new(4, jump).unwrap();
            [0.0, 0.1, 0.25, 0.6, 1.0].map(|t| steps.eval(t))
        };
        assert_eq!(at(Jump::End), [0.0, 0.0, 0.25, 0.5, 1.0]);
        assert_eq!(at(Jump::Start), [0.25, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(at(Jump::None), [0.0, 0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
        assert_eq!(at(Jump::Both), [0.2, 0.2, 0.4, 0.6, 1.0]);
    }

    #[test]
    fn the_before_flag_returns_the_value_before_the_jump() {
        let steps = Steps::try_new(2, Jump::Start).unwrap();
        assert_eq!((steps.eval_before(0.0, true), steps.eval_before(0.0, false)), (0.0, 0.5));
        assert_eq!((steps.eval_before(0.5, true), steps.eval(0.5)), (0.5, 1.0));
        let end = Steps::try_new(2, Jump::End).unwrap();
        assert_eq!((end.eval_before(1.0, true), end.eval(1.0), end.eval(1.75)), (0.5, 1.0, 1.5));
        assert_eq!((end.eval(-0.25), end.eval_before(0.0, true)), (-0.5, 0.0));
    }

    #[test]
    fn text_round_trips() {
        for text in ["linear", "easeOutElastic", "cubic-bezier(0.1, -0.7, 1, 0.1)", "steps(4, jump-none)"] {
            assert_eq!(text.parse::<TimingFunction>().unwrap().to_string(), text);
        }
        let same = |a: &str, b: &str| assert_eq!(a.parse::<TimingFunction>(), b.parse::<TimingFunction>());
        same("ease-in-out", "cubic-bezier(.42,0,.58,1)");
        same("step-start", " steps( 1 , start )");
        same("steps(5)", "steps(5, end)");
    }

    #[test]
    fn errors_state_the_defect() {
        let cause = |text: &str| text.parse::<TimingFunction>().unwrap_err().to_string();
        assert!(cause("cubic-bezier(2, 0, 0, 1)").ends_with("x1 must lie in [0, 1], got 2"));
        assert!(cause("cubic-bezier(0, NaN, 0, 1)").ends_with("y1 must be finite, got NaN"));
        assert!(cause("steps(1, jump-none)").contains("count must be at least 2"));
        for wrong in
            ["steps(0)", "steps(x)", "steps(2, middle)", "steps(2, end, 1)", "cubic-bezier(0,0,1)", "ease("]
        {
            assert!(wrong.parse::<TimingFunction>().is_err(), "{wrong}");
        }
        assert!(cause("easy").contains("is not an easing"));
    }
}
