#!/bin/sh
# Measures how long small programs take to compile with barycast and with other libraries: from an empty target folder, in release
# mode, one after another. Prints a table: wall-clock seconds, processor seconds, number of crates, and size of the program in kilobytes.
#
#     bench/compile.sh [NAME ...]
#
# compiles the named programs, by default all.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR="$work/target"
wanted="$*"

program() { # NAME, dependencies, source
  case " $wanted " in "  " | *" $1 "*) ;; *) return 0 ;; esac
  mkdir -p "$work/$1/src"
  printf '[package]\nname = "program"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\n%s\n' "$2" > "$work/$1/Cargo.toml"
  printf '%s\n' "$3" > "$work/$1/src/main.rs"
  cd "$work/$1"
  cargo fetch --quiet
  rm -rf "$CARGO_TARGET_DIR"
  before=$(date +%s.%N)
  bash -c 'TIMEFORMAT="%U %S"; time cargo build --release --quiet --offline' 2> "$work/log" || { cat "$work/log" >&2; exit 1; }
  after=$(date +%s.%N)
  cpu=$(tail -1 "$work/log")
  crates=$(cargo tree --quiet --offline --edges normal,build --prefix none --no-dedupe | awk '{ print $1 }' | sort -u | wc -l)
  bytes=$(wc -c < "$CARGO_TARGET_DIR/release/program")
  echo "$1 $before $after $cpu $crates $bytes" |
    awk '{ printf "| %s | %.0f | %.0f | %d | %d |\n", $1, $3 - $2, $4 + $5, $6 - 1, $7 / 1000 }'
}

ours="barycast = { path = \"$root/crates/barycast\", default-features = false, features = ["
boxes='use barycast::d3::{Aabb, Sphere};
use glam::Vec3;
fn main() {
    let ball = Sphere::new(Vec3::splat(std::env::args().count() as f32), 1.0);
    let block = Aabb::new(Vec3::ZERO, Vec3::splat(2.0));
    println!("{} {}", ball.intersects(&block), ball.distance(&block));
}'
mesh='use barycast::d3::Ray;
use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use glam::{Vec3, vec3};
fn main() {
    let far = std::env::args().count() as f32;
    let mesh = TriMesh::try_new(vec![Vec3::ZERO, vec3(far, 0.0, 0.0), vec3(0.0, far, 0.0)], vec![[0, 1, 2]]).unwrap();
    println!("{:?}", mesh.cast(&Ray::new(vec3(0.25, 0.25, 1.0), vec3(0.0, 0.0, -1.0)), &CastOptions::default()));
}'

echo '| program | s | processor s | crates | kB |'
echo '|---|---:|---:|---:|---:|'
program boxes-barycast "$ours\"std\"] }
glam = \"0.33\"" "$boxes"
program boxes-parry3d 'parry3d = "0.31"' 'use parry3d::math::{Pose, Vec3};
use parry3d::query;
use parry3d::shape::{Ball, Cuboid};
fn main() {
    let (ball, block) = (Ball::new(1.0), Cuboid::new(Vec3::splat(1.0)));
    let a = Pose::from_translation(Vec3::splat(std::env::args().count() as f32));
    let b = Pose::from_translation(Vec3::splat(1.0));
    println!("{:?} {:?}", query::intersection_test(&a, &ball, &b, &block), query::distance(&a, &ball, &b, &block));
}'
program boxes-bevy_math 'bevy_math = "0.18"' 'use bevy_math::bounding::{Aabb3d, BoundingSphere, IntersectsVolume};
use bevy_math::Vec3;
fn main() {
    let ball = BoundingSphere::new(Vec3::splat(std::env::args().count() as f32), 1.0);
    println!("{}", Aabb3d::new(Vec3::ONE, Vec3::ONE).intersects(&ball));
}'
program mesh-barycast "$ours\"std\", \"mesh\"] }
glam = \"0.33\"" "$mesh"
program mesh-parry3d 'parry3d = "0.31"' 'use parry3d::math::Vec3;
use parry3d::query::{Ray, RayCast};
use parry3d::shape::TriMesh;
fn main() {
    let far = std::env::args().count() as f32;
    let mesh = TriMesh::new(vec![Vec3::ZERO, Vec3::new(far, 0.0, 0.0), Vec3::new(0.0, far, 0.0)], vec![[0, 1, 2]]).unwrap();
    let ray = Ray::new(Vec3::new(0.25, 0.25, 1.0), Vec3::new(0.0, 0.0, -1.0));
    println!("{:?}", mesh.cast_local_ray(&ray, f32::MAX, true));
}'
program mesh-obvhs 'obvhs = "0.4"' 'use obvhs::BvhBuildParams;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray, RayHit};
use obvhs::triangle::Triangle;
use std::time::Duration;
fn main() {
    let far = std::env::args().count() as f32;
    let [a, b, c] = [[0.0; 3], [far, 0.0, 0.0], [0.0, far, 0.0]];
    let triangles = [Triangle { v0: a.into(), v1: b.into(), v2: c.into() }];
    let bvh = build_cwbvh_from_tris(&triangles, BvhBuildParams::medium_build(), &mut Duration::default());
    let ray = Ray::new_inf([0.25, 0.25, 1.0].into(), [0.0, 0.0, -1.0].into());
    let mut hit = RayHit::none();
    println!("{}", bvh.ray_traverse(ray, &mut hit, |ray, id| triangles[bvh.primitive_indices[id] as usize].intersect(ray)));
}'
program all-barycast "barycast = { path = \"$root/crates/barycast\" }
glam = \"0.33\"" "$boxes"
