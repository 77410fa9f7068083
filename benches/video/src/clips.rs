//! Clips in memory.

use std::fs::File;
use std::path::Path;

use unite_y4m::{Picture, Reader};

/// A clip.
pub struct Clip {
    /// Its name.
    pub name: String,
    /// Columns and rows.
    pub size: [usize; 2],
    /// Pictures in a second: numerator and denominator.
    pub rate: [u32; 2],
    /// Its pictures.
    pub pictures: Vec<Picture>,
}

impl Clip {
    /// Reads a clip.
    ///
    /// # Errors
    /// If it cannot be read, as text.
    pub fn read(path: &Path) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| failed(&error))?;
        let mut reader = Reader::new(file).map_err(|error| failed(&error))?;
        let mut pictures = Vec::new();
        while let Some(picture) = reader.read().map_err(|error| failed(&error))? {
            pictures.push(picture);
        }
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let header = reader.header();
        Ok(Clip { name, size: header.size, rate: header.frame_rate.unwrap_or([25, 1]), pictures })
    }

    /// Samples of luminance of all pictures.
    pub fn luma(&self) -> Vec<u8> {
        self.pictures.iter().flat_map(|picture| picture.planes[0].iter().copied()).collect()
    }

    /// Seconds.
    pub fn seconds(&self) -> f64 {
        self.pictures.len() as f64 * f64::from(self.rate[1]) / f64::from(self.rate[0])
    }
}
