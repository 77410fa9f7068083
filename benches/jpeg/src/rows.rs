//! Results of a comparison of encoders, as the rows of a table.

use unite_rounds::{Timing, best, speed};

/// One encoder at one setting on one picture.
pub struct Row {
    /// The picture.
    pub picture: String,
    /// The setting.
    pub setting: String,
    /// The encoder.
    pub encoder: String,
    /// Nanoseconds a pixel: the least of all rounds.
    pub nanoseconds: f64,
    /// How many times as fast as the reference in the same round: least, median and most.
    pub speed: [f64; 3],
    /// Bytes of the file.
    pub bytes: usize,
}

impl Row {
    /// From the rounds of an encoder and of the reference.
    pub fn new(
        [picture, setting, encoder]: [&str; 3],
        pixels: usize,
        [timing, reference]: [&Timing; 2],
        bytes: usize,
    ) -> Row {
        let nanoseconds = best(timing) * 1e9 / pixels as f64;
        let [picture, setting, encoder] = [picture, setting, encoder].map(str::to_string);
        Row { picture, setting, encoder, nanoseconds, speed: speed(timing, reference), bytes }
    }

    /// As a line of a table.
    pub fn line(&self) -> String {
        let Row { picture, setting, encoder, nanoseconds, speed: [least, median, most], bytes } = self;
        format!(
            "| {picture} | {setting} | {encoder} | {nanoseconds:.2} | {median:.2} | {least:.2} | {most:.2} | {bytes} |"
        )
    }
}

/// The first lines of the table.
pub const HEADER: &str = "| picture | setting | encoder | ns/pixel | speed | least | most | bytes |
|:--|:--|:--|--:|--:|--:|--:|--:|";

/// The geometric means of the medians over all pictures, of the least and the most of them, by setting and encoder in the
/// order of their first rows.
pub fn means(rows: &[Row]) -> Vec<([&str; 2], [f64; 3])> {
    let mut groups: Vec<([&str; 2], Vec<f64>)> = Vec::new();
    for row in rows {
        let key = [row.setting.as_str(), row.encoder.as_str()];
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, speeds)) => speeds.push(row.speed[1]),
            None => groups.push((key, vec![row.speed[1]])),
        }
    }
    let mean =
        |speeds: &[f64]| (speeds.iter().map(|speed| speed.ln()).sum::<f64>() / speeds.len() as f64).exp();
    let summary = |speeds: Vec<f64>| {
        let least = speeds.iter().copied().fold(f64::INFINITY, f64::min);
        [least, mean(&speeds), speeds.iter().copied().fold(0.0, f64::max)]
    };
    groups.into_iter().map(|(key, speeds)| (key, summary(speeds))).collect()
}
