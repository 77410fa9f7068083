//! Whether x264 can be linked here: `cfg(x264)`, and how. What is wrapped in tests: openh264's last function that makes a
//! table, and the one that asks for the processor.

use std::path::PathBuf;
use std::process::Command;

/// The version of x264 whose tables are known.
const BUILD: &str = "#define X264_BUILD 164";

/// Its header, as Debian's package `libx264-dev` has it.
const HEADER: &str = "/usr/include/x264.h";

/// Functions of openh264 that tests put others before.
const WRAPPED: [&str; 2] = ["_ZN7WelsEnc17WelsBlockFuncInitEPPFvPaEi", "WelsCPUFeatureDetect"];

fn main() {
    for name in WRAPPED {
        println!("cargo::rustc-link-arg-tests=-Wl,--wrap={name}");
    }
    println!("cargo::rustc-check-cfg=cfg(x264)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={HEADER}");
    let header = std::fs::read_to_string(HEADER).unwrap_or_default();
    if let Some(library) = library().filter(|_| header.contains(BUILD)) {
        let folder = library.parent().expect("a file lies in a folder");
        println!("cargo::rustc-cfg=x264");
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static:-bundle=x264");
    }
}

/// The static library, if the C compiler finds one.
fn library() -> Option<PathBuf> {
    let output = Command::new("cc").arg("-print-file-name=libx264.a").output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_absolute().then_some(path)
}
