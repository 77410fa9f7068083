//! Half samples where a search leads, and nowhere else (H.264 8.4.2.2.1).

use unite::kernel;
use unite_h264::kernels::inter_luma::{interpolate, tap};

/// The samples that what lies less than one from a macroblock's place is made of: `G`, and half a sample to the right, downwards, and
/// both, `b`, `h` and `j` of figure 8-4. They lie in their place, one row and column before that of the macroblock.
#[kernel(inline(tap))]
pub fn half_samples_around(
    plane: &Tensor<[[u8]]>,
    g: &mut Tensor<[[u8; 18]; 18]>,
    b: &mut Tensor<[[u8; 18]; 18]>,
    h: &mut Tensor<[[u8; 18]; 18]>,
    j: &mut Tensor<[[u8; 18]; 18]>,
) {
    let p = plane[g];
    let h1 = Block::<[[i16; 23]; 18]>::stack();
    for y in 0..18 {
        for x in 0..23 {
            h1[[y, x]] = tap(
                p[[y - 2, x - 2]],
                p[[y - 1, x - 2]],
                p[[y, x - 2]],
                p[[y + 1, x - 2]],
                p[[y + 2, x - 2]],
                p[[y + 3, x - 2]],
            );
        }
    }
    for y in 0..18 {
        for x in 0..18 {
            g[[y, x]] = p[[y, x]];
            let b1 =
                tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]]);
            b[[y, x]] = ((b1 + 16) >> 5).clamp(0, 255);
            h[[y, x]] = ((h1[[y, x + 2]] + 16) >> 5).clamp(0, 255);
        }
    }
    for y in 0..18 {
        for x in 0..18 {
            let j1 = tap(
                h1[[y, x]],
                h1[[y, x + 1]],
                h1[[y, x + 2]],
                h1[[y, x + 3]],
                h1[[y, x + 4]],
                h1[[y, x + 5]],
            );
            j[[y, x]] = ((j1 + 512) >> 10).clamp(0, 255);
        }
    }
}

#[kernel]
/// A prediction of luminance: what lies `dy` rows and `dx` columns, and quarters of a sample, from it.
#[instance(fetch_quarters_16x16: N = 16)]
/// The same for 8x8 samples.
#[instance(fetch_quarters_8x8: N = 8)]
/// The same for 4x4 samples.
#[instance(fetch_quarters_4x4: N = 4)]
pub fn fetch_quarters<const N: usize>(
    pred: &mut Tensor<[[u8; N]; N]>,
    plane: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
    x_frac: u8,
    y_frac: u8,
) {
    let p = plane[pred];
    interpolate(&mut pred, p[[dy..dy + N, dx..dx + N]], x_frac, y_frac);
}
