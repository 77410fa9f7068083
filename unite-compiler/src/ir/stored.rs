//! Stored tensors: parameters of which only some elements are kept, and walks over these.

use std::ops::Range;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Block, Expr, Pat, Path, Type};

use super::index::{Id, Index};
use super::jumps::Jumps;

/// A parameter that is stored, in a format that its type says, or in any. Beside the tensor the kernel has its extents, as numbers.
pub struct Stored {
    /// The number of the parameter that is the tensor. Its extents follow.
    pub position: usize,
    /// Its name.
    pub name: Ident,
    /// The element type.
    pub elem: Type,
    /// The format, if it is said.
    pub format: Option<Type>,
    /// Whether it is written.
    pub mutable: bool,
    /// Whether a statement writes all of it: elements are appended to a new storage, which takes the place of what was there.
    pub is_assembled: bool,
    /// Whether elements are changed where they are.
    pub is_changed: bool,
    /// Whether a statement puts elements into it, in any order.
    pub is_inserted: bool,
    /// What has to be the element where nothing is stored, if a statement or a sum runs over the tensor.
    pub nothing: Option<Nothing>,
    /// Whether single elements of it are looked up.
    pub is_looked_up: bool,
    /// Whether it is passed to another kernel.
    pub is_passed: bool,
    /// What its extents are called.
    pub extents: Vec<Ident>,
    /// The same as indices.
    pub extent: Vec<Index>,
    /// What its origins are called, if it is asked where it is.
    pub origins: Vec<Ident>,
    /// The same as indices.
    pub origin: Vec<Index>,
    /// By axis of what the kernel sees, the axis of the tensor. One that is not seen has one index.
    pub order: Vec<usize>,
    /// What it is a part of, if it is no parameter.
    pub part: Option<Part>,
    /// Whether parts of it are taken that are inside of it, such as may not be, and such as have a step.
    pub is_parted: [bool; 3],
}

/// A part of a stored tensor.
pub struct Part {
    /// The parameter.
    pub of: Id,
    /// By axis of that, the index at index 0.
    pub first: Vec<Index>,
    /// By axis, the distance of neighbours.
    pub step: Vec<i64>,
    /// What is said of the elements beyond the ends, if it may go there.
    pub outside: Option<Box<Expr>>,
    /// Whether it is defined by a statement.
    pub is_named: bool,
}

impl Part {
    /// Whether some neighbours are not neighbours in the parameter.
    pub fn has_step(&self) -> bool {
        self.step.iter().any(|step| *step != 1)
    }

    /// What it is as a stored tensor: the associated type of the parameter's, and the function that makes it.
    pub fn kind(&self) -> (&'static str, &'static str) {
        match (self.has_step(), &self.outside) {
            (true, _) => ("Stepped", "stepped"),
            (false, Some(_)) => ("Reach", "reach"),
            (false, None) => ("Part", "part"),
        }
    }
}

impl Stored {
    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.extents.len()
    }

    /// What has to be the element where nothing is stored. Other kernels, whose statements nobody sees here, are passed zero.
    pub fn fill(&self) -> Option<Nothing> {
        self.nothing.or(self.is_passed.then_some(Nothing::Zero))
    }

    /// One past the number of the last of the parameters that it is.
    pub fn end(&self) -> usize {
        self.position + 1 + self.rank() + self.origins.len()
    }

    /// Whether elements are changed where they are, and nothing writes all of it.
    pub fn is_only_changed(&self) -> bool {
        self.is_changed && !self.is_assembled && !self.is_passed
    }

    /// Whether elements may be changed where they are, too. What another kernel does is not seen here.
    pub fn is_also_changed(&self) -> bool {
        self.mutable && (self.is_changed || self.is_passed) && !self.is_only_changed()
    }

    /// The number of axes that the kernel sees.
    pub fn seen(&self) -> usize {
        self.order.len()
    }

    /// Whether an axis is not seen: there is one index.
    pub fn is_cut(&self, axis: usize) -> bool {
        !self.order.contains(&axis)
    }

    /// Whether its axes are all seen, in their order and without a step.
    pub fn is_upright(&self) -> bool {
        self.order.iter().copied().eq(0..self.rank()) && !self.part.as_ref().is_some_and(Part::has_step)
    }
}

