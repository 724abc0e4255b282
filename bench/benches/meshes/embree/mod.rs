//! Embree 4, the shared library that `peers.sh` fetches: single rays (`width = 1`) or packets of 8
//! or 16.

#[allow(dead_code)] // Some functions are only for boxes.
mod ffi;

use crate::model::Model;
use crate::peer::{Answer, Build, Peer, Tree};
use crate::rays::{Ray, Rays};
use crate::settings::Definition;
use ffi::{Api, Device, Packet, PointArguments, PointContext, PointQuery, QueryArguments, Scene};
use glam::Vec3;
use serde::Deserialize;
use std::ffi::{CString, c_int, c_void};
use std::mem::size_of;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Options {
    /// `low` (Morton codes), `medium` (SAH), `high` (SAH with spatial splits).
    quality: String,
    robust: bool,
    compact: bool,
    /// `sse2`, `sse4.2`, `avx`, `avx2`, `avx512`; "" selects the best available.
    isa: String,
    width: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { quality: "medium".into(), robust: false, compact: false, isa: String::new(), width: 1 }
    }
}

struct Embree {
    api: Api,
    options: Options,
    quality: c_int,
}

pub fn open(definition: &Definition, file: &Path) -> Result<impl Peer + use<>, String> {
    let options: Options = definition.options.clone().try_into().map_err(|e| e.to_string())?;
    let quality = match options.quality.as_str() {
        "low" => ffi::LOW,
        "medium" => ffi::MEDIUM,
        "high" => ffi::HIGH,
        other => return Err(format!("there is no quality {other}")),
    };
    let file = ffi::find(file)?;
    let api = Api::open(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let embree = Embree { api, options, quality };
    let native = match embree.options.width {
        1 => None,
        8 => Some(ffi::NATIVE_RAY8),
        16 => Some(ffi::NATIVE_RAY16),
        width => return Err(format!("packets of {width}; there are those of 1, 8, 16")),
    };
    let device = embree.device(1);
    // SAFETY: the device was just created; for a null device the library reports the error.
    let is_native =
        native.is_none_or(|property| unsafe { (embree.api.device_property)(device, property) != 0 });
    // SAFETY: as above.
    let error = unsafe { (embree.api.device_error)(device) };
    if device.is_null() || error != 0 {
        return Err(format!("Embree makes no device: error {error}"));
    }
    // SAFETY: there are no other references to the device.
    unsafe { (embree.api.release_device)(device) };
    if !is_native {
        return Err(format!("the machine has no instructions for packets of {}", embree.options.width));
    }
    Ok(embree)
}

impl Embree {
    fn device(&self, threads: usize) -> Device {
        let mut words = format!("threads={threads},set_affinity=0");
        if !self.options.isa.is_empty() {
            words += &format!(",isa={}", self.options.isa);
        }
        let words = CString::new(words).expect("no zero in it");
        // SAFETY: a string with a terminating zero.
        unsafe { (self.api.new_device)(words.as_ptr()) }
    }
}

impl Peer for Embree {
    fn ready<'m>(&'m self, model: &'m Model, threads: usize) -> Build<'m> {
        // Embree reads 16 bytes at the last vertex.
        let mut vertices = model.vertices.clone();
        vertices.push(Vec3::ZERO);
        let api = &self.api;
        let device = self.device(threads);
        let held = Box::new(AtomicIsize::new(0));
        // SAFETY: the device was just created, and `held` lives as long as the device.
        unsafe { (api.set_memory_monitor)(device, count, ptr::from_ref(&*held).cast_mut().cast()) };
        let mut tree = EmbreeTree { embree: self, model, vertices, device, scene: ptr::null_mut(), held };
        Box::new(move || {
            tree.build();
            Box::new(tree)
        })
    }

    fn is_batch(&self) -> bool {
        self.options.width > 1
    }
}

/// # Safety
/// `held` is the counter that was registered with this function.
unsafe extern "C" fn count(held: *mut c_void, bytes: isize, _after: bool) -> bool {
    // SAFETY: guaranteed by the caller.
    unsafe { &*held.cast::<AtomicIsize>() }.fetch_add(bytes, Relaxed);
    true
}

struct EmbreeTree<'m> {
    embree: &'m Embree,
    model: &'m Model,
    vertices: Vec<Vec3>,
    device: Device,
    scene: Scene,
    held: Box<AtomicIsize>,
}

