//! The 4x4 transforms of residuals (H.264 8.5).
//!
//! A two-dimensional transform is one 1-D pass over the rows of a block and then, on the permuted block, over its
//! columns. The standard defines the inverses; the forward transform is the one whose inverse, scaling included, is
//! that of 8.5.12.

use unite::kernel;

/// The forward core transform of every row.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::forward_1d;
///
/// let mut block = Block::from([[1, 2, 3, 4]; 4]);
/// forward_1d(&mut block);
/// assert_eq!(block.as_slice()[..4], [10, -7, 0, -1]);
/// ```
#[kernel]
pub fn forward_1d(block: &mut Tensor<[[i32; 4]; 4]>) {
    for i in 0..4 {
        let [x0, x1, x2, x3] = block[[i, ..]];
        let (s03, s12) = (x0 + x3, x1 + x2);
        let (d03, d12) = (x0 - x3, x1 - x2);
        block[[i, ..]] = [s03 + s12, 2 * d03 + d12, s03 - s12, d03 - 2 * d12];
    }
}

/// The inverse transform of every row (8.5.12.2).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::inverse_1d;
///
/// let mut block = Block::from([[64, 32, 0, 0]; 4]);
/// inverse_1d(&mut block);
/// assert_eq!(block.as_slice()[..4], [96, 80, 48, 32]);
/// ```
#[kernel]
pub fn inverse_1d(block: &mut Tensor<[[i32; 4]; 4]>) {
    for i in 0..4 {
        let d = block[[i, ..]];
        let e0 = d[[0]] + d[[2]];
        let e1 = d[[0]] - d[[2]];
        let e2 = (d[[1]] >> 1) - d[[3]];
        let e3 = d[[1]] + (d[[3]] >> 1);
        d[[0]] = e0 + e3;
        d[[1]] = e1 + e2;
        d[[2]] = e1 - e2;
        d[[3]] = e0 - e3;
    }
}

/// Scaled coefficients `d` to the residual `r` (8.5.12.2).
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::inverse;
///
/// let mut d = Block::<[[i16; 4]; 4]>::stack();
/// d.write([0, 0], 640);
/// let mut r = Block::<[[i16; 4]; 4]>::stack();
/// inverse(&d, &mut r);
/// assert_eq!(r.as_slice(), [10; 16]);
/// ```
#[kernel]
pub fn inverse(d: &Tensor<[[i16; 4]; 4]>, r: &mut Tensor<[[i16; 4]; 4]>) {
    let h = Block::<[[i32; 4]; 4]>::stack();
    h[[!i, !j]] = d[[!i, !j]];
    inverse_1d(&mut h);
    inverse_1d(&mut h.permute([1, 0]));
    r[[!i, !j]] = (h[[!i, !j]] + 32) >> 6;
}

/// The Hadamard transform of every row.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::hadamard_1d;
///
/// let mut block = Block::from([[1, 2, 3, 4]; 4]);
/// hadamard_1d(&mut block);
/// assert_eq!(block.as_slice()[..4], [10, -4, 0, -2]);
/// ```
#[kernel(autovectorize)]
pub fn hadamard_1d(block: &mut Tensor<[[i32; 4]; 4]>) {
    for i in 0..4 {
        let [x0, x1, x2, x3] = block[[i, ..]];
        let (s03, s12) = (x0 + x3, x1 + x2);
        let (d03, d12) = (x0 - x3, x1 - x2);
        block[[i, ..]] = [s03 + s12, d03 + d12, s03 - s12, d03 - d12];
    }
}

/// The transform of the 4x4 DC coefficients of luminance of an Intra_16x16 macroblock (8.5.10, before scaling). It is its
/// own inverse, but for a factor of 16.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::luma_dc;
///
/// let mut c = Block::from([[3; 4]; 4]);
/// luma_dc(&mut c);
/// assert_eq!(c.as_slice()[..2], [48, 0]);
/// luma_dc(&mut c);
/// assert_eq!(c.as_slice(), [16 * 3; 16]);
/// ```
#[kernel]
pub fn luma_dc(c: &mut Tensor<[[i32; 4]; 4]>) {
    hadamard_1d(c);
    hadamard_1d(c.permute([1, 0]));
}

