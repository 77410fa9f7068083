//! An encoder behind a pointer.

use std::ffi::c_char;
use std::{ptr, slice};

use unite_h264_encoder::{self as encoder, EncodeError, Encoder, Samples};

use crate::failure::{
    Failure, UNITE_H264_PANIC, UNITE_H264_PICTURE, UNITE_H264_ROOM, UNITE_H264_SETTING, answer,
};
use crate::settings::Settings;

/// An encoder.
#[derive(Debug)]
pub struct Handle {
    encoder: Encoder,
    start_codes: bool,
    /// The bytes that the last packet leads to.
    bytes: Vec<u8>,
    /// Whether a call has begun and did not come to its end.
    faulty: bool,
}

/// A picture that is given.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The first sample of Y, Cb and Cr; the last two are not looked at where there is only luminance.
    pub planes: [*const u8; 3],
    /// How far apart their rows are, at least as far as they are long.
    pub strides: [usize; 3],
}

/// What became of a picture.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Packet {
    /// Its bytes: there until the next call with this encoder.
    pub data: *const u8,
    /// How many there are.
    pub length: usize,
    /// Whether decoding can begin here.
    pub key: bool,
    /// Its quantiser.
    pub qp: u8,
}

impl Default for Packet {
    fn default() -> Self {
        Packet { data: ptr::null(), length: 0, key: false, qp: 0 }
    }
}

/// Makes an encoder. `*encoder` is null if that is not possible. `unite_h264_encoder_close()` ends it.
///
/// # Safety
/// `settings` is null, or was filled in by `unite_h264_encoder_settings()`; `encoder` is null, or memory for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_open(
    settings: *const Settings,
    encoder: *mut *mut Handle,
) -> i32 {
    answer(|| {
        if encoder.is_null() {
            return Err(Failure::null("encoder"));
        }
        // SAFETY: the caller vouches for the memory, which need not have been written before.
        unsafe { encoder.write(ptr::null_mut()) };
        // SAFETY: the caller vouches for settings that are not null.
        let settings = unsafe { settings.as_ref() }.ok_or_else(|| Failure::null("settings"))?;
        let start_codes = settings.has_start_codes()?;
        let made =
            Encoder::new(settings.config()?).map_err(|error| Failure::new(UNITE_H264_SETTING, error))?;
        let handle = Handle { encoder: made, start_codes, bytes: Vec::new(), faulty: false };
        // SAFETY: as before.
        unsafe { encoder.write(Box::into_raw(Box::new(handle))) };
        Ok(())
    })
}

/// Does something with an encoder that has no fault.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile.
unsafe fn with(encoder: *mut Handle, call: impl FnOnce(&mut Handle) -> Result<(), Failure>) -> i32 {
    answer(|| {
        // SAFETY: the caller vouches for an encoder that is not null.
        let handle = unsafe { encoder.as_mut() }.ok_or_else(|| Failure::null("encoder"))?;
        if handle.faulty {
            return Err(Failure::new(UNITE_H264_PANIC, "an earlier call found a fault of the encoder"));
        }
        handle.faulty = true;
        let result = call(handle);
        handle.faulty = false;
        result
    })
}

/// Keeps the bytes of a packet, and says where they are.
///
/// # Safety
/// `packet` is memory for a packet.
unsafe fn put(handle: &mut Handle, packet: *mut Packet, bytes: Vec<u8>, key: bool, qp: u8) {
    handle.bytes = bytes;
    let data = handle.bytes.as_ptr();
    // SAFETY: the caller vouches for the memory.
    unsafe { packet.write(Packet { data, length: handle.bytes.len(), key, qp }) };
}

