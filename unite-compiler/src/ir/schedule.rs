//! What is asked for loops.

/// How a loop is to be run.
#[derive(Clone, PartialEq, Eq)]
pub enum Schedule {
    /// As it is written: the compiler may vectorise it or not.
    Autovectorize,
    /// Element after element, also where the compiler would vectorise it.
    Scalar,
    /// Element after element, all written out.
    Unroll,
    /// As lanes along a variable, by its name, and how many of them, if that is asked for.
    Vectorize(String, Option<i64>),
    /// So many blocks at a time: what the compiler asks for, and no user.
    Batches(i64),
}
