//! The slots of x264's tables that choose levels.

use crate::memory::{Memory, SCANS_OF_DC};
use crate::scalar::residual::{ZIGZAG_4X4, ZIGZAG_8X8};
use crate::slot::{CALLS, Maker};
use unite_h264_peers::x264::Tables;

/// What bits weigh at the quantiser of all factors.
const WEIGHT: i32 = 30_000;

/// How much it is worth to have as much of a coefficient as samples have.
const STRENGTH: i32 = 48;

/// What all functions get of a call of one of two sizes of blocks, and of one of four numbers of levels.
struct Given {
    steps: *const i32,
    last: i32,
    c: *const i16,
    nearest: *const i16,
    levels: *mut i16,
    significant_states: *const u8,
    last_states: *const u8,
    level_states: u64,
    more_level_states: u16,
    samples: *const i16,
}

fn given(m: &mut Memory, i: usize, size: usize, count: usize) -> Given {
    let choice = &mut m.choice;
    let [significant, last, levels] = &choice.states;
    Given {
        steps: choice.steps[if size < 2 { size } else { 0 }].as_ptr(),
        last: choice.last[count][i % 15],
        c: choice.c[size][i % 15].as_ptr(),
        nearest: m.few[64 * (i % 15)..].as_ptr(),
        levels: choice.levels[size][i].as_mut_ptr(),
        significant_states: significant.as_ptr(),
        last_states: last.as_ptr(),
        level_states: u64::from_ne_bytes(std::array::from_fn(|k| levels[k])),
        more_level_states: u16::from_ne_bytes([levels[8], levels[9]]),
        samples: choice.samples[size][i % 15].as_ptr(),
    }
}

/// Calls a function with what all of them get, and with what only some do.
macro_rules! called {
    ($f:ident, $m:ident, $i:ident, $g:ident, $scan:expr $(, $more:expr)*) => {{
        // SAFETY: there are coefficients, levels, and states of all contexts, and coefficients of samples.
        $m.costs[$i][0] = unsafe {
            $f(
                $g.steps,
                $scan.as_ptr(),
                WEIGHT,
                $g.last,
                $g.c,
                $g.nearest,
                $g.levels,
                $g.significant_states,
                $g.last_states,
                $g.level_states,
                $g.more_level_states,
                $($more,)*
            )
        };
    }};
}

impl Maker<Tables> {
    /// All of them.
    pub fn trellis(&mut self) {
        for (size, name) in ["4x4", "8x8"].into_iter().enumerate() {
            let scan: &'static [u8] = [&ZIGZAG_4X4[..], &ZIGZAG_8X8[..]][size];
            self.slots(
                "trellis",
                &[name],
                CALLS,
                move |t, _| t.trellis[size],
                move |f, m, i| {
                    let g = given(m, i, size, 2 + size);
                    called!(f, m, i, g, scan, 0);
                },
            );
            self.slots(
                "trellis_psy",
                &[name],
                CALLS,
                move |t, _| t.trellis_psy[size],
                move |f, m, i| {
                    let g = given(m, i, size, 2 + size);
                    called!(f, m, i, g, scan, 0, g.samples, STRENGTH);
                },
            );
        }
        for (name, size, count, last) in [("luma", 0, 2, 15), ("chroma", 2, 0, 3)] {
            let scan: &'static [u8] = if last == 15 { &ZIGZAG_4X4 } else { SCANS_OF_DC[0] };
            self.slots(
                "trellis_dc",
                &[name],
                CALLS,
                |t, _| t.trellis_dc,
                move |f, m, i| {
                    let g = given(m, i, size, count);
                    called!(f, m, i, g, scan, last);
                },
            );
        }
        self.slots(
            "trellis_dc",
            &["chroma 4:2:2"],
            CALLS,
            |t, _| t.trellis_tall_dc,
            |f, m, i| {
                let g = given(m, i, 3, 1);
                called!(f, m, i, g, SCANS_OF_DC[1]);
            },
        );
        self.without_plain(7);
    }
}
