//! Macroblocks without loss: levels are differences of samples.

use unite::kernel;
use unite_h264::kernels::{self, high};

/// The levels of a block in the order of a scan; the prediction becomes the samples. The result is whether any level from the `FIRST` on is
/// not 0.
#[kernel]
#[instance(zigzag_4x4: Sample = u8, Coefficient = i16, N = 4, LEN = 16, FIRST = 0, scan = kernels::zigzag_scan)]
#[instance(field_4x4: Sample = u8, Coefficient = i16, N = 4, LEN = 16, FIRST = 0, scan = kernels::field_scan)]
#[instance(zigzag_4x4_ac: Sample = u8, Coefficient = i16, N = 4, LEN = 16, FIRST = 1, scan = kernels::zigzag_scan)]
#[instance(field_4x4_ac: Sample = u8, Coefficient = i16, N = 4, LEN = 16, FIRST = 1, scan = kernels::field_scan)]
#[instance(zigzag_8x8: Sample = u8, Coefficient = i16, N = 8, LEN = 64, FIRST = 0, scan = kernels::zigzag_scan_8x8)]
#[instance(field_8x8: Sample = u8, Coefficient = i16, N = 8, LEN = 64, FIRST = 0, scan = kernels::field_scan_8x8)]
#[instance(high_zigzag_4x4: Sample = u16, Coefficient = i32, N = 4, LEN = 16, FIRST = 0, scan = high::zigzag_scan)]
#[instance(high_field_4x4: Sample = u16, Coefficient = i32, N = 4, LEN = 16, FIRST = 0, scan = high::field_scan)]
#[instance(high_zigzag_4x4_ac: Sample = u16, Coefficient = i32, N = 4, LEN = 16, FIRST = 1, scan = high::zigzag_scan)]
#[instance(high_field_4x4_ac: Sample = u16, Coefficient = i32, N = 4, LEN = 16, FIRST = 1, scan = high::field_scan)]
#[instance(high_zigzag_8x8: Sample = u16, Coefficient = i32, N = 8, LEN = 64, FIRST = 0, scan = high::zigzag_scan_8x8)]
#[instance(high_field_8x8: Sample = u16, Coefficient = i32, N = 8, LEN = 64, FIRST = 0, scan = high::field_scan_8x8)]
pub fn differences<Sample, Coefficient, const N: usize, const LEN: usize, const FIRST: i32>(
    levels: &mut Tensor<[Coefficient; LEN]>,
    samples: &Tensor<[[Sample; N]; N]>,
    pred: &mut Tensor<[[Sample; N]; N]>,
    scan: impl Fn(&Tensor<[[Coefficient; N]; N]>, &mut Tensor<[Coefficient; LEN]>),
) -> bool {
    let c = Block::<[[Coefficient; N]; N]>::stack();
    let mut any = false;
    for [i, j] in c.indices() {
        let level = samples[[i, j]] - pred[[i, j]];
        c[[i, j]] = level;
        pred[[i, j]] = samples[[i, j]];
        any |= level != 0 && i + j >= FIRST;
    }
    scan(c, &mut levels);
    any
}

/// Levels of an 8x8 block as CAVLC has them: four lists of every fourth one. The result is which lists have a level that is not 0.
#[kernel]
#[instance(interleave: Coefficient = i16)]
#[instance(high_interleave: Coefficient = i32)]
pub fn every_fourth<Coefficient>(
    lists: &mut Tensor<[[Coefficient; 16]; 4]>,
    levels: &Tensor<[[Coefficient; 4]; 16]>,
) -> [bool; 4] {
    let (mut of_a, mut of_b, mut of_c, mut of_d) = (false, false, false, false);
    for k in 0..16 {
        let [a, b, c, d] = levels[[k, ..]];
        lists[[.., k]] = [a, b, c, d];
        of_a |= a != 0;
        of_b |= b != 0;
        of_c |= c != 0;
        of_d |= d != 0;
    }
    [of_a, of_b, of_c, of_d]
}
