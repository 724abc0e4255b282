//! What exactly right costs beside plain answers as they were when this library was first measured: `intersects_exactly` of today, and
//! `intersects` of today, each in turns with the first `intersects`, over the same random pairs.
//!
//! `bench/first.sh`, or `bench/first.sh NAME` for the rows whose names hold `NAME`.

#[path = "../../benches/exact/draw.rs"]
mod draw;
#[path = "../../benches/pairs/harness.rs"]
#[allow(dead_code)]
mod harness;

use harness::{PAIRS, Table};

mod today {
    use barycast::shape;
    crate::draw::shapes!(shape);
}

mod first {
    use barycast_first::shape;
    crate::draw::shapes!(shape);
}

macro_rules! rows {
    ($table:ident, $module:ident: $($a:ident $b:ident;)*) => {$({
        let mut draw = today::$module::Draw(fastrand::Rng::with_seed(7));
        let pairs: Vec<_> = (0..PAIRS).map(|_| (draw.$a(), draw.$b())).collect();
        let mut draw = first::$module::Draw(fastrand::Rng::with_seed(7));
        let first: Vec<_> = (0..PAIRS).map(|_| (draw.$a(), draw.$b())).collect();
        let was = |i: usize| first[i].0.intersects(&first[i].1);
        let name = concat!(stringify!($a), " ", stringify!($b), " ", stringify!($module));
        $table.row(name, "exact beside the first plain", |i| pairs[i].0.intersects_exactly(&pairs[i].1), was);
        $table.row(name, "plain beside the first plain", |i| pairs[i].0.intersects(&pairs[i].1), was);
    })*};
}

macro_rules! in_all {
    ($table:ident: $($module:ident)*) => {$(
        rows! { $table, $module:
            aabb aabb;
            aabb point;
            aabb sphere;
            aabb ray;
            aabb obb;
            aabb triangle;
            capsule capsule;
            capsule sphere;
            obb obb;
            obb point;
            obb sphere;
            point triangle;
            segment segment;
            ray sphere;
            ray triangle;
            sphere sphere;
            sphere triangle;
            triangle triangle;
        }
    )*};
}

fn main() {
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let mut table = Table { only, csv: String::new() };
    println!("{:<28} {:>8} {:>8} {:>6}   {:>8}", "ns a pair", "today", "first", "ratio", "agree");
    in_all!(table: plane_f32 plane_f64 space_f32 space_f64);
    if let Some(path) = std::env::var_os("BARYCAST_RECORD") {
        let csv = format!("pair,what,today_ns,first_ns,ratio,agree\n{}", table.csv);
        std::fs::write(&path, csv).expect("the record can be written");
    }
}
