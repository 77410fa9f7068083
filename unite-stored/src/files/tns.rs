//! Lists of entries, as FROSTT keeps tensors.

use std::io::{self, BufRead, Write};

use super::lines::{FileError, Lines, index, value};
use super::{Entries, Numeral};
use crate::block::StoredBlock;
use crate::fill::Fill;
use crate::format::Format;

/// Reads a list of entries of a tensor of `N` axes: a line each, `N` indices that count from 1 on, and a value. Lines that begin with
/// `#` are comments. The extents are the least that hold all entries.
///
/// ```
/// let entries = unite_stored::files::read_tns::<f64, 3>("# a comment\r\n1 2 3 0.5\r\n4 1 1 2\r\n".as_bytes())?;
/// assert_eq!(entries.extents, [4, 2, 3]);
/// assert_eq!(entries.list, [([0, 1, 2], 0.5), ([3, 0, 0], 2.0)]);
/// # Ok::<(), unite_stored::files::FileError>(())
/// ```
///
/// # Errors
/// With the line: another number of words, an index of 0 or beyond the largest, a value that is none. A file without entries has no
/// extents, and is an error.
pub fn read_tns<T: Numeral, const N: usize>(reader: impl BufRead) -> Result<Entries<T, N>, FileError> {
    let mut lines = Lines::new(reader, b'#');
    let mut extents = [0; N];
    let mut list = Vec::new();
    while let Some(words) = lines.next()? {
        let [indices @ .., number] = &words[..] else { continue };
        let entry = match <[&str; N]>::try_from(indices) {
            Ok(indices) => entry(indices, number),
            Err(_) => {
                Err(format!("an entry is {N} indices and a value, and the line has {} words", words.len()))
            }
        };
        let (index, value) = entry.map_err(|what| lines.error(what))?;
        for (extent, coordinate) in extents.iter_mut().zip(index) {
            *extent = coordinate.max(*extent - usize::from(*extent > 0)) + 1;
        }
        list.push((index, value));
    }
    match list.is_empty() {
        true => Err(FileError::new(0, "the file has no entries, which would say the extents")),
        false => Ok(Entries { extents, list }),
    }
}

fn entry<T: Numeral, const N: usize>(words: [&str; N], number: &str) -> Result<([usize; N], T), String> {
    let mut place = [0; N];
    for (axis, word) in words.into_iter().enumerate() {
        place[axis] = index(word, "index", i32::MAX as usize)?;
    }
    Ok((place, value(number)?))
}

/// Writes a tensor as a list of entries, in the order of storage.
///
/// # Errors
/// Those of `writer`.
pub fn write_tns<T: Numeral, F: Format<N>, Z: Fill<T>, const N: usize>(
    block: &StoredBlock<T, F, N, Z>,
    mut writer: impl Write,
) -> io::Result<()> {
    for (index, value) in block.to_entries() {
        for coordinate in index {
            write!(writer, "{} ", coordinate + 1)?;
        }
        writeln!(writer, "{value}")?;
    }
    writer.flush()
}
