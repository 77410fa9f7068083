//! Our kernels: those of `unite-beyond`, called as they are.

use unite::library::Heap;
use unite::{Block, Dyn, kernel};
use unite_beyond as beyond;

use crate::inputs::{HEIGHT, Inputs, ORDER, WIDTH};

/// A task that is ready to run.
pub trait Case {
    /// Before each run, not timed.
    fn reset(&mut self);
    fn run(&mut self);
    /// All that was written, as numbers.
    fn written(&self) -> Vec<f64>;
}

/// What OpenCV may do otherwise: so many elements along the edges, and by how much the others.
#[derive(Clone, Copy)]
pub struct Differs {
    pub edge: usize,
    pub by: f64,
}

const SAME: Differs = Differs { edge: 0, by: 0.0 };

/// A task, and how to read what a peer wrote for it.
pub struct Task {
    pub name: &'static str,
    /// What `peers.py` calls it.
    pub word: &'static str,
    /// How many elements its time is divided by.
    pub elements: usize,
    /// Elements in a row of what is written.
    pub width: usize,
    pub opencv: Differs,
    pub read: fn(&[u8]) -> Vec<f64>,
    pub prepare: fn(&Inputs) -> Box<dyn Case + '_>,
}

const PIXELS: usize = HEIGHT * WIDTH;

/// The task of a kernel that writes a picture of bytes.
const fn bytes(name: &'static str, word: &'static str, prepare: fn(&Inputs) -> Box<dyn Case + '_>) -> Task {
    Task { name, word, elements: PIXELS, width: WIDTH, opencv: SAME, read: of_u8, prepare }
}

/// The case of a kernel that reads nothing of what it writes.
macro_rules! case {
    ($out:expr, $run:expr) => {
        boxed($out, |_| (), $run, |out| numbers(out.as_slice()))
    };
}

