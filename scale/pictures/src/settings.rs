//! Settings, from the words of a query.

use unite_jpeg::{EncoderConfig, HuffmanTables, Sampling};

use crate::refusal::{Refusal, Rule};

/// How files are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    quality: u8,
    sampling: Sampling,
    progressive: bool,
    optimize: bool,
}

impl Settings {
    /// Files of `quality` 1 to 100, whose chrominance is sampled as `subsampling` says (`"420"` or `"4:2:0"`, 444, 440, 422,
    /// 411, `"gray"`), coded in several scans (`progressive`), with Huffman tables made for the picture (`optimize`).
    ///
    /// # Errors
    /// [`Rule::Quality`] and [`Rule::Subsampling`].
    pub fn new(quality: i64, subsampling: &str, progressive: bool, optimize: bool) -> Result<Self, Refusal> {
        let within = u8::try_from(quality).ok().filter(|quality| (1..=100).contains(quality));
        let quality =
            within.ok_or_else(|| Refusal::new(Rule::Quality, format!("{quality} is not 1 to 100")))?;
        let digits: String = subsampling.chars().filter(|&letter| letter != ':').collect();
        let sampling = Sampling::named(&digits.to_ascii_lowercase()).ok_or_else(|| {
            Refusal::new(
                Rule::Subsampling,
                format!("'{subsampling}' is not one of 444, 440, 422, 411, 420, gray"),
            )
        })?;
        Ok(Self { quality, sampling, progressive, optimize })
    }

    /// As [`new`](Self::new), of cells that may be null.
    ///
    /// # Errors
    /// Those of `new`, and the rule of the first that is null.
    pub fn of_cells(
        quality: Option<i64>,
        subsampling: Option<&str>,
        progressive: Option<bool>,
        optimize: Option<bool>,
    ) -> Result<Self, Refusal> {
        let null = |rule, name: &str| Refusal::new(rule, format!("{name} is null"));
        let quality = quality.ok_or_else(|| null(Rule::Quality, "it"))?;
        let subsampling = subsampling.ok_or_else(|| null(Rule::Subsampling, "it"))?;
        let progressive = progressive.ok_or_else(|| null(Rule::Encoder, "progressive"))?;
        let optimize = optimize.ok_or_else(|| null(Rule::Encoder, "optimize"))?;
        Self::new(quality, subsampling, progressive, optimize)
    }

    /// What the encoder is made with. Steps of quantisation end at 255, as Pillow and TurboJPEG have them.
    pub(crate) fn config(self) -> EncoderConfig {
        let tables = if self.optimize { HuffmanTables::Optimized } else { HuffmanTables::Standard };
        EncoderConfig::new()
            .quality(self.quality)
            .sampling(self.sampling)
            .force_baseline(true)
            .progressive(self.progressive)
            .huffman(tables)
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn what_is_outside_is_named() {
        let refused = |quality, subsampling| {
            Settings::new(quality, subsampling, false, false).expect_err("outside").to_string()
        };
        for quality in [0, 101, -1, 256, 331, i64::MIN] {
            assert_eq!(refused(quality, "420"), format!("quality: {quality} is not 1 to 100"));
        }
        for name in ["", "421", "4-2-0", "grey!"] {
            assert!(refused(75, name).starts_with(&format!("subsampling: '{name}' is not one of")));
        }
        assert_eq!(Settings::new(75, "4:2:0", false, true), Settings::new(75, "420", false, true));
        assert!(Settings::new(1, "GRAY", true, false).is_ok());
    }

    #[test]
    fn what_is_null_is_named() {
        let refused = |quality, subsampling, progressive, optimize| {
            Settings::of_cells(quality, subsampling, progressive, optimize).expect_err("null").to_string()
        };
        let (quality, subsampling, yes) = (Some(75), Some("420"), Some(true));
        assert_eq!(refused(None, None, None, None), "quality: it is null");
        assert_eq!(refused(quality, None, yes, yes), "subsampling: it is null");
        assert!(refused(quality, subsampling, None, yes).ends_with("progressive is null"));
        assert!(refused(quality, subsampling, yes, None).ends_with("optimize is null"));
        assert_eq!(Settings::of_cells(quality, subsampling, yes, yes), Settings::new(75, "420", true, true));
    }
}
