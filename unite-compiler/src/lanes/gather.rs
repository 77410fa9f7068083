//! Reads of elements anywhere: of each axis the index is a value of its own in each lane.

use super::independent::changes_inside;
use super::lower::{Lowered, Lowering};
use super::refusal::by_data;
use super::value::{Op, Step, Type, ValueId};
use crate::analyse::Rule;
use crate::cost::{LONG_TERM, SMALL_TERM, SUMMED, TRACED};
use crate::ir::{self, Atom, Id, Index, Lead};

impl Lowering<'_> {
    /// Notes what a variable is that indices are made of.
    pub fn keep(&mut self, value: Id) {
        let kernel = self.kernel;
        if let Ok(node) = self.number(&kernel.values[value].tokens) {
            self.known.kept.insert(value, node);
        }
    }

    /// Whether an atom of an index is another one in each lane.
    pub(super) fn differs(&self, atom: &Atom) -> bool {
        let vars = self.program.lanes.iter().copied().chain(self.at.iter().map(|(var, _)| *var));
        match atom {
            Atom::Var(var) => self.program.lanes.contains(var),
            atom => changes_inside(self.kernel, atom, &vars.collect::<Vec<Id>>()),
        }
    }

    /// A read whose index is data.
    pub fn gathered(&mut self, access: Id, source: String) -> Lowered<ValueId> {
        let (kernel, analysis) = (self.kernel, self.analysis);
        let tensors = &analysis.tensors;
        let is_led = matches!(tensors.rule(kernel, access), None | Some(Rule::Leads(Lead::Clamp)));
        let is_there = !self.is_conditional() || self.is_there_anyway(access);
        // What is declared of elements is looked at where they are read.
        if !is_led || !is_there || self.program.lanes.is_empty() || !kernel.declared.is_empty() {
            return Err(by_data(&kernel.accesses[access]));
        }
        let indices: Vec<Index> =
            tensors.raw(kernel, access).iter().map(|index| self.placed(index)).collect();
        let args = indices
            .iter()
            .map(|index| self.index_value(access, index, false))
            .collect::<Lowered<Vec<_>>>()?;
        let read = super::read_of(kernel, analysis, access, &self.at);
        let memory = tensors.memory(read.base);
        // A rule finds another element than an index that has to be inside.
        let ruled: Vec<usize> = tensors.ruled(kernel, access).into_iter().map(|(axis, ..)| axis).collect();
        let place = (read.base, args.clone(), ruled, self.written.get(&memory).copied().unwrap_or(0));
        if let Some(known) = self.known.gathers.get(&place) {
            return Ok(*known);
        }
        self.program.is_conditional |= self.is_conditional();
        let node = self.program.add(Op::Gather(read), args, Type::I32, source);
        self.program.steps.push(Step::Read(node));
        self.known.gathers.insert(place, node);
        Ok(node)
    }

    /// A value that an index is made of.
    fn made(&mut self, access: Id, op: Op, args: Vec<ValueId>) -> ValueId {
        self.program.push(op, args, Type::I32, self.kernel.accesses[access].source.clone())
    }

    /// The value that an index is; exactly that, or where it is far outside something that is far outside, too.
    fn index_value(&mut self, access: Id, index: &Index, is_exact: bool) -> Lowered<ValueId> {
        let kernel = self.kernel;
        let refused = || by_data(&kernel.accesses[access]);
        let is_alone = matches!(index.terms[..], [(_, 1)]) && index.constant == 0;
        let (mut plain, mut sum, mut is_long) = (Index::constant(index.constant), None, is_exact);
        for (atom, by) in &index.terms {
            let mut differs = false;
            Index::atom(atom.clone()).for_each_atom(&mut |atom| differs |= self.differs(atom));
            let mut term = match atom {
                Atom::Value(value) if differs => self.data(access, *value)?,
                Atom::Op(op, args) if differs => self.operation(access, *op, args, is_exact)?,
                _ => {
                    plain = plain.plus(&Index::atom(atom.clone()), *by);
                    continue;
                }
            };
            // What it is multiplied with has as many bits, or one fewer.
            let bits = i64::BITS - by.unsigned_abs().saturating_sub(1).leading_zeros();
            if bits > SMALL_TERM {
                return Err(refused());
            }
            let most = LONG_TERM / i128::from(by.unsigned_abs().max(1));
            if !is_alone && self.bits(term, TRACED) + bits > SMALL_TERM {
                // So far outside all are alike; but not what is shifted or masked, nor a sum of two.
                if std::mem::replace(&mut is_long, true) {
                    return Err(refused());
                }
                for (op, end) in [(Op::Max, -most), (Op::Min, most)] {
                    let end = self.made(access, Op::Literal(end), vec![]);
                    term = self.made(access, op, vec![term, end]);
                }
            }
            if *by != 1 {
                let by = self.made(access, Op::Literal((*by).into()), vec![]);
                term = self.made(access, Op::Mul, vec![term, by]);
            }
            sum = Some(match sum {
                Some(sum) => self.made(access, Op::Add, vec![sum, term]),
                None => term,
            });
        }
        if index.terms.len() >= SUMMED {
            return Err(refused());
        }
        // Beside a term a number has to be small; alone lanes have to hold it.
        let room = if sum.is_some() { SMALL_TERM } else { i32::BITS - 2 };
        let number = match plain.as_constant() {
            Some(0) if sum.is_some() => None,
            Some(number) if number.unsigned_abs() > 1 << room => return Err(refused()),
            Some(number) => Some(self.made(access, Op::Literal(number.into()), vec![])),
            None => {
                self.program.small.push(plain.clone());
                Some(self.made(access, Op::Index(plain), vec![]))
            }
        };
        Ok(match (sum, number) {
            (Some(sum), Some(number)) => self.made(access, Op::Add, vec![number, sum]),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Err(refused()),
        })
    }

    /// What a value is that is known only where it stands.
    fn data(&mut self, access: Id, value: Id) -> Lowered<ValueId> {
        let kernel = self.kernel;
        let known = &kernel.values[value];
        let node = match known.kept {
            true => self.known.kept.get(&value).copied(),
            false => Some(self.number(&known.tokens)?),
        };
        let is_number = |node: &ValueId| !matches!(self.program.nodes[*node].ty, Type::U32 | Type::Bool);
        node.filter(is_number).ok_or_else(|| by_data(&kernel.accesses[access]))
    }

    /// What an operation on indices gives; exactly that, if it is asked for.
    fn operation(&mut self, access: Id, op: ir::Op, args: &[Index], is_exact: bool) -> Lowered<ValueId> {
        let by = args.get(1).and_then(Index::as_constant);
        let is_exact = is_exact || matches!(op, ir::Op::And | ir::Op::Shr);
        let op = match op {
            ir::Op::Min => Op::Min,
            ir::Op::Max => Op::Max,
            ir::Op::Abs => Op::Abs,
            ir::Op::And if by.is_some_and(|mask| mask >= 0) => Op::And,
            ir::Op::Shr if by.is_some_and(|by| (0..32).contains(&by)) => Op::Shr,
            _ => return Err(by_data(&self.kernel.accesses[access])),
        };
        let mut args =
            args.iter().map(|arg| self.index_value(access, arg, is_exact)).collect::<Lowered<Vec<_>>>()?;
        if matches!(op, Op::Abs) && self.bits(args[0], TRACED) >= i32::BITS - 1 {
            // Lanes do not hold the magnitude of the least number: that of the next one is as far outside.
            if is_exact {
                return Err(by_data(&self.kernel.accesses[access]));
            }
            let least = self.made(access, Op::Literal((-i32::MAX).into()), vec![]);
            args[0] = self.made(access, Op::Max, vec![args[0], least]);
        }
        Ok(self.made(access, op, args))
    }

    /// A number `n` such that a value is at most `2^n`, whatever its sign.
    pub fn bits(&self, node: ValueId, depth: u32) -> u32 {
        let value = &self.program.nodes[node];
        if depth == 0 {
            return i32::BITS;
        }
        let arg = |k: usize| self.bits(value.args[k], depth - 1);
        match &value.op {
            Op::Literal(number) => i128::BITS - number.unsigned_abs().leading_zeros(),
            Op::Read(read) | Op::Gather(read) => read.elem.map_or(i32::BITS, |ty| ty.constant().1),
            Op::Cast => arg(0).min(value.ty.constant().1),
            Op::Add | Op::Sub => arg(0).max(arg(1)) + 1,
            Op::Mul => arg(0) + arg(1),
            Op::Neg | Op::Abs | Op::Shr => arg(0),
            Op::Min | Op::Max => arg(0).max(arg(1)),
            Op::Select => arg(1).max(arg(2)),
            Op::And => match self.program.known(value.args[1]) {
                Some(mask) if mask >= 0 => i128::BITS - mask.leading_zeros(),
                _ => i32::BITS,
            },
            _ => i32::BITS,
        }
    }
}
