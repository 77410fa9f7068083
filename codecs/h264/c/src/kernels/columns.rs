//! Kernels on coefficients as x264 has them, in columns, which a permuted view says.

use unite::kernel;
use unite_h264::kernels::{self, high};

#[kernel]
#[instance(of_8_bits: Sample = u8, Coefficient = i16,
    forward = kernels::forward, forward_four = kernels::forward_four, forward_8x8 = kernels::forward_8x8,
    construct = kernels::construct, construct_four = kernels::construct_four, construct_8x8 = kernels::construct_8x8,
    forward_chroma_dc = kernels::forward_chroma_dc, forward_chroma_dc_422 = kernels::forward_chroma_dc_422,
    construct_dc_8x8 = kernels::construct_dc_8x8, zigzag_scan = kernels::zigzag_scan, field_scan = kernels::field_scan,
    zigzag_scan_8x8 = kernels::zigzag_scan_8x8, field_scan_8x8 = kernels::field_scan_8x8)]
#[instance(of_10_bits: Sample = u16, Coefficient = i32,
    forward = high::forward, forward_four = high::forward_four, forward_8x8 = high::forward_8x8,
    construct = at_10_bits::construct, construct_four = at_10_bits::construct_four, construct_8x8 = at_10_bits::construct_8x8,
    forward_chroma_dc = high::forward_chroma_dc, forward_chroma_dc_422 = high::forward_chroma_dc_422,
    construct_dc_8x8 = at_10_bits::construct_dc_8x8, zigzag_scan = high::zigzag_scan, field_scan = high::field_scan,
    zigzag_scan_8x8 = high::zigzag_scan_8x8, field_scan_8x8 = high::field_scan_8x8)]
/// Those of samples and coefficients of a type.
pub mod columns {
    use super::*;

    #[kernel]
    pub fn sub_4x4<Sample, Coefficient>(
        c: &mut Tensor<[[Coefficient; 4]; 4]>,
        samples: &Tensor<[[Sample; 4]; 4]>,
        pred: &Tensor<[[Sample; 4]; 4]>,
        forward: impl Fn(&Tensor<[[Sample; 4]; 4]>, &Tensor<[[Sample; 4]; 4]>, &mut Tensor<[[Coefficient; 4]; 4]>),
    ) {
        forward(samples, pred, &mut c.permute([1, 0]));
    }

    #[kernel]
    pub fn sub_8x8<Sample, Coefficient>(
        c: &mut Tensor<[[[Coefficient; 4]; 4]; 4]>,
        samples: &Tensor<[[Sample; 8]; 8]>,
        pred: &Tensor<[[Sample; 8]; 8]>,
        forward_four: impl Fn(
            &Tensor<[[Sample; 8]; 8]>,
            &Tensor<[[Sample; 8]; 8]>,
            &mut Tensor<[[[Coefficient; 4]; 4]; 4]>,
        ),
    ) {
        forward_four(samples, pred, &mut c.permute([0, 2, 1]));
    }

    #[kernel]
    pub fn sub_16x16<Sample, Coefficient>(
        c: &mut Tensor<[[[Coefficient; 4]; 4]; 16]>,
        samples: &Tensor<[[Sample; 16]; 16]>,
        pred: &Tensor<[[Sample; 16]; 16]>,
        forward_four: impl Fn(
            &Tensor<[[Sample; 8]; 8]>,
            &Tensor<[[Sample; 8]; 8]>,
            &mut Tensor<[[[Coefficient; 4]; 4]; 4]>,
        ),
    ) {
        for v in 0..2 {
            for h in 0..2 {
                let levels = c[[8 * v + 4 * h..8 * v + 4 * h + 4, .., ..]];
                forward_four(
                    samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    &mut levels.permute([0, 2, 1]),
                );
            }
        }
    }

    #[kernel]
    pub fn sub_8x8_by_8<Sample, Coefficient>(
        c: &mut Tensor<[[Coefficient; 8]; 8]>,
        samples: &Tensor<[[Sample; 8]; 8]>,
        pred: &Tensor<[[Sample; 8]; 8]>,
        forward_8x8: impl Fn(
            &Tensor<[[Sample; 8]; 8]>,
            &Tensor<[[Sample; 8]; 8]>,
            &mut Tensor<[[Coefficient; 8]; 8]>,
        ),
    ) {
        forward_8x8(samples, pred, &mut c.permute([1, 0]));
    }

