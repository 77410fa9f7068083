//! Raw video as YUV4MPEG2: a line of parameters, and before each picture another line. Samples of 8 bits at 4:2:0, or without chrominance.
//!
//! ```
//! use unite_y4m::{Reader, Y4mError};
//!
//! let file = [&b"YUV4MPEG2 W4 H2 F30:1 Ip C420jpeg\nFRAME\n"[..], &[7; 8], &[128; 4]].concat();
//! let mut reader = Reader::new(&file[..])?;
//! assert_eq!(reader.header().size, [4, 2]);
//! assert_eq!(reader.read()?.expect("a picture").planes[0], [7; 8]);
//! assert!(reader.read()?.is_none());
//! # Ok::<(), Y4mError>(())
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};

use thiserror::Error;

/// The longest line.
const LONGEST_LINE: u64 = 4096;

/// Why a file cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "what a field is, its variant says")]
pub enum Y4mError {
    /// It does not begin as such files do.
    #[error("this is no Y4M file: it does not begin with YUV4MPEG2")]
    Signature,
    /// A line of parameters does not end.
    #[error("a line of parameters has no end within {LONGEST_LINE} bytes")]
    Line,
    /// Width or height are missing.
    #[error("the size is missing: W and H")]
    Size,
    /// A parameter, by its letter, has a value that is no number, or is zero.
    #[error("parameter {parameter} is {value:?}")]
    Number { parameter: char, value: String },
    /// Pictures of fields, by what the parameter says.
    #[error("interlaced video is not supported (I{0}): pictures have to be progressive")]
    Interlaced(String),
    /// Samples of another kind.
    #[error("colour space {0} is not supported: 420, 420jpeg, 420mpeg2, 420paldv and mono are")]
    ColourSpace(String),
    /// A picture, counted from 0, does not begin with its line.
    #[error("picture {0} does not begin with FRAME")]
    Frame(u64),
    /// The file ends within a picture, counted from 0: how many bytes that should have, and how many were found.
    #[error("picture {picture} has {found} of {needed} bytes: the file is cut off")]
    Truncated { picture: u64, needed: u64, found: u64 },
    /// Reading failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// What the first line says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Width and height.
    pub size: [usize; 2],
    /// Pictures in a second, numerator and denominator; none if the file does not say.
    pub frame_rate: Option<[u32; 2]>,
    /// Width and height of a sample; zeros if nobody knows.
    pub sample_aspect: [u16; 2],
    /// Whether there is only luminance.
    pub monochrome: bool,
    /// Whether samples use all values, if the file says.
    pub full_range: Option<bool>,
}

impl Header {
    /// Samples of each component.
    fn lengths(&self) -> [u64; 3] {
        let [width, height] = self.size.map(|extent| extent as u64);
        let chroma = if self.monochrome { 0 } else { width.div_ceil(2) * height.div_ceil(2) };
        [width * height, chroma, chroma]
    }

