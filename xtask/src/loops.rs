//! Finding the loops of a disassembled function, and what does not belong into them.
//!
//! The function is cut into basic blocks; a block is in a loop when it lies on a cycle of the control flow. So a
//! loop is found wherever the compiler laid its blocks out, and a cold block outside is not taken for a part of it.

use crate::disassembly::{Function, Instruction};
use std::collections::{BTreeSet, HashMap};

/// What was found in one function.
pub struct Report {
    /// Loops, nested ones counted as one.
    pub loops: usize,
    /// One line each: what it is, and the instruction.
    pub offences: Vec<String>,
}

/// Finds calls, divisions, traps and ways to a panic inside the loops of a function.
pub fn check(function: &Function) -> Report {
    let graph = Graph::new(&function.instructions);
    let mut offences = BTreeSet::new();
    for (index, block) in graph.blocks.iter().enumerate() {
        let Some(cycle) = graph.cycle[index] else { continue };
        for instruction in block.instructions {
            if let Some(what) = offence(instruction) {
                offences.insert(format!("{what}: {instruction}"));
            }
        }
        let way_out = |next: &&usize| graph.cycle[**next] != Some(cycle);
        for &next in block.next.iter().filter(way_out) {
            if let Some(instruction) = graph.panic_from(next) {
                offences.insert(format!("panic path out of a loop: {instruction}"));
            }
        }
    }
    let loops = graph.cycle.iter().flatten().collect::<BTreeSet<_>>().len();
    Report { loops, offences: offences.into_iter().collect() }
}

fn offence(instruction: &Instruction) -> Option<&'static str> {
    if instruction.is_call() {
        Some("call in a loop")
    } else if instruction.is_division() {
        Some("division in a loop")
    } else if instruction.is_trap() {
        Some("trap in a loop")
    } else if instruction.is_jump() && instruction.target().is_none() {
        Some("jump to a computed address in a loop")
    } else {
        None
    }
}

/// Whether a call never comes back, judged by the name of what is called: of the standard library, of generated code and of ours.
fn never_returns(instruction: &Instruction) -> bool {
    let is_leaving = instruction.is_call() || instruction.is_unconditional_jump();
    let names = [
        "panic",
        "fail",
        "::refuse",
        "handle_alloc_error",
        "abort",
        "derive::other_extent",
        "exact::shifted_too_far",
        "exact::wrapped",
    ];
    is_leaving
        && instruction.target().is_some_and(|target| names.iter().any(|name| target.name.contains(name)))
}

struct Block<'a> {
    instructions: &'a [Instruction],
    next: Vec<usize>,
}

struct Graph<'a> {
    blocks: Vec<Block<'a>>,
    /// The cycle that each block lies on, named by one of its blocks.
    cycle: Vec<Option<usize>>,
}

impl<'a> Graph<'a> {
    fn new(instructions: &'a [Instruction]) -> Graph<'a> {
        let position: HashMap<u64, usize> = instructions
            .iter()
            .enumerate()
            .map(|(index, instruction)| (instruction.address, index))
            .collect();
        let inner = |instruction: &Instruction| {
            let target = if instruction.is_jump() { instruction.target() } else { None };
            target.and_then(|target| position.get(&target.address).copied())
        };
        let mut starts = BTreeSet::from([0]);
        for (index, instruction) in instructions.iter().enumerate() {
            starts.extend(inner(instruction));
            if instruction.is_jump() || ends(instruction) {
                starts.insert(index + 1);
            }
        }
        starts.remove(&instructions.len());
        let starts: Vec<usize> = starts.into_iter().collect();
        let number: HashMap<usize, usize> =
            starts.iter().enumerate().map(|(block, &start)| (start, block)).collect();
        let mut blocks = Vec::new();
        for (block, &start) in starts.iter().enumerate() {
            let end = starts.get(block + 1).copied().unwrap_or(instructions.len());
            let instructions = &instructions[start..end];
            let mut next = Vec::new();
            if let Some(last) = instructions.last() {
                next.extend(inner(last).map(|target| number[&target]));
                if !ends(last) && block + 1 < starts.len() {
                    next.push(block + 1);
                }
            }
            blocks.push(Block { instructions, next });
        }
        let cycle = cycles(&blocks);
        Graph { blocks, cycle }
    }

    /// The panic that a block runs into without a further decision.
    fn panic_from(&self, block: usize) -> Option<&'a Instruction> {
        let mut block = block;
        for _ in 0..self.blocks.len() {
            let instructions = self.blocks[block].instructions;
            let bad = |instruction: &&Instruction| never_returns(instruction) || instruction.is_trap();
            if let Some(instruction) = instructions.iter().find(bad) {
                return Some(instruction);
            }
            match self.blocks[block].next[..] {
                [next] => block = next,
                _ => return None,
            }
        }
        None
    }
}

/// Whether control never goes on to the instruction behind this one.
fn ends(instruction: &Instruction) -> bool {
    instruction.is_unconditional_jump()
        || instruction.is_return()
        || instruction.is_trap()
        || never_returns(instruction)
}

