//! The words of every mistake, in one place. Each names the tensor, the axis, the value and the limit, as far as
//! there are any, and says what to write instead.

use crate::ir::{Level, Stage};

mod each;
mod exports;
mod instances;
mod ranges;
mod rows;
mod stored;

pub use each::*;
pub use exports::*;
pub use instances::*;
pub use ranges::*;
pub use rows::*;
pub use stored::*;

/// `#[kernel(what)]`.
pub const UNKNOWN_ARGUMENT: &str = "unknown argument of `kernel`; there are: `unsafe(crate = path)`, `autovectorize`, `highest = level`, `inline(function)`, `optimize = stage`";

/// `#[kernel(crate = path)]`.
pub fn crate_without_unsafe(path: &syn::Path) -> String {
    let path = quote::quote!(#path).to_string().replace(' ', "");
    format!(
        "what stands at `{path}` is taken for the crate `unite`, and memory safety rests on that; write `unsafe(crate = {path})`"
    )
}

/// `#[kernel(highest = name)]`.
pub fn unknown_level(name: &str) -> String {
    let names = Level::NAMES.map(|(name, _)| format!("`{name}`"));
    format!("kernels are not compiled for `{name}`; the levels are {}", names.join(", "))
}

/// `#[kernel(highest = v3)] impl`.
pub const ARGUMENT_OF_BLOCK: &str =
    "`#[kernel]` above an `impl` has no arguments: they stand with the kernels in it";

/// `#[kernel] impl Trait for Type`.
pub const KERNELS_OF_A_TRAIT: &str =
    "a function of a trait is no kernel; write the kernel as a free function and call it there";

/// `#[kernel] impl<T> Type<T>`.
pub const KERNELS_OF_A_GENERIC_TYPE: &str =
    "kernels of a type with parameters do not see them; write a free function with parameters of its own";

/// `#[kernel] impl [u8; 4]`.
pub const KERNELS_OF_NO_TYPE: &str = "kernels are associated with a type that has a name and no parameters";

/// `#[kernel] impl Type {}`.
pub const NO_KERNEL_IN_BLOCK: &str =
    "there is no kernel in this `impl`: write `#[kernel]` above the functions that are, too";

/// `#[kernel(inline())]`.
pub fn inline_what() -> &'static str {
    "`inline(..)` names functions that lanes see into: `inline(tap, filters::clip)`"
}

/// `#[kernel(inline(name))]`, where the function has a loop.
pub fn body_with(name: &str, what: &str) -> String {
    format!(
        "kernels do not see into `{name}`: it has {what}; call it without `inline({name})`, or write it without"
    )
}

/// `#[kernel(inline(name))]`, where the function names something beside it.
pub fn named_elsewhere(name: &str, path: &str) -> String {
    format!(
        "kernels do not see into `{name}`: its body names `{path}`, which may be something else where it is called; where `{path}` \
         is a function of numbers, write `#[kernel(inline({path}))]` above `{name}`, and otherwise name it from `crate::` or `::core::`"
    )
}

/// `#[kernel(inline(name))]`, where the function calls a method that could be one of a trait.
pub fn method_elsewhere(name: &str, method: &str) -> String {
    format!(
        "kernels do not see into `{name}`: its body calls `{method}`, which may be the method of another trait where it is called; \
         call `{name}` without `inline({name})`, or use methods of numbers"
    )
}

/// `#[kernel(optimize = name)]`.
pub fn unknown_stage(name: &str) -> String {
    let names = Stage::NAMES.map(|(name, _)| format!("`{name}`"));
    format!("kernels are not optimised up to `{name}`; the stages are {}", names.join(", "))
}

/// `t[[i]]` on a tensor of another rank.
pub fn wrong_rank(tensor: &str, rank: usize, given: usize) -> String {
    format!("`{tensor}` has {rank} {}, but {given} {} given", axes(rank), are("index", "indices", given))
}

/// `t[i]`.
pub fn single_bracket(tensor: &str) -> String {
    format!(
        "an element of `{tensor}` is written `{tensor}[[..]]`, and a colocated view `{tensor}[other_tensor]`"
    )
}

/// `&mut t[[i]]` and the like.
pub fn element_is_a_value(element: &str, what: &str) -> String {
    format!(
        "`{element}` is a value, so {what} would change a copy of it and not the tensor; read it with `let value = {element};` \
         and write it with `{element} = ..;`"
    )
}

/// `(t[[0]], t[[1]]) = ..`.
pub fn one_by_one(element: &str) -> String {
    format!("elements are written one by one: `{element} = ..;`, after `let` has named the values")
}

