//! Arrays of Python, borrowed as they lie in memory.

use pyo3::buffer::{ElementType, PyUntypedBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::refused;

/// Samples of unsigned integers: rows, columns, channels.
///
/// The memory stays where it is, and readable, as long as this lives. Python code in another thread may write to it
/// meanwhile: no memory safety rests on the values of samples, and the file then holds some mixture.
pub struct Array {
    _memory: PyUntypedBuffer,
    start: *const u8,
    /// Bytes of a sample: 1 or 2.
    bytes: usize,
    shape: [usize; 3],
    /// In bytes, of any sign.
    strides: [isize; 3],
    mode: Option<String>,
}

// SAFETY: `start` points into `_memory`, which is `Send` and `Sync`, and is only read.
unsafe impl Send for Array {}
// SAFETY: as above.
unsafe impl Sync for Array {}

impl Array {
    /// The array that `object` exports: by the buffer protocol (NumPy, `memoryview`), or as Pillow's pictures do.
    ///
    /// # Errors
    /// `TypeError` for what is no array, `JpegError` for other elements than `uint8` and `uint16`, and for other than 2 or 3
    /// dimensions.
    pub fn borrow(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        match PyUntypedBuffer::get(object) {
            Ok(memory) => Self::exported(memory),
            Err(_) => Self::of_interface(object),
        }
    }

    fn exported(memory: PyUntypedBuffer) -> PyResult<Self> {
        let bytes = match ElementType::from_format(memory.format()) {
            ElementType::UnsignedInteger { bytes: bytes @ (1 | 2) } => bytes,
            _ => {
                let format = memory.format().to_string_lossy();
                return Err(refused(format!(
                    "samples are of the format '{format}', and must be uint8 or uint16"
                )));
            }
        };
        if bytes == 2 && memory.format().to_bytes().first() == Some(&b'>') {
            return Err(refused(
                "samples of 16 bits are in the byte order of another machine: convert them first",
            ));
        }
        if memory.suboffsets().is_some_and(|offsets| offsets.iter().any(|&offset| offset >= 0)) {
            return Err(refused("the buffer is an array of pointers; an array with strides is wanted"));
        }
        let (shape, strides) = match (memory.shape(), memory.strides()) {
            (&[height, width], &[row, pixel]) => ([height, width, 1], [row, pixel, bytes as isize]),
            (&[height, width, channels], &[row, pixel, channel]) => {
                ([height, width, channels], [row, pixel, channel])
            }
            (shape, _) => return Err(dimensions(shape.len())),
        };
        let start = memory.buf_ptr().cast_const().cast();
        Ok(Self { _memory: memory, start, bytes, shape, strides, mode: None })
    }

    /// What has no buffer, but says its bytes, shape and type, as `PIL.Image.Image` does.
    fn of_interface(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(interface) = object.getattr("__array_interface__") else {
            let name = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "a picture is an array of uint8 or uint16 (of NumPy, a memoryview, a picture of Pillow), not '{name}'"
            )));
        };
        let interface = interface.cast_into::<PyDict>()?;
        let item = |name: &str| {
            interface.get_item(name)?.ok_or_else(|| refused(format!("__array_interface__ has no '{name}'")))
        };
        let mode: Option<String> = object.getattr("mode").ok().and_then(|mode| mode.extract().ok());
        let bytes = match item("typestr")?.extract::<String>()?.as_str() {
            "|u1" | "<u1" => 1usize,
            "<u2" => 2,
            _ if mode.is_some() => return Err(of_mode(&mode.unwrap_or_default())),
            other => {
                return Err(refused(format!(
                    "samples are of the type '{other}', and must be uint8 or uint16"
                )));
            }
        };
        let shape = match item("shape")?.extract::<Vec<usize>>()?.as_slice() {
            &[height, width] => [height, width, 1],
            &[height, width, channels] => [height, width, channels],
            shape => return Err(dimensions(shape.len())),
        };
        let memory = PyUntypedBuffer::get(&item("data")?)?;
        let size = shape.iter().try_fold(bytes, |size: usize, &extent| size.checked_mul(extent));
        if !memory.is_c_contiguous() || size != Some(memory.len_bytes()) {
            return Err(refused("__array_interface__ and its data differ in size"));
        }
        let pixel = shape[2] * bytes;
        let strides = [shape[1] * pixel, pixel, bytes].map(|stride| stride as isize);
        let start = memory.buf_ptr().cast_const().cast();
        Ok(Self { _memory: memory, start, bytes, shape, strides, mode })
    }

    /// Rows, columns, channels.
    pub fn shape(&self) -> [usize; 3] {
        self.shape
    }

    /// Bytes from row to row, from column to column, from channel to channel.
    pub fn strides(&self) -> [isize; 3] {
        self.strides
    }

    /// Bytes of a sample: 1 or 2.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What Pillow calls the kind of pixels.
    pub fn mode(&self) -> Option<&str> {
        self.mode.as_deref()
    }

    /// The address of the first sample of the first row.
    pub fn start(&self) -> *const u8 {
        self.start
    }

    /// All samples side by side, row by row, channels innermost, in the bytes of this machine.
    pub fn packed<T: Sample>(&self) -> Vec<T> {
        debug_assert_eq!(self.bytes, size_of::<T>(), "bytes of a sample");
        let [height, width, channels] = self.shape;
        let [row, pixel, channel] = self.strides;
        let mut samples = Vec::with_capacity(height * width * channels);
        for y in 0..height {
            for x in 0..width {
                for c in 0..channels {
                    let offset = y as isize * row + x as isize * pixel + c as isize * channel;
                    // SAFETY: the exporter says that the element at these indices, which are within its shape, lies at this
                    // offset; `T` is as large as an element, and any bytes are one.
                    samples.push(unsafe { self.start.offset(offset).cast::<T>().read_unaligned() });
                }
            }
        }
        samples
    }
}

/// Unsigned integers of which a sample may consist.
pub trait Sample: Copy {}
impl Sample for u8 {}
impl Sample for u16 {}

fn dimensions(count: usize) -> PyErr {
    refused(format!("the array has {count} dimensions; a picture has 2 (grey), or 3 with channels last"))
}

/// What to do with pixels of Pillow that a file cannot hold.
pub fn of_mode(mode: &str) -> PyErr {
    refused(format!(
        "a picture of mode '{mode}' has no pixels that a JPEG file holds: convert it, as by image.convert(\"RGB\")"
    ))
}
