//! The slots of x264's tables.

use crate::memory::{EDGES, LONG, PITCH, QP};
use crate::scalar;
use crate::slot::{CALLS, Case, Maker};
use unite_h264_c::{Deblock, DeblockIntra};
use unite_h264_peers::x264::{self, Tables};

/// Modes of predictions, in the order of x264.
const MODES: [&str; 12] = [
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
];
const MODES_16X16: [&str; 7] = ["vertical", "horizontal", "dc", "plane", "dc left", "dc above", "dc none"];
const MODES_CHROMA: [&str; 7] = ["dc", "horizontal", "vertical", "plane", "dc left", "dc above", "dc none"];
/// Sizes of partitions, in the order of x264.
const SIZES: [&str; 12] =
    ["16x16", "16x8", "8x16", "8x8", "8x4", "4x8", "4x4", "4x16", "4x2", "2x8", "2x4", "2x2"];
const EDGES_OF: [&str; 4] = ["luma vertical", "luma horizontal", "chroma vertical", "chroma horizontal"];

impl Maker<Tables> {
    fn predictions(&mut self) {
        self.slots(
            "predict_4x4",
            &MODES,
            CALLS,
            |t, k| t.predict_4x4[k],
            |f, m, i| {
                // SAFETY: a block has as many rows around it as any mode looks at.
                unsafe { f(m.block(i)) }
            },
        );
        self.slots(
            "predict_8x8",
            &MODES,
            CALLS,
            |t, k| t.predict_8x8[k],
            |f, m, i| {
                let edge = m.edge.as_ptr();
                // SAFETY: the line has its 36 elements.
                unsafe { f(m.block(i), edge) }
            },
        );
        self.slots(
            "predict_8x8_filter",
            &[""],
            CALLS,
            |t, _| t.predict_8x8_filter,
            |f, m, i| {
                let edge = m.edge.as_mut_ptr();
                // SAFETY: the line has its 36 elements, and the block its neighbours.
                unsafe { f(m.block(i), edge, 15, 15) }
            },
        );
        self.spilling(1);
        type Get = fn(&Tables, usize) -> unite_h264_c::Predict;
        let tables: [(&str, &[&str], Get); 2] = [
            ("predict_16x16", &MODES_16X16, |t, k| t.predict_16x16[k]),
            ("predict_8x8c", &MODES_CHROMA, |t, k| t.predict_8x8c[k]),
        ];
        for (table, names, get) in tables {
            self.slots(table, names, CALLS, get, |f, m, i| {
                // SAFETY: a block has as many rows around it as any mode looks at.
                unsafe { f(m.block(i)) }
            });
        }
    }

    fn costs(&mut self) {
        type Get = fn(&Tables, usize) -> unsafe extern "C" fn(*mut u8, isize, *mut u8, isize) -> i32;
        let sizes = &SIZES[..7];
        // Whether the other samples may lie anywhere: those whose squares are summed are a macroblock.
        let tables: [(&str, &[&str], bool, Get); 4] = [
            ("sad", sizes, true, |t, k| t.sad[k]),
            ("ssd", sizes, false, |t, k| t.ssd[k]),
            ("satd", sizes, true, |t, k| t.satd[k]),
            ("sa8d", &["16x16", "8x8"], true, |t, k| t.sa8d[k]),
        ];
        for (table, names, anywhere, get) in tables {
            self.slots(table, names, CALLS, get, move |f, m, i| {
                let (p, stride) = if anywhere { (m.reference(i), PITCH) } else { (m.block(i), 32) };
                // SAFETY: both places have a macroblock of samples.
                m.costs[i][0] = unsafe { f(m.samples(i), 16, p, stride as isize) };
            });
        }
        for (table, get) in [
            ("sad_x3", (|t, k| t.sad_x3[k]) as fn(&Tables, usize) -> unite_h264_c::CompareX3),
            ("satd_x3", |t, k| t.satd_x3[k]),
        ] {
            self.slots(table, sizes, CALLS, get, |f, m, i| {
                let [s, a, b, c] = [m.samples(i), m.reference(i), m.reference(i + 1), m.reference(i + 7)];
                // SAFETY: all places have a macroblock of samples, and there is room for three costs.
                unsafe { f(s, a, b, c, PITCH as isize, m.costs[i].as_mut_ptr()) }
            });
            self.spilling(sizes.len());
        }
        for (table, get) in [
            ("sad_x4", (|t, k| t.sad_x4[k]) as fn(&Tables, usize) -> unite_h264_c::CompareX4),
            ("satd_x4", |t, k| t.satd_x4[k]),
        ] {
            self.slots(table, sizes, CALLS, get, |f, m, i| {
                let [s, a, b, c, d] = [
                    m.samples(i),
                    m.reference(i),
                    m.reference(i + 1),
                    m.reference(i + 7),
                    m.reference(i + 9),
                ];
                // SAFETY: all places have a macroblock of samples, and there is room for four costs.
                unsafe { f(s, a, b, c, d, PITCH as isize, m.costs[i].as_mut_ptr()) }
            });
        }
    }