    #[kernel]
    pub fn sub_16x16_by_8<Sample, Coefficient>(
        c: &mut Tensor<[[[Coefficient; 8]; 8]; 4]>,
        samples: &Tensor<[[Sample; 16]; 16]>,
        pred: &Tensor<[[Sample; 16]; 16]>,
        forward_8x8: impl Fn(
            &Tensor<[[Sample; 8]; 8]>,
            &Tensor<[[Sample; 8]; 8]>,
            &mut Tensor<[[Coefficient; 8]; 8]>,
        ),
    ) {
        for v in 0..2 {
            for h in 0..2 {
                let levels = c[[2 * v + h, .., ..]];
                forward_8x8(
                    samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                    &mut levels.permute([1, 0]),
                );
            }
        }
    }

    #[kernel]
    pub fn add_4x4<Sample, Coefficient>(
        u: &mut Tensor<[[Sample; 4]; 4]>,
        d: &Tensor<[[Coefficient; 4]; 4]>,
        construct: impl Fn(&Tensor<[[Coefficient; 4]; 4]>, &mut Tensor<[[Sample; 4]; 4]>),
    ) {
        construct(d.permute([1, 0]), &mut u);
    }

    #[kernel]
    pub fn add_8x8<Sample, Coefficient>(
        u: &mut Tensor<[[Sample; 8]; 8]>,
        d: &Tensor<[[[Coefficient; 4]; 4]; 4]>,
        construct_four: impl Fn(&Tensor<[[[Coefficient; 4]; 4]; 4]>, &mut Tensor<[[Sample; 8]; 8]>),
    ) {
        construct_four(d.permute([0, 2, 1]), &mut u);
    }

    #[kernel]
    pub fn add_16x16<Sample, Coefficient>(
        u: &mut Tensor<[[Sample; 16]; 16]>,
        d: &Tensor<[[[Coefficient; 4]; 4]; 16]>,
        construct_four: impl Fn(&Tensor<[[[Coefficient; 4]; 4]; 4]>, &mut Tensor<[[Sample; 8]; 8]>),
    ) {
        for v in 0..2 {
            for h in 0..2 {
                let levels = d[[8 * v + 4 * h..8 * v + 4 * h + 4, .., ..]];
                construct_four(levels.permute([0, 2, 1]), &mut u[[8 * v..8 * v + 8, 8 * h..8 * h + 8]]);
            }
        }
    }

    #[kernel]
    pub fn add_8x8_by_8<Sample, Coefficient>(
        u: &mut Tensor<[[Sample; 8]; 8]>,
        d: &Tensor<[[Coefficient; 8]; 8]>,
        construct_8x8: impl Fn(&Tensor<[[Coefficient; 8]; 8]>, &mut Tensor<[[Sample; 8]; 8]>),
    ) {
        construct_8x8(d.permute([1, 0]), &mut u);
    }

    #[kernel]
    pub fn add_16x16_by_8<Sample, Coefficient>(
        u: &mut Tensor<[[Sample; 16]; 16]>,
        d: &Tensor<[[[Coefficient; 8]; 8]; 4]>,
        construct_8x8: impl Fn(&Tensor<[[Coefficient; 8]; 8]>, &mut Tensor<[[Sample; 8]; 8]>),
    ) {
        for v in 0..2 {
            for h in 0..2 {
                let levels = d[[2 * v + h, .., ..]];
                construct_8x8(levels.permute([1, 0]), &mut u[[8 * v..8 * v + 8, 8 * h..8 * h + 8]]);
            }
        }
    }

    #[kernel]
    pub fn sub_dc_8x8<Sample, Coefficient>(
        c: &mut Tensor<[[Coefficient; 2]; 2]>,
        samples: &Tensor<[[Sample; 8]; 8]>,
        pred: &Tensor<[[Sample; 8]; 8]>,
        forward_chroma_dc: impl Fn(
            &Tensor<[[Sample; 8]; 8]>,
            &Tensor<[[Sample; 8]; 8]>,
            &mut Tensor<[[Coefficient; 2]; 2]>,
        ),
    ) {
        forward_chroma_dc(samples, pred, &mut c.permute([1, 0]));
    }

