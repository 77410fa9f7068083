//! What has run under Miri, test by test: a run that was broken off goes on, and what ran in parts is told as one.

use crate::process::{output, root, target_directory};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, create_dir_all, read_to_string};
use std::io::Write;
use std::process::Command;
use std::sync::Mutex;

/// How a test ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// Well, after so many seconds.
    Passed(f64),
    /// Not at all in so many.
    Late(f64),
}

/// What a program, a model and a test are.
type Key = [String; 3];

/// What has run at one commit.
pub struct Done {
    /// What ran before, if that counts.
    before: HashMap<Key, Outcome>,
    /// Where it is noted; nowhere if nobody knows which sources these are.
    file: Option<Mutex<File>>,
}

impl Done {
    /// Of the commit that is checked out. What ran before counts if `resumes`.
    pub fn open(resumes: bool) -> Result<Done, String> {
        let Some(commit) = commit() else {
            return match resumes {
                true => {
                    Err("files differ from the commit, so nothing of what ran is known to be of them".into())
                }
                false => Ok(Done { before: HashMap::new(), file: None }),
            };
        };
        let folder = target_directory()?.join("miri-done");
        let path = folder.join(format!("{commit}.txt"));
        let fault = |error: std::io::Error| format!("{}: {error}", path.display());
        create_dir_all(&folder).map_err(fault)?;
        let before = match resumes {
            true => read_to_string(&path).map(|text| read(&text)).unwrap_or_default(),
            false => HashMap::new(),
        };
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(fault)?;
        Ok(Done { before, file: Some(Mutex::new(file)) })
    }

    /// What became of a test before. One that took too long is run anew if it may take longer now.
    pub fn known(&self, key: [&str; 3], limit: f64) -> Option<Outcome> {
        let known = *self.before.get(&key.map(str::to_string))?;
        (!matches!(known, Outcome::Late(seconds) if seconds < limit)).then_some(known)
    }

    /// Notes what became of a test.
    pub fn note(&self, key: [&str; 3], outcome: Outcome) {
        let Some(file) = &self.file else { return };
        // What cannot be noted is run again.
        if let Ok(mut file) = file.lock() {
            _ = file.write_all(line(key, outcome).as_bytes());
        }
    }
}

/// The commit that is checked out, if no file differs from it.
fn commit() -> Option<String> {
    let ask = |words: &[&str]| output(Command::new("git").args(words).current_dir(root())).ok();
    ask(&["status", "--porcelain"]).filter(|changed| changed.trim().is_empty())?;
    ask(&["rev-parse", "HEAD"]).map(|commit| commit.trim().to_string())
}

fn line([program, model, test]: [&str; 3], outcome: Outcome) -> String {
    let (word, seconds) = match outcome {
        Outcome::Passed(seconds) => ("passed", seconds),
        Outcome::Late(seconds) => ("late", seconds),
    };
    format!("{program}\t{model}\t{test}\t{word}\t{seconds}\n")
}

/// What lines say; of two about one test, the last. One that was broken off says nothing.
fn read(text: &str) -> HashMap<Key, Outcome> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let each = whole.lines().filter_map(|line| {
        let [program, model, test, word, seconds] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let seconds = seconds.parse().ok()?;
        let outcome = match word {
            "passed" => Outcome::Passed(seconds),
            "late" => Outcome::Late(seconds),
            _ => return None,
        };
        Some(([program, model, test].map(str::to_string), outcome))
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::{Done, Outcome, line, read};

    #[test]
    fn what_was_noted_is_known() {
        let (one, other) =
            (["kernels", "tree borrows", "lanes::a"], ["kernels", "stacked borrows", "lanes::a"]);
        let text = [
            line(one, Outcome::Late(60.0)),
            line(one, Outcome::Passed(70.5)),
            line(other, Outcome::Late(60.0)),
            "kernels\ttree borrows\tlanes::b\tpassed\t1".into(),
        ];
        let done = Done { before: read(&text.concat()), file: None };
        assert_eq!(done.known(one, 3600.0), Some(Outcome::Passed(70.5)));
        assert_eq!(done.known(other, 60.0), Some(Outcome::Late(60.0)));
        assert_eq!(done.known(other, 61.0), None, "it may take longer now");
        assert_eq!(done.known(["kernels", "tree borrows", "lanes::b"], 60.0), None, "its line is not whole");
    }
}
