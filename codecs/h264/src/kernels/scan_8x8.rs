//! The order of the coefficients of an 8x8 block in the bitstream (H.264 8.5.7).
//!
//! Coefficients are `c[i, j]`, in row `i` and column `j`, as in the standard; lists are indexed by `idx`.

use unite::kernel;

#[kernel]
#[instance(of_16_bits: Coefficient = i16)]
#[instance(of_32_bits: Coefficient = i32)]
/// The scans of coefficients of a type.
pub(super) mod scans {
    use unite::kernel;

    /// A block to the list of its coefficients in zig-zag order.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::zigzag_scan_8x8;
    ///
    /// let mut c = Block::<[[i16; 8]; 8]>::stack();
    /// c.write([0, 2], 5);
    /// let mut list = Block::<[i16; 64]>::stack();
    /// zigzag_scan_8x8(&c, &mut list);
    /// assert_eq!(list.as_slice()[..7], [0, 0, 0, 0, 0, 5, 0]);
    /// ```
    #[kernel]
    pub fn zigzag_scan_8x8<Coefficient>(
        c: &Tensor<[[Coefficient; 8]; 8]>,
        list: &mut Tensor<[Coefficient; 64]>,
    ) {
        for (idx, [i, j]) in c.zigzag().enumerate() {
            list[[idx]] = c[[i, j]];
        }
    }

