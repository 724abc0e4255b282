//! The functions of Embree 4 that the bench uses, loaded from its shared library at run time. Names
//! and layouts are those of its headers (`rtcore_*.h`).

use libloading::Library;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};
use std::ptr;

pub type Device = *mut c_void;
pub type Scene = *mut c_void;
pub type Geometry = *mut c_void;
type Valid = *const c_int;
type Arguments = *mut QueryArguments;
/// Receives allocated (positive) or released bytes, and whether this has happened already.
pub type MemoryMonitor = unsafe extern "C" fn(*mut c_void, isize, bool) -> bool;
pub type BoundsFunction = unsafe extern "C" fn(*const BoundsArguments);
pub type CollideFunction = unsafe extern "C" fn(*mut c_void, *const Collision, usize);
pub type PointFunction = unsafe extern "C" fn(*mut PointArguments) -> bool;

pub const TRIANGLES: c_int = 0;
pub const USER: c_int = 120;
pub const INDICES: c_int = 0;
pub const VERTICES: c_int = 1;
pub const UINT3: c_int = 0x5003;
pub const FLOAT3: c_int = 0x9003;
pub const LOW: c_int = 0;
pub const MEDIUM: c_int = 1;
pub const HIGH: c_int = 2;
pub const COMPACT: c_int = 2;
pub const ROBUST: c_int = 4;
pub const COHERENT: c_int = 1 << 16;
pub const NATIVE_RAY8: c_int = 33;
pub const NATIVE_RAY16: c_int = 34;
pub const INVALID: u32 = u32::MAX;

