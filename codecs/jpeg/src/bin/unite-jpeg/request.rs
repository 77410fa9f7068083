//! What a command line asks for, whichever way it was said.

use unite_jpeg::{Encoder, EncoderConfig, Error, LosslessConfig, LosslessEncoder, Metadata};

use crate::plan::Job;

/// All that a command line asks for.
pub struct Request {
    pub jobs: Vec<Job>,
    pub encoder: AnyEncoder,
    pub wishes: Wishes,
}

/// What is the same for all pictures.
#[derive(Debug)]
pub struct Wishes {
    /// Metadata that every file gets.
    pub metadata: Metadata,
    /// Whether profile, EXIF and XMP are carried over.
    pub keep_metadata: bool,
    /// Show progress, if there is a terminal.
    pub progress: bool,
    /// Say what each file cost.
    pub stats: bool,
    /// Threads that share the work, if a number was said; 0 for one for each processor.
    pub threads: Option<usize>,
    /// What messages begin with.
    pub name: &'static str,
}

/// How pictures are coded.
#[derive(Clone, Debug)]
pub enum Coding {
    Lossy(EncoderConfig),
    /// With the bits of a sample, if they are not what the picture says.
    Lossless(LosslessConfig, Option<u8>),
}

/// An encoder for either.
pub enum AnyEncoder {
    Lossy(Box<Encoder>),
    Lossless(LosslessConfig, Option<u8>, Box<LosslessEncoder>),
}

impl Coding {
    /// An encoder, if the settings are good.
    pub fn encoder(&self) -> Result<AnyEncoder, Error> {
        Ok(match self {
            Self::Lossy(config) => AnyEncoder::Lossy(Box::new(Encoder::new(config.clone())?)),
            Self::Lossless(config, bits) => {
                let encoder = LosslessEncoder::new(config.clone())?;
                AnyEncoder::Lossless(config.clone(), *bits, Box::new(encoder))
            }
        })
    }
}

impl AnyEncoder {
    /// The same on one thread.
    pub fn on_one_thread(&self) -> Result<Self, Error> {
        match self {
            Self::Lossy(encoder) => Coding::Lossy(encoder.config().clone().threads(1)).encoder(),
            Self::Lossless(config, bits, _) => Coding::Lossless(config.clone().threads(1), *bits).encoder(),
        }
    }
}

/// An encoder, and the same on one thread for small pictures.
pub struct Encoders {
    encoder: AnyEncoder,
    threads: usize,
    /// Made when the first small picture comes.
    for_small: Option<AnyEncoder>,
}

impl Encoders {
    /// `encoder` has so many threads.
    pub fn new(encoder: AnyEncoder, threads: usize) -> Self {
        Self { encoder, threads, for_small: None }
    }

    /// The encoder of a picture of this size.
    pub fn of(&mut self, width: u32, height: u32) -> Result<&mut AnyEncoder, Error> {
        /// A thread costs a process what it takes to code so many: its pages are new, and are touched for the first time.
        const PIXELS: u64 = 1 << 20;
        if self.threads == 1 || u64::from(width) * u64::from(height) >= PIXELS {
            return Ok(&mut self.encoder);
        }
        match &mut self.for_small {
            Some(encoder) => Ok(encoder),
            none => Ok(none.insert(self.encoder.on_one_thread()?)),
        }
    }
}
