//! The system's allocator with a counter of allocated bytes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Makes the system's allocator keep released memory, so that later builds find touched memory.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn keep() {
    use std::ffi::c_int;
    unsafe extern "C" {
        fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }
    const TRIM_THRESHOLD: c_int = -1;
    const MMAP_MAX: c_int = -4;
    const ARENA_MAX: c_int = -8;
    // SAFETY: called before other threads start; unknown parameters are ignored.
    unsafe {
        mallopt(TRIM_THRESHOLD, c_int::MAX);
        mallopt(MMAP_MAX, 0);
        mallopt(ARENA_MAX, 1);
    }
}

/// Leaves other allocators unchanged.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep() {}

struct Counted;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

static HELD: AtomicUsize = AtomicUsize::new(0);

/// Returns the bytes that Rust code has allocated.
pub fn held() -> usize {
    HELD.load(Relaxed)
}

// SAFETY: all calls are forwarded unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller's guarantees are those that the allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Relaxed);
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.fetch_add(size, Relaxed);
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as in `alloc`.
        unsafe { System.realloc(memory, layout, size) }
    }
}
