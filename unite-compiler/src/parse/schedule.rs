//! Attributes of loops and statements: how they are to be run.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitInt, Token};

use super::Parser;
use crate::ir::{Id, Schedule};
use crate::messages;
use crate::syntax::BATCHES;

impl Parser<'_> {
    /// Takes the attributes that say how a loop is to be run.
    pub(super) fn schedule(&mut self, attributes: &mut Vec<Attribute>) -> Option<(Schedule, Attribute)> {
        let mut found = None;
        attributes.retain(|attribute| {
            let schedule = match attribute.path().get_ident().map(ToString::to_string).as_deref() {
                Some("autovectorize") => Schedule::Autovectorize,
                Some("scalar") => Schedule::Scalar,
                Some("unroll") => Schedule::Unroll,
                Some(BATCHES) => {
                    match attribute.parse_args::<LitInt>().and_then(|blocks| blocks.base10_parse()) {
                        Ok(blocks) => Schedule::Batches(blocks),
                        Err(_) => return true,
                    }
                }
                Some("vectorize") => match attribute.parse_args_with(along) {
                    Ok((name, lanes)) => Schedule::Vectorize(name.to_string(), lanes),
                    Err(_) => {
                        self.report.error(attribute, messages::vectorize_what());
                        return false;
                    }
                },
                _ => return true,
            };
            found = Some((schedule, attribute.clone()));
            false
        });
        found
    }

    /// Takes the attributes of a statement, which stand at its first expression. What the statement around it said of counting is answered.
    pub(super) fn attributes_of(&mut self, attributes: &mut Vec<Attribute>) -> Option<Attribute> {
        self.asked = self.schedule(attributes);
        let number = attributes.iter().position(|attribute| attribute.path().is_ident("count"));
        let counted = number.map(|number| attributes.remove(number));
        self.unknown_schedules(attributes);
        std::mem::replace(&mut self.counted, counted)
    }

    /// What was asked for so, and is nothing that is appended, is a mistake. Then the statement around it goes on.
    pub(super) fn is_not_counted(&mut self, around: Option<Attribute>) {
        if let Some(attribute) = std::mem::replace(&mut self.counted, around) {
            self.report.error(&attribute, messages::count_what());
        }
    }

    /// Notes how the loops over some variables are to be run.
    pub(super) fn scheduled(&mut self, schedule: Option<(Schedule, Attribute)>, vars: &[Id]) {
        let Some((schedule, attribute)) = schedule else { return };
        if let Schedule::Vectorize(name, _) = &schedule
            && !vars.iter().any(|v| self.kernel.vars[*v].name == *name)
        {
            let known: Vec<String> = vars.iter().map(|v| self.kernel.vars[*v].shown()).collect();
            self.report.error(&attribute, messages::vectorize_unknown(name, &known));
        }
        for var in vars {
            self.kernel.schedules.insert(*var, schedule.clone());
        }
    }
}

/// A variable, and how many lanes run along it.
fn along(input: ParseStream<'_>) -> syn::Result<(Ident, Option<i64>)> {
    let name = input.parse()?;
    if input.is_empty() {
        return Ok((name, None));
    }
    input.parse::<Token![,]>()?;
    let lanes: LitInt = input.parse()?;
    match lanes.base10_parse()? {
        count @ (4 | 8 | 16 | 32) => Ok((name, Some(count))),
        _ => Err(syn::Error::new(lanes.span(), "not a number of lanes")),
    }
}
