//! The slots of openh264.

use crate::call::{Rows, Strides};
use crate::{Case, Cases};
use unite_h264_peers::openh264::Tables;

/// Rows and columns of partitions, in the order of openh264.
const SIZES: [[usize; 2]; 7] = [[16, 16], [8, 16], [16, 8], [8, 8], [4, 4], [4, 8], [8, 4]];
/// All that 16 bits hold.
const ANY: [i32; 2] = [-0x8000, 0x7FFF];

/// The distance of rows as openh264 passes it.
fn pitch<T>(rows: Rows<T>) -> i32 {
    rows.stride as i32
}

/// The slots that openh264 has in C++.
pub fn cases() -> Vec<Case<Tables>> {
    let mut all = Cases::<Tables>(Vec::new());
    predictions(&mut all);
    costs(&mut all);
    transforms(&mut all);
    quantization(&mut all);
    inter(&mut all);
    macroblocks(&mut all);
    deblocking(&mut all);
    all.0
}

fn predictions(all: &mut Cases<Tables>) {
    /// Rows above and columns to the left that each mode looks at, and columns of the row above.
    const OF_4X4: [[usize; 3]; 14] = [
        [1, 0, 4],
        [0, 1, 4],
        [1, 1, 4],
        [1, 0, 8],
        [1, 1, 4],
        [1, 1, 4],
        [1, 1, 4],
        [1, 0, 8],
        [0, 1, 4],
        [0, 1, 4],
        [1, 0, 4],
        [0, 0, 4],
        [1, 0, 4],
        [1, 0, 4],
    ];
    const OF_16X16: [[usize; 2]; 7] = [[1, 0], [0, 1], [1, 1], [1, 1], [0, 1], [1, 0], [0, 0]];
    const OF_CHROMA: [[usize; 2]; 7] = [[1, 1], [0, 1], [1, 0], [1, 1], [0, 1], [1, 0], [0, 0]];
    let of_4x4 = OF_4X4.into_iter().enumerate().map(|(k, [up, left, w])| (0, k, 4, [up, left], w));
    let of_16x16 = OF_16X16.into_iter().enumerate().map(|(k, around)| (1, k, 16, around, 16));
    let of_chroma = OF_CHROMA.into_iter().enumerate().map(|(k, around)| (2, k, 8, around, 8));
    for (table, k, n, [up, left], w) in of_4x4.chain(of_16x16).chain(of_chroma) {
        let name = ["predict_4x4", "predict_16x16", "predict_chroma"][table];
        all.add(format!("{name} {k}"), move |t, c| {
            let f = match table {
                0 => t.predict_4x4[k],
                1 => t.predict_16x16[k],
                _ => t.predict_chroma[k],
            };
            // What theirs add to reach the samples to the left has no sign.
            let strides = if left == 0 && c.random.once_in(3) { Strides::Of(0) } else { Strides::Down };
            let window = c.samples([n + up, w + left], strides);
            let pred = c.samples([1, n * n], Strides::Of(0));
            c.output(pred);
            // SAFETY: the block has the neighbours that the mode looks at, and there is room for it.
            unsafe { f(pred.at, window.element(up as isize, left as isize), pitch(window)) };
            Some(())
        });
    }
}

fn costs(all: &mut Cases<Tables>) {
    for (k, size) in SIZES.into_iter().enumerate() {
        let [h, w] = size;
        for satd in [false, true] {
            all.add(format!("{} {w}x{h}", if satd { "satd" } else { "sad" }), move |t, c| {
                let f = if satd { t.satd[k] } else { t.sad[k] };
                let (a, b) = (c.samples(size, Strides::Any), c.samples(size, Strides::Any));
                // SAFETY: both are rectangles of this size.
                let cost = unsafe { f(a.at, pitch(a), b.at, pitch(b)) };
                c.result(cost);
                Some(())
            });
        }
        all.add(format!("sad_around {w}x{h}"), move |t, c| {
            let (a, b) = (c.samples(size, Strides::Any), c.samples([h + 2, w + 2], Strides::Any));
            let costs = c.line::<i32>(4, [0, 9]);
            c.output(costs);
            // SAFETY: both are rectangles of this size, the second one with others around it.
            unsafe { t.sad_around[k](a.at, pitch(a), b.element(1, 1), pitch(b), costs.at) };
            Some(())
        });
    }
}

