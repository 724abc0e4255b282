#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for line in bytes.split(|byte| *byte == b'\n').take(8) {
        let mut out = Vec::new();
        barycast_protocol::answer(line, false, &mut out);
        // Each answer is one line of valid JSON; the `id` is copied verbatim, however deeply nested
        // or truncated its characters.
        assert_eq!(out.iter().position(|byte| *byte == b'\n'), Some(out.len() - 1));
        assert!(serde_json::from_slice::<&serde_json::value::RawValue>(&out).is_ok());
        barycast_protocol::answer(line, true, &mut out);
    }
});
