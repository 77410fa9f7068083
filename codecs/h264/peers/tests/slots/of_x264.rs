//! The slots of x264.

use crate::call::{Call, Element, Rows, Strides};
use crate::depth::Depth;
use crate::{Case, Cases};
use unite_h264_peers::x264::EightBits;
use unite_h264_peers::x264_tables::Tables;

/// The rows of samples to encode.
const FENC: Strides = Strides::Of(16);
/// The rows of macroblocks that are reconstructed.
const FDEC: Strides = Strides::Of(32);
/// Rows and columns of partitions, in the order of x264.
const SIZES: [[usize; 2]; 12] =
    [[16, 16], [8, 16], [16, 8], [8, 8], [4, 8], [8, 4], [4, 4], [16, 4], [2, 4], [8, 2], [4, 2], [2, 2]];
/// All that 16 bits hold.
const ANY: [i32; 2] = [-0x8000, 0x7FFF];

/// A block with rows above and columns to the left of it.
fn with_neighbours<D: Depth>(c: &mut Call, n: usize, [up, left]: [usize; 2]) -> *mut D::Sample {
    let window = D::samples(c, [n + up, n + left], FDEC);
    c.output_part(window, [up as isize, left as isize], [n, n]);
    window.element(up as isize, left as isize)
}

/// The slots that x264 has in C, at any depth.
pub fn cases<D: Depth>() -> Vec<Case<Tables<D>>> {
    let mut all = Cases(Vec::new());
    predictions(&mut all);
    costs(&mut all);
    intra_costs(&mut all);
    transforms(&mut all);
    inter(&mut all);
    deblocking(&mut all);
    all.0
}

/// Those whose numbers are others for 8 bits.
pub fn cases_of_8_bits() -> Vec<Case<Tables<EightBits>>> {
    let mut all = Cases(Vec::new());
    quantization(&mut all);
    half_planes(&mut all);
    all.0
}

fn predictions<D: Depth>(all: &mut Cases<Tables<D>>) {
    /// Rows above and columns to the left that each mode looks at.
    const OF_4X4: [[usize; 2]; 12] =
        [[1, 0], [0, 1], [1, 1], [1, 0], [1, 1], [1, 1], [1, 1], [1, 0], [0, 1], [0, 1], [1, 0], [0, 0]];
    const OF_16X16: [[usize; 2]; 7] = [[1, 0], [0, 1], [1, 1], [1, 1], [0, 1], [1, 0], [0, 0]];
    const OF_CHROMA: [[usize; 2]; 7] = [[1, 1], [0, 1], [1, 0], [1, 1], [0, 1], [1, 0], [0, 0]];
    for (k, around) in OF_4X4.into_iter().enumerate() {
        all.add(format!("predict_4x4 {k}"), move |t, c| {
            let at = with_neighbours::<D>(c, 4, around);
            // SAFETY: the block has the neighbours that the mode looks at.
            unsafe { t.predict_4x4[k](at) };
            Some(())
        });
    }
    for (k, around) in OF_16X16.into_iter().enumerate() {
        all.add(format!("predict_16x16 {k}"), move |t, c| {
            let at = with_neighbours::<D>(c, 16, around);
            // SAFETY: as above.
            unsafe { t.predict_16x16[k](at) };
            Some(())
        });
    }
    for (k, around) in OF_CHROMA.into_iter().enumerate() {
        all.add(format!("predict_8x8c {k}"), move |t, c| {
            let at = with_neighbours::<D>(c, 8, around);
            // SAFETY: as above.
            unsafe { t.predict_8x8c[k](at) };
            Some(())
        });
    }
    for k in 0..12 {
        all.add(format!("predict_8x8 {k}"), move |t, c| {
            let (pred, edge) = (D::samples(c, [8, 8], FDEC), D::samples(c, [1, 36], FDEC));
            c.output(pred);
            // SAFETY: there are a block and a line of neighbours.
            unsafe { t.predict_8x8[k](pred.at, edge.at) };
            Some(())
        });
    }
    all.add("predict_8x8_filter".to_string(), |t, c| {
        // A row above that ends 16 samples from the block, and a column to the left.
        let window = D::samples(c, [9, 1], FDEC);
        let edge = D::samples(c, [1, 36], FDEC);
        let (neighbours, filters) = (c.random.within(0, 15), c.random.within(0, 15));
        // Where nothing is filtered nothing is written.
        let [first, last] = match (filters & 1 != 0, filters & 2 != 0, filters & 4 != 0) {
            (true, ..) => [6, 16],
            (false, true, _) => [16, 24],
            _ => [0, 1],
        };
        c.output_part(edge, [0, first], [1, (last - first) as usize]);
        // SAFETY: the block has all neighbours, and there is a line for them.
        unsafe { (t.predict_8x8_filter)(window.element(1, 1), edge.at, neighbours, filters) };
        Some(())
    });
}

