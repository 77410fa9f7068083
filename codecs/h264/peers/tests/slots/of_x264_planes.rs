//! The slots of x264 that copy, weigh and make planes and partitions of them, and those of chrominance at 4:2:2.

use crate::call::{Call, Strides};
use crate::depth::Depth;
use crate::{Case, Cases};
use unite_h264_c::Weight;
use unite_h264_peers::x264_tables::Tables;

/// The rows of samples to encode.
const FENC: Strides = Strides::Of(16);
/// The rows of macroblocks that are reconstructed.
const FDEC: Strides = Strides::Of(32);

/// All of them.
pub fn cases<D: Depth>() -> Vec<Case<Tables<D>>> {
    let mut all = Cases(Vec::new());
    copies(&mut all);
    planes(&mut all);
    luma(&mut all);
    tall(&mut all);
    all.0
}

fn copies<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, w) in [16, 8, 4, 16].into_iter().enumerate() {
        all.add(format!("copy {k}"), move |t, c| {
            let h = c.random.within(1, 16) as usize;
            let (to, from) = (D::samples(c, [h, w], Strides::Apart), D::samples(c, [h, w], Strides::Any));
            c.output(to);
            // SAFETY: both are rectangles of this size.
            unsafe { t.copy[k](to.at, to.stride, from.at, from.stride, h as i32) };
            Some(())
        });
    }
    all.add("store_chroma".to_string(), |t, c| {
        let h = c.random.within(1, 16) as usize;
        let (plane, both) = (D::samples(c, [h, 16], Strides::Apart), D::samples(c, [h, 24], FDEC));
        c.output(plane);
        // SAFETY: there are both components, and a part of a plane for them.
        unsafe { (t.store_chroma)(plane.at, plane.stride, both.at, both.element(0, 16), h as i32) };
        Some(())
    });
    for (k, (strides, between)) in [(FENC, 8), (FDEC, 16)].into_iter().enumerate() {
        all.add(format!("load_chroma {k}"), move |t, c| {
            let h = c.random.within(1, 16) as usize;
            let (to, plane) =
                (D::samples(c, [h, between + 8], strides), D::samples(c, [h, 16], Strides::Any));
            c.output_part(to, [0, 0], [h, 8]);
            c.output_part(to, [0, between as isize], [h, 8]);
            // SAFETY: there is a part of a plane, and room for both components.
            unsafe { t.load_chroma[k](to.at, plane.at, plane.stride, h as i32) };
            Some(())
        });
    }
}

/// Rows and columns of a part of a plane.
fn extents(c: &mut Call) -> [usize; 2] {
    [c.random.within(1, 6) as usize, c.random.within(1, 60) as usize]
}

