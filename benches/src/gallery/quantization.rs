//! Quantisation (T.81 A.3.4): the quotient of coefficient and step, rounded, by reciprocals.

use super::blocks::{Blocks, Row, RowMut};
use super::exhibit::{Data, both, exhibit};
use super::random::Case;
use unite::Block;

/// For each coefficient of a block a bias, a reciprocal and a scale, so that the level of magnitude `n` is
/// `((n + bias) * reciprocal >> 16) * scale >> 16`.
type Divisors = Block<[[[u16; 8]; 8]; 3], [[[u16; 8]; 8]; 3]>;

/// Bias, reciprocal and scale of an even divisor.
fn divisor(divisor: u32) -> [u16; 3] {
    let bits = divisor.ilog2();
    let (quotient, remainder) = ((1 << (16 + bits)) / divisor, (1 << (16 + bits)) % divisor);
    let half = divisor / 2;
    let [bias, reciprocal, shift] = match remainder {
        0 => [half, quotient / 2, bits - 1],
        r if r <= half => [half + 1, quotient, bits],
        _ => [half, quotient + 1, bits],
    };
    [bias, reciprocal, 1 << (16 - shift)].map(|entry| entry as u16)
}

fn divisors(steps: &[u32; 64]) -> Divisors {
    let entries = steps.map(|step| divisor(8 * step));
    Block::from(
        [0, 1, 2].map(|table| std::array::from_fn(|v| std::array::from_fn(|u| entries[8 * v + u][table]))),
    )
}

/// Coefficients, what they are divided by, and what they become.
struct Levels {
    coefficients: Blocks<i16>,
    divisors: Divisors,
    levels: Blocks<i16>,
}

struct Slices<'a> {
    coefficients: &'a [[i16; 64]],
    /// A bias, a reciprocal and a scale for each coefficient.
    divisors: &'a [[u16; 64]; 3],
    levels: &'a mut [[i16; 64]],
}

struct Tensors<'a> {
    coefficients: Row<'a, i16>,
    divisors: &'a Divisors,
    levels: RowMut<'a, i16>,
}

impl Levels {
    fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let count = case.extents[1];
        let steps = std::array::from_fn(|_| numbers.number([1, 255]) as u32);
        let coefficients = Blocks::new(count, [-8192, 8191], &mut numbers);
        let levels = Blocks::new(count, [-5, 5], &mut numbers);
        Levels { coefficients, divisors: divisors(&steps), levels }
    }
}

impl Data for Levels {
    type Slices<'a> = Slices<'a>;
    type Tensors<'a> = Tensors<'a>;

    fn slices(&mut self) -> Slices<'_> {
        let divisors = self.divisors.as_slice().as_chunks().0;
        Slices {
            coefficients: self.coefficients.blocks(),
            divisors: divisors.try_into().expect("three tables"),
            levels: self.levels.blocks_mut(),
        }
    }

    fn tensors(&mut self) -> Tensors<'_> {
        let coefficients = self.coefficients.row();
        Tensors { coefficients, divisors: &self.divisors, levels: self.levels.row_mut() }
    }

    fn output(&self) -> Vec<i64> {
        self.levels.all()
    }

    fn around(&self) -> Vec<i64> {
        self.levels.around()
    }
}

both! {
    /// The levels of a row of blocks.
    fn quantize(
        coefficients: &Tensor<[[[i16; 8]; 8]]>,
        divisors: &Tensor<[[[u16; 8]; 8]; 3]>,
        levels: &mut Tensor<[[[i16; 8]; 8]]>,
    ) {
        let high = |a: u16, b: u16| ((a as u32 * b as u32) >> 16) as u16;
        let bias = divisors[[0, .., ..]];
        let reciprocal = divisors[[1, .., ..]];
        let scale = divisors[[2, .., ..]];
        for n in 0..levels.extent(0) {
            for v in 0..8 {
                for u in 0..8 {
                    let c = coefficients[[n, v, u]] as i16;
                    let m = c.unsigned_abs() + bias[[v, u]] as u16;
                    let level = high(high(m, reciprocal[[v, u]] as u16), scale[[v, u]] as u16) as i16;
                    levels[[n, v, u]] = (if c < 0 { -level } else { level }) as i32;
                }
            }
        }
    }
}

mod plain {
    use super::Slices;

    fn high(a: u16, b: u16) -> u16 {
        ((u32::from(a) * u32::from(b)) >> 16) as u16
    }

    #[inline(always)]
    pub fn quantize(Slices { coefficients, divisors: [bias, reciprocal, scale], levels }: &mut Slices<'_>) {
        for (coefficients, levels) in coefficients.iter().zip(levels.iter_mut()) {
            for i in 0..64 {
                let c = coefficients[i];
                let n = c.unsigned_abs() + bias[i];
                let level = high(high(n, reciprocal[i]), scale[i]) as i16;
                levels[i] = if c < 0 { -level } else { level };
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{high, with_sign};
    use super::Slices;
    use fearless_simd::{i16x16, prelude::*, u16x16};

    #[inline(always)]
    pub fn quantize<S: Simd>(
        token: S,
        Slices { coefficients, divisors: [bias, reciprocal, scale], levels }: &mut Slices<'_>,
    ) {
        let table = |table: &[u16; 64], i: usize| u16x16::from_slice(token, &table[i..i + 16]);
        let ones = i16x16::splat(token, 1);
        for (coefficients, levels) in coefficients.iter().zip(levels.iter_mut()) {
            for i in (0..64).step_by(16) {
                let c = i16x16::from_slice(token, &coefficients[i..i + 16]);
                let n = c.abs().bitcast::<u16x16<S>>() + table(bias, i);
                let n = high(token, n, table(reciprocal, i));
                // The sign of 1 changes nothing, but keeps the compiler from joining two products to a wider one.
                let n = with_sign(token, n.bitcast(), ones);
                let n = high(token, n.bitcast(), table(scale, i));
                with_sign(token, n.bitcast(), c).store_slice(&mut levels[i..i + 16]);
            }
        }
    }
}

exhibit!("quantize_blocks", quantize, Levels, Levels::new, |t| (&t.coefficients, t.divisors, &mut t.levels));
