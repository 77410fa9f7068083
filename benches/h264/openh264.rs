//! The slots of openh264's tables. There is no plain Rust beside them: that is in the slots of x264.

use crate::memory::{EDGES, PITCH};
use crate::slot::{CALLS, Case, Maker};
use unite_h264_c::{Apart, SampleCost};
use unite_h264_peers::openh264::{self, Tables};

/// Modes of predictions, in the order of openh264.
const MODES: [&str; 14] = [
    "vertical",
    "horizontal",
    "dc",
    "diagonal down left",
    "diagonal down right",
    "vertical right",
    "horizontal down",
    "vertical left",
    "horizontal up",
    "dc left",
    "dc above",
    "dc none",
    "diagonal down left, none right",
    "vertical left, none right",
];
const MODES_16X16: [&str; 7] = ["vertical", "horizontal", "dc", "plane", "dc left", "dc above", "dc none"];
const MODES_CHROMA: [&str; 7] = ["dc", "horizontal", "vertical", "plane", "dc left", "dc above", "dc none"];
/// Sizes of partitions, in the order of openh264.
const SIZES: [&str; 7] = ["16x16", "16x8", "8x16", "8x8", "4x4", "8x4", "4x8"];

impl Maker<Tables> {
    fn predictions(&mut self) {
        type Get = fn(&Tables, usize) -> Apart;
        let tables: [(&str, &[&str], Get); 3] = [
            ("predict_4x4", &MODES, |t, k| t.predict_4x4[k]),
            ("predict_16x16", &MODES_16X16, |t, k| t.predict_16x16[k]),
            ("predict_chroma", &MODES_CHROMA, |t, k| t.predict_chroma[k]),
        ];
        for (table, names, get) in tables {
            self.slots(table, names, CALLS, get, |f, m, i| {
                // Macroblocks lie at multiples of 16.
                let at = m.edge_at(i % EDGES);
                // SAFETY: the place has neighbours, and there are eight rows of 32 samples for a block.
                unsafe { f(m.block(i / 4 * 4), at, PITCH as i32) }
            });
        }
    }

    fn costs(&mut self) {
        for (table, get) in
            [("sad", (|t, k| t.sad[k]) as fn(&Tables, usize) -> SampleCost), ("satd", |t, k| t.satd[k])]
        {
            self.slots(table, &SIZES, CALLS, get, |f, m, i| {
                // SAFETY: both places have a macroblock of samples.
                m.costs[i][0] = unsafe { f(m.samples(i), 16, m.reference(i), PITCH as i32) };
            });
        }
        self.slots(
            "sad_around",
            &SIZES,
            CALLS,
            |t, k| t.sad_around[k],
            |f, m, i| {
                let (samples, p) = (m.samples(i), m.reference(i));
                // SAFETY: both places have a macroblock of samples, the second one with others around it.
                unsafe { f(samples, 16, p, PITCH as i32, m.costs[i].as_mut_ptr()) }
            },
        );
    }

    fn intra_costs(&mut self) {
        self.slots(
            "combined 4x4",
            &[""],
            CALLS,
            |t, _| t.combined_4x4.expect("three modes at once"),
            |f, m, i| {
                let (at, samples, pred) = (m.edge_at(i % EDGES), m.samples(i), m.block(i / 4 * 4));
                let [cost, mode, ..] = &mut m.costs[i];
                // SAFETY: there are a place with neighbours, a macroblock of samples, room for a block and for a mode.
                *cost = unsafe { f(at, PITCH as i32, samples, 16, pred, mode, 9, 9, 2) };
            },
        );
        type Get = fn(&Tables, usize) -> unite_h264_c::IntraCombined16x16;
        let tables: [(&str, Get); 2] = [
            ("satd", |t, _| t.combined_16x16_satd.expect("three modes at once")),
            ("sad", |t, _| t.combined_16x16_sad.expect("three modes at once")),
        ];
        for (name, get) in tables {
            self.slots("combined 16x16", &[name], CALLS, get, |f, m, i| {
                let (at, samples, pred) = (m.edge_at(i % EDGES), m.samples(i), m.block(0));
                let [cost, mode, ..] = &mut m.costs[i];
                // SAFETY: there are a place with neighbours, a macroblock of samples, room for one and for a mode.
                *cost = unsafe { f(at, PITCH as i32, samples, 16, mode, 7, pred) };
            });
            self.spilling(1);
        }
        self.slots(
            "combined chroma",
            &[""],
            CALLS,
            |t, _| t.combined_chroma.expect("three modes at once"),
            |f, m, i| {
                let (cb, cr) = (m.edge_at(i % EDGES), m.edge_at((i + 5) % EDGES));
                let (samples_cb, samples_cr, pred) = (m.samples(i), m.samples(i + 1), m.block(0));
                let [cost, mode, ..] = &mut m.costs[i];
                // SAFETY: there are two places with neighbours, macroblocks of samples, room for one and for a mode.
                *cost = unsafe { f(cb, PITCH as i32, samples_cb, 16, mode, 7, pred, cr, samples_cr) };
            },
        );
        self.spilling(1);
    }

