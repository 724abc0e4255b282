//! Certified intersection tests, and distances in double-double precision.
//!
//! Filtered floats ([`exactly`](crate::pair::typed_exact)) decide most tests. The rest run over
//! [`Exact`] numbers, which evaluate only the comparisons their error bounds
//! leave undecided. The result is therefore exact for the given numbers, including denormals,
//! 1e300, and inputs one ulp from the boundary.

use crate::exact::{Arena, Exact};
use core::cell::Cell;

/// Runs the kernel of one row in a separate function. Kernels are always inlined, and a match over
/// all rows would be a single function of a megabyte, which takes the compiler minutes.
#[inline(never)]
pub(crate) fn outlined<A>(row: impl FnOnce() -> A) -> A {
    row()
}

/// Returns the conversion of floats to exact numbers of an arena. All rows share it, so that `lift`
/// is instantiated for one closure type.
pub(crate) fn of<'a>(arena: &'a Arena) -> impl Fn(f64) -> Exact<'a> {
    |x| arena.number(x)
}

/// Returns the identity on floats; it sets `numbers` to false at a NaN.
pub(crate) fn check_nan(numbers: &Cell<bool>) -> impl Fn(f64) -> f64 {
    |x| {
        numbers.set(numbers.get() & !x.is_nan());
        x
    }
}

/// Returns the identity on floats; it sets `finite` to false at a NaN or infinity.
pub(crate) fn check_finite(finite: &Cell<bool>) -> impl Fn(f64) -> f64 {
    |x| {
        finite.set(finite.get() & x.is_finite());
        x
    }
}

/// Certified result of `$kernel($a, $b)`.
///
/// The last argument is the result over filtered floats, if they decide. Otherwise the kernel runs
/// over exact numbers. If a number is not finite, intervals run first, because exact numbers cannot
/// represent it.
macro_rules! certified {
    ($V:ident, $kernel:path, $a:expr, $b:expr) => {
        $crate::exact::certify::certified!($V, $kernel, $a, $b, None)
    };
    ($V:ident, $kernel:path, $a:expr, $b:expr, $certainly:expr) => {{
        let meets = $certainly.unwrap_or_else(|| {
            use $crate::exact::{Arena, Exact, Interval};
            use $crate::number::{Mask, Verdict};
            let finite = core::cell::Cell::new(true);
            let look = $crate::exact::certify::check_finite(&finite);
            let _ = ($a.lift::<$V<f64>>(&look), $b.lift::<$V<f64>>(&look));
            let verdict = if finite.get() {
                Verdict::MAYBE
            } else {
                $crate::exact::certify::outlined(|| {
                    let number = Interval::new;
                    $kernel(&$a.lift::<$V<Interval>>(&number), &$b.lift::<$V<Interval>>(&number))
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
        // A shape with a NaN intersects nothing, and exact numbers have no value for NaN.
        meets && {
            let numbers = core::cell::Cell::new(true);
            let look = $crate::exact::certify::check_nan(&numbers);
            let _ = ($a.lift::<$V<f64>>(&look), $b.lift::<$V<f64>>(&look));
            numbers.get()
        }
    }};
}
pub(crate) use certified;

/// Converts a shape to double-double precision.
macro_rules! precise {
    ($V:ident, $shape:expr) => {
        $shape.lift::<$V<$crate::number::DoubleDouble>>(&$crate::number::DoubleDouble::new)
    };
}
pub(crate) use precise;

/// Conversion of double-double results to `f64`, rounded once.
pub(crate) mod narrow {
    use crate::number::{DoubleDouble, Float};
    use crate::query::{Closest, Hit, Penetration};
    use crate::vector::Vector;

    /// Rounds to the nearest `f64`.
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
        // Normals of shapes of size 1e-308 may not be representable.
        Hit { normal: hit.normal.filter(|n| n.dot(*n).is_finite()), ..hit }
    }
}
