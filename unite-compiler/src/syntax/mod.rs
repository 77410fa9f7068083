//! What is read of the user's syntax, in one form: expressions without parentheses, and without the invisible ones around what
//! a `macro_rules!` macro was given. The tree says what belongs together; printing it puts parentheses back where they
//! are needed.
//!
//! Patterns and types keep theirs: there, printing does not know where they are needed.
//!
//! Names are spelt in one way too: `r#n` is `n`. `let (a, b) = (x, y);` is two definitions, where no value could be taken for
//! a name before it.

mod counted;
mod passes;
mod tuples;

use self::counted::Counted;
use self::passes::Passes;
pub use self::passes::binds;
use self::tuples::Tuples;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBlock, ExprCast, ItemFn, Pat, Signature, Stmt, Type, TypeMacro,
    parse_quote,
};

/// The types of numbers.
pub const NUMBERS: [&str; 15] = [
    "bool", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

/// The attribute of a loop that goes through so many blocks at a time, which is the compiler's own.
pub const BATCHES: &str = "unite_batches";

/// Whether a name is that of a primitive type.
pub fn is_primitive(name: &str) -> bool {
    NUMBERS.contains(&name) || ["char", "str"].contains(&name)
}

/// Whether a type is an integer's, by its name.
pub fn is_integer(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let name = path.path.segments.last().map(|last| last.ident.to_string());
    name.is_some_and(|name| {
        NUMBERS.contains(&name.as_str()) && !["bool", "f32", "f64"].contains(&name.as_str())
    })
}

/// Takes the parentheses out of a function, loops that count by hand for loops over ranges, what follows `if c { continue; }` for the other
/// side of that condition, and tuples apart.
pub fn normalise(function: &mut ItemFn) {
    Parentheses.visit_item_fn_mut(function);
    Counted.visit_item_fn_mut(function);
    Passes.visit_item_fn_mut(function);
    Tuples::of(function).visit_item_fn_mut(function);
}

/// Takes what `shape!` says of parameters, as programs write it, for the shape that kernels write: `shape!([[u8; 3]])` is `[[u8; 3]]`.
pub fn without_shape_macros(signature: &mut Signature) {
    struct Shapes;
    impl VisitMut for Shapes {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if let Type::Macro(TypeMacro { mac, .. }) = ty
                && mac.path.segments.last().is_some_and(|last| last.ident == "shape")
                && let Ok(shape) = mac.parse_body()
            {
                *ty = shape;
            }
            visit_mut::visit_type_mut(self, ty);
        }
    }
    Shapes.visit_signature_mut(signature);
}

/// A function whose names are raw only where they have to be: the compiler takes `r#n` and `n` for one name.
pub fn plainly_named(tokens: TokenStream) -> TokenStream {
    if !has_raw_name(tokens.clone()) {
        return tokens;
    }
    replaced(tokens, &|token| match token {
        TokenTree::Ident(name) => TokenTree::Ident(plain(name)).into(),
        other => other.into(),
    })
}

fn has_raw_name(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => plain(name.clone()) != name,
        TokenTree::Group(group) => has_raw_name(group.stream()),
        _ => false,
    })
}

/// A name without `r#`, unless it is a word of the language in some edition.
fn plain(name: Ident) -> Ident {
    let plain = name.unraw();
    let is_free = plain != "gen" && syn::parse_str::<Ident>(&plain.to_string()).is_ok();
    if is_free { plain } else { name }
}

/// An expression without its parentheses: an argument of a macro or of an attribute, or what the parser writes itself.
pub fn normal(mut expr: Expr) -> Expr {
    Parentheses.visit_expr_mut(&mut expr);
    expr
}

/// Whether a name stands in an expression.
pub fn mentions(expr: &Expr, name: &str) -> bool {
    struct Mentions<'n>(&'n str, bool);
    impl Visit<'_> for Mentions<'_> {
        fn visit_ident(&mut self, ident: &Ident) {
            self.1 |= ident == self.0;
        }
    }
    let mut mentions = Mentions(name, false);
    mentions.visit_expr(expr);
    mentions.1
}

/// Makes an expression a block, unless it is one, and returns that.
pub fn enclose(expr: &mut Expr) -> &mut Block {
    if !matches!(expr, Expr::Block(b) if b.label.is_none()) {
        let inner = std::mem::replace(expr, Expr::Verbatim(Default::default()));
        let block = Block { brace_token: Default::default(), stmts: vec![Stmt::Expr(inner, None)] };
        *expr = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block });
    }
    match expr {
        Expr::Block(b) => &mut b.block,
        _ => unreachable!("it was made one"),
    }
}

