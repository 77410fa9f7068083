//! What a query says besides the picture: columns, or constants, which come as columns of one row.

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, LargeStringArray};
use arrow_schema::{DataType, Field};
use unite_jpeg_pictures::{Refusal, Settings};

/// The arguments after the picture, by name and type.
const AFTER_PICTURE: [(&str, DataType); 5] = [
    ("quality", DataType::Int64),
    ("subsampling", DataType::LargeUtf8),
    ("progressive", DataType::Boolean),
    ("optimize", DataType::Boolean),
    ("name", DataType::LargeUtf8),
];

/// Whether `fields` are what comes after the picture.
///
/// # Errors
/// A sentence that names the first which is not.
pub fn check(fields: &[Field]) -> Result<(), String> {
    if fields.len() != AFTER_PICTURE.len() {
        return Err(format!(
            "there are {} arguments after the picture, not {}",
            fields.len(),
            AFTER_PICTURE.len()
        ));
    }
    for (field, (name, wanted)) in fields.iter().zip(&AFTER_PICTURE) {
        if field.data_type() != wanted {
            return Err(format!("{name} is {}, and must be {wanted}", field.data_type()));
        }
    }
    Ok(())
}

/// The arguments of a call.
pub struct Arguments {
    quality: Int64Array,
    subsampling: LargeStringArray,
    progressive: BooleanArray,
    optimize: BooleanArray,
    name: LargeStringArray,
    /// Settings that hold for every row.
    constant: Option<Settings>,
}

impl Arguments {
    /// Those of `columns`, if they have the types that [`check`] asks for, and `rows` rows, or one.
    pub fn new(columns: &[ArrayRef], rows: usize) -> Option<Self> {
        let [quality, subsampling, progressive, optimize, name] = columns else { return None };
        if columns.iter().any(|column| column.len() != 1 && column.len() != rows) {
            return None;
        }
        let mut arguments = Self {
            quality: quality.as_primitive_opt::<Int64Type>()?.clone(),
            subsampling: subsampling.as_string_opt::<i64>()?.clone(),
            progressive: progressive.as_boolean_opt()?.clone(),
            optimize: optimize.as_boolean_opt()?.clone(),
            name: name.as_string_opt::<i64>()?.clone(),
            constant: None,
        };
        if columns[..4].iter().all(|column| column.len() == 1) {
            arguments.constant = arguments.settings(0).ok();
        }
        Some(arguments)
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

    /// What the user calls the picture in `row`.
    pub fn name(&self, row: usize) -> Option<&str> {
        at(&self.name, row).map(|row| self.name.value(row))
    }
}

/// Where `row` is in `column`, unless it is null.
fn at(column: &dyn Array, row: usize) -> Option<usize> {
    let row = if column.len() == 1 { 0 } else { row };
    column.is_valid(row).then_some(row)
}
