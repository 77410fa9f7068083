//! Two independent decoders, and what they make of a stream: planes of samples, one after the other.

use std::io::Write;
use std::process::{Command, Stdio};

use openh264::decoder::Decoder;
use openh264::formats::YUVSource;

/// A picture: Y, Cb, Cr.
pub type Planes = Vec<Vec<u8>>;

/// The pictures that the decoder of openh264 finds.
pub fn openh264(stream: &[u8]) -> Result<Vec<Planes>, String> {
    let mut decoder = Decoder::new().map_err(|error| error.to_string())?;
    let mut pictures = Vec::new();
    // It takes whole access units, and has no parser for streams that goes beyond NAL units.
    for nal in ::openh264::nal_units(stream) {
        if let Some(picture) = decoder.decode(nal).map_err(|error| error.to_string())? {
            pictures.push(planes(&picture));
        }
    }
    let rest = decoder.flush_remaining().map_err(|error| error.to_string())?;
    pictures.extend(rest.iter().map(planes));
    Ok(pictures)
}

/// The planes of a picture, without what is between rows.
fn planes(picture: &impl YUVSource) -> Planes {
    let (width, height) = picture.dimensions();
    let (y, u, v) = picture.strides();
    let (half_width, half_height) = (width.div_ceil(2), height.div_ceil(2));
    let plane = |samples: &[u8], stride: usize, width: usize, height: usize| {
        samples.chunks(stride).take(height).flat_map(|row| row[..width].to_vec()).collect()
    };
    vec![
        plane(picture.y(), y, width, height),
        plane(picture.u(), u, half_width, half_height),
        plane(picture.v(), v, half_width, half_height),
    ]
}

/// Whether there is an `ffmpeg`; says so once if not.
pub fn has_ffmpeg() -> bool {
    let found = Command::new("ffmpeg").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: there is no ffmpeg to decode with");
    }
    found
}

/// The samples that ffmpeg finds in a stream, all one after the other; any message of its is an error.
pub fn ffmpeg(stream: &[u8], pixels: &str) -> Result<Vec<u8>, String> {
    let mut child = Command::new("ffmpeg")
        .args(["-nostdin", "-v", "warning", "-xerror", "-err_detect", "explode", "-f", "h264"])
        // A rate of its own: it warns of few bits in a second, which small pictures have that are shown long.
        .args(["-r", "1000", "-i", "-"])
        .args(["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixels, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    let stream = stream.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&stream));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let written = writer.join().map_err(|_| "the writer ended")?;
    let message = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || !message.trim().is_empty() {
        return Err(message.into_owned());
    }
    written.map_err(|error| error.to_string())?;
    Ok(output.stdout)
}
