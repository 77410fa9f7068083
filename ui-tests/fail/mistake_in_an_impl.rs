use unite::kernel;

struct Plane;

#[kernel]
impl Plane {
    #[kernel]
    fn clear(out: &mut Tensor<[[u8]]>) {
        otu[[!y, !x]] = 0;
    }

    #[kernel]
    fn with_self(&self, out: &mut Tensor<[[u8]]>) {
        out[[!y, !x]] = 0;
    }
}

fn main() {}
