//! Boxes, the same for everyone.

use fastrand::Rng;
use glam::Vec3;

/// Least and greatest corner.
#[derive(Clone, Copy)]
pub struct Box3 {
    pub min: Vec3,
    pub max: Vec3,
}

impl Box3 {
    /// They share a point.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}

/// Finds the pairs of boxes that share a point, each once, in any order.
pub type Finder = Box<dyn Fn(&[Box3], &mut Vec<[u32; 2]>)>;

/// So many boxes of a set, seeded.
pub fn boxes(set: &str, count: usize) -> Result<Vec<Box3>, String> {
    let mut random = Rng::with_seed(11);
    // Sides that have a box meet eight others where all are spread evenly in a cube of side 1.
    let side = (count as f32).powf(-1.0 / 3.0);
    match set {
        "uniform" => Ok((0..count).map(|_| around(cube(&mut random), side, &mut random)).collect()),
        "clustered" => {
            let places: Vec<_> = (0..count.div_ceil(1000)).map(|_| cube(&mut random)).collect();
            // Each cluster's cube is an eighth of its share of the room, and boxes are smaller in measure.
            let spread = 0.5 * (places.len() as f32).powf(-1.0 / 3.0);
            let mut one = || {
                let place = places[random.usize(..places.len())];
                let center = place + (cube(&mut random) - 0.5) * spread;
                around(center, side / 2.0, &mut random)
            };
            Ok((0..count).map(|_| one()).collect())
        }
        other => Err(format!("no set is called {other}")),
    }
}

fn cube(random: &mut Rng) -> Vec3 {
    Vec3::new(random.f32(), random.f32(), random.f32())
}

/// Its sides are between half and one and a half times `side`.
fn around(center: Vec3, side: f32, random: &mut Rng) -> Box3 {
    let half = (cube(random) + 0.5) * (side / 2.0);
    Box3 { min: center - half, max: center + half }
}
