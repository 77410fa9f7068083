//! The slots of x264 for samples of 10 bits.

use crate::Case;
use crate::call::{Call, Rows, Strides};
use unite_h264_c::Weight;
use unite_h264_peers::x264_10::Tables;

/// The rows of samples to encode.
const FENC: Strides = Strides::Of(16);
/// The rows of macroblocks that are reconstructed.
const FDEC: Strides = Strides::Of(32);
/// Rows and columns of partitions, in the order of x264.
const SIZES: [[usize; 2]; 12] =
    [[16, 16], [8, 16], [16, 8], [8, 8], [4, 8], [8, 4], [4, 4], [16, 4], [2, 4], [8, 2], [4, 2], [2, 2]];
/// More than any coefficient of a residual is.
const COEFFICIENTS: [i32; 2] = [-0x10_0000, 0x10_0000];

/// Cases, one after the other.
struct Cases(Vec<Case<Tables>>);

impl Cases {
    fn add(&mut self, name: String, run: impl Fn(&Tables, &mut Call) -> Option<()> + 'static) {
        self.0.push(Case { name, run: Box::new(run) });
    }
}

/// Samples of 10 bits, and now and then numbers that are none.
fn samples(c: &mut Call, extents: [usize; 2], strides: Strides) -> Rows<u16> {
    let most = if c.random.once_in(8) { 0xFFFF } else { 1023 };
    c.rows(extents, strides, [0, most])
}

/// A block with rows above and columns to the left of it.
fn with_neighbours(c: &mut Call, n: usize, [up, left]: [usize; 2]) -> *mut u16 {
    let window = samples(c, [n + up, n + left], FDEC);
    c.output_part(window, [up as isize, left as isize], [n, n]);
    window.element(up as isize, left as isize)
}

/// The slots that x264 has in C.
pub fn cases() -> Vec<Case<Tables>> {
    let mut all = Cases(Vec::new());
    predictions(&mut all);
    costs(&mut all);
    intra_costs(&mut all);
    transforms(&mut all);
    quantization(&mut all);
    inter(&mut all);
    luma(&mut all);
    deblocking(&mut all);
    all.0
}

fn predictions(all: &mut Cases) {
    /// Rows above and columns to the left that each mode looks at.
    const OF_4X4: [[usize; 2]; 12] =
        [[1, 0], [0, 1], [1, 1], [1, 0], [1, 1], [1, 1], [1, 1], [1, 0], [0, 1], [0, 1], [1, 0], [0, 0]];
    const OF_16X16: [[usize; 2]; 7] = [[1, 0], [0, 1], [1, 1], [1, 1], [0, 1], [1, 0], [0, 0]];
    const OF_CHROMA: [[usize; 2]; 7] = [[1, 1], [0, 1], [1, 0], [1, 1], [0, 1], [1, 0], [0, 0]];
    for (k, around) in OF_4X4.into_iter().enumerate() {
        all.add(format!("predict_4x4 {k}"), move |t, c| {
            let at = with_neighbours(c, 4, around);
            // SAFETY: the block has the neighbours that the mode looks at.
            unsafe { t.predict_4x4[k](at) };
            Some(())
        });
    }
    for (k, around) in OF_16X16.into_iter().enumerate() {
        all.add(format!("predict_16x16 {k}"), move |t, c| {
            let at = with_neighbours(c, 16, around);
            // SAFETY: as above.
            unsafe { t.predict_16x16[k](at) };
            Some(())
        });
    }
    for (k, around) in OF_CHROMA.into_iter().enumerate() {
        all.add(format!("predict_8x8c {k}"), move |t, c| {
            let at = with_neighbours(c, 8, around);
            // SAFETY: as above.
            unsafe { t.predict_8x8c[k](at) };
            Some(())
        });
    }
    for k in 0..12 {
        all.add(format!("predict_8x8 {k}"), move |t, c| {
            let (pred, edge) = (samples(c, [8, 8], FDEC), samples(c, [1, 36], FDEC));
            c.output(pred);
            // SAFETY: there are a block and a line of neighbours.
            unsafe { t.predict_8x8[k](pred.at, edge.at) };
            Some(())
        });
    }
    all.add("predict_8x8_filter".to_string(), |t, c| {
        // A row above that ends 16 samples from the block, and a column to the left.
        let window = samples(c, [9, 1], FDEC);
        let edge = samples(c, [1, 36], FDEC);
        let (neighbours, filters) = (c.random.within(0, 15), c.random.within(0, 15));
        // Where nothing is filtered nothing is written.
        let [first, last] = match (filters & 1 != 0, filters & 2 != 0) {
            (true, _) => [6, 16],
            (false, true) => [16, 24],
            _ => [0, 1],
        };
        c.output_part(edge, [0, first], [1, (last - first) as usize]);
        // SAFETY: the block has all neighbours, and there is a line for them.
        unsafe { (t.predict_8x8_filter)(window.element(1, 1), edge.at, neighbours, filters) };
        Some(())
    });
}

