//! Cost of exactness: `intersects_exactly` against `intersects`, in turns, over random pairs, with
//! the share of pairs that each step decides.
//!
//! `cargo xtask bench exact`, or `cd bench && cargo bench --bench exact -- NAME` for the rows that
//! contain `NAME`.

mod draw;
#[path = "../pairs/harness.rs"]
#[allow(dead_code)]
mod harness;

use barycast::exact::{Filtered, Interval};
use barycast::pair;
use barycast::shape;
use barycast::vector::{V2, V3};
use draw::shapes;
use harness::{PAIRS, Table};

shapes!(shape);

/// One row per pair, and the share of pairs that each step decides.
macro_rules! rows {
    ($table:ident, $module:ident $Of:ident: $($pair:ident $a:ident $b:ident;)*) => {$(
        let name = concat!(stringify!($a), " ", stringify!($b), " ", stringify!($module));
        if $table.wants(name) {
            let mut draw = $module::Draw(fastrand::Rng::with_seed(7));
            let pairs: Vec<_> = (0..PAIRS).map(|_| (draw.$a(), draw.$b())).collect();
            $table.row(
                name,
                "plain",
                |i| pairs[i].0.intersects_exactly(&pairs[i].1),
                |i| pairs[i].0.intersects(&pairs[i].1),
            );
            let mut left = [0_u32; 2];
            let mut tested = 0;
            while tested < 1_000_000 {
                let (a, b) = (draw.$a(), draw.$b());
                tested += 1;
                let filtered = (a.lift::<$Of<Filtered<_>>>(&Filtered::new), b.lift::<$Of<Filtered<_>>>(&Filtered::new));
                if pair::$pair::intersects(&filtered.0, &filtered.1) .is_undecided() {
                    left[0] += 1;
                    let wide = |x| Interval::new(f64::from(x));
                    let intervals = (a.lift::<$Of<Interval>>(&wide), b.lift::<$Of<Interval>>(&wide));
                    left[1] += u32::from(pair::$pair::intersects(&intervals.0, &intervals.1) .is_undecided());
                }
            }
            println!("{:<28} of a million to intervals {}, to exact numbers {}", "", left[0], left[1]);
        }
    )*};
}

macro_rules! in_both {
    ($table:ident, $module:ident $Of:ident) => {
        rows! { $table, $module $Of:
            aabb_aabb aabb aabb;
            aabb_point aabb point;
            aabb_sphere aabb sphere;
            aabb_ray aabb ray;
            aabb_obb aabb obb;
            aabb_triangle aabb triangle;
            capsule_capsule capsule capsule;
            capsule_sphere capsule sphere;
            obb_obb obb obb;
            obb_point obb point;
            obb_sphere obb sphere;
            point_triangle point triangle;
            ray_ray segment segment;
            ray_sphere ray sphere;
            ray_triangle ray triangle;
            sphere_sphere sphere sphere;
            sphere_triangle sphere triangle;
            triangle_triangle triangle triangle;
        }
    };
}

fn main() {
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let mut table = Table { only, csv: String::new() };
    println!("{:<28} {:>8} {:>8} {:>6}   {:>8}", "ns a pair", "exact", "plain", "ratio", "agree");
    in_both!(table, plane_f32 V2);
    in_both!(table, plane_f64 V2);
    in_both!(table, space_f32 V3);
    in_both!(table, space_f64 V3);
}
