//! OpenCV and Halide: `peers.py`, run by the Python that `PYTHON` names.

use std::path::Path;
use std::process::Command;

use unite_rounds::Remote;

/// Starts a process for a peer, over the files in a folder. `None` if it does not start: the reason is printed.
pub fn start(folder: &Path, word: &str) -> Option<Remote> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py");
    Remote::start(word, Command::new(python).arg(script).arg(folder).arg(word))
}

/// Has a peer compute a task once, into a file; if it does not have the task, the reason, or nothing.
pub fn check(peer: &mut Remote, task: &str) -> Result<(), String> {
    let answer = peer.ask(&format!("check {task}")).unwrap_or_else(|| "- it ended".to_string());
    match answer.strip_prefix('-') {
        None => Ok(()),
        Some(reason) => Err(reason.trim().to_string()),
    }
}

/// Has a peer run a task for so many seconds: those of the processor that the shortest call took.
pub fn time(peer: &mut Remote, task: &str, span: f64) -> Option<f64> {
    peer.ask(&format!("time {task} {span}"))?.parse().ok()
}
