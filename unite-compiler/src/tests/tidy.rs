use crate::parse::tidy;

#[test]
fn listings_have_the_spaces_that_people_write() {
    for text in [
        "p[[-1, !x]]",
        "4 * ((y + 2) >> 2) * plane_0 + x",
        "f(a, -b) - c",
        "a - (b - 1)",
        "out.extent(0usize) - 1",
        "x / -2",
        "callee::staged(&t[[0..4, ..]])",
    ] {
        let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
        assert_eq!(tidy(&tokens.to_string()), text);
    }
}
