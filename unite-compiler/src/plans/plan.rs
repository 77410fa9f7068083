//! What becomes of a nest, for those who ask it.

use crate::ir::{Id, Kernel};
use crate::known::{Known, Truth};
use crate::lanes::refusal::Refusal;
use crate::plans::serial::Serial;

/// What becomes of a loop nest.
pub struct Plan {
    /// The variables of its loops, outermost first.
    pub vars: Vec<Id>,
    /// Their names.
    pub over: String,
    /// The line of its first variable.
    pub line: usize,
    /// Its lanes, or what prevents them.
    pub outcome: Result<Lanes, Refusal>,
    /// What becomes of its loops where they are no lanes.
    pub serial: Serial,
}

/// The lanes of a nest.
pub struct Lanes {
    /// The variables that run along them.
    pub vars: String,
    /// How many points side by side, along each of these.
    pub shape: Vec<i64>,
    /// How many rows of lanes are written one after another, because they share what they read.
    pub together: i64,
    /// How many rows are written out one after another where there is little to do for each.
    pub at_a_time: i64,
    /// The bits of the widest lanes.
    pub widest: Known<u32>,
    /// How many there are in long rows, if they are more.
    pub long: Option<i64>,
    /// How many long rows are taken at a time, because they share what they read.
    pub jammed: i64,
    /// How many there are in rows of fewer points, if such have a form of their own.
    pub short: Option<i64>,
    /// The extents that have a form of their own, where only rustc knows them.
    pub forms: Vec<i64>,
    /// Whether only the middle of rows is lanes: around it a rule says what lies outside.
    pub is_middle: bool,
    /// The variable whose loop was the innermost one, if another one is: its points may meet.
    pub inside_of: Option<String>,
    /// The variable that runs along lanes of a form of its own, where elements lie side by side along that.
    pub otherwise: Option<String>,
    /// Whether elements between those that are written are written back as they were read.
    pub fills_gaps: bool,
    /// What is done with what is left of a row.
    pub rest: Rest,
    /// The variables of loops inside of which all lanes make the same passes.
    pub passes: Vec<String>,
    /// The idioms that were found, as their patterns.
    pub at_once: Vec<&'static str>,
    /// Whether it is lanes at all, which depends on how wide they are.
    pub is_narrow: Truth,
}

/// What is done with the points of a row that fill no lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// There are none.
    None,
    /// The last lanes end with the row: some points are computed twice.
    Again,
    /// They are computed one by one.
    Single,
}

impl Plan {
    /// That of the nest over some variables.
    pub fn of(kernel: &Kernel, vars: &[Id], outcome: Result<Lanes, Refusal>, serial: Serial) -> Self {
        let over: Vec<String> = vars.iter().map(|var| kernel.vars[*var].shown()).collect();
        let line = vars.first().map_or(0, |var| kernel.vars[*var].name.span().start().line);
        Plan { vars: vars.to_vec(), over: over.join(", "), line, outcome, serial }
    }

    /// What becomes of the nest, for people.
    pub fn shown(&self) -> String {
        let reason = match &self.outcome {
            Ok(lanes) if lanes.is_narrow.fails() => "wide lanes are left to the compiler",
            Ok(lanes) => return lanes.shown(),
            Err(refusal) => &refusal.reason,
        };
        let serial = self.serial.shown().into_iter();
        // As good as lanes: the compiler makes vectors of them.
        if self.serial.tile.is_some() || self.serial.distributed.is_some() {
            return serial.collect::<Vec<_>>().join("; ");
        }
        std::iter::once(format!("no lanes: {reason}")).chain(serial).collect::<Vec<_>>().join("; ")
    }
}

