//! Mesh files, read from memory.

use crate::fault::error;
use barycast_io::{ReadError, Scene, read_bytes};
use serde_json::json;
use wasm_bindgen::prelude::*;

/// The meshes of a file, and the parts that place them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MeshFile {
    scene: Scene,
}

#[wasm_bindgen]
impl MeshFile {
    /// Reads a file of any readable format. The name gives the format if the content does not.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, bytes: &[u8]) -> Result<Self, JsValue> {
        let scene = read_bytes(name, bytes).map_err(|fault| read_error(&fault))?;
        Ok(Self { scene })
    }

    /// Everything but the numbers of the meshes, as JSON.
    pub fn description(&self) -> String {
        let Scene { meshes, parts, metres_per_unit, warnings, short_faces, .. } = &self.scene;
        let meshes: Vec<_> =
            meshes.iter().map(|mesh| json!({ "name": mesh.name, "resolution": mesh.resolution })).collect();
        let parts: Vec<_> = parts
            .iter()
            .map(|part| {
                let to = &part.world_from_mesh;
                let columns = [to.matrix3.x_axis, to.matrix3.y_axis, to.matrix3.z_axis, to.translation];
                let last = [0.0, 0.0, 0.0, 1.0];
                let matrix: Vec<f64> =
                    columns.iter().zip(last).flat_map(|(c, last)| [c.x, c.y, c.z, last]).collect();
                json!({ "name": part.name, "mesh": part.mesh, "matrix": matrix, "color": part.color })
            })
            .collect();
        let warnings: Vec<_> = warnings
            .iter()
            .map(|found| json!({ "kind": found.kind.word(), "line": found.line, "text": found.text }))
            .collect();
        json!({
            "meshes": meshes,
            "parts": parts,
            "metresPerUnit": metres_per_unit,
            "warnings": warnings,
            "shortFaces": short_faces,
        })
        .to_string()
    }

    /// Coordinates of a mesh, three a vertex; none for a mesh that is not there.
    pub fn positions(&self, mesh: usize) -> Vec<f64> {
        let vertices = self.scene.meshes.get(mesh).map_or(&[][..], |mesh| &mesh.vertices);
        vertices.iter().flat_map(|v| v.to_array()).collect()
    }

    /// Indices of a mesh, three a triangle; none for a mesh that is not there.
    pub fn indices(&self, mesh: usize) -> Vec<u32> {
        let triangles = self.scene.meshes.get(mesh).map_or(&[][..], |mesh| &mesh.triangles);
        triangles.as_flattened().to_vec()
    }
}

/// Returns the error of a file, with a code for its kind.
fn read_error(fault: &ReadError) -> JsValue {
    let code = match fault {
        ReadError::Empty { .. } => "empty_file",
        ReadError::UnknownKind { .. } | ReadError::Foreign { .. } => "unknown_format",
        ReadError::Compressed { .. } => "compressed_file",
        ReadError::Io { .. } => "io",
        _ => "broken_file",
    };
    error(code, "bytes", &fault.to_string())
}
