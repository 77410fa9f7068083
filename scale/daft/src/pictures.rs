//! The pictures of a column, row by row.

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, FixedSizeListArray, LargeBinaryArray, LargeListArray, PrimitiveArray,
    StructArray,
};
use unite_jpeg_pictures::{Coder, Refusal, Rule, Settings};

use crate::kind::Kind;

/// A column of pictures.
#[expect(clippy::large_enum_variant, reason = "a call has one of them")]
pub enum Pictures {
    /// Of any size.
    Images {
        /// Which rows are there.
        rows: StructArray,
        data: LargeListArray,
        channels: PrimitiveArray<UInt16Type>,
        heights: PrimitiveArray<UInt32Type>,
        widths: PrimitiveArray<UInt32Type>,
        modes: PrimitiveArray<UInt8Type>,
    },
    /// Of one size.
    OneSize { rows: FixedSizeListArray, size: [u32; 2], channels: u32 },
    /// Of any shape.
    Tensors { rows: StructArray, data: LargeListArray, shapes: LargeListArray },
    /// Files with offsets of 32 bits.
    SmallFiles(BinaryArray),
    /// Files with offsets of 64 bits.
    Files(LargeBinaryArray),
}

/// The largest of Daft's numbers of image modes whose samples have 8 bits: L, LA, RGB, RGBA.
const LAST_OF_8_BITS: u8 = 4;

impl Pictures {
    /// The pictures of `column`, if it is laid out as its type says.
    pub fn new(kind: Kind, column: &ArrayRef) -> Option<Self> {
        Some(match kind {
            Kind::Images => {
                let rows = column.as_struct_opt()?.clone();
                Self::Images {
                    data: rows.column_by_name("data")?.as_list_opt::<i64>()?.clone(),
                    channels: rows.column_by_name("channel")?.as_primitive_opt()?.clone(),
                    heights: rows.column_by_name("height")?.as_primitive_opt()?.clone(),
                    widths: rows.column_by_name("width")?.as_primitive_opt()?.clone(),
                    modes: rows.column_by_name("mode")?.as_primitive_opt()?.clone(),
                    rows,
                }
            }
            Kind::Tensors => {
                let rows = column.as_struct_opt()?.clone();
                Self::Tensors {
                    data: rows.column_by_name("data")?.as_list_opt::<i64>()?.clone(),
                    shapes: rows.column_by_name("shape")?.as_list_opt::<i64>()?.clone(),
                    rows,
                }
            }
            Kind::OneSize { width, height, channels } => {
                let rows = column.as_fixed_size_list_opt()?.clone();
                Self::OneSize { rows, size: [width, height], channels }
            }
            Kind::Files => match column.as_binary_opt::<i64>() {
                Some(files) => Self::Files(files.clone()),
                None => Self::SmallFiles(column.as_binary_opt::<i32>()?.clone()),
            },
        })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows().len()
    }

    /// Whether there is no picture in `row`.
    pub fn is_null(&self, row: usize) -> bool {
        self.rows().is_null(row)
    }

    fn rows(&self) -> &dyn Array {
        match self {
            Self::Images { rows, .. } | Self::Tensors { rows, .. } => rows,
            Self::OneSize { rows, .. } => rows,
            Self::SmallFiles(rows) => rows,
            Self::Files(rows) => rows,
        }
    }

    /// The file of the picture in `row`, which is there.
    ///
    /// # Errors
    /// Those of [`Coder`], and [`Rule::Depth`] for images whose samples have more than 8 bits.
    pub fn encode(&self, row: usize, coder: &mut Coder, settings: &Settings) -> Result<Vec<u8>, Refusal> {
        match self {
            Self::Images { data, channels, heights, widths, modes, .. } => {
                if modes.value(row) > LAST_OF_8_BITS {
                    return Err(Refusal::new(
                        Rule::Depth,
                        "samples have more than 8 bits: convert_image first",
                    ));
                }
                let size = [widths.value(row), heights.value(row)];
                coder.encode_samples(settings, size, channels.value(row).into(), bytes(&data.value(row))?)
            }
            Self::Tensors { data, shapes, .. } => {
                let ([width, height], channels) = shape(&shapes.value(row))?;
                coder.encode_samples(settings, [width, height], channels, bytes(&data.value(row))?)
            }
            Self::OneSize { rows, size, channels } => {
                coder.encode_samples(settings, *size, u64::from(*channels), bytes(&rows.value(row))?)
            }
            Self::SmallFiles(files) => coder.encode_file(settings, files.value(row)),
            Self::Files(files) => coder.encode_file(settings, files.value(row)),
        }
    }
}

/// The samples of one picture.
fn bytes(samples: &ArrayRef) -> Result<&[u8], Refusal> {
    match samples.as_primitive_opt::<UInt8Type>() {
        Some(samples) if samples.null_count() == 0 => Ok(samples.values()),
        _ => Err(Refusal::new(Rule::Samples, "some are null, or none has 8 bits")),
    }
}

/// Size and channels of a tensor of one row.
fn shape(sizes: &ArrayRef) -> Result<([u32; 2], u64), Refusal> {
    let sizes =
        sizes.as_primitive_opt::<UInt64Type>().map(|sizes| sizes.values().to_vec()).unwrap_or_default();
    let (height, width, channels) = match *sizes.as_slice() {
        [height, width] => (height, width, 1),
        [height, width, channels] => (height, width, channels),
        _ => {
            return Err(Refusal::new(
                Rule::Size,
                format!(
                    "a tensor of shape {sizes:?}; a picture is height, width, and channels unless it is grey"
                ),
            ));
        }
    };
    // What does not fit is larger than any picture, and is refused as such.
    let side = |side| u32::try_from(side).unwrap_or(u32::MAX);
    Ok(([side(width), side(height)], channels))
}
