//! Sums of absolute differences.

use super::comparison::{Comparison, Slices};
use super::exhibit::{both, exhibit};

both! {
    /// Of 16 by 16 samples.
    fn sad_16x16(a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) -> i32 {
        let mut sum = 0;
        for [y, x] in a.indices() {
            sum += (a[[y, x]] - b[[y, x]]).abs();
        }
        sum
    }

    /// Of 8 by 8 samples.
    fn sad_8x8(a: &Tensor<[[u8; 8]; 8]>, b: &Tensor<[[u8; 8]; 8]>) -> i32 {
        let mut sum = 0;
        for [y, x] in a.indices() {
            sum += (a[[y, x]] - b[[y, x]]).abs();
        }
        sum
    }
}

mod plain {
    use super::Slices;

    #[inline(always)]
    fn sad<const N: usize>(Slices { a, b, cost }: &mut Slices<'_>) {
        let mut sum = 0;
        for y in 0..N as isize {
            for (&a, &b) in a.row(y, 0, N).iter().zip(b.row(y, 0, N)) {
                sum += (i32::from(a) - i32::from(b)).abs();
            }
        }
        **cost = sum;
    }

    #[inline(always)]
    pub fn sad_16x16(slices: &mut Slices<'_>) {
        sad::<16>(slices)
    }

    #[inline(always)]
    pub fn sad_8x8(slices: &mut Slices<'_>) {
        sad::<8>(slices)
    }
}

mod by_hand {
    use super::super::instructions::absolute_differences;
    use super::Slices;
    use fearless_simd::{prelude::*, u8x16, u64x2};

    #[inline(always)]
    pub fn sad_16x16<S: Simd>(token: S, Slices { a, b, cost }: &mut Slices<'_>) {
        let (a, b) = (a.window::<16, 16>(0, 0), b.window::<16, 16>(0, 0));
        let mut sums = u64x2::splat(token, 0);
        for y in 0..16 {
            let [a, b] = [a, b].map(|block| u8x16::load_array_ref(token, block.row(y)));
            sums += absolute_differences(token, a, b);
        }
        **cost = sums.reduce_sum() as i32;
    }

    #[inline(always)]
    pub fn sad_8x8<S: Simd>(token: S, Slices { a, b, cost }: &mut Slices<'_>) {
        let (a, b) = (a.window::<8, 8>(0, 0), b.window::<8, 8>(0, 0));
        let mut sums = u64x2::splat(token, 0);
        for y in (0..8).step_by(2) {
            let [a, b] = [a, b].map(|block| {
                let rows = [*block.row(y), *block.row(y + 1)].map(u64::from_le_bytes);
                u64x2::load_array(token, rows).bitcast()
            });
            sums += absolute_differences(token, a, b);
        }
        **cost = sums.reduce_sum() as i32;
    }
}

exhibit!("sad_16x16", sad_16x16, Comparison<16>, Comparison::new, |t| (&t.a, &t.b) -> *t.cost);
exhibit!("sad_8x8", sad_8x8, Comparison<8>, Comparison::new, |t| (&t.a, &t.b) -> *t.cost);