fn costs(all: &mut Cases) {
    for (k, size) in SIZES[..8].iter().copied().enumerate() {
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
                let (a, b) = (samples(c, size, Strides::Any), samples(c, size, Strides::Any));
                // SAFETY: both are rectangles of this size.
                let cost = unsafe { f(a.at, a.stride, b.at, b.stride) };
                c.result(cost);
                Some(())
            });
        }
        if k == 7 {
            continue;
        }
        for (name, satd) in [("sad", false), ("satd", true)] {
            all.add(format!("{name}_x3 {w}x{h}"), move |t, c| {
                let f = if satd { t.satd_x3[k] } else { t.sad_x3[k] };
                let of = samples(c, size, FENC);
                let first = samples(c, size, Strides::Any);
                let others = [(); 2].map(|()| samples(c, size, Strides::Of(first.stride)).at);
                let costs = c.line::<i32>(3, [0, 9]);
                c.output(costs);
                // SAFETY: all are rectangles of this size, with room for three costs.
                unsafe { f(of.at, first.at, others[0], others[1], first.stride, costs.at) };
                Some(())
            });
            all.add(format!("{name}_x4 {w}x{h}"), move |t, c| {
                let f = if satd { t.satd_x4[k] } else { t.sad_x4[k] };
                let of = samples(c, size, FENC);
                let first = samples(c, size, Strides::Any);
                let others = [(); 3].map(|()| samples(c, size, Strides::Of(first.stride)).at);
                let costs = c.line::<i32>(4, [0, 9]);
                c.output(costs);
                // SAFETY: all are rectangles of this size, with room for four costs.
                unsafe { f(of.at, first.at, others[0], others[1], others[2], first.stride, costs.at) };
                Some(())
            });
        }
    }
}

fn intra_costs(all: &mut Cases) {
    for (k, n) in [16, 4, 8, 8].into_iter().enumerate() {
        for sad in [false, true] {
            let name = if sad { "intra_sad_x3" } else { "intra_satd_x3" };
            all.add(format!("{name} {k}"), move |t, c| {
                let f = if sad { t.intra_sad_x3[k] } else { t.intra_satd_x3[k] };
                let of = samples(c, [n, n], FENC);
                let costs = c.line::<i32>(3, [0, 9]);
                c.output(costs);
                let at = if k == 3 {
                    samples(c, [1, 36], FENC).at
                } else {
                    // x264's leave a prediction behind.
                    let window = samples(c, [n + 1, n + 1], FDEC);
                    c.ignore(window);
                    window.element(1, 1)
                };
                // SAFETY: there are samples, neighbours, and room for three costs.
                unsafe { f(of.at, at, costs.at) };
                Some(())
            });
        }
    }
}

fn transforms(all: &mut Cases) {
    for (k, (n, len)) in [(4, 16), (8, 64), (16, 256), (8, 64), (16, 256)].into_iter().enumerate() {
        all.add(format!("sub {k}"), move |t, c| {
            let (of, pred) = (samples(c, [n, n], FENC), samples(c, [n, n], FDEC));
            let coefficients = c.line::<i32>(len, COEFFICIENTS);
            c.output(coefficients);
            // SAFETY: there are samples, a prediction and room for coefficients.
            unsafe { t.sub[k](coefficients.at, of.at, pred.at) };
            Some(())
        });
        all.add(format!("add {k}"), move |t, c| {
            let u = samples(c, [n, n], FDEC);
            c.output(u);
            let most = c.random.one_of(&[30, 4000, COEFFICIENTS[1], 0x0FFF_FFFF]);
            let d = c.line::<i32>(len, [-most, most]);
            // SAFETY: there are a prediction and coefficients.
            unsafe { t.add[k](u.at, d.at) };
            // Whether the coefficients stay is x264's own affair.
            c.ignore(d);
            Some(())
        });
    }
    for k in 0..2 {
        all.add(format!("dc {k}"), move |t, c| {
            let d = c.line::<i32>(16, COEFFICIENTS);
            c.output(d);
            // SAFETY: there are 16 coefficients.
            unsafe { t.dc[k](d.at) };
            Some(())
        });
    }
    for (k, len) in [64, 16].into_iter().enumerate() {
        all.add(format!("zigzag {k}"), move |t, c| {
            let (list, coefficients) = (c.line::<i32>(len, COEFFICIENTS), c.line::<i32>(len, COEFFICIENTS));
            c.output(list);
            // SAFETY: there are coefficients, and room for as many.
            unsafe { t.zigzag[k](list.at, coefficients.at) };
            Some(())
        });
    }
}