/// What an element is where none is stored, so that statements pass it over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {
    /// Zero, or `false`: sums, counts and `any`.
    Zero,
    /// One, or `true`: products.
    One,
    /// The least value: `max`.
    Least,
    /// The largest one: `min`.
    Most,
}

impl Nothing {
    /// What messages call it.
    pub fn shown(self) -> &'static str {
        match self {
            Nothing::Zero => "zero",
            Nothing::One => "one",
            Nothing::Least => "the least value",
            Nothing::Most => "the largest value",
        }
    }

    /// The type that says so.
    pub fn fill(self) -> Ident {
        let name = match self {
            Nothing::Zero => "Zero",
            Nothing::One => "One",
            Nothing::Least => "Least",
            Nothing::Most => "Most",
        };
        Ident::new(name, Span::call_site())
    }

    /// Its value, of the type that elements `elem` have in a kernel.
    pub fn value(self, krate: &Path, elem: &Type) -> TokenStream {
        match self {
            Nothing::Zero => quote!(#krate::staged::zero()),
            Nothing::One => quote!(#krate::staged::one_element::<#elem>()),
            Nothing::Least => quote!(#krate::staged::least_element::<#elem>()),
            Nothing::Most => quote!(#krate::staged::most_element::<#elem>()),
        }
    }
}

/// How the terms of a statement become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// `sum(|j| ..)`, `count(|j| ..)`
    Sum,
    /// `product(|j| ..)`
    Product,
    /// `any(|j| ..)`
    Any,
    /// `all(|j| ..)`
    All,
    /// `max(|j| ..)`
    Max,
    /// `min(|j| ..)`
    Min,
}

impl Fold {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Fold::Sum => "sum",
            Fold::Product => "product",
            Fold::Any => "any",
            Fold::All => "all",
            Fold::Max => "max",
            Fold::Min => "min",
        }
    }

    /// What has to be the element where nothing is stored, so that it changes nothing. Of conditions that is zero: those that do not
    /// hold there change nothing in `any`, and those that do in `all`.
    pub fn nothing(self) -> Nothing {
        match self {
            Fold::Sum | Fold::Any | Fold::All => Nothing::Zero,
            Fold::Product => Nothing::One,
            Fold::Max => Nothing::Least,
            Fold::Min => Nothing::Most,
        }
    }

    /// What it is of no terms.
    pub fn of_nothing(self) -> Nothing {
        match self {
            Fold::All => Nothing::One,
            _ => self.nothing(),
        }
    }

    /// What it is of no terms, as a value: `true`, or one of elements of this type.
    pub fn first(self, krate: &Path, elem: &Type) -> TokenStream {
        match self {
            Fold::All => quote!(true),
            _ => self.nothing().value(krate, elem),
        }
    }

    /// The function of `staged` that takes one term more.
    pub fn function(self) -> Ident {
        let name = match self {
            Fold::Sum => "sum",
            Fold::Product => "product",
            Fold::Any => "either",
            Fold::All => "both",
            Fold::Max => "larger",
            Fold::Min => "smaller",
        };
        Ident::new(name, Span::call_site())
    }
}

