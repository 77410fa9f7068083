//! OpenCV and Halide, in processes of their own: `peers.py`, run by the Python that `PYTHON` names.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process that runs tasks.
pub struct Remote {
    name: String,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Remote {
    /// Starts one for a peer, over the files in a folder. `None` if it does not start: the reason is printed.
    pub fn start(folder: &Path, word: &str) -> Option<Self> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py");
        let mut command = Command::new(&python);
        command.arg(script).arg(folder).arg(word).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = match command.stderr(Stdio::null()).spawn() {
            Ok(child) => child,
            Err(error) => {
                eprintln!("without {word}: {python}: {error}");
                return None;
            }
        };
        let (to, from) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut remote = Remote { name: String::new(), child, to, from };
        remote.name = remote.line().unwrap_or_default();
        if remote.name.is_empty() {
            eprintln!("without {word}: {python} does not have it");
            return None;
        }
        Some(remote)
    }

    /// Its name, with its version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has it compute a task once, into a file; if it does not have the task, the reason, or nothing.
    pub fn check(&mut self, task: &str) -> Result<(), String> {
        let answer = self.ask(&format!("check {task}")).unwrap_or_else(|| "- it ended".to_string());
        match answer.strip_prefix('-') {
            None => Ok(()),
            Some(reason) => Err(reason.trim().to_string()),
        }
    }

    /// Runs a task for so many seconds: those of the processor that the shortest call took.
    pub fn time(&mut self, task: &str, span: f64) -> Option<f64> {
        self.ask(&format!("time {task} {span}"))?.parse().ok()
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        writeln!(self.to, "{question}").and_then(|()| self.to.flush()).ok()?;
        self.line()
    }

    /// The next line, `None` at the end.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.from.read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim().to_string())
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        // It ends by itself once nobody writes to it; it may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
