//! Frames, from buffers of Python to planes of luminance and chrominance.

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use unite_h264_encoder::Samples;
use yuv::{BufferStoreMut, YuvConversionMode, YuvPlanarImageMut, YuvRange, YuvStandardMatrix, rgb_to_yuv420};

use crate::error::refused;

/// How red, green and blue become luminance and chrominance.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    /// BT.601 or BT.709.
    pub matrix: YuvStandardMatrix,
    /// All values, or 16 to 235 and 240.
    pub range: YuvRange,
}

/// A frame, copied out of Python, which may change it meanwhile.
pub enum Frame {
    /// Pixels of red, green and blue.
    Rgb { size: [u32; 2], samples: Vec<u8> },
    /// Luminance, and chrominance of half the width and height.
    Planes { size: [u32; 2], planes: [Vec<u8>; 3] },
}

impl Frame {
    /// The frame that `object` is: an array of `uint8`, height by width by 3 or height by width for grey, or a tuple of three
    /// arrays, Y, Cb and Cr at 4:2:0.
    ///
    /// # Errors
    /// `TypeError` for what is no array of `uint8`, `H264Error` for another shape.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
            let parts: Vec<Bound<'_, PyAny>> = object.extract()?;
            let [y, cb, cr] = parts.as_slice() else {
                return Err(refused(format!(
                    "a frame has {} planes, and must have Y, Cb and Cr",
                    parts.len()
                )));
            };
            let ([height, width], y) = plane(y, "Y")?;
            let half = [height.div_ceil(2), width.div_ceil(2)];
            let chrominance = |object, name| {
                let (size, samples) = plane(object, name)?;
                if size != half {
                    return Err(refused(format!(
                        "{name} has the shape {size:?}, and for Y of {:?} it must have {half:?} (4:2:0)",
                        [height, width]
                    )));
                }
                Ok(samples)
            };
            let planes = [y, chrominance(cb, "Cb")?, chrominance(cr, "Cr")?];
            return Ok(Self::Planes { size: [width, height], planes });
        }
        let (shape, samples) = array(object)?;
        match *shape.as_slice() {
            [height, width, 3] => Ok(Self::Rgb { size: [width, height], samples }),
            [height, width] => Ok(Self::Rgb {
                size: [width, height],
                samples: samples.iter().flat_map(|&grey| [grey; 3]).collect(),
            }),
            _ => Err(refused(format!(
                "a frame has the shape {shape:?}, and must have (height, width, 3), or (height, width) for grey"
            ))),
        }
    }

    /// Width and height.
    pub fn size(&self) -> [u32; 2] {
        match self {
            Self::Rgb { size, .. } | Self::Planes { size, .. } => *size,
        }
    }

    /// Its planes.
    ///
    /// # Errors
    /// Where the size is none that pictures have.
    pub fn into_planes(self, conversion: Conversion) -> Result<[Vec<u8>; 3], String> {
        let ([width, height], rgb) = match self {
            Self::Planes { planes, .. } => return Ok(planes),
            Self::Rgb { size, samples } => (size, samples),
        };
        let [columns, rows] = [width.div_ceil(2), height.div_ceil(2)];
        let (mut y, chrominance) = (vec![0; (width * height) as usize], (columns * rows) as usize);
        let (mut cb, mut cr) = (vec![0; chrominance], vec![0; chrominance]);
        let mut image = YuvPlanarImageMut {
            y_plane: BufferStoreMut::Borrowed(&mut y),
            y_stride: width,
            u_plane: BufferStoreMut::Borrowed(&mut cb),
            u_stride: columns,
            v_plane: BufferStoreMut::Borrowed(&mut cr),
            v_stride: columns,
            width,
            height,
        };
        let Conversion { matrix, range } = conversion;
        rgb_to_yuv420(&mut image, &rgb, 3 * width, range, matrix, YuvConversionMode::Balanced)
            .map_err(|error| error.to_string())?;
        Ok([y, cb, cr])
    }
}

/// Planes of a frame so wide, as the encoder takes them.
pub fn samples(planes: &[Vec<u8>; 3], width: usize) -> [Samples<'_>; 3] {
    let [y, cb, cr] = planes.each_ref().map(Vec::as_slice);
    [(y, width), (cb, width.div_ceil(2)), (cr, width.div_ceil(2))]
        .map(|(samples, stride)| Samples { samples, stride })
}

fn plane(object: &Bound<'_, PyAny>, name: &str) -> PyResult<([u32; 2], Vec<u8>)> {
    let (shape, samples) = array(object)?;
    match *shape.as_slice() {
        [height, width] => Ok(([height, width], samples)),
        _ => Err(refused(format!("{name} has the shape {shape:?}, and must have two dimensions"))),
    }
}

/// Shape and samples, in their order, of an array of any strides.
fn array(object: &Bound<'_, PyAny>) -> PyResult<(Vec<u32>, Vec<u8>)> {
    let buffer = PyBuffer::<u8>::get(object)?;
    let shape: Option<Vec<u32>> = buffer.shape().iter().map(|&extent| u32::try_from(extent).ok()).collect();
    let shape = shape.filter(|shape| shape.iter().all(|&extent| (1..=1 << 14).contains(&extent)));
    let shape = shape.ok_or_else(|| {
        refused(format!("a frame has the shape {:?}, and must have 1 to 16384 each way", buffer.shape()))
    })?;
    Ok((shape, buffer.to_vec(object.py())?))
}
