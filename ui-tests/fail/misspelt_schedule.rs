use unite::kernel;

#[kernel]
fn clear(t: &mut Tensor<[u8; 16]>) {
    #[vectorise(i)]
    for i in 0..16 {
        t[[i]] = 0;
    }
}

fn main() {}
