//! Makes the C library a part of the command, where that is glibc.
//!
//! A fifth of the time of a process that encodes a small picture went into looking for the library and binding to it. What
//! comes of it is still loaded at another address each time. Without the library as an archive (of Debian's libc6-dev, of
//! Fedora's glibc-static) or without the feature `static`, the command is linked as others are.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The libraries that `std` asks for by name.
const NAMES: [&str; 7] = ["c", "gcc_s", "m", "pthread", "dl", "rt", "util"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    let folder = PathBuf::from(variable("OUT_DIR")).join("archives");
    if is_wanted() && put_archives(&folder).is_ok_and(|all| all) {
        println!("cargo:rustc-link-arg-bins=-static-pie");
        println!("cargo:rustc-link-arg-bins=-L{}", folder.display());
    }
}

/// Whether the target has glibc, which is not linked in already, and the linker of this machine links for it.
fn is_wanted() -> bool {
    let features = variable("CARGO_CFG_TARGET_FEATURE");
    env::var_os("CARGO_FEATURE_STATIC").is_some()
        && variable("CARGO_CFG_TARGET_OS") == "linux"
        && variable("CARGO_CFG_TARGET_ENV") == "gnu"
        && variable("HOST") == variable("TARGET")
        && features.split(',').all(|feature| feature != "crt-static")
}

/// Puts a script for the linker in the place of each shared library, which leads to the archive. Whether there is one for each.
///
/// `+crt-static` would do the same, but only as a setting of the user's for all crates, and with it `cargo` builds no macros.
fn put_archives(folder: &Path) -> io::Result<bool> {
    fs::create_dir_all(folder)?;
    let with_archives = |names: &[&str]| -> Option<String> {
        let quoted = |name: &&str| Some(format!("\"{}\"", found(&format!("lib{name}.a"))?.display()));
        Some(format!("GROUP({})\n", names.iter().map(quoted).collect::<Option<Vec<_>>>()?.join(" ")))
    };
    for name in NAMES {
        let script = match name {
            // They need each other.
            "c" | "gcc_s" => with_archives(&["c", "gcc_eh", "gcc"]),
            name => with_archives(&[name]),
        };
        let Some(script) = script else { return Ok(false) };
        fs::write(folder.join(format!("lib{name}.so")), script)?;
    }
    // Where a program begins that puts itself in its place.
    Ok(found("rcrt1.o").is_some())
}

/// Where the linker finds a file.
fn found(name: &str) -> Option<PathBuf> {
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let output = Command::new(linker).arg(format!("-print-file-name={name}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    // A name without a path says that there is none.
    (path.is_absolute() && path.exists()).then_some(path)
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
