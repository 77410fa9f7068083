//! Mistakes with stored tensors, and with sums.

use crate::ir::ACCUMULATORS;

/// `a[[!i, 0]] *= 2.0`, `a[[!i, !i]] = 2.0` of a stored tensor.
pub fn stored_output(name: &str) -> String {
    format!(
        "`{name}` is stored, and a statement runs over all of it: an iterator on each axis, each once, as in `{name}[[!i, !j]] = ..`"
    )
}

/// `a[[!i, !j]] += 2.0` of a stored tensor.
pub fn stored_changed_fill(name: &str, rank: usize) -> String {
    let names = ["i", "j", "k", "l"][..rank.min(4)].join(", ");
    format!(
        "what is not stored of `{name}` would change: a statement changes `{name}` where zero stays zero, as `*=` does. To change what is \
         stored only, write `for ([{names}], element) in {name}.stored() {{ {name}[[{names}]] = .. }}`"
    )
}

/// `a[[!i, !j]] *= b[[!i, !j]]` of two stored tensors.
pub fn stored_changed_beside(name: &str, other: &str) -> String {
    format!(
        "elements of `{name}` are changed where they are, and `{other}` is stored, and read elsewhere: write what is made of both into \
         another tensor"
    )
}

/// `for ([i, j], element) in a.stored() { a[[j, i]] = element; }`
pub fn stored_changed_elsewhere(name: &str) -> String {
    format!(
        "a loop over what `{name}` stores changes the element that it is at: write the names of the loop here"
    )
}

/// A statement over `a` in a loop over what `a` stores.
pub fn stored_changed_inside(name: &str) -> String {
    format!("what `{name}` stores is run over and changed around this: do this before or after")
}

/// `return` in a loop that changes what it runs over.
pub fn stored_changed_jump(name: &str) -> String {
    format!(
        "all elements of `{name}` are run over where it is changed, and nothing leaves that, as a jump, `return`, `?` and macros do that \
         may be one: write `if` or `continue`"
    )
}

/// `c[[!i, !j]] = ..` of `c: &Tensor<[[f64]], Csr>`
pub fn stored_unwritten(name: &str) -> String {
    format!("`{name}` is not written: its type would be `&mut Tensor<[[..]], ..>`")
}

/// A read of `c: &mut Tensor<[[f64]], Csr>`.
pub fn stored_output_read(name: &str) -> String {
    format!(
        "`{name}` is written, and a stored tensor is not read in the kernel that writes it: read another one"
    )
}

/// `#[count] y[[!i]] = x[[!i]]`
pub fn count_what() -> &'static str {
    "what is counted first is what a statement appends to a stored tensor, row by row: `#[count] c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]]`"
}

/// `#[accumulators(3)]`.
pub fn accumulators_what() -> String {
    format!(
        "accumulators are so many totals that a sum keeps, a power of two from {} to {}: `#[accumulators(16)] let s = sum(|k| a[[k]] * b[[k]]);`",
        ACCUMULATORS.start(),
        ACCUMULATORS.end()
    )
}

/// `#[accumulators(16)] let s = a[[0]];`
pub fn accumulators_of_none() -> &'static str {
    "accumulators are of sums over dense tensors, as in `#[accumulators(16)] let s = sum(|k| a[[k]] * b[[k]]);`, and over the innermost \
     axes of one that is stored, as in `#[accumulators(4)] y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);`: this statement has none of these"
}

/// `c[[!i, !j]] = v[[!i]]` into a stored `c`.
pub fn stored_output_iterator(name: &str, iterator: &str) -> String {
    format!(
        "what is appended to `{name}` is run over by stored tensors, and none of them has an axis along `!{iterator}`"
    )
}

/// `c[[!i, !j]] = x[[!i]] * z[[!j]]` into a stored `c`.
pub fn stored_output_of_dense(name: &str) -> String {
    format!(
        "what is appended to `{name}` is run over by stored tensors, and there is none on the right: write into a dense tensor, \
         and make it stored by `StoredBlock::from_dense`"
    )
}

/// `&Tensor<[[f64; 3]], _>`
pub fn stored_length(name: &str) -> String {
    format!(
        "`{name}` is stored: how long its axes are is known when the kernel is called; write slices, as in `[[f64]]`"
    )
}

