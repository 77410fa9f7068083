//! Mistakes in lists of kernels.

/// `for predict in MODES { predict(&mut pred); }`.
pub fn kernels_elsewhere(name: &str) -> String {
    format!(
        "`{name}` is called with a tensor, so this loop is written out for each kernel: list them here, as in `for {name} in [vertical, horizontal]`"
    )
}

/// `for predict in [vertical, 3] { predict(&mut pred); }`.
pub fn no_kernel_in_list(name: &str) -> String {
    format!("`{name}` is called with a tensor, and this is not the path of a kernel")
}

/// `for (predict, mode) in [(vertical, first()), (horizontal, 1)] { .. }`.
pub fn value_beside_kernel() -> &'static str {
    "a loop over kernels is written out, and what stands beside a kernel is a literal or a constant: compute this inside of the loop"
}

/// `for predict in [vertical, horizontal] { let predict = 3; .. }`.
pub fn kernel_bound_anew(name: &str) -> String {
    format!(
        "`{name}` stands for a kernel in all of this loop, which is written out for each: call this by another name"
    )
}

/// `#[vectorize(predict)] for predict in [vertical, horizontal] { .. }`.
pub fn schedule_of_kernels() -> &'static str {
    "a loop over kernels is written out, which `#[unroll]` may say; other attributes belong to loops inside of it or of the kernels"
}
