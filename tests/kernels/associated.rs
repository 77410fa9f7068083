//! Kernels in an `impl` block.

use unite::{Block, kernel};

struct Encoder {
    times: i32,
}

const ROUND: i32 = 1;

#[kernel]
impl Encoder {
    /// The least that there is.
    pub const LEAST: i32 = 2;

    /// An encoder.
    fn new(times: i32) -> Self {
        Self { times }
    }

    /// Half of two.
    #[kernel]
    fn mean(a: i32, b: i32) -> i32 {
        (a + b + ROUND) >> 1
    }

    /// Means of neighbours, or the least.
    #[kernel(inline(Self::mean))]
    #[must_use]
    pub fn means<const W: usize>(out: &mut Tensor<[[u8; W]]>, t: &Tensor<[[u8]]>, mut least: i32) -> i32 {
        least = least.max(Self::LEAST);
        let least = least;
        out[[!y, !x]] = Self::mean(t[[!y, !x]], t[[!y, !x + 1]]).max(least);
        least
    }

    /// One kernel calls another, by both names of the type.
    #[kernel]
    fn both(out: &mut Tensor<[[u8; 4]; 2]>, t: &Tensor<[[u8; 5]; 1]>) {
        let _ = Encoder::means::<4>(&mut out[[0..1, ..]], t, 0);
        let _ = Self::means::<4>(&mut out[[1..2, ..]], t, 5);
    }

    /// What is no kernel stays.
    fn run(&self, out: &mut Block<[[u8; 4]; 2], [[u8; 4]; 2]>, t: &Block<[[u8; 5]; 1], [[u8; 5]; 1]>) {
        for _ in 0..self.times {
            Self::both(out, t);
        }
    }
}

#[kernel]
fn calls(out: &mut Tensor<[[u8; 4]; 2]>, t: &Tensor<[[u8; 5]; 1]>) {
    Encoder_both(&mut out, t);
}

#[test]
fn a_type_has_kernels() {
    let t = Block::from([[0u8, 2, 6, 9, 1]]);
    let mut row = Block::from([[0u8; 4]]);
    assert_eq!(Encoder::means::<4>(&mut row, &t, 0), 2);
    assert_eq!(row.as_slice(), [2, 4, 8, 5]);
    let means = [2, 4, 8, 5, 5, 5, 8, 5];
    let mut out = Block::from([[0u8; 4]; 2]);
    Encoder::new(1).run(&mut out, &t);
    assert_eq!(out.as_slice(), means);
    let mut out = Block::from([[0u8; 4]; 2]);
    calls(&mut out, &t);
    assert_eq!(out.as_slice(), means);
    assert_eq!(Encoder::mean(4, 7), 6);
    assert!(Encoder_means::plan().starts_with("loops over y, x"));
}
