//! Items that documents link to: a link to a Rust file whose text is a name in a code span names something that is
//! defined in that file.

use std::path::Path;

/// What defines a name, as it stands before it.
const DEFINING: &[&str] = &["fn ", "struct ", "enum ", "trait ", "type ", "const ", "mod ", "macro_rules! "];

/// Links to items that are not there.
pub fn check(root: &Path, files: &[String]) -> Result<Vec<String>, String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.ends_with(".md")) {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        for (number, line) in text.lines().enumerate() {
            for (name, target) in items(line) {
                // That the file exists is checked elsewhere.
                let Ok(source) = std::fs::read_to_string(root.join(folder).join(target)) else { continue };
                if !defines(&source, name) {
                    findings.push(format!("{file}:{}: `{name}` is not defined in {target}", number + 1));
                }
            }
        }
    }
    Ok(findings)
}

/// ``[`Type::name`](path.rs)``: the last part of the name, and the path.
fn items(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.split("[`").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once("`](")?;
        let (target, _) = rest.split_once(')')?;
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b':');
        let name = name.rsplit("::").next()?;
        (plain && target.ends_with(".rs")).then_some((name, target))
    })
}

/// Whether a source defines an item of the name: after a word that defines, or as a variant on a line of its own.
fn defines(source: &str, name: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let named = |rest: &str| rest.strip_prefix(name).is_some_and(ends);
    source.lines().map(str::trim_start).filter(|line| !line.starts_with("//")).any(|line| {
        let defined = |word: &&str| line.split(*word).skip(1).any(named);
        let variant =
            line.strip_prefix(name).is_some_and(|rest| rest.starts_with([',', '(']) || rest == " {");
        variant || DEFINING.iter().any(defined)
    })
}

#[cfg(test)]
mod tests {
    use super::{defines, items};
    use crate::process::root;

    #[test]
    fn items_of_a_line() {
        let line = "| [`Space::up`](../a.rs) | [`t.up()`](b.rs) | [text](c.rs) | [`d`](d.md) | [`e`](e.rs) |";
        assert_eq!(items(line).collect::<Vec<_>>(), [("up", "../a.rs"), ("e", "e.rs")]);
    }

    #[test]
    fn definitions_and_not_mentions() {
        let source =
            "// fn gone\npub enum Rule {\n    Clamp,\n    Constant(u8),\n}\npub fn update() { up(); }\n";
        assert!(["Rule", "Clamp", "Constant", "update"].iter().all(|name| defines(source, name)));
        assert!(["gone", "up", "u8", "Const"].iter().all(|name| !defines(source, name)));
    }

    /// Every definition of the thesis, every row of its table of operations, and every figure of its sixth chapter.
    #[test]
    fn the_table_of_definitions_is_whole() {
        let document =
            std::fs::read_to_string(root().join("docs/definitions.md")).expect("the table is there");
        let rows: Vec<&str> =
            document.lines().filter(|line| line.starts_with("| ") && line.contains("](../")).collect();
        let definitions = ["4.2.1", "4.3.1", "4.3.2", "4.3.3", "4.3.4", "4.3.5", "4.4.1"].map(String::from);
        let operations = [
            "block copy",
            "virtual permute",
            "virtual slice",
            "virtual refine",
            "virtual coarsen",
            "partition",
            "colocation, as the source",
            "colocation, as the destination",
            "coverage",
            "read",
            "write",
        ];
        let figures = (1..=9).map(|number| format!("6.{number}"));
        let all = definitions.into_iter().chain(operations.map(String::from)).chain(figures);
        for name in all {
            let row = |line: &&&str| line[2..].strip_prefix(&name).is_some_and(|rest| rest.starts_with(' '));
            assert_eq!(rows.iter().filter(row).count(), 1, "{name}");
        }
    }
}
