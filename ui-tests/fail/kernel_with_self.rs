use unite::kernel;

struct Plane;

impl Plane {
    #[kernel]
    fn clear(&self, out: &mut Tensor<[[u8]]>) {
        out[[!y, !x]] = 0;
    }
}

fn main() {}
