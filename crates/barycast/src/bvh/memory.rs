//! Memory for large arrays that are read all over.

use alloc::vec::Vec;

/// An empty vector with room for `capacity` items, on large pages where the system has them: a walk of a large
/// tree touches a page a step, and the processor remembers few.
#[cfg(all(feature = "std", target_os = "linux"))]
#[allow(unsafe_code, reason = "a hint to the system about memory that is ours")]
pub(crate) fn large<T>(capacity: usize) -> Vec<T> {
    const PAGE: usize = 4096;
    let vec = Vec::<T>::with_capacity(capacity);
    let from = vec.as_ptr().addr().next_multiple_of(PAGE);
    let to = (vec.as_ptr().addr() + vec.capacity() * size_of::<T>()) / PAGE * PAGE;
    if to > from && to - from > 1 << 21 {
        let start = vec.as_ptr().wrapping_byte_add(from - vec.as_ptr().addr());
        // SAFETY: whole pages inside memory that the vector owns, and MADV_HUGEPAGE changes nothing of what is in it.
        // Where the system refuses, nothing is lost.
        unsafe { libc::madvise(start.cast_mut().cast(), to - from, libc::MADV_HUGEPAGE) };
    }
    vec
}

/// An empty vector with room for `capacity` items.
#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(crate) fn large<T>(capacity: usize) -> Vec<T> {
    Vec::with_capacity(capacity)
}

/// Asks for the lines of something that will be read soon: answers do not depend on it.
#[inline(always)]
#[allow(unsafe_code, reason = "a hint to the processor")]
pub(crate) fn fetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        const LINE: usize = 64;
        let start = core::ptr::from_ref(what).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            // SAFETY: SSE is part of every x86-64, and a hint is never a fault.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_byte_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// The same of the lines from some place on, as many as a node has and one more, which is what most leaves lie on.
#[inline(always)]
#[allow(unsafe_code, reason = "a hint to the processor")]
pub(crate) fn fetch_at(start: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        for line in 0..5 {
            // SAFETY: SSE is part of every x86-64, and a hint is never a fault.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.cast::<i8>().wrapping_add(line * 64)) };
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
