//! Two floats as one value, and functions that are called and never inlined.
//!
//! WebAssembly with lanes has registers of two floats, in which calls pass and return such values.
//! Kernels over double-doubles and intervals are mostly calls, and this makes them four times
//! smaller.

/// Two floats.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[derive(Clone, Copy)]
pub(crate) struct TwoFloats {
    first: f64,
    second: f64,
}

/// Two floats.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct TwoFloats(core::arch::wasm32::v128);

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl TwoFloats {
    #[inline(always)]
    pub(crate) const fn new(first: f64, second: f64) -> Self {
        Self { first, second }
    }

    #[inline(always)]
    pub(crate) const fn parts(self) -> (f64, f64) {
        (self.first, self.second)
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl TwoFloats {
    #[inline(always)]
    pub(crate) const fn new(first: f64, second: f64) -> Self {
        Self(core::arch::wasm32::f64x2(first, second))
    }

    #[allow(unsafe_code, reason = "the safe functions that read lanes are not constant")]
    #[inline(always)]
    pub(crate) const fn parts(self) -> (f64, f64) {
        // SAFETY: both types consist of 128 bits, and all bits are valid in both.
        let [first, second] = unsafe { core::mem::transmute::<core::arch::wasm32::v128, [f64; 2]>(self.0) };
        (first, second)
    }
}

impl TwoFloats {
    #[inline(always)]
    pub(crate) const fn first(self) -> f64 {
        self.parts().0
    }

    #[inline(always)]
    pub(crate) const fn second(self) -> f64 {
        self.parts().1
    }
}

impl PartialEq for TwoFloats {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl core::fmt::Debug for TwoFloats {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.parts().fmt(f)
    }
}

/// Writes functions that are never inlined.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! called {
    ($($(#[$attribute:meta])* $visibility:vis fn $name:ident($($argument:ident: $Type:ty),*) -> $Out:ty $body:block)*) => {
        $($(#[$attribute])* #[inline(never)] $visibility fn $name($($argument: $Type),*) -> $Out $body)*
    };
}

/// Writes functions that are never inlined. This way of calling returns registers, Rust's does not.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
macro_rules! called {
    ($($(#[$attribute:meta])* $visibility:vis fn $name:ident($($argument:ident: $Type:ty),*) -> $Out:ty $body:block)*) => {$(
        $(#[$attribute])*
        #[inline(never)]
        #[allow(improper_ctypes_definitions, reason = "called from Rust only")]
        $visibility extern "C" fn $name($($argument: $Type),*) -> $Out $body
    )*};
}
pub(crate) use called;
