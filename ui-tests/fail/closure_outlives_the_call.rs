use unite::kernel;

#[kernel]
fn reader(row: &Tensor<[u8]>) -> Box<dyn Fn(isize) -> i32> {
    Box::new(move |i| row[[i]])
}

fn main() {}
