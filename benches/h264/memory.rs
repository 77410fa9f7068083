//! What all functions work on: small, so that all of it stays near the processor.

use crate::scalar::residual::{ZIGZAG_4X4, ZIGZAG_8X8};
use unite_h264::kernels::level_scale::{
    FLAT_4X4, FLAT_8X8, bias, level_scale_4x4, level_scale_8x8, multiplier_4x4, multiplier_8x8,
};

/// The quantiser of all factors.
pub const QP: i32 = 28;
/// Rows of the plane.
pub const PITCH: usize = 96;
/// The edges that there are in the plane.
pub const EDGES: usize = 15;
/// Rows of what `half_planes` reads and writes.
pub const LONG: usize = 128;

/// Samples, coefficients, factors, and what functions return.
#[repr(C, align(64))]
#[derive(Clone, PartialEq)]
pub struct Memory {
    /// Macroblocks that are reconstructed, in rows of 32.
    pub fdec: [u8; 32 * 128],
    /// Samples to encode, in rows of 16.
    pub fenc: [u8; 16 * 64],
    /// A picture, in rows of `PITCH`.
    pub plane: [u8; PITCH * 96],
    /// Another one, in rows of `LONG`.
    pub long: [u8; LONG * 16],
    /// Three planes that are made of it.
    pub halves: [[u8; LONG * 8]; 3],
    /// A row in between.
    pub line: [i16; 512],
    /// Coefficients.
    pub c: [i16; 4096],
    /// Coefficients in the order of a scan.
    pub list: [i16; 64],
    /// Multipliers, of 4x4 and of 8x8 blocks.
    pub mf: [[u16; 64]; 2],
    /// Biases, of 4x4 and of 8x8 blocks.
    pub bias: [[u16; 64]; 2],
    /// Level scales, of 4x4 and of 8x8 blocks.
    pub level_scale: [[i32; 6 * 64]; 2],
    /// The line of neighbours of an 8x8 block.
    pub edge: [u8; 64],
    /// `tC0` of the parts of an edge; as many as a vector, for what follows.
    pub tc0: [i8; 64],
    /// What functions return.
    pub costs: [[i32; 4]; 64],
    /// Levels, as quantisers leave them: most are 0, few are more than 1, and the first two of a block are not 0.
    pub few: [i16; 1024],
    /// Sums that grow.
    pub sums: [u32; 64],
    /// Numbers with fractions.
    pub numbers: [f32; 64],
    /// What levels are chosen for.
    pub choice: Choice,
}

/// Blocks whose levels are chosen: those of `few`, of which there are 15, as 4x4 and as 8x8 blocks.
#[repr(C, align(64))]
#[derive(Clone, PartialEq)]
pub struct Choice {
    // Of blocks of 4x4 and 8x8, and of the four and the eight levels of `SCANS_OF_DC`.
    /// What a level is in 256ths of a coefficient.
    pub steps: [[i32; 64]; 2],
    /// Coefficients that have these levels.
    pub c: [[[i16; 64]; 15]; 4],
    /// Those of samples.
    pub samples: [[[i16; 64]; 15]; 4],
    /// Levels as coefficients lie, for each call.
    pub levels: [[[i16; 64]; 64]; 4],
    /// States of contexts of flags and of levels.
    pub states: [[u8; 16]; 3],
    /// The place of the last level of a block that is not 0, as one of 4, 8, 16 and 64.
    pub last: [[i32; 15]; 4],
}

/// The scans of the DC of chrominance, at 4:2:0 and at 4:2:2.
pub const SCANS_OF_DC: [&[u8]; 2] = [&[0, 1, 2, 3], &[0, 2, 1, 5, 3, 6, 4, 7]];

impl Choice {
    fn new(few: &[i16; 1024], mf: &[[u16; 64]; 2], mut next: impl FnMut() -> u32) -> Choice {
        let [few_dc, many_dc] = SCANS_OF_DC;
        let scans: [&[u8]; 4] = [&ZIGZAG_4X4, &ZIGZAG_8X8, few_dc, many_dc];
        let steps = mf.map(|table| table.map(|mf| (1 << 24) / i32::from(mf)));
        let mut choice = Choice {
            steps,
            c: [[[0; 64]; 15]; 4],
            samples: [[[0; 64]; 15]; 4],
            levels: [[[0; 64]; 64]; 4],
            states: [(); 3].map(|()| std::array::from_fn(|_| 60 + (next() % 66) as u8)),
            last: [4, 8, 16, 64].map(|count| {
                let last = |block: &[i16]| block[..count].iter().rposition(|&level| level != 0);
                std::array::from_fn(|block| last(&few[64 * block..]).unwrap_or(0) as i32)
            }),
        };
        for (size, scan) in scans.into_iter().enumerate() {
            for block in 0..15 {
                for (at, &k) in scan.iter().enumerate() {
                    let (level, k) = (few[64 * block + at], usize::from(k));
                    // All of DC have one step.
                    let step = if size < 2 { steps[size][k] } else { steps[0][0] } >> 8;
                    let off = (next() % (2 * step as u32 / 3)) as i32 - step / 3;
                    choice.c[size][block][k] = (i32::from(level) * step + off) as i16;
                    choice.samples[size][block][k] =
                        (i32::from(level) * step) as i16 + (next() % 60) as i16 - 30;
                }
            }
            for call in 0..64 {
                for (at, &k) in scan.iter().enumerate() {
                    choice.levels[size][call][usize::from(k)] = few[64 * (call % 15) + at];
                }
            }
        }
        choice
    }
}

