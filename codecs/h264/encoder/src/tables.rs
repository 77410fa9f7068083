//! What is known of a picture beside its samples: tensors that are coarser than it, in its place. They end where a slice does, so
//! that what is outside is what a boundary rule says.

use std::ops::Range;

use unite::library::{Layout, Memory};
use unite::staged::{Coarsened, Geometry, RowMajor};
use unite::{Block, BlockError, Dyn, Elem, Ranked, Shape};
use unite_h264::kernels::Motion;

use crate::kernels::context::{coefficient_contexts, neighbour_flags, store};
use crate::kernels::filter::STILL;
use crate::location::{Area, MACROBLOCK, Macroblock, enter_above, lines_of, move_to, take_last, take_lines};

/// A table: an element for `STEP` by `STEP` samples.
pub type Table<T, const STEP: usize> = Block<Dyn<Dyn<T>>, Vec<T>, Coarsened<RowMajor<Dyn<Dyn<T>>>, STEP>>;

/// A table of `side` by `side` elements for each of so many rows and columns of macroblocks.
pub fn table<T: Elem, const STEP: usize>(size: [usize; 2], side: usize) -> Table<T, STEP> {
    located(Ok(Block::<T>::zeros(size.map(|macroblocks| macroblocks * side))))
}

/// Takes a row of macroblocks of luminance from another table, in which it is row `at`.
pub fn take_row<T: Elem, const STEP: usize>(
    table: &mut Table<T, STEP>,
    row: usize,
    from: &Table<T, STEP>,
    at: usize,
) {
    let [_, columns] = table.extents();
    take_lines(table.as_mut_slice(), row, from.as_slice(), at, MACROBLOCK / STEP * columns);
}

/// Fills a row of macroblocks of luminance, or of chrominance, of so many lines each.
fn fill_row<T: Elem, const STEP: usize>(table: &mut Table<T, STEP>, row: usize, lines: usize, value: T) {
    let [_, columns] = table.extents();
    lines_of(table.as_mut_slice(), row, lines * columns).fill(value);
}

/// A block with an element for `STEP` by `STEP` samples.
#[inline(always)]
pub fn located<S, M, L, const STEP: usize>(
    block: Result<Block<S, M, L>, BlockError>,
) -> Block<S, M, Coarsened<L, STEP>>
where
    S: Shape<2> + Ranked<Geometry = Geometry<2>>,
    M: Memory<Elem = S::Elem>,
    L: Layout<2, Elem = S::Elem, Shape = S>,
{
    block.and_then(Block::coarsened).expect("a table has the size of its picture")
}

/// The tables of some rows of macroblocks.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident: $elem:ty = $side:expr, $step:expr;)*) => {
        /// The tables of some rows of macroblocks of a picture: all that is known of a slice, or a part of it.
        #[derive(Debug)]
        pub struct Tables {
            $($(#[$doc])* pub $name: Table<$elem, { $step }>,)*
            /// The blocks of the macroblock that is coded.
            pub places: Places,
        }

        impl Tables {
            /// Tables for so many rows and columns of macroblocks.
            pub fn new(size: [usize; 2]) -> Self {
                Tables { $($name: table(size, $side),)* places: Places::new() }
            }

            /// Moves them to where they begin with a row of macroblocks.
            pub fn go_to(&mut self, row: usize) {
                $(move_to!(self.$name, [(row * $side * $step) as isize, 0]);)*
            }
        }

        /// What tables have in the last line of some columns of macroblocks.
        #[derive(Debug, Default)]
        pub struct LastLine {
            $($name: Vec<$elem>,)*
        }

        impl LastLine {
            /// Takes what macroblocks below ask about some columns of macroblocks, of so many.
            pub fn take(&mut self, tables: &Tables, all: usize, columns: &Range<usize>) {
                $(take_last(&mut self.$name, tables.$name.as_slice(), all, $side, columns);)*
            }
        }

        impl Tables {
            /// Enters what they ask of the row above, which is the first one of two.
            pub fn enter_above(&mut self, all: usize, columns: &Range<usize>, line: &LastLine) {
                $(enter_above(self.$name.as_mut_slice(), all, $side, columns, &line.$name);)*
            }
        }
    };
}

