//! Which picture becomes which file.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a picture comes from.
#[derive(Debug)]
pub enum Source {
    Stdin,
    File(PathBuf),
}

/// Where a file goes.
#[derive(Debug)]
pub enum Target {
    Stdout,
    /// A path, and whether something was there already when it was looked for.
    File(PathBuf, bool),
}

/// One picture to encode.
#[derive(Debug)]
pub struct Job {
    pub source: Source,
    pub target: Target,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("standard input"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdout => f.write_str("standard output"),
            Self::File(path, _) => path.display().fmt(f),
        }
    }
}

/// Names of pictures in a folder end with one of these.
const ENDINGS: [&str; 10] = ["png", "ppm", "pgm", "pbm", "pnm", "pam", "bmp", "tif", "tiff", "dib"];

/// The jobs that the inputs and the output of the command line ask for, or what is wrong with them. Nothing is written
/// before all is known to fit.
pub fn jobs(inputs: &[PathBuf], output: &Path) -> Result<Vec<Job>, String> {
    let inputs = with_folders(inputs)?;
    // A link to nothing is found when it is in the way.
    let found = fs::metadata(output).ok();
    let folder = found.as_ref().is_some_and(|found| found.is_dir());
    if inputs.len() > 1 && !folder {
        return Err(format!("several pictures need a folder to go to, and {} is none", output.display()));
    }
    let mut names = folder.then(|| names_in(output)).transpose()?;
    inputs
        .into_iter()
        .map(|input| {
            let source = if is_dash(&input) { Source::Stdin } else { Source::File(input) };
            let target = if let Some(names) = &mut names {
                let name = name_in_folder(&source)?;
                let path = output.join(&name);
                let there = match names.insert(name, Name::Given) {
                    Some(Name::Given) => {
                        return Err(format!("two pictures would be written to {}", path.display()));
                    }
                    before => before.is_some(),
                };
                Target::File(path, there)
            } else if is_dash(output) {
                Target::Stdout
            } else {
                Target::File(output.to_path_buf(), found.is_some())
            };
            match (&source, &target) {
                (Source::File(from), Target::File(to, true)) if are_one_file(from, to) => {
                    Err(format!("{} would be overwritten by itself", from.display()))
                }
                _ => Ok(Job { source, target }),
            }
        })
        .collect()
}

/// Whose a name in the folder for files is.
enum Name {
    /// Something's that was there before.
    There,
    /// A picture's.
    Given,
}

/// What is in `folder`: thousands of names are looked at faster together than one by one.
fn names_in(folder: &Path) -> Result<HashMap<OsString, Name>, String> {
    let about = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = folder.read_dir().map_err(about)?;
    entries.map(|entry| Ok((entry.map_err(about)?.file_name(), Name::There))).collect()
}

/// Whether both paths lead to the same file by the same name.
fn are_one_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;

        // That both are one by several names is rare, and found faster.
        let number = |path| fs::metadata(path).map(|found| (found.dev(), found.ino()));
        if number(one).ok() != number(other).ok() {
            return false;
        }
    }
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// `inputs`, with the pictures of a folder in place of it, in the order of their names.
fn with_folders(inputs: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    for input in inputs {
        if is_dash(input) || !input.is_dir() {
            all.push(input.clone());
            continue;
        }
        let about = |error: std::io::Error| format!("{}: {error}", input.display());
        let before = all.len();
        for entry in input.read_dir().map_err(about)? {
            let entry = entry.map_err(about)?;
            let path = entry.path();
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            // The folder knows what an entry is, unless it is a link.
            let is_file =
                || entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_symlink() && path.is_file());
            if ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)) && is_file() {
                all.push(path);
            }
        }
        if all.len() == before {
            return Err(format!("{}: no pictures in this folder", input.display()));
        }
        all[before..].sort();
    }
    Ok(all)
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of the picture, its extension replaced by `.jpg`.
fn name_in_folder(source: &Source) -> Result<OsString, String> {
    let Source::File(path) = source else {
        return Err("standard input has no name to be given to a file in a folder".into());
    };
    let mut name =
        path.file_stem().ok_or_else(|| format!("{} does not name a file", path.display()))?.to_owned();
    name.push(".jpg");
    Ok(name)
}
