//! Comparison with libccd on hulls of 32 points in `f64`. FCL uses this library for convex shapes,
//! with Minkowski portal refinement (MPR) and with GJK.
//!
//! It is opened at run time: `libccd.so.2` (Debian's `libccd2`), or the file that the variable
//! `CCD` names. Its MPR depth is along a direction that is not always that of least penetration, so
//! it does not always agree with the penetration depth.

use crate::harness::{Both, HULLS, Table};
use barycast::convex::{epa, gjk};
use barycast::shape::Convex;
use glam::DVec3;
use libloading::{Library, Symbol};
use std::ffi::{c_int, c_ulong, c_void};

/// Its vector, of `double` in Debian's build.
type Vector = [f64; 3];
type Support = extern "C" fn(*const c_void, *const Vector, *mut Vector);
type Center = extern "C" fn(*const c_void, *mut Vector);

/// `ccd_t`.
#[repr(C)]
struct Settings {
    first_direction: extern "C" fn(*const c_void, *const c_void, *mut Vector),
    supports: [Support; 2],
    centers: [Center; 2],
    max_iterations: c_ulong,
    epa_tolerance: f64,
    mpr_tolerance: f64,
    distance_tolerance: f64,
}

type Intersect = unsafe extern "C" fn(*const c_void, *const c_void, *const Settings) -> c_int;
type Penetration = unsafe extern "C" fn(
    *const c_void,
    *const c_void,
    *const Settings,
    *mut f64,
    *mut Vector,
    *mut Vector,
) -> c_int;

struct Hull {
    points: Vec<DVec3>,
    center: DVec3,
}

extern "C" fn first_direction(_: *const c_void, _: *const c_void, direction: *mut Vector) {
    // SAFETY: libccd passes a valid vector.
    unsafe { *direction = [1.0, 0.0, 0.0] }
}

extern "C" fn support(hull: *const c_void, direction: *const Vector, point: *mut Vector) {
    // SAFETY: libccd passes the hull that it was given, and valid vectors.
    let (hull, direction) = unsafe { (&*hull.cast::<Hull>(), DVec3::from_array(*direction)) };
    let mut best = (f64::NEG_INFINITY, hull.points[0]);
    for p in &hull.points {
        let along = p.dot(direction);
        if along > best.0 {
            best = (along, *p);
        }
    }
    // SAFETY: as above.
    unsafe { *point = best.1.to_array() }
}

extern "C" fn center(hull: *const c_void, point: *mut Vector) {
    // SAFETY: as above.
    unsafe { *point = (*hull.cast::<Hull>()).center.to_array() }
}

fn hulls() -> Both<Convex<DVec3>, Hull> {
    let mut rng = fastrand::Rng::with_seed(10);
    let mut v = move || DVec3::new(rng.f64() * 2.0 - 1.0, rng.f64() * 2.0 - 1.0, rng.f64() * 2.0 - 1.0);
    let mut hull = || {
        let (center, size) = (v() * 1.5, v() * 0.5 + DVec3::splat(0.7));
        let points: Vec<DVec3> = (0..32).map(|_| center + v().normalize() * size).collect();
        let ours = Convex::try_new(points.clone()).expect("finite points");
        let center = points.iter().sum::<DVec3>() / points.len() as f64;
        (ours, Hull { points, center })
    };
    (0..HULLS).map(|_| hull()).unzip()
}

/// Measures all rows if the library is available.
pub fn rows(t: &mut Table) {
    let file = std::env::var("CCD").unwrap_or("libccd.so.2".into());
    // SAFETY: libccd has no initialisers.
    let library = match unsafe { Library::new(&file) } {
        Ok(library) => library,
        Err(why) => return eprintln!("without libccd: {file}: {why}"),
    };
    // SAFETY: these are the types that its header declares.
    let (mpr, gjk_there, penetration): (Symbol<Intersect>, Symbol<Intersect>, Symbol<Penetration>) = unsafe {
        let function = |name: &[u8]| library.get(name);
        match (function(b"ccdMPRIntersect"), function(b"ccdGJKIntersect"), library.get(b"ccdMPRPenetration"))
        {
            (Ok(mpr), Ok(gjk), Ok(penetration)) => (mpr, gjk, penetration),
            _ => return eprintln!("without libccd: {file} lacks its functions"),
        }
    };
    let settings = Settings {
        first_direction,
        supports: [support; 2],
        centers: [center; 2],
        max_iterations: 100,
        epa_tolerance: 1e-6,
        mpr_tolerance: 1e-6,
        distance_tolerance: 1e-6,
    };
    let (ours, theirs) = hulls();
    let places = |i: usize| (i % HULLS, (i * 5 + 1) % HULLS);
    let hull = |i: usize| (&ours[places(i).0], &ours[places(i).1]);
    let their_hull = |i: usize| {
        let (a, b) = places(i);
        ((&raw const theirs[a]).cast::<c_void>(), (&raw const theirs[b]).cast::<c_void>())
    };
    let query = |function: &Symbol<Intersect>, i: usize| {
        let (a, b) = their_hull(i);
        // SAFETY: the hulls and the settings outlive the call.
        unsafe { function(a, b, &settings) != 0 }
    };
    let meets = |i: usize| gjk::intersects(hull(i).0, hull(i).1);
    t.row("hull_hull f64 intersects", "libccd MPR", meets, |i| query(&mpr, i));
    t.row("hull_hull f64 intersects", "libccd GJK", meets, |i| query(&gjk_there, i));
    let depth = |i: usize| {
        let (a, b) = hull(i);
        epa::contact(a, b).map_or(0.0, |found| found.contact.depth)
    };
    t.row("hull_hull f64 contact", "libccd MPR", depth, |i| {
        let (a, b) = their_hull(i);
        let (mut depth, mut direction, mut point) = (0.0, [0.0; 3], [0.0; 3]);
        // SAFETY: as above.
        let met = unsafe { penetration(a, b, &settings, &mut depth, &mut direction, &mut point) == 0 };
        if met { depth } else { 0.0 }
    });
}
