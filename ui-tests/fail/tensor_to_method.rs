use unite::kernel;

struct Writer;

impl Writer {
    fn put(&mut self, _: i32) {}
}

#[kernel]
fn write(writer: &mut Writer, row: &Tensor<[u8]>) {
    writer.put(row);
}

fn main() {}
