//! Points of which each is an expression of its own: their values, those that are alike, and what those have in common.
//!
//! The modes of intra prediction are such: few different values, each made of a few of the neighbouring samples, in an order
//! that is constant. The values that are made in the same way are the lanes of one vector, whose operands are picked
//! out of the samples; the points are picked out of these vectors.

use std::collections::HashMap;

use quote::ToTokens;

use super::value::{Node, Op, Program, Read, Step, Type};
use super::{elem_of, refusal::Refusal};
use crate::analyse::Analysis;
use crate::ir::{Index, Kernel};

/// Values of one form, at most.
pub const LANES: usize = 16;

/// So many forms are no longer alike.
const FORMS: usize = 4;

/// Elements that are read, at most: as many as two blocks of memory have bytes.
pub const READS: usize = 32;

/// An element that is read: its base, and its index on each axis.
pub type Element = (usize, Vec<Index>);

/// Values that are made in the same way.
pub struct Form {
    /// How one of them is made, of what is [picked](Op::Picked).
    pub program: Program,
    /// The result.
    pub result: Node,
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
            values: Vec::new(),
            known: HashMap::new(),
            elements: Vec::new(),
        };
        let refused = |what: &str| Refusal::new(proc_macro2::Span::call_site(), what.to_string());
        let (mut results, mut written) = (Vec::new(), Vec::new());
        for step in &program.steps {
            match step {
                Step::Read(_) => {}
                Step::Write(target, node) => {
                    let access = &kernel.accesses[target.access];
                    if elem_of(kernel, analysis, access.view).as_deref() != Some("u8") {
                        return Err(refused("points of elements that are no bytes"));
                    }
                    written.push(numbering.element(target));
                    results
                        .push(numbering.value(*node).ok_or_else(|| refused("a point of a form of its own"))?);
                }
                Step::Reduce(..) => return Err(refused("a sum of points")),
            }
        }
        numbering.are_apart(&written)?;
        if numbering.elements.len() > READS {
            return Err(refused("points of too many elements"));
        }
        let (forms, places) = numbering.forms(&results).ok_or_else(|| refused("points of too many forms"))?;
        let computes = results.iter().any(|value| name(&numbering.values[*value].op).is_some());
        Ok(Points { elements: numbering.elements, forms, places, computes })
    }
}

/// A value: how it is made, and of which others.
struct Value {
    /// What its node computes; literals are numbers.
    op: Op,
    ty: Type,
    args: Vec<usize>,
    /// The element, if it is one.
    element: Option<usize>,
    /// How it is made, all the way down, whatever the elements are.
    form: String,
}

/// Values, each once.
struct Numbering<'a> {
    kernel: &'a Kernel,
    analysis: &'a Analysis,
    program: &'a Program,
    values: Vec<Value>,
    known: HashMap<String, usize>,
    elements: Vec<(Element, Read)>,
}

impl Numbering<'_> {
    fn element(&self, read: &Read) -> Element {
        (self.analysis.tensors.base(self.kernel, read.access), super::data(self.kernel, self.analysis, read))
    }

    /// The value that a node is; `None` if it is none that lanes are made of here.
    fn value(&mut self, node: Node) -> Option<usize> {
        let n = &self.program.nodes[node];
        if let Some(number) = self.program.known(node) {
            return Some(self.keep(number.to_string(), Op::Literal(number), n.ty, vec![], None));
        }
        match &n.op {
            Op::Read(read) => {
                let access = &self.kernel.accesses[read.access];
                if elem_of(self.kernel, self.analysis, access.view).as_deref() != Some("u8") {
                    return None;
                }
                let element = self.element(read);
                let at = self.elements.iter().position(|(known, _)| *known == element).unwrap_or_else(|| {
                    self.elements.push((element, read.clone()));
                    self.elements.len() - 1
                });
                Some(self.keep("element".into(), n.op.clone(), n.ty, vec![], Some(at)))
            }
            Op::Uniform(expr) => {
                let form = format!("{{{}}}", expr.to_token_stream());
                // Its argument is its range, if anything is known of that.
                let args = n.args.iter().map(|a| self.value(*a)).collect::<Option<Vec<_>>>();
                Some(self.keep(form, n.op.clone(), n.ty, args.unwrap_or_default(), None))
            }
            op => {
                let name = name(op)?;
                let args = n.args.iter().map(|a| self.value(*a)).collect::<Option<Vec<_>>>()?;
                let forms: Vec<&str> = args.iter().map(|a| self.values[*a].form.as_str()).collect();
                let form = format!("{name}({})", forms.join(", "));
                Some(self.keep(form, op.clone(), n.ty, args, None))
            }
        }
    }

    fn keep(&mut self, form: String, op: Op, ty: Type, args: Vec<usize>, element: Option<usize>) -> usize {
        let key = format!("{form}{args:?}{element:?}");
        *self.known.entry(key).or_insert_with(|| {
            self.values.push(Value { op, ty, args, element, form });
            self.values.len() - 1
        })
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
    fn forms(&self, results: &[usize]) -> Option<(Vec<Form>, Vec<[usize; 2]>)> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut places = Vec::new();
        for result in results {
            let form = &self.values[*result].form;
            let known = groups
                .iter()
                .position(|group| group.contains(result))
                .or_else(|| groups.iter().position(|g| g.len() < LANES && self.values[g[0]].form == *form));
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
        (groups.len() <= FORMS).then(|| (groups.iter().map(|group| self.form(group)).collect(), places))
    }

    /// How values of one form are made.
    fn form(&self, lanes: &[usize]) -> Form {
        let mut form =
            Form { program: Program::default(), result: 0, operands: Vec::new(), count: lanes.len() };
        form.result = self.lanes(lanes, &mut form, &mut HashMap::new());
        form
    }

    fn lanes(&self, lanes: &[usize], form: &mut Form, done: &mut HashMap<Vec<usize>, Node>) -> Node {
        if let Some(node) = done.get(lanes) {
            return *node;
        }
        let first = &self.values[lanes[0]];
        let node = if first.element.is_some() {
            form.operands.push(lanes.iter().filter_map(|value| self.values[*value].element).collect());
            form.program.push(Op::Picked(form.operands.len() - 1), vec![], Type::I32, "an element".into())
        } else {
            let arg = |k: usize| lanes.iter().map(|v| self.values[*v].args[k]).collect::<Vec<_>>();
            let args = (0..first.args.len()).map(|k| self.lanes(&arg(k), form, done)).collect();
            form.program.push(first.op.clone(), args, first.ty, first.form.clone())
        };
        done.insert(lanes.to_vec(), node);
        node
    }
}

/// The name of what is computed of arguments alone.
fn name(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::Add | Op::AddNeighbours => "add",
        Op::Sub => "sub",
        Op::Mul => "mul",
        Op::Neg => "neg",
        Op::Shl => "shl",
        Op::Shr => "shr",
        Op::And => "and",
        Op::Or => "or",
        Op::Xor => "xor",
        Op::Min => "min",
        Op::Max => "max",
        Op::Abs => "abs",
        Op::AbsDiff => "abs_diff",
        Op::Average => "average",
        Op::Weighted => "weighted",
        Op::Between => "between",
        _ => return None,
    })
}
