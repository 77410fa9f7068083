//! The peer in the process: libjpeg-turbo 3 through its TurboJPEG interface.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::null_mut;

use turbojpeg_sys as sys;
use unite_jpeg::{PixelFormat, Restart, Sampling};

/// Settings, by their names in the interface.
pub type Parameters<'a> = &'a [(u32, i32)];

/// An instance of the library.
struct Handle(*mut c_void);

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the handle was made by `tj3Init`, and nothing uses it any more.
        unsafe { sys::tj3Destroy(self.0) }
    }
}

impl Handle {
    fn new(kind: u32, parameters: Parameters<'_>) -> Self {
        // SAFETY: takes a number and returns a pointer, which is checked.
        let handle = Self(unsafe { sys::tj3Init(kind as c_int) });
        assert!(!handle.0.is_null(), "no instance of libjpeg-turbo");
        for &(name, value) in parameters {
            // SAFETY: the handle is one of `tj3Init`.
            handle.check(unsafe { sys::tj3Set(handle.0, name as c_int, value) });
        }
        handle
    }

    #[track_caller]
    fn check(&self, code: c_int) {
        if code != 0 {
            // SAFETY: the handle is one of `tj3Init`, whose message is a string that lives as long.
            let message = unsafe { CStr::from_ptr(sys::tj3GetErrorStr(self.0)) };
            panic!("libjpeg-turbo: {}", message.to_string_lossy());
        }
    }

    fn get(&self, name: u32) -> i32 {
        // SAFETY: the handle is one of `tj3Init`.
        unsafe { sys::tj3Get(self.0, name as c_int) }
    }
}

/// The samples of a picture, pixels side by side, rows without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Samples {
    U8(Vec<u8>),
    U16(Vec<u16>),
}

/// The pixel format of so many samples.
fn format(components: usize) -> c_int {
    (match components {
        1 => sys::TJPF_TJPF_GRAY,
        3 => sys::TJPF_TJPF_RGB,
        4 => sys::TJPF_TJPF_CMYK,
        other => panic!("libjpeg-turbo has no pixels of {other} samples"),
    }) as c_int
}

/// The file of a picture of pixels of `format`, 8 bits a sample, with a profile if it is not empty.
pub fn compress_pixels(
    pixels: &[u8],
    [width, height]: [u32; 2],
    format: PixelFormat,
    profile: &[u8],
    parameters: Parameters<'_>,
) -> Vec<u8> {
    assert_eq!(pixels.len(), (width * height) as usize * format.bytes());
    let format = match format {
        PixelFormat::Gray => sys::TJPF_TJPF_GRAY,
        PixelFormat::Rgb => sys::TJPF_TJPF_RGB,
        PixelFormat::Rgba => sys::TJPF_TJPF_RGBA,
        PixelFormat::Bgr => sys::TJPF_TJPF_BGR,
        PixelFormat::Bgra => sys::TJPF_TJPF_BGRA,
        PixelFormat::Cmyk => sys::TJPF_TJPF_CMYK,
        other => panic!("libjpeg-turbo has no {other:?}"),
    };
    let handle = Handle::new(sys::TJINIT_TJINIT_COMPRESS, parameters);
    if !profile.is_empty() {
        // SAFETY: the library copies as many bytes as the profile has, and does not write them.
        handle.check(unsafe {
            sys::tj3SetICCProfile(handle.0, profile.as_ptr().cast_mut(), profile.len() as _)
        });
    }
    let (mut file, mut size) = (null_mut(), 0);
    let (width, height) = (width as c_int, height as c_int);
    // SAFETY: the pixels are as many as width, height and format say, and the library allocates the file.
    handle.check(unsafe {
        sys::tj3Compress8(handle.0, pixels.as_ptr(), width, 0, height, format, &mut file, &mut size)
    });
    take(file, size as usize)
}

