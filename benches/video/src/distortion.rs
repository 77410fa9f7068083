//! How far pictures are from others, and how many more bits an encoder takes for the same distance.

/// What an encoder made at one quantiser: thousands of bits in a second, and the PSNR of luminance in dB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Thousands of bits in a second.
    pub kilobits: f64,
    /// The PSNR of luminance of the whole clip, in dB.
    pub psnr: f64,
}

/// The PSNR of two lists of samples of 8 bits, in dB; infinite if they are equal.
///
/// # Panics
/// If one list is longer.
pub fn psnr(samples: &[u8], others: &[u8]) -> f64 {
    assert_eq!(samples.len(), others.len(), "both have as many samples");
    let squares = samples.iter().zip(others).map(|(&a, &b)| u64::from(a.abs_diff(b)).pow(2));
    let mean = squares.sum::<u64>() as f64 / samples.len() as f64;
    10.0 * (255.0 * 255.0 / mean).log10()
}

/// How many more bits an encoder takes than a reference for the same PSNR, as a share of those of the reference: the mean over
/// the distances that both reach (Bjontegaard's delta, by the polynomials through the points). None if they share none.
pub fn bd_rate(points: &[Point], reference: &[Point]) -> Option<f64> {
    let ends = |points: &[Point]| {
        let all = || points.iter().map(|point| point.psnr);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let (low, high) = ends(points);
    let (other_low, other_high) = ends(reference);
    let (low, high) = (low.max(other_low), high.min(other_high));
    if low >= high || points.len() < 2 || reference.len() < 2 {
        return None;
    }
    const STEPS: usize = 1000;
    let sum: f64 = (0..STEPS)
        .map(|step| {
            let psnr = low + (high - low) * (step as f64 + 0.5) / STEPS as f64;
            logarithm(points, psnr) - logarithm(reference, psnr)
        })
        .sum();
    Some((sum / STEPS as f64).exp() - 1.0)
}

/// The logarithm of the rate at a PSNR, by the polynomial through the points (Lagrange).
fn logarithm(points: &[Point], psnr: f64) -> f64 {
    let weight = |at: usize| -> f64 {
        let others = points.iter().enumerate().filter(|(other, _)| *other != at);
        others.map(|(_, other)| (psnr - other.psnr) / (points[at].psnr - other.psnr)).product()
    };
    points.iter().enumerate().map(|(at, point)| weight(at) * point.kilobits.ln()).sum()
}