/// The transform of the 2x2 DC coefficients of a component of chrominance at 4:2:0 (8.5.11.1). It is its own inverse, but
/// for a factor of 4.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::chroma_dc;
///
/// let mut c = Block::from([[1, 2], [3, 4]]);
/// chroma_dc(&mut c);
/// assert_eq!(c.as_slice(), [10, -2, -4, 0]);
/// ```
#[kernel]
pub fn chroma_dc(c: &mut Tensor<[[i32; 2]; 2]>) {
    let (a, b, d, e) = (c[[0, 0]], c[[0, 1]], c[[1, 0]], c[[1, 1]]);
    c[[0, 0]] = a + b + d + e;
    c[[0, 1]] = a - b + d - e;
    c[[1, 0]] = a + b - d - e;
    c[[1, 1]] = a - b - d + e;
}

/// The transform of the 4x2 DC coefficients of a component of chrominance at 4:2:2, four rows of two (8.5.11.1). It is its
/// own inverse, but for a factor of 8.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::chroma_dc_422;
///
/// let mut c = Block::from([[1, 2], [3, 4], [5, 6], [7, 8]]);
/// chroma_dc_422(&mut c);
/// assert_eq!(c.as_slice(), [36, -4, -16, 0, 0, 0, -8, 0]);
/// ```
#[kernel(autovectorize)]
pub fn chroma_dc_422(c: &mut Tensor<[[i32; 2]; 4]>) {
    for j in 0..2 {
        let [x0, x1, x2, x3] = c[[.., j]];
        let (s03, s12) = (x0 + x3, x1 + x2);
        let (d03, d12) = (x0 - x3, x1 - x2);
        c[[.., j]] = [s03 + s12, d03 + d12, s03 - s12, d03 - d12];
    }
    for i in 0..4 {
        let (a, b) = (c[[i, 0]], c[[i, 1]]);
        c[[i, 0]] = a + b;
        c[[i, 1]] = a - b;
    }
}

#[kernel]
#[instance(of_8_bits: Sample = u8, Coefficient = i16, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16, Coefficient = i32)]
/// What has to do with samples, for those of a type.
pub(super) mod residual {
    use unite::kernel;

    /// The forward core transform of the difference between samples and their prediction.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::forward;
    ///
    /// let (samples, pred) = (Block::from([[7u8; 4]; 4]), Block::from([[5u8; 4]; 4]));
    /// let mut c = Block::<[[i16; 4]; 4]>::stack();
    /// forward(&samples, &pred, &mut c);
    /// assert_eq!(c.as_slice()[..3], [32, 0, 0]);
    /// ```
    #[kernel]
    pub fn forward<Sample, Coefficient>(
        samples: &Tensor<[[Sample; 4]; 4]>,
        pred: &Tensor<[[Sample; 4]; 4]>,
        c: &mut Tensor<[[Coefficient; 4]; 4]>,
    ) {
        let core = |x: [i32; 4]| {
            let [x0, x1, x2, x3] = x;
            let (s03, s12, d03, d12) = (x0 + x3, x1 + x2, x0 - x3, x1 - x2);
            [s03 + s12, 2 * d03 + d12, s03 - s12, d03 - 2 * d12]
        };
        // Columns, and then rows.
        let columns = Block::<[[Coefficient; 4]; 4]>::stack();
        for x in 0..4 {
            let [s0, s1, s2, s3] = samples[[.., x]];
            let [p0, p1, p2, p3] = pred[[.., x]];
            columns[[.., x]] = core([s0 - p0, s1 - p1, s2 - p2, s3 - p3]);
        }
        #[vectorize(i)]
        for i in 0..4 {
            let [x0, x1, x2, x3] = columns[[i, ..]];
            c[[i, ..]] = core([x0, x1, x2, x3]);
        }
    }

