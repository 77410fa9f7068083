//! The whole way, from tokens to tokens.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::analyse::{Analysis, Batch, analyse, batches};
use crate::associated;
use crate::batch::batched;
use crate::boundaries::Boundaries;
use crate::check::check;
use crate::emit::{self, Emitter, InOrder};
use crate::exports;
use crate::functions::offer::{self, Offer};
use crate::functions::take;
use crate::holes;
use crate::instances;
use crate::ir::{Kernel, Stage};
use crate::messages;
use crate::options::Options;
use crate::parse::parse;
use crate::plans::Plan;
use crate::report::Report;
use crate::syntax::{plainly_named, without_shape_macros};

/// What a kernel became, and how to read it.
pub struct Expansion {
    /// The items.
    pub tokens: TokenStream,
    /// The listing, if it was asked for and there were no mistakes.
    pub listing: Option<String>,
    /// The kernel's name.
    pub name: String,
    /// The module that it is in, if that is an instance of one.
    pub within: Option<String>,
}

impl Expansion {
    /// Whether a hole is left in the items, where an entry of the IR should stand. There is none in any, which random tokens try.
    pub fn has_hole(&self) -> bool {
        holes::are_in(&self.tokens)
    }

    /// Items that are no kernel, or not one yet.
    fn plain(tokens: TokenStream) -> Self {
        Expansion { tokens, listing: None, name: String::new(), within: None }
    }
}

/// What is asked for beside the arguments of the attribute.
#[derive(Clone, Default)]
pub struct Wanted {
    /// The name of the stage up to which a kernel is optimised whose arguments do not say it.
    pub stage: Option<String>,
    /// Whether there is a listing. To print one takes twice as long as to expand.
    pub listing: bool,
}