    fn residuals(&mut self) {
        self.slots(
            "dct",
            &["4x4", "four 4x4"],
            CALLS,
            |t, k| t.dct[k],
            |f, m, i| {
                let (c, samples) = (m.coefficients(i, 64), m.samples(i));
                // SAFETY: there are a macroblock of samples and as many coefficients.
                unsafe { f(c, samples, 16, m.block(i), 32) }
            },
        );
        let names = ["4x4", "four 4x4", "first coefficients"];
        self.slots(
            "idct",
            &names,
            CALLS,
            |t, k| t.idct[k],
            |f, m, i| {
                let (c, pred) = (m.coefficients(i % 16, 256), m.samples(i));
                // SAFETY: there are a macroblock of samples and as many coefficients.
                unsafe { f(m.block(i), 32, pred, 16, c) }
            },
        );
        self.slots(
            "quantization",
            &["4x4", "four 4x4"],
            CALLS,
            |t, k| t.quantization[k],
            |f, m, i| {
                let (bias, mf) = (m.bias[0].as_ptr().cast(), m.mf[0].as_ptr().cast());
                // SAFETY: there are as many coefficients and factors as the blocks have.
                unsafe { f(m.coefficients(i, 64), bias, mf) }
            },
        );
        self.slots(
            "quantization_max",
            &[""],
            CALLS,
            |t, _| t.quantization_max,
            |f, m, i| {
                let (bias, mf) = (m.bias[0].as_ptr().cast(), m.mf[0].as_ptr().cast());
                let c = m.coefficients(i, 64);
                // SAFETY: there are as many coefficients and factors as the blocks have, and room for four numbers.
                unsafe { f(c, bias, mf, m.list.as_mut_ptr()) }
            },
        );
        self.slots(
            "quantization_dc",
            &[""],
            CALLS,
            |t, _| t.quantization_dc,
            |f, m, i| {
                let (bias, mf) = ((m.bias[0][0] << 1) as i16, (m.mf[0][0] >> 1) as i16);
                // SAFETY: there are 16 coefficients.
                unsafe { f(m.coefficients(i, 16), bias, mf) }
            },
        );
        self.slots(
            "chroma_dc",
            &[""],
            CALLS,
            |t, _| t.chroma_dc,
            |f, m, i| {
                let (bias, mf) = ((m.bias[0][0] << 1) as i16, (m.mf[0][0] >> 1) as i16);
                let (c, levels) = (m.coefficients(i, 64), m.list.as_mut_ptr());
                // SAFETY: there are four blocks, and room for four numbers twice.
                m.costs[i][0] = unsafe { f(c, bias, mf, levels, levels.add(8)) };
            },
        );
        self.slots(
            "chroma_dc_skip",
            &[""],
            CALLS,
            |t, _| t.chroma_dc_skip,
            |f, m, i| {
                let (bias, mf) = ((m.bias[0][0] << 1) as i16, (m.mf[0][0] >> 1) as i16);
                // SAFETY: there are four blocks.
                m.costs[i][0] = (unsafe { f(m.coefficients(i, 64), bias, mf) } != 0).into();
            },
        );
        self.slots(
            "luma_dc",
            &[""],
            CALLS,
            |t, _| t.luma_dc,
            |f, m, i| {
                let c = m.coefficients(i, 256);
                // SAFETY: there are 16 blocks, and room for 16 numbers.
                unsafe { f(m.list.as_mut_ptr(), c) }
            },
        );
        self.slots(
            "inverse_luma_dc",
            &[""],
            CALLS,
            |t, _| t.inverse_luma_dc,
            |f, m, i| {
                // SAFETY: there are 16 coefficients.
                unsafe { f(m.coefficients(i, 16), 2) }
            },
        );
        self.slots(
            "scale",
            &["4x4", "four 4x4"],
            CALLS,
            |t, k| t.scale[k],
            |f, m, i| {
                // Levels that stay below 16 bits: what the factors are does not matter.
                let factors = m.bias[0].as_ptr();
                // SAFETY: there are four blocks and eight factors.
                unsafe { f(m.coefficients(i, 64), factors) }
            },
        );
        self.slots(
            "scan",
            &["4x4", "ac"],
            CALLS,
            |t, k| t.scan[k],
            |f, m, i| {
                let c = m.coefficients(i, 16);
                // SAFETY: there are 16 coefficients, and room for as many.
                unsafe { f(m.list.as_mut_ptr(), c) }
            },
        );
    }

