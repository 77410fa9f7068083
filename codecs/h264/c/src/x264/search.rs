//! What an exhaustive motion search looks at first, and the structural similarity, in the layout of x264.

use unite_h264::kernels;

use crate::levels::levels;
use crate::memory::{array, line, rows};
use crate::tables::fill;

/// `ads`: the sums of samples of a block and of all positions of a row, `delta` from those of the upper half to those of the lower one,
/// what each position costs besides, room for positions, how many there are, and the least distance that is too much. The result is
/// how many are nearer.
pub type Nearer = unsafe extern "C" fn(
    dc: *mut i32,
    sums: *mut u16,
    delta: i32,
    extra: *mut u16,
    positions: *mut i16,
    width: i32,
    limit: i32,
) -> i32;

/// `integral_init4h` or `integral_init8h`: a row of integrals, with the one above it `stride` elements before, from a row of samples.
pub type IntegralRow = unsafe extern "C" fn(sums: *mut u16, p: *mut u8, stride: isize);

/// `integral_init4v`: a row of sums of 8x8 blocks in place of integrals, and one of 4x4 blocks.
pub type SumsOfTwoSizes = unsafe extern "C" fn(sums: *mut u16, small: *mut u16, stride: isize);

/// `integral_init8v`: a row of sums of 8x8 blocks in place of integrals.
pub type Sums = unsafe extern "C" fn(sums: *mut u16, stride: isize);

/// `ssim_end4`: the similarity of at most four windows, from the rows of blocks that they are made of.
pub type Similarity = unsafe extern "C" fn(upper: *mut [i32; 4], lower: *mut [i32; 4], width: i32) -> f32;

/// The slots of integrals of samples of a type.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_integrals {
    ($Sample:ident, $kernels:ident) => {
        use $crate::memory::{list, list_mut};

        $crate::levels! {
            fn integral_row_4(level; sums: *mut u16, p: *mut $Sample, stride: isize)
            where (sums: *mut u16 = sums, p: *const $Sample = p, stride: isize = stride) {
                if let Some(len) = usize::try_from(stride - 4).ok().filter(|len| *len > 0) {
                    let above = list(sums.offset(-stride).cast_const(), len);
                    $kernels::integral_row_4::staged(level, list_mut(sums, len), above, list(p, len + 3));
                }
            }

            fn integral_row_8(level; sums: *mut u16, p: *mut $Sample, stride: isize)
            where (sums: *mut u16 = sums, p: *const $Sample = p, stride: isize = stride) {
                if let Some(len) = usize::try_from(stride - 8).ok().filter(|len| *len > 0) {
                    let above = list(sums.offset(-stride).cast_const(), len);
                    $kernels::integral_row_8::staged(level, list_mut(sums, len), above, list(p, len + 7));
                }
            }
        }
    };
}

x264_integrals!(u8, kernels);

/// How many positions are looked at together.
const TOGETHER: usize = 16;

/// Where the sums of each part of a block are: in the upper half 8 samples apart, in the lower one as well.
fn parts<const PARTS: usize>(delta: isize) -> [isize; PARTS] {
    match PARTS {
        1 => [0; PARTS],
        2 => std::array::from_fn(|k| [0, delta][k]),
        _ => std::array::from_fn(|k| [0, 8, delta, delta + 8][k]),
    }
}

