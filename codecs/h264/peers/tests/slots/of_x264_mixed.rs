//! The slots of x264 for what few streams have: frame macroblocks beside field macroblocks, macroblocks without loss, chrominance at
//! 4:2:2; and those of its lookahead.

use crate::call::{Call, Element, Rows, Strides};
use crate::depth::Depth;
use crate::{Case, Cases};
use unite_h264_peers::x264_tables::Tables;

/// The rows of samples to encode.
const FENC: Strides = Strides::Of(16);
/// The rows of macroblocks that are reconstructed.
const FDEC: Strides = Strides::Of(32);
/// All that 16 bits with a sign hold.
const ANY: [i32; 2] = [-0x8000, 0x7FFF];

/// All of them.
pub fn cases<D: Depth>() -> Vec<Case<Tables<D>>> {
    let mut all = Cases(Vec::new());
    edges(&mut all);
    costs(&mut all);
    lossless(&mut all);
    chroma_levels(&mut all);
    lookahead(&mut all);
    all.add("deinterleave_three".to_string(), |t, c| {
        let (h, w) = (c.random.within(1, 5) as usize, c.random.within(1, 80) as usize);
        let count = c.random.one_of(&[3, 4, 3, 4, 5]);
        let from = D::samples(c, [h, count * (w - 1) + 3], Strides::Any);
        let [a, b, d] = [(); 3].map(|()| D::samples(c, [h, w], Strides::Apart));
        for plane in [a, b, d] {
            c.output(plane);
        }
        // SAFETY: there are so many pixels in each row, and room for three of their components.
        unsafe {
            let [w, h, count] = [w, h, count].map(|extent| extent as i32);
            (t.deinterleave_three)(
                a.at,
                a.stride,
                b.at,
                b.stride,
                d.at,
                d.stride,
                from.at,
                from.stride,
                count,
                w,
                h,
            );
        }
        Some(())
    });
    all.0
}

fn edges<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, rows) in [8, 4, 8].into_iter().enumerate() {
        all.add(format!("deblock_mixed {k}"), move |t, c| {
            let window = D::samples(c, [rows, 8], Strides::Apart);
            c.output(window);
            // No strength is 0 there.
            let tc = D::tc(c, if k > 0 { -1 } else { 0 }, k > 0);
            let [alpha, beta] = D::thresholds(c);
            // SAFETY: the edge has four samples on both sides.
            unsafe { t.deblock_mixed[k](window.element(0, 4), window.stride, alpha, beta, tc.at) };
            Some(())
        });
        all.add(format!("deblock_mixed_intra {k}"), move |t, c| {
            let window = D::samples(c, [rows, 8], Strides::Apart);
            c.output(window);
            let [alpha, beta] = D::thresholds(c);
            // SAFETY: as above.
            unsafe { t.deblock_mixed_intra[k](window.element(0, 4), window.stride, alpha, beta) };
            Some(())
        });
    }
}

fn costs<D: Depth>(all: &mut Cases<Tables<D>>) {
    for k in 0..3 {
        all.add(format!("costs 4x16 {k}"), move |t, c| {
            let (a, b) = (D::samples(c, [16, 4], Strides::Any), D::samples(c, [16, 4], Strides::Any));
            // SAFETY: both are rectangles of this size.
            let cost = unsafe { t.costs_4x16[k](a.at, a.stride, b.at, b.stride) };
            c.result(cost);
            Some(())
        });
    }
    all.add("sa8d_satd".to_string(), |t, c| {
        let (a, b) = (D::samples(c, [16, 16], Strides::Any), D::samples(c, [16, 16], Strides::Any));
        // x264 has it in assembly alone, which asks for more of the stack than a call from here has: its C says both apart.
        // SAFETY: both are rectangles of this size.
        let [sa8d, satd] = unsafe {
            match t.by_both {
                Some(both) => {
                    let both = both(a.at, a.stride, b.at, b.stride);
                    [both & 0xFFFF_FFFF, both >> 32].map(|sum| sum as i64)
                }
                None => [t.sa8d[0], t.satd[0]].map(|f| f(a.at, a.stride, b.at, b.stride).into()),
            }
        };
        c.result(sa8d);
        c.result(satd);
        Some(())
    });
    all.add("ssd_nv12_core".to_string(), |t, c| {
        let (h, w) = (c.random.within(1, 6) as usize, c.random.within(1, 100) as usize);
        let extents = [h, 2 * w];
        let (a, b) = (D::true_samples(c, extents, Strides::Any), D::true_samples(c, extents, Strides::Any));
        let sums = [(); 2].map(|()| c.line::<i32>(2, [0, 9]));
        for sum in sums {
            c.output(sum);
        }
        // SAFETY: both are rectangles of this size, and there is room for two sums.
        unsafe {
            let [cb, cr] = sums.map(|sum| sum.at.cast());
            (t.ssd_in_turn)(a.at, a.stride, b.at, b.stride, w as i32, h as i32, cb, cr);
        }
        Some(())
    });
}

