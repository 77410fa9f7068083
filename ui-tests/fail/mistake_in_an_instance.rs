use unite::kernel;

#[kernel]
#[instance(of_u8: Sample = u8)]
#[instance(of_u16: Sample = u16)]
mod copies {
    use unite::kernel;

    #[kernel]
    pub fn copy<Sample>(out: &mut Tensor<[Sample]>, t: &Tensor<[Sample]>) {
        out[[!x]] = u[[!x]];
    }
}

fn main() {}
