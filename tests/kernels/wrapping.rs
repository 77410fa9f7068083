//! Sums that wrap around where the kernel says so: in lanes as Rust's own, with debug assertions, too. At every level.

use unite::level::{self, Level};
use unite::{Block, kernel};

#[kernel]
fn of_16_bits(out: &mut Tensor<[[i16; 24]; 4]>, a: &Tensor<[[i16]]>, b: &Tensor<[[i16]]>) {
    #[vectorize(x)]
    for x in 0..24 {
        let (s, t) = (a[[0, x]] as i16, b[[0, x]] as i16);
        out[[0, x]] = i32::from(s.wrapping_add(t));
        out[[1, x]] = i32::from(s.wrapping_sub(t) >> 1);
        out[[2, x]] = i32::from(s.wrapping_neg());
        // What wrapped is what is compared and added to.
        let sum = s.wrapping_add(t).wrapping_add(t);
        out[[3, x]] = if sum < s { 1 } else { 0 };
    }
}

#[kernel]
fn of_bytes(out: &mut Tensor<[[u8; 24]; 3]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    #[vectorize(x)]
    for x in 0..24 {
        let (s, t) = (a[[0, x]] as u8, b[[0, x]] as u8);
        out[[0, x]] = i32::from(s.wrapping_add(t));
        out[[1, x]] = i32::from(s.wrapping_sub(t));
        out[[2, x]] = i32::from(s.wrapping_neg());
    }
}

/// Lanes are wider than what wraps.
#[kernel]
fn widened(out: &mut Tensor<[[i32; 24]; 3]>, a: &Tensor<[[i16]]>, b: &Tensor<[[u16]]>) {
    #[vectorize(x)]
    for x in 0..24 {
        let (s, t) = (a[[0, x]] as i16, b[[0, x]] as u16);
        out[[0, x]] = 3 * i32::from(s.wrapping_add(30000));
        out[[1, x]] = 3 * i32::from(t.wrapping_sub(9));
        out[[2, x]] = (a[[0, x]] << 16).wrapping_add(a[[0, x]] << 16);
    }
}

/// 24 numbers of 8: the last ones of their types, and some between them.
fn numbers(first: i64, last: i64, turn: usize) -> Vec<i64> {
    let all = [first, first + 1, -1, 0, 1, 2, last - 1, last];
    (0..24 * 8).map(|k| all[(k * (1 + turn) + k / 8) % 8].clamp(first, last)).collect()
}

#[test]
fn lanes_wrap_around_as_rust_does() {
    for highest in Level::available() {
        level::limit(highest);
        for turn in 0..if cfg!(miri) { 1 } else { 4 } {
            let of = |turn: usize| {
                numbers(-0x8000, 0x7FFF, turn).into_iter().map(|v| v as i16).collect::<Vec<_>>()
            };
            let (s, t) = (of(turn), of(turn + 2));
            let block = |v: &Vec<i16>| Block::<i16>::from_vec(v.clone(), [8, 24]).unwrap();
            let mut out = Block::<[[i16; 24]; 4]>::stack();
            of_16_bits(&mut out, &block(&s), &block(&t));
            for x in 0..24 {
                let (a, b) = (s[x], t[x]);
                let sum = a.wrapping_add(b).wrapping_add(b);
                let want = [a.wrapping_add(b), a.wrapping_sub(b) >> 1, a.wrapping_neg(), i16::from(sum < a)];
                assert_eq!([0, 1, 2, 3].map(|y| out.read([y, x as isize])), want, "{a}, {b} at {highest:?}");
            }
            let bytes = |turn| numbers(0, 255, turn).into_iter().map(|v| v as u8).collect::<Vec<_>>();
            let (p, q) = (bytes(turn), bytes(turn + 2));
            let block = |v: &Vec<u8>| Block::<u8>::from_vec(v.clone(), [8, 24]).unwrap();
            let mut out = Block::<[[u8; 24]; 3]>::stack();
            of_bytes(&mut out, &block(&p), &block(&q));
            for x in 0..24 {
                let (a, b) = (p[x], q[x]);
                let want = [a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_neg()];
                assert_eq!([0, 1, 2].map(|y| out.read([y, x as isize])), want, "{a}, {b} at {highest:?}");
            }
            let unsigned: Vec<u16> = numbers(0, 0xFFFF, turn).into_iter().map(|v| v as u16).collect();
            let mut out = Block::<[[i32; 24]; 3]>::stack();
            let signed = Block::<i16>::from_vec(s.clone(), [8, 24]).unwrap();
            widened(&mut out, &signed, &Block::<u16>::from_vec(unsigned.clone(), [8, 24]).unwrap());
            for x in 0..24 {
                let (a, b) = (s[x], unsigned[x]);
                let shifted = i32::from(a) << 16;
                let want = [
                    3 * i32::from(a.wrapping_add(30000)),
                    3 * i32::from(b.wrapping_sub(9)),
                    shifted.wrapping_add(shifted),
                ];
                assert_eq!([0, 1, 2].map(|y| out.read([y, x as isize])), want, "{a}, {b} at {highest:?}");
            }
        }
    }
    level::limit(Level::V4);
    for plan in [of_16_bits::plan(), of_bytes::plan(), widened::plan()] {
        assert!(plan.contains("lanes along x"), "{plan}");
    }
}
