//! The nearest point of a mesh: of a point, within a limit, of several triangles, of a shape.
//!
//! `cargo run -p barycast --example nearest_on_mesh`

use barycast::d3::Capsule;
use barycast::mesh::{MeshError, TriMesh};
use glam::{Vec3, vec3};

/// Builds a landscape of 2 * 64 * 64 triangles over a square of side 64.
fn hills() -> Result<TriMesh<Vec3>, MeshError> {
    const N: u32 = 64;
    let height = |x: f32, y: f32| 2.0 * (0.3 * x).sin() * (0.2 * y).cos();
    let vertex = |i: u32| {
        let (x, y) = ((i % (N + 1)) as f32, (i / (N + 1)) as f32);
        vec3(x, y, height(x, y))
    };
    let cell = |i: u32| {
        let low = i / N * (N + 1) + i % N;
        [[low, low + 1, low + N + 2], [low, low + N + 2, low + N + 1]]
    };
    TriMesh::try_new((0..(N + 1).pow(2)).map(vertex).collect(), (0..N * N).flat_map(cell).collect())
}

fn main() -> Result<(), MeshError> {
    let hills = hills()?;
    let balloon = vec3(20.0, 30.0, 12.0);
    // ANCHOR: nearest
    let nearest = hills.closest_point(balloon);
    println!(
        "{:.3} above the ground: nearest is {:.3} on triangle {}",
        nearest.closest.distance, nearest.closest.on_b, nearest.triangle
    );
    // A limit makes the search shorter, and `None` says that there is nothing within it.
    assert!(hills.closest_point_within(balloon, 5.0).is_none());
    let three = hills.k_nearest_triangles(balloon, 3);
    println!("the three nearest triangles: {:?}", three.iter().map(|at| at.triangle).collect::<Vec<_>>());
    // ANCHOR_END: nearest
    assert_eq!(three[0].triangle, nearest.triangle);

    // The same, triangle by triangle.
    let brute = (0..hills.triangles().len()).filter_map(|i| hills.triangle(i));
    let brute = brute.map(|triangle| triangle.distance(&barycast::d3::Point::new(balloon)));
    assert_eq!(brute.fold(f32::INFINITY, f32::min), nearest.closest.distance);

    // A convex shape in place of a point.
    let drone = Capsule::new(balloon, balloon + Vec3::X * 4.0, 0.5);
    let (triangle, closest) = hills.closest(&drone).expect("the mesh has triangles");
    println!("a drone there: {:.3} from triangle {triangle}", closest.distance);
    assert!(closest.distance <= nearest.closest.distance - 0.5 + 1e-4);
    Ok(())
}
