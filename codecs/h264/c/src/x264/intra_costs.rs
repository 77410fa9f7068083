//! Modes of intra prediction predicted and compared at once, in the layout of x264.

use unite::kernel;
use unite_h264::kernels;
use unite_h264::kernels::intra_4x4::ABOVE_RIGHT;

use crate::intra_costs;
use crate::levels::levels;
use crate::memory::{array, array_mut, at_pitch, at_pitch_mut, line, line_at};
use crate::tables::{FDEC_STRIDE, FENC_STRIDE, fill};

/// `intra_satd_x3_..`, `intra_sa8d_x3_..` or `intra_sad_x3_..`: samples to encode, the block in the picture or, of 8x8
/// blocks, the filtered neighbours, and the costs of three modes.
pub type IntraX3 = unsafe extern "C" fn(samples: *mut u8, at: *mut u8, costs: *mut i32);

/// `intra_satd_x9_4x4` or `intra_sad_x9_4x4`: samples to encode, the block in the picture, what each mode costs besides.
/// The result is the least cost, and the number of its mode in the upper 16 bits.
pub type IntraX9 = unsafe extern "C" fn(samples: *mut u8, at: *mut u8, extra: *mut u16) -> i32;

/// `intra_sa8d_x9_8x8` or `intra_sad_x9_8x8`: samples to encode, the block in the picture, its filtered neighbours, what each
/// mode costs besides, and what each costs in all. The result is the least cost, and the number of its mode in the upper 16
/// bits.
pub type IntraX9By8 = unsafe extern "C" fn(
    samples: *mut u8,
    at: *mut u8,
    edge: *mut u8,
    extra: *mut u16,
    costs: *mut u16,
) -> i32;

/// Three modes: `name = kernel of [h, w] in [h + 1, w + 1]`, in a window with a row above and a column to the left of the block.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_three {
    ([$Sample:ident, $kernels:ident] $($name:ident = $kernel:ident of [$h:literal, $w:literal] in [$below:literal, $right:literal] $(at most $highest:ident)?;)*) => {$crate::levels! {$(
        fn $name(level; samples: *mut $Sample, at: *mut $Sample, costs: *mut i32)
        where (
            samples: *const $Sample = samples,
            window: *const $Sample = at.offset(-FDEC_STRIDE - 1),
            costs: &mut [i32; 3] = array_mut(costs),
        ) $(at most $highest)? {
            let window = at_pitch::<$Sample, $below, $right, FDEC_STRIDE>(window);
            let samples = at_pitch::<$Sample, $h, $w, FENC_STRIDE>(samples);
            *costs = $kernels::$kernel::staged(level, window, samples);
        }
    )*}};
}

x264_three! {
    [u8, intra_costs]
    satd_4x4 = satd_of_three_4x4 of [4, 4] in [5, 5];
    sad_4x4 = sad_of_three_4x4 of [4, 4] in [5, 5];
    satd_16x16 = satd_of_three_16x16 of [16, 16] in [17, 17] at most v3;
    sad_16x16 = sad_of_three_16x16 of [16, 16] in [17, 17];
    satd_chroma = satd_of_three_chroma of [8, 8] in [9, 9] at most v3;
    sad_chroma = sad_of_three_chroma of [8, 8] in [9, 9];
    satd_chroma_422 = satd_of_three_chroma_422 of [16, 8] in [17, 9] at most v3;
    sad_chroma_422 = sad_of_three_chroma_422 of [16, 8] in [17, 9];
}

/// Three modes of 8x8 blocks, from x264's line of neighbours, of which 7 elements come first.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_three_8x8 {
    ([$Sample:ident, $kernels:ident] $($name:ident = $kernel:ident $(at most $highest:ident)?;)*) => {$crate::levels! {$(
        fn $name(level; samples: *mut $Sample, edge: *mut $Sample, costs: *mut i32)
        where (
            samples: *const $Sample = samples,
            filtered: &[$Sample; 25] = array(edge.add(7)),
            costs: &mut [i32; 3] = array_mut(costs),
        ) $(at most $highest)? {
            let samples = at_pitch::<$Sample, 8, 8, FENC_STRIDE>(samples);
            let filtered = line::<$Sample, 25>(filtered.as_ptr());
            *costs = $kernels::$kernel::staged(level, filtered.shared(), samples);
        }
    )*}};
}

x264_three_8x8! {
    [u8, kernels]
    sa8d_8x8 = sa8d_of_three_8x8 at most v3;
    sad_8x8 = sad_of_three_8x8;
}

/// The best of nine modes of a 4x4 block, written in a window of the picture.
#[kernel]
#[instance(best_4x4: choose = kernels::choose_4x4::<ABOVE_RIGHT>)]
#[instance(best_4x4_by_sad: choose = kernels::choose_4x4_by_sad::<ABOVE_RIGHT>)]
fn best_within(
    window: &mut Tensor<[[u8]]>,
    samples: &Tensor<[[u8; 4]; 4]>,
    extra: [i32; 9],
    choose: impl Fn(&mut Tensor<[[u8; 4]; 4]>, &Tensor<[[u8]]>, &Tensor<[[u8; 4]; 4]>, [i32; 9]) -> (usize, i32),
) -> (usize, i32) {
    let here = window[[1..5, 1..5]];
    let block = here.block_copy();
    let best = choose(&mut block, window, samples, extra);
    here[[!j, !i]] = block[[!j, !i]];
    best
}

