//! The slots of x264 that choose levels. It has them in assembly alone, for processors with and without SSSE3, beside a search in C that
//! other processors take, which its library for this one does not have. Both read more than they use.

use crate::call::{Call, Element, Rows};
use crate::depth::Depth;
use crate::{Case, Cases};
use unite_h264_peers::x264_tables::Tables;

/// A block: how many coefficients it has, in how many states of contexts its flags are, how many steps of levels there are, and from which
/// place of the scan on.
#[derive(Clone, Copy)]
struct Kind {
    coefficients: usize,
    states: [usize; 2],
    steps: usize,
    first: usize,
}

/// What a call gets of a block.
struct Block<C> {
    steps: Rows<i32>,
    scan: Rows<u8>,
    weight: i32,
    last: i32,
    c: Rows<C>,
    nearest: Rows<C>,
    levels: Rows<C>,
    states: [Rows<u8>; 2],
    level_states: u64,
    more_level_states: u16,
    samples: Rows<C>,
    strength: i32,
}

/// How large a level of a block is.
fn level(c: &mut Call, largest: i32) -> i32 {
    let level = match c.random.next() % 8 {
        0..4 => 1,
        4 => 2,
        5 => c.random.within(1, 4),
        _ => largest,
    };
    level.min(c.random.within(1, largest))
}

fn block<D: Depth>(c: &mut Call, kind: Kind) -> Block<D::Coefficient> {
    c.theirs_may_read_more();
    let n = kind.coefficients;
    let (steps, scan) = (c.line::<i32>(kind.steps, [0, 0]), c.line::<u8>(n, [0, 0]));
    let [coefficients, nearest] = [(); 2].map(|()| c.line::<D::Coefficient>(n, D::COEFFICIENTS));
    // Theirs writes sixteen bytes at once where no level is left.
    c.multiples = 16;
    let levels = c.line::<D::Coefficient>(n, D::COEFFICIENTS);
    c.multiples = 1;
    c.output(levels);
    let states = kind.states.map(|count| c.line::<u8>(count, [0, 127]));
    let level_states = [(); 10].map(|()| c.random.within(0, 127) as u8);
    let mut order: Vec<usize> = (0..n).collect();
    for k in (1..n).rev() {
        order.swap(k, c.random.next() as usize % (k + 1));
    }
    let (last, sparse) = (c.random.within(kind.first as i32, n as i32 - 1), c.random.within(1, 9) as u32);
    let largest = c.random.one_of(&[1, 1, 2, 3, 20, 400]);
    // Levels that are as near to coefficients as quantisers leave them, and some that are not. Squares of what is lost have 32 bits in theirs.
    let most_step = (D::COEFFICIENTS[1].min(0x7FFF << 3) / 2 / largest * 256).min(1 << 22);
    // First coefficients have one step, which counts twice.
    let only_step = (kind.steps == 1).then(|| c.random.within(64, most_step));
    for (at, &position) in order.iter().enumerate() {
        let step = only_step.unwrap_or_else(|| c.random.within(64, most_step));
        let inside = at >= kind.first && at <= last as usize;
        let is_zero = at != last as usize && !c.random.once_in(sparse);
        let size = if is_zero { 0 } else { level(c, largest) };
        let sign = c.random.one_of(&[-1, 1]);
        let times = 1 + i64::from(only_step.is_some());
        let exact = ((times * i64::from(step) * i64::from(size)) >> 8) as i32;
        let off = (step >> 8).min(0x4000);
        let off = c.random.within(-off, off);
        // Theirs takes the sign of a level from its coefficient.
        let value = sign * (exact + off).clamp(1, D::COEFFICIENTS[1]);
        // SAFETY: there are so many.
        unsafe {
            steps.element(0, if only_step.is_some() { 0 } else { position as isize }).write(step);
            scan.element(0, at as isize).write(position as u8);
            coefficients.element(0, position as isize).write(Element::of(value));
            if inside {
                nearest.element(0, at as isize).write(Element::of(sign * size));
                levels.element(0, position as isize).write(Element::of(sign * size));
            }
        }
    }
    let (most_weight, most_strength) = (1 << c.random.within(4, 26), c.random.one_of(&[40, 2560]));
    let most = c.random.one_of(&[3, 300, D::COEFFICIENTS[1] / 2]);
    Block {
        steps,
        scan,
        weight: c.random.within(0, most_weight),
        last,
        c: coefficients,
        nearest,
        levels,
        states,
        level_states: u64::from_ne_bytes(std::array::from_fn(|k| level_states[k])),
        more_level_states: u16::from_ne_bytes([level_states[8], level_states[9]]),
        samples: c.line::<D::Coefficient>(n, [-most, most]),
        strength: c.random.within(0, most_strength),
    }
}

/// Calls a slot with what all of them get of a block, and with what only some do.
macro_rules! called {
    ($slot:expr, $c:ident, $b:ident $(, $more:expr)*) => {{
        let [significant, last] = $b.states.map(|states| states.at.cast_const());
        // SAFETY: there are coefficients, levels, and states of all contexts, and coefficients of samples.
        let left = unsafe {
            $slot(
                $b.steps.at,
                $b.scan.at,
                $b.weight,
                $b.last,
                $b.c.at,
                $b.nearest.at,
                $b.levels.at,
                significant,
                last,
                $b.level_states,
                $b.more_level_states,
                $($more,)*
            )
        };
        $c.result(left);
        Some(())
    }};
}

/// All of them.
pub fn cases<D: Depth>() -> Vec<Case<Tables<D>>> {
    let mut all = Cases::<Tables<D>>(Vec::new());
    for (k, coefficients, states) in [(0, 16, [15, 15]), (1, 64, [15, 9])] {
        let n = [4, 8][k];
        let kind = move |first| Kind { coefficients, states, steps: coefficients, first };
        all.add(format!("trellis {n}x{n}"), move |t, c| {
            let which = c.random.within(0, 1);
            let b = block::<D>(c, kind(if k == 0 { which as usize } else { 0 }));
            called!(t.trellis[k], c, b, which)
        });
        all.add(format!("trellis_psy {n}x{n}"), move |t, c| {
            let which = c.random.within(0, 1);
            let b = block::<D>(c, kind(if k == 0 { which as usize } else { 0 }));
            called!(t.trellis_psy[k], c, b, which, b.samples.at, b.strength)
        });
    }
    for (coefficients, states) in [(16, [15; 2]), (4, [3; 2])] {
        let kind = Kind { coefficients, states, steps: 1, first: 0 };
        all.add(format!("trellis_dc {coefficients}"), move |t, c| {
            let b = block::<D>(c, kind);
            called!((t.trellis_dc), c, b, coefficients as i32 - 1)
        });
    }
    all.add("trellis_tall_dc".to_string(), |t, c| {
        let b = block::<D>(c, Kind { coefficients: 8, states: [3; 2], steps: 1, first: 0 });
        called!((t.trellis_tall_dc), c, b)
    });
    all.0
}
