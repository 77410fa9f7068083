//! The encoder of `unite-h264-encoder` for C.
//!
//! As a static and as a shared library, with the header `include/unite_h264_encoder.h` that cbindgen writes from these functions:
//! settings, an encoder made of them, pictures in, packets out. A function returns [`UNITE_H264_OK`], or a code that says what is
//! wrong and a sentence beside it ([`unite_h264_encoder_message()`]). Every number and every pointer that can be looked at is looked
//! at: a setting out of its range, a picture without rows, no encoder at all are codes. Nothing unwinds into C: should the encoder
//! panic, that is a code, too, and every later call with it.
//!
//! ```
//! use std::ptr;
//!
//! use unite_h264_encoder_c::*;
//!
//! let mut settings = Settings::default();
//! let (mut encoder, mut packet) = (ptr::null_mut(), Packet::default());
//! let (luma, chroma) = ([90; 32 * 32], [128; 16 * 16]);
//! let planes = [luma.as_ptr(), chroma.as_ptr(), chroma.as_ptr()];
//! let picture = Picture { planes, strides: [32, 16, 16] };
//! // SAFETY: all of these are there, and the planes have as many samples as the picture.
//! unsafe {
//!     assert_eq!(unite_h264_encoder_settings(&mut settings, 32, 32), UNITE_H264_OK);
//!     assert_eq!(unite_h264_encoder_open(&settings, &mut encoder), UNITE_H264_OK);
//!     assert_eq!(unite_h264_encoder_encode(encoder, &picture, &mut packet), UNITE_H264_OK);
//!     assert!(packet.key && std::slice::from_raw_parts(packet.data, packet.length).starts_with(&[0, 0, 0, 1, 0x67]));
//!     unite_h264_encoder_close(encoder);
//! }
//! ```

mod coder;
mod failure;
mod settings;

pub use coder::{
    Handle, Packet, Picture, unite_h264_encoder_close, unite_h264_encoder_encode, unite_h264_encoder_flush,
    unite_h264_encoder_force_key, unite_h264_encoder_headers, unite_h264_encoder_open,
    unite_h264_encoder_push, unite_h264_encoder_reconstruction, unite_h264_encoder_version,
};
pub use failure::{
    UNITE_H264_NULL, UNITE_H264_OK, UNITE_H264_PANIC, UNITE_H264_PICTURE, UNITE_H264_ROOM,
    UNITE_H264_SETTING, unite_h264_encoder_message,
};
pub use settings::{
    Settings, UNITE_H264_ANNEX_B, UNITE_H264_AVCC, UNITE_H264_BASELINE, UNITE_H264_BITRATE, UNITE_H264_CRF,
    UNITE_H264_FAST, UNITE_H264_HIGH, UNITE_H264_MAIN, UNITE_H264_MEDIUM, UNITE_H264_QP, UNITE_H264_SLOW,
    UNITE_H264_ULTRAFAST, unite_h264_encoder_settings,
};