impl Memory {
    /// The same every time.
    pub fn fresh() -> Box<Memory> {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32
        };
        // A picture that rises and falls, with some noise.
        let mut sample = |at: usize, pitch: usize| -> u8 {
            let (y, x) = (at / pitch, at % pitch);
            let wave = (x * 5 + y * 3) % 256;
            (wave.min(255 - wave) as u32 + 40 + next() % 7) as u8
        };
        let fdec = std::array::from_fn(|at| sample(at, 32));
        let fenc = std::array::from_fn(|at| sample(at, 16));
        let plane = std::array::from_fn(|at| sample(at, PITCH));
        let long = std::array::from_fn(|at| sample(at, LONG));
        // What lies at its ends lies there twice.
        let line: [u8; 32] = std::array::from_fn(|at| sample(at, 64));
        let edge = std::array::from_fn(|at| line[at.clamp(7, 31)]);
        let tables =
            [multiplier_4x4(FLAT_4X4, QP as u32).concat(), multiplier_8x8(FLAT_8X8, QP as u32).concat()];
        let mf = tables.map(|table| std::array::from_fn(|i| table[i % table.len()]));
        let scales: [Vec<u16>; 2] =
            [level_scale_4x4(FLAT_4X4).concat().concat(), level_scale_8x8(FLAT_8X8).concat().concat()];
        // Most coefficients are small, some are large, as after a transform.
        let c = std::array::from_fn(|i| {
            let most = if i % 16 < 3 { 500 } else { 60 };
            (next() % (2 * most)) as i16 - most as i16
        });
        let few = std::array::from_fn(|i| match (i % 16, next() % 16) {
            (0 | 1, _) | (_, 0) => 1,
            (_, 1) => -1,
            (..4, 2) => 2,
            _ => 0,
        });
        let choice = Choice::new(&few, &mf, &mut next);
        Box::new(Memory {
            fdec,
            fenc,
            plane,
            long,
            halves: [[0; LONG * 8]; 3],
            line: [0; 512],
            c,
            list: [0; 64],
            mf,
            bias: mf.map(|table| table.map(|mf| bias(mf, 21))),
            level_scale: scales
                .map(|scale| std::array::from_fn(|i| scale.get(i).copied().unwrap_or(0).into())),
            edge,
            tc0: std::array::from_fn(|i| [2, 0, 1, 3][i % 4]),
            costs: [[0; 4]; 64],
            few,
            sums: [0; 64],
            numbers: std::array::from_fn(|i| i as f32 / 8.0 - 4.0),
            choice,
        })
    }

    /// A block in the macroblocks, at every second row.
    pub fn block(&mut self, i: usize) -> *mut u8 {
        self.fdec[(2 + i % 48 * 2) * 32..].as_mut_ptr()
    }

    /// Samples to encode, at every fourth row.
    pub fn samples(&mut self, i: usize) -> *mut u8 {
        self.fenc[i % 8 * 64..].as_mut_ptr()
    }

    /// A place in the plane, as a vector may point to.
    pub fn reference(&mut self, i: usize) -> *mut u8 {
        self.plane[(4 + i % 32) * PITCH + 8 + i * 5 % 48..].as_mut_ptr()
    }

    /// One of 15 edges in the plane, apart from each other.
    pub fn edge_at(&mut self, i: usize) -> *mut u8 {
        self.plane[(8 + i % 5 * 16) * PITCH + 16 + i / 5 * 32..].as_mut_ptr()
    }

    /// One of 64 blocks of `len` coefficients, or of as many as there are.
    pub fn coefficients(&mut self, i: usize, len: usize) -> *mut i16 {
        self.c[i * len % 4096..].as_mut_ptr()
    }

    /// One of 15 places among levels, of 64 at most.
    pub fn levels(&mut self, i: usize) -> *mut i16 {
        self.few[i % 15 * 64..].as_mut_ptr()
    }
}
