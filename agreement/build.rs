//! Writes the kernels of all chains.

#[allow(dead_code)]
#[path = "src/plan/mod.rs"]
mod plan;

use std::fmt::Write;
use std::path::Path;

/// How many chains there are, unless `UNITE_AGREEMENT_CHAINS` says otherwise.
const CHAINS: usize = 240;

/// How many statements there are, unless `UNITE_AGREEMENT_STATEMENTS` says otherwise.
const STATEMENTS: usize = 60;

fn main() {
    println!("cargo::rerun-if-changed=src/plan");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=UNITE_AGREEMENT_CHAINS");
    let chains = std::env::var("UNITE_AGREEMENT_CHAINS").ok().and_then(|chains| chains.parse().ok());
    let chains: usize = chains.unwrap_or(CHAINS);
    let mut text = String::new();
    for number in 0..chains {
        let chain = plan::generate::chain(number);
        text += &plan::source::kernel(&chain);
        text += &plan::source::runner(&chain);
    }
    let runners: Vec<String> = (0..chains).map(|number| format!("run_{number}")).collect();
    let _ = writeln!(text, "pub const RUNNERS: [Runner; {chains}] = [{}];", runners.join(", "));
    let folder = std::env::var_os("OUT_DIR").unwrap_or_else(|| panic!("cargo gives no OUT_DIR"));
    if let Err(error) = std::fs::write(Path::new(&folder).join("chains.rs"), text) {
        panic!("the chains cannot be written: {error}");
    }
    println!("cargo::rerun-if-env-changed=UNITE_AGREEMENT_STATEMENTS");
    let statements = std::env::var("UNITE_AGREEMENT_STATEMENTS").ok().and_then(|number| number.parse().ok());
    let statements: usize = statements.unwrap_or(STATEMENTS);
    let mut text: String =
        (0..statements).map(|n| plan::statements::kernel(&plan::statements::statement(n))).collect();
    let runners: Vec<String> = (0..statements).map(|number| format!("run_statement_{number}")).collect();
    let _ = writeln!(text, "pub const RUNNERS: [Runner; {statements}] = [{}];", runners.join(", "));
    if let Err(error) = std::fs::write(Path::new(&folder).join("statements.rs"), text) {
        panic!("the statements cannot be written: {error}");
    }
}