    fn inter(&mut self) {
        for (y, x) in (0..16).map(|k| (k / 4, k % 4)) {
            self.slots(
                "mc_luma 16x16",
                &[&format!("{x}/4 {y}/4")],
                16,
                |t, _| t.mc_luma,
                move |f, m, i| {
                    let p = m.reference(i);
                    // SAFETY: there are two samples before the partition and three after it on each axis.
                    unsafe { f(p, PITCH as i32, m.block(i), 32, x, y, 16, 16) }
                },
            );
        }
        for (w, h) in [(16, 8), (8, 16), (8, 8)] {
            self.slots(
                "mc_luma",
                &[&format!("{w}x{h} 2/4 1/4")],
                CALLS,
                |t, _| t.mc_luma,
                move |f, m, i| {
                    let p = m.reference(i);
                    // SAFETY: there are two samples before the partition and three after it on each axis.
                    unsafe { f(p, PITCH as i32, m.block(i), 32, 2, 1, w, h) }
                },
            );
        }
        for (w, h) in [(8, 8), (8, 4), (4, 8), (4, 4)] {
            self.slots(
                "mc_chroma",
                &[&format!("{w}x{h}")],
                CALLS,
                |t, _| t.mc_chroma,
                move |f, m, i| {
                    let (p, [x, y]) = (m.reference(i), [i % 7 + 1, i / 8].map(|fraction| fraction as i16));
                    // SAFETY: there are 9 rows of 9 samples at `p`, and 8 of 8 at the block.
                    unsafe { f(p, PITCH as i32, m.block(i), 32, x, y, w, h) }
                },
            );
        }
        for (w, h) in [(16, 16), (16, 8), (8, 16), (8, 8)] {
            self.slots(
                "average",
                &[&format!("{w}x{h}")],
                CALLS,
                |t, _| t.average,
                move |f, m, i| {
                    let (a, b) = (m.reference(i), m.reference(i + 1));
                    // SAFETY: all places have a macroblock of samples.
                    unsafe { f(m.block(i), 32, a, PITCH as i32, b, PITCH as i32, w, h) }
                },
            );
        }
    }

    fn deblocking(&mut self) {
        let names = ["horizontal", "vertical"];
        self.slots(
            "deblock_luma",
            &names,
            EDGES,
            |t, k| t.deblock_luma[k],
            |f, m, i| {
                let tc0 = m.tc0.as_mut_ptr();
                // SAFETY: the edge has samples on both sides.
                unsafe { f(m.edge_at(i), PITCH as i32, 40, 12, tc0) }
            },
        );
        self.slots(
            "deblock_luma_intra",
            &names,
            EDGES,
            |t, k| t.deblock_luma_intra[k],
            |f, m, i| {
                // SAFETY: the edge has samples on both sides.
                unsafe { f(m.edge_at(i), PITCH as i32, 40, 12) }
            },
        );
        // The components lie apart as edges do.
        self.slots(
            "deblock_chroma",
            &names,
            EDGES - 5,
            |t, k| t.deblock_chroma[k],
            |f, m, i| {
                let (tc, cb) = (m.tc0.as_mut_ptr(), m.edge_at(i));
                // SAFETY: both edges have samples on both sides.
                unsafe { f(cb, m.edge_at(i + 5), PITCH as i32, 40, 12, tc) }
            },
        );
        self.slots(
            "deblock_chroma_intra",
            &names,
            EDGES - 5,
            |t, k| t.deblock_chroma_intra[k],
            |f, m, i| {
                let cb = m.edge_at(i);
                // SAFETY: both edges have samples on both sides.
                unsafe { f(cb, m.edge_at(i + 5), PITCH as i32, 40, 12) }
            },
        );
    }
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let tables = [Some(openh264::ours()), Some(openh264::theirs(true)), None];
    let mut maker: Maker<Tables> = Maker { encoder: "openh264", tables, cases: Vec::new() };
    maker.predictions();
    maker.costs();
    maker.intra_costs();
    maker.residuals();
    maker.inter();
    maker.deblocking();
    maker.cases
}