impl Lanes {
    /// How many points side by side, and what they take.
    fn shown(&self) -> String {
        let shape: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        let bits = self.widest.now().map(|bits| format!(" of {bits} bits")).unwrap_or_default();
        let mut shown = format!("lanes along {}, {}{bits}", self.vars, shape.join(" x "));
        let mut say = |what: String| shown.push_str(&what);
        if let Some(lanes) = self.long {
            say(format!(", {lanes} in long rows"));
        }
        if self.jammed > 1 {
            say(format!(", {} of them at a time", self.jammed));
        }
        if let Some(lanes) = self.short {
            say(format!(", {lanes} in short rows"));
        }
        if let [others @ .., last] = &self.passes[..] {
            let and = if others.is_empty() { String::new() } else { format!("{} and ", others.join(", ")) };
            say(format!("; all of them make the passes over {and}{last}"));
        }
        if self.together > 1 {
            say(format!("; {} rows one after another, which share what they read", self.together));
        }
        if self.at_a_time > 1 {
            say(format!("; {} rows one after another", self.at_a_time));
        }
        if let Some(outer) = &self.inside_of {
            let vars = &self.vars;
            say(format!(
                "; {vars} inside of {outer}, whose points may meet, where those of {vars} lie side by side"
            ));
        }
        if let Some(vars) = &self.otherwise {
            say(format!(", or along {vars} where those of {vars} lie side by side"));
        }
        if self.fills_gaps {
            say("; every second element is written back as it was".into());
        }
        if let [others @ .., last] = &self.forms[..] {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            let or = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
            say(format!("; a form of its own for rows of {or}{last}"));
        }
        if self.is_middle {
            say("; points near the edges one by one".into());
        }
        match self.rest {
            Rest::None => {}
            Rest::Again => say("; the last lanes of a row end with it".into()),
            Rest::Single => say("; the rest of a row one by one".into()),
        }
        if !self.is_narrow.holds() {
            say("; if constants leave them narrow".into());
        }
        self.at_once.iter().for_each(|pattern| say(format!("; at once: {pattern}")));
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Plan, Rest};
    use crate::known::Known;
    use crate::lanes::refusal::Refusal;
    use crate::plans::serial::Serial;
    use proc_macro2::Span;

    fn lanes() -> Lanes {
        Lanes {
            vars: "x".into(),
            shape: vec![16],
            together: 1,
            at_a_time: 1,
            widest: Known::Now(8),
            long: None,
            jammed: 1,
            short: None,
            forms: Vec::new(),
            is_middle: false,
            inside_of: None,
            otherwise: None,
            fills_gaps: false,
            rest: Rest::None,
            passes: Vec::new(),
            at_once: Vec::new(),
            is_narrow: Known::Now(true),
        }
    }

    fn shown(outcome: Result<Lanes, Refusal>) -> String {
        let serial = Serial { is_touching: true, ..Serial::default() };
        Plan { vars: vec![0, 1], over: "y, x".into(), line: 7, outcome, serial }.shown()
    }

    #[test]
    fn a_plan_is_a_line() {
        assert_eq!(shown(Ok(lanes())), "lanes along x, 16 of 8 bits");
        let refusal = Refusal::new(Span::call_site(), "3 points are too few for lanes".into());
        assert_eq!(
            shown(Err(refusal)),
            "no lanes: 3 points are too few for lanes; one loop where rows touch"
        );
    }

    #[test]
    fn every_decision_is_said() {
        let (forms, rest) = (vec![16, 8, 4], Rest::Again);
        let all =
            Lanes { together: 4, long: Some(32), short: Some(8), forms, is_middle: true, rest, ..lanes() };
        assert_eq!(
            shown(Ok(all)),
            "lanes along x, 16 of 8 bits, 32 in long rows, 8 in short rows; 4 rows one after another, which share what they read; \
             a form of its own for rows of 16, 8 or 4; points near the edges one by one; the last lanes of a row end with it"
        );
        let moved = Lanes { vars: "y".into(), inside_of: Some("x".into()), ..lanes() };
        let said = "lanes along y, 16 of 8 bits; y inside of x, whose points may meet, where those of y lie side by side";
        assert_eq!(shown(Ok(moved)), said);
        let wide = Lanes { is_narrow: Known::Now(false), ..lanes() };
        let said = "no lanes: wide lanes are left to the compiler; one loop where rows touch";
        assert_eq!(shown(Ok(wide)), said);
    }
}
