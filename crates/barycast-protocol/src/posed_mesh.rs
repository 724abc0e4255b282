//! Poses of meshes, kept while lines repeat them: a mesh that stays where it is computes what it needs of its vertices once.

use barycast::dynamic::any::Shape3;
use barycast::shape::{ListError, Mesh};
use glam::DVec3;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Meshes of fewer triangles are posed again as fast as they are found.
const FEW: usize = 256;
/// So many poses are kept, of so many triangles in all; then all of them go.
const MOST_POSES: usize = 1 << 12;
const MOST_TRIANGLES: usize = 1 << 22;

/// The numbers of a pose.
type Key = [u64; 12];

#[derive(Default)]
struct Kept {
    /// Each mesh, and what the pose makes of it.
    poses: HashMap<Key, Vec<[Mesh<DVec3>; 2]>>,
    count: usize,
    triangles: usize,
}

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// [`Shape3::posed`], for a mesh the same copy as when the pose was last asked for.
pub(super) fn posed(
    shape: &Shape3<DVec3>,
    axes: &[DVec3],
    translation: DVec3,
) -> Result<Shape3<DVec3>, ListError> {
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
