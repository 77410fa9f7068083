//! What the abstraction costs: kernels through the library, staged as far as this program was compiled for, and by hand; and
//! whole encoders.
//!
//! ```text
//! price --count                   calls all forms of every kernel that has three once, inside `price_measured`; they
//!                                 write the same, or it fails
//! price --views                   the same for one kernel, through views without locations as well
//! price --allocations             a line for each kernel and form, with tabs between: how often memory was asked for
//! price --encode KIND WIDTH HEIGHT
//!                                 encodes a picture twice, the second time inside `encode_measured`: a sum over the file,
//!                                 and how often memory was asked for the first time
//! price --time KIND WIDTH HEIGHT  the least nanoseconds of encoding it some times
//! ```

use ndarray::{Array2, ArrayViewMut2};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;
use unite::level;
use unite_benches::library::unlocated::vertical_right_of_each;
use unite_benches::twins::{ALL, LEVEL, Pair, Twin};
use unite_jpeg::{
    Encoder, EncoderConfig, ImageView, LosslessConfig, LosslessEncoder, LosslessImage, PixelFormat,
    Predictor, Sampling,
};
use unite_rounds::{Clock, best, in_turn};

/// The allocator of the system, which counts.
struct Counting;

thread_local! {
    /// Allocations of this thread so far.
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the allocator of the system as it is; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller keeps to the contract of this very function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps to the contract of this very function.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller keeps to the contract of this very function.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations during `work`.
fn allocations(work: impl FnOnce()) -> usize {
    let before = CALLS.get();
    work();
    CALLS.get() - before
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if level::limit(LEVEL) != LEVEL {
        eprintln!("the price is counted at {LEVEL:?}, which this machine does not have");
        return ExitCode::FAILURE;
    }
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--count"] => count(),
        ["--views"] => viewed(),
        ["--allocations"] => {
            allocated();
            ExitCode::SUCCESS
        }
        [what @ ("--encode" | "--time"), kind, width, height] => {
            let (Ok(width), Ok(height)) = (width.parse(), height.parse()) else { return usage() };
            let Some(encode) = encoder(kind) else { return usage() };
            let picture = picture(width, height);
            if what == "--encode" {
                encoded(encode, &picture)
            } else {
                timed(encode, &picture)
            }
            ExitCode::SUCCESS
        }
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: price --count | --views | --allocations | --encode KIND WIDTH HEIGHT | --time KIND WIDTH HEIGHT"
    );
    ExitCode::FAILURE
}

/// The kernels that have three forms.
fn priced() -> impl Iterator<Item = &'static Twin> {
    ALL.iter().filter(|twin| (twin.prepare)().library())
}

fn count() -> ExitCode {
    let mut pairs = Vec::new();
    for twin in priced() {
        let mut sides = [(); 3].map(|()| (twin.prepare)());
        sides[0].ours();
        sides[1].twin();
        sides[2].library();
        if sides.iter().any(|side| side.output() != sides[1].output()) {
            eprintln!("the forms of {} do not write the same", twin.name);
            return ExitCode::FAILURE;
        }
        pairs.extend(sides);
    }
    price_measured(&mut pairs, None);
    pairs.iter().for_each(|pair| drop(black_box(pair.output())));
    ExitCode::SUCCESS
}

