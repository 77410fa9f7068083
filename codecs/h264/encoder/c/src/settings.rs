//! Settings as C has them.

use std::fmt::Display;

use unite_h264_encoder::{AqMode, Colour, Config, Deblocking, Preset, Profile, RateControl, Vbv};

use crate::failure::{Failure, UNITE_H264_SETTING, answer};

/// `profile`: Constrained Baseline.
pub const UNITE_H264_BASELINE: i32 = 0;
/// `profile`: Main.
pub const UNITE_H264_MAIN: i32 = 1;
/// `profile`: High.
pub const UNITE_H264_HIGH: i32 = 2;

/// `preset`: whole macroblocks, few steps.
pub const UNITE_H264_ULTRAFAST: i32 = 0;
/// `preset`: macroblocks of up to four partitions.
pub const UNITE_H264_FAST: i32 = 1;
/// `preset`: the same with more steps.
pub const UNITE_H264_MEDIUM: i32 = 2;
/// `preset`: all partitions, all steps, levels by real costs, three reference pictures.
pub const UNITE_H264_SLOW: i32 = 3;

/// `rate_control`: the quantiser `qp` for all P pictures.
pub const UNITE_H264_QP: i32 = 0;
/// `rate_control`: the quality `crf` for all pictures.
pub const UNITE_H264_CRF: i32 = 1;
/// `rate_control`: `bitrate`, and `vbv_rate` and `vbv_buffer` if these are not 0.
pub const UNITE_H264_BITRATE: i32 = 2;

/// `format`: start codes before NAL units, parameter sets before pictures where decoding can begin.
pub const UNITE_H264_ANNEX_B: i32 = 0;
/// `format`: lengths in four bytes before NAL units, as MP4, Matroska and RTMP have them; parameter sets are in the headers only.
pub const UNITE_H264_AVCC: i32 = 1;

/// Settings. `unite_h264_encoder_settings()` fills in what is usual, and must be called first: it knows what later versions add.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Samples of luminance in a row.
    pub width: u32,
    /// Rows of samples of luminance.
    pub height: u32,
    /// Pictures in a second: numerator and denominator.
    pub frame_rate: [u32; 2],
    /// Width and height of a sample, zeros if nobody knows.
    pub sample_aspect: [u32; 2],
    /// 1 if samples use all values, 0 if 16 to 235 and 240; -1 if nobody knows.
    pub full_range: i32,
    /// `colour_primaries`, `transfer_characteristics` and `matrix_coefficients` of table E-3 to E-5; -1 each if nobody knows.
    pub colour: [i32; 3],
    /// UNITE_H264_BASELINE, _MAIN or _HIGH.
    pub profile: i32,
    /// Ten times the number of a level, 9 for 1b; 0 for the lowest one that has room.
    pub level: i32,
    /// 1 for arithmetic coding, where the profile has it.
    pub cabac: i32,
    /// 1 for the 8x8 transform, where the profile has it.
    pub transform_8x8: i32,
    /// 1 for pictures of luminance alone, which only High has.
    pub monochrome: i32,
    /// UNITE_H264_QP, _CRF or _BITRATE.
    pub rate_control: i32,
    /// 0 to 51.
    pub qp: i32,
    /// 0 to 51.
    pub crf: f64,
    /// Thousands of bits in a second.
    pub bitrate: u32,
    /// Thousands of bits in a second that a decoder gets at most; 0 for no bound.
    pub vbv_rate: u32,
    /// Thousands of bits that a decoder has room for; 0 for no bound.
    pub vbv_buffer: u32,
    /// Every so many pictures decoding can begin; 1: I pictures only.
    pub key_interval: u32,
    /// For so many pictures after that no new scene is looked for.
    pub min_key_interval: u32,
    /// 0 (no search for scenes) to 100.
    pub scene_cut: i32,
    /// How many pictures a P picture refers to, 1 to 16; 0 for what the preset has.
    pub references: i32,
    /// UNITE_H264_ULTRAFAST, _FAST, _MEDIUM or _SLOW.
    pub preset: i32,
    /// Slices of a picture.
    pub slices: i32,
    /// Threads. The stream does not depend on them.
    pub threads: i32,
    /// 1 for the deblocking filter.
    pub deblocking: i32,
    /// Offsets of the filter: alpha and beta, -6 to 6.
    pub deblocking_offsets: [i32; 2],
    /// Adaptive quantisation: 0 (none), 1 (by variance), 2 (by variance in relation to the picture).
    pub aq_mode: i32,
    /// How strong that is, in percent: 0 to 300.
    pub aq_strength: i32,
    /// 1: Intra prediction uses no samples of Inter prediction.
    pub constrained_intra: i32,
    /// The QP of chrominance in relation to that of luminance, -12 to 12.
    pub chroma_qp_offset: i32,
    /// 1: the stream says by which encoder and with which settings it was made.
    pub info: i32,
    /// UNITE_H264_ANNEX_B or _AVCC.
    pub format: i32,
}

