//! The slots of x264's tables that say what a macroblock is like, what its levels are worth, and how strong its edges are; and those
//! for chrominance at 4:2:2, for macroblocks of fields, and without loss.

use crate::memory::{PITCH, QP};
use crate::slot::{CALLS, Maker};
use unite_h264_c::Runs;
use unite_h264_peers::x264::Tables;

/// Levels with how long the last run is, where x264 wants it in memory.
#[repr(align(32))]
struct Aligned<T>(T);

impl Maker<Tables> {
    /// Those of them all.
    pub fn statistics(&mut self) {
        self.activity();
        self.levels();
        self.lossless();
        self.tall();
        self.mixed();
    }

    fn activity(&mut self) {
        self.slots(
            "variance",
            &["16x16", "8x16", "8x8"],
            CALLS,
            |t, k| t.variance[k],
            |f, m, i| {
                // SAFETY: there is a macroblock of samples.
                let both = unsafe { f(m.block(i), 32) };
                m.costs[i][..2].copy_from_slice(&[both as i32, (both >> 32) as i32]);
            },
        );
        self.slots(
            "variance_of_two",
            &["8x16", "8x8"],
            CALLS,
            |t, k| t.variance_of_two[k],
            |f, m, i| {
                let (samples, pred) = (m.samples(i), m.block(i));
                let [sum, squares @ ..] = &mut m.costs[i];
                // SAFETY: there are both components of both, and room for two sums.
                *sum = unsafe { f(samples, pred, squares.as_mut_ptr()) };
            },
        );
        let sizes = ["16x16", "16x8", "8x16", "8x8"];
        self.slots(
            "hadamard_ac",
            &sizes,
            CALLS,
            |t, k| t.hadamard_ac[k],
            |f, m, i| {
                // SAFETY: there is a macroblock of samples.
                let both = unsafe { f(m.block(i), 32) };
                m.costs[i][..2].copy_from_slice(&[both as i32, (both >> 32) as i32]);
            },
        );
        self.slots(
            "vsad",
            &["16x16"],
            CALLS,
            |t, _| t.sad_of_rows,
            |f, m, i| {
                // SAFETY: as above.
                m.costs[i][0] = unsafe { f(m.block(i), 32, 16) };
            },
        );
        self.slots(
            "asd8",
            &["8x16"],
            CALLS,
            |t, _| t.difference_of_rows,
            |f, m, i| {
                let (a, b) = (m.block(i), m.reference(i));
                // SAFETY: both places have a macroblock of samples.
                m.costs[i][0] = unsafe { f(a, 32, b, PITCH as isize, 16) };
            },
        );
        self.slots(
            "ssim_core",
            &["two 4x4"],
            CALLS,
            |t, _| t.moments,
            |f, m, i| {
                let (a, b) = (m.block(i), m.reference(i));
                // SAFETY: both places have two blocks of samples, and there is room for the sums of both.
                unsafe { f(a, 32, b, PITCH as isize, m.sums.as_mut_ptr().cast()) }
            },
        );
        self.slots(
            "strength",
            &["one list", "two lists"],
            CALLS,
            |t, _| t.strength,
            |f, m, i| {
                let nonzero = m.few[..].as_mut_ptr().cast();
                let (reference, mv) = (m.few[64..].as_mut_ptr().cast(), m.few[256..].as_mut_ptr());
                // SAFETY: there are blocks in rows of 8, and room for the strengths of both directions.
                unsafe { f(nonzero, reference, mv, m.list.as_mut_ptr().cast(), 4, (i % 2) as i32) }
            },
        );
        self.without_plain(15);
    }

    fn levels(&mut self) {
        self.slots(
            "denoise",
            &["4x4", "8x8"],
            CALLS,
            |t, _| t.denoise,
            |f, m, i| {
                let (c, sums, offset) = (m.coefficients(i, 64), m.sums.as_mut_ptr(), m.bias[1].as_mut_ptr());
                // SAFETY: there are 64 coefficients, sums and offsets.
                unsafe { f(c, sums, offset, [16, 64][i % 2]) }
            },
        );
        self.slots(
            "decimate_score",
            &["15", "16", "64"],
            CALLS,
            |t, k| t.score[k],
            |f, m, i| {
                // SAFETY: there are 64 levels.
                m.costs[i][0] = unsafe { f(m.levels(i)) };
            },
        );
        // Of 64 levels theirs says 9 where the score is more: encoders ask whether it is less than 6.
        self.spilling(1);
        // Fifteen levels are those after the first one of a block.
        for (k, (name, from)) in [("16", 0), ("15", 1), ("64", 0), ("4", 0), ("8", 0)].into_iter().enumerate()
        {
            self.slots(
                "coeff_last",
                &[name],
                CALLS,
                move |t, _| t.last[k],
                move |f, m, i| {
                    // SAFETY: as above.
                    m.costs[i][0] = unsafe { f(m.levels(i).add(from)) };
                },
            );
        }
        for (k, (name, from)) in [("16", 0), ("15", 1), ("4", 0), ("8", 0)].into_iter().enumerate() {
            self.slots(
                "coeff_level_run",
                &[name],
                CALLS,
                move |t, _| t.level_run[k],
                move |f, m, i| {
                    let mut runs = Aligned(Runs { last: 0, mask: 0, unused: [0; 2], levels: [0; 18] });
                    // SAFETY: there are levels, of which one is not 0, and room for them.
                    let count = unsafe { f(m.levels(i).add(from), &mut runs.0) };
                    m.costs[i] = [count, runs.0.last, runs.0.mask, i32::from(runs.0.levels[0])];
                },
            );
        }
        self.without_plain(14);
    }

