//! What arithmetic coding asks neighbours (H.264 9.3.3.1.1): macroblocks are entered into the tables, from which contexts are read.

use crate::entropy::cabac_macroblock::Increments;
use crate::kernels::context::{at, fill, fill_all, motion_neighbours, neighbour_sum, put};
use crate::location::{Area, MACROBLOCK, Macroblock as Location};
use crate::macroblock::{Macroblock, Prediction};
use crate::partitions::parts;
use crate::tables::{Kind, Table, Tables, flags_of, store_all};

/// Enters a value of a macroblock, and returns those of its neighbours A and B.
fn enter(table: &mut Table<u8, MACROBLOCK>, area: &Area, value: u8, outside: u8) -> [u8; 2] {
    put::<_, MACROBLOCK>(table, area, value);
    let [_, a, b] = at(area, table, outside);
    [a, b]
}

/// 1 if the first value is so, and 2 if the second one is.
fn flags(values: [u8; 2], is: impl Fn(u8) -> bool) -> u8 {
    u8::from(is(values[0])) + 2 * u8::from(is(values[1]))
}

/// How many of both values are so.
fn count(values: [u8; 2], is: impl Fn(u8) -> bool) -> u8 {
    values.map(|value| u8::from(is(value))).iter().sum()
}

/// Enters a macroblock into the tables that arithmetic coding asks, and asks them; `qp_changed`: the last `mb_qp_delta` was not 0.
pub fn increments(
    tables: &mut Tables,
    location: Location,
    macroblock: &Macroblock,
    qp_changed: bool,
) -> Increments {
    let (residual, area) = (&macroblock.residual, &tables.places.whole);
    let (pcm, intra) = (macroblock.is_pcm(), macroblock.is_intra());
    let kind = match macroblock.prediction {
        Prediction::Intra4x4(_) | Prediction::Intra8x8(_) => Kind::IntraNxN,
        Prediction::Intra16x16(_) | Prediction::Pcm => Kind::Intra,
        Prediction::Inter(_) => Kind::Inter,
        Prediction::Skip => Kind::Skip,
    };
    let beside = enter(&mut tables.kind, area, kind as u8, Kind::Outside as u8);
    let is_not = |kind: Kind| move |value: u8| value != Kind::Outside as u8 && value != kind as u8;
    let mut increments = Increments {
        skip: count(beside, is_not(Kind::Skip)),
        mb_type: count(beside, is_not(Kind::IntraNxN)),
        qp_delta: qp_changed.into(),
        ..Increments::default()
    };
    let large = enter(&mut tables.transform_8x8, area, macroblock.transform_8x8().into(), 0);
    increments.transform_8x8 = count(large, |flag| flag != 0);
    let chroma_mode = if intra { macroblock.chroma_mode } else { 0 };
    increments.chroma_mode = count(enter(&mut tables.chroma_mode, area, chroma_mode, 0), |mode| mode != 0);

    // I_PCM counts as if all was coded.
    let pattern = if pcm { 0x2F } else { macroblock.pattern() };
    let bit = |block: usize| (pattern >> block & 1) as u8;
    let luma = [[bit(0), bit(1)], [bit(2), bit(3)]];
    let coded = flags_of(luma, &mut tables.places.eights, &mut tables.pattern_luma, 1);
    // What counts are blocks without levels.
    increments.pattern_luma = coded.map(|row| row.map(|flags| 3 - flags));
    let beside = enter(&mut tables.pattern_chroma, area, (pattern >> 4) as u8, 0);
    increments.pattern_chroma =
        [flags(beside, |pattern| pattern != 0), flags(beside, |pattern| pattern == 2)];

    // Blocks outside of the slice count as coded for Intra prediction.
    let outside = u8::from(intra);
    let dc = [residual.coded_luma >> 16, residual.coded_chroma[0] >> 4, residual.coded_chroma[1] >> 4];
    let tables_of_dc = [&mut tables.dc_luma, &mut tables.dc_cb, &mut tables.dc_cr];
    for ((inc, table), coded) in increments.dc.iter_mut().zip(tables_of_dc).zip(dc) {
        let coded = pcm || coded & 1 == 1;
        *inc = flags(enter(table, area, coded.into(), outside), |coded| coded != 0);
    }
    // All blocks of an 8x8 block with levels count as coded.
    let luma = macroblock.luma_flags();
    store_all(luma, &mut tables.places.fours, &mut tables.coded);
    increments.blocks.luma = flags_of(luma, &mut tables.places.fours, &mut tables.total_coeff, outside);
    let chroma = [&mut tables.total_coeff_cb, &mut tables.total_coeff_cr];
    for (component, table) in chroma.into_iter().enumerate() {
        let chroma = macroblock.chroma_flags(component);
        increments.blocks.chroma[component] = flags_of(chroma, &mut tables.places.twos, table, outside);
    }
    motion(tables, location, macroblock, &mut increments);
    increments
}

/// The same for references and vectors.
fn motion(tables: &mut Tables, location: Location, macroblock: &Macroblock, increments: &mut Increments) {
    let Prediction::Inter(inter) = &macroblock.prediction else {
        fill_all(&mut tables.difference_x, &tables.places.fours, 0);
        fill_all(&mut tables.difference_y, &tables.places.fours, 0);
        return;
    };
    for (index, sub, part) in parts(inter) {
        let area = location.part(part);
        if sub == 0 {
            let [a, b, _] = motion_neighbours(&area, &tables.motion);
            let others = [a, b].map(|motion| motion.reference[0].max(0) as u8);
            increments.references[index] = flags(others, |reference| reference > 0);
        }
        let written = [&mut tables.difference_x, &mut tables.difference_y];
        for (axis, table) in written.into_iter().enumerate() {
            increments.differences[index][sub][axis] = neighbour_sum(&area, table) as u16;
            let magnitude = inter.differences[index][sub][axis].unsigned_abs();
            fill(table, &area, magnitude.min(255) as u8);
        }
    }
}
