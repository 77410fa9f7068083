//! What a query says besides the picture.

use datafusion_common::arrow::array::cast::AsArray;
use datafusion_common::arrow::array::types::Int64Type;
use datafusion_common::arrow::array::{Array, ArrayRef, BooleanArray, Int64Array, StringArray};
use datafusion_common::arrow::datatypes::DataType;
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::ColumnarValue;
use unite_jpeg_pictures::{Refusal, Settings};

/// The arguments after the picture, by name and type. Each may be left out with all that follow.
pub const AFTER_PICTURE: [(&str, DataType); 5] = [
    ("quality", DataType::Int64),
    ("subsampling", DataType::Utf8),
    ("progressive", DataType::Boolean),
    ("optimize", DataType::Boolean),
    ("name", DataType::Utf8),
];

/// The arguments of a call: a constant has one row.
pub struct Arguments {
    quality: Int64Array,
    subsampling: StringArray,
    progressive: BooleanArray,
    optimize: BooleanArray,
    name: StringArray,
    /// Settings that hold for every row.
    constant: Option<Settings>,
}

impl Arguments {
    /// Those of `given`, which are of the types above.
    ///
    /// # Errors
    /// For constants that no array can be made of.
    pub fn new(given: &[ColumnarValue]) -> Result<Self> {
        let left_out = [
            ScalarValue::Int64(Some(75)),
            ScalarValue::Utf8(Some("420".into())),
            ScalarValue::Boolean(Some(false)),
            ScalarValue::Boolean(Some(false)),
            ScalarValue::Utf8(None),
        ];
        let column = |place: usize| -> Result<ArrayRef> {
            match given.get(place) {
                Some(ColumnarValue::Array(column)) => Ok(column.clone()),
                Some(ColumnarValue::Scalar(constant)) => constant.to_array(),
                None => left_out[place].to_array(),
            }
        };
        let mut arguments = Self {
            quality: column(0)?.as_primitive::<Int64Type>().clone(),
            subsampling: column(1)?.as_string().clone(),
            progressive: column(2)?.as_boolean().clone(),
            optimize: column(3)?.as_boolean().clone(),
            name: column(4)?.as_string().clone(),
            constant: None,
        };
        if given.iter().take(4).all(|argument| matches!(argument, ColumnarValue::Scalar(_))) {
            arguments.constant = arguments.settings(0).ok();
        }
        Ok(arguments)
    }

    /// The settings of `row`.
    ///
    /// # Errors
    /// Those of [`Settings::of_cells`].
    pub fn settings(&self, row: usize) -> Result<Settings, Refusal> {
        if let Some(settings) = self.constant {
            return Ok(settings);
        }
        Settings::of_cells(
            at(&self.quality, row).map(|row| self.quality.value(row)),
            at(&self.subsampling, row).map(|row| self.subsampling.value(row)),
            at(&self.progressive, row).map(|row| self.progressive.value(row)),
            at(&self.optimize, row).map(|row| self.optimize.value(row)),
        )
    }

    /// What the query calls the picture in `row`.
    pub fn name(&self, row: usize) -> Option<&str> {
        at(&self.name, row).map(|row| self.name.value(row))
    }
}

/// Where `row` is in `column`, unless it is null.
fn at(column: &dyn Array, row: usize) -> Option<usize> {
    let row = if column.len() == 1 { 0 } else { row };
    column.is_valid(row).then_some(row)
}
