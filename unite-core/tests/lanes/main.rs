//! Lanes against scalar references.

use unite_core::staged::Ptr;
use unite_core::staged::lanes::*;

#[inline(always)]
fn kernel<S: Simd>(simd: S, data: &mut [u8; 64]) {
    const SUM: Range = Range::U8.plus(Range::U8);
    type Sum = Picked<{ lane(&[SUM]) }>;
    let ptr = Ptr::new(data.as_mut_ptr(), 64, 0);
    // SAFETY: 16 elements from 0, from 16 and from 48 are among the 64.
    unsafe {
        let a = load::<_, Picked<{ lane(&[Range::U8]) }>, u8, 1, 16, 16>(simd, ptr, 0, [0, 1]);
        let b = load::<_, U8, u8, 4, 4, 16>(simd, ptr, 16, [4, 1]);
        let (a, b) = (convert::<_, U8, Sum, 16>(simd, a), convert::<_, U8, Sum, 16>(simd, b));
        let sum = add::<_, Sum, 16>(simd, a, b);
        let half = shr::<_, Sum, 16>(simd, sum, 1);
        store::<_, U8, u8, 1, 16, 16>(simd, ptr, 48, [0, 1], convert::<_, Sum, U8, 16>(simd, half));
    }
}

#[test]
fn a_first_kernel() {
    let mut data: [u8; 64] = core::array::from_fn(|i| (i * 7) as u8);
    kernel(baseline(), &mut data);
    for i in 0..16 {
        assert_eq!(data[48 + i], ((i as u32 * 7) + (((i + 16) * 7) as u8 as u32) >> 1) as u8);
    }
}
