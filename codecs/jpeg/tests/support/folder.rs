//! Folders for files that tests make.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder for one test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, bytes: &[u8]) -> String {
        fs::write(self.0.join(name), bytes).expect("a file for the test");
        self.path(name)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in Unicode").into()
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all files, hidden ones included.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder of the test");
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
