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