/// The places of the bits of every byte, in order.
static PLACES: [[i16; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut count, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][count] = bit;
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// Keeps those of eight positions from `first` on whose bits are set: how many these are.
///
/// # Safety
/// There is room for eight, of which those that are kept come first.
#[inline(always)]
unsafe fn keep(room: *mut i16, first: usize, nearer: u8) -> usize {
    let positions = PLACES[usize::from(nearer)].map(|place| first as i16 + place);
    // SAFETY: the caller vouches for the room.
    unsafe { room.cast::<[i16; 8]>().write_unaligned(positions) };
    nearer.count_ones() as usize
}

/// Which of so many positions from number `x` on are nearer: a bit for each.
macro_rules! nearer {
    ($level:ident, $n:literal from $x:expr, $sums:ident, $extra:ident, $dc:ident, $limit:ident) => {{
        let extra = line::<u16, $n>($extra.add($x)).shared();
        let sums = $sums.map(|sums| line::<u16, $n>(sums.wrapping_add($x)).shared());
        match (sums.as_slice(), $dc.as_slice()) {
            ([s], [dc]) => kernels::nearer_by_one::staged($level, *s, extra, *dc, $limit),
            ([s, t], [dc, dc_t]) => kernels::nearer_by_two::staged($level, *s, *t, extra, *dc, *dc_t, $limit),
            ([s, t, u, v], [dc, dc_t, dc_u, dc_v]) => kernels::nearer_by_four::staged(
                $level, *s, *t, *u, *v, extra, *dc, *dc_t, *dc_u, *dc_v, $limit,
            ),
            _ => 0,
        }
    }};
}

levels! {
    fn nearer<const PARTS: usize>(
        level; dc: *mut i32, sums: *mut u16, delta: i32, extra: *mut u16, positions: *mut i16, width: i32, limit: i32
    ) -> i32
    where (
        dc: [i32; PARTS] = *array(dc),
        sums: [*const u16; PARTS] = parts(delta as isize).map(|part| sums.wrapping_offset(part).cast_const()),
        extra: *const u16 = extra,
        positions: *mut i16 = positions,
        width: usize = width.max(0) as usize,
        limit: i32 = limit,
    ) {
        let mut count = 0;
        let narrow = dc.iter().all(|dc| u16::try_from(*dc).is_ok());
        match u16::try_from(limit) {
            Ok(limit) if narrow => {
                let dc = dc.map(|dc| dc as u16);
                let mut x = 0;
                while x + TOGETHER <= width {
                    let mask = nearer!(level, 16 from x, sums, extra, dc, limit);
                    if mask != 0 {
                        // No more were kept than there are positions before: there is room for eight, and for eight more.
                        let [low, high] = (mask as u16).to_le_bytes();
                        count += keep(positions.add(count), x, low);
                        count += keep(positions.add(count), x + 8, high);
                    }
                    x += TOGETHER;
                }
                if x < width && width >= TOGETHER {
                    // The last ones end with the row: some of them were looked at before.
                    let from = width - TOGETHER;
                    let mask = nearer!(level, 16 from from, sums, extra, dc, limit) & (-1 << (x - from));
                    // There may be room for no more than these.
                    let mut left = mask as u16;
                    while left != 0 {
                        positions.add(count).write((from as u32 + left.trailing_zeros()) as i16);
                        count += 1;
                        left &= left - 1;
                    }
                    x = width;
                }
                while x < width {
                    if nearer!(level, 1 from x, sums, extra, dc, limit) != 0 {
                        positions.add(count).write(x as i16);
                        count += 1;
                    }
                    x += 1;
                }
            }
            // No sum of samples, and no limit that an encoder has.
            _ => {
                for x in 0..width {
                    let parts = sums.iter().zip(dc);
                    let apart: i64 = parts.map(|(sums, dc)| (i64::from(dc) - i64::from(*sums.add(x))).abs()).sum();
                    if apart + i64::from(*extra.add(x)) < i64::from(limit) {
                        positions.add(count).write(x as i16);
                        count += 1;
                    }
                }
            }
        }
        count as i32
    }

    fn sums_of_two_sizes(level; sums: *mut u16, small: *mut u16, stride: isize)
    where (sums: *mut u16 = sums, small: *mut u16 = small, stride: isize = stride) {
        if let Some(len) = usize::try_from(stride - 8).ok().filter(|len| *len > 0) {
            let halfway = list(sums.offset(4 * stride).cast_const(), len);
            let below = list(sums.offset(8 * stride).cast_const(), len + 4);
            let (sums, small) = (list_mut(sums, len + 4), list_mut(small, len));
            kernels::sums_of_blocks_of_two_sizes::staged(level, sums, small, halfway, below);
        }
    }

    /// Rows are so short that vectors of 64 bytes leave half of them over.
    fn sums(level; sums: *mut u16, stride: isize) where (sums: *mut u16 = sums, stride: isize = stride) at most v3 {
        if let Some(len) = usize::try_from(stride - 8).ok().filter(|len| *len > 0) {
            let below = list(sums.offset(8 * stride).cast_const(), len);
            kernels::sums_of_blocks::staged(level, list_mut(sums, len), below);
        }
    }

    fn similarity(level; upper: *mut [i32; 4], lower: *mut [i32; 4], width: i32) -> f32
    where (upper: *const i32 = upper.cast(), lower: *const i32 = lower.cast(), width: i32 = width) {
        if width < 1 {
            return 0.0;
        }
        let blocks = width as usize + 1;
        kernels::similarity::staged(level, rows::<i32, 4>(upper, blocks, 4), rows::<i32, 4>(lower, blocks, 4))
    }
}

/// What an exhaustive search looks at first: `ads` by the size of a partition; `integral_init4h`, `integral_init8h`, `integral_init4v` and
/// `integral_init8v`.
///
/// # Safety
/// The table has 7 slots, `rows` has 2, the others are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_search(
    table: *mut Nearer,
    rows: *mut IntegralRow,
    two_sizes: *mut SumsOfTwoSizes,
    one_size: *mut Sums,
) {
    let [one, two, four] = [nearer::current::<1>(), nearer::current::<2>(), nearer::current::<4>()];
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Nearer, 7>(table, [four, two, two, one, two, two, one]);
        fill::<IntegralRow, 2>(rows, [integral_row_4::current(), integral_row_8::current()]);
        two_sizes.write(sums_of_two_sizes::current());
        one_size.write(sums::current());
    }
}

/// The structural similarity, `ssim_end4`.
///
/// # Safety
/// It is one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_similarity(slot: *mut Similarity) {
    // SAFETY: the caller vouches for it.
    unsafe { slot.write(similarity::current()) }
}