    /// [`forward()`] for four 4x4 blocks side by side.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::forward_16x4;
    ///
    /// let (samples, mut pred) = (Block::from([[7u8; 16]; 4]), Block::from([[5u8; 16]; 4]));
    /// pred.write([0, 4], 4);
    /// let mut c = Block::<[[i16; 16]; 4]>::stack();
    /// forward_16x4(&samples, &pred, &mut c);
    /// assert_eq!(c.as_slice()[..8], [32, 0, 0, 0, 33, 2, 1, 1]);
    /// ```
    #[kernel]
    pub fn forward_16x4<Sample, Coefficient>(
        samples: &Tensor<[[Sample; 16]; 4]>,
        pred: &Tensor<[[Sample; 16]; 4]>,
        c: &mut Tensor<[[Coefficient; 16]; 4]>,
    ) {
        let core = |x: [i32; 4]| {
            let [x0, x1, x2, x3] = x;
            let (s03, s12, d03, d12) = (x0 + x3, x1 + x2, x0 - x3, x1 - x2);
            [s03 + s12, 2 * d03 + d12, s03 - s12, d03 - 2 * d12]
        };
        // Columns, and then rows.
        let columns = Block::<[[Coefficient; 16]; 4]>::stack();
        for x in 0..16 {
            let [s0, s1, s2, s3] = samples[[.., x]];
            let [p0, p1, p2, p3] = pred[[.., x]];
            columns[[.., x]] = core([s0 - p0, s1 - p1, s2 - p2, s3 - p3]);
        }
        for b in 0..4 {
            for i in 0..4 {
                let [x0, x1, x2, x3] = columns[[i, 4 * b..4 * b + 4]];
                c[[i, 4 * b..4 * b + 4]] = core([x0, x1, x2, x3]);
            }
        }
    }

    /// [`forward()`] for every 4x4 block of a rectangle, one by one.
    #[kernel]
    fn forward_one_by_one<Sample, Coefficient>(
        samples: &Tensor<[[Sample]]>,
        pred: &Tensor<[[Sample]]>,
        c: &mut Tensor<[[Coefficient]]>,
    ) {
        for v in 0..c.extent(0) / 4 {
            for u in 0..c.extent(1) / 4 {
                let y = 4 * v;
                let x = 4 * u;
                forward(
                    samples[[y..y + 4, x..x + 4]],
                    pred[[y..y + 4, x..x + 4]],
                    &mut c[[y..y + 4, x..x + 4]],
                );
            }
        }
    }

    /// [`forward()`] for every 4x4 block of a rectangle; the coefficients of a block lie where the block does. Extents must be
    /// multiples of 4: what is left over is not transformed.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::forward_blocks;
    ///
    /// let samples = Block::from([[7u8; 8]; 4]);
    /// let mut pred = Block::from([[5u8; 8]; 4]);
    /// pred.write([0, 4], 4);
    /// let mut c = Block::<[[i16; 8]; 4]>::stack();
    /// forward_blocks(&samples, &pred, &mut c);
    /// assert_eq!(c.as_slice()[..8], [32, 0, 0, 0, 33, 2, 1, 1]);
    /// ```
    #[kernel]
    pub fn forward_blocks<Sample, Coefficient>(
        samples: &Tensor<[[Sample]]>,
        pred: &Tensor<[[Sample]]>,
        c: &mut Tensor<[[Coefficient]]>,
    ) {
        for v in 0..c.extent(0) / 4 {
            for u in 0..c.extent(1) / 16 {
                let y = 4 * v;
                let x = 16 * u;
                forward_16x4(
                    samples[[y..y + 4, x..x + 16]],
                    pred[[y..y + 4, x..x + 16]],
                    &mut c[[y..y + 4, x..x + 16]],
                );
            }
        }
        let rest = c.extent(1) / 16 * 16;
        forward_one_by_one(samples[[.., rest..]], pred[[.., rest..]], &mut c[[.., rest..]]);
    }

