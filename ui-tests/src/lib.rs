//! What must not compile, and the message it gets: one mistake a file in `fail/`, the file named after the mistake,
//! the message beside it in a file of the same name that ends in `.stderr`.
//!
//! To accept new messages: `TRYBUILD=overwrite cargo test --package unite-ui-tests`, then read the difference.
