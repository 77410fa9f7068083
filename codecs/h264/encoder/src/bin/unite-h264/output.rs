//! Where results go: files that are complete or not there, and streams.

use std::fs;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A result while it is written.
pub enum Output {
    /// A file beside the one that it will replace. It vanishes unless it is finished.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// What is no ordinary file: a pipe or a device.
    Stream(BufWriter<Box<dyn Write>>),
}

impl Output {
    /// A result for a path; `-` is standard output.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Output::Stream(BufWriter::new(Box::new(io::stdout()))));
        }
        // What a link leads to is replaced, not the link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        match fs::metadata(&path) {
            Ok(existing) if existing.is_dir() => {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder"));
            }
            Ok(existing) if !existing.is_file() => {
                let device = fs::OpenOptions::new().write(true).open(&path)?;
                return Ok(Output::Stream(BufWriter::new(Box::new(device))));
            }
            _ => {}
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".unite-h264-").tempfile_in(folder)?;
        Ok(Output::File(BufWriter::new(file), path))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Output::File(file, _) => file,
            Output::Stream(stream) => stream,
        }
    }

    /// Puts a finished file in its place.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Stream(mut stream) => stream.flush(),
            Output::File(file, path) => {
                let file = file.into_inner().map_err(|error| error.into_error())?;
                readable(file.path(), &path)?;
                file.persist(&path)?;
                Ok(())
            }
        }
    }
}

/// Gives a file the permissions of the one that it replaces, or the usual ones.
#[cfg(unix)]
fn readable(file: &Path, replaced: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let permissions = match fs::metadata(replaced) {
        Ok(existing) => existing.permissions(),
        Err(_) => fs::Permissions::from_mode(0o644),
    };
    fs::set_permissions(file, permissions)
}

/// Elsewhere a new file has them.
#[cfg(not(unix))]
fn readable(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Only files have places to go back to.
impl Seek for Output {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Output::File(file, _) => file.seek(to),
            Output::Stream(_) => {
                Err(io::Error::new(io::ErrorKind::NotSeekable, "MP4 is written to files only, not to pipes"))
            }
        }
    }
}
