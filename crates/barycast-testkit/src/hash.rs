//! A hash of a million results: equal exactly if every bit of each is.
//!
//! The hash of one query is FNV-1a (64 bits) of its number and its result as printed by `{:?}`.
//! Floats print as the shortest digits that identify them, so every bit counts (except those of a
//! NaN). The hashes of several queries are added, so that threads can share the work.

use crate::random::{CLASSES, Source, shape2, shape3, snake};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use barycast::query::{Distance, Intersects};
use barycast::shape::Ray;
use core::fmt::{Debug, Write};
use core::ops::Range;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// FNV-1a, 64 bits.
struct Fnv(u64);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

/// Returns the hash of the results of queries, identified by number: any two shapes in 2D and 3D
/// with all dynamic queries, rows of the table over `f32` and `f64`, and rays at meshes.
#[must_use]
pub fn answers(questions: Range<u64>) -> u64 {
    let rows = rows();
    questions.map(|number| answer(number, &rows)).fold(0, u64::wrapping_add)
}

fn answer(number: u64, rows: &[Row]) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    let (kind, n) = (number % 4, number / 4);
    let class = CLASSES[(n / 7 % CLASSES.len() as u64) as usize];
    let mut source = Source::new(number, class);
    // Writing to a hash never fails.
    let _ = write!(hash, "{number} ");
    match kind {
        0 => in_2d(n, &mut source, &mut hash),
        1 => in_3d(n, &mut source, &mut hash),
        2 => rows[(n % rows.len() as u64) as usize](&mut source, &mut hash),
        _ => mesh(n, &mut source, &mut hash),
    }
    hash.0
}

fn add_result(hash: &mut Fnv, answer: &impl Debug) {
    let _ = write!(hash, "{answer:?}");
}

/// The 2D shapes that the hash covers. A new shape would change all pairs, so it is added when the
/// hash changes anyway.
const FLAT: &[&str] = &[
    "point",
    "line",
    "ray",
    "segment",
    "plane",
    "half_space",
    "sphere",
    "aabb",
    "obb",
    "capsule",
    "ellipsoid",
    "triangle",
    "parallelogram",
    "convex",
    "tapered_capsule",
    "wedge",
    "rounded",
    "scaled",
];

/// The same in space.
const SOLID: &[&str] = &[
    "point",
    "line",
    "ray",
    "segment",
    "plane",
    "half_space",
    "sphere",
    "aabb",
    "obb",
    "capsule",
    "ellipsoid",
    "triangle",
    "parallelogram",
    "cylinder",
    "infinite_cylinder",
    "convex",
    "tapered_capsule",
    "cone",
    "disc",
    "elliptic_cylinder",
    "frustum",
    "infinite_cone",
    "tetrahedron",
    "truncated_cone",
    "rounded",
    "scaled",
];

macro_rules! any_pair {
    ($name:ident $names:ident $V:ident $random:ident) => {
        fn $name(n: u64, source: &mut Source, hash: &mut Fnv) {
            let names = $names;
            let pair = (n / 7) as usize;
            let (a, b) = (names[pair % names.len()], names[pair / names.len() % names.len()]);
            let (Some(a), Some(b)) = ($random(source, a), $random(source, b)) else { return };
            let options = CastOptions::default();
            match n % 7 {
                0 => add_result(hash, &a.intersects(&b)),
                1 => add_result(hash, &a.closest_precisely(&b)),
                2 => add_result(hash, &a.contact_precisely(&b)),
                3 => add_result(hash, &a.cast_with(&b, &options)),
                4 => add_result(hash, &a.cast_all_with(&b, &options)),
                5 => add_result(hash, &a.manifold_precisely(&b)),
                _ => add_result(hash, &a.sweep_precisely(&b, source.point::<$V>(), 1.0)),
            }
        }
    };
}

any_pair!(in_2d FLAT DVec2 shape2);
any_pair!(in_3d SOLID DVec3 shape3);

