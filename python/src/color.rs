//! The names of colours.

use pyo3::prelude::*;
use unite_jpeg::PixelFormat;

use crate::array::{Array, of_mode};
use crate::error::refused;

/// How the channels of `array` are to be understood: as `name` says, or else by their number, and by the mode of a picture of
/// Pillow.
///
/// # Errors
/// `JpegError` for a name that there is not, and for one that takes another number of channels.
pub fn format(name: Option<&str>, array: &Array) -> PyResult<PixelFormat> {
    let channels = array.shape()[2];
    let format = match (name, array.mode()) {
        (Some(name), _) => named(name)?,
        (None, Some(mode)) => of_pillow(mode)?,
        (None, None) => match channels {
            1 => PixelFormat::Gray,
            2 => PixelFormat::GrayAlpha,
            3 => PixelFormat::Rgb,
            4 => PixelFormat::Rgba,
            _ => {
                return Err(refused(format!(
                    "{channels} channels are not 1 to 4; the last dimension has them"
                )));
            }
        },
    };
    if format.bytes() != channels {
        let name = name.unwrap_or("the mode");
        return Err(refused(format!("{name} has {} channels, and the array {channels}", format.bytes())));
    }
    Ok(format)
}

/// The format of a colour space, in upper or lower case.
pub fn named(name: &str) -> PyResult<PixelFormat> {
    Ok(match name.to_ascii_uppercase().as_str() {
        "GRAY" | "GREY" | "L" => PixelFormat::Gray,
        "LA" => PixelFormat::GrayAlpha,
        "RGB" => PixelFormat::Rgb,
        "RGBA" | "RGBX" => PixelFormat::Rgba,
        "BGR" => PixelFormat::Bgr,
        "BGRA" | "BGRX" => PixelFormat::Bgra,
        "YCBCR" | "YCC" => PixelFormat::YCbCr,
        "CMYK" => PixelFormat::Cmyk,
        "YCCK" => PixelFormat::Ycck,
        _ => {
            return Err(refused(format!(
                "colorspace '{name}' is not one of GRAY, LA, RGB, RGBA, BGR, BGRA, YCbCr, CMYK, YCCK"
            )));
        }
    })
}

fn of_pillow(mode: &str) -> PyResult<PixelFormat> {
    match mode {
        "L" | "LA" | "RGB" | "RGBA" | "RGBX" | "CMYK" | "YCbCr" => named(mode),
        _ => Err(of_mode(mode)),
    }
}
