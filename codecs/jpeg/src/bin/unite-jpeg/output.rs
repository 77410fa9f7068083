//! Files that are complete or not there.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use unite_jpeg::Error;

use crate::temporary::Temporary;

/// Writes the file `target` by `write`.
///
/// A new file is written and takes its place at the end. If anything fails, or the process is ended, nothing is left of
/// the new file, and what was at `target` before is still there. What is not an ordinary file, such as a device or a pipe, is written directly.
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
    let mut temporary = Temporary::create_beside(target)?;
    write(temporary.file())?;
    if let Some(existing) = existing {
        temporary.file().set_permissions(existing.permissions())?;
    }
    temporary.rename_to(target)?;
    Ok(())
}
