//! The slots of x264 that an exhaustive search looks at, the structural similarity, and chrominance at 4:2:2.

use crate::call::Strides;
use crate::depth::Depth;
use crate::{Case, Cases};
use unite_h264_peers::x264_tables::Tables;

/// All that 16 bits without sign hold.
const ANY: [i32; 2] = [0, 0xFFFF];

/// All of them.
pub fn cases<D: Depth>() -> Vec<Case<Tables<D>>> {
    let mut all = Cases(Vec::new());
    nearer(&mut all);
    integrals(&mut all);
    all.add("ssim_end4".to_string(), |t, c| {
        let similarity = t.similarity?;
        let width = c.random.within(1, 4);
        let blocks = width as usize + 1;
        // Sums of 16 samples, of their squares, and of products.
        let rows = [(); 2].map(|()| c.line::<i32>(4 * blocks, [0, 0]));
        for rows in rows {
            for k in 0..blocks as isize {
                let (a, b) = (c.random.within(0, 255), c.random.within(0, 255));
                let more = c.random.within(0, 4000);
                let moments =
                    [16 * a, 16 * b, 16 * (a * a + b * b) + more, 16 * a * b + c.random.within(0, more / 2)];
                for (m, moment) in (0..).zip(moments) {
                    // SAFETY: there are so many.
                    unsafe { rows.element(0, 4 * k + m).write(moment) };
                }
            }
        }
        // SAFETY: both are rows of one block more than there are windows.
        let similarity = unsafe { similarity(rows[0].at.cast(), rows[1].at.cast(), width) };
        c.result(similarity.to_bits() as i32);
        Some(())
    });
    for k in 0..2 {
        all.add(format!("intra_x3_8x16c {k}"), move |t, c| {
            let (samples, window) =
                (D::samples(c, [16, 8], Strides::Of(16)), D::samples(c, [17, 9], Strides::Of(32)));
            let costs = c.line::<i32>(3, [0, 9]);
            c.output(costs);
            // x264's leave a prediction behind.
            c.ignore(window);
            // SAFETY: there are samples, neighbours, and room for three costs.
            unsafe { t.intra_x3_422[k](samples.at, window.element(1, 1), costs.at) };
            Some(())
        });
    }
    all.add("dct2x4dc".to_string(), |t, c| {
        let (dc, blocks) = (D::coefficients(c, 8), D::coefficients(c, 128));
        c.output(dc);
        c.output(blocks);
        // SAFETY: there are eight blocks, and room for their first coefficients.
        unsafe { (t.tall_dc)(dc.at, blocks.at) };
        Some(())
    });
    all.0
}

fn nearer<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, parts) in [4, 2, 2, 1, 2, 2, 1].into_iter().enumerate() {
        all.add(format!("ads {k}"), move |t, c| {
            let width = c.random.within(1, 70) as usize;
            let delta = c.random.within(0, 90) as usize;
            // The last part that is looked at.
            let reach = [0, delta, delta + 8][parts / 2];
            // Of some rows all positions are kept, and the room for them ends with the last one.
            let all_are_nearer = c.random.once_in(3);
            let largest = if all_are_nearer { 300 } else { c.random.one_of(&[0xFFFF, 16320, 300]) };
            let sums = c.line::<u16>(width + reach, [0, largest]);
            let most = if all_are_nearer { 0 } else { c.random.one_of(&[0, 200, 0xFFFF]) };
            let extra = c.line::<u16>(width, [0, most]);
            let dc = c.line::<i32>(parts, [0, largest]);
            if !all_are_nearer && c.random.once_in(9) {
                // SAFETY: there is one.
                unsafe { dc.at.write(c.random.within(-0x10000, 0x20000)) };
            }
            let positions = c.line::<i16>(width, [-1, -1]);
            let limit = match all_are_nearer {
                true => 0xFFFF,
                false => c.random.one_of(&[0, 1, 300, 5000, 0xFFFF, 0x10000, 0x30000, -1]),
            };
            // SAFETY: there are sums, costs and room for as many positions.
            let count = unsafe {
                t.nearer[k](dc.at, sums.at, delta as i32, extra.at, positions.at, width as i32, limit)
            };
            c.result(count);
            // What is behind the positions that are nearer, in the room for all of them, is anything: x264's own write vectors there.
            for k in count as isize..width as isize {
                // SAFETY: there is room for as many.
                unsafe { positions.element(0, k).write(-1) };
            }
            c.output_part(positions, [0, 0], [1, count as usize]);
            Some(())
        });
    }
}

fn integrals<D: Depth>(all: &mut Cases<Tables<D>>) {
    for (k, n) in [4usize, 8].into_iter().enumerate() {
        all.add(format!("integral_init{n}h"), move |t, c| {
            let stride = c.random.within(n as i32 + 1, 80) as usize;
            let (rows, p) = (
                c.line::<u16>(2 * stride - n, ANY),
                D::samples(c, [1, stride], Strides::Of(stride as isize)),
            );
            c.output_part(rows, [0, stride as isize], [1, stride - n]);
            // SAFETY: there are a row of samples, a row of sums, and one above it.
            unsafe { t.integral_rows[k](rows.element(0, stride as isize), p.at, stride as isize) };
            Some(())
        });
    }
    all.add("integral_init4v".to_string(), |t, c| {
        let stride = c.random.within(9, 80) as usize;
        let (sums, small) = (c.line::<u16>(9 * stride - 4, ANY), c.line::<u16>(stride - 8, ANY));
        c.output_part(sums, [0, 0], [1, stride - 8]);
        c.output(small);
        // SAFETY: there are 8 rows of sums, four more of the next one, and room for those of smaller blocks.
        unsafe { (t.sums_of_two_sizes)(sums.at, small.at, stride as isize) };
        Some(())
    });
    all.add("integral_init8v".to_string(), |t, c| {
        let stride = c.random.within(9, 80) as usize;
        let sums = c.line::<u16>(9 * stride - 8, ANY);
        c.output_part(sums, [0, 0], [1, stride - 8]);
        // SAFETY: there are 8 rows of sums, and the next one.
        unsafe { (t.sums)(sums.at, stride as isize) };
        Some(())
    });
}
