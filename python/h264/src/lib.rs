//! The native half of the Python package `unite_h264`: frames in, packets and files out.
//!
//! What Python users call is in `unite_h264/__init__.py`, with its documentation.

mod coder;
mod error;
mod file;
mod frame;

use pyo3::prelude::*;

/// Classes and the exception of `unite_h264`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<coder::Coder>()?;
    module.add_class::<file::File>()?;
    module.add("H264Error", module.py().get_type::<error::H264Error>())
}