fn costs<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, size) in SIZES[..7].iter().copied().enumerate() {
        let [h, w] = size;
        for (name, table) in [("sad", 0), ("ssd", 1), ("satd", 2), ("sa8d", 3)] {
            if table == 3 && !matches!(k, 0 | 3) {
                continue;
            }
            all.add(format!("{name} {w}x{h}"), move |t, c| {
                let f = match table {
                    0 => t.sad[k],
                    1 => t.ssd[k],
                    2 => t.satd[k],
                    _ => t.sa8d[k / 3],
                };
                let (a, b) = (D::samples(c, size, Strides::Any), D::samples(c, size, Strides::Any));
                // SAFETY: both are rectangles of this size.
                let cost = unsafe { f(a.at, a.stride, b.at, b.stride) };
                c.result(cost);
                Some(())
            });
        }
        for (name, satd) in [("sad", false), ("satd", true)] {
            all.add(format!("{name}_x3 {w}x{h}"), move |t, c| {
                let f = if satd { t.satd_x3[k] } else { t.sad_x3[k] };
                let samples = D::samples(c, size, FENC);
                let first = D::samples(c, size, Strides::Any);
                let others = [(); 2].map(|()| D::samples(c, size, Strides::Of(first.stride)).at);
                let costs = c.line::<i32>(3, [0, 9]);
                c.output(costs);
                // SAFETY: all are rectangles of this size, with room for three costs.
                unsafe { f(samples.at, first.at, others[0], others[1], first.stride, costs.at) };
                Some(())
            });
            all.add(format!("{name}_x4 {w}x{h}"), move |t, c| {
                let f = if satd { t.satd_x4[k] } else { t.sad_x4[k] };
                let samples = D::samples(c, size, FENC);
                let first = D::samples(c, size, Strides::Any);
                let others = [(); 3].map(|()| D::samples(c, size, Strides::Of(first.stride)).at);
                let costs = c.line::<i32>(4, [0, 9]);
                c.output(costs);
                // SAFETY: all are rectangles of this size, with room for four costs.
                unsafe { f(samples.at, first.at, others[0], others[1], others[2], first.stride, costs.at) };
                Some(())
            });
        }
    }
}

fn intra_costs<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, n) in [16, 4, 8, 8].into_iter().enumerate() {
        for sad in [false, true] {
            let name = if sad { "intra_sad_x3" } else { "intra_satd_x3" };
            all.add(format!("{name} {k}"), move |t, c| {
                let f = if sad { t.intra_sad_x3[k] } else { t.intra_satd_x3[k] };
                let samples = D::samples(c, [n, n], FENC);
                let costs = c.line::<i32>(3, [0, 9]);
                c.output(costs);
                let at = if k == 3 {
                    D::samples(c, [1, 36], FENC).at
                } else {
                    // x264's leave a prediction behind.
                    let window = D::samples(c, [n + 1, n + 1], FDEC);
                    c.ignore(window);
                    window.element(1, 1)
                };
                // SAFETY: there are samples, neighbours, and room for three costs.
                unsafe { f(samples.at, at, costs.at) };
                Some(())
            });
        }
    }
}

