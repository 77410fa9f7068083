//! Adaptive quantisation: smooth macroblocks get finer quantisers, busy ones coarser ones, which hide what is lost.

use crate::config::AqMode;
use crate::kernels::activity::energy;
use crate::kernels::context::fill;
use crate::kernels::motion::load;
use crate::location::{MACROBLOCK, macroblocks, stack_at};
use crate::picture::Given;
use crate::tables::Table;

/// No macroblock differs by more, so that `mb_qp_delta` is in its range.
const MOST: f64 = 12.0;

/// The binary logarithm of the energy of a macroblock that is neither smooth nor busy.
const USUAL: f64 = 14.427;

/// Enters by how much the quantisers of macroblocks differ from that of the picture: by the logarithm of their energy, beside what is
/// usual or beside the mean of the picture; `strength` in percent of that.
pub fn adapt(offsets: &mut Table<i32, MACROBLOCK>, source: &[Given<'_>], mode: AqMode, strength: u16) {
    let [rows, columns] = offsets.extents();
    let logarithms: Vec<f64> = macroblocks(0..rows, columns)
        .map(|mb| {
            stack_at!(samples: [[u8; 16]; 16] = mb.luma);
            load(&mut samples, &source[0]);
            f64::from(energy(&samples).max(1)).log2()
        })
        .collect();
    let middle = match mode {
        AqMode::Variance => USUAL,
        AqMode::Relative => logarithms.iter().sum::<f64>() / logarithms.len() as f64,
    };
    for (mb, logarithm) in macroblocks(0..rows, columns).zip(&logarithms) {
        let offset = f64::from(strength) / 100.0 * (logarithm - middle);
        fill(offsets, &mb.area(), offset.round().clamp(-MOST, MOST) as i32);
    }
}
