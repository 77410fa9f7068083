//! Functions of numbers whose bodies kernels see: in lanes, a call of one is its body.
//!
//! An attribute sees the call of a function and not its body, which may be in another crate. So the attribute on the function
//! *offers* the body, as a macro of the function's name, and a kernel that names the function in `inline(..)` *takes* it: its
//! expansion is a call of that macro, which writes the kernel again, with the body as a closure. rustc finds the macro where it
//! finds the function, as `use` brings both.

mod elsewhere;
pub mod offer;
pub mod take;
