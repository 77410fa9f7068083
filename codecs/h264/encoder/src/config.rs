//! Settings of an encoder.

use crate::error::ConfigError;
use crate::level::{Level, Needs};
use crate::location::macroblocks_of;
use crate::settings::Preset;

/// A profile (H.264 annex A).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Constrained Baseline: every decoder has it.
    #[default]
    Baseline,
    /// Main, with CABAC and without B pictures.
    Main,
    /// High: Main with the 8x8 transform, and with pictures without chrominance.
    High,
}

impl Profile {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Baseline => "Constrained Baseline",
            Profile::Main => "Main",
            Profile::High => "High",
        }
    }
}

/// How quantisers are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RateControl {
    /// The same one for all P pictures, 0 to 51, and one by three less for I pictures, unless there are only those.
    Qp(u8),
    /// The same quality, whatever the video is like: a number that goes from 0 (fine) to 51 (coarse), as quantisers do. Pictures that are
    /// hard to predict get coarser quantisers than others, as eyes see less in them. The scale is that of `crf` of x264 without `mbtree`.
    Crf(f64),
    /// So many bits in a second, on average.
    Bitrate {
        /// Thousands of bits in a second.
        kilobits: u32,
        /// A bound for the buffer of a decoder, if there is one: a picture that does not fit is coded again, coarser.
        vbv: Option<Vbv>,
    },
}

/// A decoder that gets its data at a rate, and has room for some of it (annex C).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vbv {
    /// Thousands of bits that come in a second.
    pub rate: u32,
    /// Thousands of bits that there is room for.
    pub buffer: u32,
}

impl Vbv {
    /// Bits in a second, and bits that there is room for, as streams have them (E.2.2): a number, and the unit that it is shifted by, 6
    /// and 4 at least. A number has 16 bits: of longer codes the decoder of openh264 loses a bit.
    pub(crate) fn bits(&self) -> [(u64, u32); 2] {
        [(self.rate, 6), (self.buffer, 4)].map(|(thousands, least)| {
            let bits = 1000 * u64::from(thousands);
            let unit = bits.max(1).ilog2().saturating_sub(15).clamp(least, least + 15);
            (bits >> unit, unit)
        })
    }
}

/// What adaptive quantisation measures macroblocks by, with x264's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AqMode {
    /// 1: how much their samples differ among themselves, on a scale that is the same for all pictures.
    #[default]
    Variance,
    /// 2: the same beside the mean of the picture, so that it has no effect on how many bits a picture has.
    Relative,
}

/// The deblocking filter (8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deblocking {
    /// None.
    Off,
    /// With `slice_alpha_c0_offset_div2` and `slice_beta_offset_div2`, -6 to 6.
    On {
        /// The offset of alpha, and of how far samples change.
        alpha: i8,
        /// The offset of beta.
        beta: i8,
    },
}

/// What the numbers of samples mean (E.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colour {
    /// Whether samples use all values, in place of 16 to 235 and 240.
    pub full_range: bool,
    /// `colour_primaries`, `transfer_characteristics` and `matrix_coefficients`, if they are known.
    pub description: Option<[u8; 3]>,
}

/// All settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Samples of luminance in a row.
    pub width: usize,
    /// Rows of samples of luminance.
    pub height: usize,
    /// Pictures in a second: numerator and denominator.
    pub frame_rate: [u32; 2],
    /// Width and height of a sample, `[0, 0]` if nobody knows.
    pub sample_aspect: [u16; 2],
    /// What the numbers mean.
    pub colour: Option<Colour>,
    /// The profile.
    pub profile: Profile,
    /// `level_idc`, ten times the number of a level, 9 for 1b: the lowest one that has room for the stream, if nothing is said. A
    /// bitrate counts, and where it has a bound that and its buffer; with constant QP and quality nobody knows the bits before.
    pub level: Option<u8>,
    /// Whether Main and High have arithmetic coding (CABAC).
    pub cabac: bool,
    /// Whether High has the 8x8 transform.
    pub transform_8x8: bool,
    /// Whether there is only luminance, which only High has.
    pub monochrome: bool,
    /// How quantisers are chosen.
    pub rate: RateControl,
    /// Every so many pictures decoding can begin, at least 1: the distance of IDR pictures.
    pub key_interval: u32,
    /// How many pictures a P picture may refer to, 1 to 16. [`Preset::references`] says how many are usual.
    pub references: usize,
    /// How hard to try.
    pub preset: Preset,
    /// Slices of a picture: at most as many as there are rows of macroblocks.
    pub slices: usize,
    /// How many threads code rows of macroblocks, at least 1, of several pictures if these are pushed. The stream does not depend on it.
    pub threads: usize,
    /// The deblocking filter.
    pub deblocking: Deblocking,
    /// What adaptive quantisation measures macroblocks by.
    pub aq_mode: AqMode,
    /// How much finer smooth macroblocks are quantised than others, in percent of what is usual, 0 to 300: eyes see more there; the PSNR falls.
    pub aq_strength: u16,
    /// How sensitive the search for new scenes is, 0 to 100: an IDR picture begins where prediction from the picture before leaves more
    /// than `100 - scene_cut` percent of what Intra prediction leaves; where the last IDR picture is not long ago, yet more. 0: never.
    pub scene_cut: u8,
    /// How many IDR pictures come before those of this encoder, in a stream whose parts are encoded apart: `idr_pic_id` goes on from
    /// there, as neighbours have to differ in it (7.4.3).
    pub keys_before: u32,
    /// For so many pictures after an IDR picture no new scene is looked for, at least 1.
    pub min_key_interval: u32,
    /// `constrained_intra_pred_flag`: Intra prediction uses no samples of Inter prediction.
    pub constrained_intra: bool,
    /// `chroma_qp_index_offset`, -12 to 12.
    pub chroma_qp_offset: i8,
    /// Whether the first picture says by which encoder and with which settings it was made: a NAL unit of user data (SEI).
    pub info: bool,
}

