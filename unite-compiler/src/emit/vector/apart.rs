//! Values that take turns, computed of elements side by side and then taken apart.

use std::collections::HashSet;
use std::mem::{replace, take};

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use unite_ranges::U8;

use super::{Code, Key, Vector};
use crate::cost::LANES;
use crate::known::Known;
use crate::lanes::independent::factor;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Read, ValueId};
use crate::rules::Turns;

impl Vector<'_, '_> {
    /// The bytes that take turns, where what they read is read for nothing else. Sums of products have reads of their own.
    pub fn turns(&self) -> Vec<&Turns> {
        let mut turns: Vec<&Turns> = self.findings.turns.iter().collect();
        if turns.is_empty() || self.rows.is_some() || self.shape[1] < LANES {
            return Vec::new();
        }
        turns.retain(|turns| {
            let both = [turns.first, turns.second];
            let is_product = |node| self.findings.products[node].is_some();
            both.iter().all(|value| matches!(self.key(*value), Known::Now(U8)))
                && !self.of(both.to_vec()).into_iter().any(is_product)
        });
        let is_turn = |node: &ValueId| turns.iter().any(|turns| [turns.first, turns.second].contains(node));
        let others: HashSet<ValueId> =
            self.of(self.program.results().filter(|node| !is_turn(node)).collect()).into_iter().collect();
        turns.retain(|turns| {
            let needed = self.of(vec![turns.first, turns.second]);
            let mut reads = needed.iter().filter(|node| matches!(self.program.nodes[**node].op, Op::Read(_)));
            reads.all(|read| !others.contains(read))
        });
        turns
    }

    /// What is read for values that take turns.
    pub fn read_in_turn(&self, turns: &[&Turns]) -> HashSet<ValueId> {
        let values = turns.iter().flat_map(|turns| [turns.first, turns.second]).collect();
        let is_read = |node: &ValueId| matches!(self.program.nodes[*node].op, Op::Read(_));
        self.of(values).into_iter().filter(is_read).collect()
    }

    /// Some values and all that they are made of.
    fn of(&self, values: Vec<ValueId>) -> Vec<ValueId> {
        let needed = self.program.needed(values, |node, open| open.extend(&self.program.nodes[node].args));
        needed.those().collect()
    }

    /// Both values, before the first that is written.
    pub fn take_apart(&self, turns: &Turns, out: &mut Code<'_>) -> Result<(), Refusal> {
        if out.done.contains(&turns.first) {
            return Ok(());
        }
        let mut halves = Vec::new();
        for half in 0..2 {
            let (done, statements) = (take(&mut out.done), take(&mut out.statements));
            let value = self.side_by_side(turns, half * self.shape[1], out);
            out.done = done;
            let (inner, value) = (replace(&mut out.statements, statements), value?);
            halves.push(quote!({ #inner #value }));
        }
        let (lanes, count) = (self.lanes(), self.count());
        let [first, second] = [turns.first, turns.second].map(|value| self.name(value));
        out.done.extend([turns.first, turns.second]);
        out.push(quote!(
            let [#first, #second] = #lanes::take_apart::<_, #count>(unite_simd, #(#halves),*);
        ));
        Ok(())
    }

    /// The first value, of elements side by side, from so many on.
    fn side_by_side(&self, turns: &Turns, from: i64, out: &mut Code<'_>) -> Result<TokenStream, Refusal> {
        let (lanes, count, from) = (self.lanes(), self.count(), Literal::i64_unsuffixed(from));
        for node in &turns.reads {
            let Op::Read(read) = &self.program.nodes[*node].op else { continue };
            let ([stride, pace], (pointer, offset)) = (self.stride_in_turn(read, out), self.begin(read));
            let (name, own) = (self.name(*node), self.own_type(*node, out));
            out.done.insert(*node);
            out.push(quote!(
                let #name = unsafe {
                    #lanes::load::<_, #own, _, 1, #count, #count, _>(unite_simd, #pointer, (#offset) + #from * #stride, (0, #pace))
                };
            ));
        }
        self.value(turns.first, &Key::Bits(8), out)
    }

    /// How far apart elements are along the axis of which every second one is read, as a number and as a type.
    fn stride_in_turn(&self, read: &Read, out: &mut Code<'_>) -> [TokenStream; 2] {
        let axis = read.data.iter().position(|index| factor(index, self.columns) == Some(2)).unwrap_or(0);
        [self.stride_of(read.base, axis, out), self.pace_of(read.base, axis, 1, out)]
    }
}
