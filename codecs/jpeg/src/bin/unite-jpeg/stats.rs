//! What a file cost, and what it is worth.

use std::time::Duration;

use unite_jpeg::PixelFormat;

use crate::coding::Held;
use crate::reading::{Picture, decode_jpeg};

/// A line about one file: size, bits a pixel, distance from the picture, time, speed.
pub fn line(picture: &Picture, held: &Held<'_>, file: &[u8], lossless: bool, elapsed: Duration) -> String {
    let pixels = f64::from(picture.width()) * f64::from(picture.height());
    let bits = 8.0 * file.len() as f64 / pixels;
    let quality = match (lossless, held) {
        (false, Held::Bytes(samples)) => match psnr(picture.format(), samples, file) {
            None => "PSNR not known".to_owned(),
            Some(psnr) if psnr.is_infinite() => "PSNR infinite".to_owned(),
            Some(psnr) => format!("PSNR {psnr:.2} dB"),
        },
        _ => "lossless".to_owned(),
    };
    let seconds = elapsed.as_secs_f64();
    let why = picture.held().map(|why| format!(", all rows held because {why}")).unwrap_or_default();
    format!(
        "{}x{}, {} bytes, {bits:.3} bits/pixel, {quality}, {:.1} ms, {:.1} MP/s{why}",
        picture.width(),
        picture.height(),
        file.len(),
        seconds * 1e3,
        pixels / seconds.max(1e-9) / 1e6
    )
}

/// The peak signal-to-noise ratio of the samples that are in the file, alpha not among them: luminance, or red, green and
/// blue. None if the file cannot be read alone.
fn psnr(format: PixelFormat, samples: &[u8], file: &[u8]) -> Option<f64> {
    let (decoded_format, decoded) = decode_jpeg(file)?;
    let order = match format {
        PixelFormat::Gray | PixelFormat::GrayAlpha => &[0][..],
        PixelFormat::Bgr | PixelFormat::Bgra => &[2, 1, 0],
        _ => &[0, 1, 2],
    };
    let pixels = samples.chunks_exact(format.bytes());
    let original: Vec<u8> = match (decoded_format, order.len()) {
        // A colour picture that became grey is compared with its luminance.
        (PixelFormat::Gray, 3) => pixels.map(|pixel| luminance(pixel, order)).collect(),
        _ => pixels.flat_map(|pixel| order.iter().map(|&i| pixel[i])).collect(),
    };
    if original.len() != decoded.len() {
        return None;
    }
    let squared = |(&a, &b): (&u8, &u8)| u64::from(a.abs_diff(b)).pow(2);
    let error: u64 = original.iter().zip(&decoded).map(squared).sum();
    Some(10.0 * libm::log10(255.0f64.powi(2) * original.len() as f64 / error as f64))
}

fn luminance(pixel: &[u8], order: &[usize]) -> u8 {
    let weights = order.iter().zip([0.299, 0.587, 0.114]);
    weights.map(|(&i, weight)| f64::from(pixel[i]) * weight).sum::<f64>().round() as u8
}
