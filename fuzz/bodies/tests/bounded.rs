//! The fuzz targets for a bounded time, on stable Rust: the same inputs in every run.
//!
//! `UNITE_FUZZ_CASES` says how many inputs each target gets, `UNITE_TEST_DEPTH` how many times as many as usual.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Runs a target on inputs of up to `len` bytes.
fn run(target: fn(&[u8]), cases: u32, len: usize) {
    let given = |name| std::env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    let usual = cases * given("UNITE_TEST_DEPTH").unwrap_or(1);
    let config = Config {
        cases: given("UNITE_FUZZ_CASES").unwrap_or(usual),
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
    run(unite_fuzz::jpeg, 400, 400);
}

#[test]
fn decoders() {
    run(unite_fuzz::decoders, 4000, 400);
}

#[test]
fn lossless() {
    run(unite_fuzz::lossless, 400, 300);
}

#[test]
fn language() {
    run(unite_fuzz::language, 400, 300);
}

#[test]
fn stored() {
    run(unite_fuzz::stored, 8000, 120);
}

#[test]
fn video() {
    run(unite_fuzz::video, 50, 300);
}

#[test]
fn views() {
    run(unite_fuzz::views, 800, 120);
}
