//! Matrix Market files.

use std::io::{self, BufRead, Write};

use super::lines::{FileError, Lines, count, index, value};
use super::{Entries, Numeral};
use crate::block::StoredBlock;
use crate::fill::Fill;
use crate::format::Format;

/// What the first line says.
#[derive(Clone, Copy)]
struct Banner {
    is_array: bool,
    is_pattern: bool,
    symmetry: Symmetry,
}

/// Which entries stand for two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    SkewSymmetric,
}

impl Banner {
    fn parse(line: &str) -> Result<Self, String> {
        let words: Vec<String> = line.split_ascii_whitespace().map(str::to_ascii_lowercase).collect();
        let [banner, object, format, field, symmetry] =
            words.iter().map(String::as_str).collect::<Vec<_>>()[..]
        else {
            return Err("the first line is not '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'".into());
        };
        if banner != "%%matrixmarket" || object != "matrix" {
            return Err("the first line does not begin with '%%MatrixMarket matrix'".into());
        }
        let is_array = match format {
            "coordinate" => false,
            "array" => true,
            other => return Err(format!("the format '{other}' is neither coordinate nor array")),
        };
        let is_pattern = match field {
            "real" | "double" | "integer" => false,
            "pattern" if is_array => return Err("an array has values, and no pattern".into()),
            "pattern" => true,
            "complex" => return Err("complex values are not supported: read the parts as two files".into()),
            other => return Err(format!("the field '{other}' is not real, integer or pattern")),
        };
        let symmetry = match symmetry {
            "general" => Symmetry::General,
            // Of real values the two are one.
            "symmetric" | "hermitian" => Symmetry::Symmetric,
            "skew-symmetric" if is_pattern => {
                return Err("a pattern has no values, whose signs could differ".into());
            }
            "skew-symmetric" => Symmetry::SkewSymmetric,
            other => {
                return Err(format!(
                    "the symmetry '{other}' is not general, symmetric, skew-symmetric or hermitian"
                ));
            }
        };
        Ok(Self { is_array, is_pattern, symmetry })
    }
}

/// Reads a Matrix Market file: coordinates or an array, real, integer or pattern, of any symmetry. Entries that stand for two are
/// two in the list; zeros of an array are none. Comments, empty lines and line ends of either kind are fine.
///
/// # Errors
/// With the line: what is no such file, an index outside of the matrix or outside of the stored triangle, a value that is none, fewer
/// or more entries than are announced. Memory grows with what is read, not with what is announced.
pub fn read_mtx<T: Numeral>(reader: impl BufRead) -> Result<Entries<T, 2>, FileError> {
    let mut lines = Lines::new(reader, b'%');
    let Some(first) = lines.next_of_all()? else { return Err(FileError::new(0, "the file is empty")) };
    let banner = Banner::parse(first).map_err(|what| FileError::new(1, what))?;
    let Some(words) = lines.next()? else {
        return Err(lines.error("the file ends before the size of the matrix"));
    };
    let sizes = match (&words[..], banner.is_array) {
        ([rows, columns], true) => size(rows, columns, None),
        ([rows, columns, entries], false) => size(rows, columns, Some(entries)),
        (_, true) => Err("the size of an array is two numbers: rows and columns".into()),
        (_, false) => Err("the size is three numbers: rows, columns and entries".into()),
    };
    let (extents, announced) = sizes.map_err(|what| lines.error(what))?;
    if banner.symmetry != Symmetry::General && extents[0] != extents[1] {
        return Err(lines.error(format!("a symmetric matrix is square, and this has {extents:?}")));
    }
    let list = match announced {
        Some(announced) => coordinates(&mut lines, banner, extents, announced)?,
        None => array(&mut lines, banner, extents)?,
    };
    match lines.next()? {
        Some(_) => Err(lines.error("the file goes on after its last entry")),
        None => Ok(Entries { extents, list }),
    }
}

type Sizes = ([usize; 2], Option<usize>);

