//! Blocks and views.
