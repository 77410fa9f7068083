//! How far pictures are from the video.

/// Squared differences so far.
#[derive(Debug, Default)]
pub struct Quality {
    /// Their sums for Y, Cb and Cr, and how many samples there were.
    sums: [(f64, f64); 3],
}

impl Quality {
    /// Compares a picture, of `decoded` columns and rows, with what it should be, of `size`, which may be fewer.
    pub fn add(&mut self, recon: &[Vec<u8>], given: &[Vec<u8>], size: [usize; 2], decoded: [usize; 2]) {
        for (component, (recon, given)) in recon.iter().zip(given).enumerate() {
            let width = if component == 0 { size[0] } else { size[0].div_ceil(2) };
            let stride = if component == 0 { decoded[0] } else { width };
            let rows = recon.chunks(stride).zip(given.chunks(width));
            let sum: u64 = rows
                .flat_map(|(recon, given)| recon.iter().zip(given))
                .map(|(recon, given)| u64::from(recon.abs_diff(*given)).pow(2))
                .sum();
            self.sums[component].0 += sum as f64;
            self.sums[component].1 += given.len() as f64;
        }
    }

    /// The peak signal to noise ratio of Y, Cb and Cr in decibels, of all pictures together.
    pub fn psnr(&self) -> [f64; 3] {
        self.sums.map(|(sum, count)| 10.0 * (255.0 * 255.0 * count / sum).log10())
    }
}
