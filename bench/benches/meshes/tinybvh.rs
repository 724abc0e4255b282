//! tinybvh: an 8-wide BVH for AVX2, in the library that `peers.sh` builds from `bench/tinybvh`.
//! That crate only has first-hit queries.

use crate::model::Model;
use crate::peer::{Answer, Build, Peer, Tree};
use crate::rays::{Ray, Rays};
use crate::settings::Definition;
use libloading::Library;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::c_void;
use std::path::Path;

struct Tinybvh {
    build: unsafe extern "C" fn(*const [f32; 4], usize) -> *mut c_void,
    nearest: unsafe extern "C" fn(*const c_void, *const Ray, *mut Answer, usize),
    drop: unsafe extern "C" fn(*mut c_void),
    _library: Library,
}

pub fn open(_definition: &Definition) -> Result<impl Peer + use<>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/peers/tinybvh/release");
    let file = folder.join(format!("{DLL_PREFIX}barycast_bench_tinybvh{DLL_SUFFIX}"));
    if !file.exists() {
        return Err("missing; bench/peers.sh builds it".into());
    }
    // SAFETY: the functions are those of `bench/tinybvh/src/lib.rs`, and the library lives as long
    // as they do.
    let opened = unsafe {
        Library::new(&file).and_then(|library| {
            Ok(Tinybvh {
                build: *library.get(b"tinybvh_build\0")?,
                nearest: *library.get(b"tinybvh_nearest\0")?,
                drop: *library.get(b"tinybvh_drop\0")?,
                _library: library,
            })
        })
    };
    opened.map_err(|e| format!("{}: {e}", file.display()))
}

struct Wide<'m> {
    functions: &'m Tinybvh,
    tree: *mut c_void,
}

impl Peer for Tinybvh {
    /// Copies the corners as four numbers each beforehand, which is not timed.
    fn ready<'m>(&'m self, model: &'m Model, _threads: usize) -> Build<'m> {
        let corner = |vertex: &u32| model.vertices[*vertex as usize].extend(0.0).to_array();
        let corners: Vec<_> = model.triangles.iter().flatten().map(corner).collect();
        Box::new(move || {
            // SAFETY: the array has this length.
            let tree = unsafe { (self.build)(corners.as_ptr(), corners.len()) };
            assert!(!tree.is_null(), "the model is a mesh");
            Box::new(Wide { functions: self, tree })
        })
    }
}

impl Tree for Wide<'_> {
    fn nearest(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        assert_eq!(rays.rays.len(), answers.len());
        // SAFETY: the BVH is not released yet, and both arrays have this length.
        unsafe {
            (self.functions.nearest)(self.tree, rays.rays.as_ptr(), answers.as_mut_ptr(), answers.len())
        };
        true
    }
}

impl Drop for Wide<'_> {
    fn drop(&mut self) {
        // SAFETY: it is not used afterwards.
        unsafe { (self.functions.drop)(self.tree) };
    }
}
