//! The search through a trellis once more: paths are lists of levels, and each has its own states of all contexts.

use unite_h264::cabac::{AFTER, BITS, BYPASS};
use unite_h264::trellis::{Block, Coding};

/// Levels from the last one on, what they cost, and the states that they leave contexts in.
#[derive(Clone)]
struct Path {
    cost: i64,
    levels: Vec<u32>,
    states: [u8; 10],
}

impl Path {
    fn count(&self, which: impl Fn(u32) -> bool) -> usize {
        self.levels.iter().filter(|&&level| which(level)).count()
    }

    /// What the contexts of the next level depend on.
    fn node(&self) -> [usize; 2] {
        let larger = self.count(|level| level > 1);
        [if larger > 0 { 0 } else { self.count(|level| level == 1).min(3) }, larger.min(4)]
    }

    /// 256ths of a bit of a bin in a context.
    fn bin(&mut self, context: usize, bin: bool) -> u64 {
        let state = &mut self.states[context];
        let bits = BITS[usize::from(*state ^ u8::from(bin))];
        *state = AFTER[usize::from(*state)][usize::from(bin)];
        bits.into()
    }

    /// 256ths of a bit of `coeff_abs_level_minus1` and the sign (9.3.2.3, 9.3.3.1.3).
    fn level(&mut self, most: usize, level: u32) -> u64 {
        let (ones, larger) = (self.count(|level| level == 1), self.count(|level| level > 1));
        let first = if larger > 0 { 0 } else { (1 + ones).min(4) };
        let mut bits = u64::from(BYPASS) + self.bin(first, level > 1);
        if level > 1 {
            let others = 5 + larger.min(most);
            for _ in 2..level.min(15) {
                bits += self.bin(others, true);
            }
            if level < 15 {
                bits += self.bin(others, false);
            } else {
                let code = level - 14;
                bits += u64::from(BYPASS) * u64::from(2 * code.ilog2() + 1);
            }
        }
        bits
    }
}

/// The levels of a block from place `first` to its last one; nothing where all of them are 0.
pub fn least(block: &impl Block, coding: &Coding, first: usize, last: usize) -> Option<Vec<u32>> {
    let mut paths = vec![Path { cost: 0, levels: Vec::new(), states: coding.states }];
    for at in (first..=last).rev() {
        let nearest = block.level(at);
        let tried = if nearest == 0 { vec![0] } else { vec![nearest - 1, nearest] };
        let mut next: Vec<Path> = Vec::new();
        for level in tried {
            for path in &paths {
                let (alone, mut path) = (path.count(|level| level > 0) == 0, path.clone());
                let mut bits = match block.flags(at) {
                    Some([significant, last]) if !alone || level > 0 => {
                        let significant = u64::from(BITS[usize::from(significant ^ u8::from(level > 0))]);
                        let last = u64::from(BITS[usize::from(last ^ u8::from(alone))]);
                        significant + if level > 0 { last } else { 0 }
                    }
                    _ => 0,
                };
                if level > 0 {
                    bits += path.level(coding.most, level);
                }
                let distortion = match alone && at == 0 {
                    _ if nearest == 0 => 0,
                    true => block.distortion_alone(level),
                    false => block.distortion(at, level),
                };
                path.cost += distortion + ((bits * coding.weight) >> 4) as i64;
                path.levels.push(level);
                match next.iter_mut().find(|other| other.node() == path.node()) {
                    Some(other) if path.cost < other.cost => *other = path,
                    Some(_) => {}
                    None => next.push(path),
                }
            }
        }
        next.sort_by_key(|path| {
            let [ones, larger] = path.node();
            [larger, ones]
        });
        paths = next;
    }
    // The first of those that cost least, of which that without any level comes first.
    let best = paths.into_iter().reduce(|best, path| if path.cost < best.cost { path } else { best })?;
    let levels: Vec<u32> = best.levels.into_iter().rev().collect();
    levels.iter().any(|&level| level > 0).then_some(levels)
}
