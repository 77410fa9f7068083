//! The slots of x264 that say what samples, levels and motion are like.

use crate::call::{Call, Element, Rows, Strides};
use crate::depth::Depth;
use crate::{Case, Cases};
use unite_h264_peers::x264_tables::Tables;

/// The rows of samples to encode.
const FENC: Strides = Strides::Of(16);
/// The rows of macroblocks that are reconstructed.
const FDEC: Strides = Strides::Of(32);

/// All of them.
pub fn cases<D: Depth>() -> Vec<Case<Tables<D>>> {
    let mut all = Cases(Vec::new());
    activity(&mut all);
    levels(&mut all);
    all.add("strength".to_string(), |t, c| {
        let nonzero = c.line::<u8>(40, [0, 1]);
        let reference = c.line::<i8>(80, [-2, 3]);
        let mv = c.line::<i16>(160, [-0x2000, 0x2000]);
        let strengths = c.line::<u8>(64, [0, 255]);
        let (limit, two) = (c.random.one_of(&[2, 4]), c.random.within(0, 1));
        // Most vectors are near each other, and few blocks have coefficients.
        for k in 0..160 {
            if c.random.once_in(2) {
                // SAFETY: there are so many.
                unsafe { mv.element(0, k).write(c.random.within(-6, 6) as i16) };
            }
        }
        for k in 0..40 {
            if !c.random.once_in(3) {
                // SAFETY: there are so many.
                unsafe { nonzero.element(0, k).write(0) };
            }
        }
        // Four edges of each direction are written.
        c.output_part(strengths, [0, 0], [1, 16]);
        c.output_part(strengths, [0, 32], [1, 16]);
        // SAFETY: there are blocks in rows of 8, and room for the strengths of both directions.
        unsafe { (t.strength)(nonzero.at, reference.at, mv.at, strengths.at, limit, two) };
        Some(())
    });
    all.0
}

fn activity<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, size) in [[16, 16], [16, 8], [8, 8]].into_iter().enumerate() {
        all.add(format!("var {k}"), move |t, c| {
            let p = D::samples(c, size, Strides::Any);
            // SAFETY: it is a rectangle of this size.
            let both = unsafe { t.variance[k](p.at, p.stride) };
            c.result((both & 0xFFFF_FFFF) as i64);
            c.result((both >> 32) as i64);
            Some(())
        });
    }
    for (k, h) in [16, 8].into_iter().enumerate() {
        all.add(format!("var2 {k}"), move |t, c| {
            let (samples, pred) = (D::true_samples(c, [h, 16], FENC), D::true_samples(c, [h, 24], FDEC));
            let squares = c.line::<i32>(2, [0, 9]);
            c.output(squares);
            // SAFETY: there are both components of both, and room for two sums.
            let variance = unsafe { t.variance_of_two[k](samples.at, pred.at, squares.at) };
            c.result(variance);
            Some(())
        });
    }
    for (k, size) in [[16, 16], [8, 16], [16, 8], [8, 8]].into_iter().enumerate() {
        all.add(format!("hadamard_ac {k}"), move |t, c| {
            let p = D::samples(c, size, Strides::Any);
            // SAFETY: it is a rectangle of this size.
            let both = unsafe { t.hadamard_ac[k](p.at, p.stride) };
            c.result((both & 0xFFFF_FFFF) as i64);
            c.result((both >> 32) as i64);
            Some(())
        });
    }
    all.add("vsad".to_string(), |t, c| {
        let h = c.random.within(1, 16) as usize;
        let p = D::samples(c, [h, 16], Strides::Any);
        // SAFETY: it is a rectangle of so many rows.
        let sum = unsafe { (t.sad_of_rows)(p.at, p.stride, h as i32) };
        c.result(sum);
        Some(())
    });
    all.add("asd8".to_string(), |t, c| {
        let h = c.random.within(1, 16) as usize;
        let (a, b) = (D::samples(c, [h, 8], Strides::Any), D::samples(c, [h, 8], Strides::Any));
        // SAFETY: both are rectangles of so many rows.
        let sum = unsafe { (t.difference_of_rows)(a.at, a.stride, b.at, b.stride, h as i32) };
        c.result(sum);
        Some(())
    });
    all.add("ssim_4x4x2_core".to_string(), |t, c| {
        let (a, b) = (D::samples(c, [4, 8], Strides::Any), D::samples(c, [4, 8], Strides::Any));
        let sums = c.line::<i32>(8, [0, 9]);
        c.output(sums);
        // SAFETY: both are two blocks, and there is room for the sums of both.
        unsafe { (t.moments)(a.at, a.stride, b.at, b.stride, sums.at) };
        Some(())
    });
}

/// Levels, most of them 0, and unless `none` is allowed one that is not.
fn sparse<D: Depth>(c: &mut Call, len: usize, most: i32, none: bool) -> Rows<D::Coefficient> {
    let levels = c.line::<D::Coefficient>(len, [-most, most]);
    let kept = c.random.one_of(&[1, 2, 4, 16]);
    for k in 0..len as isize {
        if !c.random.once_in(kept) {
            // SAFETY: there are so many.
            unsafe { levels.element(0, k).write(Element::of(0)) };
        }
    }
    if !none {
        let k = c.random.within(0, len as i32 - 1) as isize;
        // SAFETY: there are so many.
        unsafe { levels.element(0, k).write(Element::of(1)) };
    }
    levels
}

fn levels<D: Depth>(all: &mut Cases<Tables<D>>) {
    all.add("denoise".to_string(), |t, c| {
        let size = c.random.within(1, 64) as usize;
        let most = c.random.one_of(&[30, D::COEFFICIENTS[1]]);
        let (coefficients, sum) =
            (c.line::<D::Coefficient>(size, [-most, most]), c.line::<u32>(size, [0, 1 << 20]));
        let largest = c.random.one_of(&[20, 0xFFFF]);
        let offset = c.line::<D::Factor>(size, [0, largest]);
        c.output(coefficients);
        c.output(sum);
        // SAFETY: there are coefficients, sums and offsets.
        unsafe { (t.denoise)(coefficients.at, sum.at, offset.at, size as i32) };
        Some(())
    });
    for (k, len) in [16, 16, 64].into_iter().enumerate() {
        all.add(format!("decimate_score {k}"), move |t, c| {
            let most = c.random.one_of(&[1, 1, 2, 9]);
            let levels = sparse::<D>(c, len, most, true);
            // SAFETY: there are levels.
            let score = unsafe { t.score[k](levels.at) };
            // Of 64 levels x264's assembly counts no further than to what is kept, and so do ours.
            c.result(if len == 64 { score.min(6) } else { score });
            Some(())
        });
    }
    for (k, len) in [16, 15, 64, 4, 8].into_iter().enumerate() {
        all.add(format!("coeff_last {len}"), move |t, c| {
            let levels = sparse::<D>(c, len, 9, true);
            // SAFETY: as above.
            let last = unsafe { t.last[k](levels.at) };
            c.result(last);
            Some(())
        });
    }
    for (k, len) in [16, 15, 4, 8].into_iter().enumerate() {
        all.add(format!("coeff_level_run {len}"), move |t, c| {
            let levels = sparse::<D>(c, len, 9, false);
            // Two numbers, a gap, and 18 levels, of which those that are there count.
            let runs = c.line::<i32>(22, [0, 9]);
            c.output_part(runs, [0, 0], [1, 2]);
            // SAFETY: there are levels, of which one is not 0, and room for them.
            let count = unsafe { t.level_run[k](levels.at, runs.at.cast()) };
            c.result(count);
            Some(())
        });
    }
}
