//! Runs every kernel and its twin once, for a program that counts instructions; or lists them.

use unite_benches::twins::{ALL, Pair};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("--list") {
        for twin in ALL {
            println!("{} {} {}", twin.name, if twin.affine { "affine" } else { "-" }, twin.kernels.join(","));
        }
        return;
    }
    let mut pairs: Vec<Box<dyn Pair>> = ALL.iter().map(|twin| (twin.prepare)()).collect();
    // Once to settle what is settled at the first call, then the one that counts.
    run(&mut pairs);
    twins_measured(&mut pairs);
    for pair in &pairs {
        std::hint::black_box(pair.output());
    }
}

/// The one function inside which instructions are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn twins_measured(pairs: &mut [Box<dyn Pair>]) {
    run(std::hint::black_box(pairs));
}

fn run(pairs: &mut [Box<dyn Pair>]) {
    for pair in pairs {
        pair.ours();
        pair.twin();
    }
}
