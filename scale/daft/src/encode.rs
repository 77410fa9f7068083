//! The functions.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::builder::{LargeBinaryBuilder, LargeStringBuilder, NullBufferBuilder};
use arrow_array::{Array, ArrayRef, StructArray, ffi, make_array};
use arrow_schema::{DataType, Field, Fields};
use daft_ext::prelude::{ArrowData, ArrowSchema, DaftError, DaftResult, DaftScalarFunction};
use unite_jpeg_pictures::{Coder, Refusal};

use crate::arguments::{self, Arguments};
use crate::kind::Kind;
use crate::pictures::Pictures;

/// What becomes of a picture that has no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    /// The query fails, and says why.
    Raise,
    /// The row is null.
    Null,
    /// The row says why: each is `{bytes, error}`, one of which is null.
    Struct,
}

/// The function of one [`OnError`].
pub struct EncodeJpeg {
    /// What becomes of a picture that has no file.
    pub on_error: OnError,
}

impl EncodeJpeg {
    fn result_type(&self) -> DataType {
        match self.on_error {
            OnError::Raise | OnError::Null => DataType::LargeBinary,
            OnError::Struct => DataType::Struct(both()),
        }
    }

    fn encode(&self, pictures: &Pictures, arguments: &Arguments) -> DaftResult<ArrayRef> {
        let mut coder = Coder::default();
        let mut results = Results::default();
        for row in 0..pictures.len() {
            if pictures.is_null(row) {
                results.nothing();
                continue;
            }
            let settings = arguments.settings(row);
            match settings.and_then(|settings| pictures.encode(row, &mut coder, &settings)) {
                Ok(file) => results.file(&file),
                Err(refusal) if self.on_error == OnError::Raise => {
                    let place = Place { row, name: arguments.name(row) };
                    return Err(DaftError::RuntimeError(place.says(&refusal)));
                }
                Err(refusal) => results.refusal(&refusal),
            }
        }
        Ok(match self.on_error {
            OnError::Raise | OnError::Null => Arc::new(results.files.finish()),
            OnError::Struct => Arc::new(results.both()),
        })
    }
}

impl DaftScalarFunction for EncodeJpeg {
    fn name(&self) -> &CStr {
        match self.on_error {
            OnError::Raise => c"unite_jpeg_encode_raise",
            OnError::Null => c"unite_jpeg_encode_null",
            OnError::Struct => c"unite_jpeg_encode_struct",
        }
    }

    fn return_field(&self, args: &[ArrowSchema]) -> DaftResult<ArrowSchema> {
        let fields = args.iter().map(Field::try_from).collect::<Result<Vec<_>, _>>()?;
        let refused = |sentence: String| DaftError::TypeError(format!("encode_jpeg: {sentence}"));
        let [picture, others @ ..] = fields.as_slice() else {
            return Err(refused("there is no picture".into()));
        };
        Kind::of(picture).map_err(refused)?;
        arguments::check(others).map_err(refused)?;
        Ok(ArrowSchema::try_from(&Field::new(picture.name(), self.result_type(), true))?)
    }

    fn call(&self, args: Vec<ArrowData>) -> DaftResult<ArrowData> {
        let mut kind = Err("there is no picture".to_string());
        let mut columns = Vec::with_capacity(args.len());
        for (number, ArrowData { schema, array }) in args.into_iter().enumerate() {
            if number == 0 {
                kind = Kind::of(&Field::try_from(&schema)?);
            }
            // SAFETY: the interface of Daft says that both are valid by the Arrow C data interface, and gives them away.
            let data = unsafe { ffi::from_ffi(array.into(), &schema.into()) }?;
            columns.push(make_array(data));
        }
        let kind = kind.map_err(DaftError::TypeError)?;
        let laid_out_otherwise = || {
            DaftError::RuntimeError("encode_jpeg: a column is laid out otherwise than its type says".into())
        };
        let pictures = columns.first().and_then(|column| Pictures::new(kind, column));
        let pictures = pictures.ok_or_else(laid_out_otherwise)?;
        let arguments = Arguments::new(&columns[1..], pictures.len()).ok_or_else(laid_out_otherwise)?;
        let made = self.encode(&pictures, &arguments)?;
        let (array, schema) = ffi::to_ffi(&made.to_data())?;
        Ok(ArrowData { schema: schema.into(), array: array.into() })
    }
}

/// Which picture it is that has no file.
struct Place<'a> {
    /// In what the function was called with.
    row: usize,
    name: Option<&'a str>,
}

impl Place<'_> {
    fn says(&self, refusal: &Refusal) -> String {
        match self.name {
            Some(name) => format!("encode_jpeg: row {} of the batch, '{name}': {refusal}", self.row),
            None => format!("encode_jpeg: row {} of the batch: {refusal}", self.row),
        }
    }
}

/// Files and refusals, row by row.
struct Results {
    files: LargeBinaryBuilder,
    errors: LargeStringBuilder,
    there: NullBufferBuilder,
}

impl Default for Results {
    fn default() -> Self {
        let (files, errors) = (LargeBinaryBuilder::new(), LargeStringBuilder::new());
        Self { files, errors, there: NullBufferBuilder::new(0) }
    }
}

impl Results {
    fn file(&mut self, file: &[u8]) {
        self.files.append_value(file);
        self.errors.append_null();
        self.there.append_non_null();
    }

    fn refusal(&mut self, refusal: &Refusal) {
        self.files.append_null();
        self.errors.append_value(refusal.to_string());
        self.there.append_non_null();
    }

    /// There was no picture.
    fn nothing(&mut self) {
        self.files.append_null();
        self.errors.append_null();
        self.there.append_null();
    }

    fn both(mut self) -> StructArray {
        let columns: Vec<ArrayRef> = vec![Arc::new(self.files.finish()), Arc::new(self.errors.finish())];
        StructArray::new(both(), columns, self.there.finish())
    }
}

fn both() -> Fields {
    vec![Field::new("bytes", DataType::LargeBinary, true), Field::new("error", DataType::LargeUtf8, true)]
        .into()
}
