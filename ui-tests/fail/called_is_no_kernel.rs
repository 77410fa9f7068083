use unite::kernel;

#[allow(non_camel_case_types)]
struct fake;

impl fake {
    const FOOTPRINT: Option<[unite::staged::Reach; 1]> = None;

    fn staged<S, T>(_: S, _: T) {}

    fn unchecked<S, T>(_: unite::staged::Checked, _: S, _: T) {}
}

#[kernel]
fn passes(t: &mut Tensor<[i32]>) {
    fake(&mut t[[0..2]]);
}

fn main() {
    let _ = fake;
}
