//! One component in an array of its own.

use std::slice;

use pyo3::prelude::*;

use crate::array::Array;
use crate::error::refused;

/// Rows of samples of 8 bits.
pub struct Plane {
    array: Array,
    /// Where rows overlap, go up or have gaps between samples.
    copy: Option<Vec<u8>>,
}

impl Plane {
    /// The plane that `object` holds; `name` is said if it holds none.
    ///
    /// # Errors
    /// Those of [`Array::borrow`], and `JpegError` for several channels and for samples of 16 bits.
    pub fn borrow(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let array = Array::borrow(object)?;
        let [height, width, channels] = array.shape();
        if channels != 1 || array.bytes() != 1 {
            let bits = 8 * array.bytes();
            return Err(refused(format!(
                "{name} has {channels} channels of {bits} bits; a plane has one of 8"
            )));
        }
        let [row, pixel, _] = array.strides();
        let is_plain = (width <= 1 || pixel == 1) && (height <= 1 || row >= width as isize);
        let copy = (!is_plain).then(|| array.packed());
        Ok(Self { array, copy })
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        let [height, width, _] = self.array.shape();
        [height, width]
    }

    /// Samples from row to row.
    pub fn stride(&self) -> usize {
        let [height, width] = self.shape();
        match self.copy {
            None if height > 1 => self.array.strides()[0] as usize,
            _ => width,
        }
    }

    /// The samples, from the first to the last.
    pub fn samples(&self) -> &[u8] {
        let [height, width] = self.shape();
        match &self.copy {
            Some(copy) => copy,
            None if height == 0 || width == 0 => &[],
            // SAFETY: rows of samples side by side begin `stride` apart, which is not negative, so all lies between the first
            // and the last element, in the memory of one exporter, which stays as long as `self.array` does.
            None => unsafe {
                slice::from_raw_parts(self.array.start(), (height - 1) * self.stride() + width)
            },
        }
    }
}