/// Coefficients of which all sums have the bits that there are: each at most `most`, at 8 bits, or one for every block at most four times
/// as large.
fn coefficients<D: Depth>(c: &mut Call, len: usize, most: i32) -> Rows<D::Coefficient> {
    let most = c.random.one_of(&[30, most << D::ROOM]);
    let d = c.line::<D::Coefficient>(len, [-most, most]);
    if c.random.once_in(3) {
        for k in 0..len {
            let large = if k % 64 == 0 { c.random.within(-4 * most, 4 * most) } else { 0 };
            // SAFETY: there are so many.
            unsafe { d.element(0, k as isize).write(Element::of(large)) };
        }
    }
    d
}

fn transforms<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, (n, len)) in [(4, 16), (8, 64), (16, 256), (8, 64), (16, 256)].into_iter().enumerate() {
        all.add(format!("sub {k}"), move |t, c| {
            let (samples, pred) = (D::samples(c, [n, n], FENC), D::samples(c, [n, n], FDEC));
            let coefficients = D::coefficients(c, len);
            c.output(coefficients);
            // SAFETY: there are samples, a prediction and room for coefficients.
            unsafe { t.sub[k](coefficients.at, samples.at, pred.at) };
            Some(())
        });
        all.add(format!("add {k}"), move |t, c| {
            let u = D::samples(c, [n, n], FDEC);
            c.output(u);
            let d = coefficients::<D>(c, len, if k < 3 { 2000 } else { 500 });
            // SAFETY: there are a prediction and coefficients.
            unsafe { t.add[k](u.at, d.at) };
            // Whether the coefficients stay is x264's own affair.
            c.ignore(d);
            Some(())
        });
    }
    for (k, (h, len)) in [(8, 4), (16, 8)].into_iter().enumerate() {
        all.add(format!("sub_dc {k}"), move |t, c| {
            let (samples, pred) = (D::samples(c, [h, 8], FENC), D::samples(c, [h, 8], FDEC));
            let coefficients = D::coefficients(c, len);
            c.output(coefficients);
            // SAFETY: as above.
            unsafe { t.sub_dc[k](coefficients.at, samples.at, pred.at) };
            Some(())
        });
    }
    for (k, (n, len)) in [(8, 4), (16, 16)].into_iter().enumerate() {
        all.add(format!("add_dc {k}"), move |t, c| {
            let (u, d) = (D::samples(c, [n, n], FDEC), D::coefficients(c, len));
            c.output(u);
            // SAFETY: as above.
            unsafe { t.add_dc[k](u.at, d.at) };
            Some(())
        });
    }
    for k in 0..2 {
        all.add(format!("dc {k}"), move |t, c| {
            let d = D::coefficients(c, 16);
            c.output(d);
            // SAFETY: there are 16 coefficients.
            unsafe { t.dc[k](d.at) };
            Some(())
        });
    }
    for (k, len) in [64, 16].into_iter().enumerate() {
        for field in [false, true] {
            let name = if field { "field" } else { "zigzag" };
            all.add(format!("{name} {k}"), move |t, c| {
                let (list, coefficients) = (D::coefficients(c, len), D::coefficients(c, len));
                c.output(list);
                let f = if field { t.field[k] } else { t.zigzag[k] };
                // SAFETY: there are coefficients, and room for as many.
                unsafe { f(list.at, coefficients.at) };
                Some(())
            });
        }
    }
}

/// What x264 does with coefficients that no residual makes: its assembly has sums of 16 bits, of which more is the largest there
/// is; its C has sums of 32 bits.
#[derive(Clone, Copy)]
enum Quantizer {
    /// No sum has more than 16 bits.
    InC,
    /// Any sum.
    InAssembly,
}

