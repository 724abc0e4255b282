#![no_main]

// The program's own files: it is no library.
#[path = "../../crates/barycast-cli/src/protocol/mod.rs"]
#[allow(dead_code, unreachable_pub)]
mod protocol;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for line in bytes.split(|byte| *byte == b'\n').take(8) {
        let mut out = Vec::new();
        protocol::answer(line, false, &mut out);
        // One answer a line, in JSON's grammar: an `id` comes back as it came, be it deep or half a character.
        assert_eq!(out.iter().position(|byte| *byte == b'\n'), Some(out.len() - 1));
        assert!(serde_json::from_slice::<&serde_json::value::RawValue>(&out).is_ok());
        protocol::answer(line, true, &mut out);
    }
});
