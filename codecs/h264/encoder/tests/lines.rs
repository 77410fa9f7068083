//! The encoder stays small: an abstraction that is worth anything leaves little to say above it.

use std::fs;
use std::path::Path;

/// So many lines may the library and the command have, without kernels, which say what their clauses of the standard say, and tests.
const MOST: usize = 8_000;

/// Lines of the files of a folder before their tests, but for those of the folder of kernels.
fn lines(folder: &Path) -> usize {
    let of_file = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count()
    };
    let of_entry = |path: &Path| match path.is_dir() {
        true if path.ends_with("src/kernels") => 0,
        true => lines(path),
        false => of_file(path),
    };
    fs::read_dir(folder).unwrap().map(|entry| of_entry(&entry.unwrap().path())).sum()
}

#[test]
fn the_encoder_above_its_kernels_is_small() {
    let found = lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(found > MOST / 2, "{found} lines: they are elsewhere");
    assert!(found <= MOST, "{found} lines, of which there may be {MOST}");
}
