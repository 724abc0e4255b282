#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let name = if bytes.starts_with(b"glTF") { "fuzzed.glb" } else { "fuzzed.gltf" };
    let _ = barycast_io::read_bytes(name, bytes);
});
