//! Chains with the numbers of a call in the place of what the kernel has for them.

use super::chain::{Amount, Chain, End, FACTORS, Op, Part, Said};

impl Chain {
    /// The numbers that factors and steps are, which a kernel has a parameter or a generic constant for, in order.
    pub fn said(&self, how: Said) -> Vec<usize> {
        let mut has = [false; FACTORS];
        let mut note = |by: i64| has[by as usize] = true;
        for op in &self.ops {
            match op {
                Op::Coarsen(_, by) | Op::Refine(_, by) => by.iter().for_each(|&by| note(by)),
                Op::Partition(_, parts) => parts.iter().for_each(|part| {
                    if let Part::Range { step: step @ 2.., .. } = part {
                        note(*step);
                    }
                }),
                _ => {}
            }
        }
        (0..FACTORS).filter(|&by| has[by] && self.factors[by] == how).collect()
    }

    /// The chain of a call, in which factors and steps are others.
    pub fn with_factors(&self, by: &[i64; FACTORS]) -> Chain {
        let mut chain = self.clone();
        for op in &mut chain.ops {
            match op {
                Op::Coarsen(_, all) | Op::Refine(_, all) => {
                    all.iter_mut().for_each(|each| *each = by[*each as usize]);
                }
                Op::Partition(_, parts) => {
                    for part in parts {
                        if let Part::Range { step: step @ 2.., .. } = part {
                            *step = by[*step as usize];
                        }
                    }
                }
                _ => {}
            }
        }
        chain
    }
}

impl Op {
    /// The operation, where views have these extents.
    pub fn with_extents(&self, extents: &[Vec<usize>]) -> Op {
        let amount = |amount: Amount| match amount.extent {
            Some((view, axis)) => {
                let constant = amount.constant + extents[view][axis] as i64;
                Amount { constant, extent: None, ..amount }
            }
            None => amount,
        };
        let part = |part: &Part| match *part {
            Part::At(at) => Part::At(amount(at)),
            Part::Range { start, end, step } => {
                let end = match end {
                    End::At(end) => End::At(amount(end)),
                    End::Last(end) => End::Last(amount(end)),
                    end => end,
                };
                Part::Range { start: start.map(amount), end, step }
            }
        };
        match self {
            Op::Partition(of, parts) => Op::Partition(*of, parts.iter().map(part).collect()),
            op => op.clone(),
        }
    }
}
