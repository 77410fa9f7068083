//! Random chains of operations on tensors: what they are, and the kernels that they become.
//!
//! Staged chains are compiled, so the build script draws them from fixed seeds and writes their kernels; the test
//! draws the same chains again and interprets them through the library and through the specification.

pub mod plan;