pub const TASKS: [Task; 21] = [
    bytes("planar prediction, 8x8", "planar", |inputs| {
        let out = Block::<u8>::zeros([HEIGHT, WIDTH]).with_origin([1, 1]).expect("a place");
        case!(out, |out| planar_blocks(out, &inputs.padded))
    }),
    Task {
        elements: 1072 * 1904,
        width: 1904,
        ..bytes("angular prediction, 16x16, +13", "angular_down", |inputs| {
            let out = Block::<u8>::zeros([1072, 1904]).with_origin([1, 1]).expect("a place");
            case!(out, |out| angular_blocks(out, &inputs.padded, 13, 0))
        })
    },
    Task {
        elements: 1072 * 1904,
        width: 1904,
        ..bytes("angular prediction, 16x16, -21", "angular_up", |inputs| {
            let out = Block::<u8>::zeros([1072, 1904]).with_origin([1, 1]).expect("a place");
            case!(out, |out| angular_blocks(out, &inputs.padded, -21, -390))
        })
    },
    Task {
        opencv: Differs { edge: 1, by: 0.0 },
        ..bytes("median of 3x3", "median", |inputs| {
            case!(Block::<u8>::zeros([HEIGHT, WIDTH]), |out| beyond::median(out, &inputs.padded))
        })
    },
    Task {
        name: "restriction of a mesh, f32",
        word: "restrict",
        elements: PIXELS / 4,
        width: WIDTH / 2,
        opencv: SAME,
        read: of_f32,
        prepare: |inputs| {
            let out = Block::<f32>::zeros([HEIGHT / 2, WIDTH / 2]).with_coarsening([2, 2]).expect("cells");
            case!(out, |out| beyond::restrict(out, &inputs.fine))
        },
    },
    Task {
        name: "prolongation of a mesh, f32",
        word: "prolong",
        elements: PIXELS,
        width: WIDTH,
        opencv: Differs { edge: 1, by: 0.0 },
        read: of_f32,
        prepare: |inputs| {
            let coarse = inputs.coarse.clone().with_coarsening([2, 2]).expect("cells");
            let out = Block::<f32>::zeros([HEIGHT, WIDTH]).with_origin([2, 2]).expect("a place");
            case!(out, move |out| beyond::prolong(out, &coarse))
        },
    },
    Task {
        name: "5/3 wavelet, in place, i32",
        word: "wavelet",
        elements: PIXELS,
        width: WIDTH,
        opencv: SAME,
        read: of_i32,
        prepare: |inputs| {
            let reset = |out: &mut Heap<i32, 2>| out.as_mut_slice().copy_from_slice(inputs.signal.as_slice());
            boxed(inputs.signal.clone(), reset, beyond::wavelet, |out| numbers(out.as_slice()))
        },
    },
    Task {
        elements: PIXELS / 4,
        width: WIDTH / 2 * 3,
        ..bytes("demosaic, a pixel for 2x2", "demosaic", |inputs| {
            let out = Block::<u8>::zeros([HEIGHT / 2, WIDTH / 2, 3]);
            case!(out.fixed::<Dyn<Dyn<[u8; 3]>>>().expect("3"), |out| beyond::demosaic(out, &inputs.plane))
        })
    },
    // OpenCV's weights are 2, 7, 14, 18, 14, 7, 2 of 64, and it rounds once.
    Task {
        opencv: Differs { edge: 3, by: 12.0 },
        ..bytes("blur, 7x7 binomial", "binomial", |inputs| {
            case!(Block::<u8>::zeros([HEIGHT, WIDTH]), |out| beyond::binomial(out, &inputs.plane))
        })
    },
    Task {
        name: "squared differences, 8x8",
        word: "squares",
        elements: PIXELS,
        width: WIDTH / 8,
        opencv: SAME,
        read: of_i32,
        prepare: |inputs| {
            let out = Block::<i32>::zeros([HEIGHT / 8, WIDTH / 8]);
            case!(out, |out| beyond::squares(out, &inputs.plane, &inputs.other))
        },
    },
    Task {
        name: "histogram",
        word: "histogram",
        elements: PIXELS,
        width: 256,
        opencv: SAME,
        read: of_i32,
        prepare: |inputs| {
            case!(Block::<[u32; 256]>::stack(), |out| {
                out.as_mut_slice().fill(0);
                beyond::histogram(out, &inputs.plane);
            })
        },
    },
    bytes("bilateral filter, 3x3", "bilateral", |inputs| {
        let weight = inputs.weight.clone().fixed::<[i32; 256]>().expect("256");
        let out = Block::<u8>::zeros([HEIGHT, WIDTH]);
        case!(out, move |out| beyond::bilateral(out, &inputs.plane, &weight))
    }),
    Task {
        opencv: Differs { edge: 1, by: 0.0 },
        ..bytes("Sobel magnitude", "sobel", |inputs| {
            case!(Block::<u8>::zeros([HEIGHT, WIDTH]), |out| beyond::sobel(out, &inputs.padded))
        })
    },
    bytes("census transform, 3x3", "census", |inputs| {
        case!(Block::<u8>::zeros([HEIGHT, WIDTH]), |out| beyond::census(out, &inputs.plane))
    }),
    Task {
        name: "summed-area table",
        word: "integral",
        elements: PIXELS,
        width: WIDTH,
        opencv: SAME,
        read: of_i32,
        prepare: |inputs| {
            case!(Block::<i32>::zeros([HEIGHT, WIDTH]), |out| beyond::integral(out, &inputs.plane))
        },
    },
    bytes("nearest colour of 16", "nearest_colour", |inputs| {
        let pixels = inputs.pixels.clone().fixed::<Dyn<Dyn<[u8; 3]>>>().expect("3");
        let colours = inputs.colours.clone().fixed::<[[u8; 3]; 16]>().expect("16");
        let out = Block::<u8>::zeros([HEIGHT, WIDTH]);
        case!(out, move |out| beyond::nearest_colour(out, &pixels, &colours))
    }),
    bytes("morphological opening, 3x3", "opening", |inputs| {
        case!(Block::<u8>::zeros([HEIGHT, WIDTH]), |out| beyond::opening(out, &inputs.plane))
    }),
    Task {
        elements: 1056 * WIDTH,
        ..bytes("equalisation of tiles, 32x32", "equalise", |inputs| {
            case!(Block::<u8>::zeros([1056, WIDTH]), |out| equalised_tiles(out, &inputs.plane))
        })
    },
    bytes("warp by a field of vectors", "warp", |inputs| {
        let field = inputs.field.clone().fixed::<Dyn<Dyn<[i16; 2]>>>().expect("2");
        case!(Block::<u8>::zeros([HEIGHT, WIDTH]), move |out| beyond::warp(out, &inputs.plane, &field))
    }),
    Task {
        name: "product of matrices, 512x512, f32",
        word: "product",
        elements: ORDER * ORDER,
        width: ORDER,
        opencv: SAME,
        read: of_f32,
        prepare: |inputs| {
            let out = Block::<f32>::zeros([ORDER, ORDER]);
            case!(out, |out| beyond::product(out, &inputs.left, &inputs.right))
        },
    },
    Task {
        name: "correlation, 5x5, f32",
        word: "correlation",
        elements: (HEIGHT - 4) * (WIDTH - 4),
        width: WIDTH - 4,
        opencv: SAME,
        read: of_f32,
        prepare: |inputs| {
            let out = Block::<f32>::zeros([HEIGHT - 4, WIDTH - 4]);
            case!(out, |out| beyond::correlation(out, &inputs.fine, &inputs.kernel))
        },
    },
];

