use unite::kernel;

#[kernel]
fn change(t: &mut Tensor<[Pair]>) {
    t[[0]].left = 7;
}

#[derive(Clone, Copy, Default)]
struct Pair {
    left: u8,
    right: u8,
}

impl unite::Elem for Pair {
    type Wide = Pair;
    fn widen(self) -> Pair {
        self
    }
    fn narrow(wide: Pair) -> Pair {
        wide
    }
}

fn main() {}