/// `otu[[!i]] = ..`.
pub fn no_such_tensor(name: &str, near: Option<&str>, known: &[String]) -> String {
    let here = known.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
    match near {
        Some(near) => format!("there is no tensor `{name}` here; is it `{near}`?"),
        None if known.is_empty() => format!("there is no tensor `{name}` here"),
        None => format!("there is no tensor `{name}` here; there are: {here}"),
    }
}

/// `t[[i]]` where `t: &[u8]`.
pub fn slice_as_tensor(name: &str, ty: &str) -> String {
    format!(
        "`{name}` is no tensor but `{ty}`, whose elements are `{name}[i]`; to index it with `[[..]]` take it as `&Tensor<[..]>`"
    )
}

/// `out[[!y]] = t[[y]]`.
pub fn forgotten_iterator(name: &str) -> String {
    format!("the index of this statement is written `!{name}`, on the right too")
}

/// `let v: u8 = t[[0]]`.
pub fn read_is_wider(element: &str, narrow: &str) -> String {
    format!(
        "`{element}` is an `i32`: reads of small integers are, so that arithmetic does not overflow; write `let .. = {element};`, or `{element} as {narrow}`"
    )
}

/// `t[[i]].saturating_add(100)`.
pub fn saturates_wide(element: &str, method: &str, elem: &str) -> String {
    format!(
        "`{element}` is an `i32` here, where `{method}` does not stop at the limits of `{elem}`; clip the result: \
         `(..).clamp({elem}::MIN as i32, {elem}::MAX as i32)`"
    )
}

/// `#[vectorise(x)] for ..`.
pub fn unknown_schedule(name: &str) -> String {
    format!(
        "loops and statements have no attribute `{name}`; there are: `vectorize(x)`, `unroll`, `scalar`, `autovectorize`, `accumulators(16)`"
    )
}

/// `fn k<T>(t: &Tensor<[T]>)`.
pub fn unbounded_element(tensor: &str, elem: &str) -> String {
    format!(
        "elements of tensors are `unite::Elem`, which is not said of `{elem}`, the element type of `{tensor}`: write `<{elem}: unite::Elem>`, or \
         the types that the kernel is made for, `#[instance(name_of_u8: {elem} = u8)]`"
    )
}

/// `t[[i]];`.
pub fn does_nothing(element: &str) -> String {
    format!(
        "`{element};` reads an element and does nothing with it; write it with `{element} = ..;`, or name it with `let`"
    )
}

/// `t[[..-1]]`, `t[[5..3]]`.
pub fn empty_range(
    range: &str,
    tensor: &str,
    axis: usize,
    start: i64,
    end: i64,
    extent: Option<i64>,
) -> String {
    let what = format!(
        "`{range}` on axis {axis} of `{tensor}` has no index: it begins at {start} and ends before {end}"
    );
    match extent {
        Some(extent) if end == extent => format!("{what}, the extent"),
        _ if end < 0 && start == 0 => format!(
            "{what}; a negative index is a neighbour, and does not count from the end: write `..{tensor}.extent({axis}) - {}`",
            -end
        ),
        _ => what,
    }
}

/// `for i in 5..3`.
pub fn empty_loop(range: &str, turned: Option<&str>) -> String {
    let what = format!("the loop over `{range}` never runs: a range counts up");
    turned.map_or(what.clone(), |turned| format!("{what}; write `{turned}` to count down"))
}

/// `t[[!x + 1]] = ..`.
pub fn adorned_iterator(tensor: &str, axis: usize, iterator: &str) -> String {
    format!(
        "the iterator `!{iterator}` on axis {axis} of `{tensor}` must stand alone on the left of an elementwise \
         statement; write to a partition of `{tensor}` instead"
    )
}

/// `t[[!x]] = if .. { break } else { .. }`.
pub fn jump_out_of_statement(what: &str) -> String {
    format!(
        "a jump out of {what}, whose elements have no order: decide before it, or write a loop, \
         `for [i, j] in t.indices() {{ .. }}`"
    )
}

/// `t[[!x, !x]] = ..`.
pub fn repeated_iterator(tensor: &str, first: usize, second: usize, iterator: &str) -> String {
    format!(
        "the iterator `!{iterator}` runs along axis {first} of `{tensor}` already, and cannot on axis {second} too"
    )
}

/// `t[[!x]] = u[[!z]]`.
pub fn unknown_iterator(iterator: &str, known: &[String]) -> String {
    let known = known.iter().map(|k| format!("`!{k}`")).collect::<Vec<_>>().join(", ");
    format!("the iterator `!{iterator}` does not occur on the left; the statement runs over {known}")
}

