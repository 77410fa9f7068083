//! The scans of a progressive frame: their symbols are collected row of MCUs by row of MCUs, while its blocks are in the cache.

use crate::choices::Restart;
use crate::entropy::{McuBlock, McuBlocks, Progression, Tokens, collect_scan, end_of_scan};
use crate::frame::{Frame, Stored};
use crate::script::{Scan, script};
use crate::strip::Strip;

/// One scan, as far as it is known.
#[derive(Clone, Debug)]
pub(crate) struct Collected {
    pub scan: Scan,
    /// Units between restarts, 0 for none.
    pub interval: u16,
    /// Its symbols.
    pub tokens: Tokens,
    state: Progression,
}

/// All scans of a frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scans {
    all: Vec<Collected>,
    /// How many the frame has. Others are memory that was used before.
    count: usize,
    /// Rows of MCUs so far.
    rows: usize,
}

impl Scans {
    /// Begins all scans of `frame`.
    pub(crate) fn prepare(&mut self, frame: &Frame, restart: Restart) {
        (self.count, self.rows) = (0, 0);
        for scan in script(frame.components.len(), frame.stored == Stored::YCbCr) {
            let interval = restart.interval(units_per_row(frame, &scan));
            let state = Progression::new(interval);
            match self.all.get_mut(self.count) {
                Some(used) => {
                    used.tokens.clear();
                    (used.scan, used.interval, used.state) = (scan, interval, state);
                }
                None => self.all.push(Collected { scan, interval, tokens: Tokens::default(), state }),
            }
            self.count += 1;
        }
    }

    /// Adds the blocks of the next row of MCUs.
    pub(crate) fn append(&mut self, frame: &Frame, strip: &Strip) {
        for Collected { scan, tokens, state, .. } in &mut self.all[..self.count] {
            let units = units_per_row(frame, scan);
            if scan.components.len() > 1 {
                collect_scan(tokens, scan, 0..units, &strip.mcu_blocks(frame), state);
                continue;
            }
            // The blocks of a single component come row by row, without those that fill up MCUs (A.2.2).
            let (i, component) = (scan.components.start, &frame.components[scan.components.start]);
            let stride = frame.mcus_per_row * component.h;
            let (levels, masks) = strip.blocks(i);
            let rows = levels.chunks_exact(stride).zip(masks.chunks_exact(stride));
            for (levels, masks) in rows.take(component.rows_in(self.rows)) {
                let mut blocks = McuBlocks::default();
                blocks.push(McuBlock {
                    component: i,
                    table: component.table,
                    levels,
                    masks,
                    first: 0,
                    step: 1,
                });
                collect_scan(tokens, scan, 0..units, &blocks, state);
            }
        }
        self.rows += 1;
    }

    /// The scans in their order, when all rows have come.
    pub(crate) fn finish(&mut self) -> &mut [Collected] {
        let scans = &mut self.all[..self.count];
        scans.iter_mut().for_each(|Collected { tokens, state, .. }| end_of_scan(tokens, state));
        scans
    }
}

/// Units in a row of `scan`: MCUs, or blocks if there is one component (A.2.2).
fn units_per_row(frame: &Frame, scan: &Scan) -> usize {
    match scan.components.len() {
        1 => frame.components[scan.components.start].width_in_blocks,
        _ => frame.mcus_per_row,
    }
}
