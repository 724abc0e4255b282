//! Memory for large arrays with random access.

use alloc::vec::Vec;

/// Returns an empty vector with room for `capacity` items, on large pages if the system supports
/// them. A traversal of a large tree touches about a page per step, and the TLB has few entries.
#[cfg(all(feature = "std", target_os = "linux"))]
pub(crate) fn large<T>(capacity: usize) -> Vec<T> {
    let vec = Vec::<T>::with_capacity(capacity);
    advise(vec.as_ptr(), vec.capacity(), libc::MADV_HUGEPAGE);
    vec
}

/// Returns an empty vector with room for `capacity` items.
#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(crate) fn large<T>(capacity: usize) -> Vec<T> {
    Vec::with_capacity(capacity)
}

/// The `libc` crate defines this constant for GNU's C library only.
#[cfg(all(feature = "std", target_os = "linux"))]
const MADV_COLLAPSE: libc::c_int = 25;

/// Moves the items to large pages, at the same addresses, unless they are there already.
///
/// An allocator reuses memory page by page, in which case [`large`] has no effect. Works since
/// Linux 6.1. Takes as long as a copy of the memory moved.
pub(crate) fn move_to_large_pages<T>(items: &[T]) {
    #[cfg(all(feature = "std", target_os = "linux"))]
    advise(items.as_ptr(), items.len(), MADV_COLLAPSE);
    #[cfg(not(all(feature = "std", target_os = "linux")))]
    let _ = items;
}

/// Advises the system on the use of `count` items, if they are larger than a large page.
#[cfg(all(feature = "std", target_os = "linux"))]
#[allow(unsafe_code, reason = "a hint to the system about owned or borrowed memory")]
fn advise<T>(items: *const T, count: usize, advice: libc::c_int) {
    const PAGE: usize = 4096;
    let from = items.addr().next_multiple_of(PAGE);
    let to = (items.addr() + count * size_of::<T>()) / PAGE * PAGE;
    if to > from && to - from > 1 << 21 {
        let start = items.wrapping_byte_add(from - items.addr());
        // SAFETY: the range has whole pages inside memory that the caller owns or borrows. Neither
        // MADV_HUGEPAGE nor MADV_COLLAPSE changes its content. A refusal by the system has no
        // effect.
        unsafe { libc::madvise(start.cast_mut().cast(), to - from, advice) };
    }
}

/// Prefetches a value that will be read soon. No result depends on it.
#[inline(always)]
#[allow(unsafe_code, reason = "a hint to the processor")]
pub(crate) fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = core::ptr::from_ref(what).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            // SAFETY: SSE is part of every x86-64, and a prefetch never faults.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_byte_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// Size of a cache line in bytes.
const LINE: usize = 64;

/// Number of bytes that [`prefetch_at`] prefetches: a node and one more line, which covers most
/// leaves of `f32`.
pub(crate) const PREFETCHED: usize = 5 * LINE;

/// Prefetches [`PREFETCHED`] bytes from an address on.
#[inline(always)]
#[allow(unsafe_code, reason = "a hint to the processor")]
pub(crate) fn prefetch_at(start: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        for line in 0..PREFETCHED / LINE {
            // SAFETY: SSE is part of every x86-64, and a prefetch never faults.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.cast::<i8>().wrapping_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = start;
}

/// Reads numbers one by one that were written one by one a moment ago. Store forwarding works only
/// for a read of the same address and size. Compilers combine reads where they can, and the
/// combined read waits for the cache.
#[inline(always)]
#[allow(unsafe_code, reason = "no safe operation controls the width of a read")]
pub(crate) fn read_separately<S: Copy>([x, y, z]: &[S; 3]) -> [S; 3] {
    [read_scalar(x), read_scalar(y), read_scalar(z)]
}

/// Reads a number as a scalar into a register. The compiler cannot combine this read with reads of
/// adjacent numbers.
#[inline(always)]
#[allow(unsafe_code, reason = "no safe operation controls the width of a read")]
pub(crate) fn read_scalar<S: Copy>(number: &S) -> S {
    // SAFETY: a reference is valid for reads, and the value is `Copy`.
    unsafe { core::ptr::read_volatile(number) }
}
