//! Files that are complete or not there.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use unite_jpeg::Error;

use crate::temporary::{Temporary, remove_when_interrupted};

/// Writes the file `target` by `write`.
///
/// A new file is written and takes its place at the end. If anything fails, or the process is ended, nothing is left of
/// the new file, and what was at `target` before is still there. What is not an ordinary file, such as a device or a pipe, is
/// written directly. Only if something may be `there` it is looked for beforehand.
pub fn replace<E: From<Error>>(
    target: &Path,
    there: bool,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let io = |error: io::Error| E::from(Error::Io(error));
    if !there {
        let mut temporary = Temporary::create_beside(target).map_err(io)?;
        write(temporary.file())?;
        return match temporary.link_to(target).map_err(io)? {
            None => Ok(()),
            // It has come in the meantime.
            Some(temporary) => Existing::at(target).map_err(io)?.give_way_to(temporary).map_err(io),
        };
    }
    let existing = Existing::at(target).map_err(io)?;
    if existing.is_written_directly() {
        remove_when_interrupted();
        return write(&mut OpenOptions::new().write(true).open(existing.path).map_err(io)?);
    }
    let mut temporary = Temporary::create_beside(&existing.path).map_err(io)?;
    write(temporary.file())?;
    existing.give_way_to(temporary).map_err(io)
}

/// What is where a file is to go.
struct Existing {
    /// Where it is: the file that a link leads to is replaced, not the link.
    path: PathBuf,
    /// Nothing if there is nothing after all, or a link to nothing.
    metadata: Option<Metadata>,
}

impl Existing {
    fn at(target: &Path) -> io::Result<Self> {
        let leads_to = fs::symlink_metadata(target).is_ok_and(|found| found.is_symlink());
        let canonical = if leads_to { target.canonicalize().ok() } else { None };
        let path = canonical.unwrap_or_else(|| target.to_path_buf());
        let metadata = fs::metadata(&path).ok();
        match &metadata {
            Some(found) if found.permissions().readonly() && (found.is_file() || found.is_dir()) => {
                Err(io::ErrorKind::PermissionDenied.into())
            }
            _ => Ok(Self { path, metadata }),
        }
    }

    fn is_written_directly(&self) -> bool {
        self.metadata.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir())
    }

    fn give_way_to(self, mut temporary: Temporary) -> io::Result<()> {
        if self.is_written_directly() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        if let Some(existing) = self.metadata {
            temporary.file().set_permissions(existing.permissions())?;
        }
        temporary.rename_to(&self.path)
    }
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
