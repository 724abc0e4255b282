//! Picks the object under the mouse.
//!
//! `cargo run -p barycast --example pick_under_mouse`

use barycast::frame::{Affine3, Camera, Projection};
use barycast::mesh::TriMesh;
use barycast::pair::cast::CastOptions;
use barycast::scene::{Instance, Scene};
use glam::{Affine3A, Vec3, vec3};

/// Builds a cube with corners at -1 and 1, whose faces run counter-clockwise seen from outside.
fn cube() -> TriMesh<Vec3> {
    let corner = |i: u8| vec3(f32::from(i & 1), f32::from(i >> 1 & 1), f32::from(i >> 2)) * 2.0 - 1.0;
    let square = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    let squares = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    TriMesh::try_new((0..8).map(corner).collect(), squares.into_iter().flat_map(square).collect())
        .expect("a cube is a mesh")
}

fn main() {
    // One mesh, three places: the mesh and its tree are stored once.
    let names = ["left cube", "middle cube", "right cube"];
    let at = |x: f32| Affine3::from(Affine3A::from_translation(vec3(x, 0.0, 0.0)));
    let instances = [-4.0, 0.0, 4.0].map(|x| Instance { mesh: 0, world_from_mesh: at(x) });
    let scene = Scene::try_new(vec![cube()], instances.to_vec()).expect("each instance names mesh 0");

    // ANCHOR: query
    let projection = Projection::Perspective { half_height: 0.5 };
    let camera = Camera::look_to(vec3(0.0, 0.0, 10.0), -Vec3::Z, Vec3::Y, projection, [800, 600])
        .expect("the directions are not parallel");
    let under = |x: f32, y: f32| scene.cast(&camera.ray(x, y), &CastOptions::default());

    let found = under(410.0, 295.0).expect("the middle cube is there");
    println!("({:3}, {:3}): {}", 410, 295, names[found.instance]);
    println!("            triangle {}, at {:?}", found.hit.triangle.unwrap(), found.hit.point.unwrap());
    // ANCHOR_END: query
    assert_eq!((found.instance, found.hit.t, found.hit.normal), (1, 9.0, Some(Vec3::Z)));

    for (x, y, expected) in [(120.0, 300.0, Some(0)), (680.0, 300.0, Some(2)), (400.0, 20.0, None)] {
        let instance = under(x, y).map(|found| found.instance);
        println!("({x:3}, {y:3}): {}", instance.map_or("nothing", |i| names[i]));
        assert_eq!(instance, expected);
    }
}
