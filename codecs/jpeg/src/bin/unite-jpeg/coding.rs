//! Rows from a picture that is read to a file that is written.

use std::io::Write;
use std::ops::{ControlFlow, Range};

use unite_jpeg::{Error, ImageView, LosslessImage};

use crate::reading::{Fault, Picture};
use crate::request::AnyEncoder;

/// What went wrong.
#[derive(Debug)]
pub enum Trouble {
    /// With the picture.
    Reading(Fault),
    /// With encoding it, or with the file.
    Writing(Error),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Reading(fault)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Writing(error)
    }
}

/// Memory for rows, which is used again for the next picture.
#[derive(Debug, Default)]
pub struct Rows {
    bytes: Vec<u8>,
    words: Vec<u16>,
}

/// All rows of a picture.
pub enum Held<'a> {
    Bytes(&'a [u8]),
    Words(&'a [u16]),
}

/// Rows that are read at a time: whole rows of MCUs, of any sampling.
const MCU_ROWS: usize = 16;

impl Rows {
    /// Encodes `picture` while it is read, as far as the encoder does not look at it twice.
    pub fn encode(
        &mut self,
        picture: &mut Picture,
        encoder: &mut AnyEncoder,
        writer: &mut dyn Write,
        done: &(dyn Fn(f32) + Sync),
    ) -> Result<(), Trouble> {
        let (width, height, format) = (picture.width(), picture.height(), picture.format());
        let part = |rows: &Range<u32>| rows.start as f32 / height as f32;
        match encoder {
            AnyEncoder::Lossy(encoder) => {
                encoder.encode_rows(writer, width, height, format, |rows, pixels| {
                    done(part(&rows));
                    Ok(picture.read_bytes(pixels)?)
                })
            }
            AnyEncoder::Lossless(config, bits, encoder) if config.is_one_pass() && picture.is_deep() => {
                encoder.encode_rows(writer, width, height, format, *bits, |rows, samples| {
                    done(part(&rows));
                    Ok(picture.read_words(samples)?)
                })
            }
            AnyEncoder::Lossless(config, bits, encoder) if config.is_one_pass() => {
                encoder.encode_rows(writer, width, height, format, *bits, |rows, samples| {
                    done(part(&rows));
                    Ok(picture.read_bytes(samples)?)
                })
            }
            AnyEncoder::Lossless(..) => {
                let held = self.hold(picture, true)?;
                Ok(encode_held(&held, picture, encoder, writer, done)?)
            }
        }
    }

    /// Reads all of `picture`: with more than 8 bits a sample if it has them and they are to be `deep`. Memory is taken as
    /// rows come.
    pub fn hold(&mut self, picture: &mut Picture, deep: bool) -> Result<Held<'_>, Fault> {
        let stride = picture.stride();
        let Self { bytes, words } = self;
        bytes.clear();
        words.clear();
        let deep = deep && picture.is_deep();
        let mut y = 0;
        while y < picture.height() {
            let count = (MCU_ROWS as u32).min(picture.height() - y);
            let more = count as usize * stride;
            if deep {
                picture.read_words(grown(words, more)?)?;
            } else {
                picture.read_bytes(grown(bytes, more)?)?;
            }
            y += count;
        }
        Ok(if deep { Held::Words(words) } else { Held::Bytes(bytes) })
    }
}

/// Encodes rows that were read before.
pub fn encode_held(
    held: &Held<'_>,
    picture: &Picture,
    encoder: &mut AnyEncoder,
    writer: &mut dyn Write,
    done: &(dyn Fn(f32) + Sync),
) -> Result<(), Error> {
    let (width, height, format, stride) =
        (picture.width(), picture.height(), picture.format(), picture.stride());
    let told = |part| {
        done(part);
        ControlFlow::Continue(())
    };
    match (encoder, held) {
        (AnyEncoder::Lossy(encoder), Held::Bytes(samples)) => {
            let view = ImageView::interleaved(samples, width, height, format, stride)?;
            encoder.encode_with_progress(&view, writer, told)
        }
        // Nothing is held with more bits for an encoder of 8.
        (AnyEncoder::Lossy(_), Held::Words(_)) => Ok(()),
        (AnyEncoder::Lossless(_, bits, encoder), held) => {
            let image = match held {
                Held::Bytes(samples) => LosslessImage::from_u8(samples, width, height, format, stride)?,
                Held::Words(samples) => LosslessImage::from_u16(samples, width, height, format, stride)?,
            };
            let image = match bits {
                Some(bits) => image.precision(*bits)?,
                None => image,
            };
            encoder.encode_with_progress(&image, writer, told)
        }
    }
}

/// So many more at the end of `samples`.
fn grown<T: Copy + Default>(samples: &mut Vec<T>, more: usize) -> Result<&mut [T], Fault> {
    let before = samples.len();
    samples.try_reserve(more).map_err(|_| Fault::Memory)?;
    samples.resize(before + more, T::default());
    Ok(&mut samples[before..])
}