impl Quantizer {
    /// Coefficients, and the multipliers and biases of each, or of all of them.
    fn draw(self, c: &mut Call, len: usize, factors: usize) -> [Rows<i16>; 3] {
        let most = c.random.one_of(&[40, 4000, 0x7FFF]);
        let coefficients = c.line::<i16>(len, [-most - 1, most]);
        let largest = c.random.one_of(&[0xFFFF, 0xFFFF, 26214, 13107, 2048, 300, 2]);
        let mf = c.line::<u16>(factors, [0, largest]);
        // A bias is less than a level, or anything.
        let most = if c.random.once_in(2) { 0xFFFF / largest } else { 0xFFFF };
        let bias = c.line::<u16>(factors, [0, most]);
        for k in 0..len {
            // SAFETY: there are so many coefficients and factors.
            unsafe {
                let x = coefficients.element(0, k as isize);
                let (mf, bias) =
                    (mf.element(0, (k % factors) as isize), bias.element(0, (k % factors) as isize));
                match self {
                    Quantizer::InC => *bias = (*bias).min(0xFFFF - (*x).unsigned_abs()),
                    // A bias alone makes no level of 0 here.
                    Quantizer::InAssembly if *x == 0 && u32::from(*mf) * u32::from(*bias) >= 1 << 16 => {
                        *x = -1;
                    }
                    Quantizer::InAssembly => {}
                }
            }
        }
        [coefficients, mf.cast(), bias.cast()]
    }
}

/// Which of so many coefficients are 0.
fn zeros(coefficients: Rows<i16>, len: usize) -> Vec<*mut i16> {
    let all = (0..len as isize).map(|k| coefficients.element(0, k));
    // SAFETY: there are so many.
    all.filter(|&x| unsafe { *x } == 0).collect()
}

/// Takes the sign of levels that a bias alone makes of coefficients that were 0: in C they are negative, here positive.
fn without_sign(levels: Vec<*mut i16>) {
    for level in levels {
        // SAFETY: it is an element of what was drawn.
        unsafe { *level = (*level).wrapping_abs() }
    }
}

/// Levels of blocks and of DC coefficients.
fn levels(all: &mut Cases<Tables<EightBits>>, quantizer: Quantizer) {
    let aligned = matches!(quantizer, Quantizer::InAssembly);
    for (k, (len, factors)) in [(64, 64), (16, 16), (64, 16)].into_iter().enumerate() {
        all.add(format!("quantize {k}"), move |t, c| {
            c.aligned = aligned;
            let [coefficients, mf, bias] = quantizer.draw(c, len, factors);
            c.output(coefficients);
            let zeros = zeros(coefficients, len);
            // SAFETY: there are coefficients and factors.
            let result = unsafe { t.quantize[k](coefficients.at, mf.at.cast(), bias.at.cast()) };
            without_sign(zeros);
            c.result(result);
            Some(())
        });
    }
    for (k, len) in [16, 4].into_iter().enumerate() {
        all.add(format!("quantize_dc {k}"), move |t, c| {
            c.aligned = aligned;
            let [coefficients, mf, bias] = quantizer.draw(c, len, 1);
            c.output(coefficients);
            let zeros = zeros(coefficients, len);
            // SAFETY: there are coefficients, a multiplier and a bias.
            let result = unsafe {
                let (mf, bias) = (*mf.at.cast::<u16>(), *bias.at.cast::<u16>());
                t.quantize_dc[k](coefficients.at, mf.into(), bias.into())
            };
            without_sign(zeros);
            c.result(result);
            Some(())
        });
    }
}

fn quantization(all: &mut Cases<Tables<EightBits>>) {
    levels(all, Quantizer::InC);
    for (k, len) in [64, 16, 16].into_iter().enumerate() {
        all.add(format!("scale {k}"), move |t, c| {
            let most = c.random.one_of(&[3, 300, 0x7FFF]);
            let coefficients = c.line::<i16>(len, [-most - 1, most]);
            let level_scale = c.line::<i32>(6 * len, [10, 255 * 58]);
            let qp = c.random.within(0, 51);
            c.output(coefficients);
            // SAFETY: there are coefficients and the level scale of six quantisers.
            unsafe { t.scale[k](coefficients.at, level_scale.at, qp) };
            Some(())
        });
    }
}