/// Samples, and a prediction that is the same now and then.
fn predicted<D: Depth>(c: &mut Call, n: usize) -> [Rows<D::Sample>; 2] {
    let (samples, pred) = (D::samples(c, [n, n], FENC), D::samples(c, [n, n], FDEC));
    c.output(pred);
    if c.random.once_in(3) {
        let all = c.random.once_in(2);
        for y in 0..n as isize {
            for x in 0..n as isize {
                if all || y + x > 0 {
                    // SAFETY: both have so many rows and columns.
                    unsafe { pred.element(y, x).write(samples.element(y, x).read()) };
                }
            }
        }
    }
    [samples, pred]
}

fn lossless<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (order, name) in ["zigzag", "field"].into_iter().enumerate() {
        for (k, n) in [8, 4].into_iter().enumerate() {
            all.add(format!("sub_scan of {n}, {name}"), move |t, c| {
                let [samples, pred] = predicted::<D>(c, n);
                let levels = D::coefficients(c, n * n);
                c.output(levels);
                // SAFETY: there are samples, a prediction, and room for levels.
                let any = unsafe { t.sub_scan[order][k](levels.at, samples.at, pred.at) };
                c.result(any);
                Some(())
            });
        }
        all.add(format!("sub_scan_ac, {name}"), move |t, c| {
            let [samples, pred] = predicted::<D>(c, 4);
            let (levels, dc) = (D::coefficients(c, 16), D::coefficients(c, 1));
            c.output(levels);
            c.output(dc);
            // SAFETY: there are samples, a prediction, and room for levels and one more.
            let any = unsafe { t.sub_scan_ac[order](levels.at, samples.at, pred.at, dc.at) };
            c.result(any);
            Some(())
        });
        all.add(format!("interleave_levels, {name}"), move |t, c| {
            let levels = D::coefficients(c, 64);
            for list in 0..4 {
                let kept = c.random.one_of(&[0, 1, 3]);
                for k in 0..16 {
                    if kept == 0 || !c.random.once_in(kept) {
                        // SAFETY: there are so many.
                        unsafe { levels.element(0, 4 * k + list).write(Element::of(0)) };
                    }
                }
            }
            let (lists, nonzero) = (D::coefficients(c, 64), c.line::<u8>(10, [0, 255]));
            c.output(lists);
            c.output_part(nonzero, [0, 0], [1, 2]);
            c.output_part(nonzero, [0, 8], [1, 2]);
            // SAFETY: there are levels, and room for four lists and for two flags in each of two rows of 8.
            unsafe { t.interleave_levels[order](lists.at, levels.at, nonzero.at) };
            Some(())
        });
    }
}

/// Scales of first coefficients as matrices have them, and a quantiser, such that the scale of the largest level has place in 32 bits.
fn scales(c: &mut Call) -> (Rows<i32>, i32, i32) {
    let scales = c.line::<i32>(96, [10 * 6, 29 * 255]);
    let qp = c.random.within(0, 54);
    // SAFETY: there are scales for each of six quantisers.
    let scale = unsafe { scales.element(0, 16 * (qp % 6) as isize).read() } << (qp / 6);
    (scales, qp, ((i32::MAX - 64) / scale / 8).min(0x7FFF))
}

