//! Sums of neighbours in memory, which one load gives.

use std::collections::HashMap;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::super::names::Stride;
use super::Vector;
use crate::lanes;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Node, Op, Step};

impl Vector<'_, '_> {
    /// Sums of two reads that nothing else needs: for each of the two the sum.
    pub fn neighbours(&self) -> HashMap<Node, Node> {
        let nodes = &self.program.nodes;
        let mut uses = vec![0; nodes.len()];
        self.program.results().for_each(|n| uses[n] += 1);
        self.program.needed(self.program.results().collect(), |node, open| {
            for operand in nodes[node].operands() {
                uses[operand] += 1;
                open.push(operand);
            }
        });
        let step =
            |node: Node| self.program.steps.iter().position(|s| matches!(s, Step::Read(n) if *n == node));
        let mut sums = HashMap::new();
        for (sum, entry) in nodes.iter().enumerate() {
            let (Op::AddNeighbours, &[a, b]) = (&entry.op, &entry.args[..]) else { continue };
            let (Some(first), Some(second)) = (step(a), step(b)) else { continue };
            let between = &self.program.steps[first..=second];
            if uses[a] == 1 && uses[b] == 1 && between.iter().all(|s| matches!(s, Step::Read(_))) {
                sums.extend([(a, sum), (b, sum)]);
            }
        }
        sums
    }

    /// The sum of the two reads, where the second of them stands; nothing where the first does.
    pub fn add_neighbours(&self, sum: Node, read: Node) -> Result<TokenStream, Refusal> {
        let args = &self.program.nodes[sum].args;
        self.done.borrow_mut().insert(read);
        let &[a, b] = &args[..] else { return Ok(TokenStream::new()) };
        let (Op::Read(first), Op::Read(second)) = (&self.program.nodes[a].op, &self.program.nodes[b].op)
        else {
            return Ok(TokenStream::new());
        };
        if read == a {
            return Ok(TokenStream::new());
        }
        self.done.borrow_mut().insert(sum);
        let (library, count) = (self.lanes(), self.count());
        let (base, offset, [_, stride]) = self.place(first, false)?;
        let data = |read| lanes::data(self.emitter.kernel, self.emitter.analysis, read);
        let axis = data(first).iter().zip(&data(second)).position(|(x, y)| x != y).unwrap_or(0);
        let next = match self.emitter.stride(base, axis) {
            Stride::Constant(stride) => Literal::i64_unsuffixed(stride).to_token_stream(),
            Stride::Named(name) => self.known_stride(base, axis, &name),
        };
        let (pointer, name) = (self.emitter.pointer_name(base), self.name(sum));
        let own = self.own_type(sum);
        Ok(quote!(
            let #name = unsafe {
                #library::sums_of_neighbours::<_, #own, _, #count>(unite_simd, #pointer, #offset, #next, #stride)
            };
        ))
    }
}
