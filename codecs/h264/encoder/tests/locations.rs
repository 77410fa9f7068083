//! Locations are computed in one file; everywhere else they come with the tensors.

use std::fs;
use std::path::Path;

/// What address arithmetic looks like.
const PATTERNS: [&str; 9] =
    ["mb_x", "mb_y", "mb_stride", "* 16", "16 *", "* MACROBLOCK", "MACROBLOCK *", "% MACROBLOCK", "% 16"];

/// Lines of a file that have one of the patterns, but for comments and tables.
fn lines(path: &Path, found: &mut Vec<String>) {
    for (number, line) in fs::read_to_string(path).unwrap().lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if PATTERNS.iter().any(|pattern| code.contains(pattern)) {
            found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
        }
    }
}

fn files(folder: &Path, visit: &mut impl FnMut(&Path)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, visit);
        } else {
            visit(&path);
        }
    }
}

#[test]
fn one_file_computes_addresses() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut elsewhere, mut here) = (Vec::new(), Vec::new());
    files(&source, &mut |path| {
        // Syntax tables have numbers of bits and of types, entropy coding has codes: neither knows of addresses.
        let name = path.strip_prefix(&source).unwrap().display().to_string();
        if name == "location.rs" {
            lines(path, &mut here);
        } else if !name.starts_with("syntax") && !name.starts_with("entropy") {
            lines(path, &mut elsewhere);
        }
    });
    // The pattern of chrominance in coded_block_pattern is four bits up.
    elsewhere.retain(|line| !line.contains("pattern_chroma() << 4"));
    elsewhere.retain(|line| !line.contains("coded_block_pattern"));
    assert!(!here.is_empty(), "the patterns find nothing");
    assert!(elsewhere.is_empty(), "{elsewhere:#?}");
}
