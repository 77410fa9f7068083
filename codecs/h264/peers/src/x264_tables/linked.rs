//! Where in the tables of x264 the slots are, which is the same at every depth.

use super::{Depth, LAST, LEVEL_RUN, Tables, Weigh};
use std::mem::transmute_copy;

/// A slot of a table, whatever its function takes.
pub type Slot = Option<unsafe extern "C" fn()>;

/// More slots than any table has.
const MOST: usize = 512;

unsafe extern "C" {
    fn x264_cpu_detect() -> u32;
}

/// The functions that make tables at a depth.
pub struct Init {
    pub predict_4x4: unsafe extern "C" fn(cpu: u32, table: *mut Slot),
    pub predict_8x8: unsafe extern "C" fn(cpu: u32, table: *mut Slot, filter: *mut Slot),
    pub predict_16x16: unsafe extern "C" fn(cpu: u32, table: *mut Slot),
    pub predict_8x8c: unsafe extern "C" fn(cpu: u32, table: *mut Slot),
    pub predict_8x16c: unsafe extern "C" fn(cpu: u32, table: *mut Slot),
    pub pixel: unsafe extern "C" fn(cpu: u32, table: *mut Slot),
    pub dct: unsafe extern "C" fn(cpu: u32, table: *mut Slot),
    pub zigzag: unsafe extern "C" fn(cpu: u32, progressive: *mut Slot, interlaced: *mut Slot),
    pub quant: unsafe extern "C" fn(encoder: *mut u64, cpu: u32, table: *mut Slot),
    pub costs_of_bins: unsafe extern "C" fn(),
    pub mc: unsafe extern "C" fn(cpu: u32, table: *mut Slot, independent: i32),
    pub deblock: unsafe extern "C" fn(cpu: u32, table: *mut Slot, mbaff: i32),
}

/// The functions in slots that follow each other.
///
/// # Safety
/// They are filled, and `F` is what their functions are.
unsafe fn slots<F, const N: usize>(table: &[Slot; MOST], at: usize) -> [F; N] {
    assert!(table[at..at + N].iter().all(Option::is_some), "an empty slot among {N} from {at} on");
    // SAFETY: pointers to functions have one size, and the caller vouches for their types.
    std::array::from_fn(|i| unsafe { transmute_copy(&table[at + i]) })
}

/// The function in one slot.
///
/// # Safety
/// As for [`slots`].
unsafe fn slot<F>(table: &[Slot; MOST], at: usize) -> F {
    // SAFETY: the caller vouches for it.
    let [function] = unsafe { slots(table, at) };
    function
}

/// The functions in slots that are apart.
///
/// # Safety
/// As for [`slots`].
unsafe fn apart<F, const N: usize>(table: &[Slot; MOST], at: [usize; N]) -> [F; N] {
    // SAFETY: the caller vouches for them.
    at.map(|at| unsafe { slot(table, at) })
}