    /// A list of coefficients in zig-zag order to the block.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inverse_zigzag_scan_8x8;
    ///
    /// let list = Block::<i16>::from_vec((0..64).collect(), [64])?.fixed::<[i16; 64]>()?;
    /// let mut c = Block::<[[i16; 8]; 8]>::stack();
    /// inverse_zigzag_scan_8x8(&list, &mut c);
    /// assert_eq!(c.as_slice()[..8], [0, 1, 5, 6, 14, 15, 27, 28]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    pub fn inverse_zigzag_scan_8x8<Coefficient>(
        list: &Tensor<[Coefficient; 64]>,
        c: &mut Tensor<[[Coefficient; 8]; 8]>,
    ) {
        for (idx, [i, j]) in c.zigzag().enumerate() {
            c[[i, j]] = list[[idx]];
        }
    }

    /// A block to the list of its coefficients in 8x8 field scan order (8.5.7).
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::field_scan_8x8;
    ///
    /// let mut c = Block::<[[i16; 8]; 8]>::stack();
    /// c.write([0, 1], 5);
    /// let mut list = Block::<[i16; 64]>::stack();
    /// field_scan_8x8(&c, &mut list);
    /// assert_eq!(list.as_slice()[..5], [0, 0, 0, 5, 0]);
    /// ```
    #[kernel]
    #[rustfmt::skip]
    pub fn field_scan_8x8<Coefficient>(c: &Tensor<[[Coefficient; 8]; 8]>, list: &mut Tensor<[Coefficient; 64]>) {
        list[[0]] = c[[0, 0]]; list[[1]] = c[[1, 0]]; list[[2]] = c[[2, 0]]; list[[3]] = c[[0, 1]];
        list[[4]] = c[[1, 1]]; list[[5]] = c[[3, 0]]; list[[6]] = c[[4, 0]]; list[[7]] = c[[2, 1]];
        list[[8]] = c[[0, 2]]; list[[9]] = c[[3, 1]]; list[[10]] = c[[5, 0]]; list[[11]] = c[[6, 0]];
        list[[12]] = c[[7, 0]]; list[[13]] = c[[4, 1]]; list[[14]] = c[[1, 2]]; list[[15]] = c[[0, 3]];
        list[[16]] = c[[2, 2]]; list[[17]] = c[[5, 1]]; list[[18]] = c[[6, 1]]; list[[19]] = c[[7, 1]];
        list[[20]] = c[[3, 2]]; list[[21]] = c[[1, 3]]; list[[22]] = c[[0, 4]]; list[[23]] = c[[2, 3]];
        list[[24]] = c[[4, 2]]; list[[25]] = c[[5, 2]]; list[[26]] = c[[6, 2]]; list[[27]] = c[[7, 2]];
        list[[28]] = c[[3, 3]]; list[[29]] = c[[1, 4]]; list[[30]] = c[[0, 5]]; list[[31]] = c[[2, 4]];
        list[[32]] = c[[4, 3]]; list[[33]] = c[[5, 3]]; list[[34]] = c[[6, 3]]; list[[35]] = c[[7, 3]];
        list[[36]] = c[[3, 4]]; list[[37]] = c[[1, 5]]; list[[38]] = c[[0, 6]]; list[[39]] = c[[2, 5]];
        list[[40]] = c[[4, 4]]; list[[41]] = c[[5, 4]]; list[[42]] = c[[6, 4]]; list[[43]] = c[[7, 4]];
        list[[44]] = c[[3, 5]]; list[[45]] = c[[1, 6]]; list[[46]] = c[[2, 6]]; list[[47]] = c[[4, 5]];
        list[[48]] = c[[5, 5]]; list[[49]] = c[[6, 5]]; list[[50]] = c[[7, 5]]; list[[51]] = c[[3, 6]];
        list[[52]] = c[[0, 7]]; list[[53]] = c[[1, 7]]; list[[54]] = c[[4, 6]]; list[[55]] = c[[5, 6]];
        list[[56]] = c[[6, 6]]; list[[57]] = c[[7, 6]]; list[[58]] = c[[2, 7]]; list[[59]] = c[[3, 7]];
        list[[60]] = c[[4, 7]]; list[[61]] = c[[5, 7]]; list[[62]] = c[[6, 7]]; list[[63]] = c[[7, 7]];
    }

    /// A list of coefficients in 8x8 field scan order (8.5.7) to the block.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inverse_field_scan_8x8;
    ///
    /// let list = Block::<i16>::from_vec((0..64).collect(), [64])?.fixed::<[i16; 64]>()?;
    /// let mut c = Block::<[[i16; 8]; 8]>::stack();
    /// inverse_field_scan_8x8(&list, &mut c);
    /// assert_eq!(c.as_slice()[..8], [0, 3, 8, 15, 22, 30, 38, 52]);
    /// # Ok::<(), unite::BlockError>(())
    /// ```
    #[kernel]
    #[rustfmt::skip]
    pub fn inverse_field_scan_8x8<Coefficient>(list: &Tensor<[Coefficient; 64]>, c: &mut Tensor<[[Coefficient; 8]; 8]>) {
        c[[0, 0]] = list[[0]]; c[[1, 0]] = list[[1]]; c[[2, 0]] = list[[2]]; c[[0, 1]] = list[[3]];
        c[[1, 1]] = list[[4]]; c[[3, 0]] = list[[5]]; c[[4, 0]] = list[[6]]; c[[2, 1]] = list[[7]];
        c[[0, 2]] = list[[8]]; c[[3, 1]] = list[[9]]; c[[5, 0]] = list[[10]]; c[[6, 0]] = list[[11]];
        c[[7, 0]] = list[[12]]; c[[4, 1]] = list[[13]]; c[[1, 2]] = list[[14]]; c[[0, 3]] = list[[15]];
        c[[2, 2]] = list[[16]]; c[[5, 1]] = list[[17]]; c[[6, 1]] = list[[18]]; c[[7, 1]] = list[[19]];
        c[[3, 2]] = list[[20]]; c[[1, 3]] = list[[21]]; c[[0, 4]] = list[[22]]; c[[2, 3]] = list[[23]];
        c[[4, 2]] = list[[24]]; c[[5, 2]] = list[[25]]; c[[6, 2]] = list[[26]]; c[[7, 2]] = list[[27]];
        c[[3, 3]] = list[[28]]; c[[1, 4]] = list[[29]]; c[[0, 5]] = list[[30]]; c[[2, 4]] = list[[31]];
        c[[4, 3]] = list[[32]]; c[[5, 3]] = list[[33]]; c[[6, 3]] = list[[34]]; c[[7, 3]] = list[[35]];
        c[[3, 4]] = list[[36]]; c[[1, 5]] = list[[37]]; c[[0, 6]] = list[[38]]; c[[2, 5]] = list[[39]];
        c[[4, 4]] = list[[40]]; c[[5, 4]] = list[[41]]; c[[6, 4]] = list[[42]]; c[[7, 4]] = list[[43]];
        c[[3, 5]] = list[[44]]; c[[1, 6]] = list[[45]]; c[[2, 6]] = list[[46]]; c[[4, 5]] = list[[47]];
        c[[5, 5]] = list[[48]]; c[[6, 5]] = list[[49]]; c[[7, 5]] = list[[50]]; c[[3, 6]] = list[[51]];
        c[[0, 7]] = list[[52]]; c[[1, 7]] = list[[53]]; c[[4, 6]] = list[[54]]; c[[5, 6]] = list[[55]];
        c[[6, 6]] = list[[56]]; c[[7, 6]] = list[[57]]; c[[2, 7]] = list[[58]]; c[[3, 7]] = list[[59]];
        c[[4, 7]] = list[[60]]; c[[5, 7]] = list[[61]]; c[[6, 7]] = list[[62]]; c[[7, 7]] = list[[63]];
    }
}

pub use of_16_bits::*;
