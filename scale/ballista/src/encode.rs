//! The functions.

use std::sync::Arc;

use datafusion_common::arrow::array::LargeBinaryBuilder;
use datafusion_common::arrow::datatypes::DataType;
use datafusion_common::{Result, exec_err, plan_err};
use datafusion_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};
use unite_jpeg_pictures::Coder;

use crate::arguments::{AFTER_PICTURE, Arguments};
use crate::pictures::{self, Pictures};

/// `jpeg_encode` or `try_jpeg_encode`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct JpegEncode {
    name: &'static str,
    signature: Signature,
}

impl JpegEncode {
    /// The function of this name. One that begins with `try` makes null of what has no file.
    pub fn new(name: &'static str) -> Self {
        Self { name, signature: Signature::user_defined(Volatility::Immutable) }
    }

    fn is_lenient(&self) -> bool {
        self.name.starts_with("try")
    }
}

impl ScalarUDFImpl for JpegEncode {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let name = self.name;
        let Some((picture, others)) = given.split_first() else {
            return plan_err!("{name}: there is no picture");
        };
        if !pictures::is_of(picture) && picture != &DataType::Null {
            return plan_err!(
                "{name}: a picture is a PNG or PNM file in binary, or a struct of data, width, height and channels, not \
                 {picture}"
            );
        }
        if others.len() > AFTER_PICTURE.len() {
            return plan_err!("{name}: {} arguments come after the picture, the most are 5", others.len());
        }
        let picture = if picture == &DataType::Null { DataType::Binary } else { picture.clone() };
        let mut wanted = vec![picture];
        for (given, (argument, of)) in others.iter().zip(&AFTER_PICTURE) {
            let fits = match of {
                DataType::Int64 => given.is_integer(),
                DataType::Utf8 if *argument == "name" => true,
                DataType::Utf8 => given.is_string(),
                other => given == other,
            };
            if !fits && given != &DataType::Null {
                return plan_err!("{name}: {argument} is {given}, and must be {of}");
            }
            wanted.push(of.clone());
        }
        Ok(wanted)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::LargeBinary)
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let Some((picture, others)) = call.args.split_first() else {
            return exec_err!("{}: there is no picture", self.name);
        };
        let pictures = Pictures::new(picture.to_array(call.number_rows)?)?;
        let arguments = Arguments::new(others)?;
        let mut coder = Coder::default();
        let mut files = LargeBinaryBuilder::new();
        for row in 0..call.number_rows {
            if pictures.is_null(row) {
                files.append_null();
                continue;
            }
            let settings = arguments.settings(row);
            match settings.and_then(|settings| pictures.encode(row, &mut coder, &settings)) {
                Ok(file) => files.append_value(&file),
                Err(_) if self.is_lenient() => files.append_null(),
                Err(refusal) => {
                    let name = arguments.name(row).map(|name| format!(", '{name}'")).unwrap_or_default();
                    return exec_err!("{}: row {row} of the batch{name}: {refusal}", self.name);
                }
            }
        }
        Ok(ColumnarValue::Array(Arc::new(files.finish())))
    }
}
