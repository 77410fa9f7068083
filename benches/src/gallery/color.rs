//! From interleaved red, green and blue to luminance and chrominance: the equations of JFIF (ITU-R BT.601, full range).

use super::exhibit::{Data, both, exhibit};
use super::random::Case;
use super::rectangle::{PartMut, Rectangle, RowsMut};
use unite::{Block, Dyn};

/// Coefficients have 16 fractional bits. Luminance rounds half up, chrominance half down.
const Y_R: i32 = 19_595;
const Y_G: i32 = 38_470;
const Y_B: i32 = 7_471;
const CB_R: i32 = 11_059;
const CB_G: i32 = 21_709;
const CR_G: i32 = 27_439;
const CR_B: i32 = 5_329;
const HALF: i32 = 32_768;
const CHROMA_OFFSET: i32 = (128 << 16) + HALF - 1;

type Pixels = Dyn<Dyn<[u8; 3]>>;

/// Pixels of three samples, and a plane for each component.
struct Picture {
    pixels: Block<Pixels>,
    planes: [Rectangle<u8>; 3],
}

struct Slices<'a> {
    /// Rows of pixels, without gaps.
    pixels: &'a [u8],
    extents: [usize; 2],
    planes: [RowsMut<'a, u8>; 3],
}

struct Tensors<'a> {
    pixels: &'a Block<Pixels>,
    y: PartMut<'a, u8>,
    cb: PartMut<'a, u8>,
    cr: PartMut<'a, u8>,
}

impl Picture {
    fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let [h, w] = case.extents;
        let pixels = (0..3 * h * w).map(|_| numbers.number([0, 255]) as u8).collect();
        let pixels = Block::from_vec(pixels, [h, w, 3]).expect("whole pixels");
        let planes = [(); 3].map(|()| Rectangle::new(case.extents, [0, 255], &mut numbers));
        Picture { pixels: pixels.fixed().expect("pixels of three samples"), planes }
    }
}

impl Data for Picture {
    type Slices<'a> = Slices<'a>;
    type Tensors<'a> = Tensors<'a>;

    fn slices(&mut self) -> Slices<'_> {
        let [h, w, _] = self.pixels.extents();
        let planes = self.planes.each_mut().map(Rectangle::rows_mut);
        Slices { pixels: self.pixels.as_slice(), extents: [h, w], planes }
    }

    fn tensors(&mut self) -> Tensors<'_> {
        let [y, cb, cr] = self.planes.each_mut().map(Rectangle::part_mut);
        Tensors { pixels: &self.pixels, y, cb, cr }
    }

    fn output(&self) -> Vec<i64> {
        self.planes.iter().flat_map(Rectangle::all).collect()
    }

    fn around(&self) -> Vec<i64> {
        self.planes.iter().flat_map(Rectangle::around).collect()
    }
}

both! {
    /// Interleaved pixels to planes.
    fn rgb_to_ycbcr(
        pixels: &Tensor<[[[u8; 3]]]>,
        y: &mut Tensor<[[u8]]>,
        cb: &mut Tensor<[[u8]]>,
        cr: &mut Tensor<[[u8]]>,
    ) {
        for v in 0..pixels.extent(0) {
            #[vectorize(u, 32)]
            for u in 0..pixels.extent(1) {
                let (r, g, b) = (pixels[[v, u, 0]], pixels[[v, u, 1]], pixels[[v, u, 2]]);
                y[[v, u]] = (Y_R * r + Y_G * g + Y_B * b + HALF) >> 16;
                cb[[v, u]] = (HALF * b - CB_R * r - CB_G * g + CHROMA_OFFSET) >> 16;
                cr[[v, u]] = (HALF * r - CR_G * g - CR_B * b + CHROMA_OFFSET) >> 16;
            }
        }
    }
}