    /// [`forward()`] for the four 4x4 blocks of 8x8 samples, side by side: those of block `b` are `c[[b, .., ..]]`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::forward_four;
    ///
    /// let samples = Block::from([[7u8; 8]; 8]);
    /// let mut pred = Block::from([[5u8; 8]; 8]);
    /// pred.write([0, 4], 4);
    /// let mut c = Block::<[[[i16; 4]; 4]; 4]>::stack();
    /// forward_four(&samples, &pred, &mut c);
    /// assert_eq!((&c.as_slice()[..4], &c.as_slice()[16..20]), (&[32, 0, 0, 0][..], &[33, 2, 1, 1][..]));
    /// ```
    #[kernel]
    pub fn forward_four<Sample, Coefficient>(
        samples: &Tensor<[[Sample; 8]; 8]>,
        pred: &Tensor<[[Sample; 8]; 8]>,
        c: &mut Tensor<[[[Coefficient; 4]; 4]; 4]>,
    ) {
        let core = |x: [i32; 4]| {
            let [x0, x1, x2, x3] = x;
            let (s03, s12, d03, d12) = (x0 + x3, x1 + x2, x0 - x3, x1 - x2);
            [s03 + s12, 2 * d03 + d12, s03 - s12, d03 - 2 * d12]
        };
        // The columns of all four blocks, and then their rows.
        let columns = Block::<[[Coefficient; 16]; 4]>::stack();
        for v in 0..2 {
            for x in 0..8 {
                let [s0, s1, s2, s3] = samples[[4 * v..4 * v + 4, x]];
                let [p0, p1, p2, p3] = pred[[4 * v..4 * v + 4, x]];
                columns[[.., 8 * v + x]] = core([s0 - p0, s1 - p1, s2 - p2, s3 - p3]);
            }
        }
        for b in 0..4 {
            #[vectorize(i)]
            for i in 0..4 {
                let [x0, x1, x2, x3] = columns[[i, 4 * b..4 * b + 4]];
                c[[b, i, ..]] = core([x0, x1, x2, x3]);
            }
        }
    }

    /// Scaled coefficients `d` and a prediction to constructed samples (8.5.12.2, then 8.5.14 before deblocking): `u` is the
    /// prediction before and the samples after. 8.5.12.2 asks of every bitstream that what is computed fits 16 bits, 32 for
    /// rounding included; otherwise it wraps around.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::construct;
    ///
    /// let mut d = Block::<[[i16; 4]; 4]>::stack();
    /// d.write([0, 0], 640);
    /// let mut u = Block::from([[250u8, 7, 0, 0]; 4]);
    /// construct(&d, &mut u);
    /// assert_eq!(u.as_slice()[..4], [255, 17, 10, 10]);
    /// ```
    #[kernel]
    pub fn construct<Sample, Coefficient>(
        d: &Tensor<[[Coefficient; 4]; 4]>,
        u: &mut Tensor<[[Sample; 4]; 4]>,
        bit_depth: i32,
    ) {
        let inverse = |d: [Coefficient; 4]| {
            let [d0, d1, d2, d3] = d;
            let (e0, e1) = (d0.wrapping_add(d2), d0.wrapping_sub(d2));
            let (e2, e3) = ((d1 >> 1).wrapping_sub(d3), d1.wrapping_add(d3 >> 1));
            [e0.wrapping_add(e3), e1.wrapping_add(e2), e1.wrapping_sub(e2), e0.wrapping_sub(e3)]
        };
        let rows = Block::<[[Coefficient; 4]; 4]>::stack();
        #[vectorize(i)]
        for i in 0..4 {
            let d = d[[i, ..]];
            let [f0, f1, f2, f3] = inverse([
                d[[0]] as Coefficient,
                d[[1]] as Coefficient,
                d[[2]] as Coefficient,
                d[[3]] as Coefficient,
            ]);
            let row = rows[[i, ..]];
            row[[0]] = i32::from(f0);
            row[[1]] = i32::from(f1);
            row[[2]] = i32::from(f2);
            row[[3]] = i32::from(f3);
        }
        for x in 0..4 {
            let column = rows[[.., x]];
            let [h0, h1, h2, h3] = inverse([
                (column[[0]] as Coefficient).wrapping_add(32),
                column[[1]] as Coefficient,
                column[[2]] as Coefficient,
                column[[3]] as Coefficient,
            ]);
            let u = u[[.., x]];
            let [r0, r1, r2, r3] = [
                u[[0]] + i32::from(h0 >> 6),
                u[[1]] + i32::from(h1 >> 6),
                u[[2]] + i32::from(h2 >> 6),
                u[[3]] + i32::from(h3 >> 6),
            ];
            u[[0]] = r0.clamp(0, (1 << bit_depth) - 1);
            u[[1]] = r1.clamp(0, (1 << bit_depth) - 1);
            u[[2]] = r2.clamp(0, (1 << bit_depth) - 1);
            u[[3]] = r3.clamp(0, (1 << bit_depth) - 1);
        }
    }