/// An iterator where no elementwise statement is.
pub fn stray_iterator(tensor: &str, iterator: &str) -> String {
    format!(
        "`!{iterator}` in an index of `{tensor}` is an iterator, which only an elementwise statement has: \
         `t[[!{iterator}]] = ..`"
    )
}

/// Writing through `&Tensor`.
pub fn shared_write(tensor: &str, base: &str) -> String {
    if tensor == base {
        format!("cannot write to `{tensor}`: it is a `&Tensor`; take it as `&mut Tensor`")
    } else {
        format!(
            "cannot write to `{tensor}`: it is a view of `{base}`, which is a `&Tensor`; take it as `&mut Tensor`"
        )
    }
}

/// `t.permute([0, 0])`.
pub fn not_a_permutation(tensor: &str, rank: usize, given: &[i64]) -> String {
    format!("{given:?} is not a permutation of the {rank} {} of `{tensor}`, 0..{rank}", axes(rank))
}

/// A list of the wrong length.
pub fn wrong_count(tensor: &str, what: &str, rank: usize, given: usize) -> String {
    format!(
        "`{tensor}` has {rank} {}, but `{what}` is given {given} {}",
        axes(rank),
        plural("entry", "entries", given)
    )
}

/// A factor that is not positive.
pub fn bad_factor(tensor: &str, what: &str, axis: usize, given: i64) -> String {
    format!("the factor of `{what}` on axis {axis} of `{tensor}` is {given}, but must be at least 1")
}

/// A factor or an order that must be known to the macro.
pub fn not_constant(tensor: &str, what: &str) -> String {
    format!(
        "`{what}` of `{tensor}` takes integer literals, in an array or in a `const` of the kernel's own: which axis runs along which \
         is part of what the kernel is compiled to; a kernel for several is made by `#[instance(..)]`"
    )
}

/// An operation that tensors do not have.
pub fn unknown_operation(tensor: &str, name: &str) -> String {
    if matches!(
        name,
        "shape" | "dim" | "dims" | "extents" | "len" | "nrows" | "ncols" | "rows" | "width" | "height"
    ) {
        return format!(
            "`{tensor}` is a tensor, which has no operation `{name}`; how many elements it has along an axis is \
             `{tensor}.extent(0)`"
        );
    }
    format!(
        "`{tensor}` is a tensor, which has no operation `{name}`; there are: permute, refine, coarsen, region_of, coverage, \
         with_boundary, \
         with_coarse_read, with_coarse_write, block_copy, to_block, indices, raster, zigzag, morton, hilbert, extent, origin, step, stride"
    )
}

/// `a.region_of(..)` of something that is no tensor.
pub fn takes_a_tensor(tensor: &str, name: &str) -> String {
    format!("`{name}` of `{tensor}` takes one tensor: `{tensor}.{name}(other)`")
}

/// `t.coverage(..)` without an index or without a tensor.
pub fn takes_index_and_tensor(tensor: &str) -> String {
    format!("`coverage` of `{tensor}` takes an index of it and a tensor: `{tensor}.coverage([y, x], seen)`")
}

/// A type of elements where none is taken.
pub fn copied_type(method: &str) -> String {
    match method {
        "to_block" => {
            "`to_block` copies elements as they are: take `block_copy::<T>()`, and write them".into()
        }
        _ => format!("`{method}` takes one type, that of the elements of the block: `{method}::<f32>()`"),
    }
}

/// Passing on a view with a coarse policy.
pub fn policy_argument(tensor: &str) -> String {
    format!(
        "`{tensor}` has a policy for points that stand for several, which is not passed on: give the policy in the kernel \
         that reads or writes, or pass `{tensor}.to_block()`"
    )
}

/// `t.with_coarse_read(..)` of something else.
pub fn policy(tensor: &str, reads: bool) -> String {
    if reads {
        format!("the policy for reads of `{tensor}` is one of `CoarseRead::First`, `Mean`, `Min` and `Max`")
    } else {
        format!("the policy for writes of `{tensor}` is `CoarseWrite::First` or `CoarseWrite::Broadcast`")
    }
}

/// `t[[i]] += 1` where all points are written.
pub fn broadcast_of_sum(tensor: &str) -> String {
    format!(
        "`{tensor}` writes all points that an index stands for, which have no one value to begin with; write with `=`, of \
         what a read takes: `{tensor}[[..]] = {tensor}[[..]] + ..`"
    )
}

/// `t[[!i, t[[0, 0]]]] = t[[!i, 1]]`.
pub fn index_and_value(target: &str, read: &str) -> String {
    format!(
        "`{target}` is written where `{read}` is read, at an index that the statement may change; bind the index with `let` \
         before the statement"
    )
}

