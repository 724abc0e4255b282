//! Embree 4: boxes as user geometry. Its BVH is intersected with itself, which reports every pair
//! twice.

use crate::ffi::{self, Api, BoundsArguments, Collision};
use crate::sets::{Box3, Finder};
use std::ffi::c_void;
use std::path::Path;
use std::ptr;

pub fn open(file: &Path) -> Result<Finder, String> {
    let file = ffi::find(file)?;
    let api = Api::open(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    // SAFETY: a string with a terminating zero.
    let device = unsafe { (api.new_device)(c"threads=1,set_affinity=0".as_ptr()) };
    if device.is_null() {
        return Err("Embree makes no device".into());
    }
    // The device is released at the end of the process.
    Ok(Box::new(move |boxes, pairs| {
        // Captures the whole value; otherwise the closure would hold the functions without their
        // library.
        let api = &api;
        let mut found = Found { boxes, pairs };
        // SAFETY: the boxes outlive the scene, and a single thread writes the results during the
        // search.
        unsafe {
            let scene = (api.new_scene)(device);
            (api.set_scene_quality)(scene, ffi::LOW);
            let geometry = (api.new_geometry)(device, ffi::USER);
            (api.set_user_count)(geometry, boxes.len() as u32);
            (api.set_user_data)(geometry, boxes.as_ptr().cast());
            (api.set_user_bounds)(geometry, bounds, ptr::null());
            (api.commit_geometry)(geometry);
            (api.attach_geometry)(scene, geometry);
            (api.release_geometry)(geometry);
            (api.commit_scene)(scene);
            (api.collide)(scene, scene, collect, ptr::from_mut(&mut found).cast());
            (api.release_scene)(scene);
        }
    }))
}

struct Found<'a> {
    boxes: &'a [Box3],
    pairs: &'a mut Vec<[u32; 2]>,
}

/// # Safety
/// `arguments` come from Embree, with boxes as user data.
unsafe extern "C" fn bounds(arguments: *const BoundsArguments) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let arguments = &*arguments;
        let item = &*arguments.user.cast::<Box3>().add(arguments.item as usize);
        *arguments.bounds = [item.min, item.max].map(|corner| corner.extend(0.0).to_array());
    }
}

/// # Safety
/// `found` is a [`Found`], and there are `count` collisions.
unsafe extern "C" fn collect(found: *mut c_void, collisions: *const Collision, count: usize) {
    // SAFETY: guaranteed by the caller.
    let (found, collisions) =
        unsafe { (&mut *found.cast::<Found>(), std::slice::from_raw_parts(collisions, count)) };
    for &Collision { item_a, item_b, .. } in collisions {
        let [a, b] = [item_a, item_b].map(|item| &found.boxes[item as usize]);
        if item_a < item_b && a.meets(b) {
            found.pairs.push([item_a, item_b]);
        }
    }
}
