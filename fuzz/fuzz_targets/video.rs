#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| unite_fuzz::video(data));
