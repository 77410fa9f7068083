//! Mistakes in what is written for C.

/// `#[export(name)]`.
pub const EXPORT_WHAT: &str = "`#[export]` lets C call the kernel by the pointer that `exported()` gives; a name that linkers see is unsafe, as no \
    other function of a program may have it: `#[unsafe(export(name))]`";

/// `#[export] #[export]`.
pub const EXPORT_TWICE: &str = "a kernel is exported once";

/// `#[kernel] #[export] fn k<T>(..)`.
pub fn export_of_generic(kernel: &str) -> String {
    format!(
        "`{kernel}` is generic, and C has no generics: `#[instance(name: Parameter = value)]` makes a kernel for each value, and each may be \
         exported"
    )
}

/// `#[export]` above a function of numbers.
pub fn export_of_numbers(function: &str) -> String {
    format!("`{function}` has no tensors, and stays a function of Rust: write `extern \"C\" fn` for C")
}

/// `#[export] fn k(words: &[u32])`.
pub fn export_of_type(what: &str, ty: &str) -> String {
    let ty = ty.replace("& ", "&");
    format!(
        "C has no type for {what}, `{ty}`: an exported kernel takes tensors of numbers and numbers, and returns a number or nothing. Numbers \
         are `bool`, `f32`, `f64`, and integers of up to 64 bits"
    )
}

/// `#[export] fn k((a, b): (i32, i32))`.
pub const EXPORT_OF_PATTERN: &str = "a parameter of an exported kernel has a name, which C sees";

/// `#[export] fn k(a: &Tensor<[[f64]], Csr>)`.
pub fn export_of_stored(tensor: &str) -> String {
    format!(
        "C passes `{tensor}` by a pointer to its elements, so that it has one for each index: neither stored nor `Refined`"
    )
}

/// `#[export] fn k(a: &Tensor<[[u8]]>, a_stride: i32)`.
pub fn export_of_name(name: &str, tensor: &str) -> String {
    format!("C passes `{name}` with the tensor `{tensor}`: call the parameter otherwise")
}

/// `#[at(4)] a: &Tensor<[[u8]]>`, `#[at(0, 4)] n: i32`.
pub const AT_WHAT: &str = "`#[at(..)]` says which element of a tensor C points to, by a number for each axis: `#[at(0, 4)] t: &Tensor<[[u8; 8]; 4]>`";

/// `#[tight] a: &Tensor<[u8]>`, `#[tight] n: i32`.
pub const TIGHT_WHAT: &str = "`#[tight]` says that a tensor of C has no gaps, so that no strides are passed with it: `#[tight] t: &Tensor<[[i16; 4]; 4]>`; \
                              one of one axis never has any";

/// `#[at(0, 4)] t: &Tensor<[[u8; 8]; 4]>` of a kernel that is not exported.
pub const NOT_EXPORTED: &str = "that is said of tensors that C passes, and the kernel has no `#[export]`";
