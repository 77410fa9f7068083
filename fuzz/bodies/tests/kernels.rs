//! Kernels that hide their names, against plain Rust that checks every access: the same ones in every run.
//!
//! `UNITE_FUZZ_CASES` says how many kernels, `UNITE_FUZZ_SEED` which ones.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

const HARNESS: &str = include_str!("kernels/harness.rs");
const NUMBERS: &str = include_str!("kernels/numbers.rs");

#[test]
fn kernels_mean_what_they_say() {
    let given = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    let (cases, seed) = (given("UNITE_FUZZ_CASES").unwrap_or(60), given("UNITE_FUZZ_SEED").unwrap_or(24));
    let mut seeds = [7; 32];
    seeds[..4].copy_from_slice(&seed.to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seeds);
    let mut text = format!("{HARNESS}\nmod numbers {{\n{}}}\n", NUMBERS.replace("//!", "//"));
    let (mut all, mut count) = (String::new(), 0);
    while count < cases {
        let mut bytes = vec![0; 400];
        random.fill_bytes(&mut bytes);
        let Some(pair) = unite_fuzz::kernel_pair(&bytes) else { continue };
        let (kernel, plain) = (pair.kernel, pair.plain);
        let names = "let (n, m, b, x, N) = (number(n), number(m), number(b), number(x), number(N));\n\
                     let (K_, FAR_, low_) = (number(K), number(FAR), other(low));";
        write!(
            text,
            "\n#[kernel]\nfn kernel_{count}(t: &mut Tensor<[i32]>, n: usize, m: i32, b: u8, x: i64, N: usize) {{\n{kernel}}}\n\
             \nfn plain_{count}(t: Cells<'_>, n: usize, m: i32, b: u8, x: i64, N: usize) {{\n{names}\n{plain}}}\n"
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
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kernels_{seed}"));
    assert!(runs(&program, &text), "the program in {} fails", program.display());
}

/// Whether a program compiles, as a package in a folder of its own that needs nothing but `unite`, and runs.
fn runs(folder: &Path, text: &str) -> bool {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::write(folder.join("src/main.rs"), text).unwrap();
    let manifest = format!(
        "[package]\nname = \"kernels\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [profile.dev]\ndebug = false\n\n[dependencies]\nunite.path = {workspace:?}\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    // The versions of the workspace, which are there.
    std::fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--offline", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    // Every seed uses the same library.
    cargo.arg("--target-dir").arg(concat!(env!("CARGO_TARGET_TMPDIR"), "/kernels"));
    cargo.status().unwrap().success()
}
