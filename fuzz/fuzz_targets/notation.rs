//! See `vzetek_fuzz::notation`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    vzetek_fuzz::notation(text);
});
