//! Sums of neighbours in memory, which one load gives.

use std::collections::HashMap;

use quote::quote;

use super::strides::{Side, Strides};
use super::{Code, Vector};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, PerValue, Step, ValueId};
use crate::rules::idioms::NEIGHBOURS;

impl Vector<'_, '_> {
    /// Sums of two reads that nothing else needs: for each of the two the sum.
    pub fn neighbours(&self) -> HashMap<ValueId, ValueId> {
        let nodes = &self.program.nodes;
        let mut uses = PerValue::filled(0, nodes.len());
        self.program.results().for_each(|n| uses[n] += 1);
        self.program.needed(self.program.results().collect(), |node, open| {
            for operand in self.findings.operands(self.program, node) {
                uses[operand] += 1;
                open.push(operand);
            }
            // What else is computed at once is computed of the reads themselves.
            let at_once = self.findings.idioms[node].iter().filter(|found| found.idiom.name != NEIGHBOURS);
            at_once.flat_map(|found| &found.operands).for_each(|operand| uses[*operand] += 1);
        });
        let step =
            |node: ValueId| self.program.steps.iter().position(|s| matches!(s, Step::Read(n) if *n == node));
        let mut sums = HashMap::new();
        for (sum, entry) in nodes.entries().filter(|(sum, _)| self.is_of_neighbours(*sum)) {
            let &[a, b] = &entry.args[..] else { continue };
            let (Some(first), Some(second)) = (step(a), step(b)) else { continue };
            let between = &self.program.steps[first..=second];
            if uses[a] == 1 && uses[b] == 1 && between.iter().all(|s| matches!(s, Step::Read(_))) {
                sums.extend([(a, sum), (b, sum)]);
            }
        }
        sums
    }

    /// The sum of the two reads, where the second of them stands; nothing where the first does.
    pub fn add_neighbours(&self, sum: ValueId, read: ValueId, out: &mut Code<'_>) -> Result<(), Refusal> {
        let args = &self.program.nodes[sum].args;
        out.done.insert(read);
        let &[a, b] = &args[..] else { return Ok(()) };
        let (Op::Read(first), Op::Read(second)) = (&self.program.nodes[a].op, &self.program.nodes[b].op)
        else {
            return Ok(());
        };
        if read == a {
            return Ok(());
        }
        out.done.insert(sum);
        let (library, count) = (self.lanes(), self.count());
        let (base, Strides { pace, .. }) = (first.base, self.strides(first, Side::Alone, out)?);
        let offset = self.emitter.offset(base, &first.data);
        let axis = first.data.iter().zip(&second.data).position(|(x, y)| x != y).unwrap_or(0);
        let next = self.pace_of(base, axis, 1, out);
        let (pointer, name) = (self.emitter.pointer_name(base), self.name(sum));
        let own = self.own_type(sum, out);
        out.push(quote!(
            let #name = unsafe {
                #library::sums_of_neighbours::<_, #own, _, #count, _, _>(unite_simd, #pointer, #offset, #next, #pace)
            };
        ));
        Ok(())
    }
}
