//! Points of which each is an expression of its own: their values, those that are alike, and what those have in common.
//!
//! The modes of intra prediction are such: few different values, each made of a few of the neighbouring samples, in an order
//! that is constant. The values that are made in the same way are the lanes of one vector, whose operands are picked
//! out of the samples; the points are picked out of these vectors.

use std::collections::HashMap;

use syn::Expr;

use crate::analyse::Analysis;
use crate::cost::{ALIKE, READS, VALUES};
use crate::ir::{Index, Kernel};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Program, Read, Step, Type, ValueId};
use crate::rules::{Findings, Idiom};

/// An element that is read: its base, and its index on each axis.
pub type Element = (usize, Vec<Index>);

/// Values that are made in the same way.
pub struct Form {
    /// How one of them is made, of what is [picked](Op::Picked).
    pub program: Program,
    /// The result.
    pub result: ValueId,
    /// What is picked: for each operand of the program the element of each value.
    pub operands: Vec<Vec<usize>>,
    /// The number of values.
    pub count: usize,
}

/// All points of a nest.
pub struct Points {
    /// The elements that are read, each once, with one of the reads of it.
    pub elements: Vec<(Element, Read)>,
    /// Values, by how they are made.
    pub forms: Vec<Form>,
    /// Where the value of each point is: the form, and the number of the value in it.
    pub places: Vec<[usize; 2]>,
    /// Whether any value is computed.
    pub computes: bool,
}

impl Points {
    /// How many different values there are.
    pub fn values(&self) -> usize {
        self.forms.iter().map(|form| form.count).sum()
    }

    /// What the points of a program have in common, which writes one element of bytes for each of them.
    pub fn of(kernel: &Kernel, analysis: &Analysis, program: &Program) -> Result<Points, Refusal> {
        let mut numbering = Numbering {
            kernel,
            analysis,
            program,
            findings: Findings::of(program),
            made: HashMap::new(),
            known: HashMap::new(),
            elements: Vec::new(),
        };
        let refused = |what: &str| Refusal::new(proc_macro2::Span::call_site(), what.to_string());
        let (mut results, mut written) = (Vec::new(), Vec::new());
        for step in &program.steps {
            match step {
                Step::Read(_) => {}
                Step::Write(target, node) => {
                    if target.elem != Some(Type::U8) {
                        return Err(refused("points of elements that are no bytes"));
                    }
                    written.push((target.base, target.data.clone()));
                    numbering.made(*node).ok_or_else(|| refused("a point of a form of its own"))?;
                    results.push(*node);
                }
                Step::Reduce(..) => return Err(refused("a sum of points")),
                Step::Begin(_) | Step::End(_) => return Err(refused("a loop inside")),
            }
        }
        numbering.are_apart(&written)?;
        if numbering.elements.len() > READS {
            return Err(refused("points of too many elements"));
        }
        let (forms, places) = numbering.forms(&results).ok_or_else(|| refused("points of too many forms"))?;
        let is_computed = |value: &ValueId| is_arithmetic(&program.nodes[*value].op);
        let computes = results.iter().any(is_computed);
        Ok(Points { elements: numbering.elements, forms, places, computes })
    }
}

/// The number of a way to make values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FormId(usize);

/// How a value is made, whatever the elements are.
#[derive(PartialEq, Eq, Hash)]
enum Made {
    Element,
    Number(i128),
    Uniform(Expr),
    Arithmetic(Op, Vec<FormId>),
    Idiom(&'static str, Vec<FormId>),
}

/// How the values of a program are made.
struct Numbering<'a> {
    kernel: &'a Kernel,
    analysis: &'a Analysis,
    program: &'a Program,
    findings: Findings,
    /// Of each value.
    made: HashMap<ValueId, FormId>,
    /// Each way to make a value.
    known: HashMap<Made, FormId>,
    elements: Vec<(Element, Read)>,
}