fn transforms(all: &mut Cases<Tables>) {
    for (k, (n, len)) in [(4, 16), (8, 64)].into_iter().enumerate() {
        all.add(format!("dct {k}"), move |t, c| {
            let (samples, pred) = (c.samples([n, n], Strides::Any), c.samples([n, n], Strides::Any));
            let coefficients = c.line::<i16>(len, ANY);
            c.output(coefficients);
            // SAFETY: there are samples, a prediction and room for coefficients.
            unsafe { t.dct[k](coefficients.at, samples.at, pitch(samples), pred.at, pitch(pred)) };
            Some(())
        });
    }
    for (k, (n, len)) in [(4, 16), (8, 64), (16, 16)].into_iter().enumerate() {
        all.add(format!("idct {k}"), move |t, c| {
            let u = c.samples([n, n], Strides::Apart);
            // A prediction of its own, or where the samples go to.
            let pred = if c.random.once_in(3) { u } else { c.samples([n, n], Strides::Any) };
            // All sums have 16 bits.
            let most = c.random.one_of(&[30, 600, 2000]);
            let d = c.line::<i16>(len, [-most, most]);
            c.output(u);
            // SAFETY: there are a prediction, coefficients and room for samples.
            unsafe { t.idct[k](u.at, pitch(u), pred.at, pitch(pred), d.at) };
            Some(())
        });
    }
    all.add("luma_dc".to_string(), |t, c| {
        let most = c.random.one_of(&[4080, 0x4000, 0x7FFF]);
        let (coefficients, dc) = (c.line::<i16>(256, [-most, most]), c.line::<i16>(16, ANY));
        c.output(dc);
        // SAFETY: there are the coefficients of a macroblock, and room for the first of each block.
        unsafe { (t.luma_dc)(dc.at, coefficients.at) };
        Some(())
    });
    all.add("inverse_luma_dc".to_string(), |t, c| {
        // What fits 16 bits when it is scaled.
        let [most, largest] = c.random.one_of(&[[127, 16], [8, 255], [2, 1000]]);
        let dc = c.line::<i16>(16, [-most, most]);
        let factor = c.random.within(1, largest) as u16;
        c.output(dc);
        // SAFETY: there are 16 coefficients.
        unsafe { (t.inverse_luma_dc)(dc.at, factor) };
        Some(())
    });
}

