//! See `vzetek_fuzz::record`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    vzetek_fuzz::record(bytes);
});
