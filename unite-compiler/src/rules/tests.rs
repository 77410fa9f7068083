//! Each row of the table is found, however the source spells it; and not where it is something else.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::canonical::canonical;
use super::idioms::{TABLE, find};
use super::{Findings, dot};
use crate::analyse::analyse;
use crate::lanes::facts::Facts;
use crate::lanes::lower::Lowering;
use crate::lanes::value::{Op, Program, Step, Type};
use crate::options::Options;
use crate::parse::parse;
use crate::report::Report;

/// Bytes, numbers of 16 bits with a sign and without; a scalar.
const PARAMETERS: &str = "a: &Tensor<[[u8; 64]; 64]>, b: &Tensor<[[u8; 64]; 64]>, c: &Tensor<[[u8; 64]; 64]>, \
    s: &Tensor<[[i16; 64]; 64]>, t: &Tensor<[[i16; 64]; 64]>, u: &Tensor<[[u16; 64]; 64]>, w: i32, \
    out: &mut Tensor<[[i32; 16]; 16]>";

/// Tokens in which short names stand for what is read.
fn read(tokens: TokenStream) -> TokenStream {
    let each = tokens.into_iter().map(|token| match &token {
        TokenTree::Ident(name) if name.to_string().len() == 1 && "ABCSTU".contains(&name.to_string()) => {
            let tensor = format_ident!("{}", name.to_string().to_lowercase());
            quote!(#tensor[[!y, !x]])
        }
        TokenTree::Group(group) => Group::new(group.delimiter(), read(group.stream())).into_token_stream(),
        _ => token.into_token_stream(),
    });
    each.collect()
}

/// The program of `out[[!y, !x]] = value`, after some statements, along the rows.
fn program(before: &str, value: &str) -> Program {
    let value = read(value.parse().expect("tokens"));
    let text = format!("fn k({PARAMETERS}) {{ {before} out[[!y, !x]] = {value}; }}");
    let function: syn::ItemFn = syn::parse_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let options: Options = syn::parse_str("").expect("no options");
    let mut report = Report::default();
    let mut kernel = parse(function, &options, &mut report);
    let analysis = analyse(&mut kernel, &mut report);
    assert!(report.is_clean(), "{}: {text}", report.to_compile_errors());
    let mut facts = Facts::of_parameters(&kernel);
    for (at, stmt) in kernel.function.block.stmts.iter().enumerate() {
        if let syn::Stmt::Local(local) = stmt {
            let rest = syn::Block {
                stmts: kernel.function.block.stmts[at + 1..].to_vec(),
                ..*kernel.function.block
            };
            facts.learn(&kernel, &analysis, local, &rest);
        }
    }
    let column = kernel.writes[0].iterators[1].0;
    let mut lowering = Lowering::new(&kernel, &analysis, &facts, vec![column]);
    if let Err(refusal) = lowering.point(0) {
        panic!("{}: {text}", refusal.reason);
    }
    canonical(&lowering.program)
}

/// The name of the idiom that computes what is written.
fn idiom(before: &str, value: &str) -> Option<&'static str> {
    let program = program(before, value);
    let Some(Step::Write(_, result)) = program.steps.last() else { panic!("nothing is written") };
    Some(find(&program, *result)?.idiom.name)
}

fn all_are(name: &str, spellings: &[&str]) {
    for spelling in spellings {
        assert_eq!(idiom("", spelling), Some(name), "{spelling}");
    }
}

fn none_is(spellings: &[&str]) {
    for spelling in spellings {
        assert_eq!(idiom("", spelling), None, "{spelling}");
    }
}

#[test]
fn means_of_two() {
    let spellings = [
        "(A + B + 1) >> 1",
        "(1 + A + B) >> 1",
        "(A + 1 + B) >> 1",
        "((A) + (B + 1)) >> 1",
        "(B + A + (3 - 2)) >> 1",
        "(A - 1 + B + 2) >> (2 - 1)",
        "{ let sum = A + B; (sum + 1) >> 1 }",
    ];
    all_are("average", &spellings);
    assert_eq!(idiom("let mean = |p, q| (p + q + 1) >> 1;", "mean(A, B)"), Some("average"));
    none_is(&["(A + B) >> 1", "(A + B + 1) >> 2"]);
}

#[test]
fn weighted_means_of_three() {
    let spellings = [
        "(A + 2 * B + C + 2) >> 2",
        "(2 + C + B * 2 + A) >> 2",
        "(A + B + B + C + 2) >> 2",
        "(A + (B << 1) + C + 2) >> 2",
        "(A + 3 * B + 2) >> 2",
        "{ let b = B; (A + b + b + C + 2) >> 2 }",
    ];
    all_are("weighted", &spellings);
    none_is(&["(A + 2 * B + C + 1) >> 2", "(A + 2 * B + C + 2) >> 3"]);
}

