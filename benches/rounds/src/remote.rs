//! Programs in processes of their own: each answers a line with a line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process that is asked.
pub struct Remote {
    name: String,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Remote {
    /// Starts one. Its first line is its name. `None` if it does not start: the reason is printed.
    pub fn start(what: &str, command: &mut Command) -> Option<Self> {
        let begun = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let program = command.get_program().to_string_lossy();
        let mut child = match begun {
            Ok(child) => child,
            Err(error) => {
                eprintln!("without {what}: {program}: {error}");
                return None;
            }
        };
        let (to, from) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut remote = Remote { name: String::new(), child, to, from };
        remote.name = remote.line().unwrap_or_default();
        if remote.name.is_empty() {
            eprintln!("without {what}: {program} ended before it began");
            return None;
        }
        Some(remote)
    }

    /// Its name, with its version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The answer to a line; `None` if it has ended.
    pub fn ask(&mut self, question: &str) -> Option<String> {
        writeln!(self.to, "{question}").and_then(|()| self.to.flush()).ok()?;
        self.line()
    }

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
