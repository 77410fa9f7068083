//! Modules inside a crate: no cycles, and where `docs/modules.md` states who may use whom, nothing else.
//!
//! A statement is a fenced block, one line a module, with the modules that it may name:
//!
//! ````text
//! ```modules unite-compiler/src
//! ir:
//! parse: ir, report
//! ```
//! ````

use super::modules::{self, Modules};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const DOCUMENT: &str = "docs/modules.md";

/// What a statement allows: each module, with the modules that it may name.
type Allowed = BTreeMap<String, Vec<String>>;

/// Cycles in every crate, and imports against the statements.
pub fn check(root: &Path, metadata: &Value) -> Result<Vec<String>, String> {
    let document = std::fs::read_to_string(root.join(DOCUMENT)).unwrap_or_default();
    let mut statements = statements(&document)?;
    let mut findings = Vec::new();
    for file in library_roots(metadata) {
        let modules = modules::read(&file)?;
        let folder = file.parent().and_then(|folder| folder.strip_prefix(root).ok()).unwrap_or(Path::new(""));
        for (from, to, place) in modules::on_cycles(&modules.edges) {
            findings.push(format!("{place}: {from} names {to}, which names {from}: a cycle"));
        }
        if let Some(allowed) = statements.remove(&folder.display().to_string()) {
            findings.extend(against(&allowed, &modules, folder));
        }
    }
    findings.extend(statements.keys().map(|folder| format!("{DOCUMENT}: no crate has its root in {folder}")));
    let prefix = format!("{}/", root.display());
    Ok(findings.into_iter().map(|finding| finding.replace(&prefix, "")).collect())
}

fn library_roots(metadata: &Value) -> Vec<PathBuf> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let targets = packages.iter().filter_map(|package| package["targets"].as_array()).flatten();
    let is_root = |target: &&Value| matches!(target["kind"][0].as_str(), Some("lib" | "proc-macro" | "bin"));
    targets.filter(is_root).filter_map(|target| target["src_path"].as_str()).map(PathBuf::from).collect()
}

fn against(allowed: &Allowed, modules: &Modules, folder: &Path) -> Vec<String> {
    let folder = folder.display();
    let mut findings = Vec::new();
    for ((from, to), place) in &modules.edges {
        if allowed.get(from).is_some_and(|allowed| !allowed.contains(to)) {
            findings.push(format!("{place}: {from} names {to}, which {DOCUMENT} does not allow"));
        }
    }
    for name in modules.names.iter().filter(|name| !allowed.contains_key(*name)) {
        findings.push(format!("{DOCUMENT}: module {name} of {folder} is not in the list"));
    }
    for name in allowed.keys().filter(|name| !modules.names.contains(*name)) {
        findings.push(format!("{DOCUMENT}: {folder} has no module {name}"));
    }
    findings
}

fn statements(document: &str) -> Result<BTreeMap<String, Allowed>, String> {
    let mut statements = BTreeMap::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        let Some(folder) = line.strip_prefix("```modules ") else { continue };
        let mut allowed = Allowed::new();
        for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
            let (name, others) = line.split_once(':').ok_or(format!("{DOCUMENT}: `{line}` has no colon"))?;
            let others = others.split(',').map(str::trim).filter(|other| !other.is_empty());
            allowed.insert(name.trim().to_string(), others.map(str::to_string).collect());
        }
        statements.insert(folder.trim().trim_end_matches('/').to_string(), allowed);
    }
    Ok(statements)
}

#[cfg(test)]
mod tests {
    use super::{against, statements};
    use crate::house::modules::Modules;
    use std::path::Path;

    #[test]
    fn a_statement_is_read_and_held_against_the_edges() {
        let document = "text\n```modules a/src\nir:\nparse: ir, report\nreport:\n```\nmore\n";
        let statements = statements(document).expect("well formed");
        let edge = |from: &str, to: &str| ((from.to_string(), to.to_string()), "place".to_string());
        let modules = Modules {
            names: ["ir", "parse", "emit"].map(str::to_string).into(),
            edges: [edge("parse", "ir"), edge("ir", "parse")].into(),
        };
        let findings = against(&statements["a/src"], &modules, Path::new("a/src"));
        assert_eq!(findings.len(), 3, "{findings:?}");
        assert!(findings[0].contains("ir names parse"));
        assert!(findings[1].contains("module emit"));
        assert!(findings[2].contains("no module report"));
    }
}