/// Expands `#[kernel(arguments)] item`.
pub fn expand(arguments: TokenStream, item: TokenStream, wanted: &Wanted) -> Expansion {
    let fail = |error: syn::Error| {
        // While the user is typing, the editor gets what was typed.
        let error = error.to_compile_error();
        Expansion::plain(quote!(#error #item))
    };
    let krate = || syn::parse2::<Options>(arguments.clone()).map(|options| options.krate);
    match instances::expand(&arguments, krate, &item) {
        Ok(None) => {}
        Ok(Some(tokens)) => return Expansion::plain(tokens),
        Err(error) => return fail(error),
    }
    if associated::is_block(&item) {
        return match associated::expand(&arguments, item.clone()) {
            Ok(tokens) => Expansion::plain(tokens),
            Err(error) => fail(error),
        };
    }
    match take::request(&arguments, &item) {
        Ok(None) => {}
        Ok(Some(tokens)) => return Expansion::plain(tokens),
        Err(error) => return fail(error),
    }
    let mut options = match syn::parse2::<Options>(arguments) {
        Ok(options) => options,
        Err(error) => return fail(error),
    };
    if let (None, Some(name)) = (options.stage, &wanted.stage) {
        options.stage = Stage::named(name);
        if options.stage.is_none() {
            return fail(syn::Error::new(Span::call_site(), messages::unknown_stage(name)));
        }
    }
    let mut function = match syn::parse2::<syn::ItemFn>(plainly_named(item.clone())) {
        Ok(function) => function,
        Err(error) => return fail(error),
    };
    without_shape_macros(&mut function.sig);
    let name = function.sig.ident.to_string();
    let within = options.instance.as_ref().map(syn::Ident::to_string);
    take::name(&mut function, &options.inlined);
    let mut beside = take::used(&options.inlined);
    let (export, wrong_for_c) = exports::take(&mut function);
    match offer::offer(&function, within.as_deref()) {
        Some(Offer::Instead(items)) => {
            let wrong = export.map(|export| export.of_numbers(&function));
            let tokens = quote!(#items #beside #wrong_for_c #wrong);
            return Expansion { tokens, listing: None, name, within };
        }
        Some(Offer::Beside(items)) => beside.extend(items),
        None => {}
    }
    let (boundaries, mistakes) = Boundaries::take(&mut function);
    // A method is no kernel, and where it stands there can be nothing else.
    options.is_formed = boundaries.are_declared() && function.sig.receiver().is_none();
    let Items { mut tokens, mut listing, is_right } = items(function.clone(), &options, wanted.listing);
    tokens.extend(mistakes);
    tokens.extend(wrong_for_c);
    if let Some(export) = export.filter(|_| is_right) {
        tokens.extend(export.items(&options.krate, &function, options.highest));
        let prototype = export.prototype(&function.sig.ident);
        listing = listing.map(|listing| format!("// for C: {prototype}\n{listing}"));
    }
    if options.is_formed {
        let mut of_form = Options { is_formed: false, ..options.clone() };
        let mut forms = TokenStream::new();
        let mut all_right = is_right;
        for (name, form) in boundaries.forms(&function) {
            // What is wrong with one form is wrong with the next.
            if !all_right {
                break;
            }
            of_form.form = Some(name);
            let made = items(form, &of_form, wanted.listing);
            all_right = made.is_right;
            forms.extend(made.tokens);
            listing = listing.zip(made.listing).map(|(all, one)| all + &one);
        }
        tokens.extend(boundaries.found(&options.krate, &function, &forms, all_right));
    }
    tokens.extend(beside);
    Expansion { tokens, listing, name, within }
}

/// What a kernel becomes.
struct Items {
    tokens: TokenStream,
    /// The listing, if it was asked for and there were no mistakes.
    listing: Option<String>,
    /// Whether there were none.
    is_right: bool,
}

/// The items of a kernel.
fn items(function: syn::ItemFn, options: &Options, listing: bool) -> Items {
    let mut report = Report::default();
    let mut kernel = parse(function.clone(), options, &mut report);
    let analysis = analyse(&mut kernel, &mut report);
    if report.is_clean() {
        check(&kernel, &analysis, &mut report);
    }
    let emitter = Emitter::new(&kernel, &analysis);
    if report.is_clean() {
        let form = (emit::needs_order(&emitter) && kernel.walks.is_empty())
            .then(|| in_order(function.clone(), options))
            .flatten();
        let batches = batches(&kernel, &analysis.tensors);
        let in_batches = batched(&function, &batches).and_then(|function| {
            let (kernel, analysis) = analysed(function, options)?;
            let made = emitted((&kernel, &analysis), form.as_ref(), listing);
            are_lanes(&batches, &made.1).then_some(made.0)
        });
        return in_batches.unwrap_or_else(|| emitted((&kernel, &analysis), form.as_ref(), listing).0);
    }
    let mut tokens = report.to_compile_errors();
    tokens.extend(emit::stub(&emitter));
    Items { tokens, listing: None, is_right: false }
}

/// What a kernel without mistakes becomes, and its plans.
fn emitted(
    (kernel, analysis): (&Kernel, &Analysis),
    form: Option<&InOrder>,
    listing: bool,
) -> (Items, Vec<Plan>) {
    let emitter = Emitter::new(kernel, analysis);
    let (mut tokens, plans) = emit::kernel(&emitter, form);
    let listing = listing.then(|| emitter.listing(&tokens, &plans));
    tokens.extend(emit::known(kernel));
    (Items { tokens, listing, is_right: true }, plans)
}

/// Whether all loops of batches are lanes along the blocks.
fn are_lanes(batches: &[Batch], plans: &[Plan]) -> bool {
    batches.iter().all(|batch| {
        let is_along = |plan: &&Plan| {
            plan.outcome.as_ref().is_ok_and(|lanes| lanes.vars == batch.name && !lanes.is_narrow.fails())
        };
        plans.iter().filter(is_along).count() >= batch.loops + batch.results.len()
    })
}

/// A kernel that is read anew, if there is no mistake in it.
fn analysed(function: syn::ItemFn, options: &Options) -> Option<(Kernel, Analysis)> {
    let mut report = Report::default();
    let mut kernel = parse(function, options, &mut report);
    let analysis = analyse(&mut kernel, &mut report);
    if report.is_clean() {
        check(&kernel, &analysis, &mut report);
    }
    report.is_clean().then_some((kernel, analysis))
}

/// The form of a kernel whose tensors may be views of one memory, if it has one.
fn in_order(function: syn::ItemFn, options: &Options) -> Option<InOrder> {
    let options = Options { overlapping: true, autovectorize: true, ..options.clone() };
    let (kernel, analysis) = analysed(function, &options)?;
    Some(emit::in_order(&Emitter::new(&kernel, &analysis)))
}
