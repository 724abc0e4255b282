//! Where a polynomial in Bernstein form passes from negative to positive, with certainty.
//!
//! The polynomial is the derivative of a function, whose minima are wanted. Its sign variations bound the number of its roots
//! (`bernstein.rs`), so a stretch is settled when its signs are known and change at most once. A coefficient within `noise` of 0
//! has no known sign:
//!
//! - At an end of a stretch that end may be a minimum: it becomes a candidate, and the other signs decide the rest.
//! - Between two coefficients of one sign it may hide two roots: the stretch is halved.
//! - Anywhere else its sign does not matter.
//!
//! If halving does not settle a stretch the answer is [`Uncertain`], and the caller repeats the search in double-double
//! precision. There, what lies within `noise` is taken for 0, which moves the function by `2^-97` of its scale at most.

use super::bernstein::only_root;
use super::blend::{List, split};
use crate::number::{Float, Ring};

/// Rounding hides where the roots are.
#[derive(Debug)]
pub(super) struct Uncertain;

/// What to do where signs are unknown.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Doubt {
    /// Give up.
    Refuse,
    /// Take them for 0.
    Settle,
}

/// A search for candidates.
struct Search<'a, S: Float> {
    /// Coefficients this close to 0 have no known sign.
    noise: S,
    doubt: Doubt,
    /// Stretches that may still be looked at.
    left: u32,
    found: &'a mut List<S>,
}

/// Appends candidates: among them and 0 and 1 is each minimum in [0, 1] of the function whose derivative has these coefficients.
/// `noise` bounds the error of the coefficients, and of those of 20 halvings.
pub(super) fn rising<S: Float>(
    coefficients: &[S],
    noise: S,
    doubt: Doubt,
    found: &mut List<S>,
) -> Result<(), Uncertain> {
    let left = match doubt {
        Doubt::Refuse => 64,
        Doubt::Settle => 1 << 14,
    };
    Search { noise, doubt, left, found }.stretch(List::from_slice(coefficients), [S::ZERO, S::ONE])
}

impl<S: Float> Search<'_, S> {
    fn stretch(&mut self, mut c: List<S>, [low, high]: [S; 2]) -> Result<(), Uncertain> {
        let refuses = self.doubt == Doubt::Refuse;
        let (noise, last) = (self.noise, c.len() - 1);
        let middle = (low + high).half();
        let sure = |c: &S| Ring::abs(*c) > noise;
        let (Some(begin), Some(end)) = (c.iter().position(sure), c.iter().rposition(sure)) else {
            // The function is constant here, as far as this precision shows.
            self.found.extend([low, middle, high]);
            return if refuses { Err(Uncertain) } else { Ok(()) };
        };
        // An unknown sign at an end is certain not to matter only where its neighbour is well beyond the noise.
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
            // An end that is a maximum, or none, is of no interest.
            c[0] = if begin > 0 { Ring::min(c[0], S::ZERO) } else { c[0] };
            c[last] = if end < last { Ring::max(c[last], S::ZERO) } else { c[last] };
        } else {
            c.iter_mut().filter(|c| !sure(c)).for_each(|c| *c = S::ZERO);
        }
        let (changes, hidden) = changes(&c[begin..=end], noise);
        // The roots next to uncertain ends are among the candidates already, but for a sharper place.
        let changes = changes
            + usize::from(begin > 0 && c[0] < S::ZERO && S::ZERO < c[begin])
            + usize::from(end < last && S::ZERO < c[last] && c[end] < S::ZERO);
        if changes < 2 && !(hidden && refuses) {
            let first = c.iter().find(|c| **c != S::ZERO);
            if changes == 1 && first.is_some_and(|c| *c < S::ZERO) {
                self.found.push(low + (high - low) * only_root(&c));
            }
            return Ok(());
        }
        let Some(left) = self.left.checked_sub(1) else {
            return if refuses { Err(Uncertain) } else { Ok(()) };
        };
        self.left = left;
        let least = S::from_f64(if refuses { SHORTEST } else { SHORTEST * SHORTEST });
        if high - low <= least || middle <= low || high <= middle {
            self.found.extend([low, middle, high]);
            return if refuses { Err(Uncertain) } else { Ok(()) };
        }
        let [left, right] = split(&c, S::ONE.half());
        self.stretch(left, [low, middle])?;
        self.stretch(right, [middle, high])
    }
}

/// How many times the noise the neighbour of an uncertain end must be.
const NEIGHBOUR: f64 = (1 << 20) as f64;

/// Stretches shorter than this are not halved.
const SHORTEST: f64 = 1.0 / (1 << 20) as f64;

/// How often known signs change, and whether an unknown one between equal ones may add two changes. The first and the last sign are
/// known.
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
