//! Bytes as numbers, and picked out of others.

use super::{Random, Test, at_each_level, values};
use unite_core::staged::Ptr;
use unite_core::staged::lanes::*;

#[test]
fn pieces_are_the_bytes_in_order() {
    let mut data: Vec<u8> = (1..=20).collect();
    // SAFETY: the memory is there until the test ends.
    let ptr = unsafe { Ptr::raw(data.as_mut_ptr(), data.len(), 2) };
    // SAFETY: the memory holds all that is read, also at its ends.
    unsafe {
        assert_eq!(piece::<1>(ptr, -2), 1);
        assert_eq!(piece::<2>(ptr, 0), 0x0403);
        assert_eq!(piece::<4>(ptr, 1), 0x0706_0504);
        assert_eq!(piece::<8>(ptr, 10), 0x1413_1211_100F_0E0D);
    }
}

#[test]
fn picked() {
    struct Run;
    impl Test for Run {
        fn run<S: Simd>(&self, simd: S) {
            let mut random = Random(0x1656_67B1_9E37_79F9);
            for _ in 0..50 {
                let words = [random.next(), random.next()];
                let all: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let bytes = sixteen(simd, words);
                let as_they_are = values::<S, U8, 16>(bytes);
                assert!(as_they_are.iter().zip(&all).all(|(is, byte)| *is == i32::from(*byte)));
                let order: [u8; 16] = core::array::from_fn(|_| match random.next() % 5 {
                    0 => 128,
                    _ => (random.next() % 16) as u8,
                });
                let expected = order.map(|at| all.get(usize::from(at)).map_or(0, |byte| i32::from(*byte)));
                assert_eq!(values::<S, U8, 16>(pick(simd, bytes, order)), expected, "{order:?}");
            }
        }
    }
    at_each_level(Run);
}
