//! Rooms of a crate, looked into: no cycle between the files of those that are clean, and no ambient state in the macro.

use super::modules;
use std::path::Path;

/// Modules whose files name each other in one direction. The list only grows.
const CLEAN: &[(&str, &str)] = &[
    ("unite-core/src", "frame"),
    ("unite-core/src", "inspect"),
    ("unite-core/src", "library"),
    ("unite-core/src", "space"),
    ("unite-core/src", "staged"),
    ("unite-compiler/src", "analyse"),
    ("unite-compiler/src", "functions"),
    ("unite-compiler/src", "instances"),
    ("unite-compiler/src", "ir"),
    ("unite-compiler/src", "messages"),
    ("unite-compiler/src", "parse"),
    ("unite-compiler/src", "plans"),
    ("unite-compiler/src", "rules"),
];

/// Rooms of the macro that decide, or write what was decided: the numbers that a decision rests on stand in `cost.rs`.
const DECIDED: &[&str] = &["lanes/", "rules/", "plans/", "emit/"];

/// Cycles in clean rooms, state of the macro that everything sees, and numbers that do not stand where all do.
pub fn check(root: &Path, files: &[String]) -> Result<Vec<String>, String> {
    let mut findings = Vec::new();
    for (folder, room) in CLEAN {
        let edges = modules::inside(&root.join(folder).join("lib.rs"), room)?;
        for (from, to, place) in modules::on_cycles(&edges) {
            let place = place.replace(&format!("{}/", root.display()), "");
            findings.push(format!("{place}: in {room}, {from} names {to}, which names {from}: a cycle"));
        }
    }
    for file in files.iter().filter(|file| file.starts_with("unite-compiler/src/") && file.ends_with(".rs")) {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        findings.extend(ambient(file, &text));
        if DECIDED.iter().any(|room| file["unite-compiler/src/".len()..].starts_with(room)) {
            findings.extend(thresholds(file, &text));
        }
    }
    Ok(findings)
}

/// The lines of a file that have a cell: what one function leaves there for another is passed, or returned.
fn ambient(file: &str, text: &str) -> Vec<String> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| line.contains("Cell<") || line.contains("Cell::"));
    let finding =
        |(at, _): (usize, &str)| format!("{file}:{}: a cell: pass what it holds, or return it", at + 1);
    lines.map(finding).collect()
}

/// The lines of a file that name a number.
fn thresholds(file: &str, text: &str) -> Vec<String> {
    let is_number = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let value = line.strip_prefix("const ").and_then(|line| line.split_once(" = "));
        value.is_some_and(|(_, value)| value.starts_with(|first: char| first.is_ascii_digit()))
    };
    let lines = text.lines().enumerate().filter(|(_, line)| is_number(line));
    let finding = |(at, _): (usize, &str)| {
        format!(
            "{file}:{}: a number that decides: it belongs into unite-compiler/src/cost.rs, with its reason",
            at + 1
        )
    };
    lines.map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::{ambient, thresholds};

    #[test]
    fn numbers_are_found() {
        let found = thresholds(
            "a.rs",
            "use crate::cost::FEW;\npub const MANY: i64 = 3;\nconst NAME: &str = \"4\";\n",
        );
        assert!(found.len() == 1 && found[0].starts_with("a.rs:2: "));
    }

    #[test]
    fn cells_are_found() {
        let text = "struct A {\n    a: Cell<bool>,\n    pub b: RefCell<Vec<u8>>,\n    c: u8,\n}\n";
        let found = ambient("a.rs", text);
        assert!(found.len() == 2 && found[0].starts_with("a.rs:2: ") && found[1].starts_with("a.rs:3: "));
        assert!(ambient("a.rs", "struct A {\n    c: u8,\n}\n").is_empty());
    }
}
