//! How loops are written: in which order, in how many versions, and by which points of them.

use proc_macro2::TokenStream;
use quote::quote;

use super::listed;

/// What a kernel becomes, and what its listing says of loops.
fn written(kernel: TokenStream) -> (String, String) {
    let expansion = listed(TokenStream::new(), kernel);
    let listing = expansion.listing.expect("no mistake");
    let loops = listing.lines().filter(|line| line.starts_with("//   over "));
    (expansion.tokens.to_string(), loops.collect::<Vec<_>>().join("\n"))
}

/// A kernel over two planes of a type that has no lanes, by its body.
fn kernel(body: TokenStream) -> (String, String) {
    written(quote!(fn k(o: &mut Tensor<[[f32]]>, t: &Tensor<[[f32]]>) { #body }))
}

/// How often something is written.
fn count(code: &str, what: TokenStream) -> usize {
    code.matches(&what.to_string()).count()
}

/// How often the body of a loop is written, in which a name stands for 7.25.
fn bodies(code: &str) -> usize {
    let (once, _) = kernel(quote!(for y in 0..o.extent(0) {
        let marked = 7.25;
        o[[y, 0]] = t[[y, 0]];
    }));
    count(code, quote!(7.25)) / count(&once, quote!(7.25))
}

#[test]
fn loops_run_in_the_order_of_the_memory_where_nobody_can_tell() {
    let order = |body| kernel(body).1;
    let columns = |inner: TokenStream| quote!(for x in 1..o.extent(1) { for y in 1..o.extent(0) { #inner } });
    assert!(order(columns(quote!(o[[y, x]] = t[[y, x]];))).contains("over y, x"));
    // What is written is read by a later iteration, which would be an earlier one.
    assert!(order(columns(quote!(o[[y, x - 1]] = o[[y - 1, x]];))).contains("over x, y"));
    // A sum depends on the order.
    let summed = columns(quote!(sum += t[[y, x]];));
    assert!(!order(quote!(let mut sum = 0.0; #summed o[[0, 0]] = sum;)).contains("over y, x"));
    // What is asked for is done.
    let asked = quote! {
        for x in 0..o.extent(1) {
            #[autovectorize]
            for y in 0..o.extent(0) {
                o[[y, x]] = t[[y, x]];
            }
        }
    };
    assert!(!order(asked).contains("over y, x"));
}

#[test]
fn what_conditions_lead_to_is_looked_at_before() {
    let loops = |inner: TokenStream| {
        kernel(quote! {
            let p = t.with_boundary(Boundary::Clamp);
            for y in 0..o.extent(0) { for x in 0..o.extent(1) { #inner } }
        })
        .0
    };
    // One version: what is touched anyway was asked for at entry.
    assert_eq!(bodies(&loops(quote!(let marked = 7.25; o[[y, x]] = t[[y, x]];))), 1);
    // Two: one where all lies inside, and one that asks where the condition leads.
    assert_eq!(bodies(&loops(quote!(let marked = 7.25; if o[[y, x]] > 1.0 { o[[y, x]] = t[[y, x]]; }))), 2);
    // A rule leads inside if there is anything: in the first version there is, with a middle that needs none.
    assert_eq!(
        bodies(&loops(quote!(let marked = 7.25; if o[[y, x]] > 1.0 { o[[y, x]] = p[[y, x - 1]]; }))),
        6
    );
    assert_eq!(bodies(&loops(quote!(let marked = 7.25; o[[y, x]] = p[[y, x - 1]];))), 3);
}

#[test]
fn iterations_that_take_turns_are_written_by_pairs() {
    let loops = |inner: TokenStream| {
        kernel(quote!(for y in 0..o.extent(0) { for x in 0..o.extent(1) { o[[y, x]] = #inner; } })).0
    };
    let pairs = |code: &str| count(code, quote!(staged::counted));
    for asks in [quote!(x & 1 == 0), quote!(1 & x == 0), quote!(x % 2 == 0)] {
        assert_eq!(pairs(&loops(quote!(if #asks { 1.0 } else { 2.0 }))), 2, "{asks}");
    }
    for asks in [quote!(x & 2 == 0), quote!(x % 3 == 0), quote!(x == 0)] {
        assert_eq!(pairs(&loops(quote!(if #asks { 1.0 } else { 2.0 }))), 0, "{asks}");
    }
    // Of the variable of the loop around it is asked before.
    assert_eq!(
        pairs(&loops(quote!(match (y & 1, x & 1) {
            (0, 0) => 1.0,
            (0, _) => 2.0,
            _ => 3.0,
        }))),
        4
    );
    let around = |asks: TokenStream| {
        let value = quote!(if #asks { 1.0 } else { 2.0 });
        let inner = quote!(for x in 0..o.extent(1) { let marked = 7.25; o[[y, x]] = #value; });
        let code = kernel(quote!(for y in 0..o.extent(0) { #inner })).0;
        (pairs(&code), count(&code, quote!(7.25)))
    };
    let (none, once) = around(quote!(y & 2 == 0));
    assert_eq!(around(quote!(y & 1 == 0)), (none, 2 * once));
    assert_eq!(none, 0);
}

#[test]
fn the_middle_of_loops_over_ranges_is_lanes() {
    let (_, loops) = written(quote! {
        fn k(o: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
            let p = t.with_boundary(Boundary::Mirror);
            for y in 0..o.extent(0) {
                for x in 0..o.extent(1) {
                    o[[y, x]] = (p[[y - 1, x]] + 2 * p[[y, x]] + p[[y + 1, x]] + p[[y, x - 1]] + p[[y, x + 1]] + 3) / 6;
                }
            }
        }
    });
    assert!(loops.contains("lanes along x") && loops.contains("near the edges one by one"), "{loops}");
}

#[test]
fn lanes_read_elements_anywhere_if_they_are_there() {
    let has_lanes = |body: TokenStream| {
        let (_, loops) = written(quote! {
            fn k(out: &mut Tensor<[i32]>, grid: &mut Tensor<[[i32]]>, table: &Tensor<[i32]>, at: &Tensor<[i32]>) {
                let p = table.with_boundary(Boundary::Clamp);
                for x in 0..out.extent(0) { #body }
            }
        });
        loops.contains("| lanes along x")
    };
    assert!(has_lanes(quote!(out[[x]] = p[[at[[x]]]] * 3 + table[[at[[x]]]] * 5;)));
    // Where a condition leads, or behind the end of what lanes count.
    assert!(!has_lanes(quote!(out[[x]] = if at[[x]] < 50 { table[[at[[x]]]] * 3 } else { at[[x]] * 5 };)));
    assert!(!has_lanes(quote!(if at[[x]] < 50 {
        out[[x]] = table[[at[[x]]]] * 3 + at[[x]] * 5;
    })));
    assert!(!has_lanes(quote! {
        let there = at[[x]] as u32;
        out[[x]] = p[[there]] * 3 + at[[x]] * 5;
    }));
}
