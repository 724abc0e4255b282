#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let answer = barycast_testkit::queries::query("sweep", bytes);
    assert!(answer.is_ok(), "{}", answer.unwrap_err());
});