impl EmbreeTree<'_> {
    fn build(&mut self) {
        let Embree { api, options, quality } = self.embree;
        let triangles = &self.model.triangles;
        let flags = c_int::from(options.robust) * ffi::ROBUST + c_int::from(options.compact) * ffi::COMPACT;
        let count = self.model.vertices.len();
        // SAFETY: both buffers have these lengths, the vertices one more, and do not change while
        // the scene exists.
        unsafe {
            self.scene = (api.new_scene)(self.device);
            (api.set_scene_flags)(self.scene, flags);
            (api.set_scene_quality)(self.scene, *quality);
            let geometry = (api.new_geometry)(self.device, ffi::TRIANGLES);
            (api.set_geometry_quality)(geometry, *quality);
            let share = |kind, format, start, number| {
                (api.share_buffer)(geometry, kind, 0, format, start, 0, size_of::<[u32; 3]>(), number);
            };
            share(ffi::VERTICES, ffi::FLOAT3, self.vertices.as_ptr().cast(), count);
            share(ffi::INDICES, ffi::UINT3, triangles.as_ptr().cast(), triangles.len());
            (api.commit_geometry)(geometry);
            (api.attach_geometry)(self.scene, geometry);
            (api.release_geometry)(geometry);
            (api.commit_scene)(self.scene);
        }
    }

    /// Fills packets, traces them with `trace`, and reads each lane with `read`.
    #[inline(always)]
    fn packets<const N: usize>(
        rays: &Rays,
        answers: &mut [Answer],
        trace: impl Fn(&Valid<N>, &mut Packet<N>, &mut QueryArguments),
        read: impl Fn(&Packet<N>, usize) -> Answer,
    ) {
        let mut arguments = QueryArguments::new(rays.coherent);
        for (rays, answers) in rays.rays.chunks(N).zip(answers.chunks_mut(N)) {
            let valid = Valid(std::array::from_fn(|lane| if lane < rays.len() { -1 } else { 0 }));
            let mut packet = packet(rays);
            trace(&valid, &mut packet, &mut arguments);
            for (lane, answer) in answers.iter_mut().enumerate() {
                *answer = read(&packet, lane);
            }
        }
    }
}

#[repr(C, align(64))]
struct Valid<const N: usize>([c_int; N]);

#[inline(always)]
fn packet<const N: usize>(rays: &[Ray]) -> Packet<N> {
    let mut packet = Packet {
        origin: [[0.0; N]; 3],
        near: [0.0; N],
        direction: [[0.0; N]; 3],
        time: [0.0; N],
        far: [f32::INFINITY; N],
        mask: [u32::MAX; N],
        id: [0; N],
        flags: [0; N],
        normal: [[0.0; N]; 3],
        uv: [[0.0; N]; 2],
        triangle: [ffi::INVALID; N],
        geometry: [ffi::INVALID; N],
        instance: [[ffi::INVALID; N]; 2],
    };
    for (lane, ray) in rays.iter().enumerate().take(N) {
        for axis in 0..3 {
            packet.origin[axis][lane] = ray.origin[axis];
            packet.direction[axis][lane] = ray.direction[axis];
        }
    }
    packet
}

#[inline(always)]
fn first<const N: usize>(packet: &Packet<N>, lane: usize) -> Answer {
    match packet.geometry[lane] {
        ffi::INVALID => Answer::NONE,
        _ => Answer { length: packet.far[lane], triangle: packet.triangle[lane] },
    }
}

