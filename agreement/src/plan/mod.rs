//! Chains, and how they are drawn and written. Shared with the build script, so it depends on nothing.

pub mod callees;
pub mod chain;
pub mod formulas;
pub mod generate;
pub mod limits;
pub mod nominal;
pub mod numbers;
pub mod orders;
pub mod parameter;
pub mod random;
pub mod rows;
pub mod source;
pub mod statements;
pub mod storage;
