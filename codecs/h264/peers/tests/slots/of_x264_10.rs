//! The slots of x264 whose numbers are others for samples of 10 bits.

use crate::call::{Call, Rows, Strides};
use crate::{Case, Cases};
use unite_h264_peers::x264_10::Tables;

/// All of them.
pub fn cases() -> Vec<Case<Tables>> {
    let mut all = Cases(Vec::new());
    quantization(&mut all);
    half_planes(&mut all);
    all.0
}

fn quantization(all: &mut Cases<Tables>) {
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

fn half_planes(all: &mut Cases<Tables>) {
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