/// The parameter sets: with start codes, or as the record that files have (`avcC`). In a stream with start codes they are before
/// pictures where decoding can begin, too.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `packet` is null, or memory
/// for a packet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_headers(encoder: *mut Handle, packet: *mut Packet) -> i32 {
    let headers = |handle: &mut Handle| {
        if packet.is_null() {
            return Err(Failure::null("packet"));
        }
        let bytes = if handle.start_codes {
            handle
                .encoder
                .parameter_sets()
                .iter()
                .flat_map(|nal| [&[0, 0, 0, 1], &nal[..]].concat())
                .collect()
        } else {
            handle.encoder.configuration_record()
        };
        // SAFETY: the caller vouches for a packet that is not null.
        unsafe { put(handle, packet, bytes, false, 0) };
        Ok(())
    };
    // SAFETY: the caller vouches for the encoder.
    unsafe { with(encoder, headers) }
}

/// Gives the components of a picture to an encoder, and says which packet came of it, if any.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `picture` is null, or a
/// picture whose planes are null, or have as many rows of samples as the settings say; `packet` is null, or memory for a packet.
unsafe fn give(
    encoder: *mut Handle,
    picture: *const Picture,
    packet: *mut Packet,
    take: impl FnOnce(&mut Encoder, &[Samples<'_>]) -> Result<Option<encoder::Packet>, EncodeError>,
) -> i32 {
    let encode = |handle: &mut Handle| {
        if packet.is_null() {
            return Err(Failure::null("packet"));
        }
        // SAFETY: the caller vouches for a picture that is not null.
        let picture = unsafe { picture.as_ref() }.ok_or_else(|| Failure::null("picture"))?;
        let config = handle.encoder.config();
        let extents = [[config.height, config.width], [config.height.div_ceil(2), config.width.div_ceil(2)]];
        let mut components = Vec::new();
        for component in 0..config.components() {
            let [height, width] = extents[component.min(1)];
            let (plane, stride) = (picture.planes[component], picture.strides[component]);
            let length = length(component, [height, width], stride)?;
            if plane.is_null() {
                return Err(Failure::null(&format!("plane {component} of the picture")));
            }
            // SAFETY: the caller vouches for that many rows, which are this far apart.
            let samples = unsafe { slice::from_raw_parts(plane, length) };
            components.push(Samples { samples, stride });
        }
        let made = take(&mut handle.encoder, &components);
        let made = made.map_err(|error| Failure::new(UNITE_H264_PICTURE, error))?;
        // SAFETY: the caller vouches for a packet that is not null.
        unsafe { put_made(handle, packet, made) };
        Ok(())
    };
    // SAFETY: the caller vouches for the encoder.
    unsafe { with(encoder, encode) }
}

/// The same of a packet that an encoder made, or of none.
///
/// # Safety
/// `packet` is memory for a packet.
unsafe fn put_made(handle: &mut Handle, packet: *mut Packet, made: Option<encoder::Packet>) {
    let bytes = made
        .as_ref()
        .map_or_else(Vec::new, |made| if handle.start_codes { made.annex_b() } else { made.avcc() });
    let (key, qp) = made.map_or((false, 0), |made| (made.key, made.qp));
    // SAFETY: as before.
    unsafe { put(handle, packet, bytes, key, qp) };
}

/// Encodes the next picture, and waits for its packet: there is one for each. It is an error if packets of pictures that were pushed are not
/// flushed yet.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `picture` is null, or a
/// picture whose planes are null, or have as many rows of samples as the settings say; `packet` is null, or memory for a packet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_encode(
    encoder: *mut Handle,
    picture: *const Picture,
    packet: *mut Packet,
) -> i32 {
    // SAFETY: the caller vouches for all of it.
    unsafe { give(encoder, picture, packet, |encoder, components| encoder.encode(components).map(Some)) }
}

/// Takes the next picture, which threads work at together with those before and after, and does not wait for its packet: the packet is that
/// of an earlier picture, or has a length of 0 if there is none yet. Packets come in the order of pictures, with one thread at once.
/// `unite_h264_encoder_flush()` gives those that are left at the end.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `picture` is null, or a
/// picture whose planes are null, or have as many rows of samples as the settings say; `packet` is null, or memory for a packet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_push(
    encoder: *mut Handle,
    picture: *const Picture,
    packet: *mut Packet,
) -> i32 {
    // SAFETY: the caller vouches for all of it.
    unsafe { give(encoder, picture, packet, |encoder, components| encoder.push(components)) }
}

