//! What a file says of a picture besides its pixels.

use crate::Error;

/// Segments that go into a file as they are.
///
/// ```
/// use unite_jpeg::{Encoder, EncoderConfig, ImageView, Metadata};
///
/// let metadata = Metadata::new().comment("a grey square").icc(vec![0; 100_000]);
/// let mut encoder = Encoder::new(EncoderConfig::new().metadata(metadata))?;
/// let file = encoder.encode_to_vec(&ImageView::gray(&[128; 64], 8, 8)?)?;
/// // The profile takes two segments.
/// assert_eq!(file.windows(11).filter(|bytes| bytes == b"ICC_PROFILE").count(), 2);
/// # Ok::<(), unite_jpeg::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    exif: Vec<u8>,
    xmp: Vec<u8>,
    icc: Vec<u8>,
    segments: Vec<(u8, Vec<u8>)>,
    comments: Vec<Vec<u8>>,
}

/// The most bytes of a segment after its length.
pub(crate) const MOST: usize = 65533;
/// What an APP1 segment with EXIF begins with.
const EXIF: &[u8] = b"Exif\0\0";
/// What an APP1 segment with XMP begins with.
const XMP: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
/// What an APP2 segment with a part of a profile begins with; the number of the part and the count of all follow.
const ICC: &[u8] = b"ICC_PROFILE\0";
/// Bytes of a profile in one segment.
const ICC_PART: usize = MOST - ICC.len() - 2;

const APP1: u8 = 0xE1;
const APP2: u8 = 0xE2;
const COMMENT: u8 = 0xFE;

impl Metadata {
    /// None.
    pub const fn new() -> Self {
        Self {
            exif: Vec::new(),
            xmp: Vec::new(),
            icc: Vec::new(),
            segments: Vec::new(),
            comments: Vec::new(),
        }
    }

    /// EXIF: a TIFF structure, without the identifier before it.
    pub fn exif(mut self, exif: impl Into<Vec<u8>>) -> Self {
        self.exif = exif.into();
        self
    }

    /// XMP: a packet of XML.
    pub fn xmp(mut self, xmp: impl Into<Vec<u8>>) -> Self {
        self.xmp = xmp.into();
        self
    }

    /// A colour profile of the ICC, which is split over as many segments as it takes.
    pub fn icc(mut self, profile: impl Into<Vec<u8>>) -> Self {
        self.icc = profile.into();
        self
    }

    /// A comment, after those that there are.
    pub fn comment(mut self, comment: impl Into<Vec<u8>>) -> Self {
        self.comments.push(comment.into());
        self
    }

    /// Any other application segment, APP0 to APP15, after those that there are.
    pub fn application(mut self, number: u8, data: impl Into<Vec<u8>>) -> Self {
        self.segments.push((number, data.into()));
        self
    }

    /// What does not fit into a file.
    ///
    /// # Errors
    /// [`Error::Metadata`], [`Error::ApplicationSegment`].
    pub(crate) fn check(&self) -> Result<(), Error> {
        let check = |what, len, limit| match len > limit {
            true => Err(Error::Metadata { what, len, limit }),
            false => Ok(()),
        };
        check("EXIF", self.exif.len(), MOST - EXIF.len())?;
        check("XMP", self.xmp.len(), MOST - XMP.len())?;
        check("an ICC profile", self.icc.len(), 255 * ICC_PART)?;
        for (number, data) in &self.segments {
            if *number > 15 {
                return Err(Error::ApplicationSegment(*number));
            }
            check("an application segment", data.len(), MOST)?;
        }
        self.comments.iter().try_for_each(|comment| check("a comment", comment.len(), MOST))
    }

    /// Calls `write` with the marker and the parts of each segment, in their order.
    pub(crate) fn each_segment(&self, mut write: impl FnMut(u8, &[&[u8]])) {
        if !self.exif.is_empty() {
            write(APP1, &[EXIF, &self.exif]);
        }
        if !self.xmp.is_empty() {
            write(APP1, &[XMP, &self.xmp]);
        }
        let parts = self.icc.chunks(ICC_PART);
        let count = parts.len() as u8;
        (1..).zip(parts).for_each(|(number, part)| write(APP2, &[ICC, &[number, count], part]));
        self.segments.iter().for_each(|(number, data)| write(0xE0 + number, &[data]));
        self.comments.iter().for_each(|comment| write(COMMENT, &[comment]));
    }
}
