//! What is worth it: every number that a decision of the compiler rests on, for processors with vectors of 16 to 64 bytes, and why
//! it is that number. Nothing else has such a number.

use std::ops::RangeInclusive;

/// Points side by side where rows have any length: a vector of bytes at every level.
pub const LANES: i64 = 16;

/// Points side by side in long rows whose lanes may be narrow: a vector of bytes from AVX2 on, two elsewhere.
pub const LONG: i64 = 2 * LANES;

/// Rows of which only the middle is lanes are long with so many points more: fewer are around the middle of most.
pub const AROUND: i64 = LANES;

/// Blocks that a loop over blocks goes through together: what each has of its own fills a vector, and is not more than a first cache holds.
pub const BATCH: i64 = LANES;

/// Blocks whose loops have at most so many points are gone through together although their results lie in rows: they fill no vector alone.
pub const BATCHED_ROW: i64 = HALF;

/// Elements of blocks of a batch are at most so far apart where they are read: with more between them most of what is loaded is not used.
pub const STRIDE_OF_BATCH: i64 = 8;

/// Points of an innermost loop that are one row with the loop around it, or are written out for each lane of that: the elements of a pixel.
pub const FEW_INSIDE: RangeInclusive<i64> = 2..=4;

/// Points at an end of a loop for which conditions ask, that run one by one.
pub const AT_ENDS: RangeInclusive<i64> = 1..=8;

/// With fewer points along a row, rows are put together, or are no lanes: half a vector is as fast as a loop.
pub const HALF: i64 = LANES / 2;

/// With fewer operations for each point, loops of any length are left to rustc, which does such loops as well.
pub const WORK: usize = 5;

/// Narrow elements that are so far apart are taken out of vectors: with more between them most of what is loaded is not used.
pub const TURNS: RangeInclusive<i64> = 2..=4;

/// Points in turn for which an element may stand: whole elements for half or a quarter of the lanes are loaded, and repeated.
pub const REPEATED: [i64; 2] = [2, 4];

/// Forms of a nest whose extents are generic: the columns, and what the number of rows is a multiple of. These fill vectors.
pub const FORMS: [(i64, i64); 4] = [(16, 2), (8, 2), (4, 4), (4, 2)];

/// Rows of lanes that are written one after another because they share reads: with more the registers are used up.
pub const TOGETHER: [i64; 2] = [4, 2];

/// Rows of lanes that are written one after another because there is little to do for each: four times as much as counting them.
pub const AT_A_TIME: i64 = 4;

/// Long rows that are taken at a time because they share reads: of three rows around each, four are read for two, where six would be.
pub const JAMMED: i64 = 2;

/// Operations for a row, reads counted, that are little: as many as it takes to count rows and to go on to the next one of two tensors.
pub const LITTLE: usize = 6;

/// Elements side by side of which a group is read or written as a whole, where there are more: those of 16 bits in 16 bytes.
pub const GROUP: usize = 8;

/// Bytes that lie apart are read as pairs from as many lanes on: with fewer they are read one by one.
pub const STREWN: i64 = 8;

/// Terms of a sum of products: with more, pairs of them no longer fit the registers.
pub const TERMS: usize = 6;

/// Reads that the ranges of other values are told by: each costs the macro time for each value.
pub const NUMBERS: usize = 16;

/// Passes of a constant loop in the body of lanes that are written out: a vector for each is in a register, of which AVX2 has sixteen.
pub const UNROLLED_IN_LANES: i64 = 16;

/// Values of which what a loop carries from pass to pass is one: of more nothing is said about its range.
pub const CHOSEN: usize = 16;

/// Numbers of an array that is sorted in lanes: of more, too many are wanted at once.
pub const SORTED: usize = 32;

/// Numbers of an array of the body.
pub const ARRAY: usize = 64;

/// Points of a nest that is looked at point by point: a block of 8x8.
pub const POINTS: i64 = 64;