/// Each block of 8 by 8, from the samples around it.
#[kernel]
fn planar_blocks(out: &mut Tensor<[[u8]]>, recon: &Tensor<[[u8]]>) {
    for y in 0..out.extent(0) / 8 {
        for x in 0..out.extent(1) / 8 {
            beyond::planar::<8>(&mut out[[8 * y..8 * y + 8, 8 * x..8 * x + 8]], recon);
        }
    }
}

/// Each block of 16 by 16, from the samples around it, all in one direction.
#[kernel]
fn angular_blocks(out: &mut Tensor<[[u8]]>, recon: &Tensor<[[u8]]>, angle: i32, inverse: i32) {
    for y in 0..out.extent(0) / 16 {
        for x in 0..out.extent(1) / 16 {
            let pred = out[[16 * y..16 * y + 16, 16 * x..16 * x + 16]];
            beyond::angular(&mut pred, recon, angle, inverse);
        }
    }
}

/// Each tile of 32 by 32.
#[kernel]
fn equalised_tiles(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for y in 0..out.extent(0) / 32 {
        for x in 0..out.extent(1) / 32 {
            let tile = plane[[32 * y..32 * y + 32, 32 * x..32 * x + 32]];
            beyond::equalise(&mut out[[32 * y..32 * y + 32, 32 * x..32 * x + 32]], tile);
        }
    }
}

/// What is written, what is done to it, and how it is read.
struct Written<B, S, R, N> {
    out: B,
    reset: S,
    run: R,
    numbers: N,
}

impl<B, S: FnMut(&mut B), R: FnMut(&mut B), N: Fn(&B) -> Vec<f64>> Case for Written<B, S, R, N> {
    fn reset(&mut self) {
        (self.reset)(&mut self.out);
    }

    fn run(&mut self) {
        (self.run)(&mut self.out);
    }

    fn written(&self) -> Vec<f64> {
        (self.numbers)(&self.out)
    }
}

fn boxed<'a, B: 'a>(
    out: B,
    reset: impl FnMut(&mut B) + 'a,
    run: impl FnMut(&mut B) + 'a,
    numbers: impl Fn(&B) -> Vec<f64> + 'a,
) -> Box<dyn Case + 'a> {
    Box::new(Written { out, reset, run, numbers })
}

fn numbers<T: Copy + Into<f64>>(elements: &[T]) -> Vec<f64> {
    elements.iter().map(|element| (*element).into()).collect()
}

fn of_u8(bytes: &[u8]) -> Vec<f64> {
    numbers(bytes)
}

fn of_i32(bytes: &[u8]) -> Vec<f64> {
    bytes
        .chunks_exact(4)
        .map(|four| i32::from_ne_bytes([four[0], four[1], four[2], four[3]]).into())
        .collect()
}

fn of_f32(bytes: &[u8]) -> Vec<f64> {
    bytes
        .chunks_exact(4)
        .map(|four| f32::from_ne_bytes([four[0], four[1], four[2], four[3]]).into())
        .collect()
}
