//! The deblocking filter of a picture (H.264 8.7): macroblock by macroblock, as `bS` and the quantisers of both sides say.

use unite::Block;
use unite_h264::kernels::deblock_tables::{Thresholds, tc0};
use unite_h264::kernels::{strengths_horizontal, strengths_vertical};

use crate::kernels::context::at;
use crate::kernels::filter;
use crate::location::{Macroblock, macroblocks, stack_at};
use crate::picture::Plane;
use crate::quantizer::chroma_qp;
use crate::tables::Tables;
use crate::threads::both;

/// What a slice says about the filter: `FilterOffsetA`, `FilterOffsetB`, and `chroma_qp_index_offset`.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// `FilterOffsetA`.
    pub offset_a: i32,
    /// `FilterOffsetB`.
    pub offset_b: i32,
    /// `chroma_qp_index_offset`.
    pub chroma_offset: i32,
}

/// `bS` of the edges of a macroblock, before each of its 4x4 blocks.
type Strengths = [[u8; 4]; 4];

/// Filters a picture in place, by so many threads at most.
pub fn deblock(planes: &mut [Plane], tables: &Tables, size: [usize; 2], filter: Filter, threads: usize) {
    let (luma, chroma) = planes.split_at_mut(1);
    if threads < 2 || chroma.is_empty() {
        return filter_planes(luma, chroma, tables, size, filter);
    }
    both(
        threads,
        || filter_planes(luma, &mut [], tables, size, filter),
        || filter_planes(&mut [], chroma, tables, size, filter),
    );
}

/// Filters some components, macroblock by macroblock.
fn filter_planes(
    planes_of_luma: &mut [Plane],
    planes_of_chroma: &mut [Plane],
    tables: &Tables,
    [rows, columns]: [usize; 2],
    filter: Filter,
) {
    let qp = tables.qp.whole();
    let transform_8x8 = tables.transform_8x8.whole();
    let (coded, motion) = (tables.coded.whole(), tables.motion.whole());
    for mb in macroblocks(0..rows, columns) {
        let place = mb.area();
        let [here, left, above] = at(&place, &qp, 0).map(i32::from);
        let [large, ..] = at(&place, &transform_8x8, 0);
        let mut strength = stack_at!(Strengths, mb.luma).coarsened::<4>().expect("a table");
        strengths_vertical(&mut strength, &coded, &motion);
        // One list for each edge, from the first to the last one.
        let rows = strength.as_slice().as_chunks::<4>().0;
        let vertical: Strengths = std::array::from_fn(|edge| std::array::from_fn(|part| rows[part][edge]));
        strengths_horizontal(&mut strength, &coded, &motion);
        let horizontal = strength.into_memory();
        for (strengths, beside, is_vertical) in [(vertical, left, true), (horizontal, above, false)] {
            for (edge, strengths) in strengths.into_iter().enumerate() {
                if strengths == [0; 4] {
                    continue;
                }
                let beside = if edge == 0 { beside } else { here };
                if large == 0 || edge % 2 == 0 {
                    let thresholds = Thresholds::new(beside, here, filter.offset_a, filter.offset_b);
                    for plane in &mut *planes_of_luma {
                        luma(plane, mb, edge, is_vertical, strengths, thresholds);
                    }
                }
                if edge % 2 == 0 {
                    let [beside, here] = [beside, here].map(|qp| chroma_qp(qp, filter.chroma_offset));
                    let thresholds = Thresholds::new(beside, here, filter.offset_a, filter.offset_b);
                    for plane in &mut *planes_of_chroma {
                        chroma(plane, mb, edge / 2, is_vertical, strengths, thresholds);
                    }
                }
            }
        }
    }
}

/// Functions for an edge of a component, before the column or row of 4x4 blocks that it is named after: for vertical ones the block after
/// it, where that lies, and the filters for all edges and for those of Intra macroblocks; the same for horizontal ones.
macro_rules! edges {
    ($(
        $name:ident, $sample:ident:
        $column:ty, $vertical:ident, $vertical_intra:ident; $row:ty, $horizontal:ident, $horizontal_intra:ident;
    )*) => {$(
        fn $name(
            plane: &mut Plane,
            mb: Macroblock,
            edge: usize,
            vertical: bool,
            strengths: [u8; 4],
            Thresholds { alpha, beta, index_a }: Thresholds,
        ) {
            if alpha == 0 || beta == 0 {
                return;
            }
            let (alpha, beta) = (alpha.into(), beta.into());
            if vertical {
                stack_at!(q: $column = mb.$sample([0, 4 * edge]));
                match strengths {
                    [4, ..] => filter::$vertical_intra(plane, &q, alpha, beta),
                    _ => filter::$vertical(plane, &q, alpha, beta, &Block::from(tc0(index_a, strengths))),
                }
            } else {
                stack_at!(q: $row = mb.$sample([4 * edge, 0]));
                match strengths {
                    [4, ..] => filter::$horizontal_intra(plane, &q, alpha, beta),
                    _ => filter::$horizontal(plane, &q, alpha, beta, &Block::from(tc0(index_a, strengths))),
                }
            }
        }
    )*};
}

edges! {
    luma, sample:
    [[u8; 4]; 16], luma_vertical, luma_vertical_intra; [[u8; 16]; 4], luma_horizontal, luma_horizontal_intra;
    chroma, chroma_sample:
    [[u8; 2]; 8], chroma_vertical, chroma_vertical_intra; [[u8; 8]; 2], chroma_horizontal, chroma_horizontal_intra;
}
