//! Vectors against numbers, at every level of instruction sets: see `tests/lanes`.
//!
//! They have a package of their own so that they are compiled without optimisation: each operation for each lane type,
//! number of lanes and level makes much code, which runs once.
