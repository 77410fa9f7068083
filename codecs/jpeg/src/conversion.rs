//! Rows of pixels, as they lie in the caller's memory, to rows of components.

use unite::library::{External, ExternalPitched};
use unite::{Block, Dyn, Dynamic};

use crate::frame::Stored;
use crate::image::{Color, PixelFormat, Plane, Samples};
use crate::kernels;

/// A tensor over the beginning of a buffer of the strip, which is never shorter.
#[inline(always)]
pub(crate) fn over<T: Dynamic<N>, const N: usize>(memory: &[T], extents: [usize; N]) -> External<&[T], T, N> {
    Block::external_ref(memory, extents).expect("the buffers of a strip have room for it")
}

/// As [`over`], to be written.
#[inline(always)]
pub(crate) fn over_mut<T: Dynamic<N>, const N: usize>(
    memory: &mut [T],
    extents: [usize; N],
) -> External<&mut [T], T, N> {
    Block::external(memory, extents).expect("the buffers of a strip have room for it")
}

/// A plane of the caller's.
pub(crate) fn plane_of(plane: Plane<'_>, size: [usize; 2]) -> ExternalPitched<&[u8], u8, 2> {
    Block::external_pitched_ref(plane.data, size, plane.stride).expect("the rows of a picture were checked")
}

/// Pixels of `N` samples as a tensor.
#[inline(always)]
fn pixels_of<const N: usize>(data: &[u8], [rows, width]: [usize; 2]) -> Block<Dyn<Dyn<[u8; N]>>, &[u8]> {
    over(data, [rows, width, N]).fixed().expect("a pixel has as many samples as its format says")
}

/// Rows of a component.
type Rows<'a> = External<&'a mut [u8], u8, 2>;

/// Calls `convert` with pixels that follow each other without gaps, and the rows that they become: all at once if the rows
/// do, else row by row.
fn packed<'a, const P: usize>(
    data: &'a [u8],
    stride: usize,
    bytes: usize,
    [rows, width]: [usize; 2],
    mut planes: [&mut Rows<'_>; P],
    mut convert: impl FnMut(&'a [u8], [usize; 2], [&mut Rows<'_>; P]),
) {
    if stride == width * bytes {
        return convert(data, [rows, width], planes);
    }
    for v in 0..rows {
        let mut row = planes.each_mut().map(|plane| {
            let pitch = plane.extents()[1];
            over_mut(&mut plane.as_mut_slice()[v * pitch..], [1, pitch])
        });
        convert(&data[v * stride..], [1, width], row.each_mut());
    }
}

/// Rows of pixels of at most full resolution to the components that are stored, of which there are as many as `planes`.
pub(crate) fn convert(samples: Samples<'_>, stored: Stored, size: [usize; 2], planes: [Option<Rows<'_>>; 4]) {
    match (samples, planes) {
        (Samples::Interleaved { data, format, stride }, [Some(mut y), None, None, None]) => {
            packed(data, stride, format.bytes(), size, [&mut y], |data, size, [y]| {
                to_gray(data, format, size, y)
            });
        }
        (Samples::Interleaved { data, format, stride }, [Some(mut a), Some(mut b), Some(mut c), None]) => {
            let planes = [&mut a, &mut b, &mut c];
            packed(data, stride, format.bytes(), size, planes, |data, size, planes| {
                to_three(data, format, stored, size, planes)
            });
        }
        (
            Samples::Interleaved { data, format, stride },
            [Some(mut a), Some(mut b), Some(mut c), Some(mut d)],
        ) => {
            let planes = [&mut a, &mut b, &mut c, &mut d];
            packed(data, stride, format.bytes(), size, planes, |data, size, [a, b, c, d]| {
                let pixels = pixels_of::<4>(data, size);
                if format == PixelFormat::Cmyk && stored == Stored::Ycck {
                    return kernels::cmyk_pixels_to_ycck(&pixels, a, b, c, d);
                }
                for (i, plane) in (0..).zip([a, b, c, d]) {
                    kernels::component_of(&pixels, i, plane);
                }
            });
        }
        (Samples::Planes { planes, color }, [Some(mut a), b, c, _]) => {
            let [x, y, z] = planes.map(|plane| plane_of(plane, size));
            match (color, b, c) {
                (Color::Rgb, Some(mut b), Some(mut c)) if stored == Stored::YCbCr => {
                    kernels::planes_to_ycbcr(&x, &y, &z, &mut a, &mut b, &mut c);
                }
                (_, Some(mut b), Some(mut c)) => {
                    kernels::copy_plane(&x, &mut a);
                    kernels::copy_plane(&y, &mut b);
                    kernels::copy_plane(&z, &mut c);
                }
                (Color::Rgb, ..) => kernels::planes_to_gray(&x, &y, &z, &mut a),
                _ => kernels::copy_plane(&x, &mut a),
            }
        }
        // There is at least one component; reduced planes are copied elsewhere.
        _ => {}
    }
}

