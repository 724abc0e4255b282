//! A custom convex shape, defined by its support function.
//!
//! `cargo run --example custom_convex`

use barycast::dynamic::any::Shape3;
use barycast::dynamic::custom::Convex;
use barycast::shape::{Aabb, Plane, Ray, Sphere, Support, Torus};
use glam::{DVec3, dvec3};

/// The intersection of two spheres of equal radius, with centers `offset` above and below.
#[derive(Debug)]
struct Lens {
    radius: f64,
    offset: f64,
}

impl Support for Lens {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        let d = direction.normalize();
        // The upper side belongs to the sphere with the lower center; beyond its end is the rim.
        let on_ball = d * self.radius - DVec3::Z * self.offset.copysign(d.z);
        if on_ball.z * d.z > 0.0 {
            return on_ball;
        }
        let rim = (self.radius.powi(2) - self.offset.powi(2)).sqrt();
        dvec3(d.x, d.y, 0.0).normalize() * rim
    }
}

fn main() {
    let lens = Convex::new(Lens { radius: 5.0, offset: 4.0 });
    let ball = Shape3::from(Sphere::new(dvec3(6.0, 0.0, 0.0), 1.0));
    let near = lens.closest(&ball);
    println!("to a ball       {} from {} to {}", near.distance, near.on_a, near.on_b);

    let table = Shape3::from(Plane::new(DVec3::Z, -0.5));
    let contact = lens.contact(&table).expect("defined for convex shapes").expect("half of it is below");
    println!(
        "into a table    {} deep, out along {}",
        contact.depth,
        -contact.normal_a_to_b.unwrap_or_default()
    );

    let ray = Shape3::from(Ray::new(dvec3(1.4, 0.0, 9.0), DVec3::NEG_Z));
    let hit = ray.cast(&lens).expect("it is a ray").expect("it is aimed well");
    println!("a ray           hits at t = {}, normal {}", hit.t, hit.normal.unwrap_or_default());

    let falling = lens.sweep(&ball, dvec3(-2.0, 0.0, 0.0), 10.0).expect("both are convex");
    println!("a rolling ball  touches at t = {}", falling.expect("it is on its way").t);

    let case = Shape3::from(Aabb::new(dvec3(-3.0, -3.0, -1.0), dvec3(3.0, 3.0, 1.0)));
    println!("a case       contains it: {}", case.contains(&lens).expect("defined for a box"));

    let ring = Shape3::from(Torus::new(DVec3::ZERO, DVec3::Z, 4.0, 0.5));
    println!("a ring          is {} around it", ring.closest(&lens).distance);
    let other = lens.posed(&[DVec3::Y, DVec3::Z, DVec3::X], dvec3(2.5, 0.0, 0.0)).expect("not far");
    println!("another, turned meets it: {}", lens.intersects(&other));
}