tables! {
    /// Whether Intra prediction may use the samples of a macroblock.
    usable: u8 = 1, MACROBLOCK;
    /// How alike the blocks of a macroblock are, as it says itself.
    even: u8 = 1, MACROBLOCK;
    /// `QPY`, but 0 for I_PCM, as deblocking has it (8.7.2.2).
    qp: u8 = 1, MACROBLOCK;
    /// Whether the transform is of 8x8.
    transform_8x8: u8 = 1, MACROBLOCK;
    /// The mode of Intra_4x4 and Intra_8x8 prediction of a 4x4 block; 2 for others, and
    /// [`NOT_AVAILABLE`](crate::kernels::context::NOT_AVAILABLE) where 8.3.1.1 says so.
    mode: u8 = 4, 4;
    /// `total_coeff(coeff_token)` of a 4x4 block of luminance (9.2.1).
    total_coeff: u8 = 4, 4;
    /// The same of Cb, in the frame of chrominance.
    total_coeff_cb: u8 = 2, 4;
    /// The same of Cr.
    total_coeff_cr: u8 = 2, 4;
    /// Whether a 4x4 block, or the 8x8 block that it is a part of, has coefficients (8.7.2.1).
    coded: u8 = 4, 4;
    /// The motion of a 4x4 block.
    motion: Motion = 4, 4;
    /// What arithmetic coding asks about macroblocks (9.3.3.1.1): a [`Kind`], as a number.
    kind: u8 = 1, MACROBLOCK;
    /// `intra_chroma_pred_mode`, or 0.
    chroma_mode: u8 = 1, MACROBLOCK;
    /// `CodedBlockPatternLuma`, bit by bit: whether an 8x8 block has levels in the stream.
    pattern_luma: u8 = 2, 8;
    /// `CodedBlockPatternChroma`.
    pattern_chroma: u8 = 1, MACROBLOCK;
    /// `coded_block_flag` of the DC coefficients of luminance.
    dc_luma: u8 = 1, MACROBLOCK;
    /// The same of Cb.
    dc_cb: u8 = 1, MACROBLOCK;
    /// The same of Cr.
    dc_cr: u8 = 1, MACROBLOCK;
    /// `mvd_l0` of a 4x4 block across, without its sign, and at most 255.
    difference_x: u8 = 4, 4;
    /// The same down.
    difference_y: u8 = 4, 4;
}

impl Tables {
    /// A row of macroblocks that are all skipped, at a quantiser: nothing else is said of them where their number is written.
    pub fn skip_row(&mut self, row: usize, qp: u8) {
        let fours = MACROBLOCK / 4;
        for table in [&mut self.coded, &mut self.total_coeff] {
            fill_row(table, row, fours, 0);
        }
        for table in [&mut self.total_coeff_cb, &mut self.total_coeff_cr] {
            fill_row(table, row, fours / 2, 0);
        }
        fill_row(&mut self.even, row, 1, STILL);
        fill_row(&mut self.transform_8x8, row, 1, 0);
        fill_row(&mut self.qp, row, 1, qp);
    }
}

/// What arithmetic coding tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// There is no such macroblock in the slice.
    Outside,
    /// `I_NxN`.
    IntraNxN,
    /// Another Intra macroblock.
    Intra,
    /// Inter prediction.
    Inter,
    /// Skipped.
    Skip,
}

/// What is known of `N` by `N` blocks of a macroblock, each of `STEP` by `STEP` samples, where these lie.
pub type Blocks<const N: usize, const STEP: usize> =
    Block<[[u8; N]; N], [[u8; N]; N], Coarsened<RowMajor<[[u8; N]; N]>, STEP>>;

/// The blocks of a macroblock, as kernels ask for them: made once, and moved from one to the next.
#[derive(Debug)]
pub struct Places {
    /// All of its luminance.
    pub whole: Area,
    /// The 4x4 blocks of luminance.
    pub fours: Blocks<4, 4>,
    /// Those of a component of chrominance.
    pub twos: Blocks<2, 4>,
    /// The 8x8 blocks of luminance.
    pub eights: Blocks<2, 8>,
}

impl Places {
    fn new() -> Self {
        Places {
            whole: Macroblock::new(0, 0).area(),
            fours: located(Ok(Block::stack())),
            twos: located(Ok(Block::stack())),
            eights: located(Ok(Block::stack())),
        }
    }

    /// Moves all of them to a macroblock.
    pub fn go_to(&mut self, location: Macroblock) {
        move_to!(self.whole, location.luma);
        move_to!(self.fours, location.luma);
        move_to!(self.twos, location.chroma);
        move_to!(self.eights, location.luma);
    }
}

/// Writes what is known of the blocks of a macroblock to where they lie in a table.
pub fn store_all<const N: usize, const STEP: usize>(
    values: [[u8; N]; N],
    blocks: &mut Blocks<N, STEP>,
    table: &mut Table<u8, STEP>,
) {
    blocks.as_mut_slice().copy_from_slice(values.as_flattened());
    store(table, blocks);
}

/// The same; the result is 1 where the neighbour A is not 0, and 2 more where B is not; outside of the slice it is `outside`.
pub fn flags_of<const N: usize, const STEP: usize>(
    values: [[u8; N]; N],
    blocks: &mut Blocks<N, STEP>,
    table: &mut Table<u8, STEP>,
    outside: u8,
) -> [[u8; N]; N] {
    store_all(values, blocks, table);
    let mut flags = Block::<[[u8; N]; N]>::stack();
    neighbour_flags(&mut flags, blocks, table, outside);
    flags.into_memory()
}

/// The same of how many coefficients 4x4 blocks have; `nC` of each is the result (9.2.1).
pub fn contexts_of<const N: usize>(
    counts: [[u8; N]; N],
    blocks: &mut Blocks<N, 4>,
    table: &mut Table<u8, 4>,
) -> [[u8; N]; N] {
    store_all(counts, blocks, table);
    let mut n_c = Block::<[[u8; N]; N]>::stack();
    coefficient_contexts(&mut n_c, blocks, table);
    n_c.into_memory()
}