impl Config {
    /// The usual settings for pictures of a size.
    pub fn new(width: usize, height: usize) -> Self {
        Config {
            width,
            height,
            frame_rate: [25, 1],
            sample_aspect: [0, 0],
            colour: None,
            profile: Profile::default(),
            level: None,
            cabac: true,
            transform_8x8: true,
            monochrome: false,
            rate: RateControl::Qp(26),
            key_interval: 250,
            references: 1,
            preset: Preset::default(),
            slices: 1,
            threads: 1,
            deblocking: Deblocking::On { alpha: 0, beta: 0 },
            aq_mode: AqMode::default(),
            aq_strength: 0,
            scene_cut: 40,
            keys_before: 0,
            min_key_interval: 25,
            constrained_intra: false,
            chroma_qp_offset: 0,
            info: false,
        }
    }

    /// Whether there is arithmetic coding: as it is asked for, if the profile has it.
    pub fn has_cabac(&self) -> bool {
        self.cabac && self.profile != Profile::Baseline
    }

    /// Whether there is the 8x8 transform: as it is asked for, if the profile has it.
    pub fn has_transform_8x8(&self) -> bool {
        self.transform_8x8 && self.profile == Profile::High
    }

    /// Rows and columns of macroblocks.
    pub fn macroblocks(&self) -> [usize; 2] {
        macroblocks_of([self.height, self.width])
    }

    /// Width and height of the pictures that a decoder has: with chrominance odd sizes are one more, as cropping takes pairs of samples away.
    pub fn decoded_size(&self) -> [usize; 2] {
        let unit = if self.monochrome { 1 } else { 2 };
        [self.width, self.height].map(|extent| extent.next_multiple_of(unit))
    }

    /// How many components pictures have.
    pub fn components(&self) -> usize {
        if self.monochrome { 1 } else { 3 }
    }

    /// The level that a stream with these settings needs.
    ///
    /// # Errors
    /// If a setting is out of range, or the level, or any level if none is asked for, does not allow it.
    pub fn check(&self) -> Result<Level, ConfigError> {
        let in_range = |name, value: i64, least: i64, greatest: i64| {
            let range = [least, greatest];
            (least..=greatest).contains(&value).then_some(()).ok_or(ConfigError::Range { name, value, range })
        };
        let size = ConfigError::Size([self.width, self.height]);
        if self.width == 0 || self.height == 0 {
            return Err(size);
        }
        if self.monochrome && self.profile != Profile::High {
            let feature = "pictures without chrominance";
            return Err(ConfigError::Profile { feature, profile: self.profile.name() });
        }
        let (bits, buffer) = match self.rate {
            RateControl::Qp(qp) => in_range("QP", qp.into(), 0, 51).map(|()| (0, 0))?,
            RateControl::Crf(crf) if (0.0..=51.0).contains(&crf) => (0, 0),
            // What is not a number is in no range.
            RateControl::Crf(crf) => {
                in_range("CRF", if crf < 0.0 { -1 } else { 52 }, 0, 51).map(|()| (0, 0))?
            }
            RateControl::Bitrate { kilobits, vbv } => {
                in_range("bitrate", kilobits.into(), 1, 800_000)?;
                let Vbv { rate, buffer } = vbv.unwrap_or(Vbv { rate: kilobits, buffer: 1 });
                in_range("rate of the buffer", rate.into(), kilobits.into(), 800_000)?;
                in_range("size of the buffer", buffer.into(), 1, 4_000_000)?;
                (rate.into(), vbv.map_or(0, |vbv| vbv.buffer.into()))
            }
        };
        in_range("key interval", self.key_interval.into(), 1, u32::MAX.into())?;
        in_range("least key interval", self.min_key_interval.into(), 1, u32::MAX.into())?;
        in_range("reference pictures", self.references as i64, 1, 16)?;
        in_range("slices", self.slices as i64, 1, self.macroblocks()[0] as i64)?;
        in_range("threads", i64::try_from(self.threads).unwrap_or(i64::MAX), 1, 1024)?;
        if let Deblocking::On { alpha, beta } = self.deblocking {
            in_range("alpha of deblocking", alpha.into(), -6, 6)?;
            in_range("beta of deblocking", beta.into(), -6, 6)?;
        }
        in_range("scene cut", self.scene_cut.into(), 0, 100)?;
        in_range("strength of adaptive quantisation", self.aq_strength.into(), 0, 300)?;
        in_range("offset of the QP of chrominance", self.chroma_qp_offset.into(), -12, 12)?;
        in_range("numerator of the frame rate", self.frame_rate[0].into(), 1, i64::from(u32::MAX) / 2)?;
        in_range("denominator of the frame rate", self.frame_rate[1].into(), 1, i64::from(u32::MAX) / 2)?;
        let needs = Needs {
            size: self.macroblocks(),
            rate: self.frame_rate,
            references: self.references,
            bits,
            buffer,
            high: self.profile == Profile::High,
        };
        if let Some(idc) = self.level {
            let level = Level::of_idc(idc).ok_or(ConfigError::NoLevel(idc))?;
            return level.exceeded(&needs).map_or(Ok(level), |exceeded| Err(ConfigError::Level(exceeded)));
        }
        // Faster than any level, or with a larger buffer: the size alone decides, as decoders of files have no clock.
        let of_size = Needs { rate: [0, 1], buffer: 0, ..needs };
        Level::lowest(&needs).or_else(|| Level::lowest(&of_size)).ok_or(size)
    }
}
