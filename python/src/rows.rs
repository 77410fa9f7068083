//! Pictures that are written row by row.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use self_cell::{MutBorrow, self_cell};
use unite_jpeg::{Encoder, Error, RowEncoder};

use crate::color;
use crate::error::{from_encoder, refused};
use crate::picture::Picture;

/// Bytes that are not handed to Python yet.
#[derive(Clone, Default)]
struct Pending(Arc<Mutex<Vec<u8>>>);

impl Pending {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Begun<'a> = Option<RowEncoder<'a, Pending>>;

self_cell!(
    /// An encoder, and the picture that borrows it.
    struct Running {
        owner: MutBorrow<Encoder>,
        #[covariant]
        dependent: Begun,
    }
);

/// A picture whose rows come one after another. Ends with the `with` block that it is used in.
#[pyclass(module = "unite_jpeg._native")]
pub struct Rows {
    running: Running,
    pending: Pending,
    colorspace: String,
    file: Py<PyAny>,
}

impl Rows {
    /// Starts a picture of `width` and `height`.
    ///
    /// # Errors
    /// `JpegError` for sizes that no file has.
    pub fn start(
        encoder: Encoder,
        [width, height]: [u32; 2],
        colorspace: &str,
        file: Py<PyAny>,
    ) -> PyResult<Self> {
        let color = color::named(colorspace)?.color();
        let pending = Pending::default();
        let running = Running::try_new(MutBorrow::new(encoder), |encoder| {
            encoder.borrow_mut().start(pending.clone(), width, height, color).map(Some)
        });
        let running = running.map_err(from_encoder)?;
        Ok(Self { running, pending, colorspace: colorspace.to_owned(), file })
    }

    /// Hands over what there is.
    fn hand_over(&self, py: Python<'_>) -> PyResult<()> {
        let bytes = self.pending.take();
        if !bytes.is_empty() {
            self.file.call_method1(py, "write", (PyBytes::new(py, &bytes),))?;
        }
        Ok(())
    }
}

#[pymethods]
impl Rows {
    /// Appends the rows of `image`, any number of them.
    fn write(&mut self, py: Python<'_>, image: &Bound<'_, PyAny>) -> PyResult<()> {
        let picture = Picture::borrow(image, Some(&self.colorspace))?;
        let running = &mut self.running;
        let pushed = py.detach(|| {
            running.with_dependent_mut(|_, rows| {
                let rows = rows.as_mut()?;
                Some(picture.each_part(|part| rows.push_rows(part)))
            })
        });
        pushed.ok_or_else(ended)?.map_err(from_encoder)?;
        self.hand_over(py)
    }

    /// Completes the file. Done by the end of the `with` block, too.
    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        let running = &mut self.running;
        let finished: Result<(), Error> = py.detach(|| {
            running.with_dependent_mut(|_, rows| rows.take().map_or(Ok(()), |rows| rows.finish().map(drop)))
        });
        finished.map_err(from_encoder)?;
        self.hand_over(py)
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __exit__(
        &mut self,
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if kind.is_none() {
            return self.close(py);
        }
        // The block failed: what was written stays a beginning.
        self.running.with_dependent_mut(|_, rows| *rows = None);
        Ok(())
    }
}

fn ended() -> PyErr {
    refused("the picture is complete, or its `with` block has ended: no more rows can be written")
}
