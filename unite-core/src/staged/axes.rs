//! Loops over axes that are none: each axis is written out, so that what is constant along one is known at every level of
//! optimisation of the compiler. It unrolls short loops only unless it is told to optimise as much as it can, and a carrier whose
//! axes are asked in a loop stays in memory.

/// Runs a block for each axis below a rank, in order. With `const` before the name, the axis is a constant in the block: what
/// `if const { .. }` asks of types costs the compiler nothing where it does not hold.
macro_rules! each_axis {
    (const $axis:ident below $rank:ident: $body:block) => {
        each_axis!(@written out { #[allow(non_upper_case_globals)] const } $axis, $rank, $body, 0 1 2 3 4 5)
    };
    ($axis:ident below $rank:ident: $body:block) => {
        each_axis!(@written out { let } $axis, $rank, $body, 0 1 2 3 4 5)
    };
    (@written out $binding:tt $axis:ident, $rank:ident, $body:block, $($at:literal)*) => {
        const { assert!($rank <= crate::MAX_RANK, "a tensor has more axes than any universe") };
        $(if const { $at < $rank } {
            each_axis!(@bound $binding $axis, $at);
            $body
        })*
    };
    (@bound { $($binding:tt)* } $axis:ident, $at:literal) => {
        $($binding)* $axis: usize = $at;
    };
}

pub(super) use each_axis;

const _: () = assert!(crate::MAX_RANK == 6, "there is an axis for each literal");
