use unite::kernel;

struct Plane;

#[kernel]
impl Plane {
    #[kernel]
    #[instance(copy_u8: Sample = u8)]
    fn copy<Sample>(out: &mut Tensor<[Sample]>, t: &Tensor<[Sample]>) {
        out[[!x]] = t[[!x]];
    }
}

fn main() {}