/// The functions of x264 for the processor that this runs on, or, without `assembly`, those in C.
pub fn tables<D: Depth>(init: &Init, assembly: bool) -> Tables<D> {
    let mut predict = [[None; MOST]; 6];
    let [p4, p8, filter, p16, p8c, p8x16c] = &mut predict;
    let mut others = [[None; MOST]; 7];
    let [pixel, dct, zigzag, field, quant, mc, deblock] = &mut others;
    // An encoder whose parameters are all 0, as far as they are looked at: matrices are flat.
    let mut encoder = vec![0u64; 1 << 16];
    // SAFETY: the tables have more slots than are written, and the positions are those of the version that the build
    // script asked for.
    unsafe {
        let cpu = if assembly { x264_cpu_detect() } else { 0 };
        (init.predict_4x4)(cpu, p4.as_mut_ptr());
        (init.predict_8x8)(cpu, p8.as_mut_ptr(), filter.as_mut_ptr());
        (init.predict_16x16)(cpu, p16.as_mut_ptr());
        (init.predict_8x8c)(cpu, p8c.as_mut_ptr());
        (init.predict_8x16c)(cpu, p8x16c.as_mut_ptr());
        (init.pixel)(cpu, pixel.as_mut_ptr());
        (init.dct)(cpu, dct.as_mut_ptr());
        (init.zigzag)(cpu, zigzag.as_mut_ptr(), field.as_mut_ptr());
        (init.costs_of_bins)();
        (init.quant)(encoder.as_mut_ptr(), cpu, quant.as_mut_ptr());
        (init.mc)(cpu, mc.as_mut_ptr(), 0);
        (init.deblock)(cpu, deblock.as_mut_ptr(), 0);
        Tables {
            predict_4x4: slots(p4, 0),
            predict_8x8: slots(p8, 0),
            predict_8x8_filter: slot(filter, 0),
            predict_16x16: slots(p16, 0),
            predict_8x8c: slots(p8c, 0),
            sad: slots(pixel, 0),
            ssd: slots(pixel, 8),
            satd: slots(pixel, 16),
            sa8d: apart(pixel, [31, 34]),
            sad_x3: slots(pixel, 99),
            sad_x4: slots(pixel, 106),
            satd_x3: slots(pixel, 113),
            satd_x4: slots(pixel, 120),
            intra_satd_x3: apart(pixel, [135, 138, 147, 150]),
            intra_sad_x3: apart(pixel, [136, 139, 148, 151]),
            intra_x9: [153, 154].map(|at| transmute_copy(&pixel[at])),
            intra_x9_8x8: [156, 157].map(|at| transmute_copy(&pixel[at])),
            sub: apart(dct, [0, 2, 7, 10, 12]),
            add: apart(dct, [1, 4, 8, 11, 13]),
            sub_dc: apart(dct, [3, 6]),
            add_dc: apart(dct, [5, 9]),
            dc: slots(dct, 14),
            quantize: slots(quant, 0),
            quantize_dc: slots(quant, 3),
            scale: slots(quant, 5),
            zigzag: slots(zigzag, 0),
            field: slots(field, 0),
            average: slots(mc, 3),
            chroma: slot(mc, 2),
            half_planes: slot(mc, 33),
            deblock: apart(deblock, [0, 1, 4, 3]),
            deblock_intra: apart(deblock, [6, 7, 10, 9]),
            predict_8x16c: slots(p8x16c, 0),
            deblock_422: slot(deblock, 5),
            deblock_422_intra: slot(deblock, 11),
            strength: slot(deblock, 20),
            variance: apart(pixel, [84, 86, 87]),
            variance_of_two: apart(pixel, [90, 91]),
            hadamard_ac: slots(pixel, 92),
            sad_of_rows: slot(pixel, 81),
            difference_of_rows: slot(pixel, 82),
            moments: slot(pixel, 97),
            copy: apart(mc, [15, 18, 21, 22]),
            store_chroma: slot(mc, 23),
            load_chroma: slots(mc, 24),
            copy_plane: slots(mc, 26),
            interleave: slot(mc, 28),
            deinterleave: slot(mc, 29),
            half_resolution: slot(mc, 45),
            luma: slot(mc, 0),
            reference: slot(mc, 1),
            // The slot points to a table.
            weights: *transmute_copy::<Slot, *const [Weigh<D::Sample>; 6]>(&mc[46]),
            denoise: slot(quant, 12),
            score: slots(quant, 13),
            last: apart(quant, LAST.map(|place| 16 + place)),
            level_run: apart(quant, LEVEL_RUN.map(|place| 32 + place)),
            nearer: slots(pixel, 127),
            integral_rows: slots(mc, 41),
            sums_of_two_sizes: slot(mc, 43),
            sums: slot(mc, 44),
            similarity: D::HAS_SIMILARITY.then(|| slot(pixel, 98)),
            intra_x3_422: slots(pixel, 144),
            tall_dc: slot(dct, 16),
            deblock_mixed: apart(deblock, [12, 14, 15]),
            deblock_mixed_intra: apart(deblock, [16, 18, 19]),
            costs_4x16: apart(pixel, [7, 15, 23]),
            by_both: transmute_copy(&pixel[83]),
            sub_scan: [slots(zigzag, 2), slots(field, 2)],
            sub_scan_ac: [slot(zigzag, 4), slot(field, 4)],
            interleave_levels: [slot(zigzag, 5), slot(field, 5)],
            tall_dc_back: slot(quant, 8),
            tall_dc_only: slot(quant, 9),
            fewer_levels: slots(quant, 10),
            deinterleave_three: slot(mc, 31),
            ssd_in_turn: slot(pixel, 96),
            propagate: slot(mc, 50),
            pack: slot(mc, 52),
            unpack: slot(mc, 53),
            trellis: slots(quant, 47),
            trellis_psy: slots(quant, 49),
            trellis_dc: slot(quant, 51),
            trellis_tall_dc: slot(quant, 52),
        }
    }
}
