//! What becomes of the statements of a kernel over stored tensors of given types, in words: code of `KERNEL::plan_of` calls this.

use crate::changed::Changed;
use crate::fibre::Fibre;
use crate::format::Format;
use crate::merge::{Intersection, Walked};
use crate::stored::Stored;

/// All lines of a plan.
pub type Words = String;

/// The lines of a plan: one for each statement or loop, and below it one for each of its axes.
#[derive(Debug, Default)]
pub struct Told(String);

impl Told {
    /// No line.
    pub fn new() -> Self {
        Self::default()
    }

    /// All lines.
    pub fn into_string(self) -> Words {
        self.0
    }

    /// A statement or a loop begins, which runs over these variables.
    pub fn begin(&mut self, over: &str) {
        self.0 += &format!("over {over}\n");
    }

    fn line(&mut self, var: &str, what: &str) {
        self.0 += &format!("    {var}: {what}\n");
    }

    /// A tensor that is run over by itself.
    pub fn alone<const N: usize, A: Stored<N>>(&mut self, over: &str, name: &str) {
        match <A::Format as Format<N>>::NESTED {
            true => self.line(over, &format!("`{name}` is walked, level by level")),
            false => self.line(over, &format!("`{name}` is scanned: it has not a level for each axis")),
        }
    }

    /// A tensor whose elements are changed where they are.
    pub fn changed<const N: usize, A: Changed<N>>(&mut self, over: &str, name: &str, by_index: bool) {
        match !by_index && <A::Format as Format<N>>::FILLED {
            true => self.line(over, &format!("values of `{name}` are changed as they lie in memory")),
            false => self.line(over, &format!("`{name}` is scanned, and changed where it is")),
        }
    }

    /// A tensor along a variable along which no other is.
    pub fn one<F: Fibre>(&mut self, var: &str, name: &str) {
        let all = if F::FULL { ", all coordinates" } else { "" };
        self.line(var, &format!("`{name}` is walked{all}"));
    }

    /// Two tensors, of which both have to be there.
    pub fn both<const EACH: bool, A: Fibre, B: Fibre>(&mut self, var: &str, a: &str, b: &str) {
        let what = match Intersection::<A, B, EACH>::WALKED {
            Walked::First => format!("`{a}` is walked, `{b}` is looked up"),
            Walked::Second => format!("`{b}` is walked, `{a}` is looked up"),
            Walked::Both => format!("`{a}` and `{b}` are merged: what both have"),
        };
        self.line(var, &what);
    }

    /// A third one, which has to be there, too.
    pub fn third<F: Fibre>(&mut self, var: &str, name: &str) {
        self.line(var, &format!("`{name}` {}", if F::LOCATES { "is looked up" } else { "follows" }));
    }

    /// Several tensors, of which not all have to be there.
    pub fn any(&mut self, var: &str, names: &str) {
        self.line(var, &format!("{names} are merged: what any has"));
    }

    /// A tensor into which a statement puts elements.
    pub fn inserted(&mut self, over: &str, name: &str) {
        self.line(over, &format!("elements are put into `{name}`, in any order"));
    }

    /// A tensor to which what was counted is appended.
    pub fn counted(&mut self, over: &str, name: &str) {
        self.line(
            over,
            &format!("elements of `{name}` are counted first: it takes just the memory for them"),
        );
    }

    /// A tensor of which single elements are looked up. `locates`: each of its levels finds coordinates by itself.
    pub fn looked_up<const N: usize, A: Stored<N>>(&mut self, name: &str, locates: bool) {
        let how = match <A::Format as Format<N>>::NESTED {
            true if locates => "at once",
            true => "by a search in its levels",
            false => "as its format does",
        };
        self.0 += &format!("elements of `{name}` are looked up {how}\n");
    }
}
