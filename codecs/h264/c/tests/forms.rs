//! The forms of a kernel for C agree with each other: with strides of the caller's, in place, and in the layouts of other
//! encoders. What lies around must not change.

use unite_h264_c::*;

/// Random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize
    }

    fn samples<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.next() as u8)
    }
}

/// Rows of x264's macroblocks.
const FDEC: usize = 32;
/// Where a block is in a picture of 32 columns: behind rows and columns enough for every mode.
const AT: usize = 4 * FDEC + 8;

/// Of many rounds Miri makes few: the same code runs, some thousand times slower.
const fn rounds(count: usize) -> usize {
    if cfg!(miri) { count.div_ceil(50) } else { count }
}

type General = unsafe extern "C" fn(u32, *mut u8, isize, *const u8, isize) -> bool;
type InPlace = unsafe extern "C" fn(u32, *mut u8, isize) -> bool;

/// Compares the modes of one table: `count` of x264 and `apart.len()` of openh264.
fn compare_modes(n: usize, general: General, in_place: InPlace, x264: &[Predict], apart: &[Apart]) {
    let mut random = Random(n as u64);
    for _ in 0..rounds(20) {
        let picture = random.samples::<{ 24 * FDEC }>();
        for (mode, openh264) in apart.iter().enumerate() {
            let border = random.samples::<400>();
            let mut pred = border;
            let pitch = n + 3;
            // SAFETY: the block and all neighbours are inside of the picture, the prediction inside of its memory.
            unsafe {
                let at = picture.as_ptr().add(AT);
                assert!(general(mode as u32, pred.as_mut_ptr().add(2), pitch as isize, at, FDEC as isize));
                let mut block = [0; 256];
                openh264(block.as_mut_ptr(), at, FDEC as i32);
                let (mut within, mut expected, mut expected_pred) = (picture, picture, border);
                assert!(in_place(mode as u32, within.as_mut_ptr().add(AT), FDEC as isize));
                for (y, row) in block[..n * n].chunks(n).enumerate() {
                    expected[AT + y * FDEC..][..n].copy_from_slice(row);
                    expected_pred[2 + y * pitch..][..n].copy_from_slice(row);
                }
                assert_eq!(pred, expected_pred, "mode {mode} of {n} by {n}");
                assert_eq!(within, expected, "mode {mode} of {n} by {n}, in place");
                if let Some(x264) = x264.get(mode) {
                    let mut within = picture;
                    x264(within.as_mut_ptr().add(AT));
                    assert_eq!(within, expected, "mode {mode} of {n} by {n}, of x264");
                }
            }
        }
    }
    let mut nothing = [0; 256];
    // SAFETY: there is no such mode.
    assert!(!unsafe { in_place(apart.len() as u32, nothing.as_mut_ptr(), 16) });
}

/// A table that a function fills, over functions that are never called.
macro_rules! table {
    ($fill:ident, $count:literal, fn($($argument:ident: $ty:ty),*)) => {{
        unsafe extern "C" fn missing($(_: $ty),*) {
            unreachable!("a slot was not filled")
        }
        let mut table = [missing as unsafe extern "C" fn($($ty),*); $count];
        // SAFETY: the table has as many slots as the function says.
        unsafe { $fill(table.as_mut_ptr()) };
        table
    }};
}

#[test]
fn modes_of_intra_prediction() {
    let x264 = table!(unite_h264_x264_predict_4x4, 12, fn(at: *mut u8));
    let apart = table!(unite_h264_openh264_intra_4x4, 14, fn(pred: *mut u8, at: *const u8, stride: i32));
    compare_modes(4, unite_h264_intra_4x4, unite_h264_intra_4x4_in_place, &x264, &apart);
    let x264 = table!(unite_h264_x264_predict_16x16, 7, fn(at: *mut u8));
    let apart = table!(unite_h264_openh264_intra_16x16, 7, fn(pred: *mut u8, at: *const u8, stride: i32));
    compare_modes(16, unite_h264_intra_16x16, unite_h264_intra_16x16_in_place, &x264, &apart);
    let x264 = table!(unite_h264_x264_predict_8x8c, 7, fn(at: *mut u8));
    let apart = table!(unite_h264_openh264_intra_chroma, 7, fn(pred: *mut u8, at: *const u8, stride: i32));
    compare_modes(8, unite_h264_intra_chroma, unite_h264_intra_chroma_in_place, &x264, &apart);
}

