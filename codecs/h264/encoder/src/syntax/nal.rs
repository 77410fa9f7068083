//! NAL units (H.264 7.3.1, annex B).

use std::convert::Infallible;

use unite_bitstream::syntax::Writer;
use unite_bitstream::{BitSegments, BitWriter, escape};

/// `nal_unit_type` (table 7-1) of what this encoder makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum NalType {
    /// A slice of a picture that is no IDR picture.
    Slice = 1,
    /// A slice of an IDR picture: decoding can begin here.
    Idr = 5,
    /// Supplemental enhancement information.
    Sei = 6,
    /// A sequence parameter set.
    Sps = 7,
    /// A picture parameter set.
    Pps = 8,
}

/// Appends a NAL unit of an RBSP, without a start code: its header, and its bytes, in which start codes are hidden (7.3.1).
pub fn append_nal(out: &mut Vec<u8>, nal_ref_idc: u8, kind: NalType, rbsp: &[u8]) {
    out.push(nal_ref_idc << 5 | kind as u8);
    escape(out, rbsp);
    // An RBSP ends in a stop bit, so that its last byte is not zero; only cabac_zero_words would ask for more.
    debug_assert_ne!(rbsp.last(), Some(&0), "an RBSP ends with a stop bit");
}

/// A NAL unit whose RBSP is what `code` writes, of less than a kilobyte, and `rbsp_trailing_bits`.
pub fn nal_of(
    nal_ref_idc: u8,
    kind: NalType,
    code: impl FnOnce(&mut Writer<'_, BitWriter<'_>>) -> Result<(), Infallible>,
) -> Vec<u8> {
    let mut segments = BitSegments::default();
    let mut bits = segments.writer(1024);
    let Ok(()) = code(&mut Writer(&mut bits));
    bits.put(1, 1);
    bits.finish();
    let mut nal = Vec::new();
    for segment in segments.iter() {
        append_nal(&mut nal, nal_ref_idc, kind, segment.bytes());
    }
    nal
}
