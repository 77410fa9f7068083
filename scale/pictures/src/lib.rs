//! A picture as a cell of a table: samples or a file, settings in words; a JPEG file comes out, or the rule that is broken.
//!
//! What engines for many machines call row by row. It knows no engine, and no memory layout of theirs.
//!
//! ```
//! use unite_jpeg_pictures::{Coder, Rule, Settings};
//!
//! let mut coder = Coder::default();
//! let settings = Settings::new(85, "4:2:0", false, false)?;
//! let file = coder.encode_file(&settings, b"P5 2 2 255 \x00\x40\x80\xff")?;
//! assert!(file.starts_with(&[0xff, 0xd8]));
//!
//! let refusal = coder.encode_samples(&settings, [0, 5], 3, &[]).unwrap_err();
//! assert_eq!(refusal.rule, Rule::Size);
//! assert_eq!(refusal.to_string(), "size: a picture of 0x5 has no pixels");
//! # Ok::<(), unite_jpeg_pictures::Refusal>(())
//! ```

mod coder;
mod file;
mod refusal;
mod settings;

pub use coder::Coder;
pub use refusal::{Refusal, Rule};
pub use settings::Settings;
