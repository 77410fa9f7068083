//! The deblocking filter for one edge (H.264 8.7.2): of luminance, 16 samples along the edge, and of a component of
//! chrominance at 4:2:0, 8 samples.
//!
//! `q` is the block after the edge, so that `q[[k, i]]` is `q_i` of the clause for the sample `k` along a vertical edge, and
//! `q[[k, -1 - i]]` is `p_i`: the picture goes on to the left. A horizontal edge is a vertical one in the permuted picture.
//!
//! `alpha` and `beta` are the thresholds of the edge, at most 255, `tc0` is how far samples may change in each quarter of it, -1 where
//! `bS` is 0 and nothing is filtered: see [`deblock_tables`](super::deblock_tables). Kernels whose name ends in `intra` are
//! for `bS` 4, along the whole edge.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::deblock::luma_vertical;
//! use unite_h264::kernels::deblock_tables::{Thresholds, tc0};
//!
//! // A step of 8 between two blocks becomes a slope.
//! let mut picture = Block::from([[100u8, 100, 100, 100, 108, 108, 108, 108]; 16]);
//! let mut view = picture.view_mut().partition([0..16, 4..8])?;
//! let Thresholds { alpha, beta, index_a } = Thresholds::new(36, 36, 0, 0);
//! let parts = Block::from(tc0(index_a, [2; 4]));
//! luma_vertical(&mut view.tensor_mut()?.fixed::<[[u8; 4]; 16]>()?, alpha.into(), beta.into(), &parts);
//! assert_eq!(picture.as_slice()[..8], [100, 100, 102, 103, 105, 106, 108, 108]);
//! # Ok::<(), unite::ViewError>(())
//! ```

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16)]
/// The filters for samples of a type. Thresholds and `tC0` are those of 8 bits.
pub(super) mod edges {
    use unite::kernel;

