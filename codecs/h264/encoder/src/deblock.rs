//! The deblocking filter of a picture (H.264 8.7): macroblock by macroblock, as `bS` and the quantisers of both sides say.

use unite::Block;
use unite_h264::kernels::deblock_tables::{Thresholds, tc0};
use unite_h264::kernels::{Motion, strengths_horizontal, strengths_vertical};

use crate::config::{Config, Deblocking};
use crate::kernels::context::{at, motion_beside};
use crate::kernels::filter::{self, STILL, strengths_of_even};
use crate::location::{Area, Local, MACROBLOCK, Macroblock, macroblocks, move_to};
use crate::picture::Plane;
use crate::quantizer::chroma_qp;
use crate::tables::{Blocks, Table, Tables, located, table, take_row};

/// `bS` of the edges of a macroblock, before each of its 4x4 blocks.
type Strengths = [[u8; 4]; 4];

/// What decides about the edges of a picture: what its tables say, whatever its slices are.
#[derive(Debug)]
pub struct Edges {
    size: [usize; 2],
    coded: Table<u8, 4>,
    motion: Table<Motion, 4>,
    even: Table<u8, MACROBLOCK>,
    qp: Table<u8, MACROBLOCK>,
    transform_8x8: Table<u8, MACROBLOCK>,
}

impl Edges {
    /// Of a picture of so many rows and columns of macroblocks.
    pub fn new(size: [usize; 2]) -> Self {
        let (even, qp, transform_8x8) = (table(size, 1), table(size, 1), table(size, 1));
        Edges { size, coded: table(size, 4), motion: table(size, 4), even, qp, transform_8x8 }
    }

    /// How many rows of macroblocks there are.
    pub fn rows(&self) -> usize {
        self.size[0]
    }

    /// Takes a row of macroblocks from the tables of a slice, in which it is row `at`, and its motion from those that it was decided in.
    pub fn take_row(&mut self, row: usize, tables: &Tables, at: usize, motion: (&Table<Motion, 4>, usize)) {
        take_row(&mut self.coded, row, &tables.coded, at);
        take_row(&mut self.motion, row, motion.0, motion.1);
        take_row(&mut self.even, row, &tables.even, at);
        take_row(&mut self.qp, row, &tables.qp, at);
        take_row(&mut self.transform_8x8, row, &tables.transform_8x8, at);
    }

    /// `bS` of the vertical and of the horizontal edges of a macroblock, a list for each edge in turn (8.7.2.1), if any is not 0.
    fn strengths(&self, blocks: &mut Blocks<4, 4>, place: &Area) -> Option<[Strengths; 2]> {
        let [here, left, above] = motion_beside(place, &self.motion);
        let beside = [left, above];
        if here.is_intra() {
            let first = beside.map(|beside| if beside == Motion::OUTSIDE { 0 } else { 4 });
            return Some(first.map(|bs| [[bs; 4], [3; 4], [3; 4], [3; 4]]));
        }
        let [left, above] = beside.map(|beside| match beside {
            Motion::OUTSIDE => 0,
            Motion::INTRA => 4,
            moved => here.differs(moved).into(),
        });
        let even = at(place, &self.even, STILL);
        if even == [STILL; 3] {
            let any = [left, above] != [0; 2];
            return any.then(|| [left, above].map(|bs| [[bs; 4], [0; 4], [0; 4], [0; 4]]));
        }
        let mut both = if even.contains(&0) {
            let mut across = blocks.clone();
            strengths_vertical(blocks, &self.coded, &self.motion);
            strengths_horizontal(&mut across, &self.coded, &self.motion);
            let rows = blocks.as_slice().as_chunks::<4>().0;
            let vertical = std::array::from_fn(|edge| std::array::from_fn(|part| rows[part][edge]));
            let rows = across.as_slice().as_chunks::<4>().0;
            [vertical, [rows[0], rows[1], rows[2], rows[3]]]
        } else {
            let mut edges = Block::<[Strengths; 2]>::stack();
            strengths_of_even(&mut edges, blocks, &self.coded, left, above);
            edges.into_memory()
        };
        for (strengths, _) in both.iter_mut().zip(beside).filter(|(_, beside)| *beside == Motion::OUTSIDE) {
            strengths[0] = [0; 4];
        }
        (both != [[[0; 4]; 4]; 2]).then_some(both)
    }
}