fn quantization(all: &mut Cases) {
    /// Multipliers and biases that an encoder has, and others.
    fn factors(c: &mut Call, len: usize) -> [Rows<u32>; 2] {
        let most = c.random.one_of(&[0x3FFFF, 26214, 2048, 2]);
        [c.line(len, [0, most]), c.line(len, [0, 0x3FFFF])]
    }
    fn coefficients(c: &mut Call, len: usize) -> Rows<i32> {
        let most = c.random.one_of(&[40, 4000, 0x3FFFF]);
        let d = c.line(len, [-most, most]);
        c.output(d);
        d
    }
    for (k, (len, count)) in [(64, 64), (16, 16), (64, 16)].into_iter().enumerate() {
        all.add(format!("quantize {k}"), move |t, c| {
            let d = coefficients(c, len);
            let [mf, bias] = factors(c, count);
            // SAFETY: there are coefficients and factors.
            let result = unsafe { t.quantize[k](d.at, mf.at, bias.at) };
            c.result(result);
            Some(())
        });
    }
    for (k, len) in [16, 4].into_iter().enumerate() {
        all.add(format!("quantize_dc {k}"), move |t, c| {
            let d = coefficients(c, len);
            let (mf, bias) = (c.random.within(0, 0x3FFFF), c.random.within(0, 0x3FFFF));
            // SAFETY: there are coefficients.
            let result = unsafe { t.quantize_dc[k](d.at, mf, bias) };
            c.result(result);
            Some(())
        });
    }
    for (k, len) in [64, 16, 16].into_iter().enumerate() {
        all.add(format!("scale {k}"), move |t, c| {
            let qp = c.random.within(0, 63);
            // As large as levels are at this quantiser, and more.
            let most = c.random.one_of(&[3, 0x7FFF >> (qp / 6)]);
            let d = c.line::<i32>(len, [-most - 1, most]);
            let level_scale = c.line::<i32>(6 * len, [10, 255 * 58]);
            c.output(d);
            // SAFETY: there are coefficients and the level scale of six quantisers.
            unsafe { t.scale[k](d.at, level_scale.at, qp) };
            Some(())
        });
    }
}

fn inter(all: &mut Cases) {
    for (k, size) in SIZES.into_iter().enumerate() {
        all.add(format!("average {}x{}", size[1], size[0]), move |t, c| {
            let pred = samples(c, size, Strides::Apart);
            let (mut a, mut b) = (samples(c, size, Strides::Any), samples(c, size, Strides::Any));
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
            let plane = samples(c, [h + 1, 2 * w + 2], Strides::Any);
            let (x, y) = (c.random.within(-80, 80), c.random.within(-80, 80));
            let p = plane.at.wrapping_offset(-((y >> 3) as isize * plane.stride + 2 * (x >> 3) as isize));
            // Both in rows of their own, or beside each other in the same rows.
            let (cb, cr, stride) = if c.random.once_in(2) {
                let cb = samples(c, [h, w], Strides::Apart);
                let cr = samples(c, [h, w], Strides::Of(cb.stride));
                c.output(cb);
                c.output(cr);
                (cb.at, cr.at, cb.stride)
            } else {
                let both = samples(c, [h, 32], Strides::Of(32));
                c.output_part(both, [0, 0], [h, w]);
                (both.at, both.at.wrapping_add(c.random.one_of(&[w, 16])), 32)
            };
            // SAFETY: there are a window of the plane and room for both components.
            unsafe { (t.chroma)(cb, cr, stride, p, plane.stride, x, y, w as i32, h as i32) };
            Some(())
        });
    }
    // Sums of six samples have 16 bits in x264, which numbers that are no samples exceed.
    fn plane(c: &mut Call, extents: [usize; 2], strides: Strides) -> Rows<u16> {
        c.rows(extents, strides, [0, 1023])
    }
    all.add("half_planes".to_string(), |t, c| {
        let (h, w) = (c.random.within(1, 36) as usize, c.random.within(1, 60) as usize);
        let stride = c.random.one_of(&[w as isize + 5, w as isize + 40, -(w as isize) - 5]);
        let strides = Strides::Of(stride);
        let window = plane(c, [h + 5, w + 5], strides);
        let (b, v, j) = (plane(c, [h, w], strides), plane(c, [h, w + 5], strides), plane(c, [h, w], strides));
        let line = c.line::<i16>(w + 5, [-0x8000, 0x7FFF]);
        c.output(v);
        c.output(b);
        c.output(j);
        // What is left there is x264's own.
        c.ignore(line);
        let p = window.element(2, 2);
        // SAFETY: there are samples around the part of the plane, the vertical one has columns beside it, and a line is as long
        // as a row with these.
        unsafe {
            let (h, w) = (h as i32, w as i32);
            (t.half_planes)(b.at, v.element(0, 2), j.at, p, stride, w, h, line.at)
        };
        Some(())
    });
}

