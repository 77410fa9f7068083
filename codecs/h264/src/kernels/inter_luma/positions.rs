//! The sixteen positions of figure 8-4, and the one that a vector asks for.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, Sum = i16, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16, Sum = i32)]
/// The positions for samples of a type; `Sum` holds what six taps make of them.
pub(in crate::kernels) mod positions {
    use super::super::six_taps::{MOST, tap};
    use unite::kernel;

    /// `G`: full samples.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::full;
    ///
    /// let mut pred = Block::<[[u8; 8]; 4]>::stack();
    /// full(&mut pred, &Block::from([[7u8; 8]; 4]));
    /// assert_eq!(pred.as_slice(), [7; 32]);
    /// ```
    #[kernel]
    pub fn full<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
    ) {
        pred[[!y, !x]] = p[[!y, !x]];
    }

    /// `a`: between `G` and `b`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::a;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// a(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [49, 53, 57, 61]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn a<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let b =
                ((tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]])
                    + 16)
                    >> 5)
                    .clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (p[[y, x]] + b + 1) >> 1;
        }
    }

    /// `b`: half a sample to the right.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::b;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// b(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [50, 54, 58, 62]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn b<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let b1 =
                tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]]);
            pred[[y, x]] = ((b1 + 16) >> 5).clamp(0, (1 << bit_depth) - 1);
        }
    }

    /// `c`: between `b` and `H`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::c;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// c(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [51, 55, 59, 63]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn c<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let b =
                ((tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]])
                    + 16)
                    >> 5)
                    .clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (p[[y, x + 1]] + b + 1) >> 1;
        }
    }

    /// `d`: between `G` and `h`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::d;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// d(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [50, 54, 58, 62]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn d<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let h =
                ((tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]])
                    + 16)
                    >> 5)
                    .clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (p[[y, x]] + h + 1) >> 1;
        }
    }

    /// `e`: between `b` and `h`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::e;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// e(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [51, 55, 59, 63]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn e<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let b =
                ((tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]])
                    + 16)
                    >> 5)
                    .clamp(0, (1 << bit_depth) - 1);
            let h =
                ((tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]])
                    + 16)
                    >> 5)
                    .clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (b + h + 1) >> 1;
        }
    }

    /// `f`: between `b` and `j`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::f;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// f(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [52, 56, 60, 64]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn f<Sample, Sum, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        let rows = Block::<[[Sum; W]; MOST]>::stack();
        let b1 = rows[[2..H + 2, ..]];
        for y in -2..H as i32 + 3 {
            for x in 0..W as i32 {
                b1[[y, x]] =
                    tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]]);
            }
        }
        for [y, x] in pred.indices() {
            let j1 = tap(
                b1[[y - 2, x]],
                b1[[y - 1, x]],
                b1[[y, x]],
                b1[[y + 1, x]],
                b1[[y + 2, x]],
                b1[[y + 3, x]],
            );
            let j = ((j1 + 512) >> 10).clamp(0, (1 << bit_depth) - 1);
            let b = ((b1[[y, x]] + 16) >> 5).clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (b + j + 1) >> 1;
        }
    }

    /// `g`: between `b` and `m`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::g;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// g(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [53, 57, 61, 65]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn g<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let b =
                ((tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]])
                    + 16)
                    >> 5)
                    .clamp(0, (1 << bit_depth) - 1);
            let m = ((tap(
                p[[y - 2, x + 1]],
                p[[y - 1, x + 1]],
                p[[y, x + 1]],
                p[[y + 1, x + 1]],
                p[[y + 2, x + 1]],
                p[[y + 3, x + 1]],
            ) + 16)
                >> 5)
                .clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (b + m + 1) >> 1;
        }
    }

    /// `h`: half a sample downwards.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::h;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// h(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [52, 56, 60, 64]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn h<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let h1 =
                tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]]);
            pred[[y, x]] = ((h1 + 16) >> 5).clamp(0, (1 << bit_depth) - 1);
        }
    }

    /// `i`: between `h` and `j`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::i;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// i(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [53, 57, 61, 65]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn i<Sample, Sum, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        let columns = Block::<[[Sum; MOST]; H]>::stack();
        let h1 = columns[[.., 2..W + 2]];
        for y in 0..H as i32 {
            for x in -2..W as i32 + 3 {
                h1[[y, x]] =
                    tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]]);
            }
        }
        for [y, x] in pred.indices() {
            let j1 = tap(
                h1[[y, x - 2]],
                h1[[y, x - 1]],
                h1[[y, x]],
                h1[[y, x + 1]],
                h1[[y, x + 2]],
                h1[[y, x + 3]],
            );
            let j = ((j1 + 512) >> 10).clamp(0, (1 << bit_depth) - 1);
            let h = ((h1[[y, x]] + 16) >> 5).clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (h + j + 1) >> 1;
        }
    }

    /// `j`: half a sample to the right and downwards, from the samples `b1` of the rows around.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::j;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// j(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [54, 58, 62, 66]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn j<Sample, Sum, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        let rows = Block::<[[Sum; W]; MOST]>::stack();
        let b1 = rows[[2..H + 2, ..]];
        for y in -2..H as i32 + 3 {
            for x in 0..W as i32 {
                b1[[y, x]] =
                    tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]]);
            }
        }
        for [y, x] in pred.indices() {
            let j1 = tap(
                b1[[y - 2, x]],
                b1[[y - 1, x]],
                b1[[y, x]],
                b1[[y + 1, x]],
                b1[[y + 2, x]],
                b1[[y + 3, x]],
            );
            pred[[y, x]] = ((j1 + 512) >> 10).clamp(0, (1 << bit_depth) - 1);
        }
    }

    /// `k`: between `j` and `m`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::k;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// k(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [55, 59, 63, 67]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn k<Sample, Sum, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        let columns = Block::<[[Sum; MOST]; H]>::stack();
        let h1 = columns[[.., 2..W + 2]];
        for y in 0..H as i32 {
            for x in -2..W as i32 + 3 {
                h1[[y, x]] =
                    tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]]);
            }
        }
        for [y, x] in pred.indices() {
            let j1 = tap(
                h1[[y, x - 2]],
                h1[[y, x - 1]],
                h1[[y, x]],
                h1[[y, x + 1]],
                h1[[y, x + 2]],
                h1[[y, x + 3]],
            );
            let j = ((j1 + 512) >> 10).clamp(0, (1 << bit_depth) - 1);
            let m = ((h1[[y, x + 1]] + 16) >> 5).clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (j + m + 1) >> 1;
        }
    }

    /// `n`: between `h` and `M`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::n;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// n(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [54, 58, 62, 66]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn n<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let h =
                ((tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]])
                    + 16)
                    >> 5)
                    .clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (p[[y + 1, x]] + h + 1) >> 1;
        }
    }

    /// `p`: between `h` and `s`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::p;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// p(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [55, 59, 63, 67]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn p<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let h =
                ((tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]])
                    + 16)
                    >> 5)
                    .clamp(0, (1 << bit_depth) - 1);
            let s = ((tap(
                p[[y + 1, x - 2]],
                p[[y + 1, x - 1]],
                p[[y + 1, x]],
                p[[y + 1, x + 1]],
                p[[y + 1, x + 2]],
                p[[y + 1, x + 3]],
            ) + 16)
                >> 5)
                .clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (h + s + 1) >> 1;
        }
    }

    /// `q`: between `j` and `s`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::q;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// q(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [56, 60, 64, 68]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn q<Sample, Sum, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        let rows = Block::<[[Sum; W]; MOST]>::stack();
        let b1 = rows[[2..H + 2, ..]];
        for y in -2..H as i32 + 3 {
            for x in 0..W as i32 {
                b1[[y, x]] =
                    tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]]);
            }
        }
        for [y, x] in pred.indices() {
            let j1 = tap(
                b1[[y - 2, x]],
                b1[[y - 1, x]],
                b1[[y, x]],
                b1[[y + 1, x]],
                b1[[y + 2, x]],
                b1[[y + 3, x]],
            );
            let j = ((j1 + 512) >> 10).clamp(0, (1 << bit_depth) - 1);
            let s = ((b1[[y + 1, x]] + 16) >> 5).clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (j + s + 1) >> 1;
        }
    }

    /// `r`: between `m` and `s`.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::r;
    ///
    /// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
    /// let mut pred = Block::<[[u8; 4]; 4]>::stack();
    /// r(&mut pred, &plane.view().partition([4..8, 4..8])?.tensor()?.fixed::<[[u8; 4]; 4]>()?);
    /// assert_eq!(pred.as_slice()[..4], [57, 61, 65, 69]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel(inline(tap))]
    pub fn r<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        bit_depth: i32,
    ) {
        for [y, x] in pred.indices() {
            let m = ((tap(
                p[[y - 2, x + 1]],
                p[[y - 1, x + 1]],
                p[[y, x + 1]],
                p[[y + 1, x + 1]],
                p[[y + 2, x + 1]],
                p[[y + 3, x + 1]],
            ) + 16)
                >> 5)
                .clamp(0, (1 << bit_depth) - 1);
            let s = ((tap(
                p[[y + 1, x - 2]],
                p[[y + 1, x - 1]],
                p[[y + 1, x]],
                p[[y + 1, x + 1]],
                p[[y + 1, x + 2]],
                p[[y + 1, x + 3]],
            ) + 16)
                >> 5)
                .clamp(0, (1 << bit_depth) - 1);
            pred[[y, x]] = (m + s + 1) >> 1;
        }
    }

    /// The position that `x_frac` and `y_frac`, the vector's quarters of a sample, say (table 8-12).
    ///
    /// # Panics
    /// If one of them is above 3.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inter_luma::interpolate;
    ///
    /// let plane = Block::from([[9u8; 32]; 32]);
    /// let mut pred = Block::<[[u8; 16]; 16]>::stack();
    /// interpolate(&mut pred, &plane.view().partition([8..24, 8..24])?.tensor()?.fixed::<[[u8; 16]; 16]>()?, 3, 1);
    /// assert_eq!(pred.as_slice(), [9; 256]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel]
    pub fn interpolate<Sample, const H: usize, const W: usize>(
        pred: &mut Tensor<[[Sample; W]; H]>,
        p: &Tensor<[[Sample; W]; H]>,
        x_frac: u8,
        y_frac: u8,
        bit_depth: i32,
    ) {
        match (x_frac, y_frac) {
            (0, 0) => full(&mut pred, p),
            (0, 1) => d(&mut pred, p, bit_depth),
            (0, 2) => h(&mut pred, p, bit_depth),
            (0, 3) => n(&mut pred, p, bit_depth),
            (1, 0) => a(&mut pred, p, bit_depth),
            (1, 1) => e(&mut pred, p, bit_depth),
            (1, 2) => i(&mut pred, p, bit_depth),
            (1, 3) => p(&mut pred, p, bit_depth),
            (2, 0) => b(&mut pred, p, bit_depth),
            (2, 1) => f(&mut pred, p, bit_depth),
            (2, 2) => j(&mut pred, p, bit_depth),
            (2, 3) => q(&mut pred, p, bit_depth),
            (3, 0) => c(&mut pred, p, bit_depth),
            (3, 1) => g(&mut pred, p, bit_depth),
            (3, 2) => k(&mut pred, p, bit_depth),
            (3, 3) => r(&mut pred, p, bit_depth),
            _ => panic!("a vector has no fraction of {x_frac} and {y_frac} quarters"),
        }
    }
}
