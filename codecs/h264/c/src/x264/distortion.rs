//! What levels lose of coefficients, as x264 measures it, and how it says what a block is: for the search of [`unite_h264::trellis`].

use unite_h264::trellis::{Block, Coding};

/// What a squared difference of coefficients weighs, in 256ths, by their place in a block: the reverse of what the transform makes of samples.
pub static SQUARES_4X4: [u32; 16] = of_4x4([800, 320, 128]);
pub static SQUARES_8X8: [u32; 64] = of_8x8([256, 227, 410, 201, 363, 656]);

/// The same of a difference itself.
pub static DIFFERENCES_4X4: [u32; 16] = of_4x4([453, 286, 181]);
pub static DIFFERENCES_8X8: [u32; 64] = of_8x8([256, 241, 324, 227, 305, 410]);

/// Rows of the 4x4 transform are of two kinds, one after the other.
const fn of_4x4([neither, either, both]: [u32; 3]) -> [u32; 16] {
    let mut weights = [0; 16];
    let mut k = 0;
    while k < 16 {
        weights[k] = [neither, either, both][k / 4 % 2 + k % 2];
        k += 1;
    }
    weights
}

/// Rows of the 8x8 transform are of three kinds: the first and the fifth, odd ones, and others. Weights are those of two of the first kind,
/// of the first and the second, of the first and the third, and so on.
const fn of_8x8(of: [u32; 6]) -> [u32; 64] {
    const KIND: [usize; 4] = [0, 1, 2, 1];
    const PAIR: [[usize; 3]; 3] = [[0, 1, 2], [1, 3, 4], [2, 4, 5]];
    let mut weights = [0; 64];
    let mut k = 0;
    while k < 64 {
        weights[k] = of[PAIR[KIND[k / 8 % 4]][KIND[k % 4]]];
        k += 1;
    }
    weights
}

/// Flags of levels: states of contexts, and which contexts those at a place have.
pub struct Flags<'a, F, const SIGNIFICANT: usize, const LAST: usize> {
    pub significant: &'a [u8; SIGNIFICANT],
    pub last: &'a [u8; LAST],
    pub contexts: F,
}

impl<F: Fn(usize) -> Option<[usize; 2]>, const S: usize, const L: usize> Flags<'_, F, S, L> {
    #[inline(always)]
    fn at(&self, at: usize) -> Option<[u8; 2]> {
        let [significant, last] = (self.contexts)(at)?;
        Some([*self.significant.get(significant)?, *self.last.get(last)?])
    }
}

/// What a level makes of a coefficient without its sign.
#[inline(always)]
fn scaled(step: i32, level: u32) -> i32 {
    step.wrapping_mul(level as i32).wrapping_add(128) >> 8
}

/// A number with the sign of another one.
#[inline(always)]
fn with_sign(number: i32, of: i32) -> i32 {
    if of < 0 { number.wrapping_neg() } else { number }
}

/// A squared difference with its weight.
#[inline(always)]
fn square(a: i32, b: i32, weight: u32) -> i64 {
    let difference = i64::from(a.wrapping_sub(b));
    difference.wrapping_mul(difference).wrapping_mul(weight.into())
}

/// Coefficients, and what levels lose of them.
pub struct Coefficients<'a, C, F, const N: usize> {
    pub c: &'a [C; N],
    pub nearest: &'a [C; N],
    pub scan: &'a [u8; N],
    pub steps: &'a [i32; N],
    pub squares: &'static [u32; N],
    pub flags: F,
}

impl<C: Copy + Into<i32>, F, const N: usize> Coefficients<'_, C, F, N> {
    /// Where a place of the scan is in the block.
    #[inline(always)]
    fn position(&self, at: usize) -> usize {
        usize::from(self.scan[at % N]) % N
    }
}

impl<C, F, const N: usize, const S: usize, const L: usize> Block
    for Coefficients<'_, C, Flags<'_, F, S, L>, N>