    /// These coefficients lie in rows.
    #[kernel]
    pub fn sub_dc_8x16<Sample, Coefficient>(
        c: &mut Tensor<[[Coefficient; 2]; 4]>,
        samples: &Tensor<[[Sample; 8]; 16]>,
        pred: &Tensor<[[Sample; 8]; 16]>,
        forward_chroma_dc_422: impl Fn(
            &Tensor<[[Sample; 8]; 16]>,
            &Tensor<[[Sample; 8]; 16]>,
            &mut Tensor<[[Coefficient; 2]; 4]>,
        ),
    ) {
        forward_chroma_dc_422(samples, pred, &mut c);
    }

    #[kernel]
    pub fn add_dc_8x8<Sample, Coefficient>(
        u: &mut Tensor<[[Sample; 8]; 8]>,
        dc: &Tensor<[[Coefficient; 2]; 2]>,
        construct_dc_8x8: impl Fn(&Tensor<[[Coefficient; 2]; 2]>, &mut Tensor<[[Sample; 8]; 8]>),
    ) {
        construct_dc_8x8(dc, &mut u);
    }

    #[kernel]
    pub fn zigzag<Coefficient>(
        list: &mut Tensor<[Coefficient; 16]>,
        c: &Tensor<[[Coefficient; 4]; 4]>,
        zigzag_scan: impl Fn(&Tensor<[[Coefficient; 4]; 4]>, &mut Tensor<[Coefficient; 16]>),
    ) {
        zigzag_scan(c.permute([1, 0]), &mut list);
    }

    #[kernel]
    pub fn field<Coefficient>(
        list: &mut Tensor<[Coefficient; 16]>,
        c: &Tensor<[[Coefficient; 4]; 4]>,
        field_scan: impl Fn(&Tensor<[[Coefficient; 4]; 4]>, &mut Tensor<[Coefficient; 16]>),
    ) {
        field_scan(c.permute([1, 0]), &mut list);
    }

    #[kernel]
    pub fn zigzag_8x8<Coefficient>(
        list: &mut Tensor<[Coefficient; 64]>,
        c: &Tensor<[[Coefficient; 8]; 8]>,
        zigzag_scan_8x8: impl Fn(&Tensor<[[Coefficient; 8]; 8]>, &mut Tensor<[Coefficient; 64]>),
    ) {
        zigzag_scan_8x8(c.permute([1, 0]), &mut list);
    }

    #[kernel]
    pub fn field_8x8<Coefficient>(
        list: &mut Tensor<[Coefficient; 64]>,
        c: &Tensor<[[Coefficient; 8]; 8]>,
        field_scan_8x8: impl Fn(&Tensor<[[Coefficient; 8]; 8]>, &mut Tensor<[Coefficient; 64]>),
    ) {
        field_scan_8x8(c.permute([1, 0]), &mut list);
    }
}

/// Kernels of [`high`] at a bit depth of 10.
mod at_10_bits {
    use super::*;

    #[kernel]
    pub fn construct(d: &Tensor<[[i32; 4]; 4]>, u: &mut Tensor<[[u16; 4]; 4]>) {
        high::construct(d, &mut u, 10);
    }

    #[kernel]
    pub fn construct_four(d: &Tensor<[[[i32; 4]; 4]; 4]>, u: &mut Tensor<[[u16; 8]; 8]>) {
        high::construct_four(d, &mut u, 10);
    }

    #[kernel]
    pub fn construct_8x8(d: &Tensor<[[i32; 8]; 8]>, u: &mut Tensor<[[u16; 8]; 8]>) {
        high::construct_8x8(d, &mut u, 10);
    }

    #[kernel]
    pub fn construct_dc_8x8(dc: &Tensor<[[i32; 2]; 2]>, u: &mut Tensor<[[u16; 8]; 8]>) {
        high::construct_dc_8x8(dc, &mut u, 10);
    }
}
