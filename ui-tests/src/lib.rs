//! Compile-fail tests.
