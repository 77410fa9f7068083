//! Pictures of storage, as text.

use std::fmt;

use crate::block::StoredBlock;
use crate::fill::Fill;
use crate::format::{Drawn, Format};

/// What a block keeps, level by level, with its arrays and values: as the literature draws it. [`StoredBlock::picture`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    title: String,
    /// By line, what stands before the numbers, and these.
    lines: Vec<(String, Vec<String>)>,
}

impl<T: Copy + fmt::Debug, F: Format<N>, Z: Fill<T>, const N: usize> StoredBlock<T, F, N, Z> {
    /// A picture of all levels, outermost first: of each the axis, its name, and its arrays, such as positions (`pos`) and coordinates
    /// (`crd`); then the values by position. Numbers of one position stand below each other.
    ///
    /// ```
    /// use unite_stored::{Csr, StoredBlock};
    /// let entries = [([0, 0], 5), ([0, 1], 1), ([1, 0], 7), ([1, 1], 3), ([3, 0], 8), ([3, 3], 4), ([3, 4], 9)];
    /// let a = StoredBlock::<i32, Csr, 2>::from_entries([4, 6], entries)?;
    /// let drawn = "\
    /// 4 x 6, elsewhere 0
    /// axis 0  Dense
    /// axis 1  Compressed  pos  0 2 4 4 7
    ///                     crd  0 1 0 1 0 3 4
    /// values                   5 1 7 3 8 4 9
    /// ";
    /// assert_eq!(a.picture().to_string(), drawn);
    /// # Ok::<(), unite_stored::StorageError>(())
    /// ```
    pub fn picture(&self) -> Picture {
        let extents = self.extents().map(|extent| extent.to_string()).join(" x ");
        let mut title = format!("{extents}, elsewhere {:?}", Z::VALUE);
        if self.origin() != [0; N] {
            title += &format!(", at {:?}", self.origin());
        }
        let levels = F::drawn(self.arrays());
        let heads: Vec<String> = levels.iter().map(|level| level.axes()).collect();
        let head = width(heads.iter().map(String::as_str).chain(["values"]));
        let level = width(levels.iter().map(|level| level.name.as_str()));
        let array = width(levels.iter().flat_map(|level| level.arrays.iter().map(|(array, _)| *array)));
        let before = |head_of: &str, level_of: &str, array_of: &str| {
            format!("{head_of:head$}  {level_of:level$}  {array_of:array$}  ")
        };
        let mut lines = Vec::new();
        for (axes, drawn) in heads.iter().zip(levels) {
            let Drawn { name, arrays, .. } = drawn;
            if arrays.is_empty() {
                lines.push((before(axes, &name, ""), Vec::new()));
            }
            for (number, (array, numbers)) in arrays.into_iter().enumerate() {
                let (axes, name) = if number == 0 { (axes.as_str(), name.as_str()) } else { ("", "") };
                lines.push((before(axes, name, array), numbers));
            }
        }
        let values = self.values().iter().map(|value| format!("{value:?}")).collect();
        lines.push((before("values", "", ""), values));
        Picture { title, lines }
    }
}

/// The longest of several names.
fn width<'a>(names: impl IntoIterator<Item = &'a str>) -> usize {
    names.into_iter().map(|name| name.chars().count()).max().unwrap_or(0)
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        let number = width(self.lines.iter().flat_map(|(_, numbers)| numbers).map(String::as_str));
        for (name, numbers) in &self.lines {
            let numbers: Vec<String> = numbers.iter().map(|of| format!("{of:>number$}")).collect();
            writeln!(f, "{}", format!("{name}{}", numbers.join(" ")).trim_end())?;
        }
        Ok(())
    }
}