fn size(rows: &str, columns: &str, entries: Option<&str>) -> Result<Sizes, String> {
    let extents = [count(rows, "the number of rows")?, count(columns, "the number of columns")?];
    if extents.iter().any(|extent| !(1..=i32::MAX as usize).contains(extent)) {
        return Err(format!(
            "a matrix of {rows} by {columns} is none that can be held: 1 to 2147483647 each"
        ));
    }
    Ok((extents, entries.map(|entries| count(entries, "the number of entries")).transpose()?))
}

type List<T> = Vec<([usize; 2], T)>;

fn coordinates<T: Numeral, R: BufRead>(
    lines: &mut Lines<R>,
    banner: Banner,
    extents: [usize; 2],
    announced: usize,
) -> Result<List<T>, FileError> {
    let mut list = Vec::new();
    for read in 0..announced {
        let Some(words) = lines.next()? else {
            return Err(lines.error(format!("the file ends after {read} of {announced} entries")));
        };
        let entry = match (&words[..], banner.is_pattern) {
            ([row, column], true) => entry(row, column, extents, Ok(T::ONE)),
            ([row, column, number], false) => entry(row, column, extents, value(number)),
            (_, true) => Err("an entry of a pattern is two numbers: row and column".into()),
            (_, false) => Err("an entry is three numbers: row, column and value".into()),
        };
        entry
            .and_then(|(index, value)| place(&mut list, banner.symmetry, index, value))
            .map_err(|w| lines.error(w))?;
    }
    Ok(list)
}

fn entry<T>(
    row: &str,
    column: &str,
    [rows, columns]: [usize; 2],
    value: Result<T, String>,
) -> Result<([usize; 2], T), String> {
    Ok(([index(row, "row", rows)?, index(column, "column", columns)?], value?))
}

fn array<T: Numeral, R: BufRead>(
    lines: &mut Lines<R>,
    banner: Banner,
    [rows, columns]: [usize; 2],
) -> Result<List<T>, FileError> {
    let mut list = Vec::new();
    for column in 0..columns {
        let first = match banner.symmetry {
            Symmetry::General => 0,
            Symmetry::Symmetric => column,
            Symmetry::SkewSymmetric => column + 1,
        };
        for row in first..rows {
            let Some(words) = lines.next()? else {
                return Err(lines.error(format!(
                    "the file ends before the element of row {} and column {}",
                    row + 1,
                    column + 1
                )));
            };
            let number = match words[..] {
                [number] => value::<T>(number),
                _ => Err("a line of an array is one value".into()),
            };
            let placed = number.and_then(|number| match number.is_zero() {
                true => Ok(()),
                false => place(&mut list, banner.symmetry, [row, column], number),
            });
            placed.map_err(|what| lines.error(what))?;
        }
    }
    Ok(list)
}

/// Appends an entry, and the one that it stands for.
fn place<T: Numeral>(
    list: &mut List<T>,
    symmetry: Symmetry,
    index: [usize; 2],
    value: T,
) -> Result<(), String> {
    let [row, column] = index;
    if symmetry != Symmetry::General && column > row {
        return Err(format!(
            "row {} and column {} lie above the diagonal of a symmetric matrix",
            row + 1,
            column + 1
        ));
    }
    list.push((index, value));
    match symmetry {
        Symmetry::SkewSymmetric if row == column => Err("a skew-symmetric matrix has no diagonal".into()),
        Symmetry::SkewSymmetric => {
            let negated = value.negated().ok_or("the value has no negative of its type")?;
            list.push(([column, row], negated));
            Ok(())
        }
        Symmetry::Symmetric if row != column => {
            list.push(([column, row], value));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Writes a matrix as a Matrix Market file of coordinates, without symmetry, in the order of storage.
///
/// # Errors
/// Those of `writer`.
pub fn write_mtx<T: Numeral, F: Format<2>, Z: Fill<T>>(
    block: &StoredBlock<T, F, 2, Z>,
    mut writer: impl Write,
) -> io::Result<()> {
    let field = if T::IS_INTEGER { "integer" } else { "real" };
    let [rows, columns] = block.extents();
    writeln!(writer, "%%MatrixMarket matrix coordinate {field} general")?;
    writeln!(writer, "{rows} {columns} {}", block.stored())?;
    for ([row, column], value) in block.to_entries() {
        writeln!(writer, "{} {} {value}", row + 1, column + 1)?;
    }
    writer.flush()
}
