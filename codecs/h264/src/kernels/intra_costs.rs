//! What the three plain modes of intra prediction cost, each predicted and compared with the samples in one kernel: an
//! encoder looks at them before it thinks of others. No prediction is kept.
//!
//! Of `pred` only the location counts: it is the block that would be predicted from `recon`.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::satd_of_three_16x16;
//!
//! // A picture of vertical stripes, and a macroblock of it that is the same.
//! let recon = Block::<u8>::from_vec((0..32).map(|x| 60 * (x % 3) as u8).collect::<Vec<_>>().repeat(32), [32, 32])?;
//! let samples = recon.view().partition([16..32, 16..32])?;
//! let samples = samples.tensor()?.fixed::<[[u8; 16]; 16]>()?;
//! let [vertical, horizontal, dc] = satd_of_three_16x16(&samples, &recon, &samples);
//! assert_eq!(vertical, 0);
//! assert!(horizontal > dc);
//! # Ok::<(), unite::ViewError>(())
//! ```

use unite::kernel;

use super::{
    intra_4x4, intra_8x8, intra_16x16, intra_chroma, intra_chroma_422, sa8d, sad, satd, satd_4x4, satd_16x16,
};

/// A kernel for each cost of three modes in the order of their table, predicted from the samples of the picture.
macro_rules! of_three {
    ($($(#[$doc:meta])* $name:ident: [$h:literal, $w:literal] = $cost:ident of $module:ident::{$first:ident, $second:ident, $third:ident};)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub fn $name(
            pred: &Tensor<[[u8; $w]; $h]>,
            recon: &Tensor<[[u8]]>,
            samples: &Tensor<[[u8; $w]; $h]>,
        ) -> [i32; 3] {
            let first = pred.block_copy();
            $module::$first(&mut first, recon);
            let second = pred.block_copy();
            $module::$second(&mut second, recon);
            let third = pred.block_copy();
            $module::$third(&mut third, recon);
            [$cost(samples, first), $cost(samples, second), $cost(samples, third)]
        }
    )*};
}

