//! The coefficients of a whole picture: what a progressive frame is written from.

use crate::entropy::{McuBlock, McuBlocks, Progression, Tokens, collect_scan, end_of_scan};
use crate::frame::Frame;
use crate::script::Scan;
use crate::strip::Strip;

/// All blocks, component by component, row by row, filled up to whole MCUs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coefficients {
    /// In zig-zag order.
    levels: [Vec<[i16; 64]>; 4],
    /// Which of them are not zero, as the strips say it.
    masks: [Vec<[u16; 4]>; 4],
}

impl Coefficients {
    /// Forgets all, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.levels.iter_mut().for_each(Vec::clear);
        self.masks.iter_mut().for_each(Vec::clear);
    }

    /// Adds the blocks of the next row of MCUs.
    pub(crate) fn append(&mut self, frame: &Frame, strip: &Strip) {
        for i in 0..frame.components.len() {
            let (levels, masks) = strip.blocks(i);
            self.levels[i].extend_from_slice(levels);
            self.masks[i].extend_from_slice(masks);
        }
    }

    /// The symbols of `scan`, with `interval` units between restarts.
    pub(crate) fn collect(&self, frame: &Frame, scan: &Scan, interval: u16, tokens: &mut Tokens) {
        tokens.clear();
        let mut state = Progression::new(interval);
        let rows = match scan.components.len() {
            1 => frame.components[scan.components.start].height_in_blocks,
            _ => frame.mcu_rows(),
        };
        for row in 0..rows {
            let units = units_per_row(frame, scan);
            collect_scan(tokens, scan, 0..units, &self.blocks(frame, scan, row), &mut state);
        }
        end_of_scan(tokens, &mut state);
    }

    /// The blocks of a unit in row `row` of units: all of an MCU, or one if there is one component (A.2.2).
    fn blocks(&self, frame: &Frame, scan: &Scan, row: usize) -> McuBlocks<'_> {
        let mut blocks = McuBlocks::default();
        for i in scan.components.clone() {
            let component = &frame.components[i];
            let (h, v) = if scan.components.len() == 1 { (1, 1) } else { (component.h, component.v) };
            let stride = frame.mcus_per_row * component.h;
            for y in row * v..(row + 1) * v {
                let of = y * stride..(y + 1) * stride;
                let (levels, masks) = (&self.levels[i][of.clone()], &self.masks[i][of]);
                for first in 0..h {
                    let table = component.table;
                    blocks.push(McuBlock { component: i, table, levels, masks, first, step: h });
                }
            }
        }
        blocks
    }
}

/// Units in a row of `scan`.
pub(crate) fn units_per_row(frame: &Frame, scan: &Scan) -> usize {
    match scan.components.len() {
        1 => frame.components[scan.components.start].width_in_blocks,
        _ => frame.mcus_per_row,
    }
}
