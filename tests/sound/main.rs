//! Programs without `unsafe` that would break memory if a kernel believed what it reads: each is right, or panics with a
//! sentence. Those that do not compile are in `ui-tests/fail`.

#![forbid(unsafe_code)]

mod addresses;
mod anyway;
mod anywhere;
mod arithmetic;
mod bare;
mod beliefs;
mod changing;
mod closures;
mod data;
mod doors;
mod edges;
mod ends;
mod extents;
mod far;
mod folded;
mod guarded;
mod handed;
mod inlined;
mod items;
mod jumps;
mod listed;
mod middles;
mod moved;
mod named;
mod nothing;
mod outcome;
mod overlaps;
mod parts;
mod patterns;
mod primitives;
mod rebound;
mod ruled;
mod shapes;
mod spelt;
mod stateful;
mod storages;
mod together;
mod told;
mod turns;
mod types;

use outcome::{EVERY, block, is_refused, refusal, written, written_or_refused};
