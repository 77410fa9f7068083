//! What kernels mean, whatever they are compiled to.

mod order;