    /// Reads the parameters of the first line.
    fn parse(line: &[u8]) -> Result<Self, Y4mError> {
        let line = line.strip_prefix(b"YUV4MPEG2").ok_or(Y4mError::Signature)?;
        let line = String::from_utf8_lossy(line);
        let mut size = [None, None];
        let mut header = Header::default();
        for parameter in line.split_ascii_whitespace() {
            let mut letters = parameter.chars();
            let letter = letters.next().unwrap_or(' ');
            let value = letters.as_str();
            let wrong = || Y4mError::Number { parameter: letter, value: value.to_owned() };
            match letter {
                'W' | 'H' => {
                    // More samples than a level has are an error of the encoder; more than memory has are not asked for.
                    let extent = value.parse::<u32>().ok().filter(|&extent| extent > 0).ok_or_else(wrong)?;
                    size[usize::from(letter == 'H')] = Some(extent as usize);
                }
                'F' => {
                    let rate = ratio::<u32>(value).ok_or_else(wrong)?;
                    header.frame_rate = match rate {
                        [0, 0] => None,
                        [0, _] | [_, 0] => return Err(wrong()),
                        rate => Some(rate),
                    };
                }
                'A' => header.sample_aspect = nearest(ratio(value).ok_or_else(wrong)?),
                'I' if matches!(value, "p" | "?") => {}
                'I' => return Err(Y4mError::Interlaced(value.to_owned())),
                'C' => match value {
                    "420" | "420jpeg" | "420mpeg2" | "420paldv" => {}
                    "mono" => header.monochrome = true,
                    _ => return Err(Y4mError::ColourSpace(value.to_owned())),
                },
                'X' => match value {
                    "COLORRANGE=FULL" => header.full_range = Some(true),
                    "COLORRANGE=LIMITED" => header.full_range = Some(false),
                    // Comments.
                    _ => {}
                },
                // Parameters of programs that nobody else knows.
                _ => {}
            }
        }
        let [Some(width), Some(height)] = size else { return Err(Y4mError::Size) };
        Ok(Header { size: [width, height], ..header })
    }
}

/// Two numbers with a colon between them.
fn ratio<T: std::str::FromStr>(text: &str) -> Option<[T; 2]> {
    let (first, second) = text.split_once(':')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

/// A ratio in numbers of 16 bits, as streams have it, or nearly so: programs that scale write ratios of large numbers.
fn nearest([width, height]: [u32; 2]) -> [u16; 2] {
    let (mut divisor, mut rest) = (width, height);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let [width, height] = [width, height].map(|extent| f64::from(extent / divisor.max(1)));
    let larger = (width.max(height) / f64::from(u16::MAX)).max(1.0);
    [width, height].map(|extent| (extent / larger).round() as u16)
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Y, and Cb and Cr if there are any, without gaps between rows.
    pub planes: Vec<Vec<u8>>,
    /// Samples of luminance in a row.
    width: usize,
}

impl Picture {
    /// The components as encoders take them: their samples, and how far apart their rows are.
    pub fn components(&self) -> impl Iterator<Item = (&[u8], usize)> {
        let stride = |component| if component == 0 { self.width } else { self.width.div_ceil(2) };
        self.planes.iter().enumerate().map(move |(component, samples)| (&samples[..], stride(component)))
    }
}

/// Reads pictures one after the other.
#[derive(Debug)]
pub struct Reader<R> {
    input: BufReader<R>,
    header: Header,
    count: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the first line.
    ///
    /// # Errors
    /// If it is none, or says something that is not supported.
    pub fn new(input: R) -> Result<Self, Y4mError> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        let line = line(&mut input, Y4mError::Signature)?;
        Ok(Reader { header: Header::parse(&line)?, input, count: 0 })
    }

    /// What the first line says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next picture, if there is one. Memory grows with what is read, not with what the header says.
    ///
    /// # Errors
    /// If the file ends within the picture, or cannot be read.
    pub fn read(&mut self) -> Result<Option<Picture>, Y4mError> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let picture = self.count;
        if !line(&mut self.input, Y4mError::Frame(picture))?.starts_with(b"FRAME") {
            return Err(Y4mError::Frame(picture));
        }
        let lengths = self.header.lengths();
        let needed = lengths.iter().fold(0u64, |sum, &length| sum.saturating_add(length));
        let mut found = 0;
        let mut planes = Vec::new();
        for length in lengths.into_iter().filter(|&length| length > 0) {
            let mut plane = Vec::with_capacity(length.min(1 << 20) as usize);
            self.input.by_ref().take(length).read_to_end(&mut plane)?;
            found += plane.len() as u64;
            if (plane.len() as u64) < length {
                return Err(Y4mError::Truncated { picture, needed, found });
            }
            planes.push(plane);
        }
        self.count += 1;
        Ok(Some(Picture { planes, width: self.header.size[0] }))
    }
}

