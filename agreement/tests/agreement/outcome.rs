//! What a chain comes to.

/// Why a chain comes to no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// An element lies outside its block.
    Outside,
    /// A view would have no points. The library refuses it; in a kernel, loops over it do nothing.
    Empty,
    /// Points of one tensor lie between those of another. The library takes the first before; a kernel has no stride.
    Sparse,
    /// The location was asked of a view that was colocated in a tensor whose points lie between those of the source.
    /// The library says where the former are, a kernel where the latter are. The elements are the same.
    Between,
    /// A tensor was indexed by one that has no location in it. The result has no location: the library puts it where
    /// the first lies, and a kernel where the second does.
    Nowhere,
}

/// The elements of every parameter when the chain is done.
pub type Outcome = Result<Vec<Vec<i32>>, Refusal>;
