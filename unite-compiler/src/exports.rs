//! Kernels that C calls: `#[export]`, and `#[unsafe(export(name))]` with a name that linkers see.
//!
//! A tensor becomes a pointer, the strides of all axes but the last, and the extents that are no constants; a number stays one. For each
//! level there is a function that C calls, which is nothing but the tensors made of these, and the kernel compiled into it. That
//! the tensors lie as they are said to is the library's, `staged::Foreign`; that memory is there is the caller's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, FnArg, ItemFn, Meta, Pat, PatType, Path, ReturnType, Token, Type};

use crate::emit::compiled_levels;
use crate::ir::Level;
use crate::messages;
use crate::syntax::{argument_types, shape_parts, type_name};

/// Numbers that C has, and what it calls them.
const OF_C: [(&str, &str); 13] = [
    ("bool", "bool"),
    ("f32", "float"),
    ("f64", "double"),
    ("i8", "int8_t"),
    ("i16", "int16_t"),
    ("i32", "int32_t"),
    ("i64", "int64_t"),
    ("isize", "ptrdiff_t"),
    ("u8", "uint8_t"),
    ("u16", "uint16_t"),
    ("u32", "uint32_t"),
    ("u64", "uint64_t"),
    ("usize", "size_t"),
];

/// A type of numbers, in both languages.
#[derive(Clone, Copy)]
struct Number {
    rust: &'static str,
    c: &'static str,
}

impl Number {
    fn of(ty: &Type) -> Option<Number> {
        let name = type_name(ty);
        OF_C.iter().find(|(rust, _)| *rust == name).map(|&(rust, c)| Number { rust, c })
    }

