//! The search for the levels that cost least equals the one that goes step by step, and what bins cost is what their probability says.

use crate::rig::Random;
use crate::trellis;
use unite_h264::cabac::{AFTER, BITS, OTHER_BINS};
use unite_h264::trellis::{Block, Coding, least};

/// A block whose numbers are drawn.
struct Drawn {
    levels: Vec<u32>,
    /// What each of its levels loses if it is one less, and as it is.
    distortions: Vec<[i64; 2]>,
    alone: [i64; 2],
    states: Vec<[u8; 2]>,
}

impl Drawn {
    fn new(random: &mut Random, count: usize) -> Drawn {
        let largest = [1, 2, 4, 30, 5000][random.next() as usize % 5];
        let sparse = random.within(1, 6);
        let most = 1 << random.within(4, 24);
        let mut distortions =
            || [random.within(-most / 4, most), random.within(-most / 4, most)].map(i64::from);
        let (alone, distortions) = (distortions(), (0..count).map(|_| distortions()).collect());
        let levels = (0..count).map(|_| match random.within(0, sparse) {
            0 => random.within(1, largest) as u32,
            1 => 1,
            _ => 0,
        });
        let levels = levels.collect();
        let states = (1..count).map(|_| [random.within(0, 127) as u8, random.within(0, 127) as u8]).collect();
        Drawn { levels, distortions, alone, states }
    }
}

impl Block for Drawn {
    fn level(&self, at: usize) -> u32 {
        self.levels[at]
    }

    fn distortion(&self, at: usize, level: u32) -> i64 {
        self.distortions[at][(1 + level - self.levels[at]) as usize]
    }

    fn distortion_alone(&self, level: u32) -> i64 {
        self.alone[(1 + level - self.levels[0]) as usize]
    }

    fn flags(&self, at: usize) -> Option<[u8; 2]> {
        self.states.get(at).copied()
    }
}

#[test]
fn levels_are_those_of_the_search_step_by_step() {
    let mut random = Random(34);
    let mut less_found = 0;
    for round in 0..4000 {
        let count = [4, 8, 16, 16, 64][round % 5];
        let block = Drawn::new(&mut random, count);
        let first = random.within(0, 1) as usize;
        let states = [(); 10].map(|()| random.within(0, 127) as u8);
        let (most, most_weight) = (random.within(3, 4) as usize, 1 << random.within(4, 24));
        let weight = random.within(0, most_weight) as u64;
        let coding = Coding { states, most, weight };
        let nonzero =
            (first..count).filter(|&at| block.levels[at] != 0).fold(0, |mask, at| mask | 1u64 << at);
        let want = trellis::least(&block, &coding, first, count - 1);
        let got = least(&block, &coding, first, nonzero).map(|less| {
            let level = |at: usize| block.levels[at] - (less >> at & 1) as u32;
            (first..count).map(level).collect::<Vec<u32>>()
        });
        assert_eq!(got, want, "round {round}: {:?} from {first} on", block.levels);
        less_found += usize::from(want.is_some_and(|levels| levels != block.levels[first..]));
    }
    assert!(less_found > 1000, "only {less_found} blocks had levels that are less");
}

/// Numbers that nobody has are no reason to stop.
#[test]
fn any_numbers_have_a_result() {
    struct Any(Vec<u32>);
    impl Block for Any {
        fn level(&self, at: usize) -> u32 {
            self.0[at]
        }

        fn distortion(&self, at: usize, level: u32) -> i64 {
            (i64::from(level) << 33).wrapping_mul(i64::from(self.0[at]) << 31)
        }

        fn distortion_alone(&self, level: u32) -> i64 {
            i64::MIN.wrapping_add(level.into())
        }

        fn flags(&self, at: usize) -> Option<[u8; 2]> {
            (at < 60).then(|| [self.0[at] as u8, (self.0[at] >> 8) as u8])
        }
    }
    let mut random = Random(1);
    for _ in 0..1000 {
        let block =
            Any((0..64).map(|_| random.next() << random.within(0, 1) >> random.within(0, 31)).collect());
        let states = [(); 10].map(|()| random.next() as u8);
        let weight = u64::from(random.next()) << random.within(0, 33);
        let coding = Coding { states, most: random.within(0, 9) as usize, weight };
        let nonzero = u64::from(random.next()) << 31 | u64::from(random.next());
        let less = least(&block, &coding, random.within(0, 63) as usize, nonzero);
        assert_eq!(less.unwrap_or(0) & !nonzero, 0);
    }
}

/// The tables of states were made of these probabilities.
#[test]
fn bins_take_what_their_probability_says() {
    for (state, &found) in BITS.iter().enumerate().take(128) {
        let index = 63 - state / 2;
        let least = 0.5 * (0.01875f64 / 0.5).powf(index as f64 / 63.0);
        let probability = if state % 2 == 0 { 1.0 - least } else { least };
        let bits = (-probability.log2() * 1e4).round() / 1e4;
        assert_eq!(found, (256.0 * bits).round() as u16, "state {state}");
    }
    // Level 4: two bins of 1 and one of 0.
    let [first, second, third] = [127, 125, 123];
    assert_eq!(AFTER[first][1], second as u8);
    assert_eq!(AFTER[second][1], third as u8);
    let bins = OTHER_BINS[2][first];
    assert_eq!(bins.bits, BITS[first ^ 1] + BITS[second ^ 1] + BITS[third]);
    assert_eq!(bins.after, AFTER[third][0]);
}
