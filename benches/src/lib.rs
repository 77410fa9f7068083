//! Shared bench code.
