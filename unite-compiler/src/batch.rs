//! Loops over blocks, batch by batch: the source of a kernel as it would be written for that.
//!
//! ```text
//! for n in 0..count {                            for n in 0..count / 16 {
//!     let w = Block::<[[i16; 8]; 8]>::stack();       let first = 16 * n;
//!     for y in 0..8 { w[[y, ..]] = ..n.. }           let w = Block::<[[[i16; 16]; 8]; 8]>::stack();
//!     for u in 0..8 { ..w[[.., u]].. }               for y in 0..8 { for n in 0..16 { w[[y, .., n]] = ..first + n.. } }
//! }                                                  for u in 0..8 { for n in 0..16 { ..w[[.., u, n]].. } }
//!                                                }
//!                                                for n in count / 16 * 16..count { /* as before */ }
//! ```

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Literal};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprArray, ExprForLoop, ItemFn, Pat, Stmt, Type, parse_quote};

use crate::analyse::{Batch, Results};
use crate::syntax::{BATCHES, bound, idents, normal, normalise, path_ident};

/// The kernel with its batches, if there are any that can be written.
pub fn batched(function: &ItemFn, batches: &[Batch]) -> Option<ItemFn> {
    if batches.is_empty() {
        return None;
    }
    let mut function = function.clone();
    normalise(&mut function);
    let taken = idents(function.to_token_stream()).map(|name| name.to_string()).collect();
    let mut write = Write { batches, seen: HashMap::new(), taken, written: 0 };
    write.visit_block_mut(&mut function.block);
    (write.written == batches.len()).then_some(function)
}

struct Write<'b> {
    batches: &'b [Batch],
    /// How many loops there were over variables of a name.
    seen: HashMap<String, usize>,
    /// Names that stand somewhere in the function.
    taken: HashSet<String>,
    written: usize,
}

impl VisitMut for Write<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let Expr::ForLoop(f) = expr else { return visit_mut::visit_expr_mut(self, expr) };
        let mut found = None;
        bound(&f.pat, |name| {
            let before = self.seen.entry(name.to_string()).or_default();
            let is_it = |batch: &&Batch| *name == batch.name && *before == batch.before;
            found = self.batches.iter().find(is_it);
            *before += 1;
        });
        let batched = found.and_then(|batch| self.of_loop(f, batch));
        visit_mut::visit_expr_for_loop_mut(self, f);
        if let Some(batched) = batched {
            self.written += 1;
            *expr = normal(batched);
        }
    }
}

/// What a batch has of its own.
struct Names {
    /// The variable of the loop.
    var: Ident,
    /// The number of a block in its batch.
    lane: Expr,
    /// The number of a block.
    block: Expr,
    /// Blocks of the kernel that have an axis more.
    blocks: Vec<Ident>,
    /// Tensors whose parts are kept, each with the axis along which blocks are, and by another name.
    results: Vec<(Ident, usize, Ident)>,
    /// Whether something stands there that cannot be.
    is_strange: bool,
}

