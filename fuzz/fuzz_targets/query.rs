#![no_main]

// The program's own files: it is no library.
#[path = "../../crates/barycast-cli/src/protocol/mod.rs"]
#[allow(dead_code, unreachable_pub)]
mod protocol;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for line in bytes.split(|byte| *byte == b'\n').take(8) {
        let mut out = Vec::new();
        protocol::answer(line, false, &mut out);
        // One answer a line, which any reader of JSON understands.
        assert_eq!(out.iter().position(|byte| *byte == b'\n'), Some(out.len() - 1));
        assert!(serde_json::from_slice::<serde_json::Value>(&out).is_ok());
        protocol::answer(line, true, &mut out);
    }
});
