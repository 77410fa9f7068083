//! The loops of affine kernels as the compiler left them: no call, no division, no way to a panic.

use crate::disassembly::{self, Function};
use crate::loops::{self, Report};
use crate::markdown;
use crate::process::output;
use crate::twins::{self, Loops, Twin};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The forms that a kernel is compiled to, as their symbols end.
const LEVELS: [&str; 3] = ["baseline", "v3", "v4"];

/// Checks every kernel that the table of twins calls affine, in every form it was compiled to; and that the check
/// still finds what is wrong with the one that is wrong on purpose.
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
    let mut wrong = Vec::new();
    for twin in twins::list(&binary)? {
        if let Loops::Exempt(reason) = &twin.loops {
            rows.push(row(&twin, "-", ["-"; 3].map(String::from), reason));
            continue;
        }
        let reached = reached(&twin, &functions)?;
        for level in LEVELS {
            // Kernels may be kept from the highest level: those that run at the one below are in no other.
            let form = |function: &Function, level| {
                kernel_of(&twin, &function.name).filter(|_| level_of(&function.name) == Some(level))
            };
            let below: Vec<_> = reached.iter().filter_map(|function| form(function, "v3")).collect();
            let is_above =
                |function: &Function| form(function, "v4").is_some_and(|name| below.contains(&name));
            if level == "v4" && !below.is_empty() && !functions.values().any(is_above) {
                rows.push(row(&twin, level, ["-"; 3].map(String::from), "not compiled for it"));
                continue;
            }
            let reports: Vec<Report> = reached
                .iter()
                .filter(|function| level_of(&function.name) == Some(level))
                .map(|function| loops::check(function))
                .collect();
            let loops: usize = reports.iter().map(|report| report.loops).sum();
            let offences: Vec<&str> =
                reports.iter().flat_map(|report| &report.offences).map(String::as_str).collect();
            let verdict = verdict(&twin.loops, loops, &offences);
            let numbers = [reports.len(), loops, offences.len()].map(|count| count.to_string());
            rows.push(row(&twin, level, numbers, verdict.as_ref().err().map_or("ok", |_| "WRONG")));
            wrong.extend(verdict.err().map(|why| format!("{} at {level}: {why}", twin.name)));
        }
    }
    print!("{}", markdown::table(&["entry", "level", "functions", "loops", "offences", "verdict"], 2, &rows));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn row(twin: &Twin, level: &str, numbers: [String; 3], verdict: &str) -> Vec<String> {
    let [functions, loops, offences] = numbers;
    vec![twin.name.clone(), level.to_string(), functions, loops, offences, verdict.to_string()]
}

/// Whether the loops are as the table says. A kernel without loops was not found, or was not looked at as it runs.
fn verdict(wanted: &Loops, loops: usize, offences: &[&str]) -> Result<(), String> {
    if loops == 0 {
        return Err("no loop was found".to_string());
    }
    match wanted {
        Loops::Control => {
            let found = |what: &str| offences.iter().any(|offence| offence.starts_with(what));
            let missed = ["call", "division", "panic path"].into_iter().find(|what| !found(what));
            missed.map_or(Ok(()), |what| Err(format!("the {what} that is there was not found")))
        }
        _ if offences.is_empty() => Ok(()),
        _ => Err(offences.join("\n  ")),
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

/// The level that a symbol is the form of a kernel for: the last part of its path that is no generic argument.
fn level_of(symbol: &str) -> Option<&'static str> {
    let parts = symbol.split(|character: char| !character.is_alphanumeric() && character != '_');
    parts.filter_map(|part| LEVELS.into_iter().find(|level| *level == part)).next()
}

#[cfg(test)]
mod tests {
    use super::{kernel_of, level_of, verdict};
    use crate::twins::{Loops, Twin};

    #[test]
    fn symbols_belong_to_kernels_by_path() {
        let kernels = vec!["plane".to_string(), "sad".to_string()];
        let twin = Twin { name: "plane".to_string(), loops: Loops::Affine, kernels, allowance: None };
        assert_eq!(kernel_of(&twin, "crate::plane_v3"), Some("plane"));
        assert_eq!(kernel_of(&twin, "crate::kernels::plane::baseline"), Some("plane"));
        assert_eq!(kernel_of(&twin, "crate::sad::<crate::Planes>"), Some("sad"));
        assert_eq!(kernel_of(&twin, "crate::aeroplane"), None);
        assert_eq!(kernel_of(&twin, "core::panicking::panic"), None);
    }

    #[test]
    fn symbols_say_their_level() {
        assert_eq!(level_of("<kernels::plane>::v3::<u8, [u8; 3]>"), Some("v3"));
        assert_eq!(level_of("kernels::plane::baseline"), Some("baseline"));
        assert_eq!(level_of("ours_plane"), None);
    }

    #[test]
    fn the_control_has_to_be_wrong_and_kernels_have_to_have_loops() {
        let all = ["call in a loop: 1", "division in a loop: 2", "panic path out of a loop: 3"];
        assert!(verdict(&Loops::Control, 1, &all).is_ok());
        assert_eq!(
            verdict(&Loops::Control, 1, &all[1..]).unwrap_err(),
            "the call that is there was not found"
        );
        assert!(verdict(&Loops::Affine, 1, &[]).is_ok());
        assert!(verdict(&Loops::Affine, 1, &all[..1]).is_err());
        assert!(verdict(&Loops::Affine, 0, &[]).is_err());
    }
}