#[test]
fn neighbours_of_8x8_blocks_are_looked_at_where_they_are_available() {
    let mut random = Random(3);
    for available in 0..16 {
        let has = |flag: u32| available & flag != 0;
        let corner = has(UNITE_H264_CORNER);
        let above = usize::from(corner || has(UNITE_H264_ABOVE));
        let left = usize::from(corner || has(UNITE_H264_LEFT));
        let width = left + if has(UNITE_H264_ABOVE_RIGHT) { 16 } else { 8 };
        // The memory ends with the last sample that may be looked at.
        let picture: Vec<u8> = (0..(above + 8) * width).map(|_| random.next() as u8).collect();
        let mut line = [7; 27];
        // SAFETY: the samples that are said to be available are in the picture.
        unsafe {
            let at = picture.as_ptr().add(above * width + left);
            unite_h264_intra_8x8_filter(line.as_mut_ptr().add(1), at, width as isize, available);
        }
        assert_eq!([line[0], line[26]], [7; 2]);
        let changed = |range: std::ops::Range<usize>| line[range].iter().any(|&sample| sample != 7);
        assert_eq!(changed(1..9), has(UNITE_H264_LEFT), "left of {available}");
        assert_eq!(changed(9..10), corner, "corner of {available}");
        assert_eq!(changed(10..26), has(UNITE_H264_ABOVE), "above of {available}");
        let mut pred = [0; 64];
        // SAFETY: there are 64 samples and 25 neighbours.
        unsafe {
            assert!(unite_h264_intra_8x8(11, pred.as_mut_ptr(), 8, line.as_ptr().add(1)));
            assert!(!unite_h264_intra_8x8(12, pred.as_mut_ptr(), 8, line.as_ptr().add(1)));
        }
        assert_eq!(pred, [128; 64]);
    }
}

#[test]
fn coefficients_of_x264_lie_in_columns() {
    let mut random = Random(4);
    let sub = table!(unite_h264_x264_sub, 5, fn(c: *mut i16, samples: *mut u8, pred: *mut u8));
    let add = table!(unite_h264_x264_add, 5, fn(u: *mut u8, d: *mut i16));
    for _ in 0..rounds(50) {
        let mut samples = random.samples::<{ 16 * 16 }>();
        let mut pred = random.samples::<{ 16 * FDEC }>();
        let (mut rows, mut columns, mut four) = ([0i16; 16], [0i16; 16], [[0i16; 16]; 4]);
        // SAFETY: all blocks have the rows that the layouts say.
        unsafe {
            let (samples, pred) = (samples.as_mut_ptr(), pred.as_mut_ptr());
            unite_h264_forward_4x4(rows.as_mut_ptr(), samples, 16, pred, 32);
            sub[0](columns.as_mut_ptr(), samples, pred);
            sub[1](four.as_mut_ptr().cast(), samples, pred);
        }
        assert!((0..16).all(|k| rows[k] == columns[k % 4 * 4 + k / 4]));
        assert_eq!(four[0], columns);

        let (mut by_rows, mut by_columns) = (pred, pred);
        // SAFETY: all blocks have the rows that the layouts say.
        unsafe {
            unite_h264_construct_4x4(by_rows.as_mut_ptr(), 32, rows.as_ptr());
            add[0](by_columns.as_mut_ptr(), columns.as_mut_ptr());
        }
        assert_eq!(by_rows, by_columns);
    }
}