fn inter<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, size) in SIZES.into_iter().enumerate() {
        all.add(format!("average {}x{}", size[1], size[0]), move |t, c| {
            let pred = D::samples(c, size, Strides::Apart);
            let (mut a, mut b) = (D::samples(c, size, Strides::Any), D::samples(c, size, Strides::Any));
            match c.random.next() % 6 {
                0 => a = pred,
                1 => b = pred,
                _ => {}
            }
            let weight = if c.random.once_in(2) { 32 } else { c.random.within(-63, 127) };
            c.output(pred);
            // SAFETY: all are rectangles of this size.
            unsafe { t.average[k](pred.at, pred.stride, a.at, a.stride, b.at, b.stride, weight) };
            Some(())
        });
    }
    let sizes = [
        [8, 8],
        [4, 8],
        [8, 4],
        [4, 4],
        [2, 4],
        [4, 2],
        [2, 2],
        [16, 8],
        [8, 2],
        [16, 16],
        [3, 5],
        [1, 1],
        [3, 8],
    ];
    for [h, w] in sizes {
        all.add(format!("chroma {w}x{h}"), move |t, c| {
            let plane = D::samples(c, [h + 1, 2 * w + 2], Strides::Any);
            let (x, y) = (c.random.within(-80, 80), c.random.within(-80, 80));
            let p = plane.at.wrapping_offset(-((y >> 3) as isize * plane.stride + 2 * (x >> 3) as isize));
            // Both in rows of their own, or beside each other in the same rows.
            let (cb, cr, stride) = if c.random.once_in(2) {
                let cb = D::samples(c, [h, w], Strides::Apart);
                let cr = D::samples(c, [h, w], Strides::Of(cb.stride));
                c.output(cb);
                c.output(cr);
                (cb.at, cr.at, cb.stride)
            } else {
                let both = D::samples(c, [h, 32], Strides::Of(32));
                c.output_part(both, [0, 0], [h, w]);
                (both.at, both.at.wrapping_add(c.random.one_of(&[w, 16])), 32)
            };
            // SAFETY: there are a window of the plane and room for both components.
            unsafe { (t.chroma)(cb, cr, stride, p, plane.stride, x, y, w as i32, h as i32) };
            Some(())
        });
    }
}

/// Rows may be at any distance.
fn half_planes(all: &mut Cases<Tables<EightBits>>) {
    all.add("half_planes".to_string(), |t, c| {
        let (h, w) = (c.random.within(1, 6) as usize, c.random.within(1, 100) as usize);
        let stride = c.random.one_of(&[w as isize + 5, w as isize + 40, w as isize, 3, 0, -(w as isize) - 5]);
        let stride = Strides::Of(stride);
        let window = c.samples([h + 5, w + 5], stride);
        let (b, v, j) = (c.samples([h, w], stride), c.samples([h, w + 5], stride), c.samples([h, w], stride));
        let line = c.line::<i16>(w + 5, ANY);
        c.output(v);
        c.output(b);
        c.output(j);
        let p = window.element(2, 2);
        // SAFETY: there are samples around the part of the plane, the vertical one has columns beside it, and a line is as long
        // as a row with these.
        unsafe {
            let (h, w) = (h as i32, w as i32);
            (t.half_planes)(b.at, v.element(0, 2), j.at, p, window.stride, w, h, line.at)
        };
        Some(())
    });
}

