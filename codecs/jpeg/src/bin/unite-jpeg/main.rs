//! The command `unite-jpeg`.

fn main() {}
