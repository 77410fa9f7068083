//! The fuzz targets for a bounded time, on stable Rust: the same inputs in every run.
//!
//! `UNITE_FUZZ_CASES` says how many inputs each target gets.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Runs a target on inputs of up to `len` bytes.
fn run(target: fn(&[u8]), cases: u32, len: usize) {
    let given = std::env::var("UNITE_FUZZ_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = Config {
        cases: given.unwrap_or(cases),
        rng_seed: RngSeed::Fixed(20_070_301),
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&vec(any::<u8>(), 0..len), |data| {
        target(&data);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

#[test]
fn jpeg() {
    run(unite_fuzz::jpeg, 1500, 400);
}

#[test]
fn lossless() {
    run(unite_fuzz::lossless, 1500, 300);
}

#[test]
fn language() {
    run(unite_fuzz::language, 1500, 300);
}

#[test]
fn views() {
    run(unite_fuzz::views, 3000, 120);
}