/// A line without its end; `missing` if the input is not of lines.
fn line(input: &mut impl BufRead, missing: Y4mError) -> Result<Vec<u8>, Y4mError> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    match line.pop() {
        Some(b'\n') => Ok(line),
        Some(_) if line.len() as u64 + 1 == LONGEST_LINE => Err(Y4mError::Line),
        _ => Err(missing),
    }
}

/// Writes the first line of a file, whose pictures have chrominance at 4:2:0, or none.
///
/// # Errors
/// If writing fails.
pub fn write_header(
    output: &mut impl Write,
    [width, height]: [usize; 2],
    [numerator, denominator]: [u32; 2],
    monochrome: bool,
) -> io::Result<()> {
    let samples = if monochrome { "mono" } else { "420jpeg" };
    writeln!(output, "YUV4MPEG2 W{width} H{height} F{numerator}:{denominator} Ip C{samples}")
}

/// Writes a picture.
///
/// # Errors
/// If writing fails.
pub fn write_picture(output: &mut impl Write, planes: &[Vec<u8>]) -> io::Result<()> {
    output.write_all(b"FRAME\n")?;
    planes.iter().try_for_each(|plane| output.write_all(plane))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(file: &[u8]) -> String {
        match Reader::new(file) {
            Err(error) => error.to_string(),
            Ok(mut reader) => loop {
                match reader.read() {
                    Err(error) => break error.to_string(),
                    Ok(None) => panic!("{file:?} is a file"),
                    Ok(Some(_)) => {}
                }
            },
        }
    }

    #[test]
    fn odd_files_are_errors() {
        for (file, message) in [
            (&b""[..], "no Y4M"),
            (b"RIFF", "no Y4M"),
            (b"YUV4MPEG2 W2 H2", "no Y4M"),
            (b"YUV4MPEG2 W2\n", "size is missing"),
            (b"YUV4MPEG2 W0 H2\n", "parameter W is \"0\""),
            (b"YUV4MPEG2 W2 H-2\n", "parameter H is \"-2\""),
            (b"YUV4MPEG2 W99999999999999999999 H2\n", "parameter W"),
            (b"YUV4MPEG2 W2 H2 F25\n", "parameter F is \"25\""),
            (b"YUV4MPEG2 W2 H2 F0:1\n", "parameter F"),
            (b"YUV4MPEG2 W2 H2 It\n", "interlaced"),
            (b"YUV4MPEG2 W2 H2 C420p10\n", "colour space 420p10"),
            (b"YUV4MPEG2 W2 H2 C444\n", "colour space 444"),
            (b"YUV4MPEG2 W2 H2\nFRAM\n", "picture 0 does not begin with FRAME"),
            (b"YUV4MPEG2 W2 H2\nFRAME\n12345", "picture 0 has 5 of 6 bytes"),
            (b"YUV4MPEG2 W2 H2\nFRAME\n123456FRAME X\n1", "picture 1 has 1 of 6 bytes"),
        ] {
            let found = error(file);
            assert!(found.contains(message), "{found:?} for {:?}", String::from_utf8_lossy(file));
        }
        assert!(error(&[&b"YUV4MPEG2 "[..], &[b' '; 5000]].concat()).contains("no end"));
    }

    #[test]
    fn ratios_of_samples_fit_streams() {
        for (said, known) in [
            ("0:0", [0, 0]),
            ("1:1", [1, 1]),
            ("128:117", [128, 117]),
            ("80:66", [40, 33]),
            ("108416:106353", [65535, 64288]),
            ("4294967295:1", [65535, 0]),
        ] {
            let file = format!("YUV4MPEG2 W2 H2 A{said}\n");
            let reader = Reader::new(file.as_bytes()).expect("a header");
            assert_eq!(reader.header().sample_aspect, known, "{said}");
        }
    }

    #[test]
    fn memory_does_not_follow_the_header() {
        let message = error(b"YUV4MPEG2 W4294967295 H4294967295\nFRAME\n1");
        assert!(message.contains("has 1 of"), "{message}");
    }
}
