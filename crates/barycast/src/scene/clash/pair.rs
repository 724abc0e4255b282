//! Two parts.

use super::{Assembly, Clash, Class, Limits};
use crate::frame::{Affine3, Inverse3};
use crate::mesh::TriMesh;
use glam::DVec3;

/// Two parts, the second seen from the first.
pub(super) struct Compared<'a> {
    parts: [usize; 2],
    meshes: [&'a TriMesh<DVec3>; 2],
    world_from_a: &'a Affine3<DVec3>,
    a_from_b: Affine3<DVec3>,
}

impl<'a> Compared<'a> {
    /// `None` when the first has no way back.
    pub(super) fn new(assembly: &'a Assembly, parts: [usize; 2]) -> Option<Self> {
        let [(a, world_from_a), (b, world_from_b)] = parts.map(|part| assembly.placed(part));
        let a_from_world = world_from_a.inverse()?;
        let a_from_b = seen(&a_from_world, world_from_a, world_from_b);
        Some(Self { parts, meshes: [a, b], world_from_a, a_from_b })
    }

    pub(super) fn clash(&self, limits: &Limits) -> Option<Clash> {
        let [a, b] = self.meshes;
        let scale = self.world_from_a.x.length();
        let reach = limits.tolerance.max(limits.clearance) / scale;
        let near = a.distance_to_mesh(b, &self.a_from_b, reach)?.closest;
        let way = self.world_from_a.direction(near.on_a - near.on_b);
        let distance = way.length();
        let class = if distance <= limits.tolerance { Class::Touching } else { Class::Near };
        Some(Clash {
            parts: self.parts,
            class,
            distance,
            depth: None,
            points: [near.on_a, near.on_b].map(|p| self.world_from_a.point(p)),
            direction: way.try_normalize(),
        })
    }
}

/// The second placement seen from the first: far from the origin nothing is lost but what is far.
fn seen(
    a_from_world: &Inverse3<DVec3>,
    world_from_a: &Affine3<DVec3>,
    world_from_b: &Affine3<DVec3>,
) -> Affine3<DVec3> {
    let turned = |v: DVec3| a_from_world.direction(v);
    Affine3 {
        x: turned(world_from_b.x),
        y: turned(world_from_b.y),
        z: turned(world_from_b.z),
        translation: turned(world_from_b.translation - world_from_a.translation),
    }
}
