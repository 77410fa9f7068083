use unite::Shape;

#[derive(Clone, Copy)]
struct Liar;

impl Shape<2> for Liar {
    type Elem = u8;
    type With<F: unite::Elem> = [[F; 1000]; 1000];
    const EXTENT: [Option<isize>; 2] = [Some(4), Some(4)];
}

fn main() {}
