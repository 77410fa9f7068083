//! Bit writers.
