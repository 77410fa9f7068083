//! Copies of partitions and planes in the layout of x264, and planes of half the resolution.

use unite_h264::kernels;

use crate::levels::levels;
use crate::tables::{FDEC_STRIDE, FENC_STRIDE};

/// `copy` or `copy_16x16_unaligned`: rows of a partition.
pub type CopyRows =
    unsafe extern "C" fn(to: *mut u8, to_stride: isize, from: *mut u8, from_stride: isize, height: i32);

/// `store_interleave_chroma`: both components of a macroblock into a plane where they take turns.
pub type StoreChroma =
    unsafe extern "C" fn(plane: *mut u8, stride: isize, cb: *mut u8, cr: *mut u8, height: i32);

/// `load_deinterleave_chroma_fenc` or `_fdec`: both components of a macroblock, from a plane where they take turns.
pub type LoadChroma = unsafe extern "C" fn(to: *mut u8, plane: *mut u8, stride: isize, height: i32);

/// `plane_copy`, or `plane_copy_swap`, where samples take turns.
pub type CopyPlane = unsafe extern "C" fn(
    to: *mut u8,
    to_stride: isize,
    from: *mut u8,
    from_stride: isize,
    width: i32,
    height: i32,
);

/// `plane_copy_interleave`: two planes into one.
pub type InterleavePlanes = unsafe extern "C" fn(
    to: *mut u8,
    to_stride: isize,
    a: *mut u8,
    a_stride: isize,
    b: *mut u8,
    b_stride: isize,
    width: i32,
    height: i32,
);

/// `plane_copy_deinterleave`: one plane into two.
pub type DeinterleavePlane = unsafe extern "C" fn(
    a: *mut u8,
    a_stride: isize,
    b: *mut u8,
    b_stride: isize,
    from: *mut u8,
    from_stride: isize,
    width: i32,
    height: i32,
);

/// `frame_init_lowres_core`: four planes of half the resolution.
pub type HalfResolution = unsafe extern "C" fn(
    p: *mut u8,
    full: *mut u8,
    right: *mut u8,
    down: *mut u8,
    both: *mut u8,
    stride: isize,
    half_stride: isize,
    width: i32,
    height: i32,
);

/// `plane_copy_deinterleave_rgb`: the first three of `count` components that take turns.
pub type DeinterleaveThree = unsafe extern "C" fn(
    a: *mut u8,
    a_stride: isize,
    b: *mut u8,
    b_stride: isize,
    c: *mut u8,
    c_stride: isize,
    from: *mut u8,
    from_stride: isize,
    count: i32,
    width: i32,
    height: i32,
);

/// `ssd_nv12_core`: the sums of squared differences of both components.
pub type SsdInTurn = unsafe extern "C" fn(
    a: *mut u8,
    a_stride: isize,
    b: *mut u8,
    b_stride: isize,
    width: i32,
    height: i32,
    cb: *mut u64,
    cr: *mut u64,
);

/// How many rows of so many columns are compared together: their squares have place in 32 bits.
const TOGETHER: usize = 256;
const COLUMNS: usize = 64;
const HALF_THE_COLUMNS: usize = 32;

/// Rows and columns, if there are any.
pub fn extents(height: i32, width: i32) -> Option<[usize; 2]> {
    let [h, w] = [height, width].map(|extent| usize::try_from(extent).unwrap_or(0));
    (h > 0 && w > 0).then_some([h, w])
}

/// `copy`: rows of `W` samples, each as it is.
///
/// # Safety
/// There are so many rows of both.
pub unsafe extern "C" fn copy<T: Copy, const W: usize>(
    to: *mut T,
    to_stride: isize,
    from: *mut T,
    from_stride: isize,
    height: i32,
) {
    for y in 0..height as isize {
        // SAFETY: the caller vouches for the rows of both.
        unsafe {
            let row = from.offset(y * from_stride).cast::<[T; W]>().read_unaligned();
            to.offset(y * to_stride).cast::<[T; W]>().write_unaligned(row);
        }
    }
}

