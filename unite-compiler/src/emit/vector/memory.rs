//! Reads and writes of lanes, and the steps of a program in order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::super::names::Stride;
use super::strides::{Side, Strides};
use super::{Code, Key, Vector};
use crate::cost::GROUP;
use crate::ir::{Atom, Id, Index};
use crate::known::{Known, Truth};
use crate::lanes::independent::factor;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Program, Read, Reduction, Step, ValueId};
use crate::plans::every_second;

/// Where an access begins along an axis.
struct Start {
    /// Whether the pointer is moved along it.
    moves: bool,
    /// By these numbers, which no loop counts.
    numbers: Index,
    /// And by this row, if lanes do not run along rows.
    row: Index,
    /// What is left: the offset from there.
    inside: Index,
}

impl Vector<'_, '_> {
    /// The pointer and the offset where an access begins: the pointer is moved by numbers that no loop counts, and by rows that lanes
    /// do not run along. The compiler adds the numbers to variables of loops otherwise, and multiplies the sum by the stride for each
    /// row; and where rows of several tensors are as far apart, it adds where a row begins to each index along it, once for all of them.
    pub fn begin(&self, read: &Read) -> (TokenStream, TokenStream) {
        let (emitter, Read { base, data, .. }) = (self.emitter, read);
        let pointer = emitter.pointer_name(*base);
        let starts: Vec<Start> =
            data.iter().enumerate().map(|(axis, index)| self.start(*base, axis, index)).collect();
        let is_plain =
            emitter.collapsed_offset(*base, data).is_none() && !data.iter().any(Index::may_overflow);
        if !is_plain || !starts.iter().any(|start| start.moves) {
            return (pointer.into_token_stream(), emitter.offset(*base, data));
        }
        let numbers = starts.iter().map(|start| &start.numbers).enumerate();
        let rows = starts.iter().map(|start| &start.row).enumerate();
        let moved = numbers.chain(rows).filter(|(_, by)| by.as_constant() != Some(0)).map(|(axis, by)| {
            let (at, stride) = (emitter.index(by), emitter.stride(*base, axis));
            quote!(.along(#at, #stride))
        });
        let pointer = quote!(#pointer #(#moved)*);
        let inside: Vec<Index> = starts.iter().map(|start| start.inside.clone()).collect();
        (pointer, emitter.offset(*base, &inside))
    }

    /// Where an access begins along an axis of a base.
    fn start(&self, base: Id, axis: usize, index: &Index) -> Start {
        let is_number = |atom: &Atom| matches!(atom, Atom::Scalar(_) | Atom::Value(_));
        let is_var = |atom: &Atom| matches!(atom, Atom::Var(_));
        let is_along =
            |atom: &Atom| matches!(atom, Atom::Var(var) if Some(*var) == self.rows || *var == self.columns);
        let terms = index.terms.iter().filter(|(atom, _)| is_number(atom)).cloned().collect();
        let numbers = Index { terms, constant: 0 };
        let counted = index.clone().plus(&numbers, -1);
        // What is multiplied by a number the compiler adds where it likes, and several rows of one tensor it finds from the first.
        let is_row = matches!(self.emitter.stride(base, axis), Stride::Named(_))
            && index.any_atom(is_var)
            && !index.any_atom(is_along)
            && self.program.has_one_index(base, axis);
        let is_split = !numbers.terms.is_empty() && index.terms.iter().any(|(atom, _)| is_var(atom));
        let none = Index::constant(0);
        let [row, inside] = if is_row { [counted, none] } else { [none, counted] };
        Start { moves: is_row || is_split, numbers, row, inside }
    }

    /// The rows and columns of the lanes of an access: one row, where one follows the other on the axis that both run along.
    fn rectangle(&self, read: &Read) -> [Literal; 2] {
        let [rows, columns] = self.shape;
        let is_row = self.rows.is_some_and(|outer| {
            let steps = |index: &Index| [factor(index, outer), factor(index, self.columns)];
            let mut along = read.data.iter().map(steps).filter(|steps| *steps != [Some(0); 2]);
            match (along.next(), along.next()) {
                (Some([Some(outer), Some(inner)]), None) => inner != 0 && outer == columns * inner,
                _ => false,
            }
        });
        if is_row { [1, rows * columns] } else { [rows, columns] }.map(Literal::i64_unsuffixed)
    }

    /// The base of an access and whether two accesses to it are `k` elements apart along one axis.
    fn distance(&self, a: &Read, b: &Read) -> Option<(usize, i64)> {
        if a.base != b.base {
            return None;
        }
        let mut found = None;
        for (axis, (x, y)) in a.data.iter().zip(&b.data).enumerate() {
            match y.clone().plus(x, -1).as_constant()? {
                0 => {}
                d if found.is_none() => found = Some((axis, d)),
                _ => return None,
            }
        }
        found
    }

    /// The reads or writes of all steps that lie side by side: for the first of each group all members in order.
    pub fn groups(&self, writes: bool) -> BTreeMap<usize, (Vec<usize>, usize)> {
        let steps = &self.program.steps;
        let access = |k: usize| match &steps[k] {
            Step::Read(node) => match &self.program.nodes[*node].op {
                Op::Read(read) => Some((read, false)).filter(|_| self.repeated(read).is_none()),
                _ => None,
            },
            Step::Write(read, _) => Some((read, true)),
            Step::Reduce(..) | Step::Begin(_) | Step::End(_) => None,
        };
        let mut groups = BTreeMap::new();
        // What takes turns is read side by side.
        let turns = if writes { HashSet::new() } else { self.read_in_turn(&self.turns()) };
        let is_in_turn = |step: &usize| matches!(&steps[*step], Step::Read(node) if turns.contains(node));
        let mut taken: HashSet<usize> = (0..steps.len()).filter(is_in_turn).collect();
        // One load gives the sums of these.
        let summed = if writes { HashMap::new() } else { self.neighbours() };
        let is_summed = |step: usize| matches!(steps[step], Step::Read(node) if summed.contains_key(&node));
        // What is computed with is read as pairs of neighbours.
        let is_copied = |step: usize| match &steps[step] {
            Step::Read(node) => self.program.nodes.iter().all(|value| !value.args.contains(node)),
            _ => false,
        };
        for first in 0..steps.len() {
            let Some((a, w)) = access(first) else { continue };
            if w != writes || taken.contains(&first) {
                continue;
            }
            // Candidates on one axis, until something else touches the memory.
            let mut axes: BTreeMap<usize, Vec<(i64, usize)>> = BTreeMap::new();
            // What is in a loop is read in it.
            let is_edge = |step: &Step| matches!(step, Step::Begin(_) | Step::End(_));
            let between = steps[first + 1..].iter().take_while(|step| !is_edge(step)).count();
            for other in (first + 1..).take(between) {
                let Some((b, w)) = access(other) else { continue };
                if a.base != b.base {
                    continue;
                }
                if w != writes {
                    if writes || w {
                        break;
                    }
                    continue;
                }
                if let Some((axis, d)) = self.distance(a, b)
                    && !taken.contains(&other)
                {
                    let known = axes.entry(axis).or_default();
                    if !known.iter().any(|(k, _)| *k == d) {
                        known.push((d, other));
                    }
                }
            }
            // Those that fill the gaps between the lanes first, then those along an axis that is none of the lanes', nearer in memory.
            let mut axes: Vec<_> = axes.into_iter().collect();
            axes.sort_by_key(|(axis, others)| {
                let by = factor(&a.data[*axis], self.columns).map(i64::abs);
                (
                    by != Some(others.len() as i64 + 1),
                    by != Some(0),
                    if by == Some(0) { Reverse(*axis) } else { Reverse(0) },
                )
            });
            for (axis, mut others) in axes {
                others.push((0, first));
                others.sort_unstable();
                let side_by_side = others.windows(2).all(|w| w[1].0 == w[0].0 + 1);
                if side_by_side && others.len() > 2 * GROUP && others.len().is_multiple_of(GROUP) {
                    // As many as a block of memory has elements of 16 bits.
                    let own = others.iter().position(|(d, _)| *d == 0).unwrap_or(0) / GROUP;
                    others = others[GROUP * own..][..GROUP].to_vec();
                }
                let are_all = |count| factor(&a.data[axis], self.columns).map(i64::abs) == Some(count);
                // Six are four and two; two that are read are two loads, unless they are all that lie there, or three of four.
                let parts = match others.len() {
                    _ if !side_by_side => &[][..],
                    2 if writes => &[2],
                    // Those of a pixel.
                    3 if writes && !are_all(2) && axis + 1 == a.data.len() => &[3],
                    3 if !writes && are_all(4) && others.iter().all(|(_, read)| is_copied(*read)) => &[3],
                    2 if are_all(2) && !others.iter().any(|(_, read)| is_summed(*read)) => &[2],
                    3 if are_all(2) && !others.iter().any(|(_, read)| is_summed(*read)) => match writes {
                        true => &[2],
                        false => &[3],
                    },
                    4 => &[4],
                    6 => &[4, 2],
                    8 => &[8],
                    16 => &[16],
                    _ => &[],
                };
                let mut members = others.iter().map(|(_, k)| *k);
                for part in parts {
                    let members: Vec<usize> = members.by_ref().take(*part).collect();
                    taken.extend(&members);
                    let key = match writes {
                        true => members.iter().copied().max(),
                        false => members.iter().copied().min(),
                    };
                    groups.insert(key.unwrap_or(first), (members, axis));
                }
                if !parts.is_empty() {
                    break;
                }
            }
        }
        groups
    }

    /// Whether nobody can tell which lane is which: all that is read lies side by side, and is only summed up.
    fn are_in_any_order(&self, reads: &BTreeMap<usize, (Vec<usize>, usize)>) -> bool {
        let Program { steps, nodes, .. } = self.program;
        let is_read = |step: &&Step| matches!(step, Step::Read(_));
        let all = self.program.results().collect();
        let needed = self.program.needed(all, |node, open| open.extend(&nodes[node].args));
        let is_told =
            |node: ValueId| nodes[node].varying && matches!(nodes[node].op, Op::Index(_) | Op::Gather(_));
        let mut groups = reads.values().map(|(members, _)| members.len());
        let one = groups.next().filter(|_| groups.next().is_none());
        one == Some(steps.iter().filter(is_read).count())
            && steps.iter().all(|step| matches!(step, Step::Read(_) | Step::Reduce(..)))
            && !needed.those().any(is_told)
    }

    /// Whether the members of a group are known to lie side by side where nothing is known of the lanes: rows of a picture, of which
    /// only the caller knows how far they are apart. They are taken for apart, and nothing is asked.
    fn are_apart(&self, axis: usize, read: &Read, right: &Known<i64>) -> TokenStream {
        let base = read.base;
        let is_named = |axis: usize| matches!(self.emitter.stride(base, axis), Stride::Named(_));
        if right.now().is_some() || self.is_block(base) {
            return quote!(false);
        }
        let carrier = self.emitter.carrier_name(base);
        let along = read.data.iter().enumerate().filter(|(_, index)| factor(index, self.columns) != Some(0));
        let known =
            along.filter(|(axis, _)| is_named(*axis)).map(|(axis, _)| quote!(#carrier.knows_stride(#axis)));
        let are_known = known.reduce(|a, b| quote!(#a && #b)).unwrap_or_else(|| quote!(true));
        match is_named(axis) {
            true => quote!((#carrier.knows_stride(#axis) && !(#are_known))),
            false => quote!((!(#are_known))),
        }
    }

    /// Looks at the elements of a read, if something is declared of them.
    fn look_at(&self, node: ValueId, out: &mut Code<'_>) -> Result<(), Refusal> {
        let Op::Read(read) = &self.program.nodes[node].op else { return Ok(()) };
        if self.emitter.kernel.declared.is_empty() {
            return Ok(());
        }
        let (offset, Strides { down, right, .. }) =
            (self.emitter.offset(read.base, &read.data), self.strides(read, Side::Tile, out)?);
        let ([rows, columns], count) = (self.rectangle(read), self.count());
        let looked =
            self.emitter.look_at(read.base, &offset, &quote!([#down, #right]), [&rows, &columns, &count]);
        looked.into_iter().for_each(|looked| out.push(looked));
        Ok(())
    }

    /// Writes the statements of all steps; the conditions on strides under which lanes are worth it.
    pub fn steps(
        &self,
        accumulator: &dyn Fn(usize) -> Ident,
        out: &mut Code<'_>,
    ) -> Result<Vec<Truth>, Refusal> {
        let (lanes, count) = (self.lanes(), self.count());
        let (reads, writes) = (self.groups(false), self.groups(true));
        let grouped: HashSet<usize> =
            reads.values().chain(writes.values()).flat_map(|(m, _)| m.iter().copied()).collect();
        let stores = self.program.steps.iter().any(|s| matches!(s, Step::Write(..)));
        let mut conditions = Vec::new();
        let read_of = |k: usize| match &self.program.steps[k] {
            Step::Read(node) => match &self.program.nodes[*node].op {
                Op::Read(read) => Some((read, *node)),
                _ => None,
            },
            Step::Write(read, node) => Some((read, *node)),
            Step::Reduce(..) | Step::Begin(_) | Step::End(_) => None,
        };
        let mut neighbours = self.neighbours();
        neighbours.retain(|_, sum| {
            let is_of = |(_, node): (&Read, ValueId)| self.program.nodes[*sum].args.contains(&node);
            self.rows.is_none() && !grouped.iter().any(|k| read_of(*k).is_some_and(is_of))
        });
        let any_order = self.are_in_any_order(&reads);
        let turns = self.turns();
        let in_turn = self.read_in_turn(&turns);
        let mut first_read = 0;
        for (k, step) in self.program.steps.iter().enumerate() {
            if !matches!(step, Step::Read(_)) {
                self.read_pairs(first_read, k, out)?;
                first_read = k;
            }
            match step {
                Step::Read(node) => {
                    self.look_at(*node, out)?;
                    if out.done.contains(node) || in_turn.contains(node) {
                        continue;
                    }
                    if let Op::Gather(read) = &self.program.nodes[*node].op {
                        self.gather(*node, read, out)?;
                        continue;
                    }
                    if let Some(sum) = neighbours.get(node) {
                        self.add_neighbours(*sum, *node, out)?;
                        continue;
                    }
                    if let Some((members, axis)) = reads.get(&k) {
                        let Some((first, _)) = read_of(members[0]) else { continue };
                        let (Strides { down, right, pace }, [rows, columns]) =
                            (self.strides(first, Side::Tile, out)?, self.rectangle(first));
                        let ((pointer, offset), step) =
                            (self.begin(first), self.axis_stride(*axis, first, &right, out));
                        let nodes: Vec<ValueId> =
                            members.iter().filter_map(|m| read_of(*m).map(|r| r.1)).collect();
                        let names = nodes.iter().map(|n| self.name(*n));
                        let (own, size) =
                            (self.own_type(nodes[0], out), Literal::usize_unsuffixed(nodes.len()));
                        out.done.extend(&nodes);
                        let apart = self.are_apart(*axis, first, &right);
                        conditions.push(is(&right, &[0, 1]).or(is(&step, &[1])));
                        let step = self.axis_pace(*axis, first, &step);
                        out.push(quote!(
                            let [#(#names),*] = unsafe {
                                #lanes::tile::<_, #own, _, #size, #rows, #columns, #count, _, _>(unite_simd, #pointer, #offset, (#down, #pace), #step, #apart, #any_order)
                            };
                        ));
                        continue;
                    }
                    let Some((read, _)) = read_of(k) else { continue };
                    if let Some(repeated) = self.repeated(read) {
                        self.repeat(*node, read, repeated, out);
                        continue;
                    }
                    let Strides { down, right, pace } = self.strides(read, Side::Alone, out)?;
                    let ([rows, columns], (pointer, offset)) = (self.rectangle(read), self.begin(read));
                    let (name, own) = (self.name(*node), self.own_type(*node, out));
                    out.done.insert(*node);
                    if !stores {
                        conditions.push(is(&right, &[-1, 0, 1, 2, 3, 4]));
                    }
                    let load =
                        format_ident!("{}", if self.is_paired(*node) { "load_for_pairs" } else { "load" });
                    out.push(quote!(
                        let #name = unsafe {
                            #lanes::#load::<_, #own, _, #rows, #columns, #count, _>(unite_simd, #pointer, #offset, (#down, #pace))
                        };
                    ));
                }
                Step::Write(target, node) => {
                    if let Some(turns) = turns.iter().find(|both| [both.first, both.second].contains(node)) {
                        self.take_apart(turns, out)?;
                    }
                    // In the narrowest lanes that hold it.
                    let key = Key::Common(vec![*node]);
                    // What a group writes is computed where it stands, and written with the last member.
                    let value = self.value(*node, &key, out)?;
                    if grouped.contains(&k) {
                        let name = format_ident!("w{}", k, span = Span::mixed_site());
                        out.push(quote!(let #name = #value;));
                    }
                    if let Some((members, axis)) = writes.get(&k) {
                        let Some((first, _)) = read_of(members[0]) else { continue };
                        let (Strides { down, right, pace }, [rows, columns]) =
                            (self.strides(first, Side::Tile, out)?, self.rectangle(first));
                        let ((pointer, offset), step) =
                            (self.begin(first), self.axis_stride(*axis, first, &right, out));
                        let nodes: Vec<ValueId> =
                            members.iter().filter_map(|m| read_of(*m).map(|r| r.1)).collect();
                        // All of them in lanes that hold every one.
                        let all = Key::Common(nodes.clone());
                        let wide = self.lane_type(&all, out);
                        let values = members.iter().zip(&nodes).map(|(m, n)| {
                            let name = format_ident!("w{}", m, span = Span::mixed_site());
                            self.converted(quote!(#name), &Key::Common(vec![*n]), &all, out)
                        });
                        let values: Vec<TokenStream> = values.collect();
                        let size = Literal::usize_unsuffixed(nodes.len());
                        let apart = self.are_apart(*axis, first, &right);
                        let is_near = match nodes.len() {
                            // Three are written one after the other where those of the next lane follow.
                            3 => is(&step, &[1]).and(is(&right, &[3])),
                            _ => is(&step, &[1]),
                        };
                        conditions.push(is(&right, &[1]).or(is_near));
                        let step = self.axis_pace(*axis, first, &step);
                        out.push(quote!(
                            unsafe {
                                #lanes::put_tile::<_, #wide, _, #size, #rows, #columns, #count, _, _>(unite_simd, #pointer, #offset, (#down, #pace), #step, #apart, [#(#values),*])
                            }
                        ));
                    } else if !grouped.contains(&k) {
                        let (Strides { down, right, pace }, [rows, columns]) =
                            (self.strides(target, Side::Alone, out)?, self.rectangle(target));
                        let ((pointer, offset), own) = (self.begin(target), self.lane_type(&key, out));
                        // Of a row of the tensor's own, what lies between is its own, too.
                        if self.rows.is_none() && every_second(target, self.columns).is_some() {
                            conditions.push(is(&right, &[2]));
                            out.push(quote!(
                                unsafe {
                                    #lanes::store_every_second::<_, #own, _, #count>(unite_simd, #pointer, #offset, #value)
                                }
                            ));
                            continue;
                        }
                        conditions.push(is(&right, &[1]));
                        out.push(quote!(
                            unsafe {
                                #lanes::store::<_, #own, _, #rows, #columns, #count, _>(unite_simd, #pointer, #offset, (#down, #pace), #value)
                            }
                        ));
                    }
                }
                Step::Reduce(_, how, node) => {
                    let name = accumulator(k);
                    let plain = |out: &mut Code<'_>| {
                        let key = Key::of_sum(*node, *how);
                        let (value, own) = (self.value(*node, &key, out)?, self.lane_type(&key, out));
                        let f = format_ident!(
                            "{}",
                            match how {
                                Reduction::Sum | Reduction::Difference => "add",
                                Reduction::Least => "min",
                                Reduction::Greatest => "max",
                                Reduction::Any => "or",
                            }
                        );
                        Ok(quote!(#name = #lanes::#f::<_, #own, #count>(unite_simd, #name, #value);))
                    };
                    let added = match self.terms(*node, *how) {
                        Some(terms) => self.add_terms(&terms, &name, plain, out)?,
                        None => plain(out)?,
                    };
                    out.push(added);
                }
                Step::Begin(passes) => self.begin_passes(passes, out)?,
                Step::End(ends) => self.end_passes(ends, out)?,
            }
        }
        for node in
            self.program.nodes.ids().filter(|node| matches!(self.program.nodes[*node].op, Op::Quotient))
        {
            self.compute(node, out)?;
        }
        let mut seen = HashSet::new();
        conditions.retain(|c: &Truth| c.now().is_some() || seen.insert(c.to_token_stream().to_string()));
        Ok(conditions)
    }
}

/// Whether a stride is one of some numbers.
fn is(stride: &Known<i64>, numbers: &[i64]) -> Truth {
    match stride {
        Known::Now(stride) => Known::Now(numbers.contains(stride)),
        Known::Later(stride) => {
            let numbers = numbers.iter().map(|number| Literal::i64_unsuffixed(*number));
            Known::Later(quote!(::core::matches!(#stride, #(#numbers)|*)))
        }
    }
}
