//! Length of files, and words that must not stay in them.

use crate::process::{output, root};
use std::path::Path;
use std::process::Command;

const MOST_LINES: usize = 600;

/// Rust files that may be longer, each with the reason.
const LONG: &[(&str, &str)] =
    &[("goldens/expansions/whole.rs", "all the items of one kernel, as the attribute writes them")];

/// Endings of files that people write.
const TEXT: &[&str] = &["rs", "toml", "md", "sh", "h", "c"];

/// Words that mark unfinished work. Written apart, so that this file does not contain them.
const UNFINISHED: &[&str] = &[concat!("TO", "DO"), concat!("XX", "X")];

/// Every file of the repository that is not ignored, by its path from the root.
pub fn tracked() -> Result<Vec<String>, String> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    let listed = output(&mut git)?;
    let present = |path: &&str| root().join(path).is_file();
    Ok(listed.lines().filter(present).map(str::to_string).collect())
}

/// What breaks the rules about single files.
pub fn check(root: &Path, files: &[String]) -> Result<Vec<String>, String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| is_text(file)) {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        findings.extend(findings_in(file, &text));
    }
    let missing = |(path, _): &&(&str, &str)| !files.iter().any(|file| file == path);
    findings.extend(
        LONG.iter().filter(missing).map(|(path, _)| format!("{path}: may be long, but does not exist")),
    );
    Ok(findings)
}

fn findings_in(file: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let lines = text.lines().count();
    let may_be_long = LONG.iter().any(|(path, _)| *path == file);
    if file.ends_with(".rs") && lines > MOST_LINES && !may_be_long {
        findings.push(format!("{file}: {lines} lines, the limit is {MOST_LINES}"));
    }
    for (number, line) in text.lines().enumerate() {
        if let Some(word) = UNFINISHED.iter().find(|word| line.contains(**word)) {
            findings.push(format!("{file}:{}: `{word}`", number + 1));
        }
    }
    findings
}

fn is_text(file: &str) -> bool {
    let ending = Path::new(file).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| TEXT.contains(&ending)) || file == ".ci/run"
}

#[cfg(test)]
mod tests {
    use super::{MOST_LINES, UNFINISHED, findings_in};

    #[test]
    fn long_rust_and_unfinished_work() {
        assert!(findings_in("a.rs", &"x\n".repeat(MOST_LINES)).is_empty());
        assert_eq!(findings_in("a.rs", &"x\n".repeat(MOST_LINES + 1)).len(), 1);
        assert!(findings_in("a.md", &"x\n".repeat(MOST_LINES + 1)).is_empty());
        let text = format!("fine\n// {} later\n", UNFINISHED[0]);
        assert_eq!(findings_in("b.toml", &text), [format!("b.toml:2: `{}`", UNFINISHED[0])]);
    }
}
