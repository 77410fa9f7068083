//! What is fuzzed, each a function of the fuzzer's bytes that panics on a finding.
//!
//! `fuzz/fuzz_targets/` hands them to libFuzzer; the test `bounded` runs them on stable Rust.

// A command exports nothing, so modules of one are compiled into this crate as well.
macro_rules! modules_of_others {
    ($($name:ident at $path:literal,)*) => {$(
        #[allow(dead_code, unused_imports)]
        #[path = $path]
        mod $name;
    )*};
}

mod bytes;
mod decoders;
mod grammar;
mod jpeg;
mod kernels;
mod language;
mod lossless;
mod stored;
mod video;
mod views;

// The decoders of the command `unite-jpeg`, and files of each format, byte by byte.
modules_of_others! {
    formats at "../../../codecs/jpeg/tests/support/formats.rs",
    plan at "../../../codecs/jpeg/src/bin/unite-jpeg/plan.rs",
    reading at "../../../codecs/jpeg/src/bin/unite-jpeg/reading/mod.rs",
    refusal at "../../../codecs/jpeg/src/bin/unite-jpeg/refusal.rs",
}

// Decoders of others, as the tests of streams call them.
modules_of_others! {
    stream_decoders at "../../../codecs/h264/encoder/streams/tests/streams/decoders.rs",
}

pub use decoders::decoders;
pub use jpeg::jpeg;
pub use kernels::{Pair, kernel_pair};
pub use language::language;
pub use lossless::lossless;
pub use stored::stored;
pub use video::video;
pub use views::views;
