//! Files that are complete or not there.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use unite_jpeg::Error;

/// Writes the file `target` by `write`.
///
/// A new file beside it is written and takes its place at the end. If anything fails the new file is removed, and what
/// was at `target` before is still there. What is not an ordinary file, such as a device or a pipe, is written directly.
pub fn replace(target: &Path, write: impl FnOnce(&mut File) -> Result<(), Error>) -> Result<(), Error> {
    // The file that a link leads to is replaced, not the link.
    let target = &target.canonicalize().unwrap_or_else(|_| target.to_path_buf());
    let existing = fs::metadata(target).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file() && !existing.is_dir()) {
        return write(&mut OpenOptions::new().write(true).open(target)?);
    }
    if existing.as_ref().is_some_and(|existing| existing.permissions().readonly()) {
        return Err(io::Error::from(io::ErrorKind::PermissionDenied).into());
    }
    let (mut file, temporary) = Temporary::create_beside(target)?;
    write(&mut file)?;
    if let Some(existing) = existing {
        file.set_permissions(existing.permissions())?;
    }
    drop(file);
    temporary.rename_to(target)?;
    Ok(())
}

/// A file that is removed when this is dropped, unless it has been renamed.
struct Temporary(Option<PathBuf>);

impl Temporary {
    /// A file that was not there before, in the folder of `target`.
    fn create_beside(target: &Path) -> io::Result<(File, Self)> {
        /// Leftovers of killed processes with the same number are passed over, to a point.
        const ATTEMPTS: u32 = 100;
        let folder = target.parent().unwrap_or(Path::new(""));
        let mut attempt = 0;
        loop {
            let path = folder.join(format!(".unite-jpeg-{}-{attempt}.tmp", process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((file, Self(Some(path)))),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < ATTEMPTS => {
                    attempt += 1
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn rename_to(mut self, target: &Path) -> io::Result<()> {
        if let Some(path) = &self.0 {
            fs::rename(path, target)?;
        }
        self.0 = None;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // There is no one left to tell, and the error that led here matters more.
            let _ = fs::remove_file(path);
        }
    }
}