    fn lossless(&mut self) {
        for (order, name) in ["zigzag", "field"].into_iter().enumerate() {
            for (k, size) in ["8x8", "4x4"].into_iter().enumerate() {
                let names = [&*format!("{name} {size}")];
                self.slots(
                    "sub_scan",
                    &names,
                    CALLS,
                    move |t, _| t.sub_scan[order][k],
                    |f, m, i| {
                        let (levels, samples) = (m.list.as_mut_ptr(), m.samples(i));
                        // SAFETY: there are samples, a prediction, and room for levels.
                        m.costs[i][0] = unsafe { f(levels, samples, m.block(i)) };
                    },
                );
            }
            self.slots(
                "sub_scan_ac",
                &[name],
                CALLS,
                move |t, _| t.sub_scan_ac[order],
                |f, m, i| {
                    let (levels, samples, dc) = (m.list.as_mut_ptr(), m.samples(i), m.line.as_mut_ptr());
                    // SAFETY: there are samples, a prediction, and room for levels and one more.
                    m.costs[i][0] = unsafe { f(levels, samples, m.block(i), dc) };
                },
            );
            let get = move |t: &Tables, _| t.interleave_levels[order];
            self.slots("interleave_levels", &[name], CALLS, get, |f, m, i| {
                let (lists, nonzero) = (m.list.as_mut_ptr(), m.sums.as_mut_ptr().cast());
                // SAFETY: there are levels, and room for four lists and for two flags in each of two rows of 8.
                unsafe { f(lists, m.levels(i), nonzero) }
            });
        }
        self.without_plain(8);
    }

    fn tall(&mut self) {
        let modes = ["dc", "horizontal", "vertical", "plane", "dc left", "dc above", "dc none"];
        self.slots(
            "predict_8x16c",
            &modes,
            CALLS,
            |t, k| t.predict_8x16c[k],
            |f, m, i| {
                // SAFETY: a block has as many rows around it as any mode looks at.
                unsafe { f(m.block(i)) }
            },
        );
        self.slots(
            "intra_x3 8x16c",
            &["satd", "sad"],
            CALLS,
            |t, k| t.intra_x3_422[k],
            |f, m, i| {
                let (samples, at) = (m.samples(i), m.block(i));
                // SAFETY: there are samples, neighbours, and room for three costs.
                unsafe { f(samples, at, m.costs[i].as_mut_ptr()) }
            },
        );
        // Theirs leave a prediction behind.
        self.spilling(2);
        self.slots(
            "dct2x4dc",
            &[""],
            CALLS,
            |t, _| t.tall_dc,
            |f, m, i| {
                let (dc, blocks) = (m.list.as_mut_ptr(), m.coefficients(i, 128));
                // SAFETY: there are eight blocks, and room for their first coefficients.
                unsafe { f(dc, blocks) }
            },
        );
        self.slots(
            "idct2x4dc",
            &["in blocks"],
            CALLS,
            |t, _| t.tall_dc_back,
            |f, m, i| {
                let (dc, scales) = (m.levels(i), m.level_scale[0].as_mut_ptr());
                // SAFETY: there are levels, eight blocks, and scales.
                unsafe { f(dc, m.coefficients(i, 128), scales, QP) }
            },
        );
        self.slots(
            "idct2x4dc",
            &["alone"],
            CALLS,
            |t, _| t.tall_dc_only,
            |f, m, i| {
                let scales = m.level_scale[0].as_mut_ptr();
                let from = i % 15 * 64;
                m.list[..8].copy_from_slice(&m.few[from..from + 8]);
                // SAFETY: there are levels and scales.
                unsafe { f(m.list.as_mut_ptr(), scales, QP) }
            },
        );
        self.slots(
            "optimize_chroma_dc",
            &["2x2", "2x4"],
            CALLS,
            |t, k| t.fewer_levels[k],
            |f, m, i| {
                // SAFETY: there are so many levels.
                m.costs[i][0] = unsafe { f(m.levels(i), 700) };
            },
        );
        self.edges("deblock_422", &[""], |t, _| t.deblock_422);
        self.edges_intra("deblock_422_intra", &[""], |t, _| t.deblock_422_intra);
        self.without_plain(16);
    }

    fn mixed(&mut self) {
        let edges = ["luma", "chroma", "chroma 4:2:2"];
        self.edges("deblock_mixed", &edges, |t, k| t.deblock_mixed[k]);
        self.edges_intra("deblock_mixed_intra", &edges, |t, k| t.deblock_mixed_intra[k]);
        let costs = ["sad", "ssd", "satd"];
        self.slots(
            "costs 4x16",
            &costs,
            CALLS,
            |t, k| t.costs_4x16[k],
            |f, m, i| {
                let (a, b) = (m.block(i), m.samples(i));
                // SAFETY: both places have 16 rows of samples.
                m.costs[i][0] = unsafe { f(b, 16, a, 32) };
            },
        );
        self.without_plain(9);
    }
}
