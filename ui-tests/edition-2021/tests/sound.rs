//! The programs of `tests/sound`, in edition 2021: there, what is written inside of an `unsafe` function needs no `unsafe` of
//! its own, and closures capture fields. `changing` is left out: its kernels have `let` in the middle of conditions, which is of
//! edition 2024.

#![forbid(unsafe_code)]

#[path = "../../../tests/sound/addresses.rs"]
mod addresses;
#[path = "../../../tests/sound/anyway.rs"]
mod anyway;
#[path = "../../../tests/sound/arithmetic.rs"]
mod arithmetic;
#[path = "../../../tests/sound/bare.rs"]
mod bare;
#[path = "../../../tests/sound/beliefs.rs"]
mod beliefs;
#[path = "../../../tests/sound/closures.rs"]
mod closures;
#[path = "../../../tests/sound/data.rs"]
mod data;
#[path = "../../../tests/sound/doors.rs"]
mod doors;
#[path = "../../../tests/sound/edges.rs"]
mod edges;
#[path = "../../../tests/sound/extents.rs"]
mod extents;
#[path = "../../../tests/sound/far.rs"]
mod far;
#[path = "../../../tests/sound/folded.rs"]
mod folded;
#[path = "../../../tests/sound/guarded.rs"]
mod guarded;
#[path = "../../../tests/sound/handed.rs"]
mod handed;
#[path = "../../../tests/sound/inlined.rs"]
mod inlined;
#[path = "../../../tests/sound/items.rs"]
mod items;
#[path = "../../../tests/sound/jumps.rs"]
mod jumps;
#[path = "../../../tests/sound/listed.rs"]
mod listed;
#[path = "../../../tests/sound/middles.rs"]
mod middles;
#[path = "../../../tests/sound/moved.rs"]
mod moved;
#[path = "../../../tests/sound/named.rs"]
mod named;
#[path = "../../../tests/sound/nothing.rs"]
mod nothing;
#[path = "../../../tests/sound/outcome.rs"]
mod outcome;
#[path = "../../../tests/sound/overlaps.rs"]
mod overlaps;
#[path = "../../../tests/sound/parts.rs"]
mod parts;
#[path = "../../../tests/sound/patterns.rs"]
mod patterns;
#[path = "../../../tests/sound/primitives.rs"]
mod primitives;
#[path = "../../../tests/sound/rebound.rs"]
mod rebound;
#[path = "../../../tests/sound/shapes.rs"]
mod shapes;
#[path = "../../../tests/sound/spelt.rs"]
mod spelt;
#[path = "../../../tests/sound/stateful.rs"]
mod stateful;
#[path = "../../../tests/sound/storages.rs"]
mod storages;
#[path = "../../../tests/sound/together.rs"]
mod together;
#[path = "../../../tests/sound/told.rs"]
mod told;
#[path = "../../../tests/sound/turns.rs"]
mod turns;
#[path = "../../../tests/sound/types.rs"]
mod types;

use outcome::{EVERY, block, is_refused, refusal, written, written_or_refused};