/// Fills in what is usual for pictures of a size: High profile, `crf` 23, preset medium, a picture to begin at every 250.
///
/// # Safety
/// `settings` is null, or memory for settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_encoder_settings(
    settings: *mut Settings,
    width: u32,
    height: u32,
) -> i32 {
    answer(|| {
        if settings.is_null() {
            return Err(Failure::null("settings"));
        }
        // SAFETY: the caller vouches for the memory, which need not have been written before.
        unsafe { settings.write(Settings::usual(width, height)) };
        Ok(())
    })
}

/// A setting that is none of the values that there are.
fn out_of_range(name: &str, value: impl Display, least: impl Display, greatest: impl Display) -> Failure {
    let sentence = format!("{name} is {value}, and has to be in {least} to {greatest}");
    Failure::new(UNITE_H264_SETTING, sentence)
}

/// A number that a smaller type has; what the encoder allows of these is its own to say.
fn small<T: TryFrom<i32>>(name: &str, value: i32, [least, greatest]: [i32; 2]) -> Result<T, Failure> {
    T::try_from(value)
        .ok()
        .filter(|_| (least..=greatest).contains(&value))
        .ok_or_else(|| out_of_range(name, value, least, greatest))
}

/// One of some values, by its number.
fn one<T: Copy>(name: &str, value: i32, values: &[T]) -> Result<T, Failure> {
    let found = usize::try_from(value).ok().and_then(|at| values.get(at));
    found.copied().ok_or_else(|| out_of_range(name, value, 0, values.len() - 1))
}

/// Yes or no.
fn flag(name: &str, value: i32) -> Result<bool, Failure> {
    one(name, value, &[false, true])
}

impl Settings {
    /// What is usual.
    fn usual(width: u32, height: u32) -> Self {
        Settings {
            width,
            height,
            frame_rate: [25, 1],
            full_range: -1,
            colour: [-1; 3],
            profile: UNITE_H264_HIGH,
            cabac: 1,
            transform_8x8: 1,
            rate_control: UNITE_H264_CRF,
            qp: 23,
            crf: 23.0,
            bitrate: 1000,
            key_interval: 250,
            min_key_interval: 25,
            scene_cut: 40,
            preset: UNITE_H264_MEDIUM,
            slices: 1,
            threads: 1,
            deblocking: 1,
            aq_mode: 1,
            aq_strength: 100,
            info: 1,
            ..Settings::default()
        }
    }

    /// Whether packets have start codes.
    pub fn has_start_codes(&self) -> Result<bool, Failure> {
        Ok(!flag("format", self.format)?)
    }

