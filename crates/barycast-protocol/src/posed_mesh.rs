//! A cache of posed meshes: while lines repeat a pose, data derived from its vertices is computed
//! once.

use barycast::dynamic::any::Shape3;
use barycast::shape::{ListError, Mesh};
use glam::DVec3;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Meshes of fewer triangles are posed as fast as they are looked up.
const FEW: usize = 256;
/// Largest number of cached poses, and of their triangles; beyond it the cache is cleared.
const MOST_POSES: usize = 1 << 12;
const MOST_TRIANGLES: usize = 1 << 22;

/// The numbers of a pose.
type Key = [u64; 12];

#[derive(Default)]
struct Kept {
    /// Each mesh with its posed copy.
    poses: HashMap<Key, Vec<[Mesh<DVec3>; 2]>>,
    count: usize,
    triangles: usize,
}

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// Returns [`Shape3::posed`]; for a mesh with a cached pose, the cached copy.
pub(super) fn posed(shape: &Shape3, axes: &[DVec3], translation: DVec3) -> Result<Shape3, ListError> {
    let (Shape3::Mesh(mesh), [x, y, z]) = (shape, axes) else { return shape.posed(axes, translation) };
    if mesh.triangles().len() < FEW {
        return shape.posed(axes, translation);
    }
    let mut key = [0; 12];
    for (bits, number) in key.iter_mut().zip([*x, *y, *z, translation].iter().flat_map(DVec3::as_ref)) {
        *bits = number.to_bits();
    }
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let found = kept().poses.get(&key).and_then(|poses| {
        poses.iter().find(|[given, _]| given.is_copy_of(mesh)).map(|[_, posed]| posed.clone())
    });
    if let Some(posed) = found {
        return Ok(posed.into());
    }
    let posed = shape.posed(axes, translation)?;
    if let Shape3::Mesh(placed) = &posed {
        let mut kept = kept();
        if kept.count >= MOST_POSES || kept.triangles > MOST_TRIANGLES {
            *kept = Kept::default();
        }
        kept.count += 1;
        kept.triangles += mesh.triangles().len();
        kept.poses.entry(key).or_default().push([mesh.clone(), placed.clone()]);
    }
    Ok(posed)
}
