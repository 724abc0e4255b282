//! The native module of the Python package `barycast`.

mod answers;
mod arrays;
mod between;
mod clash;
mod curves;
mod error;
mod file;
mod many;
mod many_input;
mod mesh;
mod mesh_input;
mod mesh_pairs;
mod mesh_points;
mod mesh_rays;
mod mesh_shapes;
mod moving;
mod moving_kinds;
mod near;
mod pairs;
mod parts;
mod placements;
mod points;
mod pool;
mod poses;
mod poses_input;
mod query;
mod questions;
mod rays;
mod scene;
mod scene_points;
mod scene_rays;
mod shape;
mod singles;
mod solids;
mod surface;
mod target;

use pyo3::prelude::*;

#[pymodule]
mod _barycast {
    #[pymodule_export]
    use super::clash::Assembly;
    #[pymodule_export]
    use super::curves::{Curve, Patch, Tube};
    #[pymodule_export]
    use super::many_input::Batch;
    #[pymodule_export]
    use super::mesh::Mesh;
    #[pymodule_export]
    use super::moving::World;
    #[pymodule_export]
    use super::pairs::{moving_pairs, pairs, pairs_between};
    #[pymodule_export]
    use super::pool::{get_num_threads, set_num_threads};
    #[pymodule_export]
    use super::poses::PoseChecker;
    #[pymodule_export]
    use super::query::{answer_line, pairs_table, query_lines};
    #[pymodule_export]
    use super::questions::{closest_points, contains, distance, intersects, signed_distance};
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    use super::shape::{Core, nearest_rotation};
    #[pymodule_export]
    use super::singles::{cast, cast_all, contact, manifold, span, sweep};

    use pyo3::types::PyModuleMethods as _;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        super::error::note_panics();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
