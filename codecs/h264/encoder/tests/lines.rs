//! The encoder stays small: an abstraction that is worth anything leaves little to say above it.

use std::fs;
use std::path::Path;

/// So many lines may the library have, without kernels, which say what their clauses of the standard say, and tests.
const MOST: usize = 8_000;

/// So many may the command have: options, and files.
const MOST_OF_THE_COMMAND: usize = 1_000;

/// Lines of the files of a folder before their tests, but for those of the folders of kernels and of the command.
fn lines(folder: &Path) -> usize {
    let of_file = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count()
    };
    let of_entry = |path: &Path| match path.is_dir() {
        true if path.ends_with("src/kernels") || path.ends_with("src/bin") => 0,
        true => lines(path),
        false => of_file(path),
    };
    fs::read_dir(folder).unwrap().map(|entry| of_entry(&entry.unwrap().path())).sum()
}

#[test]
fn the_encoder_above_its_kernels_is_small() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (folder, most) in [(source.clone(), MOST), (source.join("bin/unite-h264"), MOST_OF_THE_COMMAND)] {
        let found = lines(&folder);
        assert!(found > most / 2, "{found} lines: they are elsewhere");
        assert!(found <= most, "{found} lines, of which there may be {most}");
    }
}
