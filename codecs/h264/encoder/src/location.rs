//! Where macroblocks and their blocks are (H.264 6.4): the one file that computes with addresses.

use std::ops::Range;

use unite::Block;
use unite::library::External;

/// Rows and columns of samples of a macroblock.
pub const MACROBLOCK: usize = 16;

/// The 4x4 blocks of a macroblock in the order of the stream, each by its row and column of blocks (6.4.3).
#[rustfmt::skip]
pub const BLOCKS_4X4: [[usize; 2]; 16] = [
    [0, 0], [0, 1], [1, 0], [1, 1], [0, 2], [0, 3], [1, 2], [1, 3],
    [2, 0], [2, 1], [3, 0], [3, 1], [2, 2], [2, 3], [3, 2], [3, 3],
];

/// Samples that are only somewhere: what a kernel is given that asks for nothing but a location and extents.
pub type Area = External<&'static [u8], u8, 2>;

/// A block in place, of a shape.
pub type Local<S> = Block<S, S>;

/// Memory of areas, which nobody reads.
static NOTHING: [u8; MACROBLOCK * MACROBLOCK] = [0; MACROBLOCK * MACROBLOCK];

/// A place in a picture that is inside of what can be addressed.
const IN_RANGE: &str = "pictures are far smaller than what locations can be";

/// Where a macroblock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Macroblock {
    /// Its row and column among macroblocks.
    pub address: [usize; 2],
    /// Its first sample of luminance.
    pub luma: [isize; 2],
    /// Its first sample of each component of chrominance.
    pub chroma: [isize; 2],
}

impl Macroblock {
    /// The macroblock in a row and a column of macroblocks.
    pub fn new(row: usize, column: usize) -> Self {
        let [y, x] = [row, column].map(|at| (at * MACROBLOCK) as isize);
        Macroblock { address: [row, column], luma: [y, x], chroma: [y / 2, x / 2] }
    }

    /// A part of it.
    #[inline(always)]
    pub fn part(&self, part: Part) -> Area {
        area(self.sample(part.at), part.extents)
    }

    /// All of it.
    #[inline(always)]
    pub fn area(&self) -> Area {
        area(self.luma, [MACROBLOCK; 2])
    }

    /// Where the 4x4 block in a row and a column of blocks begins.
    pub fn block_4x4(&self, [row, column]: [usize; 2]) -> [isize; 2] {
        self.sample([4 * row, 4 * column])
    }

    /// Where a sample of luminance in it is.
    pub fn sample(&self, [y, x]: [usize; 2]) -> [isize; 2] {
        [self.luma[0] + y as isize, self.luma[1] + x as isize]
    }

    /// Where a sample of chrominance in it is.
    pub fn chroma_sample(&self, [y, x]: [usize; 2]) -> [isize; 2] {
        [self.chroma[0] + y as isize, self.chroma[1] + x as isize]
    }
}

/// A rectangle of samples of luminance in a macroblock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its first row and column.
    pub at: [usize; 2],
    /// How many of them there are.
    pub extents: [usize; 2],
}

impl Part {
    /// All of it.
    pub const WHOLE: Part = Part::new(0, 0, MACROBLOCK, MACROBLOCK);

    /// Rows and columns from a row and a column.
    pub const fn new(y: usize, x: usize, height: usize, width: usize) -> Self {
        Part { at: [y, x], extents: [height, width] }
    }

    /// The 4x4 block in a row and a column of blocks.
    pub const fn block_4x4([row, column]: [usize; 2]) -> Self {
        Part::new(4 * row, 4 * column, 4, 4)
    }

    /// A part of a part.
    pub fn within(self, outer: Part) -> Part {
        Part { at: [outer.at[0] + self.at[0], outer.at[1] + self.at[1]], extents: self.extents }
    }

    /// Whether all of another part is in it.
    pub fn contains(self, other: &Part) -> bool {
        (0..2).all(|axis| {
            self.at[axis] <= other.at[axis]
                && other.at[axis] + other.extents[axis] <= self.at[axis] + self.extents[axis]
        })
    }

    /// Where the squares of so many samples begin that it consists of; none if it is smaller.
    pub fn squares(self, side: usize) -> impl Iterator<Item = [usize; 2]> {
        let Part { at: [y, x], extents: [height, width] } = self;
        (y..y + height).step_by(side).flat_map(move |y| (x..x + width).step_by(side).map(move |x| [y, x]))
    }
}

/// An area by its first sample and its extents.
#[inline(always)]
fn area(origin: [isize; 2], extents: [usize; 2]) -> Area {
    let mut area = Block::external_ref(&NOTHING[..], extents).expect(IN_RANGE);
    area.set_origin(origin).expect(IN_RANGE);
    area
}

/// Declares a block in place whose first sample is there; or makes one, which is moved once more.
macro_rules! stack_at {
    ($block:ident: $shape:ty = $origin:expr) => {
        let mut $block = ::unite::Block::<$shape>::stack();
        $crate::location::move_to!($block, $origin);
    };
    ($shape:ty, $origin:expr) => {{
        $crate::location::stack_at!(block: $shape = $origin);
        block
    }};
}
pub(crate) use stack_at;