macro_rules! functions {
    ($($field:ident = $name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions, valid as long as this value.
        pub struct Api {
            $(pub $field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
            _library: Library,
        }

        impl Api {
            pub fn open(file: &Path) -> Result<Self, libloading::Error> {
                // SAFETY: this is the Embree library that the user named, whose initialisers have
                // no preconditions.
                let library = unsafe { Library::new(file)? };
                // SAFETY: the types are those of Embree's headers, and `library` lives as long as
                // the pointers.
                unsafe {
                    Ok(Self {
                        $($field: *library.get(concat!(stringify!($name), "\0").as_bytes())?,)*
                        _library: library,
                    })
                }
            }
        }
    };
}

functions! {
    new_device = rtcNewDevice(*const c_char) -> Device;
    release_device = rtcReleaseDevice(Device);
    device_error = rtcGetDeviceError(Device) -> c_int;
    device_property = rtcGetDeviceProperty(Device, c_int) -> isize;
    set_memory_monitor = rtcSetDeviceMemoryMonitorFunction(Device, MemoryMonitor, *mut c_void);
    new_scene = rtcNewScene(Device) -> Scene;
    release_scene = rtcReleaseScene(Scene);
    set_scene_flags = rtcSetSceneFlags(Scene, c_int);
    set_scene_quality = rtcSetSceneBuildQuality(Scene, c_int);
    commit_scene = rtcCommitScene(Scene);
    new_geometry = rtcNewGeometry(Device, c_int) -> Geometry;
    release_geometry = rtcReleaseGeometry(Geometry);
    set_geometry_quality = rtcSetGeometryBuildQuality(Geometry, c_int);
    share_buffer = rtcSetSharedGeometryBuffer(Geometry, c_int, c_uint, c_int, *const c_void, usize, usize, usize);
    commit_geometry = rtcCommitGeometry(Geometry);
    attach_geometry = rtcAttachGeometry(Scene, Geometry) -> c_uint;
    intersect_1 = rtcIntersect1(Scene, *mut Packet<1>, Arguments);
    intersect_8 = rtcIntersect8(Valid, Scene, *mut Packet<8>, Arguments);
    intersect_16 = rtcIntersect16(Valid, Scene, *mut Packet<16>, Arguments);
    occluded_1 = rtcOccluded1(Scene, *mut Packet<1>, Arguments);
    occluded_8 = rtcOccluded8(Valid, Scene, *mut Packet<8>, Arguments);
    occluded_16 = rtcOccluded16(Valid, Scene, *mut Packet<16>, Arguments);
    set_user_data = rtcSetGeometryUserData(Geometry, *const c_void);
    set_user_count = rtcSetGeometryUserPrimitiveCount(Geometry, c_uint);
    set_user_bounds = rtcSetGeometryBoundsFunction(Geometry, BoundsFunction, *const c_void);
    collide = rtcCollide(Scene, Scene, CollideFunction, *mut c_void);
    point_query = rtcPointQuery(Scene, *mut PointQuery, *mut PointContext, PointFunction, *mut c_void) -> bool;
}

/// Returns the named file, else that of the variable `EMBREE`, else the one that `peers.sh`
/// fetched.
pub fn find(named: &Path) -> Result<PathBuf, String> {
    if !named.as_os_str().is_empty() {
        return Ok(named.into());
    }
    if let Some(file) = std::env::var_os("EMBREE") {
        return Ok(file.into());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/peers/embreex.libs");
    let files = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut embrees = files.filter(|file| file.to_string_lossy().contains("embree4"));
    embrees.next().ok_or_else(|| "missing; bench/peers.sh fetches it".into())
}

/// `RTCRayHit`, `RTCRayHit8`, `RTCRayHit16`; occlusion queries read only the first part. The
/// required alignment is 16 bytes for one ray and `4 N` for N; 64 suffices for all, and no width
/// needs padding before the hit.
#[repr(C, align(64))]
pub struct Packet<const N: usize> {
    pub origin: [[f32; N]; 3],
    pub near: [f32; N],
    pub direction: [[f32; N]; 3],
    pub time: [f32; N],
    pub far: [f32; N],
    pub mask: [u32; N],
    pub id: [u32; N],
    pub flags: [u32; N],
    pub normal: [[f32; N]; 3],
    pub uv: [[f32; N]; 2],
    pub triangle: [u32; N],
    pub geometry: [u32; N],
    pub instance: [[u32; N]; 2],
}

/// `RTCIntersectArguments` and `RTCOccludedArguments`.
#[repr(C)]
pub struct QueryArguments {
    pub flags: c_int,
    pub features: c_int,
    pub context: *mut c_void,
    pub filter: *mut c_void,
    pub function: *mut c_void,
}

impl QueryArguments {
    pub fn new(coherent: bool) -> Self {
        let flags = if coherent { COHERENT } else { 0 };
        let none = ptr::null_mut();
        Self { flags, features: -1, context: none, filter: none, function: none }
    }
}

/// `RTCPointQuery`.
#[repr(C, align(16))]
pub struct PointQuery {
    pub point: [f32; 3],
    pub time: f32,
    pub radius: f32,
}

/// `RTCPointQueryContext` outside all instances.
#[repr(C, align(16))]
pub struct PointContext {
    pub transforms: [[f32; 16]; 2],
    pub instance: u32,
    /// Index in an instance array, or the instance depth in builds without such arrays: 0 is valid
    /// for both.
    pub primitive_or_depth: u32,
    pub depth: u32,
}

/// `RTCPointQueryFunctionArguments`.
#[repr(C, align(16))]
pub struct PointArguments {
    pub query: *mut PointQuery,
    pub user: *mut c_void,
    pub triangle: u32,
    pub geometry: u32,
    pub context: *mut PointContext,
    pub similarity: f32,
}

/// `RTCBoundsFunctionArguments`.
#[repr(C)]
pub struct BoundsArguments {
    pub user: *const c_void,
    pub item: u32,
    pub time_step: u32,
    /// Lower and upper corner, four numbers each.
    pub bounds: *mut [[f32; 4]; 2],
}

/// `RTCCollision`: geometry and item of each side.
#[repr(C)]
pub struct Collision {
    pub geometry_a: u32,
    pub item_a: u32,
    pub geometry_b: u32,
    pub item_b: u32,
}