where
    C: Copy + Into<i32>,
    F: Fn(usize) -> Option<[usize; 2]>,
{
    #[inline(always)]
    fn level(&self, at: usize) -> u32 {
        self.nearest[at % N].into().unsigned_abs()
    }

    #[inline(always)]
    fn distortion(&self, at: usize, level: u32) -> i64 {
        let k = self.position(at);
        square(self.c[k].into().wrapping_abs(), scaled(self.steps[k], level), self.squares[k])
    }

    /// A block that has its first coefficient alone becomes flat: what is compared is what samples will be, which are 16ths of it.
    #[inline(always)]
    fn distortion_alone(&self, level: u32) -> i64 {
        let k = self.position(0);
        let c = self.c[k].into();
        let sixteenths = with_sign(scaled(self.steps[k], level), c).wrapping_add(8) & !15;
        square(c, sixteenths, self.squares[k])
    }

    #[inline(always)]
    fn flags(&self, at: usize) -> Option<[u8; 2]> {
        self.flags.at(at)
    }
}

/// The same where it is good to have as much of a coefficient as the samples have: as large as these and the prediction's are together.
pub struct Psychovisual<'a, C, F, const N: usize> {
    pub of: Coefficients<'a, C, F, N>,
    pub samples: &'a [C; N],
    pub differences: &'static [u32; N],
    pub strength: i32,
}

impl<C, F, const N: usize, const S: usize, const L: usize> Block
    for Psychovisual<'_, C, Flags<'_, F, S, L>, N>
where
    C: Copy + Into<i32>,
    F: Fn(usize) -> Option<[usize; 2]>,
{
    #[inline(always)]
    fn level(&self, at: usize) -> u32 {
        self.of.level(at)
    }

    #[inline(always)]
    fn distortion(&self, at: usize, level: u32) -> i64 {
        let lost = self.of.distortion(at, level);
        if at == 0 {
            return lost;
        }
        let k = self.of.position(at);
        let c = self.of.c[k].into();
        let predicted = self.samples[k].into().wrapping_sub(c);
        let there = scaled(self.of.steps[k], level).wrapping_add(with_sign(predicted, c)).wrapping_abs();
        let weight = (self.differences[k] as i32).wrapping_mul(self.strength);
        lost.wrapping_sub(i64::from(weight).wrapping_mul(there.into()))
    }

    #[inline(always)]
    fn distortion_alone(&self, level: u32) -> i64 {
        self.of.distortion_alone(level)
    }

    #[inline(always)]
    fn flags(&self, at: usize) -> Option<[u8; 2]> {
        self.of.flags(at)
    }
}

/// First coefficients of blocks, which all weigh the same.
pub struct FirstCoefficients<'a, C, F, const N: usize> {
    pub c: &'a [C; N],
    pub nearest: &'a [C; N],
    pub scan: &'a [u8; N],
    pub step: i32,
    pub flags: F,
}

impl<C, F, const N: usize, const S: usize, const L: usize> Block
    for FirstCoefficients<'_, C, Flags<'_, F, S, L>, N>
where
    C: Copy + Into<i32>,
    F: Fn(usize) -> Option<[usize; 2]>,
{
    #[inline(always)]
    fn level(&self, at: usize) -> u32 {
        self.nearest[at % N].into().unsigned_abs()
    }

    #[inline(always)]
    fn distortion(&self, at: usize, level: u32) -> i64 {
        let c = self.c[usize::from(self.scan[at % N]) % N].into();
        square(c.wrapping_abs(), scaled(self.step, level), 256)
    }

    #[inline(always)]
    fn distortion_alone(&self, level: u32) -> i64 {
        self.distortion(0, level)
    }

    #[inline(always)]
    fn flags(&self, at: usize) -> Option<[u8; 2]> {
        self.flags.at(at)
    }
}

/// How levels are coded: states in the order of memory, how many larger levels make a difference, and what bits weigh.
#[inline(always)]
pub fn coding(level_states: u64, more_level_states: u16, most: usize, weight: i32) -> Coding {
    let mut states = [0; 10];
    states[..8].copy_from_slice(&level_states.to_ne_bytes());
    states[8..].copy_from_slice(&more_level_states.to_ne_bytes());
    Coding { states, most, weight: i64::from(weight) as u64 }
}

/// The places from the first to the last one of those where levels are not 0.
#[inline(always)]
pub fn from_to(nonzero: u64, first: usize, last: i32) -> u64 {
    (nonzero & (u64::MAX >> (63 - (last as u32).min(63)))) >> first << first
}

/// A place of the scan, whatever the number is.
#[inline(always)]
pub fn place(at: i32) -> usize {
    (at as u32).min(63) as usize
}
