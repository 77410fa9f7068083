//! The one exception.

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use unite_jpeg::Error;

create_exception!(
    unite_jpeg,
    JpegError,
    PyValueError,
    "A picture or a setting that no JPEG file can be made of."
);

/// A `JpegError` that says `message`.
pub fn refused(message: impl Into<String>) -> PyErr {
    JpegError::new_err(message.into())
}

/// The exception for an error of the encoder.
pub fn from_encoder(error: Error) -> PyErr {
    match error {
        Error::Io(error) => PyOSError::new_err(error.to_string()),
        error => refused(error.to_string()),
    }
}

/// An integer of Python that has to lie in `least..=most`.
///
/// # Errors
/// `TypeError` for what is no integer, `JpegError` for one outside, however large.
pub fn integer(value: &Bound<'_, PyAny>, name: &str, least: i64, most: i64) -> PyResult<i64> {
    let number: Option<i64> = match value.extract() {
        Ok(number) => Some(number),
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(value.py()) => None,
        Err(error) => return Err(error),
    };
    match number {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(refused(format!("{name} is {value}, and must be {least} to {most}"))),
    }
}

/// The same exception, which names a picture of several.
pub fn numbered(py: Python<'_>, number: usize, error: &PyErr) -> PyErr {
    let message = format!("picture {number}: {}", error.value(py));
    match error.get_type(py).call1((message,)) {
        Ok(value) => PyErr::from_value(value),
        Err(other) => other,
    }
}
