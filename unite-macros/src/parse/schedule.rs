//! Attributes of loops and statements: how they are to be run.

use syn::{Attribute, Ident};

use super::Parser;
use crate::ir::{Id, Schedule};
use crate::messages;

impl Parser<'_> {
    /// Takes the attributes that say how a loop is to be run.
    pub(super) fn schedule(&mut self, attributes: &mut Vec<Attribute>) -> Option<(Schedule, Attribute)> {
        let mut found = None;
        attributes.retain(|attribute| {
            let schedule = match attribute.path().get_ident().map(ToString::to_string).as_deref() {
                Some("autovectorize") => Schedule::Autovectorize,
                Some("scalar") => Schedule::Scalar,
                Some("unroll") => Schedule::Unroll,
                Some("vectorize") => match attribute.parse_args::<Ident>() {
                    Ok(name) => Schedule::Vectorize(name.to_string()),
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

    /// Notes how the loops over some variables are to be run.
    pub(super) fn scheduled(&mut self, schedule: Option<(Schedule, Attribute)>, vars: &[Id]) {
        let Some((schedule, attribute)) = schedule else { return };
        if let Schedule::Vectorize(name) = &schedule
            && !vars.iter().any(|v| self.kernel.vars[*v].name == *name)
        {
            let known: Vec<String> = vars.iter().map(|v| self.kernel.vars[*v].name.to_string()).collect();
            self.report.error(&attribute, messages::vectorize_unknown(name, &known));
        }
        for var in vars {
            self.kernel.schedules.insert(*var, schedule.clone());
        }
    }
}
