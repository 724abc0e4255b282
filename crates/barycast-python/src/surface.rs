//! A mesh in one of two precisions, and values of it that are computed when they are needed.

use barycast::bvh::Build;
use barycast::mesh::TriMesh;
use glam::{DVec3, Vec3};
use std::sync::{Arc, Mutex, PoisonError};

/// A mesh in one of two precisions.
#[derive(Clone)]
pub(crate) enum Surface {
    F32(Arc<TriMesh<Vec3>>),
    F64(Arc<TriMesh<DVec3>>),
}

/// Runs a body with the mesh of either precision.
macro_rules! either {
    ($surface:expr, $mesh:ident => $body:expr) => {
        match $surface {
            Surface::F32($mesh) => $body,
            Surface::F64($mesh) => $body,
        }
    };
}
pub(crate) use either;

/// How a mesh was made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct How {
    pub(crate) solid: bool,
    pub(crate) build: Build,
    pub(crate) compact: bool,
}

/// Values that are computed once, when it is first needed. The mutex is locked for a moment only: two
/// threads may compute the same.
pub(crate) struct Lazy<T>(Mutex<Option<Arc<T>>>);

impl<T> Lazy<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    pub(crate) fn get<E>(&self, make: impl FnOnce() -> Result<Arc<T>, E>) -> Result<Arc<T>, E> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let made = make()?;
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(made).clone())
    }
}
