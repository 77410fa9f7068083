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
    /// The library refuses to show a tensor where another one is that runs along an axis which it does not have. The
    /// specification has elements where locations agree.
    Projection,
    /// What is passed has no points that its block has, or some that no strides lead to.
    Argument,
    /// A sum is no `i32`.
    Overflow,
    /// A tensor was indexed by one that has no location in it, and the result was used as if it had one.
    Nowhere,
}

/// The elements of every parameter when the chain is done.
pub type Outcome = Result<Vec<Vec<i32>>, Refusal>;