    fn intra_costs(&mut self) {
        let names = ["16x16", "4x4", "chroma", "8x8"];
        for (table, get) in [
            ("intra_satd_x3", (|t, k| t.intra_satd_x3[k]) as fn(&Tables, usize) -> unite_h264_c::IntraX3),
            ("intra_sad_x3", |t, k| t.intra_sad_x3[k]),
        ] {
            self.slots(table, &names[..3], CALLS, get, |f, m, i| {
                let (samples, at) = (m.samples(i), m.block(i));
                // SAFETY: there are a macroblock of samples, one with its neighbours, and room for three costs.
                unsafe { f(samples, at, m.costs[i].as_mut_ptr()) }
            });
            // Theirs leave a prediction behind.
            self.spilling(3);
            self.slots(
                table,
                &names[3..],
                CALLS,
                move |t, _| get(t, 3),
                |f, m, i| {
                    let (samples, edge) = (m.samples(i), m.edge.as_mut_ptr());
                    // SAFETY: there are a macroblock of samples, the 36 elements of a line, and room for three costs.
                    unsafe { f(samples, edge, m.costs[i].as_mut_ptr()) }
                    // Theirs write a fourth number.
                    m.costs[i][3] = 0;
                },
            );
        }
        self.slots(
            "intra_x9 4x4",
            &["satd", "sad"],
            CALLS,
            |t, k| t.intra_x9[k].expect("nine modes at once"),
            |f, m, i| {
                let mut extra = [9, 9, 9, 0, 9, 9, 9, 9, 9];
                // SAFETY: there are a macroblock of samples and one with its neighbours.
                m.costs[i][0] = unsafe { f(m.samples(i), m.block(i), extra.as_mut_ptr()) };
            },
        );
    }

    fn nine_modes_8x8(&mut self) {
        self.slots(
            "intra_x9 8x8",
            &["sa8d", "sad"],
            CALLS,
            |t, k| t.intra_x9_8x8[k].expect("nine modes at once"),
            |f, m, i| {
                let mut extra = [9, 9, 9, 0, 9, 9, 9, 9, 9];
                let mut costs = [0; 16];
                let edge = m.edge.as_mut_ptr();
                // SAFETY: there are a macroblock of samples, one with its neighbours, and the 36 elements of a line.
                m.costs[i][0] =
                    unsafe { f(m.samples(i), m.block(i), edge, extra.as_mut_ptr(), costs.as_mut_ptr()) };
                m.costs[i][1] = costs[..9].iter().map(|&cost| i32::from(cost)).sum();
            },
        );
    }

    fn residuals(&mut self) {
        let transforms = ["4x4", "8x8", "16x16", "8x8 by 8x8", "16x16 by 8x8"];
        self.slots(
            "sub",
            &transforms,
            CALLS,
            |t, k| t.sub[k],
            |f, m, i| {
                let (c, samples) = (m.coefficients(i, 256), m.samples(i));
                // SAFETY: there are a macroblock of samples and as many coefficients.
                unsafe { f(c, samples, m.block(i)) }
            },
        );
        self.slots(
            "add",
            &transforms,
            CALLS,
            |t, k| t.add[k],
            |f, m, i| {
                let c = m.coefficients(i, 256);
                // SAFETY: there are a macroblock of samples and as many coefficients.
                unsafe { f(m.block(i), c) }
            },
        );
        self.slots(
            "sub_dc",
            &["8x8", "8x16"],
            CALLS,
            |t, k| t.sub_dc[k],
            |f, m, i| {
                let (c, samples) = (m.coefficients(i, 256), m.samples(i));
                // SAFETY: there are a macroblock of samples and as many coefficients.
                unsafe { f(c, samples, m.block(i)) }
            },
        );
        self.slots(
            "add_dc",
            &["8x8", "16x16"],
            CALLS,
            |t, k| t.add_dc[k],
            |f, m, i| {
                let c = m.coefficients(i, 256);
                // SAFETY: there are a macroblock of samples and as many coefficients.
                unsafe { f(m.block(i), c) }
            },
        );
        self.slots(
            "dc",
            &["forward", "inverse"],
            CALLS,
            |t, k| t.dc[k],
            |f, m, i| {
                // SAFETY: there are 16 coefficients.
                unsafe { f(m.coefficients(i, 16)) }
            },
        );
        for (k, (name, size)) in [("8x8", 64), ("4x4", 16), ("four 4x4", 64)].into_iter().enumerate() {
            let by_8 = usize::from(k == 0);
            self.slots(
                "quantize",
                &[name],
                CALLS,
                move |t, _| t.quantize[k],
                move |f, m, i| {
                    let (mf, bias) = (m.mf[by_8].as_mut_ptr(), m.bias[by_8].as_mut_ptr());
                    // SAFETY: there are as many coefficients and factors as the blocks have.
                    m.costs[i][0] = unsafe { f(m.coefficients(i, size), mf, bias) };
                },
            );
        }
        self.slots(
            "quantize_dc",
            &["4x4", "2x2"],
            CALLS,
            |t, k| t.quantize_dc[k],
            |f, m, i| {
                let (mf, bias) = (i32::from(m.mf[0][0] >> 1), i32::from(m.bias[0][0] << 1));
                // SAFETY: there are 16 coefficients.
                m.costs[i][0] = unsafe { f(m.coefficients(i, 16), mf, bias) };
            },
        );
        for (k, (name, size)) in [("8x8", 64), ("4x4", 16), ("dc", 16)].into_iter().enumerate() {
            let by_8 = usize::from(k == 0);
            self.slots(
                "scale",
                &[name],
                CALLS,
                move |t, _| t.scale[k],
                move |f, m, i| {
                    let level_scale = m.level_scale[by_8].as_mut_ptr();
                    // SAFETY: there are as many coefficients as the block has, and six tables.
                    unsafe { f(m.coefficients(i, size), level_scale, QP) }
                },
            );
        }
        for (table, get) in [
            ("zigzag", (|t, k| t.zigzag[k]) as fn(&Tables, usize) -> unite_h264_c::Scan),
            ("field", |t, k| t.field[k]),
        ] {
            self.slots(table, &["8x8", "4x4"], CALLS, get, |f, m, i| {
                let c = m.coefficients(i, 64);
                // SAFETY: there are 64 coefficients, and room for as many.
                unsafe { f(m.list.as_mut_ptr(), c) }
            });
        }
    }

