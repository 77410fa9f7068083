//! Intra prediction of 8x8 blocks, and the filter of their neighbours.

use unite::kernel;
use unite_h264::kernels::high::neighbours_8x8::{
    ABOVE_RIGHT, BESIDE, CORNER, NO_ABOVE_RIGHT, NO_CORNER, filter_above, filter_corner, filter_left,
};
use unite_h264::kernels::high::{intra_8x8, neighbours_8x8};
use unite_h264_c::levels::levels;
use unite_h264_c::memory::{array, array_mut, at_pitch, at_pitch_mut, line, line_mut, read, span_mut};
use unite_h264_c::tables::{FDEC_STRIDE, fill};
use unite_h264_c::{UNITE_H264_ABOVE, UNITE_H264_ABOVE_RIGHT, UNITE_H264_CORNER, UNITE_H264_LEFT};

use crate::BIT_DEPTH;

/// `predict_8x8`: a mode, from filtered neighbours.
pub type Predict8x8 = unsafe extern "C" fn(at: *mut u16, edge: *const u16);

/// `predict_8x8_filter`.
pub type Predict8x8Filter = unsafe extern "C" fn(at: *mut u16, edge: *mut u16, neighbours: i32, filters: i32);

/// Slots of modes: of the line of neighbours 7 elements come before ours.
macro_rules! modes {
    ($($name:ident)*) => {levels! {$(
        fn $name(level; pred: *mut u16, edge: *const u16)
        where (
            pred: &mut [u16] = span_mut::<u16, 8, 8>(pred, FDEC_STRIDE),
            filtered: &[u16; 25] = array(edge.add(7)),
        ) {
            let filtered = line::<u16, 25>(filtered.as_ptr()).shared();
            intra_8x8::$name::staged(level, at_pitch_mut::<u16, 8, 8, FDEC_STRIDE>(pred.as_mut_ptr()), filtered);
        }
    )*}};
}

modes! {
    vertical horizontal dc dc_left dc_above diagonal_down_left diagonal_down_right vertical_right horizontal_down
    vertical_left horizontal_up
}

levels! {
    fn dc_none(level; pred: *mut u16, _edge: *const u16) where (pred: *mut u16 = pred) {
        intra_8x8::dc_none::staged(level, at_pitch_mut::<u16, 8, 8, FDEC_STRIDE>(pred), BIT_DEPTH);
    }
}

#[kernel]
fn all<const LAST: i32>(window: &Tensor<[[u16; 17]; 9]>, filtered: &mut Tensor<[u16; 25]>) {
    neighbours_8x8::filter::<LAST>(window[[1..9, 1..9]], window, &mut filtered);
}

#[kernel]
fn left<const Y: usize, const FIRST: i32>(window: &Tensor<[[u16]]>, filtered: &mut Tensor<[u16; 25]>) {
    filter_left::<FIRST>(window[[Y..Y + 8, 1..9]], window, &mut filtered);
}

#[kernel]
fn above<const X: usize, const FIRST: i32, const LAST: i32>(
    window: &Tensor<[[u16]]>,
    filtered: &mut Tensor<[u16; 25]>,
) {
    filter_above::<FIRST, LAST>(window[[1..9, X..X + 8]], window, &mut filtered);
}

#[kernel]
fn corner(window: &Tensor<[[u16; 2]; 2]>, filtered: &mut Tensor<[u16; 25]>) {
    filter_corner::<BESIDE, BESIDE>(window[[1..9, 1..9]], window, &mut filtered);
}

/// The first eight of the samples above, of which `p[RIGHT, -1]` stands for the ninth: that one, or the last of the eight.
#[kernel]
fn eight_above<const X: usize, const FIRST: i32, const RIGHT: i32>(
    window: &Tensor<[[u16]]>,
    filtered: &mut Tensor<[u16; 8]>,
) {
    let p = window[[0, X..X + 8]];
    filtered[[0]] = (p[[FIRST]] + 2 * p[[0]] + p[[1]] + 2) >> 2;
    for x in 1..7 {
        filtered[[x]] = (p[[x - 1]] + 2 * p[[x]] + p[[x + 1]] + 2) >> 2;
    }
    filtered[[7]] = (p[[6]] + 2 * p[[7]] + p[[RIGHT]] + 2) >> 2;
}

