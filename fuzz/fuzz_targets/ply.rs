#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = barycast_io::read_bytes("fuzzed.ply", bytes);
});
