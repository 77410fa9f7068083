//! The lossy encoder as a class.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use unite_jpeg::{EncoderConfig, HuffmanTables, ImageView, Sampling};

use crate::error::{from_encoder, integer, numbered, refused};
use crate::picture::{Picture, encode};
use crate::plane::Plane;
use crate::rows::Rows;
use crate::settings::{Said, Text, density, restart, sampling, threads};

/// Encoders with one set of settings. Several threads may use one at the same time.
#[pyclass(frozen, module = "unite_jpeg._native")]
pub struct Encoder {
    config: EncoderConfig,
    sampling: Sampling,
    /// Whether memory depends on the width only.
    in_one_pass: bool,
    /// Those at rest, with their memory.
    idle: Mutex<Vec<unite_jpeg::Encoder>>,
}

/// The most pixels of a picture whose coefficients or tokens stay in memory.
const KEPT_PIXELS: usize = 1 << 20;

impl Encoder {
    /// What `work` makes with an encoder, of a picture of so many pixels.
    fn with<T>(
        &self,
        pixels: usize,
        work: impl FnOnce(&mut unite_jpeg::Encoder) -> Result<T, unite_jpeg::Error>,
    ) -> Result<T, unite_jpeg::Error> {
        let idle = self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
        let mut encoder = match idle {
            Some(encoder) => encoder,
            None => unite_jpeg::Encoder::new(self.config.clone())?,
        };
        let made = work(&mut encoder)?;
        if self.in_one_pass || pixels <= KEPT_PIXELS {
            self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(encoder);
        }
        Ok(made)
    }

    fn file(&self, picture: &Picture) -> Result<Vec<u8>, unite_jpeg::Error> {
        self.with(picture.pixels(), |encoder| {
            let mut file = Vec::new();
            encode(encoder, picture, &mut file)?;
            Ok(file)
        })
    }
}

#[pymethods]
impl Encoder {
    #[new]
    #[pyo3(signature = (quality, subsampling, progressive, optimize, restart, transform, exif, icc, xmp, comment, dpi, threads))]
    #[expect(clippy::too_many_arguments, reason = "settings; Python gives them by name")]
    fn new(
        quality: &Bound<'_, PyAny>,
        subsampling: &str,
        progressive: bool,
        optimize: bool,
        restart: &Bound<'_, PyAny>,
        transform: bool,
        exif: Option<Vec<u8>>,
        icc: Option<Vec<u8>>,
        xmp: Option<Vec<u8>>,
        comment: Option<Text>,
        dpi: Option<&Bound<'_, PyAny>>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let sampling = sampling(subsampling)?;
        let tables = if optimize { HuffmanTables::Optimized } else { HuffmanTables::Standard };
        let config = EncoderConfig::new()
            .quality(integer(quality, "quality", 1, 100)? as u8)
            .sampling(sampling)
            // As Pillow and TurboJPEG have it: tables of 8 bits, which every decoder takes.
            .force_baseline(true)
            .progressive(progressive)
            .transform(transform)
            .huffman(tables)
            .restart(self::restart(restart)?)
            .metadata(Said { exif, icc, xmp, comment }.into())
            .density(density(dpi)?)
            .threads(self::threads(threads)?);
        let first = unite_jpeg::Encoder::new(config.clone()).map_err(from_encoder)?;
        let in_one_pass = !optimize && !progressive;
        Ok(Self { config, sampling, in_one_pass, idle: Mutex::new(vec![first]) })
    }

    /// The file of one picture.
    #[pyo3(signature = (image, colorspace))]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        image: &Bound<'py, PyAny>,
        colorspace: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let picture = Picture::borrow(image, colorspace)?;
        let file = py.detach(|| self.file(&picture)).map_err(from_encoder)?;
        Ok(PyBytes::new(py, &file))
    }

    /// The file of a picture whose luminance and chrominance lie in arrays of their own, the latter as large as the
    /// subsampling says.
    fn encode_planes<'py>(
        &self,
        py: Python<'py>,
        y: &Bound<'py, PyAny>,
        u: &Bound<'py, PyAny>,
        v: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let planes = [Plane::borrow(y, "Y")?, Plane::borrow(u, "U")?, Plane::borrow(v, "V")?];
        let [[height, width], cb, cr] = planes.each_ref().map(Plane::shape);
        let sampling = self.sampling;
        let [across, down] = sampling.factors().map(usize::from);
        let expected = [height.div_ceil(down), width.div_ceil(across)];
        if sampling != Sampling::Gray && (cb != expected || cr != expected) {
            return Err(refused(format!(
                "U and V have shapes {cb:?} and {cr:?}; for Y of {height} by {width} and this subsampling they have {expected:?}"
            )));
        }
        let extent = |extent: usize| u32::try_from(extent).unwrap_or(u32::MAX);
        let file = py.detach(|| {
            let strides = planes.each_ref().map(Plane::stride);
            let samples = planes.each_ref().map(Plane::samples);
            let view = ImageView::planar_ycbcr(samples, strides, extent(width), extent(height), sampling)?;
            self.with(height * width, |encoder| encoder.encode_to_vec(&view))
        });
        Ok(PyBytes::new(py, &file.map_err(from_encoder)?))
    }

    /// The files of many pictures, which so many threads share.
    fn encode_many<'py>(
        &self,
        py: Python<'py>,
        images: Vec<Bound<'py, PyAny>>,
        colorspace: Option<&str>,
        threads: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let threads = match self::threads(threads)? {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let pictures = images.iter().enumerate().map(|(number, image)| {
            Picture::borrow(image, colorspace).map_err(|error| numbered(py, number, &error))
        });
        let pictures: Vec<Picture> = pictures.collect::<PyResult<_>>()?;
        let files = py.detach(|| self.shared_out(&pictures, threads));
        let each = files.into_iter().enumerate().map(|(number, file)| match file {
            Ok(file) => Ok(PyBytes::new(py, &file)),
            Err(error) => Err(numbered(py, number, &from_encoder(error))),
        });
        each.collect()
    }

    /// A picture whose rows are written one after another, to `file`, which has a method `write`.
    fn rows(
        &self,
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        file: Py<PyAny>,
        colorspace: &str,
    ) -> PyResult<Rows> {
        let size = [
            integer(width, "width", 0, u32::MAX.into())? as u32,
            integer(height, "height", 0, u32::MAX.into())? as u32,
        ];
        let encoder = unite_jpeg::Encoder::new(self.config.clone()).map_err(from_encoder)?;
        Rows::start(encoder, size, colorspace, file)
    }
}

impl Encoder {
    /// The files of `pictures` in their order. Each thread takes the next that is not taken.
    fn shared_out(&self, pictures: &[Picture], threads: usize) -> Vec<Result<Vec<u8>, unite_jpeg::Error>> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut files = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(picture) = pictures.get(number) else { return files };
                files.push((number, self.file(picture)));
            }
        };
        let mut files = thread::scope(|scope| {
            let others: Vec<_> = (1..threads.min(pictures.len())).map(|_| scope.spawn(work)).collect();
            let mut files = work();
            for other in others {
                files.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            files
        });
        files.sort_unstable_by_key(|(number, _)| *number);
        files.into_iter().map(|(_, file)| file).collect()
    }
}
