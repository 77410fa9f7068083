//! Integrals of samples, which an exhaustive motion search looks at first. What is made of them does not look at samples: the rest of it is
//! that of 8 bits.

use unite_h264::kernels::high;
use unite_h264_c::tables::fill;
use unite_h264_c::x264_integrals;

/// `integral_init4h` or `integral_init8h`: a row of integrals, with the one above it `stride` elements before, from a row of samples.
pub type IntegralRow = unsafe extern "C" fn(sums: *mut u16, p: *mut u16, stride: isize);

x264_integrals!(u16, high);

/// `integral_init4h` and `integral_init8h`. What else an exhaustive search has is filled by `unite_h264_x264_search`, whose own rows are for
/// 8 bits.
///
/// # Safety
/// The table has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_integrals(rows: *mut IntegralRow) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<IntegralRow, 2>(rows, [integral_row_4::current(), integral_row_8::current()]) }
}