    /// The same for the encoder.
    pub fn config(&self) -> Result<Config, Failure> {
        let preset = one("preset", self.preset, &Preset::ALL)?;
        let [width, height] = [self.width, self.height].map(|extent| extent as usize);
        let [alpha, beta] = self.deblocking_offsets;
        let aq_mode = one("aq_mode", self.aq_mode, &[None, Some(AqMode::Variance), Some(AqMode::Relative)])?;
        let aq_strength = small("aq_strength", self.aq_strength, [0, 300])?;
        let [sample_width, sample_height] = self.sample_aspect;
        let aspect =
            |value: u32| u16::try_from(value).map_err(|_| out_of_range("sample_aspect", value, 0, u16::MAX));
        Ok(Config {
            frame_rate: self.frame_rate,
            sample_aspect: [aspect(sample_width)?, aspect(sample_height)?],
            colour: self.colour()?,
            profile: one("profile", self.profile, &[Profile::Baseline, Profile::Main, Profile::High])?,
            level: match self.level {
                0 => None,
                level => Some(small("level", level, [9, 62])?),
            },
            cabac: flag("cabac", self.cabac)?,
            transform_8x8: flag("transform_8x8", self.transform_8x8)?,
            monochrome: flag("monochrome", self.monochrome)?,
            rate: self.rate()?,
            key_interval: self.key_interval,
            min_key_interval: self.min_key_interval,
            scene_cut: small("scene_cut", self.scene_cut, [0, 100])?,
            references: match small("references", self.references, [0, 16])? {
                0 => preset.references(),
                references => references,
            },
            preset,
            slices: small("slices", self.slices, [1, i32::MAX])?,
            threads: small("threads", self.threads, [1, 1024])?,
            deblocking: if flag("deblocking", self.deblocking)? {
                let offset = |value| small("deblocking_offsets", value, [-6, 6]);
                Deblocking::On { alpha: offset(alpha)?, beta: offset(beta)? }
            } else {
                Deblocking::Off
            },
            aq_mode: aq_mode.unwrap_or_default(),
            aq_strength: aq_mode.map_or(0, |_| aq_strength),
            constrained_intra: flag("constrained_intra", self.constrained_intra)?,
            chroma_qp_offset: small("chroma_qp_offset", self.chroma_qp_offset, [-12, 12])?,
            info: flag("info", self.info)?,
            ..Config::new(width, height)
        })
    }

    fn colour(&self) -> Result<Option<Colour>, Failure> {
        let known = self.colour.iter().any(|&number| number != -1);
        let [primaries, transfer, matrix] = self.colour;
        let description = if known {
            let number = |value| small("colour", value, [1, 255]);
            Some([number(primaries)?, number(transfer)?, small("colour", matrix, [0, 255])?])
        } else {
            None
        };
        let full_range =
            one("full_range", self.full_range.saturating_add(1), &[None, Some(false), Some(true)])
                .map_err(|_| out_of_range("full_range", self.full_range, -1, 1))?;
        Ok((known || full_range.is_some())
            .then(|| Colour { full_range: full_range.unwrap_or(false), description }))
    }

    fn rate(&self) -> Result<RateControl, Failure> {
        let Settings { bitrate, vbv_rate: rate, vbv_buffer: buffer, .. } = *self;
        match self.rate_control {
            UNITE_H264_QP => Ok(RateControl::Qp(small("qp", self.qp, [0, 51])?)),
            UNITE_H264_CRF if (0.0..=51.0).contains(&self.crf) => Ok(RateControl::Crf(self.crf)),
            UNITE_H264_CRF => Err(out_of_range("crf", self.crf, 0, 51)),
            UNITE_H264_BITRATE if (rate == 0) != (buffer == 0) => {
                let sentence = "vbv_rate and vbv_buffer go together: both are 0, or none";
                Err(Failure::new(UNITE_H264_SETTING, sentence))
            }
            UNITE_H264_BITRATE => {
                let vbv = (rate != 0).then_some(Vbv { rate, buffer });
                Ok(RateControl::Bitrate { kilobits: bitrate, vbv })
            }
            other => Err(out_of_range("rate_control", other, 0, 2)),
        }
    }
}
