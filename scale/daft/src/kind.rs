//! How a column holds pictures, by its type alone.

use std::collections::HashMap;

use arrow_schema::{DataType, Field};
use serde_json::Value;

/// How a column holds pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each with a size of its own: Daft's `Image`.
    Images,
    /// All of one size: Daft's `FixedShapeImage`, and tensors of one shape.
    OneSize {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// Of a pixel.
        channels: u32,
    },
    /// Each with a shape of its own: Daft's `Tensor`, height by width, or by channels, too.
    Tensors,
    /// PNG and PNM files.
    Files,
}

impl Kind {
    /// How the column that `field` describes holds pictures.
    ///
    /// # Errors
    /// A sentence that names what the column holds, and what it may hold.
    pub fn of(field: &Field) -> Result<Self, String> {
        let logical = logical_type(field.metadata());
        match (field.data_type(), &logical) {
            (DataType::Binary | DataType::LargeBinary, None) => Ok(Self::Files),
            (DataType::Struct(fields), Some((name, _))) if name == "Image" || name == "Tensor" => {
                let data = fields.iter().find(|field| field.name() == "data");
                eight_bits(data.and_then(|data| element(data.data_type())))?;
                Ok(if name == "Image" { Self::Images } else { Self::Tensors })
            }
            (DataType::FixedSizeList(element, len), Some((name, said)))
                if name == "FixedShapeImage" || name == "FixedShapeTensor" =>
            {
                eight_bits(Some(element.data_type()))?;
                let sizes = if name == "FixedShapeImage" { of_image(said, *len) } else { of_tensor(said) };
                let [height, width, channels] = sizes
                    .ok_or_else(|| format!("Daft describes this {name} in a way unknown here: {said}"))?;
                Ok(Self::OneSize { width, height, channels })
            }
            (other, _) => Err(format!(
                "the column '{}' is {}, and pictures are images of Daft, tensors of uint8 (height, width, \
                 channels), or PNG and PNM files in binary",
                field.name(),
                logical.map_or_else(|| other.to_string(), |(name, _)| name),
            )),
        }
    }
}

/// The name of the type that Daft has for a column, and what it says of it.
fn logical_type(metadata: &HashMap<String, String>) -> Option<(String, Value)> {
    let said: Value = serde_json::from_str(metadata.get("ARROW:extension:metadata")?).ok()?;
    match said.get("datatype")?.clone() {
        Value::String(name) => Some((name, Value::Null)),
        Value::Object(one) => one.into_iter().next(),
        _ => None,
    }
}

fn element(list: &DataType) -> Option<&DataType> {
    match list {
        DataType::LargeList(element) | DataType::List(element) => Some(element.data_type()),
        _ => None,
    }
}

fn eight_bits(sample: Option<&DataType>) -> Result<(), String> {
    match sample {
        Some(DataType::UInt8) => Ok(()),
        Some(other) => {
            Err(format!("depth: samples are {other}, and a JPEG file has uint8: convert them first"))
        }
        None => Err("Daft describes these pictures in a way unknown here".into()),
    }
}

/// Height, width and channels of `[mode, height, width]`, where a picture has `len` samples.
fn of_image(said: &Value, len: i32) -> Option<[u32; 3]> {
    let numbers: Vec<u64> = said.as_array()?.iter().filter_map(Value::as_u64).collect();
    let &[height, width] = numbers.as_slice() else { return None };
    let pixels = height.checked_mul(width).filter(|&pixels| pixels > 0)?;
    let channels = u64::try_from(len).ok()?.checked_div(pixels)?;
    Some([u32::try_from(height).ok()?, u32::try_from(width).ok()?, u32::try_from(channels).ok()?])
}

/// Height, width and channels of `[type, [height, width, channels]]`.
fn of_tensor(said: &Value) -> Option<[u32; 3]> {
    let shape = said.as_array()?.iter().find_map(Value::as_array)?;
    let sizes: Vec<u32> = shape
        .iter()
        .map(|size| size.as_u64().and_then(|size| u32::try_from(size).ok()))
        .collect::<Option<_>>()?;
    match *sizes.as_slice() {
        [height, width] => Some([height, width, 1]),
        [height, width, channels] => Some([height, width, channels]),
        _ => None,
    }
}