#[test]
fn sizes_that_are_no_partitions_are_refused() {
    let (a, mut b) = ([1u8; 32 * 32], [2u8; 32 * 32]);
    let (a, b) = (a.as_ptr(), b.as_mut_ptr());
    // SAFETY: everything is inside of the memory.
    unsafe {
        assert_eq!(unite_h264_sad(16, 8, a, 32, b, 32), 128);
        assert_eq!(unite_h264_sad(8, 2, a, 32, b, 32), -1);
        assert_eq!(unite_h264_ssd(4, 4, a, 32, b, 32), 16);
        assert_eq!(unite_h264_satd(4, 8, a, 32, b, 32), 16);
        assert_eq!(unite_h264_sa8d(4, 8, a, 32, b, 32), -1);
        assert_eq!(unite_h264_sa8d(16, 8, a, 32, b, 32), 32);
        assert!(unite_h264_inter_luma(16, 16, b, 32, a.add(8 * 32 + 8), 32, 3, 3));
        assert!(!unite_h264_inter_luma(2, 2, b, 32, a.add(8 * 32 + 8), 32, 3, 3));
        assert!(unite_h264_inter_chroma(2, 2, b, 32, a, 32, 7, 7));
        assert!(!unite_h264_inter_chroma(16, 16, b, 32, a, 32, 7, 7));
        assert!(unite_h264_average(8, 4, b, 32, a, 32, a.add(9), 32));
        assert!(!unite_h264_average(32, 4, b, 32, a, 32, a.add(9), 32));
    }
}

/// An edge of both components at once is the edge of each.
#[test]
fn interleaved_chrominance_is_filtered_as_planes_are() {
    type Edge = unsafe extern "C" fn(*mut u8, isize, i32, i32, *const i8);
    let mut random = Random(5);
    unsafe extern "C" fn missing(_: *mut u8, _: isize, _: i32, _: i32, _: *mut i8) {}
    unsafe extern "C" fn missing_intra(_: *mut u8, _: isize, _: i32, _: i32) {}
    let (mut table, mut intra) = ([missing as Deblock; 4], [missing_intra as DeblockIntra; 4]);
    // SAFETY: both tables have four slots.
    unsafe { unite_h264_x264_deblock(table.as_mut_ptr(), intra.as_mut_ptr()) };
    for (slot, plane_of) in
        [(2, unite_h264_deblock_chroma_vertical as Edge), (3, unite_h264_deblock_chroma_horizontal as Edge)]
    {
        for _ in 0..rounds(200) {
            let mut both: [u8; 16 * 32] = std::array::from_fn(|_| 100 + (random.next() % 12) as u8);
            let of =
                |both: &[u8; 512], c: usize| -> Vec<u8> { both[c..].iter().step_by(2).copied().collect() };
            let mut planes = [of(&both, 0), of(&both, 1)];
            let tc0: [i8; 4] = std::array::from_fn(|_| random.next() as i8 % 5);
            let tc0 = tc0.map(|t| t.max(-1));
            let mut tc = tc0.map(|t| t + 1);
            // SAFETY: the edge has samples on both sides.
            unsafe {
                table[slot](both.as_mut_ptr().add(4 * 32 + 8), 32, 30, 8, tc.as_mut_ptr());
                for plane in &mut planes {
                    plane_of(plane.as_mut_ptr().add(4 * 16 + 4), 16, 30, 8, tc0.as_ptr());
                }
            }
            assert_eq!([of(&both, 0), of(&both, 1)], planes);
        }
    }
}

