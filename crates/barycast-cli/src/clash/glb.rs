//! The assembly as a scene: clashing parts have the colour of their worst class, all others are
//! pale and half transparent.

use super::report::Report;
use barycast::scene::clash::{Assembly, Class};
use barycast_io::{Mesh, Part, Scene};
use glam::{DAffine3, DMat3};

/// Linear colour of parts that do not clash.
const CLEAR: [f32; 4] = [0.6, 0.62, 0.65, 0.25];

/// Builds the scene that [`barycast_io::write_glb`] writes.
pub(crate) fn scene(report: &Report, assembly: &Assembly) -> Scene {
    let mut worst: Vec<Option<Class>> = vec![None; report.parts.len()];
    for clash in &report.clashes {
        for part in clash.parts {
            worst[part] = worst[part].max(Some(clash.class));
        }
    }
    let mesh = |mesh: &barycast::mesh::TriMesh<glam::DVec3>| Mesh {
        vertices: mesh.vertices().to_vec(),
        triangles: mesh.triangles().to_vec(),
        ..Mesh::default()
    };
    let meshes = (0..assembly.mesh_count()).map(|i| mesh(assembly.mesh(i))).collect();
    let part = |((placed, part), worst): (
        (&barycast::scene::Instance<glam::DVec3>, &super::report::Part),
        &Option<Class>,
    )| {
        let at = placed.world_from_mesh;
        Part {
            name: part.path.clone(),
            mesh: placed.mesh,
            world_from_mesh: DAffine3 {
                matrix3: DMat3::from_cols(at.x, at.y, at.z),
                translation: at.translation,
            },
            color: Some(worst.map_or(CLEAR, color)),
            node: None,
        }
    };
    let placed = assembly.parts().iter().zip(&report.parts).zip(&worst);
    // Parts with non-finite placements cannot be shown.
    let parts = placed.map(part).filter(|part| part.world_from_mesh.is_finite()).collect();
    Scene { meshes, parts, metres_per_unit: Some(report.unit.metres), ..Scene::default() }
}

/// Returns the linear colour of a class: red for overlaps, yellow for contacts, blue for near
/// parts.
fn color(class: Class) -> [f32; 4] {
    let [r, g, b] = match class {
        Class::Duplicate => [0.35, 0.02, 0.45],
        Class::Enclosed => [0.6, 0.02, 0.2],
        Class::Hard => [0.75, 0.03, 0.02],
        Class::Touching => [0.85, 0.5, 0.02],
        Class::Near => [0.03, 0.25, 0.75],
    };
    [r, g, b, 1.0]
}