impl Numbering<'_> {
    /// The element that a read is.
    fn element(&mut self, read: &Read) -> usize {
        let element = (read.base, read.data.clone());
        self.elements.iter().position(|(known, _)| *known == element).unwrap_or_else(|| {
            self.elements.push((element, read.clone()));
            self.elements.len() - 1
        })
    }

    /// An idiom that computes a value, if it does so whatever the operands are, and the operands.
    fn idiom(&self, value: ValueId) -> Option<(&'static Idiom, Vec<ValueId>)> {
        let found = self.findings.idioms[value].as_ref()?;
        (found.needs.is_empty() && found.idiom.plain.is_some()).then(|| (found.idiom, found.operands.clone()))
    }

    /// How a value is made; `None` if lanes are not made of such here.
    fn made(&mut self, value: ValueId) -> Option<FormId> {
        if let Some(known) = self.made.get(&value) {
            return Some(*known);
        }
        let program = self.program;
        let node = &program.nodes[value];
        let made = if let Some(number) = program.known(value) {
            Made::Number(number)
        } else if let Some((idiom, operands)) = self.idiom(value) {
            Made::Idiom(idiom.name, operands.into_iter().map(|v| self.made(v)).collect::<Option<_>>()?)
        } else {
            match &node.op {
                Op::Read(read) => {
                    if read.elem != Some(Type::U8) {
                        return None;
                    }
                    self.element(read);
                    Made::Element
                }
                // Its argument is its range.
                Op::Uniform(expr) => Made::Uniform(expr.clone()),
                op if is_arithmetic(op) => {
                    let args = node.args.iter().map(|v| self.made(*v)).collect::<Option<_>>()?;
                    Made::Arithmetic(op.clone(), args)
                }
                _ => return None,
            }
        };
        let next = FormId(self.known.len());
        let form = *self.known.entry(made).or_insert(next);
        self.made.insert(value, form);
        Some(form)
    }

    /// Whether no element that is written is read.
    fn are_apart(&self, written: &[Element]) -> Result<(), Refusal> {
        let tensors = &self.analysis.tensors;
        for ((base, data), read) in &self.elements {
            for (target, at) in written {
                let is_apart = tensors.memory(*base) != tensors.memory(*target)
                    || base == target
                        && data.iter().zip(at).any(|(x, y)| {
                            (*y).clone().plus(x, -1).as_constant().is_some_and(|distance| distance != 0)
                        });
                if !is_apart {
                    let access = &self.kernel.accesses[read.access];
                    let reason = format!("`{}` may be what was written before", access.source);
                    return Err(Refusal::new(access.span.first(), reason));
                }
            }
        }
        Ok(())
    }

    /// The forms of results, and the place of each result in them.
    fn forms(&mut self, results: &[ValueId]) -> Option<(Vec<Form>, Vec<[usize; 2]>)> {
        let mut groups: Vec<Vec<ValueId>> = Vec::new();
        let mut places = Vec::new();
        for result in results {
            let form = self.made(*result)?;
            let is_free =
                |group: &Vec<ValueId>| group.len() < VALUES && self.made.get(&group[0]) == Some(&form);
            let known = groups
                .iter()
                .position(|group| group.contains(result))
                .or_else(|| groups.iter().position(is_free));
            let at = known.unwrap_or_else(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            let group = &mut groups[at];
            let lane = group.iter().position(|value| value == result).unwrap_or_else(|| {
                group.push(*result);
                group.len() - 1
            });
            places.push([at, lane]);
        }
        (groups.len() <= ALIKE).then(|| (groups.iter().map(|group| self.form(group)).collect(), places))
    }

    /// How values of one form are made.
    fn form(&mut self, lanes: &[ValueId]) -> Form {
        let (mut program, mut operands) = (Program::along(Vec::new()), Vec::new());
        program.confirmed.clone_from(&self.program.confirmed);
        let result = self.lanes(lanes, &mut program, &mut operands, &mut HashMap::new());
        Form { program, result, operands, count: lanes.len() }
    }

    fn lanes(
        &mut self,
        lanes: &[ValueId],
        program: &mut Program,
        operands: &mut Vec<Vec<usize>>,
        done: &mut HashMap<Vec<ValueId>, ValueId>,
    ) -> ValueId {
        if let Some(node) = done.get(lanes) {
            return *node;
        }
        let source = self.program;
        let (first, one) = (lanes[0], &source.nodes[lanes[0]]);
        let node = if let Op::Read(_) = one.op {
            let picked = lanes.iter().filter_map(|value| match &source.nodes[*value].op {
                Op::Read(read) => Some(self.element(read)),
                _ => None,
            });
            operands.push(picked.collect());
            program.push(Op::Picked(operands.len() - 1), vec![], Type::I32, "an element".into())
        } else if let Some(number) = source.known(first) {
            program.push(Op::Literal(number), vec![], one.ty, one.shown.clone())
        } else if let Some((Idiom { plain: Some(plain), .. }, _)) = self.idiom(first) {
            let all: Vec<Vec<ValueId>> =
                lanes.iter().filter_map(|value| self.idiom(*value)).map(|(_, operands)| operands).collect();
            let args = self.each(&all, program, operands, done);
            plain(program, &args)
        } else if let Op::Uniform(_) = one.op {
            // Its argument is its range, which is kept where no element is in it.
            let is_range = one.args.iter().all(|arg| is_of_numbers(source, *arg));
            let all = if is_range { vec![one.args.clone()] } else { vec![vec![]] };
            let args = self.each(&all, program, operands, done);
            program.push(one.op.clone(), args, one.ty, one.shown.clone())
        } else {
            let all: Vec<Vec<ValueId>> =
                lanes.iter().map(|value| source.nodes[*value].args.clone()).collect();
            let args = self.each(&all, program, operands, done);
            program.push(one.op.clone(), args, one.ty, one.shown.clone())
        };
        done.insert(lanes.to_vec(), node);
        node
    }

    /// The arguments of values of one form, each as lanes.
    fn each(
        &mut self,
        all: &[Vec<ValueId>],
        program: &mut Program,
        operands: &mut Vec<Vec<usize>>,
        done: &mut HashMap<Vec<ValueId>, ValueId>,
    ) -> Vec<ValueId> {
        (0..all[0].len())
            .map(|k| {
                let lanes: Vec<ValueId> = all.iter().map(|args| args[k]).collect();
                self.lanes(&lanes, program, operands, done)
            })
            .collect()
    }
}

/// Whether an operation computes something of its arguments alone that lanes are made of here.
fn is_arithmetic(op: &Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Neg
            | Op::WrappingAdd
            | Op::WrappingSub
            | Op::WrappingNeg
            | Op::Shl
            | Op::Shr
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Min
            | Op::Max
            | Op::Abs
            | Op::Between
    )
}

/// Whether a value is made of numbers alone.
fn is_of_numbers(program: &Program, value: ValueId) -> bool {
    let node = &program.nodes[value];
    matches!(node.op, Op::Literal(_))
        || is_arithmetic(&node.op) && node.args.iter().all(|arg| is_of_numbers(program, *arg))
}
