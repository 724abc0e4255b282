//! obvhs: a binary BVH (`tree = "bvh2"`) or a compressed 8-wide one (`"cwbvh"`), with one of its
//! builders. It has no query for nearest points.

use crate::model::Model;
use crate::peer::{Answer, Build, Peer, Tree, pool};
use crate::rays::Rays;
use crate::settings::Definition;
use obvhs::BvhBuildParams;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2_from_tris;
use obvhs::cwbvh::CwBvh;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::{Ray, RayHit};
use obvhs::triangle::Triangle;
use serde::Deserialize;
use std::time::Duration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    tree: String,
    builder: String,
}

struct Obvhs {
    is_wide: bool,
    parameters: BvhBuildParams,
}

pub fn open(definition: &Definition) -> Result<impl Peer + use<>, String> {
    let options: Options = definition.options.clone().try_into().map_err(|e| e.to_string())?;
    let is_wide = match options.tree.as_str() {
        "bvh2" => false,
        "cwbvh" => true,
        other => return Err(format!("there is no tree {other}")),
    };
    let parameters = match options.builder.as_str() {
        "fastest" => BvhBuildParams::fastest_build(),
        "fast" => BvhBuildParams::fast_build(),
        "medium" => BvhBuildParams::medium_build(),
        "slow" => BvhBuildParams::slow_build(),
        other => return Err(format!("there is no builder {other}")),
    };
    Ok(Obvhs { is_wide, parameters })
}

impl Peer for Obvhs {
    /// Copies the triangles with their vertices beforehand, which is not timed.
    fn ready<'m>(&'m self, model: &'m Model, threads: usize) -> Build<'m> {
        let triangle = |i| {
            let [v0, v1, v2] = [0, 1, 2].map(|corner| model.corner(i, corner).into());
            Triangle { v0, v1, v2 }
        };
        let triangles: Vec<_> = (0..model.triangles.len()).map(triangle).collect();
        let pool = pool(threads);
        let (is_wide, parameters) = (self.is_wide, self.parameters);
        Box::new(move || {
            let mut time = Duration::ZERO;
            if is_wide {
                let bvh = pool.install(|| build_cwbvh_from_tris(&triangles, parameters, &mut time));
                Box::new(Wide { bvh, triangles })
            } else {
                let bvh = pool.install(|| build_bvh2_from_tris(&triangles, parameters, &mut time));
                Box::new(Binary { bvh, triangles })
            }
        })
    }
}

/// Both BVHs have the same interface.
macro_rules! trees {
    ($($tree:ident $bvh:ident)*) => {$(
        struct $tree {
            bvh: $bvh,
            triangles: Vec<Triangle>,
        }

        impl Tree for $tree {
            fn nearest(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
                for (ray, answer) in rays.rays.iter().zip(answers) {
                    let mut hit = RayHit::none();
                    let ray = Ray::new_inf(ray.origin.into(), ray.direction.into());
                    self.bvh.ray_traverse(ray, &mut hit, |ray, slot| {
                        self.triangles[self.bvh.primitive_indices[slot] as usize].intersect(ray)
                    });
                    let triangle = self.bvh.primitive_indices.get(hit.primitive_id as usize);
                    *answer = triangle.map_or(Answer::NONE, |&triangle| Answer { length: hit.t, triangle });
                }
                true
            }

            fn any(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
                for (ray, answer) in rays.rays.iter().zip(answers) {
                    let ray = Ray::new_inf(ray.origin.into(), ray.direction.into());
                    let misses = self.bvh.ray_traverse_miss(ray, |ray, slot| {
                        self.triangles[self.bvh.primitive_indices[slot] as usize].intersect(ray)
                    });
                    *answer = if misses { Answer::NONE } else { Answer::HIT };
                }
                true
            }
        }
    )*};
}
trees!(Wide CwBvh Binary Bvh2);
