use unite::kernel;

#[kernel]
fn later(out: &mut Tensor<[i32]>, n: usize) {
    let read;
    {
        let b = Block::<i32>::zeros([n]);
        b[[0]] = 42;
        read = move || b[[0]];
    }
    out[[0]] = read();
}

fn main() {}
