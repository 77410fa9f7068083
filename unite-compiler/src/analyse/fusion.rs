//! Calls that may be run in turns, by rows: each but the last one makes a block of the kernel's own that nobody else makes or keeps, for
//! those after it. Whether they are, rustc decides, which knows how the called kernels go along their tensors.

use super::bases::BaseKind;
use super::tensors::Tensors;
use crate::cost::{FUSED, FUSIONS};
use crate::holes;
use crate::ir::{Arg, Atom, Def, Hole, Id, Index, Kernel, Stage};

/// Calls that stand one after the other, and what all but the last one make: the views of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fusion {
    /// The calls.
    pub calls: Vec<Id>,
    /// The block that each call makes, for the ones after it.
    pub made: Vec<Id>,
}

impl Fusion {
    /// The number of the call that makes a base.
    pub fn maker(&self, tensors: &Tensors, base: Id) -> Option<usize> {
        self.made.iter().position(|block| tensors.views[*block].base == base)
    }
}

/// Finds them.
pub fn fusions(kernel: &Kernel, tensors: &Tensors) -> Vec<Fusion> {
    let is_seen = kernel.opaque.is_none() && !kernel.closed && !kernel.mixed;
    if kernel.calls.len() < 2 || !is_seen || kernel.overlapping || kernel.stage != Stage::All {
        return Vec::new();
    }
    let mut runs = vec![Vec::new()];
    for stmt in &kernel.function.block.stmts {
        match holes::of_statement(kernel, stmt) {
            Some(Hole::Call(call)) => runs.last_mut().expect("one at least").push(*call),
            Some(Hole::Define(view)) if kernel.fills.iter().all(|(filled, _)| filled != view) => {}
            Some(Hole::Mentioned(_) | Hole::MentionedPattern(..)) => {}
            _ => runs.push(Vec::new()),
        }
    }
    runs.iter().filter_map(|run| Run { kernel, tensors, run }.fusion()).take(FUSIONS).collect()
}

struct Run<'k> {
    kernel: &'k Kernel,
    tensors: &'k Tensors,
    /// Calls with nothing between them but definitions.
    run: &'k [Id],
}

impl Run<'_> {
    fn fusion(&self) -> Option<Fusion> {
        // What is made: by the number of the first call that has it, to that of the last one.
        let mut made: Vec<(usize, usize, Id)> =
            (0..self.kernel.views.len()).filter_map(|view| self.made(view)).collect();
        made.sort_unstable();
        let &(first, mut last, _) = made.first()?;
        let fused: Vec<Id> = made
            .iter()
            .take_while(|(from, to, _)| {
                let is_met = *from <= last;
                last = if is_met { last.max(*to) } else { last };
                is_met
            })
            .map(|(_, _, view)| *view)
            .collect();
        let calls = self.run[first..=last].to_vec();
        let each = made.iter().take(fused.len()).map(|(from, ..)| *from);
        let is_chain = each.eq(first..last);
        let fusion = Fusion { calls, made: fused };
        let is_whole =
            fusion.calls.len() <= FUSED && fusion.calls.iter().all(|call| self.may_run_in_parts(*call));
        (is_chain && is_whole && self.are_apart(&fusion)).then_some(fusion)
    }

    /// The first and the last call that have a block, if it is of the run alone.
    fn made(&self, view: Id) -> Option<(usize, usize, Id)> {
        let (kernel, tensors) = (self.kernel, self.tensors);
        let is_block = matches!(kernel.views[view].def, Def::Block { heap: true, .. } | Def::Copy { .. });
        let v = &tensors.views[view];
        let rows = tensors.resolve(kernel, v.extent.first()?);
        let is_known = v.extent.iter().all(|extent| {
            !tensors.resolve(kernel, extent).any_atom(|atom| matches!(atom, Atom::Value(_) | Atom::Var(_)))
        });
        if !is_known || !is_block || rows.as_constant().is_some() || kernel.views[view].scope != 0 {
            return None;
        }
        let is_of_it = |of: Id| tensors.views[of].base == v.base;
        let is_read = kernel.accesses.iter().any(|access| is_of_it(access.view));
        let is_seen = tensors.bases.iter().any(|base| match base.kind {
            BaseKind::Seen { of, by, .. } => is_of_it(of) || by == v.base,
            BaseKind::Param(_) | BaseKind::Block(_) => false,
        });
        let is_copied =
            kernel.views.iter().any(|other| matches!(other.def, Def::Copy { of, .. } if is_of_it(of)));
        let is_filled = kernel.fills.iter().any(|(filled, _)| *filled == view);
        if is_read || is_seen || is_copied || is_filled {
            return None;
        }
        let has = |call: &Id| kernel.calls[*call].tensors().any(is_of_it);
        let users = (0..kernel.calls.len()).filter(|call| has(call)).count();
        let own: Vec<usize> = (0..self.run.len()).filter(|k| has(&self.run[*k])).collect();
        let (first, last) = (*own.first()?, *own.last()?);
        (own.len() == users && first < last).then_some((first, last, view))
    }

    /// Whether a call may be made again and again: its numbers are the same each time, and its tensors are there.
    fn may_run_in_parts(&self, call: Id) -> bool {
        let (kernel, tensors) = (self.kernel, self.tensors);
        let c = &kernel.calls[call];
        let is_same = |arg: &Arg| match arg {
            Arg::Tensor(view) => {
                let v = &tensors.views[*view];
                let is_there = !matches!(tensors.bases[v.base].kind, BaseKind::Seen { .. });
                let is_said =
                    v.extent.iter().all(|extent| !has_generics(kernel, &tensors.resolve(kernel, extent)));
                is_there && v.made_here.is_none() && is_said
            }
            Arg::Stored(_) => false,
            Arg::Value(value, number) => {
                matches!(**value, syn::Expr::Lit(_))
                    || number.as_ref().is_some_and(|n| !n.any_atom(|atom| matches!(atom, Atom::Value(_))))
            }
        };
        !c.path.is_ident(&kernel.name) && c.args.iter().all(is_same)
    }

    /// Whether no call writes what another one has, but for what is made.
    fn are_apart(&self, fusion: &Fusion) -> bool {
        let tensors = self.tensors;
        let mut used: Vec<(Id, bool)> = Vec::new();
        for call in &fusion.calls {
            for view in self.kernel.calls[*call].tensors() {
                let base = tensors.views[view].base;
                if fusion.maker(tensors, base).is_none() {
                    used.push((tensors.memory(base), tensors.is_writable(self.kernel, base)));
                }
            }
        }
        let is_alone = |(k, (memory, is_written)): (usize, &(Id, bool))| {
            !is_written || used.iter().enumerate().all(|(other, (its, _))| other == k || its != memory)
        };
        used.iter().enumerate().all(is_alone)
    }
}

/// Whether an index is made of what the kernel is generic over.
fn has_generics(kernel: &Kernel, index: &Index) -> bool {
    index.any_atom(|atom| matches!(atom, Atom::Scalar(id) if kernel.scalars[*id].is_generic()))
}
