//! The order of the coefficients of a 4x4 block in the bitstream (H.264 8.5.6).
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
    /// use unite_h264::kernels::zigzag_scan;
    ///
    /// let c = Block::from([[0i16, 1, 5, 6], [2, 4, 7, 12], [3, 8, 11, 13], [9, 10, 14, 15]]);
    /// let mut list = Block::<[i16; 16]>::stack();
    /// zigzag_scan(&c, &mut list);
    /// assert!(list.as_slice().is_sorted());
    /// ```
    #[kernel]
    pub fn zigzag_scan<Coefficient>(c: &Tensor<[[Coefficient; 4]; 4]>, list: &mut Tensor<[Coefficient; 16]>) {
        for (idx, [i, j]) in c.zigzag().enumerate() {
            list[[idx]] = c[[i, j]];
        }
    }

    /// A list of coefficients in zig-zag order to the block.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inverse_zigzag_scan;
    ///
    /// let list = Block::from([0i16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    /// let mut c = Block::<[[i16; 4]; 4]>::stack();
    /// inverse_zigzag_scan(&list, &mut c);
    /// assert_eq!(c.as_slice()[..4], [0, 1, 5, 6]);
    /// ```
    #[kernel]
    pub fn inverse_zigzag_scan<Coefficient>(
        list: &Tensor<[Coefficient; 16]>,
        c: &mut Tensor<[[Coefficient; 4]; 4]>,
    ) {
        for (idx, [i, j]) in c.zigzag().enumerate() {
            c[[i, j]] = list[[idx]];
        }
    }

    /// A block to the list of its coefficients in field scan order: column by column, but for the second coefficient of the
    /// first row, which comes third.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::field_scan;
    ///
    /// let c = Block::from([[0i16, 2, 8, 12], [1, 5, 9, 13], [3, 6, 10, 14], [4, 7, 11, 15]]);
    /// let mut list = Block::<[i16; 16]>::stack();
    /// field_scan(&c, &mut list);
    /// assert!(list.as_slice().is_sorted());
    /// ```
    #[kernel]
    pub fn field_scan<Coefficient>(c: &Tensor<[[Coefficient; 4]; 4]>, list: &mut Tensor<[Coefficient; 16]>) {
        let columns = c.permute([1, 0]);
        for (k, [j, i]) in columns.raster().enumerate() {
            let idx = match k {
                2 | 3 => k + 1,
                4 => 2,
                _ => k,
            };
            list[[idx]] = columns[[j, i]];
        }
    }

    /// A list of coefficients in field scan order to the block.
    ///
    /// ```
    /// use unite::Block;
    /// use unite_h264::kernels::inverse_field_scan;
    ///
    /// let list = Block::from([0i16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    /// let mut c = Block::<[[i16; 4]; 4]>::stack();
    /// inverse_field_scan(&list, &mut c);
    /// assert_eq!(c.as_slice()[..4], [0, 2, 8, 12]);
    /// ```
    #[kernel]
    pub fn inverse_field_scan<Coefficient>(
        list: &Tensor<[Coefficient; 16]>,
        c: &mut Tensor<[[Coefficient; 4]; 4]>,
    ) {
        let columns = c.permute([1, 0]);
        for (k, [j, i]) in columns.raster().enumerate() {
            let idx = match k {
                2 | 3 => k + 1,
                4 => 2,
                _ => k,
            };
            columns[[j, i]] = list[[idx]];
        }
    }
}

pub use of_16_bits::*;
