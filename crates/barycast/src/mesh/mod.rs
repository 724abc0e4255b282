//! Triangle meshes: millions of triangles under one tree of boxes.

mod leaf;
mod spawn;
mod trimesh;

pub use trimesh::{MeshError, MeshPoint, TriMesh};
