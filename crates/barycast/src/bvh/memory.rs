//! Memory for large arrays that are read all over.

use alloc::vec::Vec;

/// An empty vector with room for `capacity` items, on large pages where the system has them: a walk of a large
/// tree touches a page a step, and the processor remembers few.
#[cfg(all(feature = "std", target_os = "linux"))]
pub(crate) fn large<T>(capacity: usize) -> Vec<T> {
    let vec = Vec::<T>::with_capacity(capacity);
    advise(vec.as_ptr(), vec.capacity(), libc::MADV_HUGEPAGE);
    vec
}

/// An empty vector with room for `capacity` items.
#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(crate) fn large<T>(capacity: usize) -> Vec<T> {
    Vec::with_capacity(capacity)
}

/// Which the `libc` crate names only where the C library is GNU's.
#[cfg(all(feature = "std", target_os = "linux"))]
const MADV_COLLAPSE: libc::c_int = 25;

/// Has the items moved to large pages, in their place, as far as they are not there: an allocator hands out again what was in use
/// before, page by page, and then [`large`] comes too late. Since Linux 6.1; takes as long as a copy of what is moved.
pub(crate) fn settle<T>(items: &[T]) {
    #[cfg(all(feature = "std", target_os = "linux"))]
    advise(items.as_ptr(), items.len(), MADV_COLLAPSE);
    #[cfg(not(all(feature = "std", target_os = "linux")))]
    let _ = items;
}

/// Hints at what so many items will be used for, if they are more than a large page.
#[cfg(all(feature = "std", target_os = "linux"))]
#[allow(unsafe_code, reason = "a hint to the system about memory that is ours")]
fn advise<T>(items: *const T, count: usize, advice: libc::c_int) {
    const PAGE: usize = 4096;
    let from = items.addr().next_multiple_of(PAGE);
    let to = (items.addr() + count * size_of::<T>()) / PAGE * PAGE;
    if to > from && to - from > 1 << 21 {
        let start = items.wrapping_byte_add(from - items.addr());
        // SAFETY: whole pages inside memory that the caller owns or borrows, and neither MADV_HUGEPAGE nor MADV_COLLAPSE changes
        // what is in it. Where the system refuses, nothing is lost.
        unsafe { libc::madvise(start.cast_mut().cast(), to - from, advice) };
    }
}

/// Asks for the lines of something that will be read soon: answers do not depend on it.
#[inline(always)]
#[allow(unsafe_code, reason = "a hint to the processor")]
pub(crate) fn fetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = core::ptr::from_ref(what).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            // SAFETY: SSE is part of every x86-64, and a hint is never a fault.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_byte_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// The bytes of a line of the caches.
const LINE: usize = 64;

/// So many bytes [`fetch_at`] asks for: those of a node and a line more, which is what most leaves of `f32` lie on.
pub(crate) const FETCHED: usize = 5 * LINE;

/// The same of the lines from some place on.
#[inline(always)]
#[allow(unsafe_code, reason = "a hint to the processor")]
pub(crate) fn fetch_at(start: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        for line in 0..FETCHED / LINE {
            // SAFETY: SSE is part of every x86-64, and a hint is never a fault.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.cast::<i8>().wrapping_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = start;
}

/// Reads numbers that were written a moment ago one by one, as they were written. A processor has what it wrote at hand only for a
/// read of the same place and size; compilers read two numbers at once where they can, which then waits for the cache.
#[inline(always)]
#[allow(unsafe_code, reason = "there is no other way to say how memory is read")]
pub(crate) fn one_by_one<S: Copy>([x, y, z]: &[S; 3]) -> [S; 3] {
    [alone(x), alone(y), alone(z)]
}

/// Reads a number as a number, into a register: never as one of several that lie side by side, nor by way of other memory.
#[inline(always)]
#[allow(unsafe_code, reason = "there is no other way to say how memory is read")]
pub(crate) fn alone<S: Copy>(number: &S) -> S {
    // SAFETY: a reference may be read, and what it points to is copied.
    unsafe { core::ptr::read_volatile(number) }
}
