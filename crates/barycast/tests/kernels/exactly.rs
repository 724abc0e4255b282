//! Exactly right, of typed shapes: what `intersects_exactly` says is what intervals and exact rationals say.

use barycast::any::{Shape2, Shape3};
use barycast_testkit::random::{CLASSES, Source, shape2, shape3, snake};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Cases a row, class and precision; more with `BARYCAST_CASES=1000 cargo test --release -p barycast --test kernels exactly`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

macro_rules! rows {
    ($test:ident $Any:ident $random:ident $V:ident $one:ident $Wide:ident, $($m:ident: $a:ident $b:ident, $i:ident;)*) => {
        #[test]
        fn $test() {
            let mut wrong = Vec::new();
            $(rows!(@row $i wrong $Any $random $V $one $Wide $m $a $b);)*
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        }
    };
    (@row exact $wrong:ident $Any:ident $random:ident $V:ident $one:ident $Wide:ident $m:ident $a:ident $b:ident) => {
        for (c, &class) in CLASSES.iter().enumerate() {
            for seed in 0..cases() {
                let mut source = Source::new(seed * 137 + c as u64, class);
                let Some($Any::$a(a)) = $random(&mut source, &snake(stringify!($a))) else { unreachable!() };
                let Some($Any::$b(b)) = $random(&mut source, &snake(stringify!($b))) else { unreachable!() };
                let (a, b) = (a.lift::<$V>(&|x| x as $one), b.lift::<$V>(&|x| x as $one));
                #[allow(clippy::unnecessary_cast, reason = "one of the two is")]
                let wide = |x: $one| x as f64;
                let truth = $Any::from(a.lift::<$Wide>(&wide)).intersects(&$Any::from(b.lift::<$Wide>(&wide)));
                if a.intersects_exactly(&b) != truth || b.intersects_exactly(&a) != truth {
                    $wrong.push(format!("{} ({class:?} {seed}): not {truth}\n  {a:?}\n  {b:?}", stringify!($m)));
                    break;
                }
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
        rows!(in_2d_f32 Shape2 shape2 Vec2 f32 DVec2,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m3: $a3 $b3, $i3;)* $($m4: $a4 $b4, $i4;)*);
        rows!(in_2d_f64 Shape2 shape2 DVec2 f64 DVec2,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m3: $a3 $b3, $i3;)* $($m4: $a4 $b4, $i4;)*);
        rows!(in_3d_f32 Shape3 shape3 Vec3 f32 DVec3,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m5: $a5 $b5, $i5;)* $($m6: $a6 $b6, $i6;)*);
        rows!(in_3d_f64 Shape3 shape3 DVec3 f64 DVec3,
            $($m1: $a1 $b1, $i1;)* $($m2: $a2 $b2, $i2;)* $($m5: $a5 $b5, $i5;)* $($m6: $a6 $b6, $i6;)*);
    };
}
barycast::with_rows!(tests);