    /// The type, whatever the user's code calls so.
    fn tokens(self) -> TokenStream {
        let name = format_ident!("{}", self.rust);
        quote!(::core::primitive::#name)
    }
}

/// A tensor that C passes.
struct Tensor {
    number: Number,
    mutable: bool,
    /// The lengths of its axes, as far as they are constants.
    lengths: Vec<Option<Expr>>,
    /// The element that is pointed to, and not the first one.
    at: Option<Vec<Expr>>,
    /// Whether it has no gaps.
    is_tight: bool,
}

/// What a parameter is.
enum Kind {
    Tensor(Tensor),
    Number(Number),
}

/// A parameter that C passes.
struct Parameter {
    name: Ident,
    kind: Kind,
}

/// What is said of a parameter of C, and where.
#[derive(Default)]
struct Said {
    at: Option<Attribute>,
    tight: Option<Attribute>,
}

/// What C calls of a kernel.
pub struct Export {
    /// Where that is said.
    span: Span,
    /// The name that linkers see, and the word `unsafe` before it.
    symbol: Option<(Ident, Span)>,
    parameters: Vec<Parameter>,
    output: Option<Number>,
}

/// Takes what a kernel says of C off it, and what is wrong with that.
pub fn take(function: &mut ItemFn) -> (Option<Export>, TokenStream) {
    let mut mistakes = TokenStream::new();
    let mut wrong = |error: syn::Error| mistakes.extend(error.to_compile_error());
    let mut found = Vec::new();
    function.attrs.retain(|attribute| match export(attribute) {
        None => true,
        Some(symbol) => {
            found.push((attribute.span(), symbol));
            false
        }
    });
    let said: Vec<Said> = function.sig.inputs.iter_mut().map(take_said).collect();
    let mut found = found.into_iter();
    let Some((span, symbol)) = found.next() else {
        for attribute in said.iter().flat_map(|said| said.at.iter().chain(&said.tight)) {
            wrong(syn::Error::new_spanned(attribute, messages::NOT_EXPORTED));
        }
        return (None, mistakes);
    };
    if let Some((span, _)) = found.next() {
        wrong(syn::Error::new(span, messages::EXPORT_TWICE));
    }
    match symbol.and_then(|symbol| Ok((symbol, read(function, said)?))) {
        Ok((symbol, (parameters, output))) if mistakes.is_empty() => {
            (Some(Export { span, symbol, parameters, output }), mistakes)
        }
        Ok(_) => (None, mistakes),
        Err(error) => {
            mistakes.extend(error.to_compile_error());
            (None, mistakes)
        }
    }
}

/// Takes what only a free kernel has off one that others call by another name.
pub fn forget(function: &mut ItemFn) {
    function.attrs.retain(|attribute| export(attribute).is_none());
    function.sig.inputs.iter_mut().for_each(|input| {
        take_said(input);
    });
}

/// The symbol of an attribute that exports a kernel, if it says one.
fn export(attribute: &Attribute) -> Option<syn::Result<Option<(Ident, Span)>>> {
    let what = |tokens: &dyn ToTokens| Err(syn::Error::new_spanned(tokens, messages::EXPORT_WHAT));
    let path = attribute.path();
    if path.is_ident("export") {
        return Some(match &attribute.meta {
            Meta::Path(_) => Ok(None),
            other => what(other),
        });
    }
    if !path.is_ident("unsafe") {
        return None;
    }
    let Meta::List(list) = &attribute.meta else { return None };
    let inner: Meta = syn::parse2(list.tokens.clone()).ok()?;
    if !inner.path().is_ident("export") {
        return None;
    }
    let Meta::List(name) = &inner else { return Some(what(&inner)) };
    Some(match syn::parse2::<Ident>(name.tokens.clone()) {
        Ok(name) => Ok(Some((name, path.span()))),
        Err(_) => what(&inner),
    })
}

/// Takes what a parameter says of C off it.
fn take_said(input: &mut FnArg) -> Said {
    let mut said = Said::default();
    if let FnArg::Typed(typed) = input {
        typed.attrs.retain(|attribute| {
            let place = match () {
                () if attribute.path().is_ident("at") => &mut said.at,
                () if attribute.path().is_ident("tight") => &mut said.tight,
                () => return true,
            };
            *place = Some(attribute.clone());
            false
        });
    }
    said
}

/// The parameters of a kernel for C, and what it returns.
fn read(function: &ItemFn, said: Vec<Said>) -> syn::Result<(Vec<Parameter>, Option<Number>)> {
    let sig = &function.sig;
    if !sig.generics.params.is_empty() {
        let message = messages::export_of_generic(&sig.ident.to_string());
        return Err(syn::Error::new_spanned(&sig.generics, message));
    }
    let mut parameters = Vec::new();
    for (input, said) in sig.inputs.iter().zip(said) {
        // A method is no kernel, which is said elsewhere.
        if let FnArg::Typed(typed) = input {
            parameters.push(parameter(typed, said)?);
        }
    }
    for tensor in &parameters {
        let passed = tensor.beside();
        if let Some(other) = parameters.iter().find(|other| passed.contains(&other.name.to_string())) {
            let message = messages::export_of_name(&other.name.to_string(), &tensor.name.to_string());
            return Err(syn::Error::new(other.name.span(), message));
        }
    }
    let output = match &sig.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => match (&**ty, Number::of(ty)) {
            (_, Some(number)) => Some(number),
            (Type::Tuple(unit), None) if unit.elems.is_empty() => None,
            (other, None) => {
                let message = messages::export_of_type("what is returned", &type_name(other));
                return Err(syn::Error::new_spanned(other, message));
            }
        },
    };
    Ok((parameters, output))
}

/// A parameter for C.
fn parameter(typed: &PatType, said: Said) -> syn::Result<Parameter> {
    let Pat::Ident(pat) = &*typed.pat else {
        return Err(syn::Error::new_spanned(&typed.pat, messages::EXPORT_OF_PATTERN));
    };
    let name = pat.ident.clone();
    let Some((arguments, mutable)) = tensor(&typed.ty) else {
        for (attribute, message) in [(&said.at, messages::AT_WHAT), (&said.tight, messages::TIGHT_WHAT)] {
            if let Some(attribute) = attribute {
                return Err(syn::Error::new_spanned(attribute, message));
            }
        }
        let Some(number) = Number::of(&typed.ty) else {
            let message = messages::export_of_type(&format!("`{name}`"), &type_name(&typed.ty));
            return Err(syn::Error::new_spanned(&typed.ty, message));
        };
        return Ok(Parameter { name, kind: Kind::Number(number) });
    };
    let refused = || syn::Error::new_spanned(&typed.ty, messages::export_of_stored(&name.to_string()));
    let [shape] = arguments[..] else { return Err(refused()) };
    let (lengths, elem) = shape_parts(shape);
    if lengths.is_empty() {
        return Err(refused());
    }
    let lengths: Vec<Option<Expr>> = lengths.into_iter().map(Option::<&Expr>::cloned).collect();
    let Some(number) = Number::of(elem) else {
        let message = messages::export_of_type(&format!("the elements of `{name}`"), &type_name(elem));
        return Err(syn::Error::new_spanned(elem, message));
    };
    let at = match &said.at {
        None => None,
        Some(attribute) => Some(at(attribute, lengths.len())?),
    };
    if let Some(attribute) = said.tight.as_ref().filter(|_| lengths.len() == 1) {
        return Err(syn::Error::new_spanned(attribute, messages::TIGHT_WHAT));
    }
    let is_tight = said.tight.is_some();
    Ok(Parameter { name, kind: Kind::Tensor(Tensor { number, mutable, lengths, at, is_tight }) })
}