/// Hashes casts of rays at a few triangles, in both precisions.
fn mesh(n: u64, source: &mut Source, hash: &mut Fnv) {
    let vertices: Vec<DVec3> = (0..12).map(|_| source.point()).collect();
    let triangles = (0..20).map(|_| [0; 3].map(|_: u32| source.rng.u32(0..12))).collect();
    let ray = Ray::new(source.point::<DVec3>(), source.direction());
    if n.is_multiple_of(2) {
        if let Ok(mesh) = TriMesh::try_new(vertices, triangles) {
            let all = CastOptions::default();
            add_result(hash, &(mesh.cast_all(&ray, &all), mesh.crossings(&ray, &all)));
        }
    } else if let Ok(mesh) = TriMesh::try_new(vertices.iter().map(|v| v.as_vec3()).collect(), triangles) {
        let ray = Ray::new(ray.origin.as_vec3(), ray.direction.as_vec3());
        let all = CastOptions::default();
        let first = mesh.cast(&ray, &all);
        let next = first.and_then(|hit| mesh.offset_ray_origin(&hit, -ray.direction));
        add_result(hash, &(first, next, mesh.crossings(&ray, &all)));
    }
}

type Row = fn(&mut Source, &mut Fnv);

macro_rules! row {
    ($Any:ident $random:ident $Narrow:ident $Wide:ident $a:ident $b:ident) => {
        |source: &mut Source, hash: &mut Fnv| {
            let (a, b) = (snake(stringify!($a)), snake(stringify!($b)));
            let (Some($Any::$a(a)), Some($Any::$b(b))) = ($random(source, &a), $random(source, &b)) else {
                return;
            };
            add_result(hash, &(Intersects::intersects(&a, &b), Distance::closest(&a, &b)));
            let (a, b) = (a.lift::<$Narrow>(&|x| x as f32), b.lift::<$Narrow>(&|x| x as f32));
            add_result(hash, &(Intersects::intersects(&a, &b), Distance::closest(&a, &b)));
            let (a, b) = (a.lift::<$Wide>(&f64::from), b.lift::<$Wide>(&f64::from));
            add_result(hash, &Distance::closest(&b, &a));
        }
    };
}

macro_rules! all_rows {
    (both_same { $($m1:ident: $a1:ident $b1:ident, $i1:ident $d1:ident $c1:ident;)* }
     both_pair { $($m2:ident: $a2:ident $b2:ident, $i2:ident $d2:ident $c2:ident;)* }
     d2_same { $($m3:ident: $a3:ident $b3:ident, $i3:ident $d3:ident $c3:ident;)* }
     d2_pair { $($m4:ident: $a4:ident $b4:ident, $i4:ident $d4:ident $c4:ident;)* }
     d3_same { $($m5:ident: $a5:ident $b5:ident, $i5:ident $d5:ident $c5:ident;)* }
     d3_pair { $($m6:ident: $a6:ident $b6:ident, $i6:ident $d6:ident $c6:ident;)* }) => {
        /// Returns each row of the table, in each of its dimensions.
        fn rows() -> Vec<Row> {
            vec![
                $(row!(Shape2 shape2 Vec2 DVec2 $a1 $b1),)* $(row!(Shape3 shape3 Vec3 DVec3 $a1 $b1),)*
                $(row!(Shape2 shape2 Vec2 DVec2 $a2 $b2),)* $(row!(Shape3 shape3 Vec3 DVec3 $a2 $b2),)*
                $(row!(Shape2 shape2 Vec2 DVec2 $a3 $b3),)* $(row!(Shape2 shape2 Vec2 DVec2 $a4 $b4),)*
                $(row!(Shape3 shape3 Vec3 DVec3 $a5 $b5),)* $(row!(Shape3 shape3 Vec3 DVec3 $a6 $b6),)*
            ]
        }
    };
}
barycast::with_rows!(all_rows);
