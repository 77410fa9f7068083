//! Mistakes in the list of what a kernel is made for.

/// `#[instance]`.
pub const INSTANCE_WHAT: &str = "`#[instance(..)]` says the name of a kernel and what its parameters are: \
                                 `#[instance(rows_of_u8: Sample = u8, N = 4, largest = 255)]`";

/// `#[kernel(highest = v3)] mod rows {}`.
pub const ARGUMENT_OF_MODULE: &str =
    "`#[kernel]` above a module has no arguments: they stand with the kernels in it";

/// `#[kernel] mod rows {}`.
pub const MODULE_WITHOUT_LIST: &str = "`#[kernel]` above a module makes one module for each `#[instance(name: parameter = value)]` below it, \
                                       and there is none";

/// `#[kernel] #[instance(of_u8: Sample = u8)] mod rows;`.
pub const MODULE_ELSEWHERE: &str =
    "instances are made of what stands here: write the kernels in this file, `mod rows { .. }`";

/// `#[kernel] #[instance(of_u8: Sample = u8)] mod rows {}`.
pub const NO_KERNEL_IN_MODULE: &str =
    "there is no kernel in this module: write `#[kernel]` above the functions that are, too";

/// `#[kernel] impl Type { #[kernel] #[instance(..)] fn .. }`.
pub const INSTANCE_IN_IMPL: &str =
    "kernels of a type have no instances; write a free kernel with them, and call those";

/// `#[instance(copy_4: out = a)]` where `out` is a tensor.
pub const INSTANCE_OF_TENSOR: &str =
    "a tensor is given with each call; an instance fixes types, numbers, and kernels that are called";

/// `#[instance(a: H = 4)] #[instance(a: H = 8)]`.
pub fn instance_twice(name: &str) -> String {
    format!("there are two instances `{name}`; each has a name of its own")
}

/// `#[instance(a: H = 4, H = 8)]`.
pub fn fixed_twice(instance: &str, name: &str) -> String {
    format!("`{instance}` says twice what `{name}` is")
}

/// `#[instance(a: H)]`.
pub fn value_wanted(name: &str) -> String {
    format!("what is `{name}` in this instance? Write `{name} = ..`")
}

/// `#[instance(a: Sample = 3)]`.
pub fn type_wanted(name: &str) -> String {
    format!("`{name}` is a type, and this is none: write `{name} = u8`")
}

/// `#[instance(a: Sample = String)]` where tensors have such elements.
pub fn no_element_type(name: &str, ty: &str) -> String {
    format!("tensors have no elements of type `{ty}`: `{name}` is one of `unite::Elem`, as in `{name} = u8`")
}

/// `#[instance(a: N = f(3))]`.
pub fn constant_wanted(name: &str) -> String {
    format!(
        "an instance fixes `{name}` to a constant or to the name of what is called; give a `const` a name and write that"
    )
}

/// `#[instance(a: Smaple = u8)]`.
pub fn no_such_parameter(kernel: &str, name: &str, known: &[String]) -> String {
    let here = known.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
    if here.is_empty() {
        return format!("`{kernel}` has no parameter `{name}`, nor any other");
    }
    format!("`{kernel}` has no parameter `{name}`; there are: {here}")
}

/// `#[instance(a: Sample = u8)] #[instance(b: Sample = u8, Sum = i16)]`.
pub fn not_fixed(instance: &str, name: &str) -> String {
    format!("the instance `{instance}` does not say what `{name}` is: write `{name} = ..` in it")
}

/// `let largest = 3;` in a kernel whose parameter `largest` is fixed.
pub fn hides_a_parameter(name: &str) -> String {
    format!("`{name}` is a parameter that an instance fixes; give this one another name")
}

/// `let doubled = ..;` in a kernel with `#[instance(twice: f = doubled)]`.
pub fn hides_a_value(name: &str) -> String {
    format!(
        "`{name}` is said in a value of this instance, which stands in the kernel, too; give this one another name"
    )
}

/// `other(out, 9)` where `other` has its last parameter fixed.
pub fn not_passed_on(kernel: &str, name: &str, instance: &str, given: &str) -> String {
    format!(
        "in the instance `{instance}` the parameter `{name}` of `{kernel}` is fixed, so it is passed on by that name: write `{name}` instead of `{given}`"
    )
}
