use unite::kernel;

struct Plane;

impl Plane {
    #[kernel]
    fn clear(out: &mut Tensor<[[u8]]>) {
        out[[!y, !x]] = 0;
    }
}

fn main() {}
