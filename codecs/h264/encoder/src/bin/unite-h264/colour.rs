//! What the numbers of samples mean, by the names that x264 has for the values of tables E-3 to E-5.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use unite_h264_encoder::Colour;

/// A name, and the value it stands for.
type Value = (&'static str, u8);

/// `colour_primaries`: where red, green, blue and white are (table E-3).
pub const PRIMARIES: &[Value] = &[
    ("bt709", 1),
    ("undef", UNSPECIFIED),
    ("bt470m", 4),
    ("bt470bg", 5),
    ("smpte170m", 6),
    ("smpte240m", 7),
    ("film", 8),
    ("bt2020", 9),
    ("smpte428", 10),
    ("smpte431", 11),
    ("smpte432", 12),
];

/// `transfer_characteristics`: how much light a number stands for (table E-4).
pub const TRANSFER: &[Value] = &[
    ("bt709", 1),
    ("undef", UNSPECIFIED),
    ("bt470m", 4),
    ("bt470bg", 5),
    ("smpte170m", 6),
    ("smpte240m", 7),
    ("linear", 8),
    ("log100", 9),
    ("log316", 10),
    ("iec61966-2-4", 11),
    ("bt1361e", 12),
    ("iec61966-2-1", 13),
    ("bt2020-10", 14),
    ("bt2020-12", 15),
    ("smpte2084", 16),
    ("smpte428", 17),
    ("arib-std-b67", 18),
];

/// `matrix_coefficients`: how luminance and chrominance are made of colours (table E-5). 0, which is no matrix, is for 4:4:4 only.
pub const MATRIX: &[Value] = &[
    ("bt709", 1),
    ("undef", UNSPECIFIED),
    ("fcc", 4),
    ("bt470bg", 5),
    ("smpte170m", 6),
    ("smpte240m", 7),
    ("YCgCo", 8),
    ("bt2020nc", 9),
    ("bt2020c", 10),
    ("smpte2085", 11),
    ("chroma-derived-nc", 12),
    ("chroma-derived-c", 13),
    ("ICtCp", 14),
];

/// In each table what nobody knows.
const UNSPECIFIED: u8 = 2;

/// `video_full_range_flag`: whether samples use all values.
pub const RANGES: &[Value] = &[("auto", UNSPECIFIED), ("tv", 0), ("pc", 1)];

/// A value by its name.
pub fn named(values: &'static [Value]) -> impl TypedValueParser<Value = u8> {
    PossibleValuesParser::new(values.iter().map(|(name, _)| *name)).try_map(|name| {
        values.iter().find(|(known, _)| *known == name).map(|&(_, value)| value).ok_or("no such name")
    })
}

/// What is known: of primaries, transfer and matrix, and of the range, which the video may say too. None if nothing is.
pub fn known(values: [Option<u8>; 3], range: Option<u8>, of_video: Option<bool>) -> Option<Colour> {
    let described = values.iter().flatten().any(|&value| value != UNSPECIFIED);
    let description = described.then(|| values.map(|value| value.unwrap_or(UNSPECIFIED)));
    let full_range = range.filter(|&range| range != UNSPECIFIED).map(|range| range == 1).or(of_video);
    (described || full_range.is_some())
        .then(|| Colour { full_range: full_range.unwrap_or(false), description })
}
