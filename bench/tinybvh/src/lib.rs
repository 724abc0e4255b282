//! tinybvh's tree of eight for CPUs, behind three functions of C.

use tinybvh_rs::{INFINITE, Intersection, Intersector, Ray, bvh, bvh8_cpu, mbvh};

/// A length, and whose triangle's.
#[repr(C)]
pub struct Answer(f32, u32);

/// A tree over so many corners, three a triangle; null where there is none.
///
/// # Safety
/// `corners` are so many, and stay through the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tinybvh_build(corners: *const [f32; 4], count: usize) -> *mut bvh8_cpu::BVH {
    // SAFETY: the caller's.
    let corners = unsafe { std::slice::from_raw_parts(corners, count) };
    let Ok(mut binary) = bvh::BVH::new(corners.into()) else { return std::ptr::null_mut() };
    binary.split_leaves(4);
    let wide = mbvh::BVH::new(&binary);
    bvh8_cpu::BVH::new(&wide).map_or(std::ptr::null_mut(), |tree| Box::into_raw(Box::new(tree)))
}

/// In C++ rays are aligned to cache lines, in the crate to 16 bytes: `Ray::new` may be a crash.
#[repr(align(64))]
struct Aligned(Ray);

/// The first hit of each ray (origin, direction): its length, infinite where there is none, and the triangle.
///
/// # Safety
/// The tree is of `tinybvh_build`; rays and answers are so many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tinybvh_nearest(
    tree: *const bvh8_cpu::BVH,
    rays: *const [[f32; 3]; 2],
    answers: *mut Answer,
    count: usize,
) {
    // SAFETY: the caller's.
    let (tree, rays, answers) = unsafe {
        (&*tree, std::slice::from_raw_parts(rays, count), std::slice::from_raw_parts_mut(answers, count))
    };
    for ([origin, direction], answer) in rays.iter().zip(answers) {
        let mut ray = Aligned(Ray {
            origin: *origin,
            // The mask, in C++.
            padding_0: u32::MAX,
            dir: *direction,
            r_d: direction.map(|x| 1.0 / x),
            hit: Intersection::new(),
            ..Ray::default()
        });
        tree.intersect(&mut ray.0);
        let ray = ray.0;
        *answer = if ray.hit.t < INFINITE {
            Answer(ray.hit.t, ray.hit.prim)
        } else {
            Answer(f32::INFINITY, u32::MAX)
        };
    }
}

/// Gives the tree back.
///
/// # Safety
/// The tree is of `tinybvh_build`, or null, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tinybvh_drop(tree: *mut bvh8_cpu::BVH) {
    if !tree.is_null() {
        // SAFETY: the caller's.
        drop(unsafe { Box::from_raw(tree) });
    }
}
