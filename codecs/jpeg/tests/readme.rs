//! The table of features in the README names tests: they exist, and every feature that is there has one.

use std::fs;
use std::path::PathBuf;

#[test]
fn every_feature_has_its_test() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(folder.join("README.md")).expect("a README");
    let rows: Vec<Vec<&str>> = readme
        .lines()
        .take_while(|line| !line.starts_with("## What is refused"))
        .filter(|line| line.starts_with("| ") && !line.starts_with("| feature"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(rows.len() > 30, "the table of features");
    for row in rows {
        let [feature, state, test] = row[..] else { panic!("three columns: {row:?}") };
        // Only what is not there has no test, and what is absent by its nature.
        if matches!(state, "no") || feature == "no `unsafe`" {
            assert_eq!(test, "", "{feature}");
            continue;
        }
        let (file, name) =
            test.trim_matches('`').split_once("::").unwrap_or_else(|| panic!("{feature}: {test}"));
        let path = folder.join("tests").join(file).with_extension("rs");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(text.contains(&format!("#[test]\nfn {name}()")), "{feature}: no test {test}");
    }
}
