//! The encoder as a class.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use unite_h264_encoder::{AqMode, Colour, Config, Encoder, Packet, Preset, Profile, RateControl};
use yuv::{YuvRange, YuvStandardMatrix};

use crate::error::refused;
use crate::frame::{Conversion, Frame, samples};

/// An encoder of frames of one size.
#[pyclass(module = "unite_h264._native")]
pub struct Coder {
    encoder: Encoder,
    conversion: Conversion,
}

impl Coder {
    /// What is written of its stream's settings.
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }
}

#[pymethods]
impl Coder {
    /// An encoder of `width` by `height` pixels with settings by name.
    #[new]
    fn new(width: usize, height: usize, settings: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut config =
            Config { profile: Profile::High, rate: RateControl::Crf(23.0), ..Config::new(width, height) };
        let (mut rates, mut references) = (0, None);
        let mut conversion = Conversion { matrix: YuvStandardMatrix::Bt709, range: YuvRange::Limited };
        let mut description = Some([1; 3]);
        let mut full_range = false;
        for (name, value) in settings {
            let name: String = name.extract()?;
            if value.is_none() && matches!(name.as_str(), "qp" | "crf" | "bitrate") {
                continue;
            }
            match name.as_str() {
                "fps" => config.frame_rate = frame_rate(&value)?,
                "profile" => config.profile = profile(&value.extract::<String>()?)?,
                "preset" => config.preset = preset(&value.extract::<String>()?)?,
                "qp" => (config.rate, rates) = (RateControl::Qp(number(&value, "qp", 51)? as u8), rates + 1),
                "crf" => (config.rate, rates) = (RateControl::Crf(value.extract()?), rates + 1),
                "bitrate" => {
                    let kilobits = number(&value, "bitrate", u32::MAX.into())? as u32;
                    (config.rate, rates) = (RateControl::Bitrate { kilobits, vbv: None }, rates + 1);
                }
                "keyint" => config.key_interval = number(&value, "keyint", u32::MAX.into())? as u32,
                "keys_before" => config.keys_before = number(&value, "keys_before", u32::MAX.into())? as u32,
                "scenecut" => config.scene_cut = number(&value, "scenecut", 100)? as u8,
                "references" => references = Some(number(&value, "references", 16)? as usize),
                "slices" => config.slices = number(&value, "slices", 1024)? as usize,
                "threads" => config.threads = number(&value, "threads", 1024)? as usize,
                "aq_strength" => {
                    let strength: f64 = value.extract()?;
                    if !(0.0..=3.0).contains(&strength) {
                        return Err(refused(format!("aq_strength is {strength}, and must be 0 to 3")));
                    }
                    config.aq_strength = (100.0 * strength).round() as u16;
                    config.aq_mode = AqMode::Variance;
                }
                "matrix" => {
                    (conversion.matrix, description) = match value.extract::<String>()?.as_str() {
                        "bt709" => (YuvStandardMatrix::Bt709, Some([1; 3])),
                        "bt601" => (YuvStandardMatrix::Bt601, Some([6; 3])),
                        other => {
                            return Err(refused(format!("matrix is '{other}', and must be bt709 or bt601")));
                        }
                    }
                }
                "full_range" => full_range = value.extract()?,
                other => return Err(refused(format!("there is no setting '{other}'"))),
            }
        }
        config.references = references.unwrap_or(config.preset.references());
        if rates > 1 {
            return Err(refused("qp, crf and bitrate exclude each other"));
        }
        if full_range {
            conversion.range = YuvRange::Full;
        }
        config.colour = Some(Colour { full_range, description });
        // Users who say only the distance of key frames mean it.
        config.min_key_interval = config.min_key_interval.min(config.key_interval.max(1));
        let encoder = Encoder::new(config).map_err(refused)?;
        Ok(Self { encoder, conversion })
    }

    /// The packet of one frame: its bytes with start codes (annex B), and whether decoding can begin there.
    #[pyo3(signature = (frame, key))]
    fn encode<'py>(
        &mut self,
        py: Python<'py>,
        frame: &Bound<'py, PyAny>,
        key: bool,
    ) -> PyResult<(Bound<'py, PyBytes>, bool)> {
        let frame = Frame::of(frame)?;
        let config = self.encoder.config();
        let (given, wanted) = (frame.size(), [config.width as u32, config.height as u32]);
        if given != wanted {
            return Err(refused(format!(
                "a frame has {}x{} pixels, and the stream {}x{}",
                given[0], given[1], wanted[0], wanted[1]
            )));
        }
        let packet = py.detach(|| self.packet(frame, key)).map_err(refused)?;
        Ok((PyBytes::new(py, &packet.annex_b()), packet.key))
    }

    /// What a decoder has of the last frame: Y, Cb and Cr, row by row.
    fn reconstruction<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.encoder.reconstruction().iter().map(|plane| PyBytes::new(py, plane)).collect()
    }
}

impl Coder {
    fn packet(&mut self, frame: Frame, key: bool) -> Result<Packet, String> {
        let planes = frame.into_planes(self.conversion)?;
        if key {
            self.encoder.force_key();
        }
        let width = self.encoder.config().width;
        self.encoder.encode(&samples(&planes, width)).map_err(|error| error.to_string())
    }
}

/// An integer, or a fraction as a pair of integers.
fn frame_rate(value: &Bound<'_, PyAny>) -> PyResult<[u32; 2]> {
    let fraction = value.extract::<(u32, u32)>().map(|(numerator, denominator)| [numerator, denominator]);
    fraction.or_else(|_| value.extract::<u32>().map(|rate| [rate, 1])).map_err(|_| {
        refused(format!("fps is {value}, and must be an integer, or a pair of numerator and denominator"))
    })
}

/// An integer of 0 to `most`.
fn number(value: &Bound<'_, PyAny>, name: &str, most: i64) -> PyResult<i64> {
    match value.extract::<i64>() {
        Ok(number) if (0..=most).contains(&number) => Ok(number),
        _ => Err(refused(format!("{name} is {value}, and must be an integer of 0 to {most}"))),
    }
}

fn profile(name: &str) -> PyResult<Profile> {
    match name {
        "baseline" => Ok(Profile::Baseline),
        "main" => Ok(Profile::Main),
        "high" => Ok(Profile::High),
        other => Err(refused(format!("profile is '{other}', and must be baseline, main or high"))),
    }
}

fn preset(name: &str) -> PyResult<Preset> {
    Preset::ALL.into_iter().find(|preset| preset.name() == name).ok_or_else(|| {
        let names = Preset::ALL.map(Preset::name).join(", ");
        refused(format!("preset is '{name}', and must be one of {names}"))
    })
}
