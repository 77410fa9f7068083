//! Points of which each is an expression of its own, as lanes: of their values, and then of the points.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::names::Stride;
use super::strips::Lower;
use super::vector::strides::{Side, Strides};
use super::vector::{Code, Vector};
use super::{Emitter, Written};
use crate::analyse::Plan;
use crate::cost::{POINTS, READS, VALUES};
use crate::ir::{Id, Index};
use crate::known::{Known, Truth};
use crate::lanes::lower::{Bound, Lowering};
use crate::lanes::read_of;
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Program, Read, Step, Type};
use crate::plans::{Lanes, Level, Rest};
use crate::rules::Findings;
use crate::rules::points::{Element, Points};

/// Bytes that are read at once: where they are, how many, and where they are put.
struct Piece {
    base: Id,
    data: Vec<Index>,
    bytes: usize,
    at: usize,
}

/// What is read, as pieces, and for each element the byte that it is.
struct Pieces {
    pieces: Vec<Piece>,
    places: Vec<usize>,
    conditions: Vec<TokenStream>,
}

/// A nest as points.
pub struct Spread {
    program: Program,
    /// What is written.
    target: Read,
    /// How many rows and columns.
    extents: [i64; 2],
    points: Points,
}

impl Spread {
    /// Whether that is better than lanes along the loops: if most points are values of others.
    pub fn is_better(&self) -> bool {
        2 * self.points.values() <= self.points.places.len()
    }
}

