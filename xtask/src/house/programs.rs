//! Programs that were written against the promise of safe code: those that `SOUNDNESS.md` lists are those that there are.

use std::path::Path;

/// The document, and the folder of its programs: a module is a file, and a program a kernel in it.
const DOCUMENT: &str = "SOUNDNESS.md";
const FOLDER: &str = "tests/sound/";

/// Files of that folder without programs.
const OTHERS: &[&str] = &["main", "nothing", "outcome"];

/// How a kernel begins.
const ATTRIBUTES: &[&str] = &["#[kernel]", "#[kernel(", "#[unite::kernel"];

/// Programs that are listed and are not there, modules that are there and are not named, and a wrong number of kernels.
pub fn check(root: &Path, files: &[String]) -> Result<Vec<String>, String> {
    let read =
        |file: &str| std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"));
    let document = read(DOCUMENT)?;
    let mut sources = Vec::new();
    for file in files {
        let module = file.strip_prefix(FOLDER).and_then(|file| file.strip_suffix(".rs"));
        if let Some(module) = module {
            sources.push((module, read(file)?));
        }
    }
    Ok(findings(&document, &sources))
}

fn findings(document: &str, sources: &[(&str, String)]) -> Vec<String> {
    let mut findings = Vec::new();
    let mut rows = Vec::new();
    for line in document.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [modules, _, programs] = cells[..] else { continue };
        let modules: Vec<&str> = modules.split(", ").collect();
        let texts: Vec<&str> = sources
            .iter()
            .filter(|(module, _)| modules.contains(module))
            .map(|(_, text)| text.as_str())
            .collect();
        if texts.len() < modules.len() {
            // Not a row of modules: its last cell may name some.
            rows.extend(programs.split(", "));
            continue;
        }
        rows.extend(&modules);
        for program in names(programs) {
            if !texts.iter().any(|text| has(text, program)) {
                findings.push(format!("{DOCUMENT}: there is no `{program}` in {}", modules.join(", ")));
            }
        }
    }
    for (module, _) in sources.iter().filter(|(module, _)| !OTHERS.contains(module)) {
        if !rows.contains(module) {
            findings.push(format!("{DOCUMENT} does not name {FOLDER}{module}.rs"));
        }
    }
    let begins = |line: &&str| ATTRIBUTES.iter().any(|attribute| line.trim_start().starts_with(attribute));
    let kernels: usize = sources.iter().map(|(_, text)| text.lines().filter(begins).count()).sum();
    if !document.contains(&format!("({kernels} kernels,")) {
        findings.push(format!("{DOCUMENT} does not say that there are {kernels} kernels"));
    }
    findings
}

/// The names in a cell: `a`, `module::a`, `module::{a, b}`.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    let spans = cell.split('`').skip(1).step_by(2);
    spans
        .flat_map(|span| span.rsplit("::{").next().unwrap_or(span).trim_end_matches('}').split(", "))
        .map(|path| path.rsplit("::").next().unwrap_or(path))
}

/// Whether a source has a function of this name, or an instance.
fn has(text: &str, name: &str) -> bool {
    [format!("fn {name}("), format!("fn {name}<"), format!("fn r#{name}("), format!("instance({name}:")]
        .iter()
        .any(|begin| text.contains(begin))
}

#[cfg(test)]
mod tests {
    use super::findings;

    #[test]
    fn what_is_listed_is_there() {
        let source = "#[kernel]\nfn one() {}\nmod inner {\n    #[kernel(lanes = none)]\n    fn two<const N: usize>() {}\n}\n";
        let sources = [("edges", source.to_string()), ("types", String::new()), ("main", String::new())];
        let document =
            "(2 kernels, all)\n| edges | rules | `one` `inner::{two}` |\n| floats | cured | types, x.rs |\n";
        assert_eq!(findings(document, &sources), Vec::<String>::new());
        let wrong = document.replace("`one`", "`three`").replace("types", "edges").replace('2', "3");
        assert_eq!(
            findings(&wrong, &sources),
            [
                "SOUNDNESS.md: there is no `three` in edges",
                "SOUNDNESS.md does not name tests/sound/types.rs",
                "SOUNDNESS.md does not say that there are 2 kernels"
            ]
        );
    }
}
