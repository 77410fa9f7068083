//! Why the system refuses what it is asked for, in our words.

use std::io::{Error, ErrorKind};

/// A sentence about `error`.
pub fn why(error: &Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "this is not permitted",
        ErrorKind::IsADirectory => "this is a folder",
        ErrorKind::NotADirectory => "what should be a folder is none",
        ErrorKind::BrokenPipe => "nobody reads it any more",
        ErrorKind::StorageFull => "there is no space left",
        ErrorKind::QuotaExceeded => "there is no space left for this user",
        ErrorKind::FileTooLarge => "the file would be larger than the system allows",
        ErrorKind::ReadOnlyFilesystem => "nothing can be written there",
        ErrorKind::OutOfMemory => "there is not enough memory",
        _ => return error.to_string(),
    };
    known.to_owned()
}