/// The file of a picture of planes of luminance and chrominance, whose rows have `strides` bytes. The planes are as large as
/// [`Sampling::factors`] divides the picture, rounded up to whole groups.
pub fn compress_planes(
    planes: [&[u8]; 3],
    strides: [usize; 3],
    [width, height]: [u32; 2],
    sampling: Sampling,
    parameters: Parameters<'_>,
) -> Vec<u8> {
    let [h, v] = sampling.factors().map(u32::from);
    let (columns, rows) = (width.div_ceil(h), height.div_ceil(v));
    let sizes = [(h * columns, v * rows), (columns, rows), (columns, rows)];
    for ((plane, stride), (width, height)) in planes.into_iter().zip(strides).zip(sizes) {
        assert!(stride >= width as usize && plane.len() >= stride * height as usize);
    }
    let handle = Handle::new(sys::TJINIT_TJINIT_COMPRESS, parameters);
    let (mut file, mut size) = (null_mut(), 0);
    let (planes, strides) = (planes.map(<[u8]>::as_ptr), strides.map(|stride| stride as c_int));
    let (width, height) = (width as c_int, height as c_int);
    let at = handle.0;
    // SAFETY: the planes are as large as the size of the picture and the sampling make them.
    handle.check(unsafe {
        sys::tj3CompressFromYUVPlanes8(
            at,
            planes.as_ptr(),
            width,
            strides.as_ptr(),
            height,
            &mut file,
            &mut size,
        )
    });
    take(file, size as usize)
}

/// A file of the library's.
fn take(file: *mut u8, size: usize) -> Vec<u8> {
    // SAFETY: the library says that so many bytes are there.
    let copy = unsafe { std::slice::from_raw_parts(file, size) }.to_vec();
    // SAFETY: the library allocated the file, and nothing uses it any more.
    unsafe { sys::tj3Free(file.cast()) };
    copy
}

/// The file of a picture of `components` samples a pixel and `bits` bits a sample.
pub fn compress(
    samples: &Samples,
    [width, height]: [u32; 2],
    components: usize,
    bits: u8,
    parameters: Parameters<'_>,
) -> Vec<u8> {
    let count = (width * height) as usize * components;
    let (width, height, format) = (width as c_int, height as c_int, format(components));
    let handle = Handle::new(sys::TJINIT_TJINIT_COMPRESS, parameters);
    let (mut file, mut size) = (null_mut(), 0);
    let at = handle.0;
    // SAFETY: the samples are as many as width, height and format say, and the library allocates the file.
    let code = unsafe {
        match samples {
            Samples::U8(samples) => {
                assert!(samples.len() == count && bits <= 8);
                sys::tj3Compress8(at, samples.as_ptr(), width, 0, height, format, &mut file, &mut size)
            }
            Samples::U16(samples) if bits <= 12 => {
                assert!(samples.len() == count && bits > 8);
                let samples = samples.as_ptr().cast();
                sys::tj3Compress12(at, samples, width, 0, height, format, &mut file, &mut size)
            }
            Samples::U16(samples) => {
                assert_eq!(samples.len(), count);
                sys::tj3Compress16(at, samples.as_ptr(), width, 0, height, format, &mut file, &mut size)
            }
        }
    };
    handle.check(code);
    take(file, size as usize)
}

