use unite::kernel;

#[kernel]
fn scan(out: &mut Tensor<[i16; 64]>, block: &Tensor<[[i16]]>) {
    for (k, [y, x]) in block.zigzag().enumerate() {
        out[[k]] = block[[y, x]];
    }
}

fn main() {}
