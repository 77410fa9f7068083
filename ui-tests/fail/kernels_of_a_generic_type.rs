use unite::kernel;

struct Plane<T>(T);

#[kernel]
impl<T> Plane<T> {
    #[kernel]
    fn clear(out: &mut Tensor<[[u8]]>) {
        out[[!y, !x]] = 0;
    }
}

fn main() {}
