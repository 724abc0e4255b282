//! Meshes that are looked at as solids: whether they have an inside, and how deep they are in one another.

pub(crate) mod depth;
mod mesh_solid;
pub(crate) mod pair;
pub(crate) mod piece;
mod pieces;
mod repair;

pub use mesh_solid::{Repairs, Solid, Surface};
pub use pair::{DeepPoint, DepthError, MeshDepth};
pub use repair::RepairOptions;
