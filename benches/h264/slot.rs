//! A slot of a table, and what fills it.

use crate::memory::Memory;

/// A way to fill a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// Our kernel.
    Ours,
    /// The function of the encoder whose table it is.
    Theirs,
    /// Plain Rust.
    Scalar,
}

impl Column {
    /// All of them.
    pub const ALL: [Column; 3] = [Column::Ours, Column::Theirs, Column::Scalar];
}

/// Calls a function of a slot on every place that there is for it.
pub type Run = Box<dyn Fn(&mut Memory)>;

/// A slot.
pub struct Case {
    /// The encoder whose table it is in.
    pub encoder: &'static str,
    /// What it is called there, and which of several it is.
    pub name: String,
    /// How often a run calls it.
    pub calls: u32,
    /// Its functions; some encoders are not linked, some slots have no plain form.
    pub runs: [Option<Run>; 3],
    /// Whether a function of theirs may write more than the block.
    pub spills: bool,
}

impl Case {
    /// What a function makes of fresh memory; nothing where there is no function.
    fn outcome(&self, column: Column) -> Option<Memory> {
        self.runs[column as usize].as_ref().map(|run| {
            let mut memory = Memory::fresh();
            run(&mut memory);
            *memory
        })
    }

    /// Whether all functions write the same: the name of one that does not.
    pub fn differs(&self) -> Option<Column> {
        let ours = self.outcome(Column::Ours);
        let others = [Column::Theirs, Column::Scalar];
        let compared = others.into_iter().filter(|&column| !(self.spills && column == Column::Theirs));
        let mut different = compared.filter(|&column| {
            let other = self.outcome(column);
            other.is_some() && other != ours
        });
        different.next()
    }
}

/// How often a function is called in a run, where there are as many places for it.
pub const CALLS: usize = 64;

/// The tables `T` of an encoder, and what was made of them so far.
pub struct Maker<T> {
    pub encoder: &'static str,
    pub tables: [Option<T>; 3],
    pub cases: Vec<Case>,
}

impl<T> Maker<T> {
    /// A slot for each name.
    pub fn slots<F: Copy + 'static>(
        &mut self,
        table: &str,
        names: &[&str],
        calls: usize,
        get: impl Fn(&T, usize) -> F,
        call: impl Fn(F, &mut Memory, usize) + Copy + 'static,
    ) {
        for (slot, name) in names.iter().enumerate() {
            let runs = self.tables.each_ref().map(|tables| {
                tables.as_ref().map(|tables| {
                    let function = get(tables, slot);
                    Box::new(move |memory: &mut Memory| (0..calls).for_each(|i| call(function, memory, i)))
                        as Run
                })
            });
            let name = format!("{table} {name}").trim_end().to_string();
            self.cases.push(Case { encoder: self.encoder, name, calls: calls as u32, runs, spills: false });
        }
    }

    /// The last `count` functions of theirs may write more than blocks.
    pub fn spilling(&mut self, count: usize) {
        let from = self.cases.len() - count;
        self.cases[from..].iter_mut().for_each(|case| case.spills = true);
    }

    /// The last `count` slots have no form in plain Rust.
    pub fn without_plain(&mut self, count: usize) {
        let from = self.cases.len() - count;
        self.cases[from..].iter_mut().for_each(|case| case.runs[Column::Scalar as usize] = None);
    }
}