/// The best of nine modes of an 8x8 block, written where the block is, and what each costs.
#[kernel]
#[instance(best_8x8: choose = kernels::choose_8x8)]
#[instance(best_8x8_by_sad: choose = kernels::choose_8x8_by_sad)]
fn best_of_8x8(
    rows: &mut Tensor<[[u8; 8]; 8]>,
    filtered: &Tensor<[u8; 25]>,
    samples: &Tensor<[[u8; 8]; 8]>,
    extra: [i32; 9],
    choose: impl Fn(
        &mut Tensor<[[u8; 8]; 8]>,
        &Tensor<[u8; 25]>,
        &Tensor<[[u8; 8]; 8]>,
        [i32; 9],
    ) -> (usize, [i32; 9]),
) -> (usize, [i32; 9]) {
    choose(&mut rows, filtered, samples, extra)
}

/// All nine modes of 4x4 blocks.
macro_rules! nine {
    ($($name:ident = $kernel:ident;)*) => {levels! {$(
        fn $name(level; samples: *mut u8, at: *mut u8, extra: *mut u16) -> i32
        where (
            samples: *const u8 = samples,
            window: *mut u8 = at.offset(-FDEC_STRIDE - 1),
            extra: [u16; 9] = *array(extra),
        ) at most v3 {
            let window = at_pitch_mut::<u8, 5, 9, FDEC_STRIDE>(window);
            let samples = at_pitch::<u8, 4, 4, FENC_STRIDE>(samples);
            let (mode, cost) = $kernel::staged(level, window, samples, extra.map(i32::from));
            cost + ((mode as i32) << 16)
        }
    )*}};
}

nine! {
    satd_of_nine = best_4x4;
    sad_of_nine = best_4x4_by_sad;
}

/// All nine modes of 8x8 blocks, from x264's line of neighbours.
macro_rules! nine_8x8 {
    ($($name:ident = $kernel:ident;)*) => {levels! {$(
        fn $name(level; samples: *mut u8, at: *mut u8, edge: *mut u8, extra: *mut u16, costs: *mut u16) -> i32
        where (
            samples: *const u8 = samples,
            rows: *mut u8 = at,
            filtered: *const u8 = edge.add(7),
            extra: [u16; 9] = *array(extra),
            costs: &mut [u16; 9] = array_mut(costs),
        ) at most v3 {
            let rows = at_pitch_mut::<u8, 8, 8, FDEC_STRIDE>(rows);
            let samples = at_pitch::<u8, 8, 8, FENC_STRIDE>(samples);
            let (mode, all) = $kernel::staged(level, rows, line_at::<u8, 25>(filtered), samples, extra.map(i32::from));
            *costs = all.map(|cost| cost as u16);
            all[mode] + ((mode as i32) << 16)
        }
    )*}};
}

nine_8x8! {
    sa8d_of_nine_8x8 = best_8x8;
    sad_of_nine_8x8 = best_8x8_by_sad;
}

/// Costs of three modes of intra prediction at once: of 16x16 and of 4x4 blocks vertical, horizontal and DC; of one component
/// of chrominance at 4:2:0 DC, horizontal and vertical; of 8x8 blocks vertical, horizontal and DC from filtered neighbours.
/// First the sums of absolute values of a Hadamard transform (of 8x8 blocks `intra_sa8d_x3_8x8`), then those of absolute
/// differences.
///
/// # Safety
/// Both tables have 4 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_intra_costs(satd_table: *mut IntraX3, sad_table: *mut IntraX3) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<IntraX3, 4>(
            satd_table,
            [satd_16x16::current(), satd_4x4::current(), satd_chroma::current(), sa8d_8x8::current()],
        );
        fill::<IntraX3, 4>(
            sad_table,
            [sad_16x16::current(), sad_4x4::current(), sad_chroma::current(), sad_8x8::current()],
        );
    }
}

/// `intra_satd_x9_4x4` and `intra_sad_x9_4x4`, which x264 has on some machines only; without them it goes another way, so
/// that these are for slots that are not empty.
///
/// # Safety
/// The table has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_intra_choose(table: *mut IntraX9) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<IntraX9, 2>(table, [satd_of_nine::current(), sad_of_nine::current()]) }
}

/// `intra_sa8d_x9_8x8` and `intra_sad_x9_8x8`, for slots that are not empty, as above.
///
/// # Safety
/// The table has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_intra_choose_8x8(table: *mut IntraX9By8) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<IntraX9By8, 2>(table, [sa8d_of_nine_8x8::current(), sad_of_nine_8x8::current()]) }
}

/// `intra_satd_x3_8x16c` and `intra_sad_x3_8x16c`: three modes of chrominance at 4:2:2.
///
/// # Safety
/// The table has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_intra_costs_422(table: *mut IntraX3) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<IntraX3, 2>(table, [satd_chroma_422::current(), sad_chroma_422::current()]) }
}
