//! Every file in `fail/` fails to compile, with the message beside it.

#[test]
fn mistakes_get_their_message() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/*.rs");
}
