//! Copies of partitions and planes, and planes of half the resolution.

use unite_h264::kernels::high;
use unite_h264_c::levels::levels;
use unite_h264_c::planes::{copy, extents};
use unite_h264_c::tables::{FDEC_STRIDE, FENC_STRIDE};
use unite_h264_c::x264_planes;

/// `copy` or `copy_16x16_unaligned`: rows of a partition.
pub type CopyRows =
    unsafe extern "C" fn(to: *mut u16, to_stride: isize, from: *mut u16, from_stride: isize, height: i32);

/// `store_interleave_chroma`: both components of a macroblock into a plane where they take turns.
pub type StoreChroma =
    unsafe extern "C" fn(plane: *mut u16, stride: isize, cb: *mut u16, cr: *mut u16, height: i32);

/// `load_deinterleave_chroma_fenc` or `_fdec`: both components of a macroblock, from a plane where they take turns.
pub type LoadChroma = unsafe extern "C" fn(to: *mut u16, plane: *mut u16, stride: isize, height: i32);

/// `plane_copy`, or `plane_copy_swap`, where samples take turns.
pub type CopyPlane = unsafe extern "C" fn(
    to: *mut u16,
    to_stride: isize,
    from: *mut u16,
    from_stride: isize,
    width: i32,
    height: i32,
);

/// `plane_copy_interleave`: two planes into one.
pub type InterleavePlanes = unsafe extern "C" fn(
    to: *mut u16,
    to_stride: isize,
    a: *mut u16,
    a_stride: isize,
    b: *mut u16,
    b_stride: isize,
    width: i32,
    height: i32,
);

/// `plane_copy_deinterleave`: one plane into two.
pub type DeinterleavePlane = unsafe extern "C" fn(
    a: *mut u16,
    a_stride: isize,
    b: *mut u16,
    b_stride: isize,
    from: *mut u16,
    from_stride: isize,
    width: i32,
    height: i32,
);

/// `frame_init_lowres_core`: four planes of half the resolution.
pub type HalfResolution = unsafe extern "C" fn(
    p: *mut u16,
    full: *mut u16,
    right: *mut u16,
    down: *mut u16,
    both: *mut u16,
    stride: isize,
    half_stride: isize,
    width: i32,
    height: i32,
);

/// `plane_copy_deinterleave_rgb`: the first three of `count` components that take turns.
pub type DeinterleaveThree = unsafe extern "C" fn(
    a: *mut u16,
    a_stride: isize,
    b: *mut u16,
    b_stride: isize,
    c: *mut u16,
    c_stride: isize,
    from: *mut u16,
    from_stride: isize,
    count: i32,
    width: i32,
    height: i32,
);

/// `ssd_nv12_core`: the sums of squared differences of both components.
pub type SsdInTurn = unsafe extern "C" fn(
    a: *mut u16,
    a_stride: isize,
    b: *mut u16,
    b_stride: isize,
    width: i32,
    height: i32,
    cb: *mut u64,
    cr: *mut u64,
);

x264_planes!(u16, high, of_more_bits);

levels! {
    fn ssd_in_turn(
        level; a: *mut u16, a_stride: isize, b: *mut u16, b_stride: isize, width: i32, height: i32, cb: *mut u64, cr: *mut u64
    )
    where (
        a: *const u16 = a, a_stride: isize = a_stride,
        b: *const u16 = b, b_stride: isize = b_stride,
        width: i32 = width, height: i32 = height,
        cb: *mut u64 = cb, cr: *mut u64 = cr,
    ) {
        let sums = extents(height, width).map_or([0; 2], |[h, w]| {
            let extents = [h, 2 * w];
            high::ssd_in_turn::staged(level, area(a, extents, a_stride), area(b, extents, b_stride))
        });
        let [of_cb, of_cr] = sums.map(i64::cast_unsigned);
        cb.write(of_cb);
        cr.write(of_cr);
    }
}

/// Copies of partitions of 16x16, 8x8 and 4x4, which are slots 0, 3 and 6 of their table, and of 16x16 wherever it lies.
///
/// # Safety
/// The table has 7 slots, the other is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_copy(table: *mut CopyRows, unaligned: *mut CopyRows) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        table.write(copy::<u16, 16>);
        table.add(3).write(copy::<u16, 8>);
        table.add(6).write(copy::<u16, 4>);
        unaligned.write(copy::<u16, 16>);
    }
}

/// Chrominance of macroblocks, whose components take turns in planes: stored, and loaded in the layouts of samples to encode and
/// of macroblocks that are reconstructed.
///
/// # Safety
/// The first is one slot, the table has 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_chroma(
    store_slot: *mut StoreChroma,
    load_table: *mut LoadChroma,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        store_slot.write(store_chroma::current());
        load_table.write(load_chroma::current::<{ FENC_STRIDE as usize }>());
        load_table.add(1).write(load_chroma::current::<{ FDEC_STRIDE as usize }>());
    }
}

/// Planes: copied, with samples swapped that take turns, interleaved, deinterleaved, and made at half the resolution.
///
/// # Safety
/// The table has 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_planes(
    copy_table: *mut CopyPlane,
    interleave_slot: *mut InterleavePlanes,
    deinterleave_slot: *mut DeinterleavePlane,
    half_resolution_slot: *mut HalfResolution,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        copy_table.write(copy_plane::current());
        copy_table.add(1).write(swap_plane::current());
        interleave_slot.write(interleave_planes::current());
        deinterleave_slot.write(deinterleave_plane::current());
        half_resolution_slot.write(half_resolution::current());
    }
}

/// Pictures whose components take turns: the planes of those of three or four components, `plane_copy_deinterleave_rgb`, and the
/// squared differences of two of chrominance, `ssd_nv12_core`.
///
/// # Safety
/// Both are one slot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_in_turn(
    three_slot: *mut DeinterleaveThree,
    ssd_slot: *mut SsdInTurn,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        three_slot.write(deinterleave_three::current());
        ssd_slot.write(ssd_in_turn::current());
    }
}