/// Luminance.
fn to_gray(data: &[u8], format: PixelFormat, size: [usize; 2], y: &mut Rows<'_>) {
    match format {
        PixelFormat::Gray => kernels::first_samples(&pixels_of::<1>(data, size), y),
        PixelFormat::GrayAlpha => kernels::first_samples(&pixels_of::<2>(data, size), y),
        PixelFormat::YCbCr => kernels::first_samples(&pixels_of::<3>(data, size), y),
        PixelFormat::Rgb => kernels::pixels_to_gray(&pixels_of::<3>(data, size), y),
        PixelFormat::Rgba => kernels::pixels_to_gray(&pixels_of::<4>(data, size), y),
        PixelFormat::Bgr => kernels::bgr_pixels_to_gray(&pixels_of::<3>(data, size), y),
        PixelFormat::Bgra => kernels::bgr_pixels_to_gray(&pixels_of::<4>(data, size), y),
        // Inks are never stored as grey.
        PixelFormat::Cmyk | PixelFormat::Ycck => {}
    }
}

/// Luminance and chrominance, or red, green and blue.
fn to_three(
    data: &[u8],
    format: PixelFormat,
    stored: Stored,
    size: [usize; 2],
    [a, b, c]: [&mut Rows<'_>; 3],
) {
    /// Three samples of each pixel, in this order.
    fn split<const N: usize>(data: &[u8], size: [usize; 2], order: [isize; 3], planes: [&mut Rows<'_>; 3]) {
        let pixels = pixels_of::<N>(data, size);
        for (i, plane) in order.into_iter().zip(planes) {
            kernels::component_of(&pixels, i, plane);
        }
    }
    let transform = stored == Stored::YCbCr;
    match format {
        PixelFormat::Rgb if transform => kernels::pixels_to_ycbcr(&pixels_of::<3>(data, size), a, b, c),
        PixelFormat::Rgba if transform => kernels::pixels_to_ycbcr(&pixels_of::<4>(data, size), a, b, c),
        PixelFormat::Bgr if transform => kernels::bgr_pixels_to_ycbcr(&pixels_of::<3>(data, size), a, b, c),
        PixelFormat::Bgra if transform => kernels::bgr_pixels_to_ycbcr(&pixels_of::<4>(data, size), a, b, c),
        PixelFormat::Rgb | PixelFormat::YCbCr => split::<3>(data, size, [0, 1, 2], [a, b, c]),
        PixelFormat::Rgba => split::<4>(data, size, [0, 1, 2], [a, b, c]),
        PixelFormat::Bgr => split::<3>(data, size, [2, 1, 0], [a, b, c]),
        PixelFormat::Bgra => split::<4>(data, size, [2, 1, 0], [a, b, c]),
        // Others do not have three components.
        PixelFormat::Gray | PixelFormat::GrayAlpha | PixelFormat::Cmyk | PixelFormat::Ycck => {}
    }
}