/// The slots of planes of samples of a type.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_planes {
    ($Sample:ident, $kernels:ident, $in_turn:ident $(, three at most $highest:ident)?) => {
        use ::core::ptr;

        use $crate::memory::{area, area_mut, rows, rows_at_mut};

        /// How much of a row is copied at once.
        const AT_ONCE: usize = 64 / ::core::mem::size_of::<$Sample>();

        $crate::levels! {
            fn copy_plane(
                level; to: *mut $Sample, to_stride: isize, from: *mut $Sample, from_stride: isize, width: i32, height: i32
            )
            where (
                to: *mut $Sample = to, to_stride: isize = to_stride,
                from: *const $Sample = from, from_stride: isize = from_stride,
                width: i32 = width, height: i32 = height,
            ) {
                let _ = level;
                let Some([h, w]) = $crate::planes::extents(height, width) else { return };
                for y in 0..h as isize {
                    let (from, to) = (from.offset(y * from_stride), to.offset(y * to_stride));
                    let Some(last) = w.checked_sub(AT_ONCE) else {
                        ptr::copy(from, to, w);
                        continue;
                    };
                    let copy_at = |x: usize| {
                        let samples = from.add(x).cast::<[$Sample; AT_ONCE]>().read_unaligned();
                        to.add(x).cast::<[$Sample; AT_ONCE]>().write_unaligned(samples);
                    };
                    (0..last).step_by(AT_ONCE).for_each(copy_at);
                    copy_at(last);
                }
            }

            fn store_chroma(level; plane: *mut $Sample, stride: isize, cb: *mut $Sample, cr: *mut $Sample, height: i32)
            where (plane: *mut $Sample = plane, stride: isize = stride, cb: *const $Sample = cb, cr: *const $Sample = cr, height: i32 = height) {
                let Some([h, _]) = $crate::planes::extents(height, 8) else { return };
                let (cb, cr) = (rows::<$Sample, 8>(cb, h, FDEC_STRIDE), rows::<$Sample, 8>(cr, h, FDEC_STRIDE));
                $crate::kernels::in_turn::$in_turn::interleave::staged(level, rows_at_mut::<$Sample, 16>(plane, h, stride), cb, cr);
            }

            fn load_chroma<const PITCH: usize>(level; to: *mut $Sample, plane: *mut $Sample, stride: isize, height: i32)
            where (to: *mut $Sample = to, plane: *const $Sample = plane, stride: isize = stride, height: i32 = height) {
                let Some([h, _]) = $crate::planes::extents(height, 8) else { return };
                let pitch = PITCH as isize;
                let cb = rows_at_mut::<$Sample, 8>(to, h, pitch);
                let cr = rows_at_mut::<$Sample, 8>(to.add(PITCH / 2), h, pitch);
                $crate::kernels::in_turn::$in_turn::deinterleave::staged(level, rows::<$Sample, 16>(plane, h, stride), cb, cr);
            }

            fn swap_plane(
                level; to: *mut $Sample, to_stride: isize, from: *mut $Sample, from_stride: isize, width: i32, height: i32
            )
            where (
                to: *mut $Sample = to, to_stride: isize = to_stride,
                from: *const $Sample = from, from_stride: isize = from_stride,
                width: i32 = width, height: i32 = height,
            ) {
                let Some([h, w]) = $crate::planes::extents(height, width) else { return };
                let from = area(from, [h, 2 * w], from_stride);
                $kernels::swap_in_turn::staged(level, area_mut(to, [h, 2 * w], to_stride), from);
            }

            fn interleave_planes(
                level; to: *mut $Sample, to_stride: isize, a: *mut $Sample, a_stride: isize, b: *mut $Sample, b_stride: isize, width: i32,
                height: i32
            )
            where (
                to: *mut $Sample = to, to_stride: isize = to_stride,
                a: *const $Sample = a, a_stride: isize = a_stride,
                b: *const $Sample = b, b_stride: isize = b_stride,
                width: i32 = width, height: i32 = height,
            ) {
                let Some([h, w]) = $crate::planes::extents(height, width) else { return };
                let (a, b) = (area(a, [h, w], a_stride), area(b, [h, w], b_stride));
                $kernels::interleave::staged(level, area_mut(to, [h, 2 * w], to_stride), a, b);
            }

            fn deinterleave_plane(
                level; a: *mut $Sample, a_stride: isize, b: *mut $Sample, b_stride: isize, from: *mut $Sample, from_stride: isize, width: i32,
                height: i32
            )
            where (
                a: *mut $Sample = a, a_stride: isize = a_stride,
                b: *mut $Sample = b, b_stride: isize = b_stride,
                from: *const $Sample = from, from_stride: isize = from_stride,
                width: i32 = width, height: i32 = height,
            ) {
                let Some([h, w]) = $crate::planes::extents(height, width) else { return };
                let (a, b) = (area_mut(a, [h, w], a_stride), area_mut(b, [h, w], b_stride));
                $kernels::deinterleave::staged(level, area(from, [h, 2 * w], from_stride), a, b);
            }

            fn deinterleave_three(
                level; a: *mut $Sample, a_stride: isize, b: *mut $Sample, b_stride: isize, c: *mut $Sample, c_stride: isize, from: *mut $Sample,
                from_stride: isize, count: i32, width: i32, height: i32
            )
            where (
                planes: [*mut $Sample; 3] = [a, b, c],
                strides: [isize; 3] = [a_stride, b_stride, c_stride],
                from: *const $Sample = from, from_stride: isize = from_stride,
                count: i32 = count, width: i32 = width, height: i32 = height,
            ) $(at most $highest)? {
                let Some([h, w]) = $crate::planes::extents(height, width) else { return };
                let a = area_mut::<$Sample>(planes[0], [h, w], strides[0]);
                let b = area_mut::<$Sample>(planes[1], [h, w], strides[1]);
                let c = area_mut::<$Sample>(planes[2], [h, w], strides[2]);
                match count {
                    3 => $kernels::deinterleave_three::staged(level, area(from, [h, 3 * w], from_stride), a, b, c),
                    4 => {
                        let from = area(from, [h, 4 * w - 1], from_stride);
                        $kernels::deinterleave_three_of_four::staged(level, from, a, b, c)
                    }
                    // No picture has other counts.
                    _ => {
                        for [y, x] in (0..h as isize).flat_map(|y| (0..w as isize).map(move |x| [y, x])) {
                            let pixel = from.wrapping_offset(y * from_stride + x * count as isize);
                            for (k, (plane, stride)) in planes.iter().zip(strides).enumerate() {
                                plane.offset(y * stride + x).write(pixel.add(k).read());
                            }
                        }
                    }
                }
            }

            fn half_resolution(
                level; p: *mut $Sample, full: *mut $Sample, right: *mut $Sample, down: *mut $Sample, both: *mut $Sample, stride: isize, half_stride: isize,
                width: i32, height: i32
            )
            where (
                p: *const $Sample = p,
                planes: [*mut $Sample; 4] = [full, right, down, both],
                stride: isize = stride, half_stride: isize = half_stride,
                width: i32 = width, height: i32 = height,
            ) at most v3 {
                let Some([h, w]) = $crate::planes::extents(height, width) else { return };
                let [full, right, down, both] = planes;
                let (full, right) = (area_mut(full, [h, w], half_stride), area_mut(right, [h, w], half_stride));
                let (down, both) = (area_mut(down, [h, w], half_stride), area_mut(both, [h, w], half_stride));
                let p = area(p, [2 * h + 1, 2 * w + 1], stride);
                $kernels::half_resolution::staged(level, p, full, right, down, both);
            }
        }
    };
}

