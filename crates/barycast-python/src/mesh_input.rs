//! Reads the arrays and options that a mesh is made of, and builds it.

use crate::arrays::{Num, Numbers, Space, as_array, converted, numpy, shape_text};
use crate::error::{self, Class};
use crate::pool::{self, Looker};
use crate::surface::How;
use barycast::bvh::Build;
use barycast::mesh::TriMesh;
use barycast::number::Float;
use numpy::{Element, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Runs a task of a mesh in the pool. A build starts the threads of some pool whatever its size, and
/// this pool survives a fork.
pub(crate) fn heavy<T: Send>(
    py: Python<'_>,
    looker: &Looker,
    work: impl FnOnce(&pool::Watch) -> T + Send,
) -> PyResult<T> {
    pool::task(py, looker, work)
}

/// Builds a mesh.
pub(crate) fn build<V: Space>(
    py: Python<'_>,
    looker: &Looker,
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    how: How,
) -> PyResult<Arc<TriMesh<V>>> {
    let made = heavy(py, looker, |watch| {
        let made = TriMesh::try_with_progress(vertices, triangles, how.build, &|share| watch.report(share));
        made.map(|mesh| if how.compact { mesh.compact() } else { mesh })
    })?;
    made.map(Arc::new).map_err(|error| error::mesh(py, error))
}

/// Returns a mesh in another precision.
pub(crate) fn convert<V: Space, W: Space>(
    py: Python<'_>,
    mesh: &TriMesh<V>,
    how: How,
) -> PyResult<Arc<TriMesh<W>>> {
    let vertices = py.detach(|| {
        let other = |v: &V| W::from_fn(|axis| Num::<W>::from_f64(v.get(axis).to_f64()));
        mesh.vertices().iter().map(other).collect()
    });
    build(py, &Looker::new(None), vertices, mesh.triangles().to_vec(), how)
}

/// Reads the option `dtype`: whether it is `float32`, or `None` if it is not given.
pub(crate) fn precision(py: Python<'_>, dtype: Option<&Bound<'_, PyAny>>) -> PyResult<Option<bool>> {
    let Some(dtype) = dtype else { return Ok(None) };
    let name: String = numpy(py)?.call_method1("dtype", (dtype,))?.getattr("name")?.extract()?;
    match name.as_str() {
        "float32" => Ok(Some(true)),
        "float64" => Ok(Some(false)),
        other => Err(PyTypeError::new_err(format!("dtype must be float32 or float64, got {other}"))),
    }
}

/// Reads vertices, or corners of faces.
pub(crate) fn vertices<V: Space>(object: &Bound<'_, numpy::PyUntypedArray>) -> PyResult<Vec<V>> {
    let numbers = converted::<Num<V>>(object, "vertices")?;
    Ok(numbers.slice().chunks_exact(3).map(|v| V::from_fn(|axis| v[axis])).collect())
}

/// Reads faces, which must name vertices below `count`.
pub(crate) fn triangles(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<[u32; 3]>> {
    let py = object.py();
    let array = as_array(object, "faces")?;
    let shape = array.shape();
    if shape.contains(&0) {
        return Err(error::new(py, Class::Mesh, "a mesh must have a face"));
    }
    let kind: char = array.dtype().getattr("kind")?.extract()?;
    if kind != 'i' && kind != 'u' {
        return Err(PyTypeError::new_err(format!("faces must be integers, got {}", array.dtype().str()?)));
    }
    let how = match shape {
        [_, 3] => None,
        [_, 4] => Some(
            "; cut quads in two: numpy.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])".to_owned(),
        ),
        [_] => Some("; use faces.reshape(-1, 3)".to_owned()),
        _ => Some(String::new()),
    };
    if let Some(how) = how {
        let message = format!("faces must have shape (m, 3), got {}{how}", shape_text(shape));
        return Err(error::new(py, Class::Array, message));
    }
    if shape[0] as u64 > 1 << 31 {
        let message = format!("a mesh must have at most 2^31 faces, got {}", error::grouped(shape[0]));
        return Err(error::new(py, Class::Mesh, message));
    }
    let bytes: usize = array.dtype().getattr("itemsize")?.extract()?;
    if kind == 'u' && bytes == 8 {
        checked_faces(py, &converted::<u64>(&array, "faces")?, count)
    } else {
        checked_faces(py, &converted::<i64>(&array, "faces")?, count)
    }
}

fn checked_faces<S: Element + Copy + Into<i128> + Sync>(
    py: Python<'_>,
    faces: &Numbers<'_, S>,
    count: usize,
) -> PyResult<Vec<[u32; 3]>> {
    let slice = faces.slice();
    let read = py.detach(|| {
        let mut read = Vec::with_capacity(slice.len() / 3);
        for (face, named) in slice.chunks_exact(3).enumerate() {
            let named = [named[0].into(), named[1].into(), named[2].into()];
            if let Some(bad) = named.into_iter().find(|vertex: &i128| *vertex < 0 || *vertex >= count as i128)
            {
                return Err((face, bad));
            }
            read.push(named.map(|vertex| vertex as u32));
        }
        Ok(read)
    });
    read.map_err(|(face, bad)| {
        let message = error::no_such_vertex(face, bad, count);
        error::with(py, Class::Mesh, message, |values| values.set_item("index", face))
    })
}

pub(crate) fn build_of(py: Python<'_>, text: &str) -> PyResult<Build> {
    match text {
        "best" => Ok(Build::Best),
        "fast" => Ok(Build::Fast),
        other => {
            let message = format!("build must be \"best\" or \"fast\", got {other:?}");
            Err(error::new(py, Class::Option, message))
        }
    }
}
