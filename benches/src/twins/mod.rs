//! Kernels and their hand-written twins: what the instruction counts and the assembly check are made over.
//!
//! A new kernel needs one file here, with a [`Pair`] and two functions, and one line in [`ALL`].
//!
//! The two functions are called `ours_NAME` and `twin_NAME`, are `#[unsafe(no_mangle)]` and `#[inline(never)]`, and
//! work on data that was prepared before. Both do the same work: the same checks at entry, the same data, the same
//! instruction set. `ours_NAME` does nothing but call the kernel: a loop of its own belongs to neither.

mod saxpy;

/// A kernel and its twin over the same prepared data.
pub trait Pair {
    /// Calls `ours_NAME`.
    fn ours(&mut self);
    /// Calls `twin_NAME`.
    fn twin(&mut self);
    /// What the last call wrote: equal for both.
    fn output(&self) -> Vec<i64>;
}

/// One line of the table of kernels.
pub struct Twin {
    /// `NAME` in `ours_NAME` and `twin_NAME`.
    pub name: &'static str,
    /// The kernels that `ours_NAME` runs, as they are called in the source. The assembly check follows calls into
    /// symbols that contain one of these names.
    pub kernels: &'static [&'static str],
    /// Whether the loops of the kernels must be free of calls, divisions and panic paths.
    pub affine: bool,
    /// Fresh data, the same at every call.
    pub prepare: fn() -> Box<dyn Pair>,
}

/// Every kernel that has a twin.
pub const ALL: &[Twin] = &[Twin {
    name: "saxpy",
    kernels: &["saxpy"],
    affine: true,
    prepare: || Box::new(saxpy::Saxpy::prepare()),
}];

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn kernels_and_twins_agree() {
        for twin in ALL {
            let (mut ours, mut theirs) = ((twin.prepare)(), (twin.prepare)());
            ours.ours();
            theirs.twin();
            assert_eq!(ours.output(), theirs.output(), "{}", twin.name);
        }
    }
}
