//! The pictures of a column, row by row.

use datafusion_common::arrow::array::cast::AsArray;
use datafusion_common::arrow::array::types::{Int64Type, UInt8Type};
use datafusion_common::arrow::array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int64Array, LargeBinaryArray, LargeListArray, ListArray,
};
use datafusion_common::arrow::compute::cast;
use datafusion_common::arrow::datatypes::{DataType, Fields};
use datafusion_common::{Result, exec_datafusion_err};
use unite_jpeg_pictures::{Coder, Refusal, Rule, Settings};

/// Whether a column of this type holds pictures.
pub fn is_of(column: &DataType) -> bool {
    match column {
        DataType::Struct(fields) => {
            let is = |names: &[&str], holds: fn(&DataType) -> bool| {
                named(fields, names).is_some_and(|place| holds(fields[place].data_type()))
            };
            is(&["data"], is_bytes)
                && [&["width"][..], &["height"], &["channels", "channel"]]
                    .iter()
                    .all(|names| is(names, DataType::is_integer))
        }
        other => is_binary(other),
    }
}

fn is_binary(column: &DataType) -> bool {
    matches!(column, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

fn is_bytes(column: &DataType) -> bool {
    match column {
        DataType::List(element) | DataType::LargeList(element) => element.data_type() == &DataType::UInt8,
        other => is_binary(other),
    }
}

fn named(fields: &Fields, names: &[&str]) -> Option<usize> {
    names.iter().find_map(|name| fields.iter().position(|field| field.name() == name))
}

/// A column of pictures.
pub struct Pictures {
    rows: ArrayRef,
    bytes: Bytes,
    /// Width, height and channels, unless they stand in files.
    sizes: Option<[Int64Array; 3]>,
}

/// A column of bytes.
enum Bytes {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    List(ListArray),
    LargeList(LargeListArray),
}

impl Pictures {
    /// The pictures of `column`, whose type holds some.
    ///
    /// # Errors
    /// For a column of another type, and for numbers that do not fit.
    pub fn new(column: ArrayRef) -> Result<Self> {
        let other = || exec_datafusion_err!("jpeg_encode: {} holds no pictures", column.data_type());
        let DataType::Struct(fields) = column.data_type() else {
            let bytes = Bytes::new(&column).ok_or_else(other)?;
            return Ok(Self { bytes, sizes: None, rows: column });
        };
        let place = |names: &[&str]| named(fields, names).ok_or_else(other);
        let part = |names: &[&str]| {
            Ok::<_, datafusion_common::DataFusionError>(column.as_struct().column(place(names)?))
        };
        let number = |names: &[&str]| {
            Ok::<_, datafusion_common::DataFusionError>(
                cast(part(names)?, &DataType::Int64)?.as_primitive::<Int64Type>().clone(),
            )
        };
        let sizes = [number(&["width"])?, number(&["height"])?, number(&["channels", "channel"])?];
        let bytes = Bytes::new(part(&["data"])?).ok_or_else(other)?;
        Ok(Self { bytes, sizes: Some(sizes), rows: column })
    }

    /// Whether there is no picture in `row`.
    pub fn is_null(&self, row: usize) -> bool {
        self.rows.is_null(row)
    }

    /// The file of the picture in `row`, which is there.
    ///
    /// # Errors
    /// Those of [`Coder`], and [`Rule::Samples`] and [`Rule::Size`] for what is null within a struct.
    pub fn encode(&self, row: usize, coder: &mut Coder, settings: &Settings) -> Result<Vec<u8>, Refusal> {
        let encode = |bytes: &[u8]| match &self.sizes {
            None => coder.encode_file(settings, bytes),
            Some(sizes) => {
                let [width, height, channels] =
                    sizes.each_ref().map(|sizes| sizes.is_valid(row).then(|| sizes.value(row)));
                let (Some(width), Some(height), Some(channels)) = (width, height, channels) else {
                    return Err(Refusal::new(Rule::Size, "width, height or channels are null"));
                };
                let side = |side: i64| u32::try_from(side.max(0)).unwrap_or(u32::MAX);
                let channels = u64::try_from(channels).unwrap_or_default();
                coder.encode_samples(settings, [side(width), side(height)], channels, bytes)
            }
        };
        self.bytes.with(row, encode)
    }
}

impl Bytes {
    fn new(column: &ArrayRef) -> Option<Self> {
        Some(match column.data_type() {
            DataType::Binary => Self::Small(column.as_binary().clone()),
            DataType::LargeBinary => Self::Large(column.as_binary().clone()),
            DataType::BinaryView => Self::View(column.as_binary_view().clone()),
            DataType::List(_) => Self::List(column.as_list().clone()),
            DataType::LargeList(_) => Self::LargeList(column.as_list().clone()),
            _ => return None,
        })
    }

    /// What `work` makes of the bytes of `row`.
    fn with<T>(&self, row: usize, work: impl FnOnce(&[u8]) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let null = || Refusal::new(Rule::Samples, "they are null, or some of them are");
        let elements = |elements: ArrayRef| match elements.as_primitive_opt::<UInt8Type>() {
            Some(bytes) if bytes.null_count() == 0 => Ok(bytes.clone()),
            _ => Err(null()),
        };
        match self {
            Self::Small(column) if column.is_valid(row) => work(column.value(row)),
            Self::Large(column) if column.is_valid(row) => work(column.value(row)),
            Self::View(column) if column.is_valid(row) => work(column.value(row)),
            Self::List(column) if column.is_valid(row) => work(elements(column.value(row))?.values()),
            Self::LargeList(column) if column.is_valid(row) => work(elements(column.value(row))?.values()),
            _ => Err(null()),
        }
    }
}