    /// [`construct()`] for the four 4x4 blocks of 8x8 samples, side by side, of which block `b` has the scaled coefficients
    /// `d[[b, .., ..]]`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::construct_four;
    ///
    /// let mut d = Block::<[[[i16; 4]; 4]; 4]>::stack();
    /// d.write([1, 0, 0], 640);
    /// let mut u = Block::from([[250u8; 8]; 8]);
    /// construct_four(&d, &mut u);
    /// assert_eq!(u.as_slice()[..8], [250, 250, 250, 250, 255, 255, 255, 255]);
    /// ```
    #[kernel]
    pub fn construct_four<Sample, Coefficient>(
        d: &Tensor<[[[Coefficient; 4]; 4]; 4]>,
        u: &mut Tensor<[[Sample; 8]; 8]>,
        bit_depth: i32,
    ) {
        let inverse = |d: [Coefficient; 4]| {
            let [d0, d1, d2, d3] = d;
            let (e0, e1) = (d0.wrapping_add(d2), d0.wrapping_sub(d2));
            let (e2, e3) = ((d1 >> 1).wrapping_sub(d3), d1.wrapping_add(d3 >> 1));
            [e0.wrapping_add(e3), e1.wrapping_add(e2), e1.wrapping_sub(e2), e0.wrapping_sub(e3)]
        };
        let rows = Block::<[[Coefficient; 16]; 4]>::stack();
        for b in 0..4 {
            #[vectorize(i)]
            for i in 0..4 {
                let d = d[[b, i, ..]];
                let [f0, f1, f2, f3] = inverse([
                    d[[0]] as Coefficient,
                    d[[1]] as Coefficient,
                    d[[2]] as Coefficient,
                    d[[3]] as Coefficient,
                ]);
                let row = rows[[i, 4 * b..4 * b + 4]];
                row[[0]] = i32::from(f0);
                row[[1]] = i32::from(f1);
                row[[2]] = i32::from(f2);
                row[[3]] = i32::from(f3);
            }
        }
        for v in 0..2 {
            for x in 0..8 {
                let column = rows[[.., 8 * v + x]];
                let [h0, h1, h2, h3] = inverse([
                    (column[[0]] as Coefficient).wrapping_add(32),
                    column[[1]] as Coefficient,
                    column[[2]] as Coefficient,
                    column[[3]] as Coefficient,
                ]);
                let u = u[[4 * v..4 * v + 4, x]];
                let [r0, r1, r2, r3] = [
                    u[[0]] + i32::from(h0 >> 6),
                    u[[1]] + i32::from(h1 >> 6),
                    u[[2]] + i32::from(h2 >> 6),
                    u[[3]] + i32::from(h3 >> 6),
                ];
                u[[0]] = r0.clamp(0, (1 << bit_depth) - 1);
                u[[1]] = r1.clamp(0, (1 << bit_depth) - 1);
                u[[2]] = r2.clamp(0, (1 << bit_depth) - 1);
                u[[3]] = r3.clamp(0, (1 << bit_depth) - 1);
            }
        }
    }
}

pub use of_8_bits::*;
