//! The `#[kernel]` attribute: what it is given goes to the compiler, [`unite_compiler`].

use proc_macro::TokenStream;
use unite_compiler::{Wanted, expand};

/// The folder of the listings of the source file that a kernel's body is in: kernels of different modules may have one name.
fn module(item: &TokenStream) -> std::path::PathBuf {
    use std::path::{Component, Path};
    let body = item.clone().into_iter().last();
    let Some(file) = body.and_then(|body| body.span().local_file()) else { return Default::default() };
    let package = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let inside = file.strip_prefix(Path::new(&package)).unwrap_or(&file).with_extension("");
    let normal = inside.components().filter(|part| matches!(part, Component::Normal(name) if *name != "src"));
    normal.collect()
}

/// Compiles a function over tensors to the index arithmetic that an expert would write by hand.
///
/// Parameters of type `&Tensor<shape>` and `&mut Tensor<shape>` are tensors, where a shape is one of Rust's array types:
/// `[[u8]]` is a tensor of any extents, `[[u8; 4]; 4]` one of four by four. What the body does with them is translated;
/// all else in it is ordinary Rust. **The language is described on the first page of the crate `unite`**, which
/// re-exports this attribute.
///
/// The kernel `name` becomes a function `name`, which takes blocks and views, and a type `name`, on which are
///
/// * `name::fits(..)`: whether all that a call would touch lies in its tensors, and if not, what does not;
/// * `name::FOOTPRINT`: the box of indices that is touched in each tensor, where that is a constant.
///
/// The function panics where `fits` returns an error.
///
/// # Arguments
///
/// * `#[kernel(unsafe(crate = path))]` says where the crate `unite` is found, if it was renamed or re-exported. It is `unsafe`,
///   as `path` has to be that crate: what stands there checks the accesses of the kernel. A crate that forbids `unsafe` and has
///   renamed the dependency writes `extern crate renamed as unite;` at its root, and no argument.
/// * `#[kernel(autovectorize)]` leaves all loops of the kernel to the compiler's own vectoriser.
/// * `#[kernel(highest = v3)]` compiles the kernel for no level above x86-64-v3: machines that have more run that. Shuffles, for
///   one, are faster without AVX-512 on some of them. Called by another kernel, it runs at the level of that one. The
///   levels are `v2`, `v3` and `v4`.
/// * `#[kernel(inline(tap, filters::clip))]` has lanes see into calls of these functions, which are `#[kernel]`s of numbers alone.
/// * `#[kernel(optimize = stage)]` switches optimisations off, for those who want to know what each is worth. The stages
///   are `none`, `collapse`, `origin`, `stride`, `extent` and `all`; each includes those before it. If the environment
///   variable `UNITE_OPTIMIZE` names a stage while kernels are compiled, it is that of all that do not say their own.
///
/// # In an `impl`
///
/// `#[kernel]` above `impl Encoder` makes the functions in it that stand under `#[kernel]`, and have no `self`, kernels of that
/// type: `Encoder::blur` is called like any function. The kernel itself is `Encoder_blur` for other kernels and for questions,
/// `Encoder_blur::plan()`; in the `impl` it is `Self::blur`.
///
/// # Instances
///
/// `#[instance(name: Parameter = value, ..)]` under `#[kernel]` makes a kernel `name`, in which the value stands for the parameter: a
/// type, a number in angle brackets, a constant, or a kernel that is called. There may be any number of them, and there is no kernel of
/// the function's own name. Above a module, `#[kernel]` and `#[instance]` make one module each. The reference says more.
///
/// # Called by C
///
/// `#[export]` under `#[kernel]` makes a function for C of a kernel of tensors and numbers, `name::exported()`, and
/// `#[unsafe(export(symbol))]` one that linkers know as `symbol`; `name::PROTOTYPE` is its declaration in C. What is passed, and what the
/// caller promises, is in the module `exports` of `unite`.
///
/// # Seeing the result
///
/// If the environment variable `UNITE_EMIT` names a folder while a kernel is compiled, the listing of what it became is
/// written there, under the path of its source file.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let folder = std::env::var_os("UNITE_EMIT");
    let wanted = Wanted { stage: std::env::var("UNITE_OPTIMIZE").ok(), listing: folder.is_some() };
    let expansion = expand(arguments.into(), item.clone().into(), &wanted);
    if let (Some(folder), Some(listing)) = (folder, expansion.listing) {
        let folder =
            std::path::Path::new(&folder).join(module(&item)).join(expansion.within.unwrap_or_default());
        let file = folder.join(format!("{}.rs", expansion.name));
        // A listing that cannot be written is no reason not to compile.
        let _ = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(file, listing));
    }
    expansion.tokens.into()
}
