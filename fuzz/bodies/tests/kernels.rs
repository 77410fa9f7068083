//! Kernels that hide their names, against plain Rust that checks every access: the same ones in every run.
//!
//! `UNITE_FUZZ_CASES` says how many kernels, `UNITE_FUZZ_SEED` which ones.

use std::fmt::Write as _;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

const HARNESS: &str = include_str!("kernels/harness.rs");

#[test]
fn kernels_mean_what_they_say() {
    let given = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    let (cases, seed) = (given("UNITE_FUZZ_CASES").unwrap_or(60), given("UNITE_FUZZ_SEED").unwrap_or(24));
    let mut seeds = [7; 32];
    seeds[..4].copy_from_slice(&seed.to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seeds);
    let (mut text, mut all, mut count) = (HARNESS.to_string(), String::new(), 0);
    while count < cases {
        let mut bytes = vec![0; 400];
        random.fill_bytes(&mut bytes);
        let Some(pair) = unite_fuzz::kernel_pair(&bytes) else { continue };
        let (kernel, plain) = (pair.kernel, pair.plain);
        write!(
            text,
            "\n#[kernel]\nfn kernel_{count}(t: &mut Tensor<[i32]>, n: usize, m: i32, b: u8, x: i64, N: usize) {{\n{kernel}}}\n\
             \nfn plain_{count}(t: Cells<'_>, n: usize, m: i32, b: u8, x: i64, N: usize) {{\n{plain}}}\n"
        )
        .unwrap();
        writeln!(
            all,
            "    (|t, (n, m, b, x, N)| kernel_{count}(t, n, m, b, x, N), |t, (n, m, b, x, N)| plain_{count}(t, n, m, b, x, N)),"
        )
        .unwrap();
        count += 1;
    }
    write!(
        text,
        "\ntype Kernel = fn(&mut Block<unite::Dyn<i32>>, Numbers);\ntype Plain = fn(Cells<'_>, Numbers);\n\
         \nconst ALL: &[(Kernel, Plain)] = &[\n{all}];\n"
    )
    .unwrap();
    let file = format!("{}/kernels_{seed}.rs", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, text).unwrap();
    trybuild::TestCases::new().pass(file);
}