fn deblocking<D: Depth>(all: &mut Cases<Tables<D>>) {
    // Windows around edges: rows and columns, and how many of them come before the edge.
    let windows = [([16, 8], [0, 4]), ([8, 16], [4, 0]), ([8, 8], [0, 4]), ([4, 16], [2, 0])];
    for (k, (size, [y, x])) in windows.into_iter().enumerate() {
        all.add(format!("deblock {k}"), move |t, c| {
            let window = D::samples(c, size, Strides::Apart);
            c.output(window);
            let tc = D::tc(c, -1, k >= 2);
            let [alpha, beta] = D::thresholds(c);
            // SAFETY: the edge has samples on both sides.
            unsafe { t.deblock[k](window.element(y, x), window.stride, alpha, beta, tc.at) };
            Some(())
        });
        all.add(format!("deblock_intra {k}"), move |t, c| {
            let window = D::samples(c, size, Strides::Apart);
            c.output(window);
            let [alpha, beta] = D::thresholds(c);
            // SAFETY: as above.
            unsafe { t.deblock_intra[k](window.element(y, x), window.stride, alpha, beta) };
            Some(())
        });
    }
}

/// The slots that x264 has in assembly alone, which wants everything aligned, and macroblocks in the middle of memory.
pub fn cases_of_assembly() -> Vec<Case<Tables<EightBits>>> {
    let mut all = Cases::<Tables<EightBits>>(Vec::new());
    // Coefficients that no residual makes: sums wrap around in its assembly after each addition, in its C between the passes.
    for (k, (n, len)) in [(4, 16), (8, 64), (16, 256), (8, 64), (16, 256)].into_iter().enumerate() {
        all.add(format!("add {k}, beyond 16 bits"), move |t, c| {
            c.aligned = true;
            let (u, d) = (c.samples([n, 32], FDEC), c.line::<i16>(len, ANY));
            c.ignore(d);
            c.output_part(u, [0, 0], [n, n]);
            // SAFETY: there are a prediction and coefficients.
            unsafe { t.add[k](u.at, d.at) };
            Some(())
        });
    }
    levels(&mut all, Quantizer::InAssembly);
    all.add("dc 1, in assembly".to_string(), |t, c| {
        c.aligned = true;
        let d = c.line::<i16>(16, ANY);
        c.output(d);
        // SAFETY: there are 16 coefficients.
        unsafe { t.dc[1](d.at) };
        Some(())
    });
    for k in 0..2 {
        all.add(format!("intra_x9 {k}"), move |t, c| {
            c.aligned = true;
            let f = t.intra_x9[k]?;
            let (samples, rows) = (c.samples([4, 16], FENC), c.samples([12, 32], FDEC));
            let extra = c.line::<u16>(16, [0, 60]);
            c.output_part(rows, [8, 16], [4, 4]);
            // SAFETY: there are samples, a block with neighbours, and what each mode costs.
            let best = unsafe { f(samples.at, rows.element(8, 16), extra.at) };
            c.result(best);
            Some(())
        });
        all.add(format!("intra_x9_8x8 {k}"), move |t, c| {
            c.aligned = true;
            let f = t.intra_x9_8x8[k]?;
            let (samples, rows) = (c.samples([8, 16], FENC), c.samples([16, 32], FDEC));
            let (extra, costs) = (c.line::<u16>(16, [0, 60]), c.line::<u16>(16, [0, 0]));
            let edge = c.samples([1, 48], Strides::Of(48));
            // The corner's neighbours are what the filter makes of them: x264 asks for ends that are repeated.
            // SAFETY: all are inside of the line.
            unsafe {
                edge.at.add(6).write(edge.at.add(7).read());
                edge.at.add(32).write(edge.at.add(31).read());
            }
            c.output_part(rows, [8, 16], [8, 8]);
            c.output_part(costs, [0, 0], [1, 9]);
            // SAFETY: there are samples, a block, its neighbours, what each mode costs and room for the costs.
            let best = unsafe { f(samples.at, rows.element(8, 16), edge.at, extra.at, costs.at) };
            c.result(best);
            Some(())
        });
    }
    all.0
}
