use unite::{Accepts, Dyn};

struct Liar;

impl Accepts<Dyn<[u8; 4]>> for Liar {}

fn main() {}
