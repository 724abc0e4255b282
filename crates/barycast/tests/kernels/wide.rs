//! Lanes agree with single numbers, bit for bit: every `exact` row of the table, eight pairs in 3D `f32` and four
//! in 2D `f64` at once.
//!
//! The cases are drawn as single shapes; their numbers, in the order in which `lift` visits them, become lanes.
#![cfg(target_arch = "x86_64")]

use barycast::any::{Shape2, Shape3};
use barycast::pair;
use barycast::vector::{V2, V3};
use barycast_testkit::random::{CLASSES, Source, shape2, shape3, snake};
use core::cell::{Cell, RefCell};
use fearless_simd::prelude::*;
use fearless_simd::{Avx2, Level, f32x8, f64x4};

/// The numbers that `lift` visits, in its order.
fn numbers(lift: impl FnOnce(&dyn Fn(f64) -> f64)) -> Vec<f64> {
    let seen = RefCell::new(Vec::new());
    lift(&|x| {
        seen.borrow_mut().push(x);
        x
    });
    seen.into_inner()
}

macro_rules! rows_in_lanes {
    ($test:ident $Any:ident $random:ident $V:ident $Lanes:ident $one:ident $lanes:literal,
     $($m:ident: $a:ident $b:ident, $i:ident;)*) => {
        #[test]
        fn $test() {
            let Some(simd) = Level::new().as_avx2() else { return };
            let mut asked = 0;
            $(rows_in_lanes!(@row $i simd asked $Any $random $V $Lanes $one $lanes $m $a $b);)*
            assert!(asked > 1000, "asked {asked}");
        }
    };
    (@row exact $simd:ident $asked:ident $Any:ident $random:ident $V:ident $Lanes:ident $one:ident $lanes:literal
     $m:ident $a:ident $b:ident) => {
        for (c, &class) in CLASSES.iter().enumerate() {
            let mut source = Source::new(97 + c as u64, class);
            let (mut shapes_a, mut shapes_b) = (Vec::new(), Vec::new());
            for _ in 0..$lanes {
                let Some($Any::$a(a)) = $random(&mut source, &snake(stringify!($a))) else { unreachable!() };
                let Some($Any::$b(b)) = $random(&mut source, &snake(stringify!($b))) else { unreachable!() };
                shapes_a.push(a);
                shapes_b.push(b);
            }
            let columns_a: Vec<_> =
                shapes_a.iter().map(|s| numbers(|f| { s.lift::<$V<f64>>(&|x| f(x)); })).collect();
            let columns_b: Vec<_> =
                shapes_b.iter().map(|s| numbers(|f| { s.lift::<$V<f64>>(&|x| f(x)); })).collect();
            let wide = |columns: &[Vec<f64>], at: &Cell<usize>| {
                let numbers: Vec<$one> = columns.iter().map(|column| column[at.get()] as $one).collect();
                at.set(at.get() + 1);
                $Lanes::from_slice($simd, &numbers)
            };
            let (at_a, at_b) = (Cell::new(0), Cell::new(0));
            let wide_a = shapes_a[0].lift::<$V<$Lanes<Avx2>>>(&|_| wide(&columns_a, &at_a));
            let wide_b = shapes_b[0].lift::<$V<$Lanes<Avx2>>>(&|_| wide(&columns_b, &at_b));
            let mask = pair::$m::intersects(&wide_a, &wide_b);
            for lane in 0..$lanes {
                let a = shapes_a[lane].lift::<$V<$one>>(&|x| x as $one);
                let b = shapes_b[lane].lift::<$V<$one>>(&|x| x as $one);
                let single: bool = pair::$m::intersects(&a, &b);
                assert_eq!(mask.test(lane), single, "{} lane {lane} ({class:?}): {a:?} {b:?}", stringify!($m));
                $asked += 1;
            }
        }
    };
    (@row $other:ident $($rest:tt)*) => {};
}

macro_rules! tests {
    (both_same { $($m1:ident: $a1:ident $b1:ident, $i1:ident $d1:ident $c1:ident;)* }
     both_pair { $($m2:ident: $a2:ident $b2:ident, $i2:ident $d2:ident $c2:ident;)* }
     d2_same { $($m3:ident: $a3:ident $b3:ident, $i3:ident $d3:ident $c3:ident;)* }
     d2_pair { $($m4:ident: $a4:ident $b4:ident, $i4:ident $d4:ident $c4:ident;)* }
     d3_same { $($m5:ident: $a5:ident $b5:ident, $i5:ident $d5:ident $c5:ident;)* }
     d3_pair { $($m6:ident: $a6:ident $b6:ident, $i6:ident $d6:ident $c6:ident;)* }) => {
        rows_in_lanes!(four_pairs_in_2d Shape2 shape2 V2 f64x4 f64 4,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m3: $a3 $b3, $i3;)* $($m4: $a4 $b4, $i4;)*);
        rows_in_lanes!(eight_pairs_in_3d Shape3 shape3 V3 f32x8 f32 8,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m5: $a5 $b5, $i5;)* $($m6: $a6 $b6, $i6;)*);
    };
}
barycast::with_rows!(tests);
