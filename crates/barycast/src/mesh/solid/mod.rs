//! Meshes as solids: whether they have an inside, repair, and penetration depth.

mod components;
pub(crate) mod convex_piece;
pub(crate) mod depth;
mod mesh_solid;
pub(crate) mod pair;
mod repair;

pub use mesh_solid::{MeshTopology, Repairs, Solid};
pub use pair::{DeepestPoint, DepthError, MeshDepth};
pub use repair::RepairOptions;
