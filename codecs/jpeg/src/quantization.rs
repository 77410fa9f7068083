//! Quantisation tables: T.81 Annex K.1, scaled by quality.

use crate::choices::Quantization;
use crate::frame::BLOCK;
use crate::kernels::{Divisors, ZIGZAG, divisors};

/// The quantisation steps of one table, row by row as the coefficients of a block are.
#[derive(Clone, Debug)]
pub(crate) struct QuantTable {
    steps: [u16; BLOCK * BLOCK],
    divisors: Divisors,
    largest: u16,
}

impl QuantTable {
    /// The tables for luminance and chrominance at their qualities, 1 to 100.
    pub(crate) fn pair(tables: &Quantization, quality: [u8; 2], force_baseline: bool) -> [Self; 2] {
        let scaled = |tables: &[[u16; 64]; 2]| {
            [0, 1].map(|table| Self::scaled(&tables[table], quality[table], force_baseline))
        };
        match tables {
            Quantization::Standard => scaled(&Quantization::STANDARD),
            Quantization::Scaled(tables) => scaled(tables),
            Quantization::Exact(tables) => tables.each_ref().map(|steps| Self::new(*steps)),
        }
    }

    fn new(steps: [u16; 64]) -> Self {
        let largest = steps.iter().fold(0, |largest, &step| step.max(largest));
        Self { steps, divisors: divisors(&steps), largest }
    }

    /// The rule of the Independent JPEG Group: quality 50 is the printed table, 100 is all ones, and below 50 the
    /// steps grow with the inverse of the quality. Steps are at most 255 where `force_baseline`.
    fn scaled(base: &[u16; 64], quality: u8, force_baseline: bool) -> Self {
        let quality = u32::from(quality).clamp(1, 100);
        let percent = if quality < 50 { 5000 / quality } else { 200 - 2 * quality };
        let limit = if force_baseline { 255 } else { u32::from(Quantization::LARGEST) };
        let steps = base.map(|step| ((u32::from(step) * percent + 50) / 100).clamp(1, limit) as u16);
        Self::new(steps)
    }

    /// What the kernels divide by.
    pub(crate) fn divisors(&self) -> &Divisors {
        &self.divisors
    }

    /// Whether some step needs 16 bits, which makes the precision Pq 1 (T.81 B.2.4.1).
    pub(crate) fn is_16_bit(&self) -> bool {
        self.largest > 255
    }

    /// The steps in the order in which a table is written.
    pub(crate) fn in_zigzag_order(&self) -> impl Iterator<Item = u16> {
        ZIGZAG.iter().map(|&i| self.steps[usize::from(i)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LUMINANCE: [u16; 64] = Quantization::STANDARD[0];

    #[test]
    fn scaling_at_the_ends_and_in_the_middle() {
        assert_eq!(QuantTable::scaled(&LUMINANCE, 50, false).steps, LUMINANCE);
        assert_eq!(QuantTable::scaled(&LUMINANCE, 100, false).steps, [1; 64]);
        assert_eq!(QuantTable::scaled(&LUMINANCE, 1, false).steps[0], 800);
        assert_eq!(QuantTable::scaled(&LUMINANCE, 1, true).steps, [255; 64]);
        assert!(QuantTable::pair(&Quantization::Standard, [23; 2], false).iter().any(QuantTable::is_16_bit));
        assert!(!QuantTable::pair(&Quantization::Standard, [24; 2], false).iter().any(QuantTable::is_16_bit));
    }
}
