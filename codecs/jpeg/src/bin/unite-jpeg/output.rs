//! Files that are complete or not there.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use unite_jpeg::Error;

use crate::temporary::{Temporary, remove_when_interrupted};

/// Writes the file `target` by `write`.
///
/// A new file is written and takes its place at the end. If anything fails, or the process is ended, nothing is left of
/// the new file, and what was at `target` before is still there. What is not an ordinary file, such as a device or a pipe, is written directly.
pub fn replace<E: From<Error>>(
    target: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let io = |error: io::Error| E::from(Error::Io(error));
    // The file that a link leads to is replaced, not the link.
    let leads_to = fs::symlink_metadata(target).is_ok_and(|found| found.is_symlink());
    let canonical = if leads_to { target.canonicalize().ok() } else { None };
    let target = canonical.as_deref().unwrap_or(target);
    let existing = fs::metadata(target).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file() && !existing.is_dir()) {
        remove_when_interrupted();
        return write(&mut OpenOptions::new().write(true).open(target).map_err(io)?);
    }
    if existing.as_ref().is_some_and(|existing| existing.permissions().readonly()) {
        return Err(io(io::ErrorKind::PermissionDenied.into()));
    }
    let mut temporary = Temporary::create_beside(target).map_err(io)?;
    write(temporary.file())?;
    if let Some(existing) = existing {
        temporary.file().set_permissions(existing.permissions()).map_err(io)?;
    }
    temporary.rename_to(target).map_err(io)
}

/// Whether standard output takes what it is given at once.
pub fn stdout_is_file() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;

        let stdout = io::stdout().as_fd().try_clone_to_owned();
        stdout.and_then(|stdout| File::from(stdout).metadata()).is_ok_and(|metadata| metadata.is_file())
    }
    #[cfg(not(unix))]
    false
}