fn quantization(all: &mut Cases<Tables>) {
    const FACTORS: [i32; 2] = [1, 0x7FFF];
    const BIASES: [i32; 2] = [0, 0x7FFF];
    for (k, len) in [16, 64].into_iter().enumerate() {
        all.add(format!("quantization {k}"), move |t, c| {
            let most = c.random.one_of(&[40, 4000, 0x7FFF]);
            let coefficients = c.line::<i16>(len, [-most - 1, most]);
            let (bias, mf) = (c.line::<i16>(8, BIASES), c.line::<i16>(8, FACTORS));
            c.output(coefficients);
            // SAFETY: there are coefficients and factors.
            unsafe { t.quantization[k](coefficients.at, bias.at, mf.at) };
            Some(())
        });
        all.add(format!("scale {k}"), move |t, c| {
            let (coefficients, factors) = (c.line::<i16>(len, ANY), c.line::<u16>(8, [0, 0xFFFF]));
            c.output(coefficients);
            // SAFETY: as above.
            unsafe { t.scale[k](coefficients.at, factors.at) };
            Some(())
        });
        all.add(format!("scan {k}"), move |t, c| {
            let (list, coefficients) = (c.line::<i16>(16, ANY), c.line::<i16>(16, ANY));
            c.output(list);
            // SAFETY: there are coefficients, and room for as many.
            unsafe { t.scan[k](list.at, coefficients.at) };
            Some(())
        });
    }
    all.add("quantization_dc".to_string(), |t, c| {
        let most = c.random.one_of(&[40, 4000, 0x7FFF]);
        let coefficients = c.line::<i16>(16, [-most - 1, most]);
        let (bias, mf) = (c.random.within(0, 0x7FFF) as i16, c.random.within(1, 0x7FFF) as i16);
        c.output(coefficients);
        // SAFETY: there are coefficients.
        unsafe { (t.quantization_dc)(coefficients.at, bias, mf) };
        Some(())
    });
    all.add("quantization_max".to_string(), |t, c| {
        let most = c.random.one_of(&[40, 4000, 0x7FFF]);
        let coefficients = c.line::<i16>(64, [-most, most]);
        let (bias, mf) = (c.line::<i16>(8, BIASES), c.line::<i16>(8, FACTORS));
        let largest = c.line::<i16>(4, ANY);
        c.output(coefficients);
        c.output(largest);
        // SAFETY: there are coefficients, factors and room for four levels.
        unsafe { (t.quantization_max)(coefficients.at, bias.at, mf.at, largest.at) };
        Some(())
    });
    all.add("chroma_dc".to_string(), |t, c| {
        let coefficients = c.line::<i16>(64, [-4080, 4080]);
        let (levels, block) = (c.line::<i16>(4, ANY), c.line::<i16>(4, ANY));
        let (bias, mf) = (c.random.within(0, 0x3FFF) as i16, c.random.within(1, 0x7FFF) as i16);
        c.output(levels);
        c.output(block);
        // SAFETY: there are the coefficients of four blocks, and room for levels.
        let count = unsafe { (t.chroma_dc)(coefficients.at, bias, mf, levels.at, block.at) };
        c.result(count);
        Some(())
    });
    all.add("chroma_dc_skip".to_string(), |t, c| {
        // What its threshold has a place for: a multiplier is at least 3.
        let most = c.random.one_of(&[3, 40, 4080]);
        let coefficients = c.line::<i16>(64, [-most, most]);
        let (bias, mf) = (c.random.within(0, 0x3FFF) as i16, c.random.within(3, 0x7FFF) as i16);
        // SAFETY: there are the coefficients of four blocks.
        let remain = unsafe { (t.chroma_dc_skip)(coefficients.at, bias, mf) };
        c.result(remain);
        Some(())
    });
}

fn inter(all: &mut Cases<Tables>) {
    let luma = SIZES.into_iter().chain([[2, 2], [4, 2], [2, 4], [1, 1], [3, 5]]);
    for [h, w] in luma {
        all.add(format!("mc_luma {w}x{h}"), move |t, c| {
            let (x, y) = (c.random.within(-300, 300), c.random.within(-300, 300));
            // Where full samples are copied openh264 knows few widths.
            if (x | y) & 3 == 0 && !matches!(w, 16 | 8 | 4 | 2) {
                return None;
            }
            // What lies around the partition is there where the vector asks for it.
            let [rows, columns] = [y, x].map(|v| if v & 3 == 0 { [0, 0] } else { [2, 5] });
            let window = c.samples([h + rows[1], w + columns[1]], Strides::Any);
            let pred = c.samples([h, w], Strides::Apart);
            c.output(pred);
            let p = window.element(rows[0] as isize, columns[0] as isize);
            let (w, h) = (w as i32, h as i32);
            // SAFETY: there are samples around the partition, and room for it.
            unsafe { (t.mc_luma)(p, pitch(window), pred.at, pitch(pred), x as i16, y as i16, w, h) };
            Some(())
        });
        all.add(format!("average {w}x{h}"), move |t, c| {
            let pred = c.samples([h, w], Strides::Apart);
            let (mut a, b) = (c.samples([h, w], Strides::Any), c.samples([h, w], Strides::Any));
            if c.random.once_in(4) {
                a = pred;
            }
            c.output(pred);
            let (w, h) = (w as i32, h as i32);
            // SAFETY: all are rectangles of this size.
            unsafe { (t.average)(pred.at, pitch(pred), a.at, pitch(a), b.at, pitch(b), w, h) };
            Some(())
        });
    }
    for [h, w] in [[8, 8], [4, 8], [8, 4], [4, 4], [2, 4], [4, 2], [2, 2], [16, 8], [1, 1], [3, 5]] {
        all.add(format!("mc_chroma {w}x{h}"), move |t, c| {
            let whole = c.random.once_in(4);
            let [x, y] = [(); 2].map(|()| c.random.within(-300, 300) & if whole { !7 } else { !0 });
            let more = usize::from((x | y) & 7 != 0);
            let window = c.samples([h + more, w + more], Strides::Any);
            // Where full samples are copied openh264 knows few widths.
            if more == 0 && !matches!(w, 8 | 4 | 2) {
                return None;
            }
            let pred = c.samples([h, w], Strides::Apart);
            c.output(pred);
            let (w, h) = (w as i32, h as i32);
            // SAFETY: there are samples around the partition, and room for it.
            unsafe {
                (t.mc_chroma)(window.at, pitch(window), pred.at, pitch(pred), x as i16, y as i16, w, h)
            };
            Some(())
        });
    }
}