/// What decides about the samples of edges between two quantisers (8.7.2.2).
#[derive(Clone, Copy)]
struct Limits {
    alpha: i32,
    beta: i32,
    /// `tC0` for each `bS`.
    tc0: [i8; 4],
}

impl Limits {
    /// Of edges between the quantisers of both sides, with `FilterOffsetA` and `FilterOffsetB`.
    fn new([p, q]: [i32; 2], [offset_a, offset_b]: [i32; 2]) -> Self {
        let Thresholds { alpha, beta, index_a } = Thresholds::new(p, q, offset_a, offset_b);
        Limits { alpha: alpha.into(), beta: beta.into(), tc0: tc0(index_a, [0, 1, 2, 3]) }
    }
}

/// Filters a row of macroblocks of a picture in place, if the settings say so, after the rows above it, of which it changes lines, too.
pub fn deblock(
    plane_of_luma: &mut Plane,
    planes_of_chroma: &mut [Plane],
    edges: &Edges,
    config: &Config,
    row: usize,
) {
    let Deblocking::On { alpha, beta } = config.deblocking else { return };
    let offsets = [alpha, beta].map(|half| 2 * i32::from(half));
    let of_chroma = |qp| chroma_qp(qp, config.chroma_qp_offset.into());
    let limits = |both: [i32; 2]| [both, both.map(of_chroma)].map(|both| Limits::new(both, offsets));
    // Quantisers are mostly those of the last macroblock.
    let mut last = 0;
    let mut inside = limits([last; 2]);
    let (mut place, mut blocks) = (Macroblock::new(row, 0).area(), located(Ok(Block::stack())));
    let mut edges_of_luma = (Block::stack(), Block::stack(), Block::stack());
    let mut edges_of_chroma = (Block::stack(), Block::stack(), Block::stack());
    for mb in macroblocks(row..row + 1, edges.size[1]) {
        move_to!(place, mb.luma);
        move_to!(blocks, mb.luma);
        let Some([vertical, horizontal]) = edges.strengths(&mut blocks, &place) else { continue };
        let [here, left, above] = at(&place, &edges.qp, 0).map(i32::from);
        let [large, ..] = at(&place, &edges.transform_8x8, 0);
        if here != last {
            (last, inside) = (here, limits([here; 2]));
        }
        for (strengths, beside, is_vertical) in [(vertical, left, true), (horizontal, above, false)] {
            let border = if beside == here { inside } else { limits([beside, here]) };
            for (edge, strengths) in strengths.into_iter().enumerate() {
                if strengths == [0; 4] {
                    continue;
                }
                let [of_luma, of_chroma] = if edge == 0 { border } else { inside };
                if large == 0 || edge % 2 == 0 {
                    luma(plane_of_luma, &mut edges_of_luma, mb, edge, is_vertical, strengths, of_luma);
                }
                if edge % 2 == 0 {
                    for plane in &mut *planes_of_chroma {
                        chroma(plane, &mut edges_of_chroma, mb, edge / 2, is_vertical, strengths, of_chroma);
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
            (column, row, least): &mut (Local<$column>, Local<$row>, Local<[i8; 4]>),
            mb: Macroblock,
            edge: usize,
            vertical: bool,
            strengths: [u8; 4],
            Limits { alpha, beta, tc0 }: Limits,
        ) {
            if alpha == 0 || beta == 0 {
                return;
            }
            if vertical {
                move_to!(column, mb.$sample([0, 4 * edge]));
            } else {
                move_to!(row, mb.$sample([4 * edge, 0]));
            }
            if strengths[0] < 4 {
                least.as_mut_slice().copy_from_slice(&strengths.map(|bs| tc0[usize::from(bs & 3)]));
            }
            match (vertical, strengths[0]) {
                (true, 4) => filter::$vertical_intra(plane, column, alpha, beta),
                (true, _) => filter::$vertical(plane, column, alpha, beta, least),
                (false, 4) => filter::$horizontal_intra(plane, row, alpha, beta),
                (false, _) => filter::$horizontal(plane, row, alpha, beta, least),
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