    #[kernel]
    /// A vertical edge of luminance with `bS` below 4 (8.7.2.3).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::luma_vertical;
    ///
    /// let mut picture = Block::from([[100u8, 100, 100, 100, 200, 200, 200, 200]; 16]);
    /// let mut view = picture.view_mut().partition([0..16, 4..8])?;
    /// luma_vertical(&mut view.tensor_mut()?.fixed::<[[u8; 4]; 16]>()?, 40, 10, &Block::from([4i8; 4]));
    /// assert_eq!(picture.as_slice()[..8], [100, 100, 100, 100, 200, 200, 200, 200]);    // a step of 100 is of the picture
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(luma_vertical: ALONG = 16, EACH = 4)]
    /// The same where a frame macroblock is beside a field macroblock (`mixedModeEdgeFlag` of 8.7.2.1): the half of the left edge that
    /// is beside one macroblock of the pair there.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::luma_vertical_mixed;
    ///
    /// let mut picture = Block::from([[100u8, 100, 100, 100, 108, 108, 108, 108]; 8]);
    /// let mut view = picture.view_mut().partition([0..8, 4..8])?;
    /// luma_vertical_mixed(&mut view.tensor_mut()?.fixed::<[[u8; 4]; 8]>()?, 40, 10, &Block::from([0i8, 1, 2, 3]));
    /// assert_eq!([0, 2, 4, 6].map(|y| picture.read([y, 3])), [102, 103, 103, 103]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(luma_vertical_mixed: ALONG = 8, EACH = 2)]
    pub fn edge_of_luma<Sample, const ALONG: usize, const EACH: usize>(
        q: &mut Tensor<[[Sample; 4]; ALONG]>,
        alpha: i32,
        beta: i32,
        tc0: &Tensor<[i8; 4]>,
        bit_depth: i32,
    ) {
        let (alpha, beta) = (alpha.clamp(0, 255) << (bit_depth - 8), beta.clamp(0, 255) << (bit_depth - 8));
        for part in 0..4 {
            #[vectorize(i)]
            for i in 0..EACH {
                let k = EACH * part + i;
                let t_c0 = tc0[[part]] * (1 << (bit_depth - 8));
                let (p0, p1, p2) = (q[[k, -1]], q[[k, -2]], q[[k, -3]]);
                let (q0, q1, q2) = (q[[k, 0]], q[[k, 1]], q[[k, 2]]);
                let filter =
                    t_c0 >= 0 && (p0 - q0).abs() < alpha && (p1 - p0).abs() < beta && (q1 - q0).abs() < beta;
                let near_p = (p2 - p0).abs() < beta;
                let near_q = (q2 - q0).abs() < beta;
                let t_c = t_c0 + if near_p { 1 } else { 0 } + if near_q { 1 } else { 0 };
                let delta = ((((q0 - p0) << 2) + (p1 - q1) + 4) >> 3).max(-t_c).min(t_c);
                let delta_p = ((p2 + ((p0 + q0 + 1) >> 1) - (p1 << 1)) >> 1).max(-t_c0).min(t_c0);
                let delta_q = ((q2 + ((p0 + q0 + 1) >> 1) - (q1 << 1)) >> 1).max(-t_c0).min(t_c0);
                q[[k, -1]] = if filter { (p0 + delta).clamp(0, (1 << bit_depth) - 1) } else { p0 };
                q[[k, 0]] = if filter { (q0 - delta).clamp(0, (1 << bit_depth) - 1) } else { q0 };
                q[[k, -2]] = if filter && near_p { p1 + delta_p } else { p1 };
                q[[k, 1]] = if filter && near_q { q1 + delta_q } else { q1 };
            }
        }
    }

    #[kernel]
    /// A vertical edge of luminance with `bS` 4 (8.7.2.4).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::luma_vertical_intra;
    ///
    /// let mut picture = Block::from([[100u8, 100, 100, 100, 108, 108, 108, 108]; 16]);
    /// let mut view = picture.view_mut().partition([0..16, 4..8])?;
    /// luma_vertical_intra(&mut view.tensor_mut()?.fixed::<[[u8; 4]; 16]>()?, 40, 10);
    /// assert_eq!(picture.as_slice()[..8], [100, 101, 102, 103, 105, 106, 107, 108]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(luma_vertical_intra: ALONG = 16)]
    /// The same for the half of an edge, as in [`luma_vertical_mixed()`].
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::luma_vertical_mixed_intra;
    ///
    /// let mut picture = Block::from([[100u8, 100, 100, 100, 108, 108, 108, 108]; 8]);
    /// let mut view = picture.view_mut().partition([0..8, 4..8])?;
    /// luma_vertical_mixed_intra(&mut view.tensor_mut()?.fixed::<[[u8; 4]; 8]>()?, 40, 10);
    /// assert_eq!(picture.as_slice()[..8], [100, 101, 102, 103, 105, 106, 107, 108]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(luma_vertical_mixed_intra: ALONG = 8)]
    pub fn edge_of_luma_intra<Sample, const ALONG: usize>(
        q: &mut Tensor<[[Sample; 4]; ALONG]>,
        alpha: i32,
        beta: i32,
        bit_depth: i32,
    ) {
        let (alpha, beta) = (alpha.clamp(0, 255) << (bit_depth - 8), beta.clamp(0, 255) << (bit_depth - 8));
        #[vectorize(k)]
        for k in 0..ALONG {
            let (p0, p1, p2, p3) = (q[[k, -1]], q[[k, -2]], q[[k, -3]], q[[k, -4]]);
            let (q0, q1, q2, q3) = (q[[k, 0]], q[[k, 1]], q[[k, 2]], q[[k, 3]]);
            let filter = (p0 - q0).abs() < alpha && (p1 - p0).abs() < beta && (q1 - q0).abs() < beta;
            let small = (p0 - q0).abs() < (alpha >> 2) + 2;
            let strong_p = filter && small && (p2 - p0).abs() < beta;
            let strong_q = filter && small && (q2 - q0).abs() < beta;
            q[[k, -1]] = if strong_p {
                (p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3
            } else if filter {
                (2 * p1 + p0 + q1 + 2) >> 2
            } else {
                p0
            };
            q[[k, -2]] = if strong_p { (p2 + p1 + p0 + q0 + 2) >> 2 } else { p1 };
            q[[k, -3]] = if strong_p { (2 * p3 + 3 * p2 + p1 + p0 + q0 + 4) >> 3 } else { p2 };
            q[[k, 0]] = if strong_q {
                (p1 + 2 * p0 + 2 * q0 + 2 * q1 + q2 + 4) >> 3
            } else if filter {
                (2 * q1 + q0 + p1 + 2) >> 2
            } else {
                q0
            };
            q[[k, 1]] = if strong_q { (p0 + q0 + q1 + q2 + 2) >> 2 } else { q1 };
            q[[k, 2]] = if strong_q { (2 * q3 + 3 * q2 + q1 + q0 + p0 + 4) >> 3 } else { q2 };
        }
    }

    /// A horizontal edge of luminance with `bS` below 4 (8.7.2.3).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::luma_horizontal;
    ///
    /// let mut picture = Block::<u8>::from_vec([[100u8; 64], [108; 64]].concat(), [8, 16])?;
    /// let mut view = picture.view_mut().partition([4..8, 0..16])?;
    /// luma_horizontal(&mut view.tensor_mut()?.fixed::<[[u8; 16]; 4]>()?, 40, 10, &Block::from([2i8; 4]));
    /// assert_eq!([1, 2, 3, 4, 5, 6].map(|y| picture.read([y, 9])), [100, 102, 103, 105, 106, 108]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel]
    pub fn luma_horizontal<Sample>(
        q: &mut Tensor<[[Sample; 16]; 4]>,
        alpha: i32,
        beta: i32,
        tc0: &Tensor<[i8; 4]>,
        bit_depth: i32,
    ) {
        luma_vertical(&mut q.permute([1, 0]), alpha, beta, tc0, bit_depth);
    }

    /// A horizontal edge of luminance with `bS` 4 (8.7.2.4).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::luma_horizontal_intra;
    ///
    /// let mut picture = Block::<u8>::from_vec([[100u8; 64], [108; 64]].concat(), [8, 16])?;
    /// let mut view = picture.view_mut().partition([4..8, 0..16])?;
    /// luma_horizontal_intra(&mut view.tensor_mut()?.fixed::<[[u8; 16]; 4]>()?, 40, 10);
    /// assert_eq!([1, 2, 3, 4, 5, 6].map(|y| picture.read([y, 9])), [101, 102, 103, 105, 106, 107]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel]
    pub fn luma_horizontal_intra<Sample>(
        q: &mut Tensor<[[Sample; 16]; 4]>,
        alpha: i32,
        beta: i32,
        bit_depth: i32,
    ) {
        luma_vertical_intra(&mut q.permute([1, 0]), alpha, beta, bit_depth);
    }

    #[kernel]
    /// A vertical edge of a component of chrominance with `bS` below 4 (8.7.2.3).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::chroma_vertical;
    ///
    /// let mut picture = Block::from([[100u8, 100, 108, 108]; 8]);
    /// let mut view = picture.view_mut().partition([0..8, 2..4])?;
    /// chroma_vertical(&mut view.tensor_mut()?.fixed::<[[u8; 2]; 8]>()?, 40, 10, &Block::from([-1i8, 0, 1, 2]));
    /// assert_eq!([0, 2, 4, 6].map(|y| picture.read([y, 1])), [100, 101, 102, 103]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(chroma_vertical: ALONG = 8, EACH = 2, COMPONENTS = 1)]
    /// A vertical edge of both components of chrominance, sample by sample in turn, with `bS` below 4 (8.7.2.3).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::chroma_vertical_in_turn;
    ///
    /// let mut picture = Block::from([[100u8, 100, 108, 108]; 16]);
    /// let mut view = picture.view_mut().partition([0..16, 2..4])?;
    /// let tc0 = Block::from([-1i8, 0, 1, 2]);
    /// chroma_vertical_in_turn(&mut view.tensor_mut()?.fixed::<[[u8; 2]; 16]>()?, 40, 10, &tc0);
    /// assert_eq!([0, 4, 8, 12].map(|y| picture.read([y, 1])), [100, 101, 102, 103]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(chroma_vertical_in_turn: ALONG = 16, EACH = 4, COMPONENTS = 1)]
    /// A vertical edge of both components of chrominance, one after the other, with `bS` below 4 (8.7.2.3).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::chroma_vertical_of_both;
    ///
    /// let mut picture = Block::from([[100u8, 100, 108, 108]; 16]);
    /// let mut view = picture.view_mut().partition([0..16, 2..4])?;
    /// let tc0 = Block::from([-1i8, 0, 1, 2]);
    /// chroma_vertical_of_both(&mut view.tensor_mut()?.fixed::<[[u8; 2]; 16]>()?, 40, 10, &tc0);
    /// assert_eq!([0, 2, 4, 6, 8, 10].map(|y| picture.read([y, 1])), [100, 101, 102, 103, 100, 101]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(chroma_vertical_of_both: ALONG = 16, EACH = 2, COMPONENTS = 2)]
    pub fn edge_of_chroma<Sample, const ALONG: usize, const EACH: usize, const COMPONENTS: usize>(
        q: &mut Tensor<[[Sample; 2]; ALONG]>,
        alpha: i32,
        beta: i32,
        tc0: &Tensor<[i8; 4]>,
        bit_depth: i32,
    ) {
        let (alpha, beta) = (alpha.clamp(0, 255) << (bit_depth - 8), beta.clamp(0, 255) << (bit_depth - 8));
        let of_samples = Block::<[i8; ALONG]>::stack();
        for component in 0..COMPONENTS {
            for part in 0..4 {
                for i in 0..EACH {
                    of_samples[[EACH * (4 * component + part) + i]] = tc0[[part]];
                }
            }
        }
        #[vectorize(k)]
        for k in 0..ALONG {
            let t_c0 = of_samples[[k]] * (1 << (bit_depth - 8));
            let (p0, p1) = (q[[k, -1]], q[[k, -2]]);
            let (q0, q1) = (q[[k, 0]], q[[k, 1]]);
            let filter =
                t_c0 >= 0 && (p0 - q0).abs() < alpha && (p1 - p0).abs() < beta && (q1 - q0).abs() < beta;
            let t_c = t_c0 + 1;
            let delta = ((((q0 - p0) << 2) + (p1 - q1) + 4) >> 3).max(-t_c).min(t_c);
            q[[k, -1]] = if filter { (p0 + delta).clamp(0, (1 << bit_depth) - 1) } else { p0 };
            q[[k, 0]] = if filter { (q0 - delta).clamp(0, (1 << bit_depth) - 1) } else { q0 };
        }
    }

    #[kernel]
    /// A vertical edge of a component of chrominance with `bS` 4 (8.7.2.4).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::chroma_vertical_intra;
    ///
    /// let mut picture = Block::from([[100u8, 100, 108, 108]; 8]);
    /// let mut view = picture.view_mut().partition([0..8, 2..4])?;
    /// chroma_vertical_intra(&mut view.tensor_mut()?.fixed::<[[u8; 2]; 8]>()?, 40, 10);
    /// assert_eq!(picture.as_slice()[..4], [100, 102, 106, 108]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(chroma_vertical_intra: ALONG = 8)]
    /// A vertical edge of both components of chrominance, sample by sample in turn, with `bS` 4 (8.7.2.4).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::chroma_vertical_in_turn_intra;
    ///
    /// let mut picture = Block::from([[100u8, 100, 108, 108]; 16]);
    /// let mut view = picture.view_mut().partition([0..16, 2..4])?;
    /// chroma_vertical_in_turn_intra(&mut view.tensor_mut()?.fixed::<[[u8; 2]; 16]>()?, 40, 10);
    /// assert_eq!(picture.as_slice()[..4], [100, 102, 106, 108]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[instance(chroma_vertical_in_turn_intra: ALONG = 16)]
    pub fn edge_of_chroma_intra<Sample, const ALONG: usize>(
        q: &mut Tensor<[[Sample; 2]; ALONG]>,
        alpha: i32,
        beta: i32,
        bit_depth: i32,
    ) {
        let (alpha, beta) = (alpha.clamp(0, 255) << (bit_depth - 8), beta.clamp(0, 255) << (bit_depth - 8));
        #[vectorize(k)]
        for k in 0..ALONG {
            let (p0, p1) = (q[[k, -1]], q[[k, -2]]);
            let (q0, q1) = (q[[k, 0]], q[[k, 1]]);
            let filter = (p0 - q0).abs() < alpha && (p1 - p0).abs() < beta && (q1 - q0).abs() < beta;
            q[[k, -1]] = if filter { (2 * p1 + p0 + q1 + 2) >> 2 } else { p0 };
            q[[k, 0]] = if filter { (2 * q1 + q0 + p1 + 2) >> 2 } else { q0 };
        }
    }

    /// A horizontal edge of a component of chrominance with `bS` below 4 (8.7.2.3).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::chroma_horizontal;
    ///
    /// let mut picture = Block::<u8>::from_vec([[100u8; 16], [108; 16]].concat(), [4, 8])?;
    /// let mut view = picture.view_mut().partition([2..4, 0..8])?;
    /// chroma_horizontal(&mut view.tensor_mut()?.fixed::<[[u8; 8]; 2]>()?, 40, 10, &Block::from([-1i8, 0, 1, 2]));
    /// assert_eq!(picture.as_slice()[8..16], [100, 100, 101, 101, 102, 102, 103, 103]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel]
    pub fn chroma_horizontal<Sample>(
        q: &mut Tensor<[[Sample; 8]; 2]>,
        alpha: i32,
        beta: i32,
        tc0: &Tensor<[i8; 4]>,
        bit_depth: i32,
    ) {
        chroma_vertical(&mut q.permute([1, 0]), alpha, beta, tc0, bit_depth);
    }

    /// A horizontal edge of a component of chrominance with `bS` 4 (8.7.2.4).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::deblock::chroma_horizontal_intra;
    ///
    /// let mut picture = Block::<u8>::from_vec([[100u8; 16], [108; 16]].concat(), [4, 8])?;
    /// let mut view = picture.view_mut().partition([2..4, 0..8])?;
    /// chroma_horizontal_intra(&mut view.tensor_mut()?.fixed::<[[u8; 8]; 2]>()?, 40, 10);
    /// assert_eq!([0, 1, 2, 3].map(|y| picture.read([y, 5])), [100, 102, 106, 108]);
    /// # Ok::<(), unite::ViewError>(())
    /// ```
    #[kernel]
    pub fn chroma_horizontal_intra<Sample>(
        q: &mut Tensor<[[Sample; 8]; 2]>,
        alpha: i32,
        beta: i32,
        bit_depth: i32,
    ) {
        chroma_vertical_intra(&mut q.permute([1, 0]), alpha, beta, bit_depth);
    }
}

pub use of_8_bits::*;