/// `f(a)`, `let b = a` of a stored tensor.
pub fn stored_as_value(name: &str) -> String {
    format!(
        "`{name}` is stored, and is no value here: its elements are those of `for ([..], element) in {name}.stored()`, or it is a \
         factor of a `sum(|j| ..)`"
    )
}

/// `a.permute([1, 0])` of a stored tensor.
pub fn stored_method(name: &str, method: &str) -> String {
    format!(
        "`{name}` is stored, and has no `{method}` in kernels: there are `{name}.extent(axis)`, `{name}.stored()`, parts, as \
         `{name}[[2..5, ..]]`, and `{name}.permute([..])`"
    )
}

/// `b[[i, j]]` of a part of a stored tensor, where it would be looked up.
pub fn stored_element(name: &str, rank: usize) -> String {
    let names = ["i", "j", "k", "l"][..rank.min(4)].join(", ");
    format!(
        "`{name}` is a part of a stored tensor, and not looked up: look up in the tensor itself, loop over what is there, \
         `for ([{names}], element) in {name}.stored()`, or write a statement of which it is a factor, as `y[[!i]] = sum(|j| ..)`"
    )
}

/// `for x in a.stored()`
pub fn stored_pattern(name: &str, rank: usize) -> String {
    let names = ["i", "j", "k", "l"][..rank.min(4)].join(", ");
    format!("`{name}` has {rank} axes: write `for ([{names}], element) in {name}.stored()`")
}

/// `#[vectorize]` on a loop over what is stored.
pub fn stored_schedule(name: &str) -> String {
    format!("what is stored of `{name}` is run over in the order of storage; ask for lanes at a loop inside")
}

/// A statement with four stored tensors.
pub fn stored_operands(name: &str, most: usize) -> String {
    format!(
        "`{name}` is stored too, and a statement runs over {most} stored tensors at most: make two statements of it"
    )
}

/// `y[[!i]] *= a[[!i, !j]]`
pub fn stored_operator(name: &str) -> String {
    format!(
        "with the stored `{name}` a statement is `=`, `+=` or `-=`: what is not stored is zero, and adds nothing"
    )
}

/// `y[[0]] = sum(..)` with a stored tensor.
pub fn stored_target(name: &str) -> String {
    format!(
        "a statement with the stored `{name}` runs over all of its target: write an iterator here, as `!i`"
    )
}

/// `y[[!i]] = a[[!i, !j]]`
pub fn stored_sum(iterator: &str) -> String {
    format!("`!{iterator}` is on the right only: write `sum(|{iterator}| ..)`, or `+=`")
}

/// `a[[2 * !i, j]]` of a stored tensor.
pub fn stored_index(name: &str, axis: usize) -> String {
    format!(
        "axis {axis} of `{name}` is run over by what is stored: write an iterator of the statement, or a name of its sum, each once, with \
         a number added if need be"
    )
}

/// `sum(|j, k| a[[!i, j]] * x[[j, k]])`
pub fn stored_other_sum(name: &str, other: &str) -> String {
    format!(
        "`{other}` runs along no axis of `{name}`, which is stored: sum over it first, into another tensor"
    )
}

/// `y[[!i]] = sum(|j| a[[!i, j]] + x[[j]])`
pub fn stored_factor(name: &str) -> String {
    format!("`{name}` has to be a factor here: where nothing is stored, there is nothing to add")
}

/// `c[[!i, !j]] = a[[!i, !j]] + v[[!j]]`
pub fn stored_broadcast(name: &str, iterator: &str) -> String {
    format!(
        "`{name}` is stored, and has no axis along `{iterator}`: it would be added everywhere there; multiply by it, or pass it dense"
    )
}

/// `y[[!i]] = sum(|j| a[[!i, j]] * y[[j]])` with a stored tensor.
pub fn stored_in_place(name: &str, target: &str) -> String {
    format!("`{target}` is written while what is stored of `{name}` is run over: read it from another tensor")
}

/// `sum(|k| x[[k]] + sum(|l| t[[k, l]]))`
pub fn stored_nested(name: &str) -> String {
    format!(
        "a sum over the stored `{name}` stands inside of another term: it may be a factor of a sum, with names of its own; otherwise \
         sum into another tensor first"
    )
}