fn macroblocks(all: &mut Cases<Tables>) {
    for (k, [before, after]) in [[[0, 2], [0, 3]], [[2, 0], [3, 0]], [[2, 2], [3, 3]]].into_iter().enumerate()
    {
        all.add(format!("half {k}"), move |t, c| {
            // Its C has room for rows of 17 samples.
            let (h, w) = (c.random.within(1, 17) as usize, c.random.within(1, 17) as usize);
            let p = c.samples([h + before[0] + after[0], w + before[1] + after[1]], Strides::Any);
            let pred = c.samples([h, w], Strides::Apart);
            c.output(pred);
            let at = p.element(before[0] as isize, before[1] as isize);
            // SAFETY: there are samples around the partition, and room for it.
            unsafe { t.halves[k](at, p.stride as i32, pred.at, pred.stride as i32, w as i32, h as i32) };
            Some(())
        });
    }
    let sizes = [[16, 16], [16, 16], [8, 8], [8, 16], [16, 8], [4, 4], [4, 8], [8, 4]];
    for (k, size) in sizes.into_iter().enumerate() {
        all.add(format!("copy {k}"), move |t, c| {
            let (to, from) = (c.samples(size, Strides::Apart), c.samples(size, Strides::Any));
            c.output(to);
            // SAFETY: both are rectangles of this size.
            unsafe { t.copy[k](to.at, to.stride as i32, from.at, from.stride as i32) };
            Some(())
        });
    }
    all.add("variance_of_means".to_string(), |t, c| {
        let p = c.samples([16, 16], Strides::Any);
        // SAFETY: it is a macroblock.
        let variance = unsafe { (t.variance_of_means)(p.at, p.stride as i32) };
        c.result(variance);
        Some(())
    });
    for k in 0..2 {
        all.add(format!("count_levels {k}"), move |t, c| {
            let most = c.random.one_of(&[1, 0x7FFF]);
            let levels = c.line::<i16>(16, [-most, most]);
            let few = c.random.within(1, 16) as u32;
            for place in 0..16 {
                if !c.random.once_in(few) {
                    // SAFETY: there are 16.
                    unsafe { levels.element(0, place).write(0) };
                }
            }
            // SAFETY: there are 16 levels.
            let count = unsafe { t.count_levels[k](levels.at) };
            c.result(count);
            Some(())
        });
    }
    all.add("count_flags".to_string(), |t, c| {
        let counts = c.line::<i8>(24, [-128, 127]);
        for place in 0..24 {
            if c.random.once_in(2) {
                // SAFETY: there are 24.
                unsafe { counts.element(0, place).write(0) };
            }
        }
        c.output(counts);
        // SAFETY: as above.
        unsafe { (t.count_flags)(counts.at) };
        Some(())
    });
    all.add("spread_vector".to_string(), |t, c| {
        let vectors = c.line::<i16>(32, ANY);
        let [x, y] = [(); 2].map(|()| c.random.within(ANY[0], ANY[1]) as i16);
        c.output(vectors);
        // SAFETY: there is room for 16 vectors.
        unsafe { (t.spread_vector)(vectors.at.cast(), unite_h264_c::MotionVector { x, y }) };
        Some(())
    });
}

