//! A cache of mesh files with their BVHs.

use super::error::{Code, Fault};
use super::node::Node;
use barycast::number::Float;
use barycast::number::each::MapEach;
use barycast::shape::Mesh;
use barycast::vector::FloatVector;
use glam::DVec3;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "threads")]
use std::thread;

/// Largest number of cached triangles; beyond it the cache is cleared. A single mesh is cached
/// whatever its size.
const MOST_TRIANGLES: usize = 1 << 22;
/// Largest number of cached meshes, which may be small.
const MOST_MESHES: usize = 1 << 10;

/// Cache key: the given path, whether the mesh is rounded to `f32`, and whether it is solid.
type Key = (String, bool, bool);

/// A cached mesh or its error; empty while the holder of the lock reads the file.
type Kept = Arc<Mutex<Option<Result<Mesh<DVec3>, Fault>>>>;

static KEPT: LazyLock<Mutex<HashMap<Key, Kept>>> = LazyLock::new(Mutex::default);

/// Returns the mesh of a file in the precision of `V`, as it was at the first use.
pub(super) fn mesh<V: FloatVector>(path: &Node<'_>, solid: bool) -> Result<Mesh<DVec3>, Fault> {
    let Node::Text(path) = path else {
        return Err(Fault::invalid("path", &format!("be a string, got {}", path.kind())));
    };
    let path: &str = path.as_ref();
    let is_f32 = V::Scalar::EPSILON.to_f64() > f64::EPSILON;
    let key = (path.to_owned(), is_f32, solid);
    let slot = slot(&key);
    let mut mesh = slot.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(mesh) = &*mesh {
        return mesh.clone();
    }
    let read = read::<V>(path, solid);
    match &read {
        // An unreadable file may become readable before the next line.
        Err(fault) if fault.code == Code::Io => drop(kept().remove(&key)),
        read => *mesh = Some(read.clone()),
    }
    read
}

fn kept() -> MutexGuard<'static, HashMap<Key, Kept>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the cache entry of a mesh, after clearing the cache if it has too many triangles.
fn slot(key: &Key) -> Kept {
    let mut kept = kept();
    if let Some(slot) = kept.get(key) {
        return slot.clone();
    }
    // A mesh that is being read cannot be counted.
    let size = |slot: &Kept| match slot.try_lock().ok()?.as_ref()? {
        Ok(mesh) => Some(mesh.triangles().len()),
        Err(_) => None,
    };
    if kept.len() > MOST_MESHES || kept.values().filter_map(size).sum::<usize>() > MOST_TRIANGLES {
        kept.clear();
    }
    kept.entry(key.clone()).or_default().clone()
}

/// Calls `f` on a separate thread pool. Other threads wait for the mesh. If the current thread
/// helped with other work while it builds the BVH, it could pick up a line that waits for the same
/// mesh and deadlock; and if all cores waited, no thread would build.
#[cfg(feature = "threads")]
fn alone<T: Send>(f: impl FnOnce() -> Result<T, Fault> + Send) -> Result<T, Fault> {
    let failed = |what: String| Fault::new(Code::Io, "path", what);
    let pool = rayon::ThreadPoolBuilder::new().build().map_err(|error| failed(error.to_string()))?;
    let done = thread::scope(|scope| scope.spawn(|| pool.install(f)).join());
    done.unwrap_or_else(|_| Err(failed("the mesh could not be read".to_owned())))
}

/// Calls `f`.
#[cfg(not(feature = "threads"))]
fn alone<T>(f: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    f()
}

fn read<V: FloatVector>(path: &str, solid: bool) -> Result<Mesh<DVec3>, Fault> {
    let scene = barycast_io::read(Path::new(path)).map_err(|error| {
        let cause = std::error::Error::source(&error).map_or_else(String::new, |cause| format!(": {cause}"));
        Fault::new(Code::Io, "path", format!("{error}{cause}"))
    })?;
    let too_many = || Fault::new(Code::Io, "path", format!("{path}: more than 2^32 vertices"));
    let mesh = scene.into_mesh().ok_or_else(too_many)?;
    let round = |number: f64| V::Scalar::from_f64(number).to_f64();
    let vertices = mesh.vertices.into_iter().map(|vertex| DVec3::from_array(vertex.to_array().each(round)));
    let vertices = vertices.collect();
    alone(|| Ok(Mesh::try_new(vertices, mesh.triangles, solid)?))
}