/// Passing on a view with a boundary rule, which leads to points that the view does not have.
pub fn bounded_argument(tensor: &str) -> String {
    format!(
        "`{tensor}` leaves points of its block out, to which its boundary rule may lead, so it is not passed on with the rule: give \
         the rule in the kernel that reads, where it leads to points of the view, or pass `{tensor}.to_block()`"
    )
}

/// Writing through a view with a boundary rule.
pub fn bounded_write(tensor: &str) -> String {
    format!("`{tensor}` has a boundary rule, so it is only read; write to the tensor without one")
}

/// `t.with_boundary(..)` of something else.
pub fn boundary_rule(tensor: &str) -> String {
    format!(
        "the boundary of `{tensor}` is one of `Boundary::Clamp`, `Boundary::Mirror`, `Boundary::Reflect`, `Boundary::Wrap`, \
         `Boundary::Constant(value)` and `Boundary::Error`"
    )
}

/// `three.sort()` of numbers with a fraction.
pub fn sorted_floats(array: &str) -> String {
    format!(
        "`{array}` has numbers with a fraction, of which one may be none: write `{array}.sort_by(f32::total_cmp)`, or \
         `f64::total_cmp`"
    )
}

/// A view where a value is needed.
pub fn view_as_value(tensor: &str) -> String {
    format!(
        "the tensor `{tensor}` is not a value here: read an element with `[[..]]`, name a view with `let`, or pass \
         it to a kernel"
    )
}

/// A getter of an axis that is not there.
pub fn no_such_axis(tensor: &str, rank: usize, axis: i64) -> String {
    format!("`{tensor}` has {rank} {}, 0..{rank}; there is no axis {axis}", axes(rank))
}

/// A slice that can never meet the location asked for.
pub fn disjoint_slices(a: &str, b: &str) -> String {
    format!(
        "`{a}[{b}]` has no location: they lie on different slices of the same axis, so no point of `{b}` is in `{a}`"
    )
}

/// A colocation whose projection cannot be decided.
pub fn undecided_projection(a: &str, b: &str) -> String {
    format!(
        "whether `{b}` lies in `{a}` depends on run-time values, because `{a}` was sliced on an axis that `{b}` has; \
         slice after colocating: `{a}`'s parent `[{b}]`, then the index"
    )
}

/// Factors that are no array.
pub fn no_factors(tensor: &str, what: &str) -> String {
    format!(
        "`{what}` of `{tensor}` takes an array of factors, one for each axis: write `{tensor}.{what}([..])`"
    )
}

/// Passing a view that has no affine map.
pub fn not_affine(tensor: &str) -> String {
    format!(
        "`{tensor}` cannot be passed on as it is: no single division leads from its points to elements; use \
         `{tensor}.to_block()`"
    )
}

/// A constant index outside a block of constant extent, with the loop variables that lead there.
pub fn outside_block(
    tensor: &str,
    axis: usize,
    index: i64,
    extent: i64,
    example: &str,
    does: &str,
) -> String {
    if example.is_empty() {
        format!("index {index} on axis {axis} of `{tensor}` lies outside its block, whose extent is {extent}")
    } else {
        format!("{example} {does} index {index} on axis {axis} of `{tensor}`, whose extent is {extent}")
    }
}

/// A parameter pattern that cannot carry a tensor.
pub fn tensor_pattern() -> String {
    "a tensor parameter has a plain name: `pred: &mut Tensor<[[u8; 4]; 4]>`".into()
}

/// A tensor type without its reference or its shape.
pub fn tensor_type(detail: &str) -> String {
    format!("{detail}; write `&Tensor<[[u8]]>` or `&mut Tensor<[[u8; 4]; 4]>`")
}

/// A trait where the type of elements stands.
pub fn trait_element(tensor: &str, elem: &str) -> String {
    format!(
        "`{tensor}` has elements of the type `{elem}`, which is a trait; write a type, such as `u8` or `i32`"
    )
}

/// A rank that is not supported.
pub fn rank_limit(tensor: &str, rank: usize) -> String {
    format!("`{tensor}` has rank {rank}, but tensors of kernels have ranks 1 to 4")
}

/// A block whose element type is not written.
pub fn untyped_block(constructor: &str) -> String {
    format!("the element type of a block in a kernel must be written: `Block::<u8>::{constructor}(..)`")
}