/// Puts an operand in parentheses where few readers know which operator binds closer: sums under shifts and masks.
pub fn parenthesise(expr: &mut Expr) {
    let is_of_bits = |op: &BinOp| {
        use BinOp::*;
        matches!(op, Shl(_) | Shr(_) | BitAnd(_) | BitOr(_) | BitXor(_))
    };
    let Expr::Binary(binary) = expr else { return };
    for operand in [&mut binary.left, &mut binary.right] {
        if let Expr::Binary(inner) = &**operand
            && is_of_bits(&binary.op)
            && inner.op != binary.op
        {
            let inner = std::mem::replace(operand, Box::new(Expr::Verbatim(Default::default())));
            let (attrs, paren_token) = (Vec::new(), Default::default());
            **operand = Expr::Paren(syn::ExprParen { attrs, paren_token, expr: inner });
        }
    }
}

/// Marks a cast of a number with a fraction to an integer.
pub fn mark_saturated(cast: &mut ExprCast) {
    cast.attrs = vec![parse_quote!(#[unite_saturated])];
}

/// The number and the type of a cast that is marked.
pub fn saturated(expr: &mut Expr) -> Option<(&mut Expr, &Type)> {
    match expr {
        Expr::Cast(cast) if !cast.attrs.is_empty() => Some((&mut cast.expr, &cast.ty)),
        _ => None,
    }
}

/// An expression as it is printed, with the parentheses that readers need.
pub fn readable(mut expr: Expr) -> Expr {
    struct Readable;
    impl VisitMut for Readable {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            parenthesise(expr);
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    Readable.visit_expr_mut(&mut expr);
    expr
}

/// Finds what may leave a loop early. A macro may expand to anything.
#[derive(Default)]
pub struct Leaves(pub bool);

impl Visit<'_> for Leaves {
    fn visit_expr(&mut self, expr: &Expr) {
        self.0 |= matches!(
            expr,
            Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) | Expr::Try(_) | Expr::Macro(_)
        );
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, _: &syn::Macro) {
        self.0 = true;
    }
}

/// The name of a type, if it is a primitive one also where its path is written out: that is how generated code names it.
pub fn type_name(ty: &impl ToTokens) -> String {
    let name = ty.to_token_stream().to_string();
    match name.strip_prefix(":: core :: primitive :: ") {
        Some(primitive) => primitive.to_string(),
        None => name,
    }
}

/// The arguments of a segment of a path, as far as they are types.
pub fn argument_types(segment: &syn::PathSegment) -> Vec<&Type> {
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// The lengths of the axes of a shape, `[[u8; 8]]`, as far as they are constants, and what its elements are.
pub fn shape_parts(mut shape: &Type) -> (Vec<Option<&Expr>>, &Type) {
    let mut lengths = Vec::new();
    loop {
        shape = match shape {
            Type::Slice(slice) => {
                lengths.push(None);
                &slice.elem
            }
            Type::Array(array) => {
                lengths.push(Some(&array.len));
                &array.elem
            }
            Type::Paren(paren) => &paren.elem,
            Type::Group(group) => &group.elem,
            elem => return (lengths, elem),
        };
    }
}

/// The identifier that an expression is.
pub fn path_ident(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Path(p) if p.qself.is_none() => p.path.get_ident(),
        _ => None,
    }
}

/// Goes through the names that a pattern may bind.
pub fn bound(pat: &Pat, each: impl FnMut(&Ident)) {
    struct Names<F>(F);
    impl<F: FnMut(&Ident)> Visit<'_> for Names<F> {
        fn visit_pat_ident(&mut self, p: &syn::PatIdent) {
            (self.0)(&p.ident);
            visit::visit_pat_ident(self, p);
        }
    }
    Names(each).visit_pat(pat);
}

struct Parentheses;

impl VisitMut for Parentheses {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        loop {
            let inner = match expr {
                Expr::Paren(paren) if paren.attrs.is_empty() => &mut *paren.expr,
                Expr::Group(group) if group.attrs.is_empty() => &mut *group.expr,
                _ => break,
            };
            // As a statement, a macro may bind variables.
            if matches!(inner, Expr::Macro(_)) {
                break;
            }
            *expr = std::mem::replace(inner, Expr::Verbatim(Default::default()));
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// Tokens with others in the place of each, inside of groups too.
pub fn replaced(tokens: TokenStream, each: &impl Fn(TokenTree) -> TokenStream) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), replaced(group.stream(), each));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        token => each(token),
    });
    replaced.collect()
}

