//! The one exception.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    unite_h264,
    H264Error,
    PyValueError,
    "A frame or a setting that no stream of H.264 can be made of."
);

/// An `H264Error` that says `message`.
pub fn refused(message: impl ToString) -> PyErr {
    H264Error::new_err(message.to_string())
}