/// For each block the strongly connected component it lies in, if that component is a cycle.
fn cycles(blocks: &[Block]) -> Vec<Option<usize>> {
    let mut before = vec![Vec::new(); blocks.len()];
    for (index, block) in blocks.iter().enumerate() {
        block.next.iter().for_each(|&next| before[next].push(index));
    }
    let mut component: Vec<Option<usize>> = vec![None; blocks.len()];
    for root in finishing_order(blocks).into_iter().rev() {
        let mut stack = vec![root];
        while let Some(block) = stack.pop() {
            if component[block].is_none() {
                component[block] = Some(root);
                stack.extend(&before[block]);
            }
        }
    }
    let mut size = vec![0; blocks.len()];
    component.iter().flatten().for_each(|&root| size[root] += 1);
    let on_cycle = |(index, root): (usize, &Option<usize>)| {
        root.filter(|&root| size[root] > 1 || blocks[index].next.contains(&index))
    };
    component.iter().enumerate().map(on_cycle).collect()
}

/// All blocks, each after those that a depth-first walk reaches from it.
fn finishing_order(blocks: &[Block]) -> Vec<usize> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::new();
    for root in 0..blocks.len() {
        let mut stack = vec![(root, 0)];
        while let Some((block, edge)) = stack.pop() {
            if edge == 0 && std::mem::replace(&mut seen[block], true) {
                continue;
            }
            match blocks[block].next.get(edge) {
                Some(&next) => {
                    stack.push((block, edge + 1));
                    if !seen[next] {
                        stack.push((next, 0));
                    }
                }
                None => order.push(block),
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{Report, check};
    use crate::disassembly::parse;

    fn report(body: &str) -> Report {
        let lines = body.lines().map(|line| format!("    {}\n", line.trim().replacen(": ", ":\t", 1)));
        let text = format!("0000000000000010 <kernel>:\n{}", lines.collect::<String>());
        check(&parse(&text)[0])
    }

    #[test]
    fn a_clean_loop_behind_a_checked_entry() {
        let report = report(
            "10: test %rdi,%rdi
             11: je 18 <kernel+0x8>
             12: div %rcx
             13: add (%rdi),%eax
             14: add $0x4,%rdi
             15: cmp %rdi,%rsi
             16: jne 13 <kernel+0x3>
             17: ret
             18: call 99 <core::panicking::panic>",
        );
        assert_eq!((report.loops, report.offences.len()), (1, 0), "{:?}", report.offences);
    }

    #[test]
    fn what_lies_behind_a_call_that_never_returns_is_not_reached_from_it() {
        let report = report(
            "10: test %rdi,%rdi
             11: je 16 <kernel+0x6>
             12: test %rsi,%rsi
             13: jg 15 <kernel+0x5>
             14: ret
             15: call 99 <unite_core::staged::derive::other_extent>
             16: call 98 <unite_core::level::limit>
             17: jmp 12 <kernel+0x2>",
        );
        assert_eq!((report.loops, report.offences.len()), (0, 0), "{:?}", report.offences);
    }

    #[test]
    fn calls_divisions_and_traps_in_a_loop() {
        let report = report(
            "10: call 99 <memcpy@plt>
             11: idivl %ecx
             12: call *%rax
             13: call 88 <other_kernel>
             14: jne 10 <kernel>
             15: ret",
        );
        assert_eq!(report.loops, 1);
        assert_eq!(report.offences.len(), 4, "{:?}", report.offences);
    }

    #[test]
    fn a_bounds_check_that_leaves_the_loop() {
        let report = report(
            "10: cmp %rdx,%rdi
             11: jae 15 <kernel+0x5>
             12: inc %rdi
             13: jne 10 <kernel>
             14: ret
             15: mov %rdi,%rsi
             16: jmp 18 <kernel+0x8>
             17: ret
             18: call 99 <core::panicking::panic_bounds_check>",
        );
        assert_eq!(
            report.offences,
            ["panic path out of a loop:       18: call 99 <core::panicking::panic_bounds_check>"]
        );
    }

    #[test]
    fn a_check_at_entry_that_refuses_between_its_blocks() {
        let report = report(
            "10: cmp %rdx,%rdi
             11: jae 16 <kernel+0x6>
             12: test %rsi,%rsi
             13: je 15 <kernel+0x5>
             14: ret
             15: call 99 <kernels::kernel::refuse>
             16: xor %eax,%eax
             17: jmp 12 <kernel+0x2>",
        );
        assert_eq!((report.loops, report.offences.len()), (0, 0), "{:?}", report.offences);
    }

    #[test]
    fn a_loop_whose_blocks_lie_apart() {
        let report = report(
            "10: jmp 14 <kernel+0x4>
             11: ret
             12: div %rcx
             13: jmp 14 <kernel+0x4>
             14: dec %rdi
             15: jne 12 <kernel+0x2>
             16: jmp 11 <kernel+0x1>",
        );
        assert_eq!(report.loops, 1);
        assert_eq!(report.offences, ["division in a loop:       12: div %rcx"]);
    }

    #[test]
    fn no_loop_no_offence() {
        let report = report(
            "10: call 99 <memcpy@plt>
             11: div %rcx
             12: je 14 <kernel+0x4>
             13: ret
             14: jmp 99 <elsewhere>",
        );
        assert_eq!((report.loops, report.offences.len()), (0, 0));
    }

    #[test]
    fn a_block_that_jumps_to_itself_and_a_nest() {
        let report = report(
            "10: xor %eax,%eax
             11: inc %eax
             12: inc %ecx
             13: jne 12 <kernel+0x2>
             14: jne 11 <kernel+0x1>
             15: dec %edx
             16: jne 15 <kernel+0x5>
             17: ret",
        );
        assert_eq!((report.loops, report.offences.len()), (2, 0));
    }
}
