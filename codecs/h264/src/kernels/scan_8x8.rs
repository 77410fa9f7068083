//! The order of the coefficients of an 8x8 block in the bitstream (H.264 8.5.7).
//!
//! Coefficients are `c[i, j]`, in row `i` and column `j`, as in the standard; lists are indexed by `idx`.

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
pub fn zigzag_scan_8x8(c: &Tensor<[[i16; 8]; 8]>, list: &mut Tensor<[i16; 64]>) {
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
pub fn inverse_zigzag_scan_8x8(list: &Tensor<[i16; 64]>, c: &mut Tensor<[[i16; 8]; 8]>) {
    for (idx, [i, j]) in c.zigzag().enumerate() {
        c[[i, j]] = list[[idx]];
    }
}

/// The two directions of a scan that is a table: `idx: [i, j]`.
macro_rules! table {
    ($(#[$forward_doc:meta])* $forward:ident, $(#[$inverse_doc:meta])* $inverse:ident:
        $($idx:literal: [$i:literal, $j:literal],)*) => {
        $(#[$forward_doc])*
        #[kernel]
        pub fn $forward(c: &Tensor<[[i16; 8]; 8]>, list: &mut Tensor<[i16; 64]>) {
            $(list[[$idx]] = c[[$i, $j]];)*
        }

        $(#[$inverse_doc])*
        #[kernel]
        pub fn $inverse(list: &Tensor<[i16; 64]>, c: &mut Tensor<[[i16; 8]; 8]>) {
            $(c[[$i, $j]] = list[[$idx]];)*
        }
    };
}

#[rustfmt::skip]
table! {
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
    field_scan_8x8,
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
    inverse_field_scan_8x8:
    0: [0, 0], 1: [1, 0], 2: [2, 0], 3: [0, 1], 4: [1, 1], 5: [3, 0], 6: [4, 0], 7: [2, 1],
    8: [0, 2], 9: [3, 1], 10: [5, 0], 11: [6, 0], 12: [7, 0], 13: [4, 1], 14: [1, 2], 15: [0, 3],
    16: [2, 2], 17: [5, 1], 18: [6, 1], 19: [7, 1], 20: [3, 2], 21: [1, 3], 22: [0, 4], 23: [2, 3],
    24: [4, 2], 25: [5, 2], 26: [6, 2], 27: [7, 2], 28: [3, 3], 29: [1, 4], 30: [0, 5], 31: [2, 4],
    32: [4, 3], 33: [5, 3], 34: [6, 3], 35: [7, 3], 36: [3, 4], 37: [1, 5], 38: [0, 6], 39: [2, 5],
    40: [4, 4], 41: [5, 4], 42: [6, 4], 43: [7, 4], 44: [3, 5], 45: [1, 6], 46: [2, 6], 47: [4, 5],
    48: [5, 5], 49: [6, 5], 50: [7, 5], 51: [3, 6], 52: [0, 7], 53: [1, 7], 54: [4, 6], 55: [5, 6],
    56: [6, 6], 57: [7, 6], 58: [2, 7], 59: [3, 7], 60: [4, 7], 61: [5, 7], 62: [6, 7], 63: [7, 7],
}
