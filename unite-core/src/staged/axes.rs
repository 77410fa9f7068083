//! Loops over axes that are none: each axis is written out, so that what is constant along one is known at every level of
//! optimisation of the compiler. It unrolls short loops only unless it is told to optimise as much as it can, and a carrier whose
//! axes are asked in a loop stays in memory.

/// Runs a block for each axis below a rank, in order.
macro_rules! each_axis {
    ($axis:ident below $rank:ident: $body:block) => {
        const { assert!($rank <= crate::MAX_RANK, "a tensor has more axes than any universe") };
        each_axis!(@written out $axis, $rank, $body, 0 1 2 3 4 5)
    };
    (@written out $axis:ident, $rank:ident, $body:block, $($at:literal)*) => {$(
        if const { $at < $rank } {
            let $axis: usize = $at;
            $body
        }
    )*};
}

pub(super) use each_axis;

const _: () = assert!(crate::MAX_RANK == 6, "there is an axis for each literal");