#[test]
fn two_products_of_lanes() {
    let spellings = [
        "A * B + S * T",
        "(S - A) * (S - A) + T * T",
        "{ let d = S - A; let e = T - B; d * d + e * e }",
        "{ let mut sum = 0; sum += S * S; sum += T * T; sum }",
    ];
    all_are("two_products", &spellings);
    none_is(&["A * B + S", "S * 3 + T * T", "S * w + T * T"]);
}

#[test]
fn rounded_shifts() {
    all_are("shr_rounded", &["(A - B + 1) >> 1", "(A + w + 1) >> 1", "(A + 2 * B + S + 2) >> 2"]);
    all_are("shr_rounded", &["(S + 4) >> 3", "(4 + S) >> (2 + 1)", "{ let s = S + 4; s >> 3 }"]);
    none_is(&["(S + 3) >> 3", "(S + 4) >> 2", "S >> 3", "(S + 0) >> 0", "(S + 16384) >> 15"]);
}

#[test]
fn upper_halves() {
    all_are("mul_high_signed", &["(S * T) >> 16", "(T * S) >> (15 + 1)", "{ let p = S * T; p >> 16 }"]);
    let rounded = [
        "(S * T + 16384) >> 15",
        "(16384 + S * T) >> 15",
        "(S * T + (1 << 14)) >> 15",
        "((S * T) + (1 << 14)) >> 15",
    ];
    all_are("mul_rounded", &rounded);
    none_is(&["(S * T) >> 15", "(S * T + 16383) >> 15", "(S * T + 16384) >> 14"]);
    // What only rustc knows, it decides.
    assert_eq!(idiom("", "(S * T + HALF) >> BITS"), Some("mul_rounded"));
}

#[test]
fn products_of_bytes() {
    let before = "let v = w + 1;";
    let is = |name: &str, spellings: &[&str]| {
        for spelling in spellings {
            assert_eq!(idiom(before, spelling), Some(name), "{spelling}");
        }
    };
    is(
        "byte_products",
        &["A * v + B * w", "w * B + (v * A)", "A * (8 - w) + w * B", "{ let a = v * A; a + w * B }"],
    );
    is(
        "byte_products_times",
        &["(A * v + B * w) * w", "v * (w * B + v * A)", "{ let sum = w * A + v * B; sum * v }"],
    );
    for other in [
        "A * v - B * w",
        "A * v + B * w + C * v",
        "A * 3 + B * 5",
        "S * v + B * w",
        "A * B + C * w",
        "(A * v + B * w) * C",
    ] {
        assert_eq!(idiom(before, other), None, "{other}");
    }
}

#[test]
fn saturation() {
    all_are(
        "nearest",
        &["S.clamp(0, 255)", "S.max(0).min(255)", "S.min(255).max(0)", "(S).max(0).min(256 - 1)"],
    );
    none_is(&["S.clamp(0, 254)", "S.clamp(1, 255)", "S.clamp(0, 255) + 1"]);
    all_are("add_capped", &["(U + U).min(0xFFFF)", "(S + T).min(65535)", "(S + T).min(65536 - 1)"]);
    all_are("sub_capped", &["(A - B).max(0)", "((A) - B).max(1 - 1)", "{ let d = A - B; d.max(0) }"]);
    none_is(&["(A - B).max(1)", "(A + B).max(0)"]);
    all_are("add_capped_to_byte", &["(A + B).min(255)", "(B + A).min(256 - 1)"]);
    none_is(&["(A + B).min(254)", "(A - B).min(255)"]);
}

#[test]
fn signs() {
    let spellings = [
        "if S < 0 { -T } else { T }",
        "if 0 > S { -T } else { T }",
        "if S >= 0 { T } else { -T }",
        "if 0 <= S { T } else { -T }",
        "{ let t = T; if S < 0 { -t } else { t } }",
    ];
    all_are("with_sign", &spellings);
    none_is(&[
        "if S > 0 { -T } else { T }",
        "if S < 1 { -T } else { T }",
        "if S < 0 { T } else { -T }",
        "{ let (s, t) = (S, T); if s < 0 { -s } else { t } }",
    ]);
}

#[test]
fn distances() {
    all_are("abs_diff", &["(A - B).abs()", "{ let d = A - B; d.abs() }", "((A) - (B)).abs()"]);
    none_is(&["(A + B).abs()", "S.abs()"]);
}