fn planes<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, both) in [1, 2].into_iter().enumerate() {
        all.add(format!("copy_plane {k}"), move |t, c| {
            let [h, w] = extents(c);
            let (to, from) =
                (D::samples(c, [h, both * w], Strides::Apart), D::samples(c, [h, both * w], Strides::Any));
            c.output(to);
            // SAFETY: both are rectangles of this size.
            unsafe { t.copy_plane[k](to.at, to.stride, from.at, from.stride, w as i32, h as i32) };
            Some(())
        });
    }
    all.add("interleave".to_string(), |t, c| {
        let [h, w] = extents(c);
        let to = D::samples(c, [h, 2 * w], Strides::Apart);
        let (a, b) = (D::samples(c, [h, w], Strides::Any), D::samples(c, [h, w], Strides::Any));
        c.output(to);
        let (w, h) = (w as i32, h as i32);
        // SAFETY: there are two planes, and one for both.
        unsafe { (t.interleave)(to.at, to.stride, a.at, a.stride, b.at, b.stride, w, h) };
        Some(())
    });
    all.add("deinterleave".to_string(), |t, c| {
        let [h, w] = extents(c);
        let (a, b) = (D::samples(c, [h, w], Strides::Apart), D::samples(c, [h, w], Strides::Apart));
        let from = D::samples(c, [h, 2 * w], Strides::Any);
        c.output(a);
        c.output(b);
        let (w, h) = (w as i32, h as i32);
        // SAFETY: there is a plane of both, and two for them.
        unsafe { (t.deinterleave)(a.at, a.stride, b.at, b.stride, from.at, from.stride, w, h) };
        Some(())
    });
    all.add("half_resolution".to_string(), |t, c| {
        let [h, w] = extents(c);
        let p = D::samples(c, [2 * h + 1, 2 * w + 1], Strides::Any);
        let first = D::samples(c, [h, w], Strides::Apart);
        let [second, third, fourth] = [(); 3].map(|()| D::samples(c, [h, w], Strides::Of(first.stride)));
        let planes = [first, second, third, fourth];
        planes.into_iter().for_each(|plane| c.output(plane));
        let [full, right, down, both] = planes.map(|plane| plane.at);
        let (w, h) = (w as i32, h as i32);
        // SAFETY: there is a part of a plane with a row and a column more, and room for four at half the resolution.
        unsafe { (t.half_resolution)(p.at, full, right, down, both, p.stride, first.stride, w, h) };
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

fn luma<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, w) in [2, 4, 8, 12, 16, 20].into_iter().enumerate() {
        all.add(format!("weights {w}"), move |t, c| {
            let h = c.random.within(1, 16) as usize;
            let pred = D::samples(c, [h, w], Strides::Apart);
            let p = if c.random.once_in(3) { pred } else { D::samples(c, [h, w], Strides::Any) };
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
            all.add(format!("{} {w}x{h}", if reference { "get_ref" } else { "mc_luma" }), move |t, c| {
                let pred = D::samples(c, [h, w], Strides::Apart);
                // There is one more sample on each axis, for quarters beyond the half.
                let first = D::samples(c, [h + 1, w + 1], Strides::Any);
                let others = [(); 3].map(|()| D::samples(c, [h + 1, w + 1], Strides::Of(first.stride)).at);
                let (x, y) = (c.random.within(-80, 80), c.random.within(-80, 80));
                let weight = weights(c);
                let back = -((y >> 2) as isize * first.stride + (x >> 2) as isize);
                let planes =
                    [first.at, others[0], others[1], others[2]].map(|plane| plane.wrapping_offset(back));
                if !reference {
                    c.output(pred);
                }
                let (width, height) = (w as i32, h as i32);
                // SAFETY: there are four planes with samples where the vector leads to, and room for the partition.
                unsafe {
                    if reference {
                        let mut stride = pred.stride;
                        let at = (t.reference)(
                            pred.at,
                            &mut stride,
                            planes.as_ptr(),
                            first.stride,
                            x,
                            y,
                            width,
                            height,
                            &weight,
                        );
                        // Both calls have the same memory.
                        c.result(at as i64);
                        c.result(stride as i64);
                    } else {
                        (t.luma)(
                            pred.at,
                            pred.stride,
                            planes.as_ptr(),
                            first.stride,
                            x,
                            y,
                            width,
                            height,
                            &weight,
                        );
                    }
                }
                Some(())
            });
        }
    }
}

fn tall<D: Depth>(all: &mut Cases<Tables<D>>) {
    const AROUND: [[usize; 2]; 7] = [[1, 1], [0, 1], [1, 0], [1, 1], [0, 1], [1, 0], [0, 0]];
    for (k, [up, left]) in AROUND.into_iter().enumerate() {
        all.add(format!("predict_8x16c {k}"), move |t, c| {
            let window = D::samples(c, [16 + up, 8 + left], FDEC);
            c.output_part(window, [up as isize, left as isize], [16, 8]);
            // SAFETY: the block has the neighbours that the mode looks at.
            unsafe { t.predict_8x16c[k](window.element(up as isize, left as isize)) };
            Some(())
        });
    }
    for intra in [false, true] {
        all.add(format!("deblock_422, {}", if intra { "intra" } else { "inter" }), move |t, c| {
            let window = D::samples(c, [16, 8], Strides::Apart);
            c.output(window);
            let tc = D::tc(c, -1, true);
            let [alpha, beta] = D::thresholds(c);
            let q = window.element(0, 4);
            // SAFETY: the edge has samples on both sides.
            unsafe {
                if intra {
                    (t.deblock_422_intra)(q, window.stride, alpha, beta);
                } else {
                    (t.deblock_422)(q, window.stride, alpha, beta, tc.at);
                }
            }
            Some(())
        });
    }
}
