//! Triangle meshes: millions of triangles under one tree of boxes.

mod batch;
mod block;
mod chain;
mod compact;
mod edit;
mod inside;
mod leaf;
mod meet;
mod near;
mod packet;
mod rays;
mod slice;
mod spawn;
mod tree;
mod trimesh;
mod winding;

pub use edit::{Moved, Replaced};
pub use meet::{MeetingLine, MeshPair};
pub use near::MeshPoint;
pub use slice::{SliceLine, SlicePoint};
pub use tree::MeshNumber;
pub use trimesh::{MeshError, TriMesh};
pub use winding::Winding;
