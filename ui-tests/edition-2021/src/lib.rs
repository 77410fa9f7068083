//! Its tests are the programs of `tests/sound`.
