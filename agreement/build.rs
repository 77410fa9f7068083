//! Draws chains and writes their kernels, as far as the language takes them: it is asked itself. What it refuses is written
//! down with the message, for the test to see that there is a reason.

#[allow(dead_code)]
#[path = "src/plan/mod.rs"]
mod plan;

use std::fmt::Write;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use unite_compiler::{Wanted, expand};

/// How many chains there are, unless `UNITE_AGREEMENT_CHAINS` says otherwise.
const CHAINS: usize = 240;

/// How many chains there are at each stage of optimisation, unless `UNITE_AGREEMENT_STAGED` says otherwise.
const STAGED: usize = 8;

/// How many statements there are, unless `UNITE_AGREEMENT_STATEMENTS` says otherwise.
const STATEMENTS: usize = 60;

/// How many formulas there are, unless `UNITE_AGREEMENT_FORMULAS` says otherwise.
const FORMULAS: usize = 60;

/// How many statements over stored tensors there are, unless `UNITE_AGREEMENT_STORAGE` says otherwise.
const STORAGE: usize = 56;

/// A number that the environment may give.
fn given(name: &str, usual: usize) -> usize {
    println!("cargo::rerun-if-env-changed={name}");
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

fn main() {
    println!("cargo::rerun-if-changed=src/plan");
    println!("cargo::rerun-if-changed=build.rs");
    // The chains from this number on: others in every build.
    let first = given("UNITE_AGREEMENT_FIRST", 0);
    let chains = given("UNITE_AGREEMENT_CHAINS", CHAINS);
    let drawn = |number, attempt| {
        let (chain, drawn) = plan::generate::chain(number, attempt);
        let kernel = plan::source::kernel(&chain);
        (kernel, drawn, move |scalars: &[String]| plan::source::runner(&chain, scalars))
    };
    let stages = plan::chain::STAGES;
    let staged = stages.len() * given("UNITE_AGREEMENT_STAGED", STAGED);
    let mut text = accepted("run_", plan::chain::STAGED + stages.len() * first, staged, drawn);
    let callees = stages.map(|stage| plan::callees::callees_at(stage, &text));
    text.extend(callees);
    write("stages.rs", text);
    write("chains.rs", accepted("run_", first, chains, drawn));
    let constants = (0..plan::chain::FACTORS).map(|by| format!("pub const BY_{by}: usize = {by};\n"));
    write("factors.rs", constants.collect());
    write("plain.rs", plan::callees::callees(false, "#[kernel]", |_| true));
    write("refined.rs", plan::callees::callees(true, "#[kernel]", |_| true));
    let statements = given("UNITE_AGREEMENT_STATEMENTS", STATEMENTS);
    let mut text: String =
        (0..statements).map(|n| plan::statements::kernel(&plan::statements::statement(n))).collect();
    let runners: Vec<String> = (0..statements).map(|number| format!("run_statement_{number}")).collect();
    let _ = writeln!(text, "pub const RUNNERS: [Runner; {statements}] = [{}];", runners.join(", "));
    write("statements.rs", text);
    let formulas = given("UNITE_AGREEMENT_FORMULAS", FORMULAS);
    let mut text = String::new();
    for number in first..first + formulas {
        let kernel = plan::formulas::kernel(&plan::formulas::formula(number));
        if let Err(message) = asked(&kernel[..kernel.find("\nfn run_formula").unwrap_or(kernel.len())]) {
            panic!("formula {number} is refused: {message}\n{kernel}");
        }
        text += &kernel;
    }
    let runners: Vec<String> =
        (first..first + formulas).map(|number| format!("run_formula_{number}")).collect();
    let _ = writeln!(text, "pub const RUNNERS: [Runner; {formulas}] = [{}];", runners.join(", "));
    let _ = writeln!(text, "pub const FIRST: usize = {first};");
    write("formulas.rs", text);
    let storage = given("UNITE_AGREEMENT_STORAGE", STORAGE);
    let text = accepted("run_storage_", first, storage, |number, attempt| {
        let (statement, drawn) = plan::storage::statement(number, attempt);
        let kernel = plan::storage::kernel(&statement);
        (kernel, drawn, move |_: &[String]| plan::storage::runner(&statement))
    });
    write("storage.rs", text);
}

/// Kernels with these numbers, each as it is drawn first so that the language takes it; and what was refused on the way. `drawn` gives,
/// for a number and an attempt, a kernel, which attempt that is, and what calls it, by the scalars that the language asks for.
fn accepted<R: FnOnce(&[String]) -> String>(
    runner: &str,
    first: usize,
    count: usize,
    drawn: impl Fn(usize, u64) -> (String, u64, R),
) -> String {
    let (mut text, mut attempts, mut refused) = (String::new(), Vec::new(), Vec::new());
    for number in first..first + count {
        let mut attempt = 0;
        loop {
            let (kernel, taken, calls) = drawn(number, attempt);
            match asked(&kernel) {
                Ok(scalars) => {
                    text += &kernel;
                    text += &calls(&scalars);
                    attempts.push(taken);
                    break;
                }
                Err(message) => refused.push((number, taken, message)),
            }
            attempt = taken + 1;
        }
    }
    let runners: Vec<String> = (first..first + count).map(|number| format!("{runner}{number}")).collect();
    let _ = writeln!(text, "pub const RUNNERS: [Runner; {count}] = [{}];", runners.join(", "));
    let _ = writeln!(text, "pub const FIRST: usize = {first};");
    let _ = writeln!(text, "pub const ATTEMPTS: [u64; {count}] = {attempts:?};");
    let _ = writeln!(text, "pub const REFUSED: [(usize, u64, &str); {}] = {refused:?};", refused.len());
    text
}

fn write(name: &str, text: String) {
    let folder = std::env::var_os("OUT_DIR").unwrap_or_else(|| panic!("cargo gives no OUT_DIR"));
    if let Err(error) = std::fs::write(Path::new(&folder).join(name), text) {
        panic!("{name} cannot be written: {error}");
    }
}

/// The scalars that the question depends on whether a call of the last of these kernels fits; or the first message, if one is no
/// kernel.
fn asked(kernels: &str) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for kernel in kernels.split("#[kernel").filter(|kernel| !kernel.trim().is_empty()) {
        let (arguments, item) = kernel.split_once(']').unwrap_or_else(|| panic!("no attribute: {kernel}"));
        let arguments = arguments.trim_start_matches('(').trim_end_matches(')');
        let [arguments, tokens]: [TokenStream; 2] = [arguments, item]
            .map(|text| text.parse().unwrap_or_else(|error| panic!("no Rust: {error}\n{kernels}")));
        let expansion = expand(arguments, tokens, &Wanted::default());
        if let Some(message) = after(&expansion.tokens, "compile_error") {
            return Err(message.to_string());
        }
        // Kernels that are drawn with those that call them declare the rules that they are given. Others declare none, which the
        // compiler would say.
        let drawn = |body: &str| ["inner_", "generic_"].iter().any(|name| body.contains(name));
        let calls_own = item.split_once('{').is_some_and(|(_, body)| drawn(body));
        if after(&expansion.tokens, "ruled_callee").is_some() && !calls_own {
            return Err(plan::rows::UNDECLARED.to_string());
        }
        let parameters = after(&expansion.tokens, "fits").unwrap_or_default();
        names = parameters.into_iter().map(|token| token.to_string()).collect();
    }
    Ok(names)
}

/// What stands in the first parentheses or braces after a name.
fn after(tokens: &TokenStream, name: &str) -> Option<TokenStream> {
    let mut found = false;
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(ident) => found |= ident == name,
            TokenTree::Group(group) if found => return Some(group.stream()),
            TokenTree::Group(group) => {
                if let Some(stream) = after(&group.stream(), name) {
                    return Some(stream);
                }
            }
            _ => {}
        }
    }
    None
}
