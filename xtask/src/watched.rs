//! Programs that are ended when they take too long over one thing.

use crate::process::shown;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How a program ended.
pub enum Ending {
    /// By itself.
    Ended(ExitStatus),
    /// It took too long, and was ended: the line that it had begun.
    Late(String),
}

/// Runs a command and gives each line of its standard output to `line`. Once a line was begun of which `is_begun` says that
/// something runs, the rest of it has `limit` to come.
pub fn watch(
    command: &mut Command,
    limit: Duration,
    is_begun: impl Fn(&str) -> bool,
    mut line: impl FnMut(&str),
) -> Result<Ending, String> {
    let shown = shown(command);
    // What it starts is ended with it.
    let mut child = command
        .stdout(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    let parts = parts(&mut child);
    let (mut begun, mut since) = (Vec::new(), Instant::now());
    loop {
        let runs = is_begun(&String::from_utf8_lossy(&begun));
        let part = match runs {
            true => parts.recv_timeout(limit.saturating_sub(since.elapsed())),
            false => parts.recv().map_err(RecvTimeoutError::from),
        };
        match part {
            Ok(part) => begun.extend(part),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                end(&mut child).map_err(|error| format!("`{shown}` does not end: {error}"))?;
                return Ok(Ending::Late(String::from_utf8_lossy(&begun).into_owned()));
            }
        }
        while let Some(at) = begun.iter().position(|byte| *byte == b'\n') {
            let whole: Vec<u8> = begun.drain(..=at).collect();
            line(String::from_utf8_lossy(&whole[..at]).as_ref());
            since = Instant::now();
        }
        if !runs {
            since = Instant::now();
        }
    }
    let status = child.wait().map_err(|error| format!("`{shown}`: {error}"))?;
    Ok(Ending::Ended(status))
}

/// What a program prints, as it comes.
fn parts(child: &mut Child) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    let mut out = child.stdout.take();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Some(Ok(count @ 1..)) = out.as_mut().map(|out| out.read(&mut buffer)) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Ends a program and what it started.
fn end(child: &mut Child) -> std::io::Result<()> {
    Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    child.wait()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Ending, watch};
    use std::process::Command;
    use std::time::Duration;

    fn watched(script: &str) -> (Ending, Vec<String>) {
        let mut lines = Vec::new();
        let mut command = Command::new("sh");
        let ending = watch(
            command.args(["-c", script]),
            Duration::from_millis(300),
            |begun| begun.starts_with("test "),
            |line| lines.push(line.to_string()),
        );
        (ending.expect("a shell"), lines)
    }

    #[test]
    fn what_takes_too_long_is_ended_with_what_it_started() {
        let (ending, lines) =
            watched("echo begin; echo 'test a ... ok'; printf 'test b ... '; sleep 60; echo ok");
        assert!(matches!(ending, Ending::Late(begun) if begun == "test b ... "));
        assert_eq!(lines, ["begin", "test a ... ok"]);
    }

    #[test]
    fn what_has_not_begun_has_time() {
        let (ending, lines) = watched("sleep 1; printf 'test a ... '; echo ok; exit 3");
        assert!(matches!(ending, Ending::Ended(status) if status.code() == Some(3)));
        assert_eq!(lines, ["test a ... ok"]);
    }
}
