//! The peer: `cjpeg` of libjpeg-turbo, where it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use image::RgbImage;
use unite_jpeg::{EncoderConfig, HuffmanTables, ImageView, Restart, Sampling};

/// One combination of settings.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub quality: u8,
    pub sampling: Sampling,
    pub huffman: HuffmanTables,
    pub restart: Restart,
    pub force_baseline: bool,
}

pub const QUALITIES: [u8; 8] = [1, 10, 25, 50, 75, 90, 95, 100];
pub const RESTARTS: [Restart; 3] = [Restart::Never, Restart::Mcus(1), Restart::McuRows(1)];

impl Settings {
    /// Every combination, baseline tables not forced.
    pub fn all() -> impl Iterator<Item = Self> {
        let huffman = [HuffmanTables::Standard, HuffmanTables::Optimized];
        Sampling::ALL.into_iter().flat_map(move |sampling| {
            QUALITIES.into_iter().flat_map(move |quality| {
                huffman.into_iter().flat_map(move |huffman| {
                    RESTARTS.into_iter().map(move |restart| Self {
                        quality,
                        sampling,
                        huffman,
                        restart,
                        force_baseline: false,
                    })
                })
            })
        })
    }

    pub fn config(&self) -> EncoderConfig {
        EncoderConfig::new()
            .quality(self.quality)
            .sampling(self.sampling)
            .huffman(self.huffman)
            .restart(self.restart)
            .force_baseline(self.force_baseline)
    }

    /// The same for `cjpeg`.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["-dct".into(), "int".into(), "-quality".into(), self.quality.to_string()];
        if self.sampling == Sampling::Gray {
            arguments.push("-grayscale".into());
        } else {
            let [h, v] = self.sampling.factors();
            arguments.extend(["-sample".into(), format!("{h}x{v}")]);
        }
        if self.huffman == HuffmanTables::Optimized {
            arguments.push("-optimize".into());
        }
        if self.force_baseline {
            arguments.push("-baseline".into());
        }
        match self.restart {
            Restart::Never => {}
            Restart::Mcus(mcus) => arguments.extend(["-restart".into(), format!("{mcus}B")]),
            Restart::McuRows(rows) => arguments.extend(["-restart".into(), rows.to_string()]),
        }
        arguments
    }
}

/// Whether a command of libjpeg-turbo can be run. Says so if it cannot.
pub fn available(command: &str) -> bool {
    let found = Command::new(command)
        .arg("-version")
        .stdin(Stdio::null())
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stderr).contains("libjpeg-turbo"));
    if !found {
        eprintln!("skipped: no {command} of libjpeg-turbo on this machine");
    }
    found
}

/// Runs `command`, feeding it `input`, and returns what it writes.
pub fn pipe(command: &str, arguments: &[String], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new(command)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command}: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).expect("the command reads its input"));
        child.wait_with_output().expect("the command ends")
    });
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command} {arguments:?}: {message}");
    output.stdout
}

/// A colour picture as a PPM file, 8 bits a sample.
pub fn ppm(picture: &RgbImage) -> Vec<u8> {
    let mut file = format!("P6\n{} {}\n255\n", picture.width(), picture.height()).into_bytes();
    file.extend_from_slice(picture.as_raw());
    file
}

/// A grey picture as a PGM file, 8 bits a sample.
pub fn pgm(picture: &image::GrayImage) -> Vec<u8> {
    let mut file = format!("P5\n{} {}\n255\n", picture.width(), picture.height()).into_bytes();
    file.extend_from_slice(picture.as_raw());
    file
}

/// The picture as the encoder takes it.
pub fn view(picture: &RgbImage) -> ImageView<'_> {
    ImageView::rgb(picture.as_raw(), picture.width(), picture.height()).expect("an image fits its buffer")
}