/// A loop over the stored elements of a tensor, in the order of storage, or over those of several tensors side by side.
pub struct Walk {
    /// The tensors.
    pub operands: Vec<Operand>,
    /// If there are several: which of them are there in each statement of the body. Where others are, nothing happens.
    pub cases: Vec<Case>,
    /// The tensor to which the values of the cases are appended, or into which they are put, if that is a stored one too.
    pub output: Option<Operand>,
    /// If there is one, how its elements come about, and how many of the outermost variables have coordinates that are appended one
    /// after another.
    pub assembling: Option<(Assembling, usize)>,
    /// Whether its elements are counted first: `#[count]`.
    pub is_counted: bool,
    /// How terms of one element that is appended become it.
    pub fold: Fold,
    /// The variables, the outermost first. If there is one tensor, one for each axis.
    pub vars: Vec<Id>,
    /// The scope of the loop.
    pub scope: Id,
    /// Where jumps out of the body go.
    pub jumps: Jumps,
    /// What runs for each stored element, with holes.
    pub body: Block,
    /// The statement before it that sets what is summed to zero, as a hole.
    pub zeroed: Option<Id>,
    /// Whether it is a statement that nothing leaves early.
    pub is_statement: bool,
    /// Axes of operands that an iterator of the statement runs along: the iterator runs over all of the target's axis.
    pub covered: Vec<Covered>,
    /// The one statement of the body, if it adds to an element that only the outermost variables choose.
    pub total: Option<Total>,
    /// If the tensor itself is changed.
    pub changes: Option<Changes>,
}

/// Elements of a tensor are changed where they are, while it is walked.
pub struct Changes {
    /// What the place of the element is called.
    pub place: Ident,
    /// Whether it matters which index an element has.
    pub by_index: bool,
}

/// How an element of an output comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assembling {
    /// It is one value, where the innermost variable is.
    Value,
    /// It is a sum over the variables inside of its own.
    Sum,
    /// It is one of a row of sums: variables that are summed over stand outside of its last axis.
    Row,
    /// It is put where it belongs, in any order, and terms are added to it there: to what was there before, or to nothing.
    Inserted {
        /// Whether nothing of what was there before is kept.
        is_new: bool,
    },
}

impl Assembling {
    /// How elements of an output along these variables, of so many, are appended, with the number of the outermost variables whose
    /// coordinates are appended one after another. `None` if they could only be appended in another order.
    pub fn in_order(mut output: Vec<usize>, vars: usize) -> Option<(Self, usize)> {
        let rank = output.len();
        output.sort_unstable();
        let outermost = output.iter().enumerate().take_while(|(number, var)| number == *var).count();
        match rank - outermost {
            0 if vars == rank => Some((Assembling::Value, rank)),
            0 => Some((Assembling::Sum, rank)),
            1 => Some((Assembling::Row, rank - 1)),
            _ => None,
        }
    }
}

impl Walk {
    /// Whether elements are put into the output, in any order.
    pub fn is_inserted(&self) -> bool {
        matches!(self.assembling, Some((Assembling::Inserted { .. }, _)))
    }

    /// Whether nothing else is in it then.
    pub fn is_new(&self) -> bool {
        matches!(self.assembling, Some((Assembling::Inserted { is_new: true }, _)))
    }

    /// The tensor that is walked, or the first of several.
    pub fn of(&self) -> Id {
        self.operands[0].of
    }
}

/// A tensor that is walked.
pub struct Operand {
    /// The tensor.
    pub of: Id,
    /// By axis, which variable of the walk runs along it.
    pub vars: Vec<usize>,
    /// The name, or the names, of its element.
    pub element: Pat,
}

impl Operand {
    /// The axis along which a variable runs.
    pub fn axis(&self, var: usize) -> Option<usize> {
        self.vars.iter().position(|along| *along == var)
    }
}

/// Which of several tensors have an element: the bits of their numbers.
pub type Case = u32;

/// An axis of an operand, and what is written along the same iterator.
pub struct Covered {
    /// The number of the operand.
    pub operand: usize,
    /// Its axis.
    pub axis: usize,
    /// The tensor that is written.
    pub target: Id,
    /// The axis of that.
    pub along: usize,
}

/// A sum over the innermost axes of a walk.
pub struct Total {
    /// How many variables choose the element: the outermost ones.
    pub outermost: usize,
    /// The statement that adds to it.
    pub write: Id,
    /// The accesses of the statement.
    pub accesses: Range<Id>,
    /// Whether it is complete: nothing of what was there before is added to.
    pub is_new: bool,
    /// How many accumulators it was asked to have.
    pub accumulators: Option<usize>,
}