fn deblocking(all: &mut Cases<Tables>) {
    for (k, (size, [y, x])) in [([8, 16], [4, 0]), ([16, 8], [0, 4])].into_iter().enumerate() {
        for intra in [false, true] {
            all.add(format!("deblock_luma {k}, {}", if intra { "intra" } else { "inter" }), move |t, c| {
                let window = c.samples(size, Strides::Apart);
                c.output(window);
                let tc = c.line::<i8>(4, [-1, 25]);
                let (alpha, beta) = (c.random.within(1, 255), c.random.within(1, 18));
                let q = window.element(y, x);
                // SAFETY: the edge has samples on both sides.
                unsafe {
                    if intra {
                        t.deblock_luma_intra[k](q, pitch(window), alpha, beta);
                    } else {
                        t.deblock_luma[k](q, pitch(window), alpha, beta, tc.at);
                    }
                }
                Some(())
            });
        }
    }
    for (k, (size, [y, x])) in [([4, 8], [2, 0]), ([8, 4], [0, 2])].into_iter().enumerate() {
        for intra in [false, true] {
            all.add(format!("deblock_chroma {k}, {}", if intra { "intra" } else { "inter" }), move |t, c| {
                let cb = c.samples(size, Strides::Apart);
                let cr = c.samples(size, Strides::Of(cb.stride));
                c.output(cb);
                c.output(cr);
                let tc = c.line::<i8>(4, [0, 26]);
                let (alpha, beta) = (c.random.within(1, 255), c.random.within(1, 18));
                let (q_cb, q_cr) = (cb.element(y, x), cr.element(y, x));
                // SAFETY: the edges have samples on both sides.
                unsafe {
                    if intra {
                        t.deblock_chroma_intra[k](q_cb, q_cr, pitch(cb), alpha, beta);
                    } else {
                        t.deblock_chroma[k](q_cb, q_cr, pitch(cb), alpha, beta, tc.at);
                    }
                }
                Some(())
            });
        }
    }
}

/// The slots that openh264 has in assembly alone, which wants everything aligned.
pub fn cases_of_assembly() -> Vec<Case<Tables>> {
    let mut all = Cases::<Tables>(Vec::new());
    all.add("combined_4x4".to_string(), |t, c| {
        c.aligned = true;
        let f = t.combined_4x4?;
        let (window, samples) = (c.samples([12, 64], Strides::Of(64)), c.samples([4, 64], Strides::Of(64)));
        let (pred, mode) = (c.samples([1, 16], Strides::Of(16)), c.line::<i32>(1, [0, 9]));
        let [dc, horizontal, vertical] = [(); 3].map(|()| c.random.within(0, 40));
        c.output(pred);
        c.output(mode);
        let at = window.element(8, 16);
        // SAFETY: there are a place with neighbours, samples, room for a block and for a mode.
        let cost = unsafe { f(at, 64, samples.at, 64, pred.at, mode.at, dc, horizontal, vertical) };
        c.result(cost);
        Some(())
    });
    for sad in [false, true] {
        all.add(format!("combined_16x16, {}", if sad { "sad" } else { "satd" }), move |t, c| {
            c.aligned = true;
            let f = if sad { t.combined_16x16_sad? } else { t.combined_16x16_satd? };
            let window = c.samples([24, 64], Strides::Of(64));
            let samples = c.samples([16, 64], Strides::Of(64));
            let (pred, mode) = (c.samples([1, 256], Strides::Of(256)), c.line::<i32>(1, [0, 9]));
            let lambda = c.random.within(0, 40);
            // What is left in the memory for a prediction is nobody's.
            c.ignore(pred);
            c.output(mode);
            let at = window.element(8, 16);
            // SAFETY: as above.
            let cost = unsafe { f(at, 64, samples.at, 64, mode.at, lambda, pred.at) };
            c.result(cost);
            Some(())
        });
    }
    all.add("combined_chroma".to_string(), |t, c| {
        c.aligned = true;
        let f = t.combined_chroma?;
        let [cb, cr] = [(); 2].map(|()| c.samples([16, 64], Strides::Of(64)).element(8, 16));
        let [samples_cb, samples_cr] = [(); 2].map(|()| c.samples([8, 64], Strides::Of(64)).at);
        let (pred, mode) = (c.samples([1, 128], Strides::Of(128)), c.line::<i32>(1, [0, 9]));
        let lambda = c.random.within(0, 40);
        c.ignore(pred);
        c.output(mode);
        // SAFETY: as above.
        let cost = unsafe { f(cb, 64, samples_cb, 64, mode.at, lambda, pred.at, cr, samples_cr) };
        c.result(cost);
        Some(())
    });
    all.0
}
