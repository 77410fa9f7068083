//! What kernels refuse, and why: the rows of the table in `docs/definitions.md`.

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// The kernel says of an index what the specification and the library say: it lies outside its block.
    Outside,
    /// A rule as an argument.
    Bounded,
    /// A policy as an argument.
    Policy,
    /// A view whose points no one floor leads to elements, as an argument.
    Shared,
    /// Two slices of one tensor.
    Slices,
    /// A tensor with a rule, where points are farther apart.
    Between,
    /// A coarser tensor, indexed by a finer one.
    Density,
    /// Two that were refined apart.
    Apart,
    /// Two that were refined again below one tensor.
    Nested,
    /// A region in a slice of a coarser tensor.
    Region,
    /// A tensor whose locations are no floors of affine functions.
    Unlocated,
    /// Factors of factors that only the run knows.
    Product,
    /// A permutation that is no literal.
    Permutation,
    /// A universe of another rank.
    Universe,
}

use Row::*;

/// What stands for the compiler's own message where a chain passes a view with a rule: the kernels that it calls declare none.
pub const UNDECLARED: &str = "does not take a tensor with this boundary rule";

impl Row {
    /// Every row, how it begins in the table, and what the messages of kernels have in them. Where the specification refuses
    /// as well, there is no row.
    pub const ALL: [(Row, Option<&'static str>, &'static [&'static str]); 14] = [
        (
            Outside,
            None,
            &[
                "` lies outside its block",
                ", whose extent is ",
                " touches indices ",
                " by a boundary rule along axis ",
            ],
        ),
        (
            Bounded,
            Some("| a view with a boundary rule as an argument of a kernel that does not declare it,"),
            &["to which its boundary rule may lead", "`#[boundary(..)]` stands at a tensor that", UNDECLARED],
        ),
        (
            Policy,
            Some("| a view with a coarse policy as an argument of a kernel |"),
            &["has a policy for points that stand for several"],
        ),
        (
            Shared,
            Some("| a view as an argument of whose points no one floor leads to elements"),
            &["cannot be passed on as it is"],
        ),
        (
            Slices,
            Some("| two slices of one tensor, one indexed by the other |"),
            &["they lie on different slices", "depends on run-time values, because", "is in a slice of "],
        ),
        (
            Between,
            Some(
                "| `Clamp`, `Mirror`, `Reflect` and `Wrap` of `a[b]`, where points of `a` lie between those of `b` |",
            ),
            &["the rule leads to points between those"],
        ),
        (Density, Some("| `a[b]` of two parameters, `a` coarser than `b` |"), &[", while its own are "]),
        (
            Apart,
            Some(
                "| `a[b]` of two parameters whose points both share locations, and that were refined apart |",
            ),
            &["by a tensor that was refined apart from it"],
        ),
        (
            Nested,
            Some(
                "| a region, coverage or `a[b]` in another kernel, of two views that were refined again below one tensor",
            ),
            &["refined again below one tensor in a way that is not passed on"],
        ),
        (
            Region,
            Some("| a region or coverage in a slice of a coarser tensor,"),
            &["and they lie apart on axis"],
        ),
        (
            Unlocated,
            Some("where it is, of a tensor whose locations have no common step"),
            &["have no common step"],
        ),
        (
            Product,
            Some("| an index with a product of more than four numbers"),
            &["made of numbers that are too large"],
        ),
        (
            Permutation,
            Some("| a permutation that is no literal, as"),
            &[
                "takes integer literals, in an array or in a `const` of the kernel's own: which axis runs along which",
            ],
        ),
        (Universe, None, &["by a tensor of another universe"]),
    ];

    /// The row that a message belongs to.
    pub fn of(message: &str) -> Option<Row> {
        let says = |(_, _, says): &&(Row, _, &[&str])| says.iter().any(|part| message.contains(part));
        Row::ALL.iter().find(says).map(|(row, ..)| *row)
    }
}
