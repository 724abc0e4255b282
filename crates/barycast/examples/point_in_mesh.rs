//! Is this point inside the mesh? Exactly for closed meshes, sensibly for broken ones.
//!
//! `cargo run -p barycast --example point_in_mesh`

use barycast::mesh::{MeshError, TriMesh, Winding};
use glam::{DVec3, dvec3};

/// Returns the corners of a pyramid, and its faces seen from outside: two make the base.
fn pyramid() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let base = square.map(|[x, y]| dvec3(x, y, 0.0));
    let faces = [[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    ([&base[..], &[DVec3::Z * 2.0]].concat(), faces.to_vec())
}

fn main() -> Result<(), MeshError> {
    let (corners, mut faces) = pyramid();
    // ANCHOR: closed
    let closed = TriMesh::try_new(corners.clone(), faces.clone())?;
    for (point, inside) in [
        (dvec3(0.0, 0.0, 1.0), true),
        (dvec3(0.9, 0.9, 1.0), false),
        (dvec3(0.0, 0.0, 2.0), true), // the tip: the boundary belongs to the solid
        (dvec3(0.0, 0.0, -1e-300), false),
    ] {
        println!(
            "{:?}: inside {}, signed distance {:.4}",
            point.to_array(),
            closed.contains_point(point),
            closed.signed_distance(point)
        );
        assert_eq!(closed.contains_point(point), inside);
    }
    // ANCHOR_END: closed
    assert!((closed.signed_distance(dvec3(0.0, 0.0, 0.25)) + 0.25).abs() < 1e-15);

    // ANCHOR: open
    // Half of the base is missing. No ray can be trusted now; the winding number can.
    faces.remove(1);
    let open = TriMesh::try_new(corners, faces)?;
    let winding = Winding::new(open);
    for point in [dvec3(0.0, 0.0, 1.0), dvec3(0.0, 0.0, -1.0)] {
        println!("{:?}: winding number {:.3}", point.to_array(), winding.at(point, 1e-6));
    }
    // ANCHOR_END: open
    assert!(winding.contains_point(dvec3(0.0, 0.0, 1.0)));
    assert!(!winding.contains_point(dvec3(0.0, 0.0, -1.0)));
    Ok(())
}
