//! The lossless encoder as a class.

use std::slice;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use unite_jpeg::{LosslessConfig, LosslessImage, LosslessTables, PixelFormat, Predictor};

use crate::array::{Array, Sample};
use crate::error::{from_encoder, integer, refused};
use crate::settings::{Said, Text, density, threads};

/// Encoders without loss, with one set of settings. Several threads may use one at the same time.
#[pyclass(frozen, module = "unite_jpeg._native")]
pub struct LosslessEncoder {
    config: LosslessConfig,
    bits: Option<u8>,
}

#[pymethods]
impl LosslessEncoder {
    #[new]
    #[pyo3(signature = (predictor, point_transform, bits, optimize, exif, icc, xmp, comment, dpi, threads))]
    #[expect(clippy::too_many_arguments, reason = "settings; Python gives them by name")]
    fn new(
        predictor: &Bound<'_, PyAny>,
        point_transform: &Bound<'_, PyAny>,
        bits: Option<&Bound<'_, PyAny>>,
        optimize: bool,
        exif: Option<Vec<u8>>,
        icc: Option<Vec<u8>>,
        xmp: Option<Vec<u8>>,
        comment: Option<Text>,
        dpi: Option<&Bound<'_, PyAny>>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let config = LosslessConfig::new()
            .predictor(self::predictor(predictor)?)
            .point_transform(integer(point_transform, "point_transform", 0, 15)? as u8)
            .tables(if optimize { LosslessTables::Optimized } else { LosslessTables::Fixed })
            .metadata(Said { exif, icc, xmp, comment }.into())
            .density(density(dpi)?)
            .threads(self::threads(threads)?);
        let bits = match bits {
            Some(bits) => Some(integer(bits, "bits", 2, 16)? as u8),
            None => None,
        };
        unite_jpeg::LosslessEncoder::new(config.clone()).map_err(from_encoder)?;
        Ok(Self { config, bits })
    }

    /// The file of an array of `uint8` or `uint16`.
    fn encode<'py>(&self, py: Python<'py>, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let array = Array::borrow(array)?;
        let channels = array.shape()[2];
        if !(1..=4).contains(&channels) {
            return Err(refused(format!("{channels} channels are not 1 to 4; the last dimension has them")));
        }
        let file = py.detach(|| match array.bytes() {
            1 => {
                let samples = Samples::<u8>::of(&array);
                self.file(samples.picture(LosslessImage::from_u8, LosslessImage::components_u8)?)
            }
            _ => {
                let samples = Samples::<u16>::of(&array);
                self.file(samples.picture(LosslessImage::from_u16, LosslessImage::components_u16)?)
            }
        });
        Ok(PyBytes::new(py, &file.map_err(from_encoder)?))
    }
}

impl LosslessEncoder {
    fn file(&self, picture: LosslessImage<'_>) -> Result<Vec<u8>, unite_jpeg::Error> {
        let picture = match self.bits {
            Some(bits) => picture.precision(bits)?,
            None => picture,
        };
        unite_jpeg::LosslessEncoder::new(self.config.clone())?.encode_to_vec(&picture)
    }
}

/// Rows of samples with pixels side by side: those of an array, or a copy.
struct Samples<'a, T> {
    array: &'a Array,
    copy: Option<Vec<T>>,
}

type Named<'a, T> = fn(&'a [T], u32, u32, PixelFormat, usize) -> Result<LosslessImage<'a>, unite_jpeg::Error>;
type Unnamed<'a, T> = fn(&'a [T], u32, u32, usize, usize) -> Result<LosslessImage<'a>, unite_jpeg::Error>;

impl<'a, T: Sample> Samples<'a, T> {
    fn of(array: &'a Array) -> Self {
        let [height, width, channels] = array.shape();
        let [row, pixel, channel] = array.strides();
        let size = size_of::<T>() as isize;
        let is_plain = (channels <= 1 || channel == size)
            && (width <= 1 || pixel == channels as isize * size)
            && (height <= 1 || row >= (width * channels) as isize * size && row % size == 0)
            && array.start().cast::<T>().is_aligned();
        Self { array, copy: (!is_plain).then(|| array.packed()) }
    }

    /// Samples from row to row.
    fn stride(&self) -> usize {
        let [height, width, channels] = self.array.shape();
        match self.copy {
            None if height > 1 => self.array.strides()[0] as usize / size_of::<T>(),
            _ => width * channels,
        }
    }

    fn all(&'a self) -> &'a [T] {
        let [height, width, channels] = self.array.shape();
        match &self.copy {
            Some(copy) => copy,
            None if height == 0 || width == 0 => &[],
            None => {
                let len = (height - 1) * self.stride() + width * channels;
                // SAFETY: the start is aligned, rows are whole samples apart and do not go up, and `T` has the size of an element;
                // so all lies between the first and the last element, in the memory of one exporter, which outlives `self`.
                unsafe { slice::from_raw_parts(self.array.start().cast(), len) }
            }
        }
    }

    /// The picture: grey, red, green and blue, or components without a meaning.
    fn picture(
        &'a self,
        named: Named<'a, T>,
        unnamed: Unnamed<'a, T>,
    ) -> Result<LosslessImage<'a>, unite_jpeg::Error> {
        let [height, width, channels] = self.array.shape();
        let [width, height] = [width, height].map(|extent| u32::try_from(extent).unwrap_or(u32::MAX));
        match channels {
            1 => named(self.all(), width, height, PixelFormat::Gray, self.stride()),
            3 => named(self.all(), width, height, PixelFormat::Rgb, self.stride()),
            _ => unnamed(self.all(), width, height, channels, self.stride()),
        }
    }
}

/// Selection value 1 to 7, or `"best"`.
fn predictor(value: &Bound<'_, PyAny>) -> PyResult<Predictor> {
    if value.extract::<&str>().is_ok_and(|name| name == "best") {
        return Ok(Predictor::Best);
    }
    let selection = integer(value, "predictor", 1, 7)? as u8;
    Predictor::from_selection(selection)
        .ok_or_else(|| refused(format!("predictor is {selection}, and must be 1 to 7")))
}
