//! The table of kernels and twins, as the binary that holds them tells it.

use crate::process::{cargo, output, run, target_directory};
use std::path::PathBuf;
use std::process::Command;

/// One kernel with a hand-written twin.
pub struct Twin {
    /// `NAME` in `ours_NAME` and `twin_NAME`.
    pub name: String,
    /// What its loops may look like.
    pub loops: Loops,
    /// The kernels that `ours_NAME` runs.
    pub kernels: Vec<String>,
    /// How many times the instructions of the twin it may take beyond the usual, and why.
    pub allowance: Option<(f64, String)>,
}

/// What is asked of loops.
#[derive(Debug, PartialEq, Eq)]
pub enum Loops {
    /// No calls, divisions and panic paths.
    Affine,
    /// Nothing, for this reason.
    Exempt(String),
    /// Some of each: not a kernel, but what the check has to find.
    Control,
}

/// Builds the optimised binary that holds all kernels and their twins.
pub fn build() -> Result<PathBuf, String> {
    run(&mut cargo(["build", "--quiet", "--release", "--package", "unite-benches", "--bin", "twins"]))?;
    Ok(target_directory()?.join("release").join("twins"))
}

/// Asks the binary for its table.
pub fn list(binary: &PathBuf) -> Result<Vec<Twin>, String> {
    let text = output(Command::new(binary).arg("--list"))?;
    text.lines().map(|line| parse(line).ok_or_else(|| format!("twins --list: `{line}`"))).collect()
}

/// `NAME`, `KERNEL,KERNEL`, `affine|exempt|control`, reason, limit, reason, with tabs between.
fn parse(line: &str) -> Option<Twin> {
    let [name, kernels, loops, why_not, limit, why] = line.split('\t').collect::<Vec<_>>()[..] else {
        return None;
    };
    let loops = match (loops, why_not) {
        ("affine", "") => Loops::Affine,
        ("control", "") => Loops::Control,
        ("exempt", reason) if !reason.is_empty() => Loops::Exempt(reason.to_string()),
        _ => return None,
    };
    let allowance = match (limit, why) {
        ("", "") => None,
        (_, "") => return None,
        (limit, reason) => Some((limit.parse().ok()?, reason.to_string())),
    };
    let kernels = kernels.split(',').map(str::to_string).collect();
    Some(Twin { name: name.to_string(), loops, kernels, allowance })
}

#[cfg(test)]
mod tests {
    use super::{Loops, parse};

    #[test]
    fn lines_of_the_table() {
        let twin = parse("plane\tplane,sad\taffine\t\t\t").unwrap();
        assert_eq!((twin.name.as_str(), twin.loops, twin.kernels.len()), ("plane", Loops::Affine, 2));
        assert_eq!(twin.allowance, None);
        let twin = parse("bits\tbits\texempt\tit writes bits\t1.5\tbits are slow").unwrap();
        assert_eq!(twin.loops, Loops::Exempt("it writes bits".to_string()));
        assert_eq!(twin.allowance, Some((1.5, "bits are slow".to_string())));
        assert!(parse("bits\tbits\texempt\t\t\t").is_none(), "an exemption has a reason");
        assert!(parse("bits\tbits\taffine\t\t1.5\t").is_none(), "an allowance has a reason");
    }
}
