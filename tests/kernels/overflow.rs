//! Numbers so large that index arithmetic would wrap around: an error, in every build.

use unite::{Block, kernel};

#[kernel]
fn eight_from(from: usize, t: &Tensor<[i32]>, out: &mut Tensor<[i32; 8]>) {
    out[[!i]] = t[[from + !i]];
}

#[kernel]
fn product(a: i64, b: i64, t: &Tensor<[i32]>) -> i32 {
    t[[a * b]]
}

#[kernel]
fn far_apart(n: u64, t: &Tensor<[i32]>) -> i32 {
    let mut sum = 0;
    for i in 0..n {
        sum += t[[8589934592 * i]];
    }
    sum
}

#[kernel]
fn counted_at_run_time(count: impl Fn() -> usize, t: &Tensor<[i32]>) -> i32 {
    let n = count();
    let mut sum = 0;
    for i in 0..n {
        sum += t[[4 * i]];
    }
    sum
}

fn numbers() -> Block<unite::Dyn<i32>> {
    Block::from_vec((0..64).collect(), [64]).unwrap()
}

#[test]
fn a_start_near_the_largest_number_does_not_wrap() {
    let t = numbers();
    let mut out = Block::<[i32; 8]>::stack();
    eight_from(56, &t, &mut out);
    assert_eq!(out.read([7]), 63);
    for from in [57, isize::MAX as usize - 3, usize::MAX, usize::MAX - 7] {
        assert!(eight_from::fits(from, &t, &out).is_err(), "{from}");
    }
    assert_eq!(
        eight_from::fits(usize::MAX, &t, &out).unwrap_err().to_string(),
        "kernel eight_from makes indices of from, which is 18446744073709551615: indices are between -2147483648 and \
         2147483647"
    );
}

#[test]
fn products_do_not_wrap() {
    let t = numbers();
    assert_eq!(product(7, 9, &t), 63);
    for (a, b) in [(8, 8), (1 << 30, 1 << 30), (1 << 40, 1 << 24), (-1, 1), (i64::MIN, 2)] {
        assert!(product::fits(a, b, &t).is_err(), "{a} * {b}");
    }
}

#[test]
fn long_strides_do_not_wrap() {
    let t = numbers();
    assert_eq!(far_apart(1, &t), 0);
    assert_eq!(far_apart(0, &t), 0);
    for n in [2, 1 << 31, 1 << 32, u64::MAX] {
        assert!(far_apart::fits(n, &t).is_err(), "{n}");
    }
}

#[test]
#[should_panic(expected = "makes indices of n")]
fn a_count_known_only_at_run_time_is_bounded() {
    counted_at_run_time(|| 1 << 62, &numbers());
}
