use unite::{Accepts, Dyn};

impl Accepts<Dyn<[u8; 4]>> for Dyn<[u8; 7]> {}

fn main() {}
