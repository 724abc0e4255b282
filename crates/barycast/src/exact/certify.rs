//! Certified yes or no, and distances in twice the digits: the same kernels over better numbers.
//!
//! A yes or no comes from floats that know their rounding ([`exactly`](crate::pair::typed_exact)); where they leave it undecided, from
//! [`Exact`](crate::exact::Exact) numbers, which carry floats with a bound and evaluate only what these leave open. So the answer is
//! exactly right for the numbers given: denormals, 1e300, and inputs one ulp from the boundary included.

use crate::exact::{Arena, Exact};
use core::cell::Cell;

/// The answer of a row's kernel, compiled as a function of its own: kernels are always inlined, and a match over
/// all rows would be one function of a megabyte, which takes the compiler minutes.
#[inline(never)]
pub(crate) fn outlined<A>(row: impl FnOnce() -> A) -> A {
    row()
}

/// Exact numbers of an arena. One function for all rows, so that shapes are lifted by it in one way.
pub(crate) fn of<'a>(arena: &'a Arena) -> impl Fn(f64) -> Exact<'a> {
    |x| arena.number(x)
}

/// Numbers as they are; sets `numbers` to false at a NaN.
pub(crate) fn looking(numbers: &Cell<bool>) -> impl Fn(f64) -> f64 {
    |x| {
        numbers.set(numbers.get() & !x.is_nan());
        x
    }
}

/// Numbers as they are; sets `finite` to false at one that is not.
pub(crate) fn looking_for_ends(finite: &Cell<bool>) -> impl Fn(f64) -> f64 {
    |x| {
        finite.set(finite.get() & x.is_finite());
        x
    }
}

/// `$kernel($a, $b)` as floats decide it that know their rounding, where the last argument does; and over exact numbers where it does
/// not, which evaluate what their floats leave open. Where a number is not finite, intervals decide first: exact numbers have none for it.
macro_rules! certified {
    ($V:ident, $kernel:path, $a:expr, $b:expr) => {
        $crate::exact::certify::certified!($V, $kernel, $a, $b, None)
    };
    ($V:ident, $kernel:path, $a:expr, $b:expr, $certainly:expr) => {{
        let meets = $certainly.unwrap_or_else(|| {
            use $crate::exact::{Arena, Exact, Interval};
            use $crate::number::{Mask, Verdict};
            let finite = core::cell::Cell::new(true);
            let look = $crate::exact::certify::looking_for_ends(&finite);
            let _ = ($a.lift::<$V<f64>>(&look), $b.lift::<$V<f64>>(&look));
            let verdict = if finite.get() {
                Verdict::MAYBE
            } else {
                $crate::exact::certify::outlined(|| {
                    $kernel(&$a.lift::<$V<Interval>>(&Interval::new), &$b.lift::<$V<Interval>>(&Interval::new))
                })
            };
            if verdict.all() {
                true
            } else if verdict.none() {
                false
            } else {
                $crate::exact::certify::outlined(|| {
                    let arena = Arena::new();
                    let number = $crate::exact::certify::of(&arena);
                    $kernel(&$a.lift::<$V<Exact<'_>>>(&number), &$b.lift::<$V<Exact<'_>>>(&number))
                })
            }
        });
        // What is no number meets nothing, though the rest of a shape may, and exact numbers have none for it.
        meets && {
            let numbers = core::cell::Cell::new(true);
            let look = $crate::exact::certify::looking(&numbers);
            let _ = ($a.lift::<$V<f64>>(&look), $b.lift::<$V<f64>>(&look));
            numbers.get()
        }
    }};
}
pub(crate) use certified;

/// The shape over twice the digits.
macro_rules! precise {
    ($V:ident, $shape:expr) => {
        $shape.lift::<$V<$crate::number::DoubleDouble>>(&$crate::number::DoubleDouble::new)
    };
}
pub(crate) use precise;

/// Back to `f64`, rounded once.
pub(crate) mod narrow {
    use crate::number::{DoubleDouble, Float};
    use crate::query::{Closest, Hit, Penetration};
    use crate::vector::Vector;

    /// The nearest `f64`.
    pub(crate) fn number(number: DoubleDouble) -> f64 {
        number.to_f64()
    }

    pub(crate) fn closest<P, V>(c: &Closest<P>) -> Closest<V>
    where
        P: Vector<Scalar = DoubleDouble>,
        V: Vector<Scalar = f64>,
    {
        Closest { distance: number(c.distance), on_a: c.on_a.lift(&number), on_b: c.on_b.lift(&number) }
    }

    pub(crate) fn contact<P, V>(c: &Penetration<P>) -> Penetration<V>
    where
        P: Vector<Scalar = DoubleDouble>,
        V: Vector<Scalar = f64>,
    {
        Penetration {
            normal_a_to_b: c.normal_a_to_b.map(|n| n.lift(&number)),
            depth: number(c.depth),
            on_a: c.on_a.lift(&number),
            on_b: c.on_b.lift(&number),
        }
    }

    pub(crate) fn hit<P, V>(h: &Hit<P>) -> Hit<V>
    where
        P: Vector<Scalar = DoubleDouble>,
        V: Vector<Scalar = f64>,
    {
        let hit: Hit<V> = h.lift(&number);
        // Shapes of 1e-308 may have none that floats can tell.
        Hit { normal: hit.normal.filter(|n| n.dot(*n).is_finite()), ..hit }
    }
}