/// The arguments of a type that names a tensor, and whether that is written.
fn tensor(ty: &Type) -> Option<(Vec<&Type>, bool)> {
    match ty {
        Type::Group(group) => tensor(&group.elem),
        Type::Paren(paren) => tensor(&paren.elem),
        Type::Reference(reference) => {
            let Type::Path(path) = &*reference.elem else { return None };
            let last = path.path.segments.last().filter(|last| last.ident == "Tensor")?;
            Some((argument_types(last), reference.mutability.is_some()))
        }
        _ => None,
    }
}

/// Which element is pointed to.
fn at(attribute: &Attribute, rank: usize) -> syn::Result<Vec<Expr>> {
    let list = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
    let numbers: Vec<Expr> = match attribute.parse_args_with(list) {
        Ok(numbers) => numbers.into_iter().collect(),
        Err(_) => Vec::new(),
    };
    match numbers.len() == rank {
        true => Ok(numbers),
        false => Err(syn::Error::new_spanned(attribute, messages::AT_WHAT)),
    }
}

impl Tensor {
    /// The type of the pointer to it.
    fn pointer(&self) -> TokenStream {
        let elem = self.number.tokens();
        if self.mutable { quote!(*mut #elem) } else { quote!(*const #elem) }
    }

    /// What is passed beside the pointer: the endings of names, and the types.
    fn beside(&self) -> (Vec<String>, Vec<String>) {
        let rank = self.lengths.len();
        let strides = match (rank, self.is_tight) {
            (_, true) => Vec::new(),
            (2, _) => vec!["stride".to_string()],
            _ => (0..rank - 1).map(|axis| format!("stride_{axis}")).collect(),
        };
        let unknown = (0..rank).filter(|&axis| self.lengths[axis].is_none());
        (strides, unknown.map(|axis| format!("extent_{axis}")).collect())
    }

    /// How it lies, made of what is passed under the name.
    fn lies(&self, krate: &Path, name: &Ident) -> TokenStream {
        let (strides, _) = self.beside();
        let elem = self.number.tokens();
        let shape = self.lengths.iter().rev().fold(elem, |inner, length| match length {
            Some(length) => quote!([#inner; #length]),
            None => quote!(#krate::Dyn<#inner>),
        });
        let rank = self.lengths.len();
        let extents = (0..rank).map(|axis| match self.lengths[axis] {
            Some(_) => quote!(0),
            None => ending(name, &format!("extent_{axis}")).to_token_stream(),
        });
        let at = match &self.at {
            // What the user writes stands in an item of its own: where it stands otherwise is `unsafe`.
            Some(at) => quote!({
                const UNITE_AT: [::core::primitive::isize; #rank] = [#((#at) as ::core::primitive::isize),*];
                UNITE_AT
            }),
            None => quote!([0; #rank]),
        };
        if self.is_tight {
            return quote!(#krate::staged::Foreign::<#krate::staged::RowMajor<#shape>, #rank>::tight([#(#extents),*], #at));
        }
        let strides = strides.iter().map(|stride| ending(name, stride));
        quote!(#krate::staged::Foreign::<#krate::staged::Pitched<#shape>, #rank>::pitched([#(#extents),*], [#(#strides),*], #at))
    }

    /// What has to be there, in words.
    fn promise(&self, name: &Ident) -> String {
        let rank = self.lengths.len();
        let (strides, _) = self.beside();
        let index = match &self.at {
            Some(at) => at.iter().map(shown).collect::<Vec<_>>().join(", "),
            None => vec!["0"; rank].join(", "),
        };
        let extents = (0..rank).map(|axis| match &self.lengths[axis] {
            Some(length) => format!("{} elements along axis {axis}", shown(length)),
            None => format!("`{name}_extent_{axis}` elements along axis {axis}"),
        });
        let apart = strides.iter().enumerate().map(|(axis, stride)| {
            format!(", neighbours along axis {axis} `{name}_{stride}` elements apart, backwards if that is negative")
        });
        let others = match self.mutable {
            true => "nobody else reads or writes, of which no two are one,",
            false => "nobody writes",
        };
        format!(
            "`{name}` is aligned and points to the element `[{index}]` of {}{}. From the first to the last one in memory, what lies between \
             them included, there are initialised `{}` of one allocation that {others} meanwhile.",
            extents.collect::<Vec<_>>().join(" and "),
            apart.collect::<String>(),
            self.number.rust,
        )
    }
}

/// An expression as one writes it.
fn shown(expr: &Expr) -> String {
    expr.to_token_stream().to_string()
}

/// `name_what`.
fn ending(name: &Ident, what: &str) -> Ident {
    Ident::new(&format!("{name}_{what}"), Span::mixed_site().located_at(name.span()))
}

impl Parameter {
    /// The names of what is passed with a tensor.
    fn beside(&self) -> Vec<String> {
        let Kind::Tensor(tensor) = &self.kind else { return Vec::new() };
        let (strides, extents) = tensor.beside();
        strides.iter().chain(&extents).map(|what| format!("{}_{what}", self.name)).collect()
    }

    /// It in a prototype.
    fn prototype(&self) -> String {
        let name = &self.name;
        match &self.kind {
            Kind::Number(number) => format!("{} {name}", number.c),
            Kind::Tensor(tensor) => {
                let (strides, extents) = tensor.beside();
                let qualifier = if tensor.mutable { "" } else { "const " };
                let mut all = vec![format!("{qualifier}{} *{name}", tensor.number.c)];
                all.extend(strides.iter().map(|stride| format!("ptrdiff_t {name}_{stride}")));
                all.extend(extents.iter().map(|extent| format!("size_t {name}_{extent}")));
                all.join(", ")
            }
        }
    }

    /// What is passed, as names and types; memory is of this type.
    fn passed(&self, memory: impl Fn(&Tensor) -> TokenStream) -> Vec<(Ident, TokenStream)> {
        let name = ending(&self.name, "passed");
        match &self.kind {
            Kind::Number(number) => vec![(name, number.tokens())],
            Kind::Tensor(tensor) => {
                let (strides, extents) = tensor.beside();
                let of = |what: &String| ending(&self.name, what);
                let mut all = vec![(name, memory(tensor))];
                all.extend(strides.iter().map(|what| (of(what), quote!(::core::primitive::isize))));
                all.extend(extents.iter().map(|what| (of(what), quote!(::core::primitive::usize))));
                all
            }
        }
    }
}

impl Export {
    /// What is wrong where the function is one of numbers, and no kernel.
    pub fn of_numbers(&self, function: &ItemFn) -> TokenStream {
        let message = messages::export_of_numbers(&function.sig.ident.to_string());
        syn::Error::new(self.span, message).to_compile_error()
    }

    /// What C declares.
    pub fn prototype(&self, kernel: &Ident) -> String {
        let name = self.symbol.as_ref().map_or(kernel, |(symbol, _)| symbol);
        let parameters: Vec<String> = self.parameters.iter().map(Parameter::prototype).collect();
        format!("{} {name}({});", self.output.map_or("void", |number| number.c), parameters.join(", "))
    }

    /// The items of a kernel that is compiled up to this level.
    pub fn items(&self, krate: &Path, function: &ItemFn, highest: Level) -> TokenStream {
        let name = &function.sig.ident;
        let cfgs: Vec<_> = function.attrs.iter().filter(|a| a.path().is_ident("cfg")).collect();
        let output = self.output.map(|number| number.tokens()).map(|number| quote!(-> #number));
        let pointers: Vec<_> =
            self.parameters.iter().flat_map(|parameter| parameter.passed(Tensor::pointer)).collect();
        let (names, types): (Vec<_>, Vec<_>) = pointers.into_iter().unzip();
        let pointer = quote!(unsafe extern "C" fn(#(#types),*) #output);
        let prototype = self.prototype(name);
        let levels = compiled_levels(highest);
        let functions = levels.iter().map(|level| {
            let (on, features, token) = (&level.on, &level.features, &level.token);
            let token = quote!(#krate::staged::lanes::#token);
            self.level(krate, &quote!(#on #features), level.function, &token, &output)
        });
        let arms = levels.iter().filter(|level| !level.variants.is_empty()).map(|level| {
            let (on, variants) = (&level.on, &level.variants);
            let function = format_ident!("exported_{}", level.function);
            quote!(#on #(#krate::level::Level::#variants)|* => Self::#function,)
        });
        let promises: String = self
            .parameters
            .iter()
            .filter_map(|parameter| match &parameter.kind {
                Kind::Tensor(tensor) => Some(format!("* {}\n", tensor.promise(&parameter.name))),
                Kind::Number(_) => None,
            })
            .collect();
        let promises = format!(
            "# Safety\n{promises}\nNo stride and no extent is above `i32::MAX`. What the kernel refuses otherwise ends the process."
        );
        let symbol = self.symbol.as_ref().map(|(symbol, span)| {
            let symbol = symbol.to_string();
            let exported = quote_spanned!(*span=> #[unsafe(export_name = #symbol)]);
            quote! {
                #[doc = " The function that C calls by its name, and that chooses the level."]
                ///
                #[doc = #promises]
                #exported
                pub unsafe extern "C" fn exported_by_name(#(#names: #types),*) #output {
                    // SAFETY: the caller vouches for what the function of the level asks for.
                    unsafe { Self::exported()(#(#names),*) }
                }
            }
        });
        quote! {
            #(#cfgs)*
            #[allow(
                dead_code, unused_parens, unused_braces, unused_qualifications, clippy::all, clippy::pedantic,
                clippy::undocumented_unsafe_blocks, clippy::multiple_unsafe_ops_per_block
            )]
            impl #name {
                /// What C declares for the function that it calls.
                pub const PROTOTYPE: &'static ::core::primitive::str = #prototype;

                /// The function that C calls, for the level in force: a table is filled once, and calls choose nothing.
                ///
                #[doc = #promises]
                pub fn exported() -> #pointer {
                    match #krate::level::current() {
                        #(#arms)*
                        _ => Self::exported_baseline,
                    }
                }

                #symbol

                #(#functions)*
            }
        }
    }

    /// The functions of a level: that which C calls, and what it calls in turn with memory as slices, of which the compiler knows that
    /// those that are written are apart from all others.
    fn level(
        &self,
        krate: &Path,
        attributes: &TokenStream,
        level: &str,
        token: &TokenStream,
        output: &Option<TokenStream>,
    ) -> TokenStream {
        let (function, inner) = (format_ident!("exported_{level}"), format_ident!("exported_{level}_with"));
        let (mut pointers, mut slices, mut borrowed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut made, mut arguments) = (Vec::new(), Vec::new());
        for parameter in &self.parameters {
            let memory = ending(&parameter.name, "passed");
            pointers.extend(parameter.passed(Tensor::pointer));
            slices.extend(parameter.passed(|tensor| {
                let elem = tensor.number.tokens();
                if tensor.mutable { quote!(&mut [#elem]) } else { quote!(&[#elem]) }
            }));
            let Kind::Tensor(tensor) = &parameter.kind else {
                borrowed.push(memory.to_token_stream());
                arguments.push(memory.to_token_stream());
                continue;
            };
            let (lies, carried) = (tensor.lies(krate, &parameter.name), ending(&parameter.name, "carried"));
            let (borrow, carry) = match tensor.mutable {
                true => (quote!(memory_mut), quote!(exclusive)),
                false => (quote!(memory), quote!(shared)),
            };
            borrowed.push(quote!(#lies.#borrow(#memory)));
            borrowed.extend(
                parameter.passed(|_| TokenStream::new()).iter().skip(1).map(|(name, _)| quote!(#name)),
            );
            made.push(quote!(let #carried = #lies.#carry(#memory);));
            arguments.push(carried.to_token_stream());
        }
        let declared = |all: Vec<(Ident, TokenStream)>| -> Vec<TokenStream> {
            all.into_iter().map(|(name, ty)| quote!(#name: #ty)).collect()
        };
        let (pointers, slices) = (declared(pointers), declared(slices));
        quote! {
            #attributes
            unsafe extern "C" fn #function(#(#pointers),*) #output {
                // SAFETY: the caller vouches for the memory, and has the features of the level.
                unsafe { Self::#inner(#(#borrowed),*) }
            }

            #attributes
            unsafe fn #inner(#(#slices),*) #output {
                // SAFETY: the memory is what the tensors asked for, and each goes to one parameter; the features are there.
                unsafe {
                    #(#made)*
                    Self::staged(#token, #(#arguments),*)
                }
            }
        }
    }
}
