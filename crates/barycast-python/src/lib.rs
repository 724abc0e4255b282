//! The native module of the Python package `barycast`.

mod answers;
mod arrays;
mod between;
mod error;
mod file;
mod mesh;
mod mesh_input;
mod mesh_pairs;
mod mesh_points;
mod mesh_rays;
mod placements;
mod points;
mod pool;
mod query;
mod rays;
mod shape;
mod surface;

use pyo3::prelude::*;

#[pymodule]
mod _barycast {
    #[pymodule_export]
    use super::mesh::Mesh;
    #[pymodule_export]
    use super::pool::{get_num_threads, set_num_threads};
    #[pymodule_export]
    use super::query::{answer_line, query_lines};
    #[pymodule_export]
    use super::shape::{
        Core, closest_pair, contains, distance, intersects, nearest_rotation, signed_distance,
    };

    use pyo3::types::PyModuleMethods as _;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        super::error::note_panics();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
