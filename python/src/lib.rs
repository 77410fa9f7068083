//! The native half of the Python package `unite_jpeg`: arrays in, files out.
//!
//! What Python users call is in `unite_jpeg/__init__.py`, with its documentation. Here are the classes on which it stands.

mod array;
mod color;
mod encoder;
mod error;
mod lossless;
mod picture;
mod plane;
mod rows;
mod settings;

use pyo3::prelude::*;

/// Classes and the exception of `unite_jpeg`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<encoder::Encoder>()?;
    module.add_class::<lossless::LosslessEncoder>()?;
    module.add_class::<rows::Rows>()?;
    module.add("JpegError", module.py().get_type::<error::JpegError>())
}
