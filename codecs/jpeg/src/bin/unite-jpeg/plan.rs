//! Which picture becomes which file.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
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
    File(PathBuf),
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
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Names of pictures in a folder end with one of these.
const ENDINGS: [&str; 10] = ["png", "ppm", "pgm", "pbm", "pnm", "pam", "bmp", "tif", "tiff", "dib"];

/// The jobs that the inputs and the output of the command line ask for, or what is wrong with them. Nothing is written
/// before all is known to fit.
pub fn jobs(inputs: &[PathBuf], output: &Path) -> Result<Vec<Job>, String> {
    let inputs = with_folders(inputs)?;
    let folder = output.is_dir();
    if inputs.len() > 1 && !folder {
        return Err(format!("several pictures need a folder to go to, and {} is none", output.display()));
    }
    let mut names = HashSet::new();
    inputs
        .iter()
        .map(|input| {
            let source = if is_dash(input) { Source::Stdin } else { Source::File(input.clone()) };
            let target = if folder {
                let name = name_in_folder(&source)?;
                if !names.insert(name.clone()) {
                    return Err(format!("two pictures would be written to {}", output.join(name).display()));
                }
                Target::File(output.join(name))
            } else if is_dash(output) {
                Target::Stdout
            } else {
                Target::File(output.to_path_buf())
            };
            if let (Source::File(from), Target::File(to)) = (&source, &target)
                && let (Ok(from), Ok(to)) = (from.canonicalize(), to.canonicalize())
                && from == to
            {
                return Err(format!("{} would be overwritten by itself", input.display()));
            }
            Ok(Job { source, target })
        })
        .collect()
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
            let path = entry.map_err(about)?.path();
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if path.is_file() && ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
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
