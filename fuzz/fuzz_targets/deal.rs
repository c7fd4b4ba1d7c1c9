//! See `vzetek_fuzz::deal`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    vzetek_fuzz::deal(bytes);
});
