//! The deblocking filter for an edge that lies somewhere in a picture (H.264 8.7). The edge is before the first column, or row,
//! of `q`, of which only the location counts.

use unite::kernel;
use unite_h264::kernels::deblock;

/// A kernel each that filters what lies at `q` in a plane.
macro_rules! edges {
    ($($(#[$doc:meta])* $name:ident = $kernel:ident of [$w:literal; $h:literal] $(, $tc0:ident)?;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub fn $name(
            plane: &mut Tensor<[[u8]]>, q: &Tensor<[[u8; $w]; $h]>, alpha: i32, beta: i32 $(, $tc0: &Tensor<[i8; 4]>)?
        ) {
            deblock::$kernel(&mut plane[q], alpha, beta $(, $tc0)?);
        }
    )*};
}

edges! {
    /// [`deblock::luma_vertical()`].
    luma_vertical = luma_vertical of [4; 16], tc0;
    /// [`deblock::luma_vertical_intra()`].
    luma_vertical_intra = luma_vertical_intra of [4; 16];
    /// [`deblock::luma_horizontal()`].
    luma_horizontal = luma_horizontal of [16; 4], tc0;
    /// [`deblock::luma_horizontal_intra()`].
    luma_horizontal_intra = luma_horizontal_intra of [16; 4];
    /// [`deblock::chroma_vertical()`].
    chroma_vertical = chroma_vertical of [2; 8], tc0;
    /// [`deblock::chroma_vertical_intra()`].
    chroma_vertical_intra = chroma_vertical_intra of [2; 8];
    /// [`deblock::chroma_horizontal()`].
    chroma_horizontal = chroma_horizontal of [8; 2], tc0;
    /// [`deblock::chroma_horizontal_intra()`].
    chroma_horizontal_intra = chroma_horizontal_intra of [8; 2];
}
