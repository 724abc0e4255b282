//! Lanes agree with scalars, bit for bit: every `exact` row of the table, eight pairs in 3D `f32`
//! and four in 2D `f64` at once. So do typed shapes, whose kernels use SIMD registers.
//!
//! Cases are drawn as single shapes; their numbers, in the order in which `lift` visits them,
//! become lanes.
#![cfg(target_arch = "x86_64")]

use crate::{f32_of, same};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair;
use barycast::vector::{V2, V3};
use barycast_testkit::random::{CLASSES, Source, shape2, shape3, snake};
use core::cell::{Cell, RefCell};
use fearless_simd::prelude::*;
use fearless_simd::{Avx2, Level, f32x8, f64x4};
use glam::{DVec2, Vec3};

/// Returns the numbers that `lift` visits, in its order.
fn numbers(lift: impl FnOnce(&dyn Fn(f64) -> f64)) -> Vec<f64> {
    let seen = RefCell::new(Vec::new());
    lift(&|x| {
        seen.borrow_mut().push(x);
        x
    });
    seen.into_inner()
}

macro_rules! rows_in_lanes {
    ($test:ident $Any:ident $random:ident $V:ident $Lanes:ident $one:ident $narrow:ident $Wide:ident $Own:ident $lanes:literal,
     $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {
        #[test]
        #[allow(clippy::type_complexity, reason = "a row")]
        fn $test() {
            type Test = fn(Avx2, &[$Any], &[$Any]) -> Vec<[bool; 3]>;
            let Some(simd) = Level::new().as_avx2() else { return };
            let mut rows: Vec<(&str, [&str; 2], Test)> = Vec::new();
            $(rows_in_lanes!(@row $i rows $Any $V $Lanes $one $narrow $Own $lanes $m $a $b);)*
            let mut total = 0;
            for (name, shapes, test) in rows {
                let [first, second] = shapes.map(snake);
                for (c, &class) in CLASSES.iter().enumerate() {
                    let mut source = Source::new(97 + c as u64, class);
                    let mut draw = |shape: &str| $random(&mut source, shape).expect("a shape");
                    let (a, b): (Vec<_>, Vec<_>) = (0..$lanes).map(|_| (draw(&first), draw(&second))).unzip();
                    for (lane, [wide, single, typed]) in test(simd, &a, &b).into_iter().enumerate() {
                        assert_eq!(wide, single, "{name} lane {lane} ({class:?}): {:?} {:?}", a[lane], b[lane]);
                        assert_eq!(typed, single, "{name} typed ({class:?}): {:?} {:?}", a[lane], b[lane]);
                        total += 1;
                    }
                }
            }
            assert!(total > 1000, "{total}");
        }
    };
    (@row exact $rows:ident $Any:ident $V:ident $Lanes:ident $one:ident $narrow:ident $Own:ident
     $lanes:literal $m:ident $a:ident $b:ident) => {
        $rows.push((stringify!($m), [stringify!($a), stringify!($b)], |simd, a, b| {
            let typed = |a: &_, b: &_| match (a, b) {
                ($Any::$a(a), $Any::$b(b)) => (*a, *b),
                _ => unreachable!("as they were drawn"),
            };
            let pairs: Vec<_> = a.iter().zip(b).map(|(a, b)| typed(a, b)).collect();
            let (of_a, of_b): (Vec<_>, Vec<_>) = pairs
                .iter()
                .map(|(a, b)| (numbers(|f| { a.lift::<$V<f64>>(&f); }), numbers(|f| { b.lift::<$V<f64>>(&f); })))
                .unzip();
            let next = |columns: &[Vec<f64>], at: &Cell<usize>| {
                let lanes: Vec<$one> = columns.iter().map(|column| $narrow(column[at.get()])).collect();
                at.set(at.get() + 1);
                $Lanes::from_slice(simd, &lanes)
            };
            let (at_a, at_b) = (Cell::new(0), Cell::new(0));
            let next_of_a: &dyn Fn(f64) -> $Lanes<Avx2> = &|_| next(&of_a, &at_a);
            let next_of_b: &dyn Fn(f64) -> $Lanes<Avx2> = &|_| next(&of_b, &at_b);
            let (first, second) = &pairs[0];
            let wide = (first.lift::<$V<$Lanes<Avx2>>>(&next_of_a), second.lift::<$V<$Lanes<Avx2>>>(&next_of_b));
            let mask = pair::$m::intersects(&wide.0, &wide.1);
            let mut said = Vec::new();
            for (lane, (a, b)) in pairs.iter().enumerate() {
                let typed = a.lift::<$Own>(&$narrow).intersects(&b.lift::<$Own>(&$narrow));
                let (a, b) = (a.lift::<$V<$one>>(&$narrow), b.lift::<$V<$one>>(&$narrow));
                let single: bool = pair::$m::intersects(&a, &b);
                said.push([mask.test(lane), single, typed]);
            }
            said
        }));
    };
    (@row $other:ident $($rest:tt)*) => {};
}

macro_rules! tests {
    ($($rows:tt)*) => {
        barycast_testkit::rows_in_2d!(rows_in_lanes!(four_pairs_in_2d Shape2 shape2 V2 f64x4 f64 same DVec2 DVec2 4) $($rows)*);
        barycast_testkit::rows_in_3d!(rows_in_lanes!(eight_pairs_in_3d Shape3 shape3 V3 f32x8 f32 f32_of DVec3 Vec3 8) $($rows)*);
    };
}
barycast::with_rows!(tests);
