//! What three modes of intra prediction cost, as kernels on windows of the picture: a row above and a column to the left of the
//! block come first.

use unite::kernel;
use unite_h264::kernels;

/// A kernel on a window for each: `name: [n, n + 1]`.
macro_rules! windows {
    ($($name:ident: [$n:literal, $window:literal];)*) => {$(
        #[allow(dead_code, reason = "tables are filled with the forms for each level")]
        #[kernel]
        pub fn $name(window: &Tensor<[[u8]]>, samples: &Tensor<[[u8; $n]; $n]>) -> [i32; 3] {
            kernels::$name(window[[1..$window, 1..$window]], window, samples)
        }
    )*};
}

windows! {
    satd_of_three_4x4: [4, 5];
    sad_of_three_4x4: [4, 5];
    satd_of_three_16x16: [16, 17];
    sad_of_three_16x16: [16, 17];
    satd_of_three_chroma: [8, 9];
    sad_of_three_chroma: [8, 9];
}
