//! A mesh in one of two precisions, and values of it that are computed when they are needed.

use barycast::bvh::Build;
use barycast::mesh::{TriMesh, Winding};
use barycast::scene::Scene;
use glam::{DVec3, Vec3};
use std::sync::{Arc, Mutex, PoisonError};

/// Something in one of two precisions.
#[derive(Clone)]
pub(crate) enum Either<A, B> {
    F32(A),
    F64(B),
}

/// A mesh in one of two precisions.
pub(crate) type Surface = Either<Arc<TriMesh<Vec3>>, Arc<TriMesh<DVec3>>>;

/// A scene in one of two precisions.
pub(crate) type Placed = Either<Arc<Scene<Vec3>>, Arc<Scene<DVec3>>>;

/// Runs a body with the mesh or scene of either precision.
macro_rules! either {
    ($surface:expr, $mesh:ident => $body:expr) => {
        match $surface {
            $crate::surface::Either::F32($mesh) => $body,
            $crate::surface::Either::F64($mesh) => $body,
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

/// Winding numbers of a mesh in both precisions.
pub(crate) struct Windings {
    pub(crate) narrow: Lazy<Winding<Vec3>>,
    pub(crate) wide: Lazy<Winding<DVec3>>,
}

impl Windings {
    pub(crate) const fn new() -> Self {
        Self { narrow: Lazy::new(), wide: Lazy::new() }
    }
}