/// The one function inside which instructions of kernels are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn price_measured(pairs: &mut [Box<dyn Pair>], strip: Option<ArrayViewMut2<'_, u8>>) {
    for (i, pair) in black_box(pairs).iter_mut().enumerate() {
        match i % 3 {
            0 => pair.ours(),
            1 => pair.twin(),
            _ => _ = pair.library(),
        }
    }
    if let Some(strip) = strip {
        views_vertical_right(strip);
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
fn views_vertical_right(strip: ArrayViewMut2<'_, u8>) {
    vertical_right_of_each(strip);
}

/// Vertical right in three forms, and through views without locations.
fn viewed() -> ExitCode {
    let Some(twin) = priced().find(|twin| twin.name == "vertical_right") else { return ExitCode::FAILURE };
    let mut sides = [(); 3].map(|()| (twin.prepare)());
    let samples: Vec<u8> = sides[0].output().into_iter().map(|sample| sample as u8).collect();
    // A row above four, and four columns before the blocks.
    let columns = samples.len() / 5;
    let Ok(mut strip) = Array2::from_shape_vec((5, columns), samples) else { return ExitCode::FAILURE };
    price_measured(&mut sides, Some(strip.view_mut()));
    let views: Vec<i64> = strip.iter().copied().map(i64::from).collect();
    if sides.iter().any(|side| side.output() != views) {
        eprintln!("the forms of {} do not write the same", twin.name);
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn allocated() {
    for twin in priced() {
        let mut pair = (twin.prepare)();
        println!("{}\tours\t{}", twin.name, allocations(|| pair.ours()));
        println!("{}\ttwin\t{}", twin.name, allocations(|| pair.twin()));
        println!("{}\tlibrary\t{}", twin.name, allocations(|| _ = pair.library()));
    }
}

/// A picture of three samples a pixel.
struct Picture {
    pixels: Vec<u8>,
    width: u32,
    height: u32,
}

/// Encodes a picture, and appends the file.
type Encode = Box<dyn FnMut(&Picture, &mut Vec<u8>)>;

/// Of the kind `jpeg`, with a quarter of the chrominance, or `lossless`.
fn encoder(kind: &str) -> Option<Encode> {
    match kind {
        "jpeg" => {
            let config = EncoderConfig::new().sampling(Sampling::S420);
            let mut encoder = Encoder::new(config).expect("valid settings");
            Some(Box::new(move |picture, file| {
                let view = ImageView::rgb(&picture.pixels, picture.width, picture.height);
                encoder.encode(&view.expect("enough bytes"), file).expect("encoded");
            }))
        }
        "lossless" => {
            let config = LosslessConfig::new().predictor(Predictor::Plane);
            let mut encoder = LosslessEncoder::new(config).expect("valid settings");
            Some(Box::new(move |picture, file| {
                let (format, stride) = (PixelFormat::Rgb, 3 * picture.width as usize);
                let Picture { pixels, width, height } = picture;
                let image = LosslessImage::from_u8(pixels, *width, *height, format, stride);
                encoder.encode(&image.expect("enough bytes"), file).expect("encoded");
            }))
        }
        _ => None,
    }
}

/// Slopes and edges, with a little noise.
fn picture(width: u32, height: u32) -> Picture {
    let mut state = 1u32;
    let mut pixels = Vec::with_capacity(3 * width as usize * height as usize);
    for y in 0..height {
        for x in 0..width {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let shape = if (x / 37 + y / 23) % 3 == 0 { 90 } else { 20 };
            let level = shape + 100 * x / width + 50 * y / height + (state >> 29);
            pixels.extend([level, level * 3 / 4 + x % 64 / 8, 200 - level / 2].map(|sample| sample as u8));
        }
    }
    Picture { pixels, width, height }
}

fn encoded(mut encode: Encode, picture: &Picture) {
    let mut file = Vec::with_capacity(picture.pixels.len() + 65_536);
    let first = allocations(|| encode(picture, &mut file));
    let sum = file.iter().fold(0u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)));
    file.clear();
    encode_measured(&mut encode, picture, &mut file);
    println!("{sum}\t{first}");
}

/// The one function inside which instructions of encoders are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn encode_measured(encode: &mut Encode, picture: &Picture, file: &mut Vec<u8>) {
    encode(black_box(picture), file);
}

fn timed(mut encode: Encode, picture: &Picture) {
    let mut file = Vec::with_capacity(picture.pixels.len() + 65_536);
    let mut again = || {
        file.clear();
        encode(black_box(picture), &mut file);
    };
    let timings = in_turn(&mut [&mut again], 1, Duration::from_millis(200), Clock::Thread);
    println!("{:.0}", best(&timings[0]) * 1e9);
}
