//! What is compared in processes of its own: scipy and MKL by `peers.py`, taco by `taco.cpp`. They read matrices from files, and run
//! one task for each line that they are sent: `TASK NUMBER`, `ready` or `SECONDS ANSWER` back, `-` if they do not have it.

use std::path::Path;
use std::process::Command;

use unite_rounds::Remote;

/// Has a process run a task once over a matrix: seconds of the processor, and one number of the answer. `None` if it does not have
/// the task.
pub fn run(remote: &mut Remote, task: &str, matrix: usize) -> Option<(f64, f64)> {
    let line = remote.ask(&format!("{task} {matrix}"))?;
    let (seconds, answer) = line.split_once(' ')?;
    Some((seconds.parse().ok()?, answer.parse().ok()?))
}

/// scipy, and MKL if it is installed, by the Python that `PYTHON` names.
pub fn python(folder: &Path, which: &str) -> Option<Remote> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py");
    Remote::start(which, Command::new(&python).arg(script).arg(folder).arg(which))
}

/// taco, whose source and library are below the folder that `UNITE_TACO` names.
pub fn taco(folder: &Path) -> Option<Remote> {
    let Ok(taco) = std::env::var("UNITE_TACO") else {
        eprintln!("without taco: UNITE_TACO does not name its folder");
        return None;
    };
    let taco = Path::new(&taco);
    let program = folder.join("taco");
    let libraries = [taco.join("build/lib"), taco.join("lib")];
    let library = libraries.iter().find(|library| library.exists())?;
    let compiled = Command::new(std::env::var("CXX").unwrap_or_else(|_| "c++".to_string()))
        .args([
            "-O2",
            "-std=c++14",
            "-include",
            "cstdint",
            concat!(env!("CARGO_MANIFEST_DIR"), "/taco.cpp"),
            "-o",
        ])
        .arg(&program)
        .arg("-I")
        .arg(taco.join("include"))
        .arg("-L")
        .arg(library)
        .arg("-ltaco")
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .status();
    match compiled {
        Ok(status) if status.success() => Remote::start("taco", Command::new(&program).arg(folder)),
        _ => {
            eprintln!("without taco: `taco.cpp` does not compile with what is in {}", taco.display());
            None
        }
    }
}
