//! Rooms of a crate, looked into: no cycle between the files of those that are clean, and no ambient state but what is known.

use super::modules;
use std::path::Path;

/// Modules whose files name each other in one direction. The list only grows.
const CLEAN: &[(&str, &str)] =
    &[("unite-macros/src", "ir"), ("unite-macros/src", "rules"), ("unite-core/src", "space")];

/// Files of the macro that still keep state where everything sees it, and how many such fields. The numbers only become smaller.
const AMBIENT: &[(&str, usize)] = &[
    ("unite-macros/src/analyse/collapse.rs", 1),
    ("unite-macros/src/emit/mod.rs", 10),
    ("unite-macros/src/emit/vector/mod.rs", 5),
];

/// Cycles in clean rooms, and state that is not on the list.
pub fn check(root: &Path, files: &[String]) -> Result<Vec<String>, String> {
    let mut findings = Vec::new();
    for (folder, room) in CLEAN {
        let edges = modules::inside(&root.join(folder).join("lib.rs"), room)?;
        for (from, to, place) in modules::on_cycles(&edges) {
            let place = place.replace(&format!("{}/", root.display()), "");
            findings.push(format!("{place}: in {room}, {from} names {to}, which names {from}: a cycle"));
        }
    }
    for file in files.iter().filter(|file| file.starts_with("unite-macros/src/") && file.ends_with(".rs")) {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let known = AMBIENT.iter().find(|(name, _)| name == file).map_or(0, |(_, fields)| *fields);
        findings.extend(ambient(file, &text, known));
    }
    Ok(findings)
}

/// Whether a file has as many fields that anything may change as are known.
fn ambient(file: &str, text: &str, known: usize) -> Option<String> {
    let fields = text.lines().filter(|line| line.contains(": Cell<") || line.contains(": RefCell<")).count();
    match fields.cmp(&known) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => {
            Some(format!("{file}: {fields} fields are cells, not {known}: pass what they hold, or return it"))
        }
        std::cmp::Ordering::Less => {
            Some(format!("{file}: only {fields} fields are cells: say so in xtask/src/house/rooms.rs"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ambient;

    #[test]
    fn cells_are_counted() {
        let text = "struct A {\n    a: Cell<bool>,\n    pub b: RefCell<Vec<u8>>,\n    c: u8,\n}\n";
        assert_eq!(ambient("a.rs", text, 2), None);
        assert!(ambient("a.rs", text, 1).is_some_and(|finding| finding.contains("2 fields")));
        assert!(ambient("a.rs", text, 3).is_some_and(|finding| finding.contains("only 2")));
    }
}
