//! Costs that are handed on along motion, in the layout of x264.

use unite_h264::kernels;

use crate::levels::levels;
use crate::memory::{list, list_mut};

/// `mbtree_propagate_cost`: what each of `count` macroblocks hands on, what comes to it, what it costs without and with prediction from
/// other pictures, the inverse of its quantiser's step, and how much a cost counts.
pub type Propagate = unsafe extern "C" fn(
    amount: *mut i16,
    arriving: *mut u16,
    intra: *mut u16,
    inter: *mut u16,
    inverse_step: *mut u16,
    rate: *mut f32,
    count: i32,
);

/// `mbtree_fix8_pack`: numbers as they are written to a file.
pub type Pack = unsafe extern "C" fn(bytes: *mut u16, numbers: *mut f32, count: i32);

/// `mbtree_fix8_unpack`: numbers from a file.
pub type Unpack = unsafe extern "C" fn(numbers: *mut f32, bytes: *mut u16, count: i32);

/// How many there are, if any.
fn some(count: i32) -> Option<usize> {
    usize::try_from(count).ok().filter(|count| *count > 0)
}

levels! {
    fn propagate(
        level; amount: *mut i16, arriving: *mut u16, intra: *mut u16, inter: *mut u16, inverse_step: *mut u16, rate: *mut f32,
        count: i32
    )
    where (
        amount: *mut i16 = amount,
        arriving: *const u16 = arriving,
        intra: *const u16 = intra,
        inter: *const u16 = inter,
        inverse_step: *const u16 = inverse_step,
        rate: f32 = rate.read(),
        count: i32 = count,
    ) {
        let Some(len) = some(count) else { return };
        let [arriving, intra, inter, inverse_step] =
            [arriving, intra, inter, inverse_step].map(|costs| list(costs, len));
        kernels::propagated::staged(level, list_mut(amount, len), arriving, intra, inter, inverse_step, rate);
    }

    fn pack(level; bytes: *mut u16, numbers: *mut f32, count: i32)
    where (bytes: *mut u16 = bytes, numbers: *const f32 = numbers, count: i32 = count) {
        let Some(len) = some(count) else { return };
        kernels::to_256ths::staged(level, list_mut(bytes, len), list(numbers, len));
    }

    fn unpack(level; numbers: *mut f32, bytes: *mut u16, count: i32)
    where (numbers: *mut f32 = numbers, bytes: *const u16 = bytes, count: i32 = count) {
        let Some(len) = some(count) else { return };
        kernels::from_256ths::staged(level, list_mut(numbers, len), list(bytes, len));
    }
}

/// Costs that are handed on, `mbtree_propagate_cost`: as x264's C has them. Its assembly divides by approximations, which are not the
/// same on all processors: streams of an encoder with its assembly and this may differ from those with its assembly alone.
///
/// # Safety
/// It is one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_propagate(slot: *mut Propagate) {
    // SAFETY: the caller vouches for the slot.
    unsafe { slot.write(propagate::current()) }
}

/// Numbers to bytes of a file and back, `mbtree_fix8_pack` and `mbtree_fix8_unpack`.
///
/// # Safety
/// Both are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_256ths(pack_slot: *mut Pack, unpack_slot: *mut Unpack) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        pack_slot.write(pack::current());
        unpack_slot.write(unpack::current());
    }
}
