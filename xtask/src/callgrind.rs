//! Inclusive instruction counts per called function, from the output file of callgrind.
//!
//! The part of the format that is read, with positions and names uncompressed:
//!
//! ```text
//! fn=caller
//! 16 5            cost of one line of `caller` itself
//! cfn=callee
//! calls=1 20      one call ...
//! 16 400          ... from line 16, 400 instructions in it and below
//! ```

use std::collections::HashMap;

/// The instructions spent in each function and everything it called, summed over all calls of it.
pub fn inclusive(text: &str) -> HashMap<String, u64> {
    let mut counts = HashMap::new();
    let mut callee = "";
    let mut is_call = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("cfn=") {
            callee = name;
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if is_call {
            is_call = false;
            let cost = line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
            *counts.entry(callee.to_string()).or_insert(0) += cost.unwrap_or(0);
        }
    }
    counts
}

/// All instructions that were recorded.
pub fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("totals: "))?;
    line.split_whitespace().next()?.parse().ok().filter(|&total| total > 0)
}

#[cfg(test)]
mod tests {
    use super::{inclusive, total};

    #[test]
    fn totals_of_nothing_are_nothing() {
        assert_eq!(total("fn=main\n3 10\n\ntotals: 410\n"), Some(410));
        assert_eq!(total("totals: 0\n"), None);
        assert_eq!(total("fn=main\n"), None);
    }

    #[test]
    fn sums_calls_and_leaves_self_cost_out() {
        let text = "events: Ir\n\nfn=main\n3 10\ncfn=ours_a\ncalls=1 7\n3 400\ncfn=twin_a\ncalls=2 9\n4 500\n4 1\n\n\
                    fn=other\ncfn=ours_a\ncalls=1 7\n8 30\n\nfn=ours_a\n7 430\n";
        let counts = inclusive(text);
        assert_eq!(counts["ours_a"], 430);
        assert_eq!(counts["twin_a"], 500);
        assert!(!counts.contains_key("main"));
    }
}
