//! The scans of a progressive frame: their symbols are collected row of MCUs by row of MCUs, while its blocks are in the cache.

use crate::choices::Restart;
use crate::entropy::{McuBlock, McuBlocks, Progression, Tokens, collect_scan, end_of_scan};
use crate::frame::{Frame, Stored};
use crate::parallel::Turns;
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
}

impl Scans {
    /// Begins all scans of `frame`.
    pub(crate) fn prepare(&mut self, frame: &Frame, restart: Restart) {
        self.count = 0;
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

    /// Adds the blocks of row `mcu_row` of MCUs to every scan. Rows come in their order.
    pub(crate) fn append(&mut self, frame: &Frame, strip: &Strip, mcu_row: usize) {
        self.all[..self.count].iter_mut().for_each(|scan| scan.append(frame, strip, mcu_row));
    }

    /// Every scan apart from the others, for rows of MCUs from `first` on: while one row is added to a scan, the next is added to
    /// those before it.
    pub(crate) fn in_turns(&mut self, first: usize) -> Vec<Turns<&mut Collected>> {
        self.all[..self.count].iter_mut().map(|scan| Turns::new(first, scan)).collect()
    }

    /// The scans in their order, when all rows have come.
    pub(crate) fn finish(&mut self) -> &mut [Collected] {
        let scans = &mut self.all[..self.count];
        scans.iter_mut().for_each(|Collected { tokens, state, .. }| end_of_scan(tokens, state));
        scans
    }
}

impl Collected {
    /// Adds the blocks of row `mcu_row` of MCUs.
    pub(crate) fn append(&mut self, frame: &Frame, strip: &Strip, mcu_row: usize) {
        let Self { scan, tokens, state, .. } = self;
        let units = units_per_row(frame, scan);
        if scan.components.len() > 1 {
            return collect_scan(tokens, scan, 0..units, &strip.mcu_blocks(frame), state);
        }
        // The blocks of a single component come row by row, without those that fill up MCUs (A.2.2).
        let (i, component) = (scan.components.start, &frame.components[scan.components.start]);
        let stride = frame.mcus_per_row * component.h;
        let (levels, masks) = strip.blocks(i);
        let rows = levels.chunks_exact(stride).zip(masks.chunks_exact(stride));
        for (levels, masks) in rows.take(component.rows_in(mcu_row)) {
            let mut blocks = McuBlocks::default();
            let table = component.table;
            blocks.push(McuBlock { component: i, table, levels, masks, first: 0, step: 1 });
            collect_scan(tokens, scan, 0..units, &blocks, state);
        }
    }
}

/// Units in a row of `scan`: MCUs, or blocks if there is one component (A.2.2).
fn units_per_row(frame: &Frame, scan: &Scan) -> usize {
    match scan.components.len() {
        1 => frame.components[scan.components.start].width_in_blocks,
        _ => frame.mcus_per_row,
    }
}