/// Weights as they are in headers of slices, or none.
fn weights(c: &mut Call) -> Weight {
    let some: *const std::ffi::c_void = (&raw const UNUSED).cast();
    Weight {
        cached: [[0; 8]; 2],
        log_wd: c.random.within(0, 7),
        scale: c.random.within(0, 127),
        offset: c.random.within(-128, 127),
        functions: if c.random.once_in(2) { some } else { std::ptr::null() },
    }
}

/// What weights point to.
static UNUSED: u8 = 0;

fn luma(all: &mut Cases) {
    for (k, w) in [2, 4, 8, 12, 16, 20].into_iter().enumerate() {
        all.add(format!("weights {w}"), move |t, c| {
            let h = c.random.within(1, 16) as usize;
            let pred = samples(c, [h, w], Strides::Apart);
            let p = if c.random.once_in(3) { pred } else { samples(c, [h, w], Strides::Any) };
            let weight = weights(c);
            c.output(pred);
            // SAFETY: both are rectangles of this size.
            unsafe { t.weights[k](pred.at, pred.stride, p.at, p.stride, &weight, h as i32) };
            Some(())
        });
    }
    let sizes =
        [[16, 16], [8, 16], [16, 8], [8, 8], [4, 8], [8, 4], [4, 4], [8, 12], [16, 20], [3, 5], [2, 2]];
    for [h, w] in sizes {
        for reference in [false, true] {
            let name = if reference { "get_ref" } else { "mc_luma" };
            all.add(format!("{name} {w}x{h}"), move |t, c| {
                let pred = samples(c, [h, w], Strides::Apart);
                // There is one more sample on each axis, for quarters beyond the half.
                let first = samples(c, [h + 1, w + 1], Strides::Any);
                let others = [(); 3].map(|()| samples(c, [h + 1, w + 1], Strides::Of(first.stride)).at);
                let (x, y) = (c.random.within(-80, 80), c.random.within(-80, 80));
                let weight = weights(c);
                let back = -((y >> 2) as isize * first.stride + (x >> 2) as isize);
                let planes =
                    [first.at, others[0], others[1], others[2]].map(|plane| plane.wrapping_offset(back));
                let (planes, stride, w, h) = (planes.as_ptr(), first.stride, w as i32, h as i32);
                // SAFETY: there are four planes with samples where the vector leads to, and room for the partition.
                unsafe {
                    if reference {
                        let mut pitch = pred.stride;
                        let at = (t.reference)(pred.at, &mut pitch, planes, stride, x, y, w, h, &weight);
                        // Both calls have the same memory.
                        c.result(at as i64);
                        c.result(pitch as i64);
                    } else {
                        c.output(pred);
                        (t.luma)(pred.at, pred.stride, planes, stride, x, y, w, h, &weight);
                    }
                }
                Some(())
            });
        }
    }
}

fn deblocking(all: &mut Cases) {
    // Windows around edges: rows and columns, and how many of them come before the edge.
    let windows = [([16, 8], [0, 4]), ([8, 16], [4, 0]), ([8, 8], [0, 4]), ([4, 16], [2, 0])];
    // Thresholds of 10 bits are those of 8, four times.
    fn thresholds(c: &mut Call) -> [i32; 2] {
        [4 * c.random.within(1, 255), 4 * c.random.within(1, 18)]
    }
    for (k, (size, [y, x])) in windows.into_iter().enumerate() {
        all.add(format!("deblock {k}"), move |t, c| {
            let window = samples(c, size, Strides::Apart);
            c.output(window);
            // Of chrominance x264 has one more.
            let tc = c.line::<i8>(4, [-1, 25]);
            for part in 0..4 {
                // SAFETY: there are four numbers.
                unsafe { *tc.element(0, part) = 4 * *tc.element(0, part) + i8::from(k >= 2) };
            }
            let [alpha, beta] = thresholds(c);
            // SAFETY: the edge has samples on both sides.
            unsafe { t.deblock[k](window.element(y, x), window.stride, alpha, beta, tc.at) };
            Some(())
        });
        all.add(format!("deblock_intra {k}"), move |t, c| {
            let window = samples(c, size, Strides::Apart);
            c.output(window);
            let [alpha, beta] = thresholds(c);
            // SAFETY: as above.
            unsafe { t.deblock_intra[k](window.element(y, x), window.stride, alpha, beta) };
            Some(())
        });
    }
}