/// Reads an occlusion result: Embree sets `far` to minus infinity.
#[inline(always)]
fn whether<const N: usize>(packet: &Packet<N>, lane: usize) -> Answer {
    if packet.far[lane] < 0.0 { Answer::HIT } else { Answer::NONE }
}

impl Tree for EmbreeTree<'_> {
    // SAFETY for each: the scene is committed, and all pointers are valid during the call.
    fn nearest(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        let (api, scene) = (&self.embree.api, self.scene);
        match self.embree.options.width {
            1 => Self::packets(rays, answers, |_, p, a| unsafe { (api.intersect_1)(scene, p, a) }, first),
            8 => Self::packets(
                rays,
                answers,
                |v, p, a| unsafe { (api.intersect_8)(v.0.as_ptr(), scene, p, a) },
                first,
            ),
            _ => Self::packets(
                rays,
                answers,
                |v, p, a| unsafe { (api.intersect_16)(v.0.as_ptr(), scene, p, a) },
                first,
            ),
        }
        true
    }

    fn any(&self, rays: &Rays, answers: &mut [Answer]) -> bool {
        let (api, scene) = (&self.embree.api, self.scene);
        match self.embree.options.width {
            1 => Self::packets(rays, answers, |_, p, a| unsafe { (api.occluded_1)(scene, p, a) }, whether),
            8 => Self::packets(
                rays,
                answers,
                |v, p, a| unsafe { (api.occluded_8)(v.0.as_ptr(), scene, p, a) },
                whether,
            ),
            _ => Self::packets(
                rays,
                answers,
                |v, p, a| unsafe { (api.occluded_16)(v.0.as_ptr(), scene, p, a) },
                whether,
            ),
        }
        true
    }

    fn point(&self, points: &[Vec3], answers: &mut [Answer]) -> bool {
        if self.embree.options.width > 1 {
            return false;
        }
        for (point, answer) in points.iter().zip(answers) {
            let mut best = Nearest { model: self.model, point: *point, answer: Answer::NONE };
            let mut query = PointQuery { point: point.to_array(), time: 0.0, radius: f32::INFINITY };
            let mut context = PointContext {
                transforms: [[0.0; 16]; 2],
                instance: ffi::INVALID,
                primitive_or_depth: 0,
                depth: 0,
            };
            let user = ptr::from_mut(&mut best).cast();
            // SAFETY: the scene is committed, and all pointers are valid during the call.
            unsafe { (self.embree.api.point_query)(self.scene, &mut query, &mut context, nearer, user) };
            *answer = best.answer;
        }
        true
    }

    fn bytes(&self) -> Option<usize> {
        usize::try_from(self.held.load(Relaxed)).ok()
    }
}

impl Drop for EmbreeTree<'_> {
    fn drop(&mut self) {
        // SAFETY: both are owned here; a null scene is not released. The counter is dropped after
        // the device.
        unsafe {
            if !self.scene.is_null() {
                (self.embree.api.release_scene)(self.scene);
            }
            (self.embree.api.release_device)(self.device);
        }
    }
}

/// Result of a point query.
struct Nearest<'m> {
    model: &'m Model,
    point: Vec3,
    answer: Answer,
}

/// Embree leaves triangles to its caller, and needs to know whether the radius shrank.
///
/// # Safety
/// `arguments` come from Embree, and their `user` is a [`Nearest`].
unsafe extern "C" fn nearer(arguments: *mut PointArguments) -> bool {
    // SAFETY: guaranteed by the caller.
    let (arguments, best) = unsafe { (&*arguments, &mut *(*arguments).user.cast::<Nearest>()) };
    let [a, b, c] = [0, 1, 2].map(|corner| best.model.corner(arguments.triangle as usize, corner));
    let length = best.point.distance(crate::triangle::nearest(best.point, a, b, c));
    if length >= best.answer.length {
        return false;
    }
    best.answer = Answer { length, triangle: arguments.triangle };
    // SAFETY: the query of this call, which its callback may shrink.
    unsafe { (*arguments.query).radius = length };
    true
}