fn chroma_levels<D: Depth>(all: &mut Cases<Tables<D>>) {
    all.add("idct_dequant_2x4_dc".to_string(), |t, c| {
        let (scales, qp, most) = scales(c);
        let (dc, blocks) = (c.line(8, [-most, most]), D::coefficients(c, 128));
        for block in 0..8 {
            c.output_part(blocks, [0, 16 * block], [1, 1]);
        }
        // SAFETY: there are levels, eight blocks, and scales.
        unsafe { (t.tall_dc_back)(dc.at, blocks.at, scales.at, qp) };
        Some(())
    });
    all.add("idct_dequant_2x4_dconly".to_string(), |t, c| {
        let (scales, qp, most) = scales(c);
        let dc = c.line::<D::Coefficient>(8, [-most, most]);
        c.output(dc);
        // SAFETY: there are levels and scales.
        unsafe { (t.tall_dc_only)(dc.at, scales.at, qp) };
        Some(())
    });
    for (k, len) in [4, 8].into_iter().enumerate() {
        all.add(format!("optimize_chroma_dc {len}"), move |t, c| {
            // What encoders have: at most 32 * 64, and few levels; the rest more rarely.
            let scale = c.random.within(1, 2048);
            let most = c.random.one_of(&[2, 2, 9, 40, 2000]);
            let levels = c.line::<D::Coefficient>(len, [-most, most]);
            c.output(levels);
            // SAFETY: there are so many levels.
            let left = unsafe { t.fewer_levels[k](levels.at, scale) };
            c.result(left);
            Some(())
        });
    }
}

fn lookahead<D: Depth>(all: &mut Cases<Tables<D>>) {
    all.add("mbtree_propagate_cost".to_string(), |t, c| {
        let count = c.random.within(1, 70) as usize;
        let most = c.random.one_of(&[40, 0x3FFF]);
        let arriving = c.line::<u16>(count, [0, 0x7FFF]);
        // Noughts are divided by.
        let intra = c.line::<u16>(count, [0, most]);
        let inter = c.line::<u16>(count, [0, 0xFFFF]);
        let inverse = c.line::<u16>(count, [20, 0xFFFF]);
        let rate = c.line::<f32>(1, [0, 0]);
        // SAFETY: there is one.
        unsafe { rate.at.write(c.random.within(1, 0x2000) as f32 / 0x7_0000 as f32) };
        let amount = c.line::<i16>(count, ANY);
        c.output(amount);
        // SAFETY: there are so many of each.
        unsafe {
            let count = count as i32;
            (t.propagate)(amount.at, arriving.at, intra.at, inter.at, inverse.at, rate.at, count);
        }
        Some(())
    });
    all.add("mbtree_fix8_pack".to_string(), |t, c| {
        let count = c.random.within(1, 70) as usize;
        let (numbers, bytes) = (c.line::<f32>(count, [0, 0]), c.line::<u16>(count, [0, 0xFFFF]));
        for k in 0..count as isize {
            // SAFETY: there are so many.
            unsafe {
                numbers.element(0, k).write(c.random.within(-0x40_0000, 0x3F_FFFF) as f32 / 0x8000 as f32)
            };
        }
        c.output(bytes);
        // SAFETY: there are so many of both.
        unsafe { (t.pack)(bytes.at, numbers.at, count as i32) };
        Some(())
    });
    all.add("mbtree_fix8_unpack".to_string(), |t, c| {
        let count = c.random.within(1, 70) as usize;
        let (numbers, bytes) = (c.line::<f32>(count, [0, 0]), c.line::<u16>(count, [0, 0xFFFF]));
        c.output(numbers);
        // SAFETY: there are so many of both.
        unsafe { (t.unpack)(numbers.at, bytes.at, count as i32) };
        Some(())
    });
}