impl Emitter<'_> {
    /// A nest of two loops of constant extents as points of few different values.
    pub fn spread(
        &self,
        levels: &[Level],
        lower: &Lower<'_>,
        written: &mut Written,
    ) -> Result<Spread, Refusal> {
        let [outer, inner] = levels else {
            return Err(Refusal::new(Span::call_site(), "points of other than two loops".into()));
        };
        let at = self.kernel.vars[inner.var].name.span();
        let refused = |what: &str| Refusal::new(at, what.to_string());
        let (Some(rows), Some(columns)) = (outer.points(), inner.points()) else {
            return Err(refused("points of unknown number"));
        };
        if !matches!(columns, 4 | 8 | 16) || rows * columns > POINTS || rows * columns % VALUES as i64 != 0 {
            return Err(refused("points that fill no vectors"));
        }
        let extents = [rows, columns];
        let (program, target) = self.point_by_point([outer, inner], extents, lower, written)?;
        let points = Points::of(self.kernel, self.analysis, &program)?;
        Ok(Spread { program, target, extents, points })
    }

    /// The points of a nest as lanes, and under which conditions.
    pub fn points_as_lanes(
        &self,
        levels: &[Level],
        spread: &Spread,
        written: &mut Written,
    ) -> Result<(TokenStream, Truth, Lanes), Refusal> {
        let (Spread { program, target, extents: [_, columns], points }, [outer, inner]) = (spread, levels)
        else {
            return Err(Refusal::new(Span::call_site(), "points of other than two loops".into()));
        };
        let (columns, lanes) = (*columns, VALUES as i64);
        let Pieces { pieces, places, conditions: mut all } = self.pieces(&points.elements)?;
        if !points.computes || 2 * pieces.len() > points.places.len() {
            let reason = "few of the elements that are read follow each other: left to the compiler";
            return Err(Refusal::new(self.kernel.vars[inner.var].name.span(), reason.into()));
        }
        let library = self.lanes_path();
        let name = |what: &str, k: usize| format_ident!("{what}{k}", span = Span::mixed_site());
        let one = Literal::usize_unsuffixed(1);
        let mut tokens: TokenStream = points
            .elements
            .iter()
            .filter_map(|((base, data), _)| {
                self.look_at(*base, &self.offset(*base, data), &quote!([0, 0]), [&one; 3])
            })
            .collect();
        tokens.extend(self.blocks(&pieces, &|k| name("bytes", k)));
        let (mut widest, mut narrow, mut at_once) = (Known::Now(8), Known::Now(true), Vec::new());
        for (k, form) in points.forms.iter().enumerate() {
            let vars = vec![outer.var, inner.var];
            let findings = Findings::of(&form.program);
            let found = (&form.program, &findings);
            let mut vector = Vector::new(self, written, found, None, inner.var, [1, lanes], vars);
            vector.learn();
            let constants = vector.tables();
            written.programs.number(&mut vector, &constants);
            let picked = |operand: usize| {
                let elements = &form.operands[operand];
                self.picked(&|k| name("bytes", k), |lane| {
                    Some(places[*elements.get(lane).unwrap_or(&elements[0])])
                })
            };
            let mut code = Code::new(written);
            let value = vector.form(form.result, &picked, &mut code)?;
            let Code { statements: steps, items, .. } = code;
            let result = name("values", k);
            at_once.extend(vector.patterns(Some(form.result)));
            narrow = narrow.and(vector.narrow_of(form.result));
            widest = match (widest, vector.widest_of(form.result)) {
                (Known::Now(all), Known::Now(one)) => Known::Now(all.max(one)),
                (all, one) => Known::Later(quote!(#library::widest(&[#all, #one]))),
            };
            written.programs.note(&vector, constants, items);
            tokens.extend(quote!(let #result = { #steps #value };));
        }
        let (height, width) = (lanes / columns, columns);
        let vars = vec![outer.var, inner.var];
        let findings = Findings::of(program);
        let found = (program, &findings);
        let vector = Vector::new(self, written, found, Some(outer.var), inner.var, [height, width], vars);
        let mut code = Code::new(written);
        let Strides { down, right, pace } = vector.strides(target, Side::Alone, &mut code)?;
        let (base, offset) = (target.base, self.offset(target.base, &target.data));
        all.extend(code.units());
        let is_row = match &right {
            Known::Now(right) => Known::Now(*right == 1),
            Known::Later(right) => Known::Later(quote!((#right == 1))),
        };
        let (y, x, pointer) = (self.var_name(outer.var), self.var_name(inner.var), self.pointer_name(base));
        let first = |level: &Level| level.start.as_constant().unwrap_or(0);
        let [r, c, n] = [height, width, lanes].map(Literal::i64_unsuffixed);
        for (block, places) in points.places.chunks(VALUES).enumerate() {
            let row = Literal::isize_suffixed((first(outer) + block as i64 * height) as isize);
            let column = Literal::isize_suffixed(first(inner) as isize);
            let values = self.picked(&|k| name("values", k), |lane| {
                let [form, value] = places[lane];
                Some(VALUES * form + value)
            });
            tokens.extend(quote!({
                let (#y, #x) = (#row, #column);
                let points = #values;
                unsafe {
                    #library::store::<_, #library::U8, _, #r, #c, #n, _>(unite_simd, #pointer, #offset, (#down, #pace), points)
                };
            }));
        }
        at_once.sort_unstable();
        at_once.dedup();
        let vars = [outer.var, inner.var].map(|var| self.kernel.vars[var].shown());
        let along = Lanes {
            vars: format!("points of {}", vars.join(" and ")),
            shape: vec![lanes],
            widest,
            is_narrow: narrow.clone(),
            together: 1,
            at_a_time: 1,
            long: None,
            short: None,
            forms: Vec::new(),
            is_middle: false,
            inside_of: None,
            jammed: 1,
            otherwise: None,
            fills_gaps: false,
            rest: Rest::None,
            passes: Vec::new(),
            at_once,
        };
        let narrow = narrow.map(|narrow| narrow, |narrow| quote!(const { #narrow }));
        let all = all.into_iter().map(Known::Later).fold(narrow.and(is_row), Truth::and);
        let strides = code.known_strides();
        Ok((quote!({ #strides #tokens }), all, along))
    }

    /// The program of all points, one after the other, and what is written.
    fn point_by_point(
        &self,
        [outer, inner]: [&Level; 2],
        [rows, columns]: [i64; 2],
        lower: &Lower<'_>,
        written: &mut Written,
    ) -> Result<(Program, Read), Refusal> {
        let mut lowering = Lowering::new(self.kernel, self.analysis, &written.facts, Vec::new());
        for point in 0..rows * columns {
            let places = [(outer, point / columns), (inner, point % columns)];
            for (level, place) in places {
                let value = place + level.start.as_constant().unwrap_or(0);
                let name = &self.kernel.vars[level.var].name;
                lowering.at.push((level.var, value));
                let number = lowering.push(Op::Literal(value.into()), vec![], Type::Any, name);
                lowering.names.push((name.to_string(), Bound::Number(number)));
            }
            lower(&mut lowering)?;
            lowering.names.clear();
            lowering.at.clear();
        }
        let program = lowering.program;
        let mut target: Option<Read> = None;
        let mut writes = 0;
        for step in &program.steps {
            let access = match step {
                Step::Read(node) => match &program.nodes[*node].op {
                    Op::Read(read) => read.access,
                    _ => continue,
                },
                Step::Write(write, _) => {
                    writes += 1;
                    target = target.or_else(|| Some(read_of(self.kernel, self.analysis, write.access, &[])));
                    if target.as_ref().is_some_and(|known| known.access != write.access) {
                        return Err(Refusal::new(Span::call_site(), "points in two tensors".into()));
                    }
                    write.access
                }
                Step::Reduce(..) | Step::Begin(_) | Step::End(_) => continue,
            };
            let (before, _) = self.guarded(access, written);
            if self.analysis.bounds.accesses[access] == Plan::Here || !before.is_empty() {
                let a = &self.kernel.accesses[access];
                return Err(Refusal::new(a.span.first(), format!("`{}` is checked at each point", a.source)));
            }
        }
        match target {
            Some(target) if writes == rows * columns => Ok((program, target)),
            _ => Err(Refusal::new(Span::call_site(), "not one write for each point".into())),
        }
    }

    /// What is read as pieces of one to eight bytes: elements that follow each other on the last axis, if that is how they
    /// lie in memory.
    fn pieces(&self, elements: &[(Element, Read)]) -> Result<Pieces, Refusal> {
        // Each run: its base, its first element on the last axis, and the elements in order.
        let mut order: Vec<usize> = (0..elements.len()).collect();
        let last = |k: usize| elements[k].0.1.last().map_or(0, |index| index.constant);
        order.sort_by_key(|k| last(*k));
        let mut runs: Vec<Vec<usize>> = Vec::new();
        let mut conditions = Vec::new();
        for k in order {
            let (base, data) = &elements[k].0;
            let follows =
                |run: &Vec<usize>| {
                    let before = run[run.len() - 1];
                    let (other, known) = &elements[before].0;
                    let axis = data.len().wrapping_sub(1);
                    base == other
                        && data.iter().zip(known).enumerate().all(|(j, (x, y))| {
                            x.clone().plus(y, -1).as_constant() == Some(i64::from(j == axis))
                        })
                };
            let stride = data.len().checked_sub(1).map(|axis| self.stride(*base, axis));
            let is_dense = matches!(stride, Some(Stride::Constant(1) | Stride::Named(_)));
            match runs.iter_mut().find(|run| is_dense && follows(run)) {
                Some(run) => {
                    if let Some(Stride::Named(name)) = stride {
                        conditions.push(quote!((#name == 1)));
                    }
                    run.push(k);
                }
                None => runs.push(vec![k]),
            }
        }
        let mut parts: Vec<(usize, usize, usize)> = Vec::new();
        for (k, run) in runs.iter().enumerate() {
            let mut from = 0;
            while from < run.len() {
                let left = run.len() - from;
                let bytes = match left {
                    8.. => 8,
                    // Once more some of those before.
                    5..8 if from >= 8 - left => 8,
                    4..8 => 4,
                    3 if from > 0 => 4,
                    2..4 => 2,
                    _ => 1,
                };
                let first = if bytes > left { run.len() - bytes } else { from };
                parts.push((bytes, k, first));
                from = first + bytes;
            }
        }
        parts.sort_by_key(|(bytes, ..)| std::cmp::Reverse(*bytes));
        let mut places = vec![0; elements.len()];
        let mut pieces = Vec::new();
        let mut at = 0;
        for (bytes, k, first) in parts {
            let members = &runs[k][first..first + bytes];
            for (offset, member) in members.iter().enumerate() {
                places[*member] = at + offset;
            }
            let (base, data) = elements[members[0]].0.clone();
            pieces.push(Piece { base, data, bytes, at });
            at += bytes;
        }
        if at > READS {
            return Err(Refusal::new(Span::call_site(), "points of too many elements".into()));
        }
        let mut seen = std::collections::HashSet::new();
        conditions.retain(|c| seen.insert(c.to_string()));
        Ok(Pieces { pieces, places, conditions })
    }

    /// Blocks of pieces.
    fn blocks(&self, pieces: &[Piece], name: &dyn Fn(usize) -> Ident) -> TokenStream {
        let library = self.lanes_path();
        let end = pieces.iter().map(|piece| piece.at + piece.bytes).max().unwrap_or(0);
        let blocks = (0..end.div_ceil(VALUES)).map(|block| {
            let words = [0, 1].map(|half| {
                let word = 2 * block + half;
                let terms = pieces.iter().filter(|piece| piece.at / 8 == word).map(|piece| {
                    let (pointer, offset) =
                        (self.pointer_name(piece.base), self.offset(piece.base, &piece.data));
                    let (bytes, shift) =
                        (Literal::usize_unsuffixed(piece.bytes), Literal::usize_unsuffixed(piece.at % 8 * 8));
                    quote!((unsafe { #library::piece::<#bytes>(#pointer, #offset) } << #shift))
                });
                quote!(0 #(| #terms)*)
            });
            let name = name(block);
            quote!(let #name = #library::sixteen(unite_simd, [#(#words),*]);)
        });
        quote!(#(#blocks)*)
    }

    /// Bytes of blocks: for each lane the number of the byte among those of all.
    fn picked(&self, name: &dyn Fn(usize) -> Ident, byte: impl Fn(usize) -> Option<usize>) -> TokenStream {
        let library = self.lanes_path();
        let bytes: Vec<Option<usize>> = (0..VALUES).map(byte).collect();
        let mut blocks: Vec<usize> = bytes.iter().flatten().map(|byte| byte / VALUES).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let parts = blocks.iter().map(|block| {
            let order = bytes.iter().map(|byte| {
                let within = byte.filter(|byte| byte / VALUES == *block).map_or(128, |byte| byte % VALUES);
                Literal::usize_unsuffixed(within)
            });
            let name = name(*block);
            quote!(#library::pick(unite_simd, #name, [#(#order),*]))
        });
        let or = quote!(#library::or::<_, #library::U8, 16>);
        parts
            .reduce(|all, part| quote!(#or(unite_simd, #all, #part)))
            .unwrap_or_else(|| quote!(#library::splat::<_, #library::U8, 16>(unite_simd, 0)))
    }
}
