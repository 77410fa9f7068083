//! The slots of x264's tables for whole rows and planes: copies, components together and apart, half resolution, partitions from
//! planes of half samples, the lookahead's costs, and what an exhaustive search looks at.

use crate::memory::{LONG, PITCH};
use crate::slot::{CALLS, Maker};
use unite_h264_c::Weight;
use unite_h264_peers::x264::Tables;

/// Rows of what planes are made of, and how many there are.
const LONG_STRIDE: isize = LONG as isize;
const ROWS: i32 = 8;
/// No weights.
const PLAIN: Weight =
    Weight { cached: [[0; 8]; 2], log_wd: 0, scale: 1, offset: 0, functions: std::ptr::null() };

impl Maker<Tables> {
    /// Those of them all.
    pub fn pictures(&mut self) {
        self.copies();
        self.planes();
        self.partitions();
        self.lookahead();
        self.search();
    }

    fn copies(&mut self) {
        self.slots(
            "copy",
            &["16", "8", "4"],
            CALLS,
            |t, k| t.copy[k],
            |f, m, i| {
                let p = m.samples(i);
                // SAFETY: both places have a macroblock of samples.
                unsafe { f(m.block(i), 32, p, 16, 8) }
            },
        );
        self.slots(
            "copy",
            &["16, anywhere"],
            CALLS,
            |t, _| t.copy[3],
            |f, m, i| {
                let p = m.reference(i);
                // SAFETY: as above.
                unsafe { f(m.block(i), 32, p, PITCH as isize, 8) }
            },
        );
        self.slots(
            "store_chroma",
            &[""],
            CALLS,
            |t, _| t.store_chroma,
            |f, m, i| {
                let both = m.block(i);
                let plane = m.halves[i % 3].as_mut_ptr();
                // SAFETY: there are both components, 16 columns apart, and a part of a plane for them.
                unsafe { f(plane, LONG_STRIDE, both, both.add(16), ROWS) }
            },
        );
        self.slots(
            "load_chroma",
            &["fenc"],
            CALLS,
            |t, _| t.load_chroma[0],
            |f, m, i| {
                let plane = m.long.as_mut_ptr();
                // SAFETY: there is a part of a plane, and room for both components.
                unsafe { f(m.samples(i), plane, LONG_STRIDE, ROWS) }
            },
        );
        self.slots(
            "load_chroma",
            &["fdec"],
            CALLS,
            |t, _| t.load_chroma[1],
            |f, m, i| {
                let plane = m.long.as_mut_ptr();
                // SAFETY: as above.
                unsafe { f(m.block(i), plane, LONG_STRIDE, ROWS) }
            },
        );
        self.without_plain(7);
    }

    fn planes(&mut self) {
        self.slots(
            "copy_plane",
            &["as it is", "swapped"],
            CALLS,
            |t, k| t.copy_plane[k],
            |f, m, i| {
                let (to, from) = (m.halves[i % 3].as_mut_ptr(), m.long.as_mut_ptr());
                // SAFETY: both planes have rows of 128 samples.
                unsafe { f(to, LONG_STRIDE, from, LONG_STRIDE, 64, ROWS) }
            },
        );
        self.slots(
            "interleave",
            &["64x8"],
            CALLS,
            |t, _| t.interleave,
            |f, m, i| {
                let (to, from) = (m.halves[i % 3].as_mut_ptr(), m.long.as_mut_ptr());
                // SAFETY: there are rows of 64 samples twice, and of 128.
                unsafe { f(to, LONG_STRIDE, from, LONG_STRIDE, from.add(64), LONG_STRIDE, 64, ROWS) }
            },
        );
        // Theirs may write whole vectors.
        self.spilling(1);
        self.slots(
            "deinterleave",
            &["64x8"],
            CALLS,
            |t, _| t.deinterleave,
            |f, m, _| {
                let from = m.long.as_mut_ptr();
                let [a, b, _] = m.halves.each_mut().map(|plane| plane.as_mut_ptr());
                // SAFETY: there are rows of 128 samples, and of 64 twice.
                unsafe { f(a, LONG_STRIDE, b, LONG_STRIDE, from, LONG_STRIDE, 64, ROWS) }
            },
        );
        self.slots(
            "half_resolution",
            &["48x6"],
            CALLS,
            |t, _| t.half_resolution,
            |f, m, _| {
                let p = m.long.as_mut_ptr();
                let [a, b, c] = m.halves.each_mut().map(|plane| plane.as_mut_ptr());
                // SAFETY: there are 13 rows of 97 samples, and room for four planes of 6 rows of 48.
                unsafe { f(p, a, b, c, a.add(64), LONG_STRIDE, LONG_STRIDE, 48, 6) }
            },
        );
        self.spilling(1);
        self.slots(
            "deinterleave_three",
            &["of 4"],
            CALLS,
            |t, _| t.deinterleave_three,
            |f, m, _| {
                let from = m.long.as_mut_ptr();
                let [a, b, c] = m.halves.each_mut().map(|plane| plane.as_mut_ptr());
                let stride = LONG_STRIDE;
                // SAFETY: there are rows of 32 pixels, and room for three components of each.
                unsafe { f(a, stride, b, stride, c, stride, from, stride, 4, 32, ROWS) }
            },
        );
        self.spilling(1);
        self.slots(
            "ssd_in_turn",
            &["64x8"],
            CALLS,
            |t, _| t.ssd_in_turn,
            |f, m, i| {
                let (a, b) = (m.long.as_mut_ptr(), m.plane.as_mut_ptr());
                let mut sums = [0u64; 2];
                let [cb, cr] = sums.each_mut().map(|sum| &raw mut *sum);
                // SAFETY: both have rows of 96 samples, and there is room for two sums.
                unsafe { f(a, LONG_STRIDE, b, PITCH as isize, 48, ROWS, cb, cr) }
                m.costs[i][..2].copy_from_slice(&sums.map(|sum| sum as i32));
            },
        );
        self.without_plain(7);
    }

