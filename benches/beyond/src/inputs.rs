//! What tasks read: made here, and written into files for the processes of the peers.

use std::io;
use std::path::Path;

use unite::library::Heap;
use unite::{Block, Dynamic};

/// Rows and columns of pictures.
pub const HEIGHT: usize = 1080;
pub const WIDTH: usize = 1920;

pub struct Inputs {
    pub plane: Heap<u8, 2>,
    pub other: Heap<u8, 2>,
    /// With a row and a column more on each side.
    pub padded: Heap<u8, 2>,
    pub fine: Heap<f32, 2>,
    pub coarse: Heap<f32, 2>,
    pub signal: Heap<i32, 2>,
    pub pixels: Heap<u8, 3>,
    pub colours: Heap<u8, 2>,
    pub field: Heap<i16, 3>,
    pub weight: Heap<i32, 1>,
    /// Small whole numbers, so that their sums are the same in any order.
    pub left: Heap<f32, 2>,
    pub right: Heap<f32, 2>,
    pub kernel: Heap<f32, 2>,
}

/// Rows and columns of matrices.
pub const ORDER: usize = 512;

impl Inputs {
    pub fn new() -> Self {
        let inner = |count: usize| count / 2 + 2;
        let vectors = |numbers: Vec<u8>| numbers.into_iter().map(|n| i16::from(n) / 8 - 16).collect();
        Inputs {
            plane: block(picture(HEIGHT, WIDTH, 1), [HEIGHT, WIDTH]),
            other: block(picture(HEIGHT, WIDTH, 2), [HEIGHT, WIDTH]),
            padded: block(picture(HEIGHT + 2, WIDTH + 2, 3), [HEIGHT + 2, WIDTH + 2]),
            fine: block(picture(HEIGHT, WIDTH, 4).into_iter().map(f32::from).collect(), [HEIGHT, WIDTH]),
            coarse: block(
                picture(inner(HEIGHT), inner(WIDTH), 5).into_iter().map(f32::from).collect(),
                [inner(HEIGHT), inner(WIDTH)],
            ),
            signal: block(picture(HEIGHT, WIDTH, 6).into_iter().map(i32::from).collect(), [HEIGHT, WIDTH]),
            pixels: block(picture(HEIGHT, 3 * WIDTH, 7), [HEIGHT, WIDTH, 3]),
            colours: block(picture(16, 3, 8).into_iter().map(|n| n.wrapping_mul(37)).collect(), [16, 3]),
            field: block(vectors(picture(HEIGHT, 2 * WIDTH, 9)), [HEIGHT, WIDTH, 2]),
            left: matrix([ORDER, ORDER], 11),
            right: matrix([ORDER, ORDER], 12),
            kernel: matrix([5, 5], 13),
            weight: block((0..256).map(|d: i32| (256 - d) * (256 - d)).collect(), [256]),
        }
    }

    /// Each in a file of its name, in the order of this machine's bytes.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let put = |name: &str, bytes: Vec<u8>| std::fs::write(folder.join(name), bytes);
        put("plane", self.plane.as_slice().to_vec())?;
        put("other", self.other.as_slice().to_vec())?;
        put("padded", self.padded.as_slice().to_vec())?;
        put("fine", self.fine.as_slice().iter().flat_map(|n| n.to_ne_bytes()).collect())?;
        put("coarse", self.coarse.as_slice().iter().flat_map(|n| n.to_ne_bytes()).collect())?;
        put("signal", self.signal.as_slice().iter().flat_map(|n| n.to_ne_bytes()).collect())?;
        put("pixels", self.pixels.as_slice().to_vec())?;
        put("colours", self.colours.as_slice().to_vec())?;
        put("field", self.field.as_slice().iter().flat_map(|n| n.to_ne_bytes()).collect())?;
        for (name, matrix) in [("left", &self.left), ("right", &self.right), ("kernel", &self.kernel)] {
            put(name, matrix.as_slice().iter().flat_map(|n| n.to_ne_bytes()).collect())?;
        }
        put("weight", self.weight.as_slice().iter().flat_map(|n| n.to_ne_bytes()).collect())
    }
}

fn block<T: Dynamic<R>, const R: usize>(elements: Vec<T>, extents: [usize; R]) -> Heap<T, R> {
    Block::from_vec(elements, extents).expect("as many elements as the extents say")
}

/// Numbers from -4 to 11.
fn matrix(extents: [usize; 2], seed: u32) -> Heap<f32, 2> {
    let of = |n: u8| f32::from(n.wrapping_mul(37) % 16) - 4.0;
    block(picture(extents[0], extents[1], seed).into_iter().map(of).collect(), extents)
}

/// What a camera might see: slopes and edges under a noise.
fn picture(height: usize, width: usize, seed: u32) -> Vec<u8> {
    let mut state = seed;
    let mut sample = |at: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (y, x, seed) = (at / width, at % width, seed as usize);
        let slope = (y * (3 + seed % 4) + x * 2) / 16 % 160;
        let edge = if (y / 67 + x / 113 + seed).is_multiple_of(2) { 60 } else { 0 };
        (slope + edge) as u8 + (state >> 27) as u8
    };
    (0..height * width).map(&mut sample).collect()
}
