//! Proof by counting of the error bound of `number::Filtered`: every kernel marked `exact` runs
//! over numbers that count roundings and terms, and fails at every comparison that exceeds the
//! bound.
//!
//! No such comparison is decided, so every path through a kernel is taken.

use barycast::number::{Field, Ring, Verdict};
use barycast::pair;
use barycast::vector::{V2, V3};
use barycast_testkit::random::{Class, Source, shape2, shape3, snake};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Error bound of a comparison, in roundings of the larger magnitude; as in `exact/filtered.rs`.
const ROUNDINGS: f64 = 160.0;
/// Magnitude of an input, relative to its tracked size.
const GIVEN_SHARE: f64 = 1.0 / 3.0;
/// Largest number of factors in a product.
const FACTORS: u32 = 12;

/// Error bound of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counted {
    /// Depth of nested roundings.
    roundings: u32,
    /// Magnitude, relative to the size tracked by `Filtered`.
    share: f64,
    /// Number of factors multiplied in it.
    factors: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Nonnegative, and unrounded.
    Whole,
    Given,
    /// Sum or difference of two inputs.
    Line,
    /// Square of such a sum, or a sum of squares.
    Square,
    Other,
}
use Kind::{Given, Line, Other, Square, Whole};

const GIVEN: Counted = Counted { roundings: 0, share: GIVEN_SHARE, factors: 1, kind: Given };

impl Counted {
    fn checked(self) -> Self {
        assert!(self.factors <= FACTORS, "{self:?}");
        self
    }

    fn either(self, o: Self) -> Self {
        Self {
            roundings: self.roundings.max(o.roundings),
            share: self.share.max(o.share),
            factors: self.factors.max(o.factors),
            kind: if self.kind == o.kind { self.kind } else { Other },
        }
    }

    /// Returns the error in roundings of its size: its own, one of the difference, and a margin for
    /// second-order terms.
    fn error(self, share: f64) -> f64 {
        f64::from(self.roundings + 3) * share
    }

    fn compared(self, o: Self) -> Verdict {
        let alone = self.kind != Other && o.kind != Other;
        let error =
            if alone { self.error(1.0).max(o.error(1.0)) } else { self.error(self.share) + o.error(o.share) };
        assert!(error <= ROUNDINGS, "{self:?} {o:?}");
        Verdict::MAYBE
    }
}

impl Add for Counted {
    type Output = Self;

    fn add(self, o: Self) -> Self {
        let kind = match (self.kind, o.kind) {
            (Given | Whole, Given | Whole) => Line,
            (Square | Whole, Square | Whole) => Square,
            _ => Other,
        };
        let roundings = 1 + self.roundings.max(o.roundings);
        let factors = self.factors.max(o.factors);
        Self { roundings, share: self.share + o.share, factors, kind }.checked()
    }
}

impl Neg for Counted {
    type Output = Self;

    fn neg(self) -> Self {
        let kind = match self.kind {
            Whole | Given => Given,
            Line => Line,
            Square | Other => Other,
        };
        Self { kind, ..self }
    }
}

impl Sub for Counted {
    type Output = Self;

    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

impl Mul for Counted {
    type Output = Self;

    fn mul(self, o: Self) -> Self {
        let roundings = 1 + self.roundings + o.roundings;
        let factors = self.factors + o.factors;
        Self { roundings, share: self.share * o.share, factors, kind: Other }.checked()
    }
}

impl Div for Counted {
    type Output = Self;

    fn div(self, o: Self) -> Self {
        assert!(self.share <= 1.0 && o.share <= 1.0 && o.error(o.share) <= ROUNDINGS, "{self:?} / {o:?}");
        let roundings = 3 + self.roundings.max(o.roundings);
        Self { roundings, share: GIVEN_SHARE, factors: self.factors.max(o.factors), kind: Other }.checked()
    }
}

impl Ring for Counted {
    type Mask = Verdict;
    const ROUNDS: bool = false;

    fn lit(self, value: i32) -> Self {
        let kind = if value < 0 { Given } else { Whole };
        let share = if value == 0 { 0.0 } else { 1.0 };
        Self { share, factors: u32::from(value == 0), kind, ..GIVEN }
    }

    fn le(self, o: Self) -> Verdict {
        self.compared(o)
    }

    fn lt(self, o: Self) -> Verdict {
        self.compared(o)
    }

    fn select(_: Verdict, a: Self, b: Self) -> Self {
        Self { kind: Other, ..a.either(b) }
    }

    fn min(self, o: Self) -> Self {
        self.either(o)
    }

    fn max(self, o: Self) -> Self {
        self.either(o)
    }

    fn abs(self) -> Self {
        self
    }

    fn squared(self) -> Self {
        let kind = if matches!(self.kind, Whole | Given | Line) { Square } else { Other };
        Self { kind, ..self * self }
    }

    fn of_several(self) -> Self {
        Self { share: self.share / 8.0, ..self }
    }

    fn leveled<const D: usize>(numbers: [Self; D]) -> [Self; D] {
        if numbers.iter().any(|n| !matches!(n.kind, Whole | Given | Line)) {
            return numbers;
        }
        numbers.map(|n| Self { share: GIVEN_SHARE, ..n })
    }
}

impl Field for Counted {
    fn div_or(self, divisor: Self, instead: Self) -> Self {
        (self / divisor).either(instead)
    }
}

/// A function, because each closure would compile the shapes' `lift` again.
fn counted(_: f64) -> Counted {
    GIVEN
}

macro_rules! rows {
    ($test:ident $Any:ident $random:ident $V:ident, $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {
        #[test]
        fn $test() {
            $(rows!(@row $i $Any $random $V $m $a $b);)*
        }
    };
    (@row exact $Any:ident $random:ident $V:ident $m:ident $a:ident $b:ident) => {
        let mut source = Source::new(1, Class::Grid);
        let Some(barycast::dynamic::any::$Any::$a(a)) = $random(&mut source, &snake(stringify!($a))) else { unreachable!() };
        let Some(barycast::dynamic::any::$Any::$b(b)) = $random(&mut source, &snake(stringify!($b))) else { unreachable!() };
        let verdict = pair::$m::intersects(&a.lift::<$V<Counted>>(&counted), &b.lift::<$V<Counted>>(&counted));
        assert!(verdict.is_undecided(), "{}", stringify!($m));
    };
    (@row $other:ident $($rest:tt)*) => {};
}

macro_rules! tests {
    ($($rows:tt)*) => {
        barycast_testkit::rows_in_2d!(rows!(no_kernel_rounds_more_than_is_allowed_for_in_2d Shape2 shape2 V2) $($rows)*);
        barycast_testkit::rows_in_3d!(rows!(no_kernel_rounds_more_than_is_allowed_for_in_3d Shape3 shape3 V3) $($rows)*);
    };
}
barycast::with_rows!(tests);
