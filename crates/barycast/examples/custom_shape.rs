//! Brings a shape that the library does not have: a lens, from its support function alone.
//!
//! `cargo run -p barycast --example custom_shape`; `custom_composite` shows a shape made of parts.

use barycast::dynamic::any::{NoAnswer, Shape3};
use barycast::dynamic::custom::Convex;
use barycast::shape::{Aabb, Plane, Sphere, Support, Torus};
use glam::{DVec3, dvec3};

// ANCHOR: support
/// The intersection of two spheres of equal radius, with centers `offset` above and below.
#[derive(Debug)]
struct Lens {
    radius: f64,
    offset: f64,
}

impl Support for Lens {
    type Vector = DVec3;

    /// Returns the farthest point of the lens in a direction.
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
// ANCHOR_END: support

fn main() -> Result<(), NoAnswer> {
    // ANCHOR: queries
    let lens = Convex::new(Lens { radius: 5.0, offset: 4.0 });
    let ball = Shape3::from(Sphere::new(dvec3(6.0, 0.0, 0.0), 1.0));
    let near = lens.closest(&ball);
    println!("a ball:      {:.3} away, nearest is {:.3}", near.distance, near.on_a);
    let table = Shape3::from(Plane::new(DVec3::Z, -0.5));
    let contact = lens.contact(&table)?.expect("half of the lens is below");
    println!("a table:     {:.3} deep", contact.depth);
    let rolling = lens.sweep(&ball, dvec3(-2.0, 0.0, 0.0), 10.0)?.expect("it is on its way");
    println!("the ball rolls: touches at t = {:.3}", rolling.t);
    let case = Shape3::from(Aabb::new(dvec3(-3.0, -3.0, -1.0), dvec3(3.0, 3.0, 1.0)));
    println!("a case:      contains the lens: {}", case.contains(&lens)?);
    let ring = Shape3::from(Torus::new(DVec3::ZERO, DVec3::Z, 4.0, 0.5));
    println!("a ring:      {:.3} around it", ring.closest(&lens).distance);
    // ANCHOR_END: queries
    assert!((near.distance - 2.0).abs() < 1e-6 && (rolling.t - 1.0).abs() < 1e-6);
    assert!((contact.depth - 0.5).abs() < 1e-6 && case.contains(&lens)?);
    Ok(())
}
