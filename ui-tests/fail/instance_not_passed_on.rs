use unite::kernel;

#[kernel]
#[instance(of_u8: Sample = u8, largest = 255)]
#[instance(of_u16: Sample = u16)]
mod clips {
    use unite::kernel;

    #[kernel]
    pub fn clip<Sample>(out: &mut Tensor<[Sample]>, t: &Tensor<[i16]>, largest: i32) {
        out[[!x]] = t[[!x]].clamp(0, largest);
    }

    #[kernel]
    pub fn clip_half<Sample>(out: &mut Tensor<[Sample]>, t: &Tensor<[i16]>, largest: i32) {
        clip(out, t, largest >> 1);
    }
}

fn main() {}