/// Moves a block to where its first sample is then.
macro_rules! move_to {
    ($block:expr, $origin:expr) => {
        $block.set_origin($origin).expect("inside of a picture")
    };
}
pub(crate) use move_to;

/// Whether a block that lies so many rows and columns from `origin` is inside of a plane.
pub fn inside(origin: [isize; 2], vector: [i32; 2], extents: [usize; 2], plane: [usize; 2]) -> bool {
    (0..2).all(|axis| {
        let first = origin[axis] + vector[axis] as isize;
        first >= 0 && first + extents[axis] as isize <= plane[axis] as isize
    })
}

/// One row and column before what lies so many rows and columns from `origin`.
pub fn before(origin: &[isize], vector: [isize; 2]) -> [isize; 2] {
    [0, 1].map(|axis| origin[axis] + vector[axis] - 1)
}

/// How many macroblocks it takes, down and across, to cover a picture.
pub fn macroblocks_of([height, width]: [usize; 2]) -> [usize; 2] {
    [height.div_ceil(MACROBLOCK), width.div_ceil(MACROBLOCK)]
}

/// How many samples of a component a macroblock has down and across: 0 is luminance.
pub fn side_of(component: usize) -> usize {
    if component == 0 { MACROBLOCK } else { MACROBLOCK / 2 }
}

/// Rows and columns of samples of a component of a picture of so many rows and columns of macroblocks.
pub fn samples_of(size: [usize; 2], component: usize) -> [usize; 2] {
    size.map(|macroblocks| macroblocks * side_of(component))
}

/// The address of the first macroblock in a row.
pub fn first_address(row: usize, columns: usize) -> usize {
    row * columns
}

/// The macroblocks of rows of macroblocks, in the order of their addresses.
pub fn macroblocks(rows: Range<usize>, columns: usize) -> impl Iterator<Item = Macroblock> {
    rows.flat_map(move |row| (0..columns).map(move |column| Macroblock::new(row, column)))
}

/// Where the elements of some columns of macroblocks, of so many of `side` each, are in the last one of lines of so many elements.
fn in_last_line(length: usize, all: usize, side: usize, columns: &Range<usize>) -> Range<usize> {
    let line = length - all * side;
    line + columns.start * side..line + columns.end * side
}

/// Takes what some columns of macroblocks, of so many of `side` elements each, have in the last line.
pub fn take_last<T: Copy>(line: &mut Vec<T>, lines: &[T], all: usize, side: usize, columns: &Range<usize>) {
    line.clear();
    line.extend_from_slice(&lines[in_last_line(lines.len(), all, side, columns)]);
}

/// Enters the same into the first one of two rows of macroblocks.
pub fn enter_above<T: Copy>(lines: &mut [T], all: usize, side: usize, columns: &Range<usize>, line: &[T]) {
    let place = in_last_line(lines.len() / 2, all, side, columns);
    lines[place].copy_from_slice(line);
}

/// The elements of a row of macroblocks, of so many each.
pub fn lines_of<T>(memory: &mut [T], row: usize, length: usize) -> &mut [T] {
    &mut memory[row * length..][..length]
}

/// Repeats a line of so many elements in others.
pub fn repeat_line<T: Copy>(memory: &mut [T], line: usize, others: Range<usize>, length: usize) {
    others.for_each(|other| memory.copy_within(line * length..(line + 1) * length, other * length));
}

/// Takes the elements of a row of macroblocks, of so many each, from memory in which it is row `at`.
pub fn take_lines<T: Copy>(memory: &mut [T], row: usize, from: &[T], at: usize, length: usize) {
    lines_of(memory, row, length).copy_from_slice(&from[at * length..][..length]);
}

/// The lines of a row of macroblocks, of `side` each, in a plane with some before.
pub fn rows_of(row: usize, side: usize, before: usize) -> Range<usize> {
    before + row * side..before + (row + 1) * side
}

/// The lines of a plane that become final with some rows of macroblocks, of so many, of `side` lines each: all but the last `late` ones,
/// which wait for the next row. Before the first row and after the last one there are some more.
pub fn settled(rows: Range<usize>, all: usize, side: usize, late: usize, around: [usize; 2]) -> Range<usize> {
    let end = |row: usize| around[0] + row * side - late;
    let first = if rows.start == 0 { 0 } else { end(rows.start) };
    let last = if rows.end == all { around[0] + all * side + around[1] } else { end(rows.end) };
    first..last
}

/// How many rows of macroblocks, of so many, vectors lead up or down at most: about a ninth of a picture, or 40 samples. A picture may
/// begin when so much more of those that it refers to is final, whether or not any begins so early.
pub fn reach(rows: usize) -> usize {
    (rows / 9).max(3)
}

/// Vectors go up and down by less than so many samples for that: interpolation and the filter ask for some beside them.
pub fn reach_of_vectors(rows: usize) -> i32 {
    (reach(rows) * MACROBLOCK) as i32 - 8
}

/// The rows of macroblocks of each of so many slices, as alike as can be.
pub fn slices(rows: usize, count: usize) -> impl Iterator<Item = Range<usize>> {
    let count = count.clamp(1, rows);
    (0..count).map(move |slice| slice * rows / count..(slice + 1) * rows / count)
}