/// The packet of the first picture that was pushed and has none yet: one of length 0 if there are no more.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `packet` is null, or memory
/// for a packet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_flush(encoder: *mut Handle, packet: *mut Packet) -> i32 {
    let flush = |handle: &mut Handle| {
        if packet.is_null() {
            return Err(Failure::null("packet"));
        }
        let made = handle.encoder.flush();
        // SAFETY: the caller vouches for a packet that is not null.
        unsafe { put_made(handle, packet, made) };
        Ok(())
    };
    // SAFETY: the caller vouches for the encoder.
    unsafe { with(encoder, flush) }
}

/// How much memory rows are in, that are as far apart as a stride says. One row alone fits any stride.
fn length(component: usize, [height, width]: [usize; 2], stride: usize) -> Result<usize, Failure> {
    if stride < width && height > 1 {
        let sentence = format!("stride {component} is {stride}, and rows have {width} samples");
        return Err(Failure::new(UNITE_H264_PICTURE, sentence));
    }
    let length = (height - 1).checked_mul(stride).and_then(|before| before.checked_add(width));
    length.filter(|&length| isize::try_from(length).is_ok()).ok_or_else(|| {
        let sentence = format!("stride {component} is {stride}: {height} rows are more than memory has");
        Failure::new(UNITE_H264_PICTURE, sentence)
    })
}

/// The next picture will be one where decoding can begin.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_force_key(encoder: *mut Handle) -> i32 {
    let force = |handle: &mut Handle| {
        handle.encoder.force_key();
        Ok(())
    };
    // SAFETY: the caller vouches for the encoder.
    unsafe { with(encoder, force) }
}

/// A component of the picture of the last packet as a decoder has it, until the next picture is given, to rows of `samples` that are `stride` apart; `room` is how many samples there
/// is memory for. Pictures with chrominance have an even number of rows and columns, one more than was given where that is odd.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `samples` is null, or memory
/// for `room` samples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_reconstruction(
    encoder: *mut Handle,
    component: u32,
    samples: *mut u8,
    stride: usize,
    room: usize,
) -> i32 {
    let copy = |handle: &mut Handle| {
        let component = component as usize;
        let [width, height] = handle.encoder.config().decoded_size();
        let [width, height] =
            if component == 0 { [width, height] } else { [width.div_ceil(2), height.div_ceil(2)] };
        let components = handle.encoder.config().components();
        if component >= components {
            let sentence = format!("component {component} of {components} is asked for");
            return Err(Failure::new(UNITE_H264_PICTURE, sentence));
        }
        let needed = length(component, [height, width], stride)?;
        if samples.is_null() {
            return Err(Failure::null("samples"));
        }
        if room < needed {
            let sentence = format!("there is room for {room} samples, and {needed} are needed");
            return Err(Failure::new(UNITE_H264_ROOM, sentence));
        }
        let planes = handle.encoder.reconstruction();
        let none = || Failure::new(UNITE_H264_PICTURE, "there is no picture of which there was a packet");
        let plane = planes.get(component).ok_or_else(none)?;
        for (row, from) in plane.chunks_exact(width).enumerate() {
            // SAFETY: the caller vouches for `room` samples, and the last row ends where `needed` of them do.
            unsafe { samples.add(row * stride).copy_from_nonoverlapping(from.as_ptr(), width) };
        }
        Ok(())
    };
    // SAFETY: the caller vouches for the encoder.
    unsafe { with(encoder, copy) }
}

/// Ends an encoder, and takes the bytes of its last packet away. Nothing happens to null.
///
/// # Safety
/// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_close(encoder: *mut Handle) {
    if !encoder.is_null() {
        // SAFETY: the caller vouches for it, and `unite_h264_encoder_open()` made it of a box.
        drop(unsafe { Box::from_raw(encoder) });
    }
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn unite_h264_encoder_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
