//! The constants and types of programs of lanes, each said once, however many forms of a nest need it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::Emitter;
use super::vector::Vector;

/// What the constants of programs are called, before the number.
const NAMES: [&str; 3] = ["UNITE_RANGES_", "UNITE_KEYS_", "UNITE_SUMS_"];

/// What the programs of a kernel need around them.
#[derive(Default)]
pub struct Programs(Vec<Program>);

/// Of one or more programs that have the same constants.
struct Program {
    /// The constants, but for their number.
    text: String,
    constants: TokenStream,
    /// Types and the like, by name.
    items: BTreeMap<String, TokenStream>,
}

impl Programs {
    /// The number of the next program.
    pub fn next(&self) -> usize {
        self.0.len()
    }

    /// Everything that programs need.
    pub fn items(&self) -> TokenStream {
        let each = self.0.iter().map(|program| {
            let (constants, items) = (&program.constants, program.items.values());
            quote!(#constants #(#items)*)
        });
        each.collect()
    }

    /// The constants that some code needs.
    pub fn constants_for(&self, code: TokenStream) -> TokenStream {
        let (mut needed, mut open) = (BTreeSet::new(), vec![code]);
        while let Some(code) = open.pop() {
            names(code, &mut |name| {
                let number = number_of(name).and_then(|number| number.parse::<usize>().ok());
                if let Some(number) = number
                    && let Some(program) = self.0.get(number)
                    && needed.insert(number)
                {
                    open.push(program.constants.clone());
                }
            });
        }
        needed.into_iter().map(|number| self.0[number].constants.clone()).collect()
    }
}

impl Emitter<'_> {
    /// Gives a program its number: that of one with the same constants, if there is one.
    pub fn number(&self, vector: &mut Vector<'_, '_>, constants: &TokenStream) {
        let programs = self.programs.borrow();
        let text = without_number(constants.clone(), &vector.number.to_string());
        if let Some(number) = programs.0.iter().position(|program| program.text == text) {
            vector.number = number;
        }
    }

    /// Notes what a program needs, which has its number.
    pub fn note(&self, vector: &Vector<'_, '_>, constants: TokenStream) {
        let mut programs = self.programs.borrow_mut();
        if vector.number == programs.next() {
            let text = without_number(constants.clone(), &vector.number.to_string());
            programs.0.push(Program { text, constants, items: BTreeMap::new() });
        }
        programs.0[vector.number].items.append(&mut vector.items.borrow_mut());
    }
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

/// All names in some code.
fn names(code: TokenStream, found: &mut dyn FnMut(&str)) {
    for token in code {
        match token {
            TokenTree::Group(group) => names(group.stream(), found),
            TokenTree::Ident(name) => found(&name.to_string()),
            _ => {}
        }
    }
}
