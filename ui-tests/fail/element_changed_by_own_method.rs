use unite::kernel;

#[kernel]
fn change(t: &mut Tensor<[Counter]>) {
    t[[0]].advance();
}

#[derive(Clone, Copy, Default)]
struct Counter(u8);

impl Counter {
    fn advance(&mut self) {
        self.0 += 1;
    }
}

impl unite::Elem for Counter {
    type Wide = Counter;
    fn widen(self) -> Counter {
        self
    }
    fn narrow(wide: Counter) -> Counter {
        wide
    }
}

fn main() {}
