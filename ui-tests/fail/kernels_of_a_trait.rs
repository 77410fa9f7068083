use unite::kernel;

struct Plane;

trait Clears {}

#[kernel]
impl Clears for Plane {
    #[kernel]
    fn clear(out: &mut Tensor<[[u8]]>) {
        out[[!y, !x]] = 0;
    }
}

fn main() {}