x264_planes!(u8, kernels, of_8_bits, three at most v3);

levels! {
    fn ssd_in_turn(
        level; a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize, width: i32, height: i32, cb: *mut u64, cr: *mut u64
    )
    where (
        a: *const u8 = a, a_stride: isize = a_stride,
        b: *const u8 = b, b_stride: isize = b_stride,
        width: i32 = width, height: i32 = height,
        cb: *mut u64 = cb, cr: *mut u64 = cr,
    ) {
        let [mut of_cb, mut of_cr] = [0u64; 2];
        if let Some([h, w]) = extents(height, width) {
            let w = 2 * w;
            for y in (0..h).step_by(TOGETHER) {
                let rows_here = TOGETHER.min(h - y);
                let y = y as isize;
                let (a, b) = (a.wrapping_offset(y * a_stride), b.wrapping_offset(y * b_stride));
                let mut x = 0;
                while x < w {
                    let (a, b) = (a.wrapping_add(x), b.wrapping_add(x));
                    let [first, second] = if w - x >= COLUMNS {
                        let a = rows::<u8, COLUMNS>(a, rows_here, a_stride);
                        kernels::ssd_in_turn_64::staged(level, a, rows::<u8, COLUMNS>(b, rows_here, b_stride))
                    } else if w - x >= HALF_THE_COLUMNS {
                        let a = rows::<u8, HALF_THE_COLUMNS>(a, rows_here, a_stride);
                        let b = rows::<u8, HALF_THE_COLUMNS>(b, rows_here, b_stride);
                        kernels::ssd_in_turn_32::staged(level, a, b)
                    } else {
                        let part = [rows_here, w - x];
                        kernels::ssd_in_turn::staged(level, area(a, part, a_stride), area(b, part, b_stride))
                    };
                    of_cb += u64::from(first as u32);
                    of_cr += u64::from(second as u32);
                    x += if w - x >= COLUMNS { COLUMNS } else { HALF_THE_COLUMNS };
                }
            }
        }
        cb.write(of_cb);
        cr.write(of_cr);
    }
}

/// Copies of partitions of 16x16, 8x8 and 4x4, which are slots 0, 3 and 6 of their table, and of 16x16 wherever it lies.
///
/// # Safety
/// The table has 7 slots, the other is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_copy(table: *mut CopyRows, unaligned: *mut CopyRows) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        table.write(copy::<u8, 16>);
        table.add(3).write(copy::<u8, 8>);
        table.add(6).write(copy::<u8, 4>);
        unaligned.write(copy::<u8, 16>);
    }
}

/// Chrominance of macroblocks, whose components take turns in planes: stored, and loaded in the layouts of samples to encode and
/// of macroblocks that are reconstructed.
///
/// # Safety
/// The first is one slot, the table has 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_chroma(store_slot: *mut StoreChroma, load_table: *mut LoadChroma) {
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
pub unsafe extern "C" fn unite_h264_x264_planes(
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
pub unsafe extern "C" fn unite_h264_x264_in_turn(
    three_slot: *mut DeinterleaveThree,
    ssd_slot: *mut SsdInTurn,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        three_slot.write(deinterleave_three::current());
        ssd_slot.write(ssd_in_turn::current());
    }
}
