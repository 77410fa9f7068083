//! Our kernels in the tables of an encoder that knows nothing of them: x264's static library is linked with the linker's
//! `--wrap` for the functions that make its tables. Each kernel equals the function whose place it takes, and the streams
//! are the same bytes with and without them.
//!
//! Needs `cc` and Debian's package `libx264-dev`; without them nothing is tested, and the test says so. x264 is under the
//! GPL: the program that is linked here is for this test alone.

mod linked;

use linked::{Ours, WRAPPED, printed_once, settings};

/// The kernels for 8 bits.
const OURS: Ours = Ours {
    depth: 8,
    library: "libunite_h264_c.a",
    folder: env!("CARGO_MANIFEST_DIR"),
    include: &["include"],
};

/// Fills x264's tables, and encodes.
#[test]
fn the_example_encodes_what_x264_alone_does() {
    let of = |name: &str, wrapped| {
        let functions =
            WRAPPED.into_iter().filter(|name| !matches!(*name, "predict_8x8_init" | "zigzag_init"));
        let functions: Vec<&str> = functions.collect();
        OURS.program("example/x264.c", name, &functions, wrapped)
            .map(|program| printed_once(program, &[""; 0]))
    };
    if let Some(ours) = of("example-with-ours", true) {
        assert_eq!(Some(&ours), of("example-with-its-own", false).as_ref());
        assert!(ours.contains(" bytes, "), "{ours}");
    }
}

#[test]
fn streams_of_x264_are_the_same_with_our_kernels() {
    if let Some(program) = OURS.program("tests/x264.c", "x264-with-our-kernels", &WRAPPED, true) {
        print!("{}", printed_once(program, &[""; 0]));
    }
}

/// Presets, tunes, and random options, formats and sizes, psycho-visual decisions on as they are by default.
#[test]
fn streams_of_x264_are_the_same_with_any_options() {
    if let Some(program) = OURS.program("tests/x264.c", "x264-with-any-options", &WRAPPED, true) {
        print!("{}", printed_once(program, &settings("9", "12")));
    }
}

/// What a whole encoder gains or loses. `cargo test --release -p unite-h264-c --test x264 -- --ignored --nocapture`
#[test]
#[ignore = "it measures"]
fn speed_of_x264_with_our_kernels() {
    if let Some(program) = OURS.program("tests/x264.c", "x264-speed", &WRAPPED, true) {
        print!("{}", printed_once(program, &["speed"]));
    }
}