/// `y[[!i]] = sum(|i| a[[i]])` with a stored tensor.
pub fn stored_sum_name(name: &str) -> String {
    format!("`{name}` is an iterator of the left side: give what is summed over another name")
}

/// `y[[!i]] = max(|j| a[[!i, j]] * x[[j]])`
pub fn stored_extreme(name: &str, word: &str) -> String {
    let extreme = if word == "max" { "the least" } else { "the largest" };
    format!(
        "where `{name}` has no element it is {extreme} value there is, and `{word}` passes over what is known to be that: an element \
         itself, `min` and `max` of several, and of floating-point numbers their sums"
    )
}

/// `y[[!i]] = product(|j| a[[!i, j]] + x[[j]])`
pub fn stored_product(name: &str) -> String {
    format!(
        "where `{name}` has no element it is 1, and `product` passes over what is known to be that: an element itself, products of \
         several, and powers and roots of these"
    )
}

/// `y[[!i]] = all(|j| a[[!i, j]] > x[[j]])`
pub fn stored_all(name: &str) -> String {
    format!(
        "where `{name}` has no element it is zero, and `all` passes over conditions that are known to hold then, as \
         `{name}[[..]] >= 0`; of others, ask how many hold: `count`"
    )
}

/// `y[[!i]] += max(|j| a[[!i, j]])`
pub fn stored_fold_operator(name: &str, word: &str) -> String {
    format!(
        "with `{word}` over the stored `{name}` a statement is `=`: write into another tensor, and add that"
    )
}

/// `c[[!i]] = max(|j| a[[!i, j]])` into a stored `c` of another element type.
pub fn stored_output_extreme(name: &str, operand: &str, word: &str) -> String {
    format!(
        "what is not stored of `{name}` is what `{word}` of nothing is in the elements of `{operand}`: both have to be of one type"
    )
}

/// `sum(|i, j| a[[i, j]]) + max(|i, j| a[[i, j]])`
pub fn stored_two_fills(name: &str) -> String {
    format!(
        "what is not stored of `{name}` is zero for one statement here, and one, the least or the largest value for another: pass it \
         twice, once with that fill (`with_fill`)"
    )
}

/// A sum into bytes.
pub fn stored_narrow(name: &str, elem: &str) -> String {
    format!("a sum over the stored `{name}` does not stand in {elem}: write it into a tensor of `i32`")
}

/// `sum(|k| x[[j]])`
pub fn sum_without_axis(name: &str) -> String {
    format!("how far does `{name}` go? A name of a sum is an index by itself somewhere, as in `x[[{name}]]`")
}

/// `a[[(0..9).step_by(n), ..]]` of a stored tensor.
pub fn stored_step(name: &str, axis: usize) -> String {
    format!(
        "`{name}` is stored, and the step of a part is a number here: write one that is not 0, as in `(..).step_by(2)`, on axis {axis}"
    )
}

/// `a.with_boundary(Boundary::Clamp)` of a stored tensor.
pub fn stored_boundary(name: &str) -> String {
    format!(
        "`{name}` is stored, and what lies beyond its ends is what is not stored: write `{name}.with_boundary(Boundary::Constant(..))` \
         of that number"
    )
}

/// `Boundary::Constant(1.0)` where zero is not stored.
pub fn stored_outside(name: &str, nothing: &str) -> String {
    format!(
        "what lies beyond the ends of `{name}` has to be what is not stored of it, as a literal or a constant of its type: here that \
         is {nothing}"
    )
}

/// `a.permute([1, 0])[frame]`
pub fn stored_place(name: &str) -> String {
    format!(
        "where a stored tensor and another one are is compared axis by axis: `{name}` has to be a parameter, or a part of one with all \
         axes in their order, and without a step"
    )
}

/// `times(y, a.permute([1, 0]), x)`
pub fn stored_turned(name: &str) -> String {
    format!(
        "`{name}` is passed on with all axes in their order and without a step, as its format stores them: pass a part, and turn, \
         slice or step it in the called kernel"
    )
}

/// `c[[!i, !j]] = a[[!i, !j]] + b[[3, !j]]`
pub fn stored_cut(name: &str, axis: usize) -> String {
    format!(
        "`{name}` is seen at one index of axis {axis}, and nothing else stored is there: multiply by it, or add it to a dense tensor in a \
         statement of its own"
    )
}
