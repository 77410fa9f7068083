//! What is fuzzed, each a function of the fuzzer's bytes that panics on a finding.
//!
//! `fuzz/fuzz_targets/` hands them to libFuzzer; the test `bounded` runs them on stable Rust.

// A proc macro exports nothing but its attribute, and a command nothing at all, so modules of theirs are compiled into this
// crate as well.
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
mod views;

modules_of_others! {
    analyse at "../../../unite-macros/src/analyse/mod.rs",
    associated at "../../../unite-macros/src/associated.rs",
    boundaries at "../../../unite-macros/src/boundaries.rs",
    check at "../../../unite-macros/src/check.rs",
    cost at "../../../unite-macros/src/cost.rs",
    emit at "../../../unite-macros/src/emit/mod.rs",
    expand at "../../../unite-macros/src/expand.rs",
    functions at "../../../unite-macros/src/functions/mod.rs",
    holes at "../../../unite-macros/src/holes.rs",
    instances at "../../../unite-macros/src/instances/mod.rs",
    ir at "../../../unite-macros/src/ir/mod.rs",
    known at "../../../unite-macros/src/known.rs",
    lanes at "../../../unite-macros/src/lanes/mod.rs",
    messages at "../../../unite-macros/src/messages/mod.rs",
    methods at "../../../unite-macros/src/methods.rs",
    options at "../../../unite-macros/src/options.rs",
    parse at "../../../unite-macros/src/parse/mod.rs",
    plans at "../../../unite-macros/src/plans/mod.rs",
    report at "../../../unite-macros/src/report.rs",
    rules at "../../../unite-macros/src/rules/mod.rs",
    source at "../../../unite-macros/src/source.rs",
    syntax at "../../../unite-macros/src/syntax.rs",
    traversal at "../../../unite-macros/src/traversal.rs",
}

// The decoders of the command `unite-jpeg`, and files of each format, byte by byte.
modules_of_others! {
    formats at "../../../codecs/jpeg/tests/support/formats.rs",
    plan at "../../../codecs/jpeg/src/bin/unite-jpeg/plan.rs",
    reading at "../../../codecs/jpeg/src/bin/unite-jpeg/reading/mod.rs",
    refusal at "../../../codecs/jpeg/src/bin/unite-jpeg/refusal.rs",
}

pub use decoders::decoders;
pub use jpeg::jpeg;
pub use kernels::{Pair, kernel_pair};
pub use language::language;
pub use lossless::lossless;
pub use stored::stored;
pub use views::views;