/// Whether an attribute may take away what it stands above.
pub fn is_cfg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

/// All names in some tokens, inside of groups too.
pub fn idents(tokens: TokenStream) -> Box<dyn Iterator<Item = Ident>> {
    Box::new(tokens.into_iter().flat_map(|token| -> Box<dyn Iterator<Item = Ident>> {
        match token {
            TokenTree::Group(group) => idents(group.stream()),
            TokenTree::Ident(name) => Box::new(std::iter::once(name)),
            _ => Box::new(std::iter::empty()),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{ToTokens, quote};

    fn read(tokens: TokenStream) -> Expr {
        normal(syn::parse2(tokens).expect("an expression"))
    }

    /// Printed and read again, an expression is what it was.
    #[test]
    fn what_is_printed_means_the_same() {
        let expressions = [
            quote!((a + b) * (c - (d - e)) << (f + g)),
            quote!(-(a + b) as i32),
            quote!(-(1i32).pow(2) + (-1i32).pow(2)),
            quote!(((x as u32) < y) & !(a == b)),
            quote!((a..b).rev().step_by((c + d))),
            quote!((s.field)(x) + (s.method)(y)),
            quote!((|x| x + 1)(2)),
            quote!({ (if a { 1 } else { 2 }) + 1 }),
            quote!({
                (match a {
                    _ => 1,
                })
                .max(2);
                ({ 3 })
            }),
            quote!(if (S { x: 1 }).x == (T { y: 2 }.y) { (return) } else { (break) }),
            quote!((a = b, &(*p)[(i)], *(&p[i]), (&mut x).y, !(a || b) && (c || d))),
            quote!(t[[(y + 1), (x)]] = (a.max((b))) >> (c & 1)),
            quote!((x) as usize + ((a, b)).0 + (1.0).sqrt()),
            quote!((a? + b)?.c),
            quote!(match (a == b) {
                (c) if (c < d) => (e),
                _ => {
                    (f)(g)
                }
            }),
            quote!((a..(b + c)) == (..d)),
            quote!((return a) || (b)),
        ];
        for tokens in expressions {
            let once = read(tokens);
            assert_eq!(read(once.to_token_stream()), once, "{}", once.to_token_stream());
        }
    }

    #[test]
    fn names_are_raw_where_they_have_to_be() {
        let plain = plainly_named(quote!({ r#n + r#type + [r#gen, m] }));
        assert_eq!(plain.to_string(), quote!({ n + r#type + [r#gen, m] }).to_string());
    }

    /// What a macro was given is in parentheses that nobody sees.
    #[test]
    fn invisible_parentheses_bind_as_visible_ones() {
        let sum = Group::new(proc_macro2::Delimiter::None, quote!(a + b));
        assert_eq!(read(quote!(2 * #sum)), read(quote!(2 * (a + b))));
        assert_ne!(read(quote!(2 * #sum)), read(quote!(2 * a + b)));
        assert_eq!(read(quote!(2 * #sum)).to_token_stream().to_string(), "2 * (a + b)");
    }

    #[test]
    fn readers_see_what_a_shift_shifts() {
        let mut expr = read(quote!((a + (b << (2 * c))) >> (1 + n)));
        assert_eq!(expr.to_token_stream().to_string(), "a + (b << 2 * c) >> 1 + n");
        expr = readable(expr);
        assert_eq!(expr.to_token_stream().to_string(), "(a + (b << (2 * c))) >> (1 + n)");
        assert_eq!(normal(expr), read(quote!((a + (b << (2 * c))) >> (1 + n))));
    }

    #[test]
    fn patterns_attributes_and_macros_keep_theirs() {
        let kept = read(quote!(match &x {
            &(0 | 1) => (1),
            _ =>
                #[cold]
                (2),
        }));
        assert_eq!(
            kept.to_token_stream().to_string(),
            quote!(match &x {
                &(0 | 1) => 1,
                _ =>
                    #[cold]
                    (2),
            })
            .to_string()
        );
        let kept = quote!({
            (assert!(a));
        });
        assert_eq!(read(kept.clone()).to_token_stream().to_string(), kept.to_string());
    }
}