/// Rows that are one and the same, share samples or go up, and memory that is read and written at once: what encoders pass. Under
/// Miri nothing of this is an access that Rust forbids.
#[test]
fn rows_are_read_at_any_distance_and_written_where_they_are_read() {
    let mut random = Random(6);
    let mut picture = random.samples::<{ 24 * FDEC }>();
    unsafe extern "C" fn none(_: *mut u8, _: isize, _: *mut u8, _: isize) -> i32 {
        unreachable!("a slot was not filled")
    }
    let [mut sad, mut ssd, mut satd] = [[none as Compare; 7]; 3];
    // SAFETY: all tables have seven slots.
    unsafe { unite_h264_x264_costs(sad.as_mut_ptr(), ssd.as_mut_ptr(), satd.as_mut_ptr()) };
    let zeros = [0u8; 16];
    let at = picture.as_mut_ptr();
    for stride in [0, 1, 3, 32, -32, -3] {
        // A row at a time, as the clause has it.
        let first = 12 * FDEC as isize;
        let sum: i32 = (0..4)
            .flat_map(|y| (0..4).map(move |x| (y, x)))
            .map(|(y, x)| i32::from(picture[(first + y * stride + x) as usize]))
            .sum();
        // SAFETY: all rows are inside of the picture, and the zeros are a row.
        let cost = unsafe { sad[6](at.offset(first), stride, zeros.as_ptr().cast_mut(), 0) };
        assert_eq!(cost, sum, "rows {stride} apart");
        // SAFETY: as above.
        assert_eq!(unsafe { unite_h264_sad(4, 4, at.offset(first), stride, zeros.as_ptr(), 0) }, sum);
    }

    // Both components of chrominance in the same rows, from a plane where they take turns.
    let mut chroma: Chroma = {
        unsafe extern "C" fn none(
            _: *mut u8,
            _: *mut u8,
            _: isize,
            _: *mut u8,
            _: isize,
            _: i32,
            _: i32,
            _: i32,
            _: i32,
        ) {
        }
        none
    };
    unsafe extern "C" fn no_planes(
        _: *mut u8,
        _: *mut u8,
        _: *mut u8,
        _: *mut u8,
        _: isize,
        _: i32,
        _: i32,
        _: *mut i16,
    ) {
    }
    let mut half_planes = no_planes as HalfPlanes;
    // SAFETY: both are one slot.
    unsafe { unite_h264_x264_inter(&mut chroma, &mut half_planes) };
    for (w, h) in [(8, 16), (8, 8), (2, 8), (2, 2), (3, 1)] {
        let mut rows = [7u8; 16 * FDEC];
        let to = rows.as_mut_ptr();
        // SAFETY: both components are inside of the rows, the vector inside of the picture.
        unsafe { chroma(to, to.add(16), FDEC as isize, at, FDEC as isize, 8, 8, w, h) };
        for (y, x) in (0..h as usize).flat_map(|y| (0..w as usize).map(move |x| (y, x))) {
            let sample = |c: usize| picture[(y + 1) * FDEC + 2 * (x + 1) + c];
            assert_eq!([rows[y * FDEC + x], rows[y * FDEC + 16 + x]], [sample(0), sample(1)], "{w} by {h}");
        }
    }

    // An average onto one of its sources.
    unsafe extern "C" fn no_average(
        _: *mut u8,
        _: isize,
        _: *mut u8,
        _: isize,
        _: *mut u8,
        _: isize,
        _: i32,
    ) {
    }
    let mut average = [no_average as Average; 12];
    // SAFETY: the table has 12 slots.
    unsafe { unite_h264_x264_average(average.as_mut_ptr()) };
    let before = picture;
    let at = picture.as_mut_ptr();
    // SAFETY: both blocks are inside of the picture.
    unsafe { average[3](at, FDEC as isize, at, FDEC as isize, at.add(8), FDEC as isize, 32) };
    for (y, x) in (0..8).flat_map(|y| (0..8).map(move |x| (y, x))) {
        let rounded = u16::from(before[y * FDEC + x]) + u16::from(before[y * FDEC + x + 8]) + 1;
        assert_eq!(u16::from(picture[y * FDEC + x]), rounded / 2);
    }

    // A residual onto the prediction that it is added to.
    unsafe extern "C" fn no_dct(_: *mut i16, _: *mut u8, _: i32, _: *mut u8, _: i32) {}
    unsafe extern "C" fn no_idct(_: *mut u8, _: i32, _: *mut u8, _: i32, _: *mut i16) {}
    let (mut dct, mut idct) = ([no_dct as Dct; 2], [no_idct as IDct; 3]);
    // SAFETY: the tables have two and three slots.
    unsafe { unite_h264_openh264_transforms(dct.as_mut_ptr(), idct.as_mut_ptr()) };
    for (k, n) in [(0, 4), (1, 8), (2, 16)] {
        let mut coefficients = [0i16; 64];
        coefficients[0] = 640;
        let before = picture;
        let at = picture.as_mut_ptr();
        // SAFETY: the block is inside of the picture, and there are its coefficients.
        unsafe { idct[k](at, FDEC as i32, at, FDEC as i32, coefficients.as_mut_ptr()) };
        for (y, x) in (0..n).flat_map(|y| (0..n).map(move |x| (y, x))) {
            let more = if y < 4 && x < 4 { 10 } else { 0 };
            assert_eq!(picture[y * FDEC + x], before[y * FDEC + x].saturating_add(more), "{n} by {n}");
        }
    }
}

