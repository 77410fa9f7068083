//! JPEG encoding as functions of Daft, by its stable extension interface: Arrow arrays in, Arrow arrays out, no Python.
//!
//! A function's type is decided before its arguments are known, so there is one function for each thing that can be done about a
//! picture that has no file. Users call `unite_jpeg_daft.encode_jpeg` of the Python package beside this, which chooses.

#![expect(missing_docs, reason = "the attribute of Daft writes a function that has none")]

mod arguments;
mod encode;
mod kind;
mod pictures;

use std::sync::Arc;

use daft_ext::daft_extension;
use daft_ext::prelude::{DaftExtension, DaftSession};

use crate::encode::{EncodeJpeg, OnError};

/// What Daft loads.
#[daft_extension]
pub struct Extension;

impl DaftExtension for Extension {
    fn install(session: &mut dyn DaftSession) {
        for on_error in [OnError::Raise, OnError::Null, OnError::Struct] {
            session.define_function(Arc::new(EncodeJpeg { on_error }));
        }
    }
}
