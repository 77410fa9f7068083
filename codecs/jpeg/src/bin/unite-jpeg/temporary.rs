//! Files that are complete before they get their name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The temporary files that have a name at present. Who holds the lock may give or take names; who ends the process holds
/// it and never lets go.
static NAMED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Exit code of a process that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// From now on a process that is interrupted or told to end removes its temporary file first, and says so.
///
/// This starts a thread. What is done in a moment and leaves no name behind, the system may end as it is.
pub fn remove_when_interrupted() {
    static ONCE: Once = Once::new();
    // Without a handler the process still ends. At worst a file with a name made up here stays.
    ONCE.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            let named = named();
            for path in &*named {
                let _ = fs::remove_file(path);
            }
            // Nobody may be there to read it.
            let _ = writeln!(io::stderr(), "unite-jpeg: interrupted, and the file was not written");
            process::exit(INTERRUPTED);
        });
    });
}

fn named() -> MutexGuard<'static, Vec<PathBuf>> {
    NAMED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file in the folder that it is meant for. Dropped before it is renamed, it is gone.
///
/// Where the system has files without a name, not even a process that is killed leaves it behind.
pub struct Temporary {
    file: File,
    /// The name that it has before it has its own.
    name: Option<PathBuf>,
}

impl Temporary {
    /// A new file in the folder of `target`.
    pub fn create_beside(target: &Path) -> io::Result<Self> {
        if let Some(file) = nameless::create_in(folder(target)) {
            return Ok(Self { file, name: None });
        }
        Self::create_named(target)
    }

    fn create_named(target: &Path) -> io::Result<Self> {
        remove_when_interrupted();
        let mut named = named();
        let (file, path) =
            with_new_name(target, |path| OpenOptions::new().write(true).create_new(true).open(path))?;
        named.push(path.clone());
        Ok(Self { file, name: Some(path) })
    }

    /// What is to be written.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts the file at `target`, where nothing should be. If something is, the file is given back; if the file has a name by
    /// then, what is at `target` is replaced.
    pub fn link_to(self, target: &Path) -> io::Result<Option<Self>> {
        if self.name.is_some() {
            return self.rename_to(target).map(|()| None);
        }
        match nameless::link(&self.file, target) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Some(self)),
            other => other.map(|()| None),
        }
    }

    /// Puts the file in the place of `target`.
    pub fn rename_to(mut self, target: &Path) -> io::Result<()> {
        let mut named = named();
        if let Some(path) = self.name.take() {
            let renamed = rename(&path, target);
            named.retain(|named| *named != path);
            return renamed;
        }
        // Links do not replace files, so that it gets a name for a moment only, which whoever ends the process waits for.
        nameless::undisturbed(|| {
            let ((), path) = with_new_name(target, |path| nameless::link(&self.file, path))?;
            rename(&path, target)
        })
    }
}

/// Renames a file, or removes it.
fn rename(path: &Path, target: &Path) -> io::Result<()> {
    let renamed = fs::rename(path, target);
    if renamed.is_err() {
        // There is no one left to tell, and the error that led here matters more.
        let _ = fs::remove_file(path);
    }
    renamed
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = self.name.take() {
            let mut named = named();
            let _ = fs::remove_file(&path);
            named.retain(|named| *named != path);
        }
    }
}

fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Tries names in the folder of `target` until `create` finds one that is not taken.
fn with_new_name<T>(target: &Path, create: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, PathBuf)> {
    /// Leftovers of killed processes with the same number are passed over, to a point.
    const ATTEMPTS: u32 = 100;
    let mut attempt = 0;
    loop {
        let path = folder(target).join(format!(".unite-jpeg-{}-{attempt}.tmp", process::id()));
        match create(&path) {
            Ok(created) => return Ok((created, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < ATTEMPTS => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Files without a name.
#[cfg(target_os = "linux")]
mod nameless {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::Path;
    use std::sync::OnceLock;

    use nix::errno::Errno;
    use nix::fcntl::{AT_FDCWD, AtFlags, OFlag};
    use nix::sys::signal::{SigSet, SigmaskHow, Signal};
    use nix::unistd::linkat;

    /// Where the system names open files.
    const OPEN_FILES: &str = "/proc/self/fd";

    /// A file that is gone when it is closed, if the file system has such files.
    pub fn create_in(folder: &Path) -> Option<File> {
        static HAS_NAMES: OnceLock<bool> = OnceLock::new();
        if !HAS_NAMES.get_or_init(|| Path::new(OPEN_FILES).exists()) {
            return None;
        }
        OpenOptions::new().write(true).custom_flags(OFlag::O_TMPFILE.bits()).open(folder).ok()
    }

    /// Gives a file a name, which must not be taken.
    pub fn link(file: &File, path: &Path) -> io::Result<()> {
        // Systems before Linux 6.10 let only the administrator name a file by nothing but its number.
        match linkat(file, "", AT_FDCWD, path, AtFlags::AT_EMPTY_PATH) {
            Err(Errno::ENOENT) => {
                let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
                Ok(linkat(AT_FDCWD, open.as_str(), AT_FDCWD, path, AtFlags::AT_SYMLINK_FOLLOW)?)
            }
            other => Ok(other?),
        }
    }

    /// Calls `work` while signals that end the process wait. (A thread that waits for signals takes longer to start than a
    /// small picture takes.)
    pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
        let ending: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().collect();
        let before = ending.thread_swap_mask(SigmaskHow::SIG_BLOCK);
        let result = work();
        if let Ok(before) = before {
            // What was good before is good now.
            let _ = before.thread_set_mask();
        }
        result
    }
}

/// There are none.
#[cfg(not(target_os = "linux"))]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub fn create_in(_: &Path) -> Option<File> {
        None
    }

    pub fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
        work()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn files_appear_complete_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("unite-jpeg-temporary-{}", process::id()));
        fs::create_dir(&folder).unwrap();
        let target = folder.join("target");
        let names = || fs::read_dir(&folder).unwrap().count();
        for create in [Temporary::create_beside, Temporary::create_named] {
            for before in 0..2 {
                let mut given_up = create(&target).unwrap();
                given_up.file().write_all(b"half").unwrap();
                drop(given_up);
                assert_eq!(names(), before);

                let mut temporary = create(&target).unwrap();
                temporary.file().write_all(b"whole").unwrap();
                temporary.rename_to(&target).unwrap();
                assert_eq!((fs::read(&target).unwrap(), names()), (b"whole".to_vec(), 1));
            }
            // A folder cannot be replaced by a file.
            let occupied = folder.join("folder");
            fs::create_dir(&occupied).unwrap();
            assert!(create(&occupied).unwrap().rename_to(&occupied).is_err());
            fs::remove_dir(&occupied).unwrap();
            fs::remove_file(&target).unwrap();
            assert_eq!(names(), 0);
        }
        fs::remove_dir(&folder).unwrap();
    }
}
