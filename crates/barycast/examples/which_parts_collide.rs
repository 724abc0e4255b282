//! Finds the parts of an assembly that collide, how deep, and those that are too close.
//!
//! `cargo run -p barycast --example which_parts_collide`

use barycast::frame::Affine3;
use barycast::mesh::TriMesh;
use barycast::scene::Instance;
use barycast::scene::clash::{Assembly, ClashError, Class, Limits};
use glam::{DAffine3, DVec3, dvec3};
use std::ops::ControlFlow;

/// Builds a beam from the origin: 1 wide, 1 high and `length` long.
fn beam(length: f64) -> TriMesh<DVec3> {
    let size = dvec3(length, 1.0, 1.0);
    let corner = |i: u8| dvec3(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * size;
    let square = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    let squares = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    TriMesh::try_new((0..8).map(corner).collect(), squares.into_iter().flat_map(square).collect())
        .expect("a box is a mesh")
}

fn main() -> Result<(), ClashError> {
    let parts = [
        ("long beam", 0, dvec3(0.0, 0.0, 0.0)),
        ("beam on top", 1, dvec3(2.0, 0.0, 1.0)),      // face on face
        ("beam pushed in", 1, dvec3(4.0, 0.75, 0.25)), // a quarter deep
        ("beam nearby", 1, dvec3(8.0, 1.02, 0.0)),     // 0.02 away
        ("far beam", 1, dvec3(0.0, 9.0, 0.0)),
    ];
    let instances = parts.map(|(_, mesh, at)| Instance {
        mesh,
        world_from_mesh: Affine3::from(DAffine3::from_translation(at)),
    });
    // ANCHOR: clash
    let assembly = Assembly::new(vec![beam(10.0), beam(1.5)], instances.to_vec());
    let limits = Limits { tolerance: 1e-4, clearance: 0.05 };
    let clashes = assembly.clashes(&limits, |_, _| true, |_| ControlFlow::Continue(()))?;
    let clashes = clashes.expect("the search was not cancelled");
    for clash in &clashes {
        let [a, b] = clash.parts.map(|part| parts[part].0);
        match clash.depth {
            Some(depth) if depth > 0.0 => println!("{:9} {a} and {b}, {depth:.3} deep", clash.class.name()),
            _ => println!("{:9} {a} and {b}, {:.3} apart", clash.class.name(), clash.distance),
        }
    }
    // ANCHOR_END: clash
    let found: Vec<_> = clashes.iter().map(|clash| (clash.parts, clash.class)).collect();
    assert_eq!(found, [([0, 1], Class::Touching), ([0, 2], Class::Hard), ([0, 3], Class::Near)]);
    assert!((clashes[1].depth.unwrap() - 0.25).abs() < 1e-3);
    Ok(())
}
