//! Modules of kernels that share a list.

use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, FnArg, GenericArgument, Item, ItemFn, ItemMod, Meta, PathArguments, parse_quote};

use super::fixed::Fixed;
use super::kernel::{Kind, Parameters, no_such};
use super::list::{Fix, Instance, List, is_instance};
use super::made::Made;
use super::parameter::{generic_name, input_name};
use crate::messages;
use crate::syntax::path_ident;

/// The modules that a module becomes.
pub fn instances(mut module: ItemMod) -> syn::Result<Made<ItemMod>> {
    if !module.attrs.iter().any(is_instance) {
        return Err(syn::Error::new(module.ident.span(), messages::MODULE_WITHOUT_LIST));
    }
    let list = List::take(&mut module.attrs)?;
    let Some((_, items)) = &module.content else {
        return Err(syn::Error::new(module.ident.span(), messages::MODULE_ELSEWHERE));
    };
    let kernels: Vec<Kernel> = items.iter().filter_map(Kernel::of).collect();
    if kernels.is_empty() {
        return Err(syn::Error::new(module.ident.span(), messages::NO_KERNEL_IN_MODULE));
    }
    let mut errors = list.mistakes();
    let mut items = Vec::new();
    for instance in list.each() {
        errors.extend(mistakes(&module.ident, instance, &list, &kernels));
        items.extend(made(&module, instance, &kernels, &mut errors));
    }
    Ok(Made { items, errors })
}

/// A kernel of a module.
struct Kernel {
    parameters: Parameters,
    function: ItemFn,
    /// What it is called by: its own name, or those of its instances.
    names: Vec<String>,
}

impl Kernel {
    fn of(item: &Item) -> Option<Kernel> {
        let Item::Fn(function) = item else { return None };
        function.attrs.iter().find(|a| is_kernel(a))?;
        let lists = function.attrs.iter().filter(|a| is_instance(a));
        let mut names: Vec<String> = lists
            .filter_map(|list| list.parse_args::<Instance>().ok())
            .map(|instance| instance.name.to_string())
            .collect();
        if names.is_empty() {
            names.push(function.sig.ident.to_string());
        }
        Some(Kernel { parameters: Parameters::of(&function.sig), function: function.clone(), names })
    }

    /// What an instance of the module fixes of this kernel.
    fn fixes(&self, instance: &Instance) -> Vec<Fix> {
        let own = instance.fixes.iter().filter(|fix| self.parameters.named(&fix.name).is_some());
        own.map(|fix| Fix { name: fix.name.clone(), value: fix.value.clone() }).collect()
    }
}

fn is_kernel(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "kernel")
}

/// What an instance names that no kernel has, and what it does not name.
fn mistakes(module: &Ident, instance: &Instance, list: &List, kernels: &[Kernel]) -> Vec<syn::Error> {
    let mut errors = Vec::new();
    let all = || kernels.iter().flat_map(|kernel| &kernel.parameters.all);
    for fix in &instance.fixes {
        if all().all(|parameter| parameter.name != fix.name) {
            let mut known: Vec<&Ident> = Vec::new();
            for parameter in all().filter(|p| !matches!(p.kind, Kind::Tensor)) {
                if known.iter().all(|name| **name != parameter.name) {
                    known.push(&parameter.name);
                }
            }
            let message = no_such(module, &fix.name, known.into_iter());
            errors.push(syn::Error::new(fix.name.span(), message));
        }
    }
    let mut said: Vec<&Ident> = Vec::new();
    for parameter in all().filter(|p| matches!(p.kind, Kind::Type(_) | Kind::Const(_))) {
        let name = &parameter.name;
        let has_it = instance.fixes.iter().any(|fix| fix.name == *name);
        if list.fixes(name) && !has_it && said.iter().all(|known| *known != name) {
            let message = messages::not_fixed(&instance.name.to_string(), &name.to_string());
            errors.push(syn::Error::new(instance.name.span(), message));
            said.push(name);
        }
    }
    errors
}