#[test]
fn absolute_values_of_sums_and_differences() {
    let spellings = [
        "(S + T).abs() + (S - T).abs()",
        "(T + S).abs() + (S - T).abs()",
        "(T - S).abs() + (S + T).abs()",
        "{ let (sum, difference) = (S + T, S - T); sum.abs() + difference.abs() }",
        "{ let (s, t) = (S, T); let sum = (s - t).abs(); ((s) + t).abs() + sum }",
    ];
    all_are("butterfly_abs", &spellings);
    none_is(&[
        "(S + T).abs() - (S - T).abs()",
        "(S + T).abs() + (S - U).abs()",
        "(S + T).abs() + (S + T).abs()",
        "(S + T).abs() + (S - T)",
        "(S - T).abs() + (T - S).abs()",
        // The sum is there anyway.
        "{ let sum = S + T; let magnitudes = sum.abs() + (S - T).abs(); magnitudes.max(sum) }",
    ]);
    // In a longer sum they come together, in whatever order.
    for sum in [
        "{ let (p, q, r, s) = (S + T, A + B, S - T, A - B); p.abs() + q.abs() + r.abs() + s.abs() }",
        "{ let (p, q, r, s) = (S + T, A + B, S - T, B - A); (p.abs() + q.abs()) + (s.abs() + r.abs()) }",
        "{ let (p, q, r, s) = (S + T, A + B, S - T, A - B); s.abs() + C + p.abs() + q.abs() + U + r.abs() }",
    ] {
        let program = program("", sum);
        let needed =
            program.needed(program.results().collect(), |n, open| open.extend(&program.nodes[n].args));
        let found = needed.those().filter_map(|value| find(&program, value));
        assert_eq!(found.filter(|found| found.idiom.name == "butterfly_abs").count(), 2, "{sum}");
    }
}

#[test]
fn what_lies_in_memory() {
    all_are("low_bits", &["!x & 7", "7 & !x", "(!x) & (8 - 1)"]);
    none_is(&["!x & w", "A & 7"]);
    all_are("sums_of_neighbours", &["a[[!y, 2 * !x]] + a[[!y, 2 * !x + 1]]"]);
    // In a longer sum they come together.
    let sum = "a[[!y, 2 * !x]] + a[[!y, 2 * !x + 1]] + b[[!y, 2 * !x]] + b[[!y, 2 * !x + 1]]";
    let program = program("", sum);
    let found = program.nodes.ids().filter_map(|value| find(&program, value));
    assert_eq!(found.filter(|found| found.idiom.name == "sums_of_neighbours").count(), 2);
}

#[test]
fn what_is_computed_twice_is_there_once() {
    let program = program("", "(A + B) * (A + B) + (A + B)");
    let sums = program.nodes.iter().filter(|value| matches!(value.op, Op::Add)).count();
    let reads = program.nodes.iter().filter(|value| matches!(value.op, Op::Read(_))).count();
    assert_eq!((sums, reads), (2, 2));
}

#[test]
fn sums_of_products() {
    let numbers = |value: &str| -> Option<Vec<i128>> {
        let program = program("", value);
        let Some(Step::Write(_, result)) = program.steps.last() else { panic!("nothing is written") };
        let found = Findings::of(&program);
        let products = found.products[*result].as_ref()?;
        products.coefficients.iter().map(|constant| constant.now()).collect()
    };
    for spelling in ["3 * A + 5 * B", "A * 3 + B * 5", "5 * B + 3 * A", "{ let a = A * 3; a + B * (6 - 1) }"]
    {
        let mut all = numbers(spelling).unwrap_or_else(|| panic!("{spelling}"));
        all.sort_unstable();
        assert_eq!(all, [3, 5], "{spelling}");
    }
    assert_eq!(numbers("3 * A - 5 * B"), Some(vec![3, -5]));
    assert_eq!(numbers("A + B"), None);
}

#[test]
fn a_pattern_is_found_as_itself() {
    for idiom in &TABLE {
        let Some(plain) = idiom.plain else { continue };
        let mut program = Program::default();
        let mut operands = Vec::new();
        for number in 0..3 {
            operands.push(program.push(Op::Picked(number), vec![], Type::I32, "an element".into()));
        }
        let result = plain(&mut program, &operands);
        let found = find(&program, result).map(|found| (found.idiom.name, found.operands.len()));
        let name = found.map(|(name, _)| name);
        assert_eq!(name, Some(idiom.name), "{}", idiom.pattern);
    }
}

#[test]
fn constants_are_computed() {
    let program = program("", "A * (3 - 1) + 2 * 4");
    assert!(program.nodes.ids().any(|value| dot::constant(&program, value).and_then(|c| c.now()) == Some(8)));
    assert!(program.nodes.iter().all(|value| !matches!(value.op, Op::Sub)));
}
