//! What kernels mean, whatever they are compiled to.

mod numbers;
mod order;
mod tuples;
