//! How far a kernel is optimised. Every stage but the last is there to be measured: what it costs to be without the rest.

/// What is done to views and locations; each stage includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Nothing: a view is a value, made where its definition stands, and every access goes up the chain of views, then
    /// from its location to memory.
    None,
    /// Views are collapsed: an access is an index of the block.
    Collapse,
    /// Origins are constants.
    Origin,
    /// So are the distances between neighbours in the root.
    Stride,
    /// So are extents, and with them distances in memory, as far as the types know them.
    Extent,
    /// Loops become lanes, too.
    All,
}

impl Stage {
    /// All stages, and what they are called.
    pub const NAMES: [(&str, Stage); 6] = [
        ("none", Stage::None),
        ("collapse", Stage::Collapse),
        ("origin", Stage::Origin),
        ("stride", Stage::Stride),
        ("extent", Stage::Extent),
        ("all", Stage::All),
    ];

    /// The stage of that name.
    pub fn named(name: &str) -> Option<Stage> {
        Stage::NAMES.iter().find(|(known, _)| *known == name).map(|(_, stage)| *stage)
    }
}
