//! What three modes of intra prediction cost, as kernels on windows of the picture: a row above and a column to the left of the
//! block come first.

use unite::kernel;
use unite_h264::kernels;

/// A kernel on a window for each: `name: [h, w] in [h + 1, w + 1]`.
macro_rules! windows {
    ($($name:ident: [$h:literal, $w:literal] in [$below:literal, $right:literal];)*) => {$(
        #[allow(dead_code, reason = "tables are filled with the forms for each level")]
        #[kernel]
        pub fn $name(window: &Tensor<[[u8]]>, samples: &Tensor<[[u8; $w]; $h]>) -> [i32; 3] {
            kernels::$name(window[[1..$below, 1..$right]], window, samples)
        }
    )*};
}

windows! {
    satd_of_three_4x4: [4, 4] in [5, 5];
    sad_of_three_4x4: [4, 4] in [5, 5];
    satd_of_three_16x16: [16, 16] in [17, 17];
    sad_of_three_16x16: [16, 16] in [17, 17];
    satd_of_three_chroma: [8, 8] in [9, 9];
    sad_of_three_chroma: [8, 8] in [9, 9];
    satd_of_three_chroma_422: [16, 8] in [17, 9];
    sad_of_three_chroma_422: [16, 8] in [17, 9];
}
