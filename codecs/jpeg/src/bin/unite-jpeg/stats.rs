//! What a file cost, and what it is worth.

use std::io::Cursor;
use std::time::Duration;

use image::{ImageFormat, ImageReader};
use unite_jpeg::PixelFormat;

use crate::input::Picture;

/// A line about one file: size, bits a pixel, distance from the picture, time, speed.
pub fn line(picture: &Picture, file: &[u8], lossless: bool, elapsed: Duration) -> String {
    let pixels = f64::from(picture.width()) * f64::from(picture.height());
    let bits = 8.0 * file.len() as f64 / pixels;
    let quality = match (lossless, psnr(picture, file)) {
        (true, _) => "lossless".to_owned(),
        (false, None) => "PSNR not known".to_owned(),
        (false, Some(psnr)) if psnr.is_infinite() => "PSNR infinite".to_owned(),
        (false, Some(psnr)) => format!("PSNR {psnr:.2} dB"),
    };
    let seconds = elapsed.as_secs_f64();
    format!(
        "{}x{}, {} bytes, {bits:.3} bits/pixel, {quality}, {:.1} ms, {:.1} MP/s",
        picture.width(),
        picture.height(),
        file.len(),
        seconds * 1e3,
        pixels / seconds.max(1e-9) / 1e6
    )
}

/// The peak signal-to-noise ratio of the samples that are in the file, alpha not among them: luminance, or red, green and
/// blue. None if the file cannot be read alone.
fn psnr(picture: &Picture, file: &[u8]) -> Option<f64> {
    let decoded = ImageReader::with_format(Cursor::new(file), ImageFormat::Jpeg).decode().ok()?;
    let samples = picture.bytes()?;
    let (pixel, kept) = match picture.format() {
        PixelFormat::Gray => (1, 1),
        PixelFormat::GrayAlpha => (2, 1),
        PixelFormat::Rgb => (3, 3),
        _ => (4, 3),
    };
    let gray = !decoded.color().has_color();
    let decoded = if gray { decoded.into_luma8().into_raw() } else { decoded.into_rgb8().into_raw() };
    let original: Vec<u8> = match (gray, kept) {
        // A colour picture that became grey is compared with its luminance.
        (true, 3) => samples.chunks_exact(pixel).map(luminance).collect(),
        _ => samples.chunks_exact(pixel).flat_map(|pixel| &pixel[..kept]).copied().collect(),
    };
    if original.len() != decoded.len() {
        return None;
    }
    let squared = |(&a, &b): (&u8, &u8)| u64::from(a.abs_diff(b)).pow(2);
    let error: u64 = original.iter().zip(&decoded).map(squared).sum();
    Some(10.0 * (255.0f64.powi(2) * original.len() as f64 / error as f64).log10())
}

fn luminance(pixel: &[u8]) -> u8 {
    let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(f64::from);
    (0.299 * r + 0.587 * g + 0.114 * b).round() as u8
}
