//! See `vzetek_fuzz::message`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    vzetek_fuzz::message(text);
});