/// Values of one form among these: the bytes of one vector, which one instruction picks from.
pub const VALUES: usize = 16;

/// Forms of values among these: with more, little is shared.
pub const ALIKE: usize = 4;

/// Elements that these read: the bytes of two vectors.
pub const READS: usize = 32;

/// Points of a loop that is written out where that is asked for: more would be long to compile.
pub const UNROLLED: i64 = 256;

/// Points of a group, where indices are divided: with more, the loop is as fast.
pub const GROUPED: i64 = 4;

/// Points of a nest of which two loops are not made one: rustc writes so few out.
pub const FEW: i64 = 16;

/// Elements of a block that is looked at for being written as a whole: the macro walks them one by one.
pub const WALKED: i64 = 4096;

/// Elements of a copy that stands on the stack.
pub const STACK: i64 = 4096;

/// Cases in which what is read above a block is told apart: each is a condition of a check.
pub const CASES: usize = 16;

/// Points of a traversal: each is a copy of the loop's body.
pub const TRAVERSED: i64 = 4096;

/// So many elements of a row are kept in registers while a stored tensor is walked that adds to it: four vectors of four 64-bit numbers,
/// whose sums do not wait for one another, or eight of two, which the oldest machines have twice.
pub const ROW_IN_REGISTERS: usize = 16;
/// What the index of an element anywhere is made of is at most `2^22`, but for one term, and the index of what is there less than
/// `2^25`: sums of eight have room in lanes of 32 bits.
pub const SMALL_TERM: u32 = 22;

/// That term is as good as this where it is more: what it leads to is not there.
pub const LONG_TERM: i128 = 1 << 26;

/// Terms of such an index: more have no room.
pub const SUMMED: usize = 8;

/// How many operations back it is looked for what bounds a term: what is further back seldom does.
pub const TRACED: u32 = 6;

/// The sums of a statement are taken of so many bytes side by side, in so many rows: two vectors of 32 bytes in each of four rows are
/// half of the registers, and each row that is read serves four.
pub const TILE_BYTES: i64 = 64;

/// Rows of such.
pub const TILE_ROWS: i64 = 4;

/// The same of a single row, whose sums wait for one another less the more there are.
pub const WIDE_TILE_BYTES: i64 = 256;

/// Bytes of points that lie side by side inside of the loops of a body.
pub const DISTRIBUTED_BYTES: i64 = 128;

/// The same of rows that are too short for those: one vector. A sum of 17 rows of 59 floats takes 0.17 of the instructions that it takes
/// point by point.
pub const SHORT_TILE_BYTES: i64 = 32;

/// Points side by side of which sums of integers are taken: of fewer, the compiler writes them out, and makes vectors of the terms of each,
/// which lie apart. Loops by hand over i, k and j take 1.5 times as long, and 4 by 16 points took six times as long.
pub const INTEGERS: i64 = 64;

/// The same of rows that are too short for those: a sum of 17 rows of 59 takes 0.19 of the instructions that it takes point by point, of
/// `i64` 0.43; of four at a time 0.49.
pub const SHORT_INTEGERS: i64 = 8;

/// Accumulators of an extreme of floats, which is the same in any order: two vectors of 64 bytes, eight of 16.
pub const EXTREMES: usize = 32;

/// Sums of floats that are taken at a time where their terms do not lie side by side: an addition takes four cycles, and each waits for
/// the one before.
pub const CHAINS: i64 = 4;

/// With fewer terms the compiler writes a sum out, and sees the points of the statement.
pub const FEW_TERMS: i64 = 16;

/// Bounds of an index that are looked at where loops say several of one variable.
pub const ALTERNATIVES: usize = 8;

/// Calls that are made in turns at most: each has to be compiled where it is made so.
pub const FUSED: usize = 6;

/// Groups of such calls in a kernel: its plan is written for each choice of them.
pub const FUSIONS: usize = 3;
