//! H.264 encoders beside each other: bits, distortion and speed, as a table and as pictures.

use crate::markdown;
use crate::process::{cargo, output};

/// Runs the bench, and prints its table. It wants the commands `x264` and `ffmpeg`.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let words = [
        "bench",
        "--quiet",
        "--package",
        "unite-video-benches",
        "--features",
        "peers",
        "--bench",
        "video",
        "--",
    ];
    let table = output(cargo(words).args(arguments))?;
    println!(
        "One thread, constant quantisers. bits: how many more than the first encoder for the same PSNR of luminance (BD-rate); \
         speed: times as fast as that one, time of processors\n"
    );
    let mut lines = table.lines();
    let header: Vec<String> = lines.next().map(markdown::cells).ok_or("the bench printed nothing")?;
    let rows: Vec<Vec<String>> = lines.skip(1).map(markdown::cells).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    print!("{}", markdown::table(&header, 3, &rows));
    Ok(())
}
