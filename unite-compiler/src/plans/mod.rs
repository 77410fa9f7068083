//! What becomes of a loop nest, decided on values and kept as one: nothing here knows how it is written out.
//!
//! A nest is a list of [`Level`]s around a program of lanes. [`Shape::of`] says how its points lie in lanes, [`worth`] whether
//! lanes are better than what rustc makes of loops, [`forms`] which extents get a form of their own. A [`Plan`] is what came of
//! it: remarks, listings, `k::plan()` and `goldens/plans.txt` are printed from it. The numbers are in [`cost`](crate::cost).

pub mod forms;
mod gaps;
mod level;
mod place;
mod plan;
pub mod read_together;
pub mod serial;
mod shape;
pub mod worth;

pub use gaps::{Gaps, every_second};
pub use level::Level;
pub use place::{Link, Place};
pub use plan::{Lanes, Plan, Rest};
pub use shape::{Asked, Shape};
