//! Intra prediction of 8x8 blocks, and the filter of their neighbours.

use unite_h264::kernels::high::intra_8x8;
use unite_h264_c::levels::levels;
use unite_h264_c::memory::{array, array_mut, at_pitch, at_pitch_mut, line, line_mut, span_mut};
use unite_h264_c::tables::{FDEC_STRIDE, fill};
use unite_h264_c::{
    UNITE_H264_ABOVE, UNITE_H264_ABOVE_RIGHT, UNITE_H264_CORNER, UNITE_H264_LEFT, x264_neighbours,
};

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

x264_neighbours!(u16, of_more_bits);

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
        filter_slot.write(x264_filter::current());
    }
}