/// The samples in a file of `components` samples a pixel.
pub fn decompress(file: &[u8], components: usize) -> Samples {
    let handle = Handle::new(sys::TJINIT_TJINIT_DECOMPRESS, &[]);
    // SAFETY: the file is as long as it says.
    handle.check(unsafe { sys::tj3DecompressHeader(handle.0, file.as_ptr(), file.len() as _) });
    let [width, height, bits] =
        [sys::TJPARAM_TJPARAM_JPEGWIDTH, sys::TJPARAM_TJPARAM_JPEGHEIGHT, sys::TJPARAM_TJPARAM_PRECISION]
            .map(|name| handle.get(name));
    let (count, format) = ((width * height) as usize * components, format(components));
    let (at, bytes, len) = (handle.0, file.as_ptr(), file.len() as _);
    if bits <= 8 {
        let mut samples = vec![0u8; count];
        // SAFETY: there is room for as many samples as the header and the format say.
        handle.check(unsafe { sys::tj3Decompress8(at, bytes, len, samples.as_mut_ptr(), 0, format) });
        return Samples::U8(samples);
    }
    let mut samples = vec![0u16; count];
    // SAFETY: there is room for as many samples as the header and the format say.
    let code = unsafe {
        match bits {
            ..=12 => sys::tj3Decompress12(at, bytes, len, samples.as_mut_ptr().cast(), 0, format),
            _ => sys::tj3Decompress16(at, bytes, len, samples.as_mut_ptr(), 0, format),
        }
    };
    handle.check(code);
    Samples::U16(samples)
}

/// As [`Settings`](super::cjpeg::Settings), of lossless files: predictor, point transform, bits, rows between restarts.
pub fn lossless(selection: u8, shift: u8, bits: u8, rows: u16) -> [(u32, i32); 5] {
    [
        (sys::TJPARAM_TJPARAM_LOSSLESS, 1),
        (sys::TJPARAM_TJPARAM_LOSSLESSPSV, selection.into()),
        (sys::TJPARAM_TJPARAM_LOSSLESSPT, shift.into()),
        (sys::TJPARAM_TJPARAM_PRECISION, bits.into()),
        (sys::TJPARAM_TJPARAM_RESTARTROWS, rows.into()),
    ]
}

/// The parameters of a lossy file.
pub fn lossy(
    quality: u8,
    sampling: Sampling,
    restart: Restart,
    optimized: bool,
    progressive: bool,
) -> [(u32, i32); 5] {
    let sampling = match sampling {
        Sampling::S444 => sys::TJSAMP_TJSAMP_444,
        Sampling::S440 => sys::TJSAMP_TJSAMP_440,
        Sampling::S422 => sys::TJSAMP_TJSAMP_422,
        Sampling::S411 => sys::TJSAMP_TJSAMP_411,
        Sampling::S420 => sys::TJSAMP_TJSAMP_420,
        Sampling::Gray => sys::TJSAMP_TJSAMP_GRAY,
    };
    [
        (sys::TJPARAM_TJPARAM_QUALITY, quality.into()),
        (sys::TJPARAM_TJPARAM_SUBSAMP, sampling),
        (sys::TJPARAM_TJPARAM_OPTIMIZE, optimized.into()),
        (sys::TJPARAM_TJPARAM_PROGRESSIVE, progressive.into()),
        match restart {
            Restart::Mcus(mcus) => (sys::TJPARAM_TJPARAM_RESTARTBLOCKS, mcus.into()),
            Restart::McuRows(rows) => (sys::TJPARAM_TJPARAM_RESTARTROWS, rows.into()),
            Restart::Never => (sys::TJPARAM_TJPARAM_RESTARTROWS, 0),
        },
    ]
}

/// An instance that compresses many colour pictures with the same parameters.
pub struct Compressor(Handle);

impl Compressor {
    pub fn new(parameters: Parameters<'_>) -> Self {
        Self(Handle::new(sys::TJINIT_TJINIT_COMPRESS, parameters))
    }

    /// The file of a picture of red, green and blue.
    pub fn compress(&mut self, pixels: &[u8], [width, height]: [u32; 2]) -> Vec<u8> {
        assert_eq!(pixels.len(), (width * height) as usize * 3);
        let (mut file, mut size) = (null_mut(), 0);
        let (width, height, format) = (width as c_int, height as c_int, sys::TJPF_TJPF_RGB);
        // SAFETY: the pixels are as many as width, height and format say, and the library allocates the file.
        self.0.check(unsafe {
            sys::tj3Compress8(self.0.0, pixels.as_ptr(), width, 0, height, format, &mut file, &mut size)
        });
        take(file, size as usize)
    }
}
