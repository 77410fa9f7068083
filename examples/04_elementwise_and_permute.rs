//! Elementwise statements, and one kernel for two layouts of a picture.
//!
//! Interleaved pixels are planes whose axes are permuted: a view, not a copy. The kernel is compiled for each layout that
//! it is called with. Draws `gradient.ppm` into the folder given, or into that for temporary files.

use std::io::Write;
use std::path::PathBuf;

use unite::{Block, Dyn, kernel};

/// Linear mixing of two pictures, `[component, row, column]`; `weight` of 256 parts are of `a`.
#[kernel]
fn mix(
    a: &Tensor<[[[u8]]; 3]>,
    b: &Tensor<[[[u8]]; 3]>,
    weight: &Tensor<[[u16]]>,
    out: &mut Tensor<[[[u8]]; 3]>,
) {
    // `!i` on the left declares a loop, on the right it is the index.
    out[[!c, !y, !x]] =
        (a[[!c, !y, !x]] * weight[[!y, !x]] + b[[!c, !y, !x]] * (256 - weight[[!y, !x]]) + 128) >> 8;
}

/// The same for interleaved pixels, `[row, column, component]`.
#[kernel]
fn mix_interleaved(
    a: &Tensor<[[[u8; 3]]]>,
    b: &Tensor<[[[u8; 3]]]>,
    weight: &Tensor<[[u16]]>,
    out: &mut Tensor<[[[u8; 3]]]>,
) {
    mix(a.permute([2, 0, 1]), b.permute([2, 0, 1]), weight, out.permute([2, 0, 1]));
}

/// How much of 256 each pixel has: all in the middle, less further out.
#[kernel]
fn disc(weight: &mut Tensor<[[u16]]>) {
    let (h, w) = (weight.extent(0), weight.extent(1));
    for [y, x] in weight.indices() {
        let (dy, dx) = (2 * y - h as i32 + 1, 2 * x - w as i32 + 1);
        weight[[y, x]] = (400 - (dx * dx + dy * dy) / 160).clamp(0, 256);
    }
}

/// Squares of two colours, `size` pixels wide.
#[kernel]
fn squares(out: &mut Tensor<[[[u8; 3]]]>, size: i32, colors: &Tensor<[[u8; 3]; 2]>) {
    for [y, x, c] in out.indices() {
        let which = (x / size + y / size) % 2;
        out[[y, x, c]] = colors[[which, c]];
    }
}

const SIZE: [usize; 2] = if cfg!(miri) { [24, 32] } else { [240, 320] };

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [h, w] = SIZE;
    let picture = || Block::<u8>::zeros([h, w, 3]).fixed::<Dyn<Dyn<[u8; 3]>>>();
    let (mut a, mut b, mut out) = (picture()?, picture()?, picture()?);
    let mut weight = Block::<u16>::zeros([h, w]);
    squares(&mut a, 20, &Block::from([[240, 180, 60], [200, 70, 50]]));
    squares(&mut b, 40, &Block::from([[30, 60, 90], [25, 50, 75]]));
    disc(&mut weight);
    mix_interleaved(&a, &b, &weight, &mut out);

    // The same pictures as planes, through the same kernel.
    let plane = |interleaved: &[u8]| -> Vec<u8> {
        (0..3).flat_map(|c| interleaved.iter().skip(c).step_by(3).copied().collect::<Vec<u8>>()).collect()
    };
    let planes = |pixels: &[u8]| Block::from_vec(plane(pixels), [3, h, w])?.fixed::<[Dyn<Dyn<u8>>; 3]>();
    let mut planar = planes(out.as_slice())?;
    planar.as_mut_slice().fill(0);
    mix(&planes(a.as_slice())?, &planes(b.as_slice())?, &weight, &mut planar);
    assert_eq!(planar.as_slice(), plane(out.as_slice()));
    println!("interleaved and planar pictures are mixed alike");

    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let path = folder.join("gradient.ppm");
    let mut file = std::fs::File::create(&path)?;
    writeln!(file, "P6 {w} {h} 255")?;
    file.write_all(out.as_slice())?;
    println!("drawn: {}", path.display());
    Ok(())
}
