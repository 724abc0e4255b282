//! What exactly right costs: `intersects_exactly` against `intersects`, in turns, over random pairs; and how many of
//! them each step decides.
//!
//! `cargo xtask bench exact`, or `cd bench && cargo bench --bench exact -- NAME` for the rows whose names hold `NAME`.

#[path = "pairs/harness.rs"]
#[allow(dead_code)]
mod harness;

use barycast::number::{Filtered, Interval};
use barycast::pair;
use barycast::shape::*;
use barycast::vector::{V2, V3};
use glam::{DVec2, DVec3, Vec2, Vec3};
use harness::{PAIRS, Table};

/// Draws shapes of a kind of vector, `$axes` of them along an angle.
macro_rules! shapes {
    ($module:ident $V:ident $S:ident, $v:expr, $axes:expr) => {
        mod $module {
            use super::*;

            pub struct Draw(pub fastrand::Rng);

            impl Draw {
                fn number(&mut self) -> $S {
                    self.0.f64() as $S * 2.0 - 1.0
                }
                fn v(&mut self) -> $V {
                    let v: fn(&mut Self) -> $V = $v;
                    v(self)
                }
                pub fn point(&mut self) -> Point<$V> {
                    Point(self.v())
                }
                pub fn sphere(&mut self) -> Sphere<$V> {
                    Sphere { center: self.v() * 1.5, radius: self.number().abs() }
                }
                pub fn aabb(&mut self) -> Aabb<$V> {
                    let (a, b) = (self.v(), self.v());
                    Aabb { min: a.min(b), max: a.max(b) }
                }
                pub fn obb(&mut self) -> Obb<$V> {
                    let axes: fn(&mut Self) -> [$V; <$V as barycast::vector::Vector>::DIM] = $axes;
                    Obb { center: self.v() * 1.5, half_extents: self.v().abs(), axes: axes(self) }
                }
                pub fn capsule(&mut self) -> Capsule<$V> {
                    Capsule { a: self.v() * 1.5, b: self.v() * 1.5, radius: self.number().abs() * 0.5 }
                }
                pub fn segment(&mut self) -> Segment<$V> {
                    Segment { a: self.v() * 1.5, b: self.v() * 1.5 }
                }
                pub fn triangle(&mut self) -> Triangle<$V> {
                    Triangle { a: self.v() * 3.0, b: self.v() * 3.0, c: self.v() * 3.0 }
                }
                pub fn ray(&mut self) -> Ray<$V> {
                    let origin = self.v() * 4.0;
                    Ray { origin, direction: self.v() * 0.7 - origin }
                }
            }
        }
    };
}

shapes!(plane_f32 Vec2 f32, |d| Vec2::new(d.number(), d.number()), |d| {
    let (sin, cos) = (d.number() * 3.0).sin_cos();
    [Vec2::new(cos, sin), Vec2::new(-sin, cos)]
});
shapes!(plane_f64 DVec2 f64, |d| DVec2::new(d.number(), d.number()), |d| {
    let (sin, cos) = (d.number() * 3.0).sin_cos();
    [DVec2::new(cos, sin), DVec2::new(-sin, cos)]
});
shapes!(space_f32 Vec3 f32, |d| Vec3::new(d.number(), d.number(), d.number()), |d| {
    let (up, side) = (d.v().normalize(), d.v());
    let right = up.cross(side).normalize();
    [right, up, right.cross(up)]
});
shapes!(space_f64 DVec3 f64, |d| DVec3::new(d.number(), d.number(), d.number()), |d| {
    let (up, side) = (d.v().normalize(), d.v());
    let right = up.cross(side).normalize();
    [right, up, right.cross(up)]
});

/// A row for each pair, and the share of pairs that each step decides.
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
            let mut asked = 0;
            while asked < 1_000_000 {
                let (a, b) = (draw.$a(), draw.$b());
                asked += 1;
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
