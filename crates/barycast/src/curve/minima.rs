//! Certified isolation of minima: where a derivative in Bernstein form changes from negative to
//! positive.
//!
//! The polynomial is the derivative of a function whose minima are wanted. Its sign variations
//! bound the number of its roots (`bernstein.rs`), so an interval is settled if its signs are known
//! and change at most once. A coefficient within `noise` of 0 has no known sign:
//!
//! - At an end of an interval, that end may be a minimum: it becomes a candidate, and the other
//!   signs decide the rest.
//! - Between two coefficients of one sign it may hide two roots: the interval is halved.
//! - Anywhere else its sign does not matter.
//!
//! If halving does not settle an interval the result is [`Uncertain`], and the caller repeats the
//! search in double-double precision. There, values within `noise` count as 0, which changes the
//! function by `2^-97` of its scale at most.

use super::bernstein::single_root;
use super::blend::{List, split};
use crate::number::{Float, Ring};

/// Error: rounding hides the locations of the roots.
#[derive(Debug)]
pub(super) struct Uncertain;

/// Policy for unknown signs.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum OnUncertain {
    /// Return [`Uncertain`].
    Refuse,
    /// Treat unknown signs as 0.
    Settle,
}

/// State of a search for candidates.
struct Search<'a, S: Float> {
    /// Coefficients within this of 0 have no known sign.
    noise: S,
    on_uncertain: OnUncertain,
    /// Number of intervals that may still be visited.
    remaining: u32,
    found: &'a mut List<S>,
}

/// Appends candidates: together with 0 and 1 they include every minimum in [0, 1] of the function
/// whose derivative has these coefficients. `noise` bounds the error of the coefficients, and of
/// those after 20 halvings.
pub(super) fn isolate_minima<S: Float>(
    coefficients: &[S],
    noise: S,
    on_uncertain: OnUncertain,
    found: &mut List<S>,
) -> Result<(), Uncertain> {
    let remaining = match on_uncertain {
        OnUncertain::Refuse => 64,
        OnUncertain::Settle => 1 << 14,
    };
    Search { noise, on_uncertain, remaining, found }.visit(List::from_slice(coefficients), [S::ZERO, S::ONE])
}

impl<S: Float> Search<'_, S> {
    fn visit(&mut self, mut c: List<S>, [low, high]: [S; 2]) -> Result<(), Uncertain> {
        let refuses = self.on_uncertain == OnUncertain::Refuse;
        let (noise, last) = (self.noise, c.len() - 1);
        let middle = (low + high).half();
        let is_certain = |c: &S| Ring::abs(*c) > noise;
        let (Some(begin), Some(end)) = (c.iter().position(is_certain), c.iter().rposition(is_certain)) else {
            // The function is constant here to within this precision.
            self.found.extend([low, middle, high]);
            return if refuses { Err(Uncertain) } else { Ok(()) };
        };
        // An unknown sign at an end is certainly irrelevant only if its neighbour is well above the
        // noise.
        let clear = |at_end: bool, c: S| !at_end || Ring::abs(c) > noise * S::from_f64(NEIGHBOUR);
        let certain =
            begin <= 1 && end + 1 >= last && clear(begin > 0, c[begin]) && clear(end < last, c[end]);
        if refuses && !certain {
            return Err(Uncertain);
        }
        if begin > 0 {
            self.found.push(low);
        }
        if end < last {
            self.found.push(high);
        }
        if refuses {
            // An end that is a maximum, or no extremum, is irrelevant.
            c[0] = if begin > 0 { Ring::min(c[0], S::ZERO) } else { c[0] };
            c[last] = if end < last { Ring::max(c[last], S::ZERO) } else { c[last] };
        } else {
            c.iter_mut().filter(|c| !is_certain(c)).for_each(|c| *c = S::ZERO);
        }
        let (changes, hidden) = changes(&c[begin..=end], noise);
        // The roots next to uncertain ends are candidates already, but less accurate ones.
        let changes = changes
            + usize::from(begin > 0 && c[0] < S::ZERO && S::ZERO < c[begin])
            + usize::from(end < last && S::ZERO < c[last] && c[end] < S::ZERO);
        if changes < 2 && !(hidden && refuses) {
            let first = c.iter().find(|c| **c != S::ZERO);
            if changes == 1 && first.is_some_and(|c| *c < S::ZERO) {
                self.found.push(low + (high - low) * single_root(&c));
            }
            return Ok(());
        }
        let Some(remaining) = self.remaining.checked_sub(1) else {
            return if refuses { Err(Uncertain) } else { Ok(()) };
        };
        self.remaining = remaining;
        let least = S::from_f64(if refuses { SHORTEST } else { SHORTEST * SHORTEST });
        if high - low <= least || middle <= low || high <= middle {
            self.found.extend([low, middle, high]);
            return if refuses { Err(Uncertain) } else { Ok(()) };
        }
        let [first_half, second_half] = split(&c, S::ONE.half());
        self.visit(first_half, [low, middle])?;
        self.visit(second_half, [middle, high])
    }
}

/// Required ratio of the neighbour of an uncertain end to the noise.
const NEIGHBOUR: f64 = (1 << 20) as f64;

/// Length below which intervals are not halved.
const SHORTEST: f64 = 1.0 / (1 << 20) as f64;

/// Returns the number of changes of known signs, and whether an unknown one between equal signs may
/// add two changes. The first and the last sign are known.
fn changes<S: Float>(c: &[S], noise: S) -> (usize, bool) {
    let (mut negative, mut unknown) = (c[0] < S::ZERO, false);
    let (mut changes, mut hidden) = (0, false);
    for c in &c[1..] {
        if Ring::abs(*c) <= noise {
            unknown = true;
            continue;
        }
        let now = *c < S::ZERO;
        if now == negative {
            hidden |= unknown;
        } else {
            changes += 1;
        }
        (negative, unknown) = (now, false);
    }
    (changes, hidden)
}
