//! Our kernels in the tables of an encoder that knows nothing of them: x264's static library is linked with the linker's
//! `--wrap` for the functions that make its tables. Each kernel equals the function whose place it takes, and the streams
//! are the same bytes with and without them.
//!
//! Needs `cc` and Debian's package `libx264-dev`; without them nothing is tested, and the test says so. x264 is under the
//! GPL: the program that is linked here is for this test alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The functions that make tables.
const WRAPPED: [&str; 11] = [
    "predict_4x4_init",
    "predict_8x8_init",
    "predict_16x16_init",
    "predict_8x8c_init",
    "predict_8x16c_init",
    "pixel_init",
    "dct_init",
    "zigzag_init",
    "quant_init",
    "mc_init",
    "deblock_init",
];

/// The version of x264 whose tables the test knows.
const BUILD: &str = "#define X264_BUILD 164";

/// Why x264 cannot be linked here, if it cannot.
fn missing() -> Option<String> {
    let find = |name: &str| {
        let output = Command::new("cc").arg(format!("-print-file-name={name}")).output().ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        path.is_absolute().then_some(path)
    };
    if find("libx264.a").is_none() {
        return Some("cc finds no libx264.a: install libx264-dev".to_string());
    }
    let header = fs::read_to_string("/usr/include/x264.h").unwrap_or_default();
    (!header.contains(BUILD)).then(|| format!("the header of x264 has no `{BUILD}`"))
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (printed, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}:\n{printed}{errors}");
    printed.into_owned()
}

/// What a program prints, of which nothing is left then: each is as large as the whole library.
fn printed_once(program: PathBuf, args: &[&str]) -> String {
    let printed = run(Command::new(&program).args(args));
    fs::remove_file(&program).expect("the program can be removed");
    printed
}

/// A program of one of our files, or nothing where it cannot be linked. Functions that make tables are wrapped, or called as they are.
fn program(source: &str, name: &str, functions: &[&str], wrapped: bool) -> Option<PathBuf> {
    let this = std::env::current_exe().expect("the path of this test");
    let library = this.with_file_name("libunite_h264_c.a");
    let missing = missing().or((!library.is_file()).then(|| format!("{} does not exist", library.display())));
    if let Some(reason) = missing {
        println!("not tested in x264: {reason}");
        return None;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new("cc");
    command.args(["-std=gnu11", "-Wall", "-Wextra", "-O1", "-I"]).arg(folder.join("include"));
    command.arg(folder.join(source));
    command.args(functions.iter().map(|name| match wrapped {
        true => format!("-Wl,--wrap=x264_8_{name}"),
        // What would be called instead calls it.
        false => format!("-Wl,--defsym=__real_x264_8_{name}=x264_8_{name}"),
    }));
    run(command.arg(&library).args(["-l:libx264.a", "-lpthread", "-ldl", "-lm", "-o"]).arg(&program));
    Some(program)
}

/// Fills x264's tables, and encodes.
#[test]
fn the_example_encodes_what_x264_alone_does() {
    let of = |name: &str, wrapped| {
        let functions =
            WRAPPED.into_iter().filter(|name| !matches!(*name, "predict_8x8_init" | "zigzag_init"));
        let functions: Vec<&str> = functions.collect();
        program("example/x264.c", name, &functions, wrapped).map(|program| printed_once(program, &[]))
    };
    if let Some(ours) = of("example-with-ours", true) {
        assert_eq!(Some(&ours), of("example-with-its-own", false).as_ref());
        assert!(ours.contains(" bytes, "), "{ours}");
    }
}

#[test]
fn streams_of_x264_are_the_same_with_our_kernels() {
    if let Some(program) = program("tests/x264.c", "x264-with-our-kernels", &WRAPPED, true) {
        print!("{}", printed_once(program, &[]));
    }
}

/// Presets, tunes, and random options, formats and sizes, psycho-visual decisions on as they are by default. A sample of them: as
/// many as `UNITE_X264_SETTINGS` says with random options, and every preset with every tune where it says so. With
/// `UNITE_X264_PART=0/8`, and so on, an eighth of them.
#[test]
fn streams_of_x264_are_the_same_with_any_options() {
    let random = std::env::var("UNITE_X264_SETTINGS").ok();
    let (step, count) = match &random {
        Some(count) => ("1", count.as_str()),
        None => ("9", "12"),
    };
    let part = std::env::var("UNITE_X264_PART").unwrap_or_else(|_| "0/1".to_string());
    let (first, of) =
        part.split_once('/').expect("UNITE_X264_PART is a number and how many parts there are: 0/8");
    if let Some(program) = program("tests/x264.c", "x264-with-any-options", &WRAPPED, true) {
        print!("{}", printed_once(program, &["settings", step, count, first, of]));
    }
}

/// What a whole encoder gains or loses. `cargo test --release -p unite-h264-c --test x264 -- --ignored --nocapture`
#[test]
#[ignore = "it measures"]
fn speed_of_x264_with_our_kernels() {
    if let Some(program) = program("tests/x264.c", "x264-speed", &WRAPPED, true) {
        print!("{}", printed_once(program, &["speed"]));
    }
}