    fn partitions(&mut self) {
        let sizes = [(16, 16), (16, 8), (8, 16), (8, 8), (8, 4), (4, 8), (4, 4)];
        for (w, h) in sizes {
            self.slots(
                "mc_luma",
                &[&format!("{w}x{h}")],
                CALLS,
                |t, _| t.luma,
                move |f, m, i| {
                    let planes = [i, i + 1, i + 7, i + 9].map(|at| m.reference(at));
                    let [x, y] = [i % 4, i / 4 % 4].map(|quarter| quarter as i32);
                    // SAFETY: all planes have a macroblock of samples and more around it.
                    unsafe { f(m.block(i), 32, planes.as_ptr(), PITCH as isize, x, y, w, h, &PLAIN) }
                },
            );
        }
        for (w, h) in sizes {
            self.slots(
                "get_ref",
                &[&format!("{w}x{h}")],
                CALLS,
                |t, _| t.reference,
                move |f, m, i| {
                    let planes = [i, i + 1, i + 7, i + 9].map(|at| m.reference(at));
                    let [x, y] = [i % 4, i / 4 % 4].map(|quarter| quarter as i32);
                    let mut stride = 32;
                    let (pred, pitch) = (m.block(i), PITCH as isize);
                    // SAFETY: as above.
                    unsafe { f(pred, &mut stride, planes.as_ptr(), pitch, x, y, w, h, &PLAIN) };
                    m.costs[i][0] = stride as i32;
                },
            );
        }
        // Theirs may write whole vectors.
        self.spilling(2 * sizes.len());
        self.without_plain(2 * sizes.len());
    }

    fn lookahead(&mut self) {
        self.slots(
            "propagate",
            &["64"],
            CALLS,
            |t, _| t.propagate,
            |f, m, _| {
                let [arriving, intra, inter, inverse] =
                    [0, 256, 512, 768].map(|at| m.long[at..].as_mut_ptr().cast());
                let mut rate = 0.25;
                // SAFETY: there are 64 numbers of each, and room for as many.
                unsafe { f(m.list.as_mut_ptr(), arriving, intra, inter, inverse, &mut rate, 64) }
            },
        );
        // Theirs divides by approximations.
        self.spilling(1);
        self.slots(
            "pack",
            &["64"],
            CALLS,
            |t, _| t.pack,
            |f, m, _| {
                // SAFETY: there are 64 numbers, and room for as many.
                unsafe { f(m.list.as_mut_ptr().cast(), m.numbers.as_mut_ptr(), 64) }
            },
        );
        self.slots(
            "unpack",
            &["64"],
            CALLS,
            |t, _| t.unpack,
            |f, m, _| {
                // SAFETY: as above.
                unsafe { f(m.numbers.as_mut_ptr(), m.long.as_mut_ptr().cast(), 64) }
            },
        );
        self.without_plain(3);
    }

    fn search(&mut self) {
        let sizes = ["16x16", "16x8", "8x16", "8x8", "8x4", "4x8", "4x4"];
        self.slots(
            "ads",
            &sizes,
            CALLS,
            |t, k| t.nearer[k],
            |f, m, i| {
                let mut dc = [20_000, 21_000, 20_500, 20_200];
                let sums = m.long.as_mut_ptr().cast();
                let (extra, positions) = (m.long[1024..].as_mut_ptr().cast(), m.line.as_mut_ptr());
                // SAFETY: there are sums, costs and room for as many positions.
                m.costs[i][0] = unsafe { f(dc.as_mut_ptr(), sums, 64, extra, positions, 64, 30_000) };
            },
        );
        // What follows the positions is anything.
        self.spilling(sizes.len());
        self.slots(
            "integral_rows",
            &["of 4", "of 8"],
            CALLS,
            |t, k| t.integral_rows[k],
            |f, m, _| {
                let sums = m.c[128..].as_mut_ptr().cast();
                // SAFETY: there are a row of samples, a row of sums, and one above it.
                unsafe { f(sums, m.long.as_mut_ptr(), 96) }
            },
        );
        self.spilling(2);
        self.slots(
            "integral_columns",
            &["of 4 and 8"],
            CALLS,
            |t, _| t.sums_of_two_sizes,
            |f, m, _| {
                let small = m.line.as_mut_ptr().cast();
                // SAFETY: there are 9 rows of sums, and room for those of smaller blocks.
                unsafe { f(m.c.as_mut_ptr().cast(), small, 96) }
            },
        );
        self.slots(
            "integral_columns",
            &["of 8"],
            CALLS,
            |t, _| t.sums,
            |f, m, _| {
                // SAFETY: as above.
                unsafe { f(m.c.as_mut_ptr().cast(), 96) }
            },
        );
        self.spilling(2);
        self.without_plain(sizes.len() + 4);
    }
}
