//! Sets of boxes, the same for all libraries.

use fastrand::Rng;
use glam::Vec3;

/// Lower and upper corner.
#[derive(Clone, Copy)]
pub struct Box3 {
    pub min: Vec3,
    pub max: Vec3,
}

impl Box3 {
    /// Tests whether the boxes share a point.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}

/// Finds the pairs of boxes that share a point, each once, in any order.
pub type Finder = Box<dyn Fn(&[Box3], &mut Vec<[u32; 2]>)>;

/// Returns a seeded set of `count` boxes.
pub fn boxes(set: &str, count: usize) -> Result<Vec<Box3>, String> {
    let mut random = Rng::with_seed(11);
    // Side at which a box overlaps eight others on average, for boxes spread evenly in a cube of
    // side 1.
    let side = (count as f32).powf(-1.0 / 3.0);
    match set {
        "uniform" => Ok((0..count).map(|_| around(cube(&mut random), side, &mut random)).collect()),
        "clustered" => {
            let places: Vec<_> = (0..count.div_ceil(1000)).map(|_| cube(&mut random)).collect();
            // The cube of each cluster has an eighth of its share of the volume, and boxes are
            // scaled accordingly.
            let spread = 0.5 * (places.len() as f32).powf(-1.0 / 3.0);
            let mut one = || {
                let place = places[random.usize(..places.len())];
                let center = place + (cube(&mut random) - 0.5) * spread;
                around(center, side / 2.0, &mut random)
            };
            Ok((0..count).map(|_| one()).collect())
        }
        other => Err(format!("there is no set {other}")),
    }
}

fn cube(random: &mut Rng) -> Vec3 {
    Vec3::new(random.f32(), random.f32(), random.f32())
}

/// Returns a box with sides between half and one and a half times `side`.
fn around(center: Vec3, side: f32, random: &mut Rng) -> Box3 {
    let half = (cube(random) + 0.5) * (side / 2.0);
    Box3 { min: center - half, max: center + half }
}