/// Levels are chosen of any numbers: places past the end, states that are none, scans that leave the block. They come nearer to 0 by one,
/// or all of them become 0.
#[test]
fn levels_are_chosen_of_any_numbers() {
    #[rustfmt::skip]
    unsafe extern "C" fn no_trellis(
        _: *const i32, _: *const u8, _: i32, _: i32, _: *const i16, _: *const i16, _: *mut i16, _: *const u8, _: *const u8, _: u64, _: u16,
        _: i32,
    ) -> i32 { 0 }
    #[rustfmt::skip]
    unsafe extern "C" fn no_psy(
        _: *const i32, _: *const u8, _: i32, _: i32, _: *const i16, _: *const i16, _: *mut i16, _: *const u8, _: *const u8, _: u64, _: u16,
        _: i32, _: *const i16, _: i32,
    ) -> i32 { 0 }
    #[rustfmt::skip]
    unsafe extern "C" fn no_tall_dc(
        _: *const i32, _: *const u8, _: i32, _: i32, _: *const i16, _: *const i16, _: *mut i16, _: *const u8, _: *const u8, _: u64, _: u16,
    ) -> i32 { 0 }
    let (mut table, mut psy) = ([no_trellis as Trellis; 2], [no_psy as TrellisPsy; 2]);
    let (mut dc, mut tall_dc) = (no_trellis as Trellis, no_tall_dc as TrellisTallDc);
    // SAFETY: there are two slots, two, one and one.
    unsafe { unite_h264_x264_trellis(table.as_mut_ptr(), psy.as_mut_ptr(), &mut dc, &mut tall_dc) };
    let mut random = Random(34);
    for round in 0..rounds(2000) {
        let any = |random: &mut Random| (random.next() << 1) as i32 >> (random.next() % 31);
        let steps: [i32; 64] = std::array::from_fn(|_| any(&mut random));
        let [c, nearest, before, samples] =
            [(); 4].map(|()| std::array::from_fn::<i16, 64, _>(|_| any(&mut random) as i16));
        let [scan, significant, last_states] = [(); 3].map(|()| random.samples::<64>());
        let (weight, last, which, strength) =
            (any(&mut random), any(&mut random), any(&mut random), any(&mut random));
        let which = if random.next().is_multiple_of(2) { [3, 15][random.next() % 2] } else { which };
        let (states, more) = ((random.next() as u64).wrapping_mul(0x1_0001_0001_0001), random.next() as u16);
        let mut levels = before;
        let (steps, scan, at) = (steps.as_ptr(), scan.as_ptr(), levels.as_mut_ptr());
        let (c, nearest, samples) = (c.as_ptr(), nearest.as_ptr(), samples.as_ptr());
        let (significant, last_states) = (significant.as_ptr(), last_states.as_ptr());
        let slot = round % 6;
        macro_rules! called {
            ($slot:expr $(, $more:expr)*) => {
                $slot(
                    steps, scan, weight, last, c, nearest, at, significant, last_states, states, more $(, $more)*
                )
            };
        }
        // SAFETY: there are as many elements as any block has.
        let left = unsafe {
            match slot {
                0 | 1 => called!(table[slot], which),
                2 | 3 => called!(psy[slot - 2], which, samples, strength),
                4 => called!(dc, which),
                _ => called!(tall_dc),
            }
        };
        let count = [16, 64, 16, 64, 16, 8][slot];
        assert_eq!(levels[count..], before[count..], "slot {slot}");
        match (left, slot) {
            (0, 0 | 2) => assert_eq!(levels[..16], [0; 16]),
            (0, _) => assert_eq!(levels, before),
            _ => assert_eq!(left, 1),
        }
    }
}