/// A name of a macro, where the kernel has a variable of that spelling that is not the macro's.
pub fn name_of_a_macro(name: &str) -> String {
    format!(
        "`{name}` comes from a macro here, and the variable `{name}` of this kernel does not, or the other way round: give \
         one of them another name"
    )
}

/// A call of a function with a tensor that cannot be a kernel.
pub fn not_a_kernel_call() -> String {
    "a tensor can only be passed to another `#[kernel]` function called by its path".into()
}

/// A call of a type that the kernel is generic over.
pub fn generic_called(name: &str) -> String {
    format!(
        "`{name}` is any type, and a trait says what its forms are, so nobody has checked what they touch: call a kernel by its path"
    )
}

/// A type that a kernel is generic over, which is called like the kernel.
pub fn generic_of_own_name(name: &str) -> String {
    format!("in the kernel `{name}`, `{name}` is the kernel itself: give the type another name")
}

/// A pattern in a loop over an index space.
pub fn loop_pattern(tensor: &str, rank: usize) -> String {
    format!(
        "a loop over the indices of `{tensor}` binds one variable for each of its {rank} {}: `for [{}] in ..`",
        axes(rank),
        ["y", "x", "z", "w"].iter().take(rank).copied().collect::<Vec<_>>().join(", ")
    )
}

/// A traversal of a tensor that has dynamic extents.
pub fn dynamic_traversal(tensor: &str, name: &str) -> String {
    let most = crate::cost::TRAVERSED;
    format!(
        "`{name}` of `{tensor}` needs constant extents of at most {most} points: it is unrolled at compile time"
    )
}

/// A method or an associated function under the attribute.
pub fn method() -> String {
    "a kernel is a free function: its tensors are parameters, and there is no `self`".into()
}

/// `async`, `const`, `unsafe` or `extern` kernels.
pub fn qualifier(word: &str) -> String {
    format!(
        "a kernel cannot be `{word}`: it is compiled for several instruction sets and called through a choice"
    )
}

/// `#[cfg(..)]` on a statement or an expression.
pub fn cfg_inside() -> String {
    "a `cfg` inside a kernel is not followed; write `if cfg!(..)`, or put it on the kernel".into()
}

/// A name that the macro uses itself.
pub fn reserved_name(name: &str) -> String {
    format!("`{name}` is a name that the `kernel` attribute uses itself; choose another one")
}

/// `{ const N: usize = 9; t[[0]] }`, where `t` is a view that was made with another `N`.
pub fn hidden_constant(name: &str) -> String {
    format!(
        "`{name}` is a constant outside of this block, too, and checks are made with that one: an item is known in its whole block; \
         give this one another name"
    )
}

fn axes(rank: usize) -> &'static str {
    if rank == 1 { "axis" } else { "axes" }
}

fn plural<'a>(one: &'a str, many: &'a str, n: usize) -> &'a str {
    if n == 1 { one } else { many }
}

fn are(one: &str, many: &str, n: usize) -> String {
    if n == 1 { format!("{one} is") } else { format!("{many} are") }
}

/// `#[vectorize]` without a variable.
pub fn vectorize_what() -> String {
    "`vectorize` names the variable that runs along the lanes, and perhaps how many there are, 4, 8, 16 or 32: \
     `#[vectorize(x)]`, `#[vectorize(x, 32)]`".into()
}

/// `#[range]` without two bounds.
pub fn range_what() -> String {
    "`range` declares the least and the greatest value of a number, or of the elements of a tensor: `#[range(0..=51)]`".into()
}

/// `#[range(0..=51)]` on a parameter that is taken apart, or changes.
pub fn range_of_pattern() -> String {
    "`range` declares the values of a parameter with one name that does not change".into()
}

/// `#[vectorize(z)]` on a loop that has no such variable.
pub fn vectorize_unknown(name: &str, known: &[String]) -> String {
    format!("`{name}` is no variable of this loop; there are: `{}`", known.join("`, `"))
}

/// An index of numbers that are too large.
pub fn too_large() -> String {
    "an index here is made of numbers that are too large: constants go to 2^60, and a product is one of at most four \
     numbers; what is computed by a function of yours is one number"
        .into()
}

/// A macro that is a pattern.
pub fn macro_in_pattern() -> String {
    "in a kernel a pattern is written out: a macro may bind names here that its checks do not see".into()
}

/// An item in the body of a kernel.
pub fn item_inside() -> String {
    "in a kernel there can be functions and constants, and no other items: they would hide names from its checks, which are \
     made before; write it outside"
        .into()
}

/// Something that there is once, in a function of a kernel.
pub fn static_in_function() -> &'static str {
    "a kernel is compiled in several forms, and each of them would have a `static` of its own; write it outside of the kernel"
}
