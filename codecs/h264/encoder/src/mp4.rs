//! MP4 files of one video track (ISO/IEC 14496-12, and 14496-15 for H.264), by the boxes of `mp4-atom`.

use std::io::{self, Seek, SeekFrom, Write};

use mp4_atom::{
    Avc1, Avcc, AvccExt, Codec, Dinf, Dref, DrefEntry, Encode, FixedPoint, FourCC, Ftyp, Hdlr, Mdhd, Mdia,
    Minf, Moov, Mvhd, Pasp, Stbl, Stco, Stsc, StscEntry, Stsd, Stss, Stsz, StszSamples, Stts, SttsEntry,
    Tkhd, Trak, Url, Visual, Vmhd,
};

use crate::config::{Config, Profile};
use crate::encoder::Encoder;
use crate::packet::Packet;

/// Bytes of the header of the box of samples, with a length of 64 bits.
const MDAT_HEADER: u64 = 16;

/// Writes an MP4 file: the samples as they come, and at the end what is known of them.
///
/// ```
/// use std::io::Cursor;
/// use unite_h264_encoder::{Config, Encoder, Mp4Writer, Samples};
///
/// let mut encoder = Encoder::new(Config::new(16, 16))?;
/// let mut file = Mp4Writer::new(Cursor::new(Vec::new()), &encoder)?;
/// let luma = Samples { samples: &[90; 256], stride: 16 };
/// let chroma = Samples { samples: &[128; 64], stride: 8 };
/// file.write(&encoder.encode(&[luma, chroma, chroma])?)?;
/// let bytes = file.finish()?.into_inner();
/// assert_eq!(&bytes[4..12], b"ftypisom");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mp4Writer<W> {
    output: W,
    config: Config,
    avcc: Avcc,
    /// Where the box of samples begins.
    mdat: u64,
    sizes: Vec<u32>,
    /// Pictures at which decoding can begin, counted from 1.
    keys: Vec<u32>,
    bytes: u64,
}

/// What boxes cannot hold, as an error of writing.
fn failed(error: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error.to_string())
}

impl<W: Write + Seek> Mp4Writer<W> {
    /// Begins a file for what an encoder makes.
    ///
    /// # Errors
    /// If writing fails.
    pub fn new(mut output: W, encoder: &Encoder) -> io::Result<Self> {
        let [sps, pps] = encoder.parameter_sets();
        let config = encoder.config().clone();
        let mut avcc = Avcc::new(&sps, &pps).map_err(failed)?;
        // High says more of its samples.
        let ext = AvccExt { chroma_format: (!config.monochrome).into(), ..AvccExt::default() };
        avcc.ext = (config.profile == Profile::High).then_some(ext);
        let mut bytes = Vec::new();
        let brands = [b"isom", b"iso2", b"avc1", b"mp41"].map(FourCC::new);
        Ftyp { major_brand: FourCC::new(b"isom"), minor_version: 512, compatible_brands: brands.into() }
            .encode(&mut bytes)
            .map_err(failed)?;
        let mdat = output.stream_position()? + bytes.len() as u64;
        // 1 says that the length has 64 bits, and follows.
        bytes.extend(b"\0\0\0\x01mdat\0\0\0\0\0\0\0\0");
        output.write_all(&bytes)?;
        Ok(Mp4Writer { output, config, avcc, mdat, sizes: Vec::new(), keys: Vec::new(), bytes: 0 })
    }