/// What becomes of a pixel.
#[inline(always)]
fn ycbcr([r, g, b]: [u8; 3]) -> [u8; 3] {
    let [r, g, b] = [r, g, b].map(i32::from);
    let y = (Y_R * r + Y_G * g + Y_B * b + HALF) >> 16;
    let cb = (HALF * b - CB_R * r - CB_G * g + CHROMA_OFFSET) >> 16;
    let cr = (HALF * r - CR_G * g - CR_B * b + CHROMA_OFFSET) >> 16;
    [y as u8, cb as u8, cr as u8]
}

mod plain {
    use super::{Slices, ycbcr};

    #[inline(always)]
    pub fn rgb_to_ycbcr(Slices { pixels, extents: [h, w], planes: [y, cb, cr] }: &mut Slices<'_>) {
        for v in 0..*h {
            let pixels = pixels[3 * v * *w..3 * (v + 1) * *w].as_chunks::<3>().0;
            let out = y.row(v, 0, *w).iter_mut().zip(cb.row(v, 0, *w)).zip(cr.row(v, 0, *w));
            for (((y, cb), cr), &pixel) in out.zip(pixels) {
                [*y, *cb, *cr] = ycbcr(pixel);
            }
        }
    }
}

mod by_hand {
    use super::super::instructions::{load, narrow_halves, saturate_halves, shuffle_halves};
    use super::{CB_G, CB_R, CHROMA_OFFSET, CR_B, CR_G, HALF, Slices, Y_B, Y_G, Y_R, ycbcr};
    use fearless_simd::{i16x16, i32x8, prelude::*, u8x16, u8x32};

    /// Pixels that are converted at once.
    const MANY: usize = 32;

    /// A half: the samples `second` and `first` of four pixels, the first of which begins at `from`, as numbers in turns.
    const fn pairs(first: u8, second: u8, from: u8) -> [u8; 16] {
        let mut order = [128; 16];
        let mut i = 0;
        while i < 4 {
            order[4 * i] = from + 3 * i as u8 + first;
            order[4 * i + 2] = from + 3 * i as u8 + second;
            i += 1;
        }
        order
    }

    /// Numbers that take turns.
    const fn turns(first: i32, second: i32) -> [i16; 16] {
        let mut numbers = [first as i16; 16];
        let mut i = 1;
        while i < 16 {
            numbers[i] = second as i16;
            i += 2;
        }
        numbers
    }

    /// Red and green of eight pixels, and blue and green: four pixels in each half.
    #[derive(Clone, Copy)]
    struct Eight<S: Simd> {
        rg: i16x16<S>,
        bg: i16x16<S>,
    }

    /// Of pixels whose samples begin at `FROM` of both.
    #[inline(always)]
    fn eight<S: Simd, const FROM: u8>(token: S, low: &[u8; 16], high: &[u8; 16]) -> Eight<S> {
        let bytes = token.combine_u8x16(load(token, low), load(token, high));
        let order = |order: [u8; 16]| u8x32::block_splat(u8x16::simd_from(token, order));
        let rg = shuffle_halves(token, bytes, order(const { pairs(0, 1, FROM) }));
        let bg = shuffle_halves(token, bytes, order(const { pairs(2, 1, FROM) }));
        Eight { rg: rg.bitcast(), bg: bg.bitcast() }
    }

    /// Products of red and green, and of blue and green, minus if `MINUS` says so, and an offset.
    #[inline(always)]
    fn sum<S: Simd>(
        token: S,
        p: Eight<S>,
        rg: [i16; 16],
        bg: [i16; 16],
        offset: i32,
        minus: [bool; 2],
    ) -> i32x8<S> {
        let rg = token.pairwise_dot_product_i16x16(p.rg, i16x16::simd_from(token, rg));
        let bg = token.pairwise_dot_product_i16x16(p.bg, i16x16::simd_from(token, bg));
        let offset = i32x8::splat(token, offset);
        (match minus {
            [false, false] => rg + offset + bg,
            [true, _] => bg + offset - rg,
            [_, true] => rg + offset - bg,
        }) >> 16
    }