impl Write<'_> {
    /// A name that nobody has, which stands where another one does.
    fn fresh(&mut self, name: &str, beside: &Ident) -> Ident {
        let mut fresh = name.to_string();
        let mut count = 1;
        while !self.taken.insert(fresh.clone()) {
            count += 1;
            fresh = format!("{name}_{count}");
        }
        Ident::new(&fresh, beside.span())
    }

    fn of_loop(&mut self, f: &ExprForLoop, batch: &Batch) -> Option<Expr> {
        let (Pat::Ident(pat), Expr::Range(range)) = (&*f.pat, &*f.expr) else { return None };
        let (var, end) = (&pat.ident, range.end.as_deref()?);
        let count = Literal::i64_unsuffixed(batch.blocks);
        let first = self.fresh("first", var);
        let results = batch.results.iter().map(|of| {
            let tensor = of.tensor.clone();
            let kept = self.fresh(&format!("{}_results", tensor.unraw()), var);
            (tensor, of.axis, kept)
        });
        let start = range.start.as_deref()?;
        let from = |start: &Expr| -> Expr {
            match start.to_token_stream().to_string() == "0" {
                true => parse_quote!(#var),
                false => parse_quote!(#var - (#start)),
            }
        };
        let mut names = Names {
            var: var.clone(),
            lane: if batch.are_all { from(start) } else { parse_quote!(#var) },
            block: if batch.are_all { parse_quote!(#var) } else { parse_quote!(#first + #var) },
            blocks: f.body.stmts.iter().filter_map(own_block).cloned().collect(),
            results: results.collect(),
            is_strange: false,
        };
        let over: Expr = match batch.are_all {
            true => (*f.expr).clone(),
            false => parse_quote!(0..#count),
        };
        let mut stmts: Vec<Stmt> = Vec::new();
        for (of, (_, _, kept)) in batch.results.iter().zip(&names.results) {
            let shape = of.extents.iter().rev().fold(shape(&of.element, batch.blocks), |inner, extent| {
                let extent = Literal::i64_unsuffixed(*extent);
                parse_quote!([#inner; #extent])
            });
            stmts.push(parse_quote!(let #kept = Block::<#shape>::stack();));
        }
        let mut views: Vec<Stmt> = Vec::new();
        for stmt in &f.body.stmts {
            if own_block(stmt).is_some() {
                let mut stmt = stmt.clone();
                Longer(batch.blocks).visit_stmt_mut(&mut stmt);
                stmts.push(stmt);
                continue;
            }
            match stmt {
                Stmt::Local(_) => views.push(stmt.clone()),
                Stmt::Expr(Expr::ForLoop(nest), _) => {
                    let mut nest = nest.clone();
                    let inner = innermost(&mut nest);
                    let mut body = Block {
                        stmts: [needed(&views, inner), inner.stmts.clone()].concat(),
                        ..inner.clone()
                    };
                    names.visit_block_mut(&mut body);
                    inner.stmts = vec![parse_quote!(for #var in #over #body)];
                    stmts.push(Stmt::Expr(Expr::ForLoop(nest), None));
                }
                _ => return None,
            }
        }
        for (of, (tensor, _, kept)) in batch.results.iter().zip(&names.results) {
            stmts.push(self.put(of, [tensor, kept], &names, &over));
        }
        if names.is_strange {
            return None;
        }
        if batch.are_all {
            return Some(parse_quote!({ #(#stmts)* }));
        }
        let (body, asked) = (&f.body, Ident::new(BATCHES, var.span()));
        Some(parse_quote!({
            #[#asked(#count)]
            for #var in 0..(#end) / #count {
                let #first = #count * #var;
                #(#stmts)*
            }
            for #var in (#end) / #count * #count..(#end) #body
        }))
    }

    /// The statement that puts the parts of a batch where they belong.
    fn put(&mut self, of: &Results, [tensor, kept]: [&Ident; 2], names: &Names, over: &Expr) -> Stmt {
        let (var, lane, block) = (&names.var, &names.lane, &names.block);
        let at: Vec<Ident> =
            (0..of.extents.len()).map(|axis| self.fresh(&format!("at_{axis}"), &names.var)).collect();
        let mut place: Vec<Expr> = at.iter().map(|at| parse_quote!(#at)).collect();
        place.insert(of.axis, block.clone());
        let all = at.iter().map(|_| quote!(..));
        parse_quote! {
            for #var in #over {
                for [#(#at),*] in #kept[[#(#all,)* #lane]].raster() {
                    #tensor[[#(#place),*]] = #kept[[#(#at,)* #lane]];
                }
            }
        }
    }
}

/// The name of a block that a statement makes.
fn own_block(stmt: &Stmt) -> Option<&Ident> {
    let Stmt::Local(local) = stmt else { return None };
    let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else { return None };
    let Expr::Call(call) = &*init.expr else { return None };
    let Expr::Path(path) = &*call.func else { return None };
    let is_block =
        path.path.segments.last().is_some_and(|last| last.ident == "stack") && call.args.is_empty();
    is_block.then_some(&name.ident)
}

/// A row of elements, one for each block of a batch.
fn shape(element: &Type, blocks: i64) -> Type {
    let blocks = Literal::i64_unsuffixed(blocks);
    parse_quote!([#element; #blocks])
}

/// Gives shapes an axis more: the last one.
struct Longer(i64);

impl VisitMut for Longer {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Array(array) => self.visit_type_mut(&mut array.elem),
            element => *element = shape(element, self.0),
        }
    }
}

/// The body of the innermost of loops that are all of each other's bodies.
fn innermost(f: &mut ExprForLoop) -> &mut Block {
    match matches!(&f.body.stmts[..], [Stmt::Expr(Expr::ForLoop(_), _)]) {
        true => match &mut f.body.stmts[0] {
            Stmt::Expr(Expr::ForLoop(inner), _) => innermost(inner),
            _ => unreachable!("it is one"),
        },
        false => &mut f.body,
    }
}

/// The definitions of views that a block names, or that those name.
fn needed(views: &[Stmt], body: &Block) -> Vec<Stmt> {
    let mut named: HashSet<String> = idents(body.to_token_stream()).map(|name| name.to_string()).collect();
    let mut needed = Vec::new();
    for view in views.iter().rev() {
        let Stmt::Local(local) = view else { continue };
        let mut is_named = false;
        bound(&local.pat, |name| is_named |= named.contains(&name.to_string()));
        if is_named {
            named.extend(idents(view.to_token_stream()).map(|name| name.to_string()));
            needed.insert(0, view.clone());
        }
    }
    needed
}

impl VisitMut for Names {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        let own = |name: &Ident| {
            *name == self.var || self.blocks.contains(name) || self.results.iter().any(|(of, ..)| of == name)
        };
        let mut hides = false;
        bound(pat, |name| hides |= own(name));
        self.is_strange |= hides;
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Index(access) => {
                let (Some(name), Expr::Array(at)) = (path_ident(&access.expr).cloned(), &mut *access.index)
                else {
                    return visit_mut::visit_expr_mut(self, expr);
                };
                if self.blocks.contains(&name) {
                    visit_mut::visit_expr_array_mut(self, at);
                    at.elems.push(self.lane.clone());
                } else if let Some((_, axis, kept)) =
                    self.results.iter().find(|(of, ..)| *of == name).cloned()
                {
                    self.kept(at, axis);
                    *access.expr = parse_quote!(#kept);
                } else {
                    visit_mut::visit_expr_array_mut(self, at);
                }
            }
            Expr::Path(_) => {
                let Some(name) = path_ident(expr) else { return };
                if *name == self.var {
                    *expr = self.block.clone();
                } else {
                    self.is_strange |=
                        self.blocks.contains(name) || self.results.iter().any(|(of, ..)| of == name);
                }
            }
            Expr::Macro(_) => self.is_strange = true,
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

impl Names {
    /// The index of a part that is kept, of the index of the whole tensor.
    fn kept(&mut self, at: &mut ExprArray, axis: usize) {
        let is_block = at.elems.iter().nth(axis).and_then(path_ident) == Some(&self.var);
        self.is_strange |= !is_block;
        let others = at.elems.iter().enumerate().filter(|(k, _)| *k != axis).map(|(_, at)| at.clone());
        let mut others: Vec<Expr> = others.collect();
        others.iter_mut().for_each(|at| self.visit_expr_mut(at));
        at.elems = others.into_iter().chain([self.lane.clone()]).collect();
    }
}
