//! Functions of numbers that kernels see into: what they compute in lanes is what they compute as functions, at every level.

use unite::level::{self, Level};
use unite::{Block, kernel};

/// Functions that are elsewhere, with names of their own.
mod filters {
    use unite::kernel;

    /// What is added before halving: private, and not seen where the functions are called.
    const ROUND: i32 = 16;

    /// Six taps.
    #[kernel]
    pub fn tap(a: i32, b: i32, c: i32, d: i32, e: i32, f: i32) -> i32 {
        a - 5 * b + 20 * c + 20 * d - 5 * e + f
    }

    /// A sum as a sample.
    #[kernel]
    pub(crate) fn sample(sum: i32) -> i32 {
        const SHIFT: i32 = 5;
        const LARGEST: i32 = (1 << (SHIFT + 3)) - 1;
        ((sum + ROUND) >> SHIFT).clamp(0, LARGEST)
    }

    pub mod half {
        use unite::kernel;

        /// A function that sees into others, one of them by a path.
        #[kernel(inline(super::tap, super::sample))]
        pub fn between(y: [i32; 6]) -> i32 {
            let [a, b, c, d, e, f] = y;
            // The name of a kernel's variable stands for something else here.
            let x = super::tap(a, b, c, d, e, f) * super::super::IS_HALF;
            super::sample(x)
        }
    }
}

const IS_HALF: i32 = 1;

/// The same name as the function's constant, with another value.
const ROUND: i32 = 3;

#[kernel(inline(filters::tap, filters::sample))]
fn rows(out: &mut Tensor<[[u8]]>, p: &Tensor<[[u8]]>) {
    let p = p[[.., 2..]];
    for [y, x] in out.indices() {
        let b = filters::tap(
            p[[y, x - 2]],
            p[[y, x - 1]],
            p[[y, x]],
            p[[y, x + 1]],
            p[[y, x + 2]],
            p[[y, x + 3]],
        );
        out[[y, x]] = (filters::sample(b) + p[[y, x]] + ROUND) >> 1;
    }
}

use filters::half::between;

#[kernel(inline(between))]
fn statement(out: &mut Tensor<[[u8]]>, p: &Tensor<[[u8]]>) {
    out[[!y, !x]] = between([
        p[[!y, !x]],
        p[[!y, !x + 1]],
        p[[!y, !x + 2]],
        p[[!y, !x + 3]],
        p[[!y, !x + 4]],
        p[[!y, !x + 5]],
    ]);
}

/// What is called without being seen is called.
#[kernel]
fn called(out: &mut Tensor<[[u8]]>, p: &Tensor<[[u8]]>) {
    out[[!y, !x]] = filters::sample(32 * p[[!y, !x]]);
}

fn pixels(height: usize, width: usize) -> Block<unite::Dyn<unite::Dyn<u8>>> {
    let all = (0..height * width).map(|k| (k * 7919 % 509 % 256) as u8).collect();
    Block::from_vec(all, [height, width]).unwrap()
}

#[test]
fn bodies_are_seen_and_mean_what_they_say() {
    let (height, width) = (5, 41);
    let p = pixels(height, width + 5);
    let all: Vec<i32> = p.as_slice().iter().map(|&v| i32::from(v)).collect();
    let sixth = |k: usize, i: usize| all[k / width * (width + 5) + k % width + i];
    for highest in Level::available() {
        level::limit(highest);
        let mut out = Block::<u8>::zeros([height, width]);
        rows(&mut out, &p);
        for (k, &got) in out.as_slice().iter().enumerate() {
            let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|i| sixth(k, i));
            let sample = ((a - 5 * b + 20 * c + 20 * d - 5 * e + f + 16) >> 5).clamp(0, 255);
            assert_eq!(i32::from(got), (sample + c + 3) >> 1, "{k} at {highest:?}");
        }
        statement(&mut out, &p);
        for (k, &got) in out.as_slice().iter().enumerate() {
            assert_eq!(
                i32::from(got),
                between([0, 1, 2, 3, 4, 5].map(|i| sixth(k, i))),
                "{k} at {highest:?}"
            );
        }
        called(&mut out, &p);
        for (k, &got) in out.as_slice().iter().enumerate() {
            assert_eq!(i32::from(got), sixth(k, 0), "{k} at {highest:?}");
        }
    }
    level::limit(Level::V4);
}

#[test]
fn the_plan_says_which_are_seen() {
    for seen in [rows::remarks(), statement::remarks()] {
        assert!(seen.iter().all(|remark| remark.is_vectorised()), "{seen:?}");
    }
    assert!(called::remarks().iter().any(|remark| remark.to_string().contains("inline(")));
}