/// What is filtered where it is not everything: to the left with the corner, above, above and to the right; of what is available it is
/// asked for the corner and for the samples above and to the right.
///
/// # Safety
/// Around `at` are the samples that are filtered, and one more at the ends, for those that are available.
#[cold]
unsafe fn filter_some(at: *const u16, edge: &mut [u16; 36], neighbours: u32, filters: u32) {
    let stride = FDEC_STRIDE;
    let has_corner = neighbours & UNITE_H264_CORNER != 0;
    let has_above_right = neighbours & UNITE_H264_ABOVE_RIGHT != 0;
    // Where nothing is above, the row may lie before the memory.
    let behind = at.wrapping_offset(-stride);
    // SAFETY: each window has the samples of its kernel, and no others but those of the block itself.
    unsafe {
        if filters & UNITE_H264_LEFT != 0 {
            let mut filtered = line_mut::<u16, 25>(edge[7..].as_mut_ptr());
            corner(&read::<u16, 2, 2>(behind.sub(1), stride), &mut filtered);
            if has_corner {
                left::<1, CORNER>(&read::<u16, 9, 2>(behind.sub(1), stride), &mut filtered);
            } else {
                left::<0, NO_CORNER>(&read::<u16, 8, 2>(at.sub(1), stride), &mut filtered);
            }
            edge[6] = edge[7];
        }
        if filters & UNITE_H264_ABOVE == 0 {
            return;
        }
        if filters & UNITE_H264_ABOVE_RIGHT == 0 {
            let mut filtered = line_mut::<u16, 8>(edge[16..].as_mut_ptr());
            match (has_corner, has_above_right) {
                (true, true) => {
                    eight_above::<1, -1, 8>(&read::<u16, 1, 10>(behind.sub(1), stride), &mut filtered);
                }
                (true, false) => {
                    eight_above::<1, -1, 7>(&read::<u16, 1, 9>(behind.sub(1), stride), &mut filtered);
                }
                (false, true) => eight_above::<0, 0, 8>(&read::<u16, 1, 9>(behind, stride), &mut filtered),
                (false, false) => eight_above::<0, 0, 7>(&read::<u16, 1, 8>(behind, stride), &mut filtered),
            }
            return;
        }
        let mut filtered = line_mut::<u16, 25>(edge[7..].as_mut_ptr());
        match (has_corner, has_above_right) {
            (true, true) => {
                above::<1, CORNER, ABOVE_RIGHT>(&read::<u16, 2, 17>(behind.sub(1), stride), &mut filtered);
            }
            (true, false) => {
                above::<1, CORNER, NO_ABOVE_RIGHT>(&read::<u16, 2, 9>(behind.sub(1), stride), &mut filtered);
            }
            (false, true) => {
                above::<0, NO_CORNER, ABOVE_RIGHT>(&read::<u16, 2, 16>(behind, stride), &mut filtered);
            }
            (false, false) => {
                above::<0, NO_CORNER, NO_ABOVE_RIGHT>(&read::<u16, 2, 8>(behind, stride), &mut filtered);
            }
        }
        edge[32] = edge[31];
    }
}

levels! {
    /// Neighbours and filters are x264's flags; what lies at the ends of its line lies once more beside them.
    fn filter(level; at: *mut u16, edge: *mut u16, neighbours: i32, filters: i32)
    where (at: *const u16 = at, edge: &mut [u16; 36] = array_mut(edge), neighbours: i32 = neighbours, filters: i32 = filters) {
        let (neighbours, filters) = (neighbours as u32, filters as u32);
        const FILTERS: u32 = UNITE_H264_LEFT | UNITE_H264_ABOVE | UNITE_H264_ABOVE_RIGHT;
        const NEIGHBOURS: u32 = UNITE_H264_CORNER | UNITE_H264_ABOVE_RIGHT;
        if filters & FILTERS == FILTERS && neighbours & NEIGHBOURS == NEIGHBOURS {
            let window = at_pitch::<u16, 9, 17, FDEC_STRIDE>(at.wrapping_offset(-FDEC_STRIDE - 1));
            all::staged::<ABOVE_RIGHT>(level, window, line_mut::<u16, 25>(edge[7..].as_mut_ptr()).exclusive());
            edge[6] = edge[7];
            edge[32] = edge[31];
        } else {
            filter_some(at, edge, neighbours, filters);
        }
    }
}

/// The nine modes of 8x8 blocks, and DC of the left, above and nothing; and the filter of their neighbours.
///
/// # Safety
/// `table` has 12 slots, `filter_slot` is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_predict_8x8(
    table: *mut Predict8x8,
    filter_slot: *mut Predict8x8Filter,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<Predict8x8, 12>(
            table,
            [
                vertical::current(),
                horizontal::current(),
                dc::current(),
                diagonal_down_left::current(),
                diagonal_down_right::current(),
                vertical_right::current(),
                horizontal_down::current(),
                vertical_left::current(),
                horizontal_up::current(),
                dc_left::current(),
                dc_above::current(),
                dc_none::current(),
            ],
        );
        filter_slot.write(filter::current());
    }
}