/// The module of an instance.
fn made(
    module: &ItemMod,
    instance: &Instance,
    kernels: &[Kernel],
    errors: &mut Vec<syn::Error>,
) -> Option<ItemMod> {
    let before = errors.len();
    let mut fixed: Vec<Option<Fixed>> = Vec::new();
    for kernel in kernels {
        let fixes = kernel.fixes(instance);
        fixed.push(kernel.parameters.fixed(&fixes, &kernel.function, errors));
    }
    if fixed.iter().any(Option::is_none) {
        return None;
    }
    let fixed: Vec<Fixed> = fixed.into_iter().flatten().collect();
    let called = kernels.iter().zip(&fixed).flat_map(|(kernel, fixed)| {
        kernel.names.iter().map(move |name| (name.clone(), (&kernel.function, fixed)))
    });
    let called: HashMap<String, (&ItemFn, &Fixed)> = called.collect();
    let mut of_kernels = kernels.iter().zip(&fixed);
    let mut module = module.clone();
    let (_, items) = module.content.as_mut()?;
    for item in items {
        if Kernel::of(item).is_none() {
            continue;
        }
        let (kernel, fixed) = of_kernels.next()?;
        let mut function = kernel.function.clone();
        let mut calls = Calls {
            called: &called,
            closures: closures(&function),
            within: &instance.name,
            errors: Vec::new(),
        };
        calls.visit_block_mut(&mut function.block);
        errors.extend(calls.errors);
        if let Err(error) = fixed.write(&mut function) {
            errors.push(error);
        }
        for attribute in function.attrs.iter_mut().filter(|a| is_kernel(a)) {
            say(attribute, &instance.name);
        }
        *item = Item::Fn(function);
    }
    module.ident = instance.name.clone();
    module.attrs.splice(0..0, instance.attrs.iter().cloned());
    // A conversion that one instance does not need another one does.
    module.attrs.push(parse_quote!(#[allow(clippy::useless_conversion, clippy::unnecessary_cast)]));
    (errors.len() == before).then_some(module)
}

/// Tells a kernel of which instance it is.
fn say(attribute: &mut Attribute, instance: &Ident) {
    let path = attribute.path().clone();
    let arguments = match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => Default::default(),
    };
    attribute.meta = parse_quote!(#path(instance(#instance), #arguments));
}

/// The closures that a kernel names.
fn closures(function: &ItemFn) -> HashSet<String> {
    struct Closures(HashSet<String>);
    impl Visit<'_> for Closures {
        fn visit_local(&mut self, local: &syn::Local) {
            if let (syn::Pat::Ident(p), Some(init)) = (&local.pat, &local.init)
                && matches!(&*init.expr, Expr::Closure(_))
            {
                self.0.insert(p.ident.to_string());
            }
            visit::visit_local(self, local);
        }
    }
    let mut closures = Closures(HashSet::new());
    closures.visit_block(&function.block);
    closures.0
}

/// Takes what is fixed out of calls of other kernels of the module: they have it, too.
struct Calls<'a> {
    called: &'a HashMap<String, (&'a ItemFn, &'a Fixed)>,
    closures: HashSet<String>,
    within: &'a Ident,
    errors: Vec<syn::Error>,
}

impl VisitMut for Calls<'_> {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        visit_mut::visit_expr_call_mut(self, call);
        let Expr::Path(path) = &mut *call.func else { return };
        let Some(segment) = path.path.segments.last_mut().filter(|_| path.qself.is_none()) else { return };
        let name = segment.ident.to_string();
        let (Some((function, fixed)), false) = (self.called.get(&name), self.closures.contains(&name)) else {
            return;
        };
        if path.path.segments.len() > 1 && path.path.segments[0].ident != "self" {
            return;
        }
        let Some(segment) = path.path.segments.last_mut() else { return };
        if let PathArguments::AngleBracketed(given) = &mut segment.arguments {
            let generics: Vec<&Ident> =
                function.sig.generics.params.iter().filter_map(generic_name).collect();
            if generics.len() == given.args.len() {
                let args = std::mem::take(&mut given.args).into_iter();
                let kept = generics.iter().zip(args).filter(|(name, _)| !fixed.has(name));
                given.args = kept.map(|(_, arg): (_, GenericArgument)| arg).collect();
            }
            if given.args.is_empty() {
                segment.arguments = PathArguments::None;
            }
        }
        let inputs: Vec<&FnArg> = function.sig.inputs.iter().collect();
        if inputs.len() != call.args.len() {
            return;
        }
        let args = std::mem::take(&mut call.args);
        for (input, arg) in inputs.into_iter().zip(args) {
            let Some(own) = input_name(input).filter(|own| fixed.has(own)) else {
                call.args.push(arg);
                continue;
            };
            if path_ident(&arg) != Some(own) {
                let shown = arg.to_token_stream().to_string();
                let message =
                    messages::not_passed_on(&name, &own.to_string(), &self.within.to_string(), &shown);
                self.errors.push(syn::Error::new_spanned(&arg, message));
            }
        }
    }
}
