//! An encoder that stays for as long as its settings do.

use unite_jpeg::{Encoder, ImageView, PixelFormat};

use crate::file;
use crate::refusal::{Refusal, Rule};
use crate::settings::Settings;

/// Encodes pictures one after another. Its memory is used again while the settings stay the same, and is of no more pictures than
/// the largest so far.
#[derive(Default)]
pub struct Coder {
    current: Option<(Settings, Encoder)>,
}

impl Coder {
    /// The JPEG file of `[width, height]` pixels of so many `channels` (grey; grey, alpha; RGB; RGBA), side by side and row by
    /// row. Alpha is dropped.
    ///
    /// # Errors
    /// [`Rule::Size`]; [`Rule::Channels`] for other than 1 to 4; [`Rule::Samples`] unless there are exactly as many.
    pub fn encode_samples(
        &mut self,
        settings: &Settings,
        [width, height]: [u32; 2],
        channels: u64,
        samples: &[u8],
    ) -> Result<Vec<u8>, Refusal> {
        let format = match channels {
            1 => PixelFormat::Gray,
            2 => PixelFormat::GrayAlpha,
            3 => PixelFormat::Rgb,
            4 => PixelFormat::Rgba,
            other => {
                return Err(Refusal::new(
                    Rule::Channels,
                    format!("a pixel has {other}, and may have 1 to 4"),
                ));
            }
        };
        let expected = u64::from(width) * u64::from(height) * channels;
        if samples.len() as u64 > expected {
            return Err(Refusal::new(
                Rule::Samples,
                format!(
                    "{width}x{height} pixels of {channels} take {expected}, and there are {}",
                    samples.len()
                ),
            ));
        }
        self.encode(
            settings,
            &ImageView::interleaved(samples, width, height, format, width as usize * format.bytes())?,
        )
    }

    /// The JPEG file of the picture in `bytes`, which are a PNG or PNM file of 8 bits a sample or fewer.
    ///
    /// # Errors
    /// [`Rule::Format`] for what is neither, [`Rule::Damaged`] for what ends early or breaks its own rules, [`Rule::Depth`] for
    /// samples of 16 bits, and those of [`encode_samples`](Self::encode_samples).
    pub fn encode_file(&mut self, settings: &Settings, bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
        let picture = file::read(bytes)?;
        self.encode_samples(settings, picture.size, picture.channels, &picture.samples)
    }

    fn encode(&mut self, settings: &Settings, view: &ImageView<'_>) -> Result<Vec<u8>, Refusal> {
        let mut encoder = match self.current.take() {
            Some((of, encoder)) if of == *settings => encoder,
            _ => Encoder::new(settings.config())?,
        };
        let made = encoder.encode_to_vec(view);
        self.current = Some((*settings, encoder));
        Ok(made?)
    }
}