    #[inline(always)]
    fn bytes<S: Simd>(token: S, [a, b, c, d]: [i32x8<S>; 4]) -> u8x32<S> {
        saturate_halves(token, narrow_halves(token, a, b), narrow_halves(token, c, d))
    }

    // Products are of 16 bits. More than these have is made up for by green being there twice, or by the sign: 32768 is
    // not among them, but -32768 is.
    #[inline(always)]
    fn y<S: Simd>(token: S, p: Eight<S>) -> i32x8<S> {
        sum(token, p, const { turns(Y_R, Y_G - 16_384) }, const { turns(Y_B, 16_384) }, HALF, [false; 2])
    }

    #[inline(always)]
    fn cb<S: Simd>(token: S, p: Eight<S>) -> i32x8<S> {
        let (rg, bg) = const { (turns(-CB_R, -CB_G), turns(-HALF, 0)) };
        sum(token, p, rg, bg, CHROMA_OFFSET, [false, true])
    }

    #[inline(always)]
    fn cr<S: Simd>(token: S, p: Eight<S>) -> i32x8<S> {
        let (rg, bg) = const { (turns(-HALF, 0), turns(-CR_B, -CR_G)) };
        sum(token, p, rg, bg, CHROMA_OFFSET, [true, false])
    }

    #[inline(always)]
    fn part<const AT: usize>(pixels: &[u8; 3 * MANY]) -> &[u8; 16] {
        pixels[AT..].first_chunk().expect("16 bytes")
    }

    #[inline(always)]
    fn convert<S: Simd>(token: S, p: &[u8; 3 * MANY], out: [&mut [u8; MANY]; 3]) {
        let a = eight::<S, 0>(token, part::<0>(p), part::<48>(p));
        let b = eight::<S, 0>(token, part::<12>(p), part::<60>(p));
        let c = eight::<S, 0>(token, part::<24>(p), part::<72>(p));
        let d = eight::<S, 4>(token, part::<32>(p), part::<80>(p));
        let [y_out, cb_out, cr_out] = out;
        bytes(token, [y(token, a), y(token, b), y(token, c), y(token, d)]).store_array(y_out);
        bytes(token, [cb(token, a), cb(token, b), cb(token, c), cb(token, d)]).store_array(cb_out);
        bytes(token, [cr(token, a), cr(token, b), cr(token, c), cr(token, d)]).store_array(cr_out);
    }

    #[inline(always)]
    pub fn rgb_to_ycbcr<S: Simd>(
        token: S,
        Slices { pixels, extents: [h, w], planes: [y, cb, cr] }: &mut Slices<'_>,
    ) {
        let (h, w) = (*h, *w);
        for v in 0..h {
            let pixels = &pixels[3 * v * w..3 * (v + 1) * w];
            let (y, cb, cr) = (y.row(v, 0, w), cb.row(v, 0, w), cr.row(v, 0, w));
            if let (Some(pixels_end), Some(y_end), Some(cb_end), Some(cr_end)) =
                (pixels.last_chunk(), y.last_chunk_mut(), cb.last_chunk_mut(), cr.last_chunk_mut())
            {
                // What is left over at the end, with some of what follows once more.
                convert(token, pixels_end, [y_end, cb_end, cr_end]);
                let out = y.as_chunks_mut().0.iter_mut().zip(cb.as_chunks_mut().0).zip(cr.as_chunks_mut().0);
                for (((y, cb), cr), pixels) in out.zip(pixels.as_chunks().0) {
                    convert(token, pixels, [y, cb, cr]);
                }
            } else {
                let out = y.iter_mut().zip(cb).zip(cr);
                for (((y, cb), cr), &pixel) in out.zip(pixels.as_chunks().0) {
                    [*y, *cb, *cr] = ycbcr(pixel);
                }
            }
        }
    }
}

exhibit!("rgb_to_ycbcr", rgb_to_ycbcr, Picture, Picture::new, |t| (t.pixels, &mut t.y, &mut t.cb, &mut t.cr));
