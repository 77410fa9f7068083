//! The loops of affine kernels as the compiler left them: no call, no division, no way to a panic.

use crate::disassembly::{self, Function, Target};
use crate::loops;
use crate::markdown;
use crate::process::output;
use crate::twins::{self, Twin};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Checks every kernel that the table of twins calls affine, in every form it was compiled to.
pub fn check() -> Result<(), String> {
    let binary = twins::build()?;
    let objdump = |arguments: &[&str]| output(Command::new("objdump").args(arguments).arg(&binary));
    let mut functions = disassembly::parse(&objdump(&["-d", "-C", "--no-show-raw-insn"])?);
    disassembly::resolve(&mut functions, &objdump(&["-R", "-C"])?);
    let functions: BTreeMap<u64, Function> = functions
        .into_iter()
        .filter_map(|function| Some((function.instructions.first()?.address, function)))
        .collect();
    let mut rows = Vec::new();
    let mut offences = 0;
    for twin in twins::list(&binary)?.iter().filter(|twin| twin.affine) {
        for function in reached(twin, &functions)? {
            let report = loops::check(function, |target| is_another_kernel(twin, function, target));
            let [loops, wrong] = [report.loops, report.offences.len()].map(|count| count.to_string());
            let instructions = function.instructions.len().to_string();
            rows.push(vec![twin.name.clone(), function.name.clone(), instructions, loops, wrong]);
            for offence in &report.offences {
                println!("{}: {offence}", function.name);
            }
            offences += report.offences.len();
        }
    }
    print!("{}", markdown::table(&["entry", "function", "instructions", "loops", "offences"], 2, &rows));
    if offences == 0 {
        Ok(())
    } else {
        Err(format!("{offences} instructions that no loop of an affine kernel may have"))
    }
}

/// `ours_NAME`, and the kernels that can be reached from it.
fn reached<'a>(twin: &Twin, functions: &'a BTreeMap<u64, Function>) -> Result<Vec<&'a Function>, String> {
    let entry = format!("ours_{}", twin.name);
    let start = functions.iter().find(|(_, function)| function.name == entry);
    let (&start, _) = start.ok_or(format!("no function `{entry}` in the binary"))?;
    let mut found = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(address) = open.pop() {
        for reference in
            functions[&address].instructions.iter().filter_map(|instruction| instruction.reference())
        {
            let known = functions.get(&reference);
            if known.is_some_and(|function| kernel_of(twin, &function.name).is_some())
                && found.insert(reference)
            {
                open.push(reference);
            }
        }
    }
    Ok(found.iter().map(|address| &functions[address]).collect())
}

/// The kernel of the entry that a symbol belongs to: one whose name is a part of the symbol's path, by itself or
/// with a suffix for the instruction set.
fn kernel_of<'a>(twin: &'a Twin, symbol: &str) -> Option<&'a str> {
    let mut parts = symbol.rsplit(|character: char| !character.is_alphanumeric() && character != '_');
    let is_of = |part: &str, kernel: &str| {
        let rest = part.trim_start_matches('_').strip_prefix(kernel);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    parts.find_map(|part| twin.kernels.iter().find(|kernel| is_of(part, kernel))).map(String::as_str)
}

/// A kernel may call another one in a loop, and the entry may call its kernels.
fn is_another_kernel(twin: &Twin, caller: &Function, target: &Target) -> bool {
    let callee = kernel_of(twin, target.name);
    callee.is_some() && callee != kernel_of(twin, &caller.name)
}

#[cfg(test)]
mod tests {
    use super::kernel_of;
    use crate::twins::Twin;

    #[test]
    fn symbols_belong_to_kernels_by_path() {
        let kernels = vec!["plane".to_string(), "sad".to_string()];
        let twin = Twin { name: "plane".to_string(), affine: true, kernels };
        assert_eq!(kernel_of(&twin, "crate::plane_v3"), Some("plane"));
        assert_eq!(kernel_of(&twin, "crate::kernels::plane::baseline"), Some("plane"));
        assert_eq!(kernel_of(&twin, "crate::sad::<crate::Planes>"), Some("sad"));
        assert_eq!(kernel_of(&twin, "crate::aeroplane"), None);
        assert_eq!(kernel_of(&twin, "core::panicking::panic"), None);
    }
}