    /// Appends a picture.
    ///
    /// # Errors
    /// If writing fails, or a NAL unit has more than `2^32` bytes.
    pub fn write(&mut self, packet: &Packet) -> io::Result<()> {
        let sample = packet.avcc();
        let size = u32::try_from(sample.len()).map_err(failed)?;
        self.output.write_all(&sample)?;
        self.sizes.push(size);
        self.bytes += u64::from(size);
        if packet.key {
            self.keys.push(self.sizes.len() as u32);
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If writing fails, or the picture is too large for the format.
    pub fn finish(mut self) -> io::Result<W> {
        let mut moov = Vec::new();
        self.moov()?.encode(&mut moov).map_err(failed)?;
        self.output.write_all(&moov)?;
        let end = self.output.stream_position()?;
        self.output.seek(SeekFrom::Start(self.mdat + 8))?;
        self.output.write_all(&(MDAT_HEADER + self.bytes).to_be_bytes())?;
        self.output.seek(SeekFrom::Start(end))?;
        self.output.flush()?;
        Ok(self.output)
    }

    /// What is known of the samples. Time is counted in units of which a picture takes a whole number.
    fn moov(&self) -> io::Result<Moov> {
        let too_large = |_| failed("MP4 has at most 65535 rows and columns");
        let [width, height] = self.config.decoded_size();
        let width = u16::try_from(width).map_err(too_large)?;
        let height = u16::try_from(height).map_err(too_large)?;
        let [timescale, delta] = self.config.frame_rate;
        let count = self.sizes.len() as u32;
        let duration = u64::from(count) * u64::from(delta);
        let [h_spacing, v_spacing] = self.config.sample_aspect.map(u32::from);
        let pasp = (h_spacing > 0 && v_spacing > 0).then_some(Pasp { h_spacing, v_spacing });
        let visual = Visual { data_reference_index: 1, width, height, ..Visual::default() };
        let codec = Codec::Avc1(Avc1 { visual, avcc: self.avcc.clone(), pasp, ..Avc1::default() });
        let chunk = StscEntry { first_chunk: 1, samples_per_chunk: count, sample_description_index: 1 };
        let first = u32::try_from(self.mdat + MDAT_HEADER).map_err(io::Error::other)?;
        let stbl = Stbl {
            stsd: Stsd { codecs: vec![codec] },
            stts: Stts { entries: vec![SttsEntry { sample_count: count, sample_delta: delta }] },
            stss: Some(Stss { entries: self.keys.clone() }),
            stsc: Stsc { entries: vec![chunk] },
            stsz: Stsz { samples: StszSamples::Different { sizes: self.sizes.clone() } },
            stco: Some(Stco { entries: vec![first] }),
            ..Stbl::default()
        };
        let dref = Dref { entries: vec![DrefEntry::Url(Url { location: String::new() })] };
        let minf = Minf { vmhd: Some(Vmhd::default()), dinf: Dinf { dref }, stbl, ..Minf::default() };
        let hdlr = Hdlr { handler: FourCC::new(b"vide"), name: "video".into() };
        let mdhd = Mdhd { timescale, duration, language: "und".into(), ..Mdhd::default() };
        let tkhd = Tkhd {
            track_id: 1,
            duration,
            enabled: true,
            in_movie: true,
            width: FixedPoint::new(width, 0),
            height: FixedPoint::new(height, 0),
            ..Tkhd::default()
        };
        let mvhd = Mvhd {
            timescale,
            duration,
            rate: FixedPoint::new(1, 0),
            volume: FixedPoint::new(1, 0),
            next_track_id: 2,
            ..Mvhd::default()
        };
        let trak = Trak { tkhd, mdia: Mdia { mdhd, hdlr, minf }, ..Trak::default() };
        Ok(Moov { mvhd, trak: vec![trak], ..Moov::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RateControl;

    #[test]
    fn the_record_is_that_of_the_box() {
        for (profile, monochrome) in [
            (Profile::Baseline, false),
            (Profile::Main, false),
            (Profile::High, false),
            (Profile::High, true),
        ] {
            let rate = RateControl::Qp(30);
            let config = Config { profile, monochrome, rate, ..Config::new(34, 50) };
            let encoder = Encoder::new(config).expect("settings");
            let file = Mp4Writer::new(io::Cursor::new(Vec::new()), &encoder).expect("memory");
            let mut boxed = Vec::new();
            file.avcc.encode(&mut boxed).expect("room");
            assert!(boxed[8..] == encoder.configuration_record(), "{profile:?} {boxed:?}");
        }
    }
}