of_three! {
    /// [`satd_4x4()`] of Intra_4x4 prediction: vertical, horizontal, DC.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_of_three_4x4;
    ///
    /// let recon = Block::<u8>::from_vec([10, 20].repeat(32), [8, 8])?;
    /// let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// let samples = Block::from([[10u8, 20, 10, 20]; 4]);
    /// assert_eq!(satd_of_three_4x4(&pred, &recon, &samples), [0, 80, 64]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    satd_of_three_4x4: [4, 4] = satd_4x4 of intra_4x4::{vertical, horizontal, dc};
    /// [`sad()`] of Intra_4x4 prediction: vertical, horizontal, DC.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sad_of_three_4x4;
    ///
    /// let recon = Block::<u8>::from_vec([10, 20].repeat(32), [8, 8])?;
    /// let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    /// let samples = Block::from([[10u8, 20, 10, 20]; 4]);
    /// assert_eq!(sad_of_three_4x4(&pred, &recon, &samples), [0, 80, 80]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    sad_of_three_4x4: [4, 4] = sad of intra_4x4::{vertical, horizontal, dc};
    /// [`satd_16x16()`] of Intra_16x16 prediction: vertical, horizontal, DC.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_of_three_16x16;
    ///
    /// let recon = Block::from([[9u8; 32]; 32]);
    /// let pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
    /// let samples = Block::from([[10u8; 16]; 16]);
    /// assert_eq!(satd_of_three_16x16(&pred, &recon, &samples), [128; 3]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    satd_of_three_16x16: [16, 16] = satd_16x16 of intra_16x16::{vertical, horizontal, dc};
    /// [`sad()`] of Intra_16x16 prediction: vertical, horizontal, DC.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sad_of_three_16x16;
    ///
    /// let recon = Block::from([[9u8; 32]; 32]);
    /// let pred = Block::<[[u8; 16]; 16]>::stack().with_origin([16, 16])?;
    /// let samples = Block::from([[10u8; 16]; 16]);
    /// assert_eq!(sad_of_three_16x16(&pred, &recon, &samples), [256; 3]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    sad_of_three_16x16: [16, 16] = sad of intra_16x16::{vertical, horizontal, dc};
    /// [`satd()`] of the prediction of one component of chrominance: DC, horizontal, vertical.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_of_three_chroma;
    ///
    /// let recon = Block::<u8>::from_vec([10, 20].repeat(128), [16, 16])?;
    /// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// let samples = Block::from([[10u8, 20, 10, 20, 10, 20, 10, 20]; 8]);
    /// assert_eq!(satd_of_three_chroma(&pred, &recon, &samples)[1..], [320, 0]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    satd_of_three_chroma: [8, 8] = satd of intra_chroma::{dc, horizontal, vertical};
    /// [`sad()`] of the prediction of one component of chrominance: DC, horizontal, vertical.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sad_of_three_chroma;
    ///
    /// let recon = Block::<u8>::from_vec([10, 20].repeat(128), [16, 16])?;
    /// let pred = Block::<[[u8; 8]; 8]>::stack().with_origin([8, 8])?;
    /// let samples = Block::from([[10u8, 20, 10, 20, 10, 20, 10, 20]; 8]);
    /// assert_eq!(sad_of_three_chroma(&pred, &recon, &samples)[1..], [320, 0]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    sad_of_three_chroma: [8, 8] = sad of intra_chroma::{dc, horizontal, vertical};
    /// [`satd()`] of the prediction of one component of chrominance at 4:2:2: DC, horizontal, vertical.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::satd_of_three_chroma_422;
    ///
    /// let recon = Block::<u8>::from_vec([10, 20].repeat(24 * 8), [24, 16])?;
    /// let pred = Block::<[[u8; 8]; 16]>::stack().with_origin([8, 8])?;
    /// let samples = Block::from([[10u8, 20, 10, 20, 10, 20, 10, 20]; 16]);
    /// assert_eq!(satd_of_three_chroma_422(&pred, &recon, &samples)[1..], [640, 0]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    satd_of_three_chroma_422: [16, 8] = satd of intra_chroma_422::{dc, horizontal, vertical};
    /// [`sad()`] of the prediction of one component of chrominance at 4:2:2: DC, horizontal, vertical.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sad_of_three_chroma_422;
    ///
    /// let recon = Block::<u8>::from_vec([10, 20].repeat(24 * 8), [24, 16])?;
    /// let pred = Block::<[[u8; 8]; 16]>::stack().with_origin([8, 8])?;
    /// let samples = Block::from([[10u8, 20, 10, 20, 10, 20, 10, 20]; 16]);
    /// assert_eq!(sad_of_three_chroma_422(&pred, &recon, &samples)[1..], [640, 0]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    sad_of_three_chroma_422: [16, 8] = sad of intra_chroma_422::{dc, horizontal, vertical};
}

/// The same from filtered neighbours (8.3.2.2): a kernel for each cost.
macro_rules! of_three_8x8 {
    ($($(#[$doc:meta])* $name:ident = $cost:ident;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub fn $name(filtered: &Tensor<[u8; 25]>, samples: &Tensor<[[u8; 8]; 8]>) -> [i32; 3] {
            let vertical = Block::<[[u8; 8]; 8]>::stack();
            intra_8x8::vertical(&mut vertical, filtered);
            let horizontal = Block::<[[u8; 8]; 8]>::stack();
            intra_8x8::horizontal(&mut horizontal, filtered);
            let dc = Block::<[[u8; 8]; 8]>::stack();
            intra_8x8::dc(&mut dc, filtered);
            [$cost(samples, vertical), $cost(samples, horizontal), $cost(samples, dc)]
        }
    )*};
}

of_three_8x8! {
    /// [`sa8d()`] of Intra_8x8 prediction: vertical, horizontal, DC.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sa8d_of_three_8x8;
    ///
    /// assert_eq!(sa8d_of_three_8x8(&Block::from([7u8; 25]), &Block::from([[9u8; 8]; 8])), [32; 3]);
    /// ```
    sa8d_of_three_8x8 = sa8d;
    /// [`sad()`] of Intra_8x8 prediction: vertical, horizontal, DC.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::sad_of_three_8x8;
    ///
    /// assert_eq!(sad_of_three_8x8(&Block::from([7u8; 25]), &Block::from([[9u8; 8]; 8])), [128; 3]);
    /// ```
    sad_of_three_8x8 = sad;
}
