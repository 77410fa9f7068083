//! Dense blocks, compressed rows of them.

use crate::error::StorageError;
use crate::fibre::Unwalked;
use crate::format::{Drawn, Format, LIMIT, Sorted};
use crate::level::{LevelFormat, Properties};
use crate::levels::{Compressed, CompressedArrays, Dense};
use crate::pack::Packed;

/// Dense blocks of `R` by `C` elements, and compressed rows of such blocks: BCSR. The arrays are those of the matrix of blocks; the
/// values of a block lie side by side, row by row. Blocks at the ends may reach beyond the matrix; what lies there is not looked at.
///
/// A block without elements, or with more of them along an axis than a tensor, does not compile:
///
/// ```compile_fail,E0080
/// # use unite_stored::{Bcsr, StoredBlock};
/// let block = StoredBlock::<f64, Bcsr<{ 1 << 40 }, 1>, 2>::empty([2, 2]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bcsr<const R: usize, const C: usize>;

/// The format of the matrix of blocks.
type Blocks = (Dense, Compressed<u32>);

impl<const R: usize, const C: usize> Bcsr<R, C> {
    /// How many blocks there are along each axis.
    fn blocks([rows, columns]: [usize; 2]) -> [usize; 2] {
        const {
            assert!(
                R > 0 && C > 0 && R <= LIMIT && C <= LIMIT,
                "a block has elements, and not more along an axis than a tensor"
            )
        };
        [rows.div_ceil(R), columns.div_ceil(C)]
    }
}

// SAFETY: blocks are checked as the matrix that they are; within a block positions are less than its size, and indices beyond the
// extents are left out.
unsafe impl<const R: usize, const C: usize> Format<2> for Bcsr<R, C> {
    type Arrays = ((), CompressedArrays<u32>);
    type Levels<'a> = Unwalked<2>;
    const NESTED: bool = false;
    const LEVELS: [Properties; 2] = [Properties::NONE; 2];
    const ORDER: [usize; 2] = [0, 1];
    const PADDED: bool = true;

    fn name() -> String {
        format!("Bcsr of {R} by {C}")
    }

    fn check(arrays: &Self::Arrays, extents: [usize; 2]) -> Result<usize, StorageError> {
        Blocks::check(arrays, Self::blocks(extents))?.checked_mul(R * C).ok_or(StorageError::TooLarge)
    }

    fn pack(extents: [usize; 2], entries: &Sorted<2>) -> Result<(Self::Arrays, Packed), StorageError> {
        let block = |entry| {
            let [row, column] = entries.index(entry);
            [row / R, column / C]
        };
        let mut blocks: Vec<[usize; 2]> = (0..entries.count()).map(block).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let coordinates = [0, 1].map(|axis| blocks.iter().map(|block| block[axis]).collect());
        let (arrays, _) = Blocks::pack(Self::blocks(extents), &Sorted { coordinates })?;
        let mut packed = vec![0..0; blocks.len().checked_mul(R * C).ok_or(StorageError::TooLarge)?];
        for entry in 0..entries.count() {
            let [row, column] = entries.index(entry);
            let number = blocks.partition_point(|&other| other < block(entry));
            packed[(number * R + row % R) * C + column % C] = entry..entry + 1;
        }
        Ok((arrays, packed))
    }

    #[inline(always)]
    unsafe fn scan(arrays: &Self::Arrays, extents: [usize; 2], mut take: impl FnMut([usize; 2], usize)) {
        let each = |[y, x]: [usize; 2], block| {
            for row in y * R..(y * R + R).min(extents[0]) {
                for column in x * C..(x * C + C).min(extents[1]) {
                    take([row, column], (block * R + row % R) * C + column % C);
                }
            }
        };
        // SAFETY: the arrays were checked as those of the blocks.
        unsafe { Blocks::scan(arrays, Self::blocks(extents), each) }
    }

    fn levels(_: &Self::Arrays, _: [usize; 2]) -> Unwalked<2> {
        Unwalked
    }

    fn entries(arrays: &Self::Arrays, extents: [usize; 2]) -> impl Iterator<Item = ([usize; 2], usize)> + '_ {
        let blocks = Self::blocks(extents);
        let CompressedArrays { positions, coordinates } = &arrays.1;
        (0..blocks[0]).flat_map(move |y| {
            (positions[y] as usize..positions[y + 1] as usize).flat_map(move |block| {
                let x = coordinates[block] as usize;
                let elements =
                    (0..R * C).map(move |at| ([y * R + at / C, x * C + at % C], block * R * C + at));
                elements.filter(move |(index, _)| index[0] < extents[0] && index[1] < extents[1])
            })
        })
    }

    fn drawn(arrays: &Self::Arrays) -> Vec<Drawn> {
        let arrays = Compressed::<u32>::drawn(&arrays.1);
        vec![Drawn { axes: vec![0, 1], name: "Bcsr".into(), arrays }]
    }

    unsafe fn locate(arrays: &Self::Arrays, extents: [usize; 2], [row, column]: [usize; 2]) -> Option<usize> {
        // SAFETY: the arrays were checked as those of the blocks, and the index is in one of them.
        let block = unsafe { Blocks::locate(arrays, Self::blocks(extents), [row / R, column / C])? };
        Some((block * R + row % R) * C + column % C)
    }
}
