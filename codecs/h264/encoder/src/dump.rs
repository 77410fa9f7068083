//! The headers of a stream for people: read by the tables that they were written by.

use unite_bitstream::syntax::{BitReader, Printer, ReadError, Reader, Tee};
use unite_bitstream::unescape;

use crate::syntax::parameter_sets::{PictureParameterSet, SequenceParameterSet};
use crate::syntax::sei::SeiMessage;
use crate::syntax::slice_header::SliceHeader;

/// Prints NAL units. Slice headers need the parameter sets before them.
///
/// ```
/// use unite_h264_encoder::{Config, Dump, Encoder};
///
/// let mut dump = Dump::default();
/// for nal in Encoder::new(Config::new(64, 48))?.parameter_sets() {
///     dump.nal(&nal)?;
/// }
/// assert!(dump.text().contains("pic_width_in_mbs_minus1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Dump {
    printer: Printer,
    sps: SequenceParameterSet,
    pps: PictureParameterSet,
}

impl Dump {
    /// Prints a NAL unit, given without its start code.
    ///
    /// # Errors
    /// If it is not what this encoder writes.
    pub fn nal(&mut self, nal: &[u8]) -> Result<(), ReadError> {
        let Some((&header, payload)) = nal.split_first() else {
            return Ok(());
        };
        let (nal_ref_idc, nal_unit_type) = (header >> 5 & 3, header & 31);
        self.printer.line(&format!(
            "NAL unit: nal_ref_idc {nal_ref_idc}, nal_unit_type {nal_unit_type}, {} bytes",
            nal.len()
        ));
        let rbsp = unescape(payload);
        let mut bits = BitReader::new(&rbsp);
        let mut tee = Reader(&mut bits);
        let mut tee = Tee(&mut tee, &mut self.printer);
        match nal_unit_type {
            6 => {
                let mut message = SeiMessage::default();
                let hrd = &self.sps.vui_parameters.nal_hrd_parameters;
                message.code(&mut tee, SeiMessage::ff_bytes(&rbsp), hrd)?;
                let bytes: Vec<u8> =
                    message.user_data.user_data_payload_byte.iter().map(|&byte| byte as u8).collect();
                self.printer.line(&String::from_utf8_lossy(&bytes));
            }
            7 => {
                let mut sps = SequenceParameterSet::default();
                sps.code(&mut tee)?;
                self.sps = sps;
            }
            8 => {
                let mut pps = PictureParameterSet::default();
                pps.code(&mut tee, self.sps.profile_idc == 100)?;
                self.pps = pps;
            }
            1 | 5 => {
                let mut slice = SliceHeader::default();
                slice.code(&mut tee, nal_ref_idc.into(), nal_unit_type.into(), &self.sps, &self.pps)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// What was printed since the last time.
    pub fn text(&mut self) -> String {
        std::mem::take(&mut self.printer).text().to_owned()
    }
}
