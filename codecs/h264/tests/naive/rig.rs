//! Samples, and memory with a border, for the comparisons.

use std::cell::Cell;

use unite::level::{Level, limit};

thread_local! {
    static BIT_DEPTH: Cell<i32> = const { Cell::new(8) };
}

/// The bit depth of the samples that the naive forms are about.
pub fn bit_depth() -> i32 {
    BIT_DEPTH.get()
}

/// The largest sample.
pub fn largest() -> i32 {
    (1 << bit_depth()) - 1
}

/// Runs `test` with samples of 9, 10 and 14 bits.
pub fn at_high_depths(test: impl Fn(i32)) {
    for bits in [9, 10, 14] {
        BIT_DEPTH.set(bits);
        test(bits);
    }
    BIT_DEPTH.set(8);
}

/// Random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    /// A number of `lo..=hi`, in one of four cases an extreme one.
    pub fn within(&mut self, lo: i32, hi: i32) -> i32 {
        match self.next() % 8 {
            0 => lo,
            1 => hi,
            _ => lo + (self.next() % (hi - lo + 1) as u32) as i32,
        }
    }

    /// Samples, some of them extreme.
    pub fn samples(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.within(0, 255) as u8).collect()
    }

    /// Samples of a picture: random, all alike, only extremes, or black on one side and white on the other.
    pub fn picture(&mut self, h: usize, w: usize) -> Vec<u8> {
        let (kind, value, turned) = (self.next() % 5, self.next() as u8, self.next().is_multiple_of(2));
        let at = self.next() as usize % (h + w);
        match kind {
            0 => vec![value; h * w],
            1 => (0..h * w).map(|_| if self.next().is_multiple_of(2) { 0 } else { 255 }).collect(),
            2 => (0..h * w).map(|i| if (i / w + i % w < at) == turned { 0 } else { 255 }).collect(),
            _ => self.samples(h * w),
        }
    }
}

/// Runs `test` at every level that this machine has.
pub fn at_every_level(test: impl Fn(Level)) {
    for level in Level::available() {
        limit(level);
        test(level);
    }
    limit(Level::V4);
}
