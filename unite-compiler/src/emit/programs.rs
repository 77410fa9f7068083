//! The constants and types of programs of lanes, each said once, however many forms of a nest need it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use unite_ranges::Range;

use super::Emitter;
use super::vector::Vector;
use crate::parse::tidy;
use crate::syntax::{idents, type_name};

/// What the constants of programs are called, before the number.
const NAMES: [&str; 2] = ["UNITE_RANGES_", "UNITE_KEYS_"];

/// What the programs of a kernel need around them.
#[derive(Default)]
pub struct Programs {
    /// Programs that depend on constants of the user's.
    known: Vec<Program>,
    /// Whether there is a program at all.
    is_used: bool,
    /// Types, by name.
    items: BTreeMap<String, TokenStream>,
}

/// Of one or more programs that have the same constants.
struct Program {
    facts: Facts,
    constants: TokenStream,
}

/// What says whether two programs have the same constants.
#[derive(PartialEq)]
struct Facts {
    /// The constants, but for their number.
    text: String,
    /// What the macro knows of the values.
    ranges: Vec<Option<Range>>,
    /// How many points are summed up in each lane.
    each: Option<i64>,
}

impl Facts {
    fn new(vector: &Vector<'_, '_>, constants: &TokenStream) -> Facts {
        let text = without_number(constants.clone(), &vector.number.to_string());
        Facts { text, ranges: vector.ranges(), each: vector.each }
    }
}

impl Programs {
    /// The number of the next program.
    pub fn next(&self) -> usize {
        self.known.len()
    }

    /// Gives a program its number: that of one with the same constants, if there is one.
    pub fn number(&self, vector: &mut Vector<'_, '_>, constants: &TokenStream) {
        let facts = Facts::new(vector, constants);
        if let Some(number) = self.known.iter().position(|program| program.facts == facts) {
            vector.number = number;
        }
    }

    /// Notes what a program needs, which has its number: constants, types by name, and that numbers are what they were taken for.
    pub fn note(
        &mut self,
        vector: &Vector<'_, '_>,
        constants: TokenStream,
        mut items: BTreeMap<String, TokenStream>,
    ) {
        if !constants.is_empty() && vector.number == self.next() {
            let facts = Facts::new(vector, &constants);
            self.known.push(Program { facts, constants });
        }
        self.is_used = true;
        self.items.append(&mut items);
        for (constant, number) in &vector.program.confirmed {
            let (number, name) = (Literal::i128_unsuffixed(*number), tidy(&type_name(constant)));
            let message =
                format!("`{name}` is another number here: give what has the name of the type another one");
            self.items.entry(format!("confirmed_{name}")).or_insert_with(|| {
                quote_spanned!(constant.span()=>
                    const _: () =
                        ::core::assert!((#constant) as ::core::primitive::i128 == #number, #message);
                )
            });
        }
    }

    /// Everything that programs need.
    pub fn items(&self, krate: &syn::Path) -> TokenStream {
        if !self.is_used {
            return TokenStream::new();
        }
        let (constants, items) = (self.known.iter().map(|program| &program.constants), self.items.values());
        let library = library(krate);
        quote!(#library #(#constants)* #(#items)*)
    }

    /// The constants that some code needs.
    pub fn constants_for(&self, code: TokenStream) -> TokenStream {
        let (mut needed, mut open) = (BTreeSet::new(), vec![code]);
        while let Some(code) = open.pop() {
            for name in idents(code) {
                let name = name.to_string();
                let number = number_of(&name).and_then(|number| number.parse::<usize>().ok());
                if let Some(number) = number
                    && let Some(program) = self.known.get(number)
                    && needed.insert(number)
                {
                    open.push(program.constants.clone());
                }
            }
        }
        let constants = needed.into_iter().map(|number| &self.known[number].constants);
        quote!(#(#constants)*)
    }
}

impl Emitter<'_> {
    /// Where the functions are that lanes are made of.
    pub fn lanes_path(&self) -> TokenStream {
        quote!(unite_lanes)
    }
}

/// The short name of the functions that lanes are made of.
pub fn library(krate: &syn::Path) -> TokenStream {
    quote!(
        #[allow(unused_imports)]
        use #krate::staged::lanes as unite_lanes;
    )
}

/// What stands for the number in the name of a constant of a program.
fn number_of(name: &str) -> Option<&str> {
    NAMES.iter().find_map(|prefix| name.strip_prefix(prefix))
}

/// Code as text, in which the constants of a program have no number.
fn without_number(code: TokenStream, number: &str) -> String {
    let mut text = String::new();
    for token in code {
        // Writing to text does not fail.
        let _ = match token {
            TokenTree::Group(group) => {
                write!(text, "{:?}{}; ", group.delimiter(), without_number(group.stream(), number))
            }
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let own = number_of(&name).is_some_and(|own| own == number);
                write!(text, "{} ", if own { name.trim_end_matches(char::is_numeric) } else { &name })
            }
            token => write!(text, "{token} "),
        };
    }
    text
}
