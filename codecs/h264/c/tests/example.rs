//! The example in C is compiled with the header, linked with the static library and with the shared one, and prints what
//! it should. Needs `cc`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the example prints last.
const PRINTED: &str = "\
the best mode is 4
levels:
0 0 0 0 -1 0 0 1 -1 0 0 -1 0 0 0 -2
the sum of absolute differences is 56
100 102 103 105 106 108
100 100 100 108 108 108
";

/// Where the libraries are: beside this test.
fn libraries() -> PathBuf {
    let this = std::env::current_exe().expect("the path of this test");
    this.parent().expect("a folder").to_path_buf()
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_example_builds_and_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, library) in [("static", "libunite_h264_c.a"), ("shared", "libunite_h264_c.so")] {
        let library = libraries().join(library);
        if !library.is_file() {
            println!("not run with the {name} library: {} does not exist here", library.display());
            continue;
        }
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("predict-{name}"));
        run(Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"])
            .arg(folder.join("include"))
            .arg(folder.join("example/predict.c"))
            .arg(&library)
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program));
        let printed = run(Command::new(&program).env("LD_LIBRARY_PATH", libraries()));
        assert!(printed.ends_with(PRINTED), "{name}: {printed}");
        // It is as large as the whole library.
        fs::remove_file(&program).expect("the program can be removed");
    }
}
