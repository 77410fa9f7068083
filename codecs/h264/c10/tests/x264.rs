//! Our kernels for 10 bits in the tables of x264, as the test of `unite-h264-c` has it for 8: the streams are the same bytes with and
//! without them.
//!
//! Needs `cc` and Debian's package `libx264-dev`, whose library encodes both; without them nothing is tested, and the test says so.

#[path = "../../c/tests/linked/mod.rs"]
mod linked;

use linked::{Ours, WRAPPED, printed_once, settings};

/// The kernels for 10 bits.
const OURS: Ours = Ours {
    depth: 10,
    library: "libunite_h264_c10.a",
    folder: env!("CARGO_MANIFEST_DIR"),
    include: &["include", "../c/include", "../c/tests"],
};

/// Of each table every function that is called is ours, and the stream stays the same.
#[test]
fn streams_of_10_bits_are_the_same_with_our_kernels() {
    if let Some(program) = OURS.program("tests/x264.c", "x264-10-with-our-kernels", &WRAPPED, true) {
        print!("{}", printed_once(program, &[""; 0]));
    }
}

/// Presets, tunes, and random options, formats and sizes.
#[test]
fn streams_of_10_bits_are_the_same_with_any_options() {
    if let Some(program) = OURS.program("tests/x264.c", "x264-10-with-any-options", &WRAPPED, true) {
        print!("{}", printed_once(program, &settings("9", "12")));
    }
}

/// What a whole encoder gains or loses. `cargo test --release -p unite-h264-c10 --test x264 -- --ignored --nocapture`
#[test]
#[ignore = "it measures"]
fn speed_of_10_bits_with_our_kernels() {
    if let Some(program) = OURS.program("tests/x264.c", "x264-10-speed", &WRAPPED, true) {
        print!("{}", printed_once(program, &["speed"]));
    }
}
