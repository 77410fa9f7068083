//! Mistakes where several elements are named or written together.

/// `let [a, b, c] = t[[y, ..]];` where rows have four elements.
pub fn wrong_length(
    tensor: &str,
    axis: usize,
    [extent, count]: [Option<i64>; 2],
    more: i64,
    written: bool,
) -> String {
    let what = if written { "written" } else { "named" };
    let (Some(extent), Some(count)) = (extent, count) else {
        let (than, more) = (if more > 0 { "more" } else { "fewer" }, more.abs());
        return format!("`{tensor}` has {more} {than} elements along axis {axis} than are {what} here");
    };
    let instead = match (written, extent > count) {
        (false, true) => ": write `..` where others are left out".to_string(),
        (true, true) => format!(": write a part of that length, such as `0..{count}`"),
        (_, false) => String::new(),
    };
    let are = if count == 1 { "is" } else { "are" };
    format!("`{tensor}` has {extent} elements along axis {axis}, and {count} {are} {what} here{instead}")
}

/// `let [ref a, 1] = t[[y, ..]];`.
pub fn pattern_in_list() -> &'static str {
    "elements of a row are named (`x`, `mut x`), passed over (`_`, once `..`) or left together (`rest @ ..`); what else a pattern asks, ask of the \
     names afterwards"
}

/// `let [a, b] = t[[y, ..]] else { return };`.
pub fn list_with_else() -> &'static str {
    "a row that has not as many elements is refused when the kernel is called, so `else` would never run: leave it out"
}

/// `let [a, b]: [i32; 2] = t[[y, ..]];`.
pub fn list_of_type() -> &'static str {
    "the names of a row's elements have no type together: leave it out, and write `let a: i32 = a;` where one is needed"
}

/// `t[[y, ..]] = 0;`.
pub fn row_without_list(view: &str) -> String {
    format!(
        "`{view}` is a view, and is written by a list of its elements, `{view} = [a, b];`, by an array if it has one axis of a literal length, or by an \
         elementwise statement, with `!i` in the place of `..`"
    )
}

/// `t[[y, ..]] = [0; n];`.
pub fn length_of_list(most: u64) -> String {
    format!(
        "the length of a list that is written is a literal of at most {most}; write longer rows by an elementwise statement, `t[[y, !i]] = ..;`"
    )
}

/// `t[[.., ..]] = [a, b];`.
pub fn list_of_lists(rank: usize) -> String {
    format!(
        "a view with {rank} axes is written by a list of lists: one list for each index of the first axis, `[[a, b], [c, d]]`"
    )
}

/// `t[[.., ..]] = [[a, b], [c]];`.
pub fn uneven_lists(first: usize, other: usize) -> String {
    format!(
        "lists along one axis are equally long; the length of this one is {other}, and that of another one {first}"
    )
}

/// `(a[[!i, !j]], b[[!i, 0]]) = ..;`.
pub fn targets_differ() -> &'static str {
    "elements that one statement writes have the same iterators: each `!i` of the first one stands once, and alone, in an index of each other one"
}

/// `(a[[!i]], b[[!i]]) = (a[[!i - 1]], 0);`.
pub fn together_reads(written: &str, read: &str) -> String {
    format!(
        "`{read}` may be what another iteration of this statement writes to `{written}`; read from a copy, which `.to_block()` makes before the statement"
    )
}

/// `t[[(0..n).rev(), ..]]`.
pub fn part_backwards(tensor: &str, axis: usize, range: &str) -> String {
    format!(
        "`{range}` on axis {axis} of `{tensor}` runs backwards, and parts of tensors run forwards: take the part without `.rev()`, and \
         count down in its index, `{tensor}[[n - 1 - i]]` where there are `n`"
    )
}