    fn inter(&mut self) {
        for (table, weight) in [("average", 32), ("average weighted", 21)] {
            self.slots(
                table,
                &SIZES,
                CALLS,
                |t, k| t.average[k],
                move |f, m, i| {
                    let (a, b) = (m.reference(i), m.reference(i + 1));
                    // SAFETY: all places have a macroblock of samples.
                    unsafe { f(m.block(i), 32, a, PITCH as isize, b, PITCH as isize, weight) }
                },
            );
            self.spilling(SIZES.len());
        }
        for (w, h) in [(8, 8), (8, 4), (4, 8), (4, 4), (4, 2), (2, 4), (2, 2)] {
            self.slots(
                "chroma",
                &[&format!("{w}x{h}")],
                CALLS,
                |t, _| t.chroma,
                move |f, m, i| {
                    let (p, [x, y]) = (m.reference(i), [i % 7 + 1, i / 8].map(|fraction| fraction as i32));
                    let pred = m.block(i);
                    // SAFETY: there are 9 rows of 18 samples at `p`, and 8 of 24 at the block.
                    unsafe { f(pred, pred.add(16), 32, p, PITCH as isize, x, y, w, h) }
                },
            );
            self.spilling(1);
        }
        self.slots(
            "half_planes",
            &["64x8"],
            8,
            |t, _| t.half_planes,
            |f, m, _| {
                let [b, h, j] = m.halves.each_mut().map(|plane| plane[32..].as_mut_ptr());
                // SAFETY: there are two rows before and three after the 8 that are filtered, and a line of more than 69.
                unsafe {
                    f(
                        b,
                        h,
                        j,
                        m.long[2 * LONG + 32..].as_mut_ptr(),
                        LONG as isize,
                        64,
                        8,
                        m.line.as_mut_ptr(),
                    )
                }
            },
        );
        self.spilling(1);
    }

    fn deblocking(&mut self) {
        self.edges("deblock", &EDGES_OF, |t, k| t.deblock[k]);
        self.edges_intra("deblock_intra", &EDGES_OF, |t, k| t.deblock_intra[k]);
    }

    /// Filters of edges.
    pub fn edges(&mut self, table: &str, names: &[&str], get: fn(&Tables, usize) -> Deblock) {
        self.slots(table, names, EDGES, get, |f, m, i| {
            let tc0 = m.tc0.as_mut_ptr();
            // SAFETY: the edge has samples on both sides.
            unsafe { f(m.edge_at(i), PITCH as isize, 40, 12, tc0) }
        });
    }

    /// The same for `bS` 4.
    pub fn edges_intra(&mut self, table: &str, names: &[&str], get: fn(&Tables, usize) -> DeblockIntra) {
        self.slots(table, names, EDGES, get, |f, m, i| {
            // SAFETY: as above.
            unsafe { f(m.edge_at(i), PITCH as isize, 40, 12) }
        });
    }
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let tables = [Some(x264::ours()), x264::theirs(true), Some(scalar::tables())];
    let mut maker = Maker { encoder: "x264", tables, cases: Vec::new() };
    maker.predictions();
    maker.costs();
    maker.intra_costs();
    maker.nine_modes_8x8();
    maker.residuals();
    maker.inter();
    maker.deblocking();
    maker.pictures();
    maker.statistics();
    maker.trellis();
    maker.cases
}
