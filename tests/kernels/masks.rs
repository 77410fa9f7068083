//! Masks, of which each lane sets a bit: however they are spelt, of any number of elements, beside plain loops.

use unite::{Block, kernel};

#[kernel]
fn set<const N: usize>(a: &Tensor<[i16; N]>) -> [i32; 2] {
    let mut mask = 1 << 31;
    let mut largest = -7;
    for k in 0..N {
        mask += if a[[k]] != 0 { 1 << k } else { 0 };
        largest = largest.max(a[[k]].abs());
    }
    [mask, largest]
}

/// The number of elements is a literal, as the macro sees it; bits begin elsewhere.
#[kernel]
#[instance(less_15: N = 15)]
#[instance(less_8: N = 8)]
#[instance(less_4: N = 4)]
#[instance(less_23: N = 23)]
fn less<const N: usize>(a: &Tensor<[i16; N]>, b: &Tensor<[i16; N]>) -> i32 {
    let mut mask = 0;
    for k in 8..N + 8 {
        mask += if a[[k - 8]] >= b[[k - 8]] { 0 } else { 1 << k };
    }
    mask
}

/// A condition as a number, under another one, and any number of elements.
#[kernel]
fn between(a: &Tensor<[u8]>, #[range(0..=255)] least: i32, #[range(0..=255)] most: i32) -> [i32; 3] {
    let (mut low, mut high, mut least_of_all) = (0, 0, 99);
    for k in 0..a.extent(0) {
        low += i32::from(a[[k]] < least) << k;
        if a[[k]] > most {
            high += 1 << k;
        }
        least_of_all = least_of_all.min(a[[k]]);
    }
    [low, high, least_of_all]
}

/// Bits that each row sets again.
#[kernel]
fn of_rows(a: &Tensor<[[u8; 16]; 3]>) -> i32 {
    let mut sum = 0;
    for y in 0..3 {
        for x in 0..16 {
            sum += if a[[y, x]] > 3 { 1 << x } else { 0 };
        }
    }
    sum
}

/// No mask: a bit is there twice, or is another one.
#[kernel]
fn no_masks(a: &Tensor<[u8; 16]>) -> [i32; 3] {
    let (mut sum, mut halves, mut odd) = (0, 0, 0);
    for k in 0..16 {
        sum += if a[[k]] > 3 { 3 << k } else { 0 };
    }
    for k in 0..16 {
        halves += if a[[k]] > 3 { 1 << (k >> 1) } else { 0 };
    }
    for k in 0..16 {
        odd += if a[[k]] > 3 { 1 << k } else { 1 };
    }
    [sum, halves, odd]
}

fn elements(turn: usize, len: usize) -> Vec<i16> {
    let bits = |k: usize| ((k * 7 + turn * 13) * 2_654_435_761) >> 9;
    let value = |k: usize| bits(k) as i16 % [2, 5, i16::MAX][turn % 3];
    (0..len).map(value).collect()
}

fn mask(len: usize, of: impl Fn(usize) -> bool) -> i32 {
    (0..len).filter(|&k| of(k)).fold(0u32, |mask, k| mask | (1 << k)) as i32
}

fn at_every_level(test: impl Fn(usize)) {
    super::at_every_level(|| (0..9).for_each(&test));
}

#[test]
fn bits_are_set_where_conditions_hold() {
    at_every_level(|turn| {
        macro_rules! set {
            ($($n:literal)*) => {$({
                let a = elements(turn, $n);
                let largest = a.iter().map(|a| i32::from(a.abs())).max();
                let block = Block::from(<[i16; $n]>::try_from(&a[..]).unwrap());
                assert_eq!(set(&block), [i32::MIN | mask($n, |k| a[k] != 0), largest.unwrap()], "{a:?}");
            })*};
        }
        set!(1 4 15 16 17 30 31);
        macro_rules! less {
            ($($n:literal $kernel:ident)*) => {$({
                let (a, b) = (elements(turn, $n), elements(turn + 4, $n));
                let [x, y] = [&a, &b].map(|a| Block::from(<[i16; $n]>::try_from(&a[..]).unwrap()));
                assert_eq!($kernel(&x, &y), mask($n, |k| a[k] < b[k]) << 8, "{a:?} {b:?}");
            })*};
        }
        less!(4 less_4 8 less_8 15 less_15 23 less_23);
    });
}

#[test]
fn masks_of_any_length_are_those_of_loops() {
    at_every_level(|turn| {
        for len in 1..=32 {
            let a: Vec<u8> = elements(turn, len).iter().map(|a| *a as u8).collect();
            let block = Block::<u8>::from_vec(a.clone(), [len]).unwrap();
            let least = a.iter().map(|a| i32::from(*a)).fold(99, i32::min);
            let want = [mask(len, |k| a[k] < 2), mask(len, |k| a[k] > 3), least];
            assert_eq!(between(&block, 2, 3), want, "{a:?}");
        }
    });
}

#[test]
fn what_is_no_mask_is_a_sum() {
    at_every_level(|turn| {
        let a: [u8; 16] = std::array::from_fn(|k| elements(turn, 16)[k] as u8);
        let sum = |of: fn(usize, bool) -> i32| (0..16).map(|k| of(k, a[k] > 3)).sum::<i32>();
        let want = [
            sum(|k, holds| if holds { 3 << k } else { 0 }),
            sum(|k, holds| if holds { 1 << (k >> 1) } else { 0 }),
            sum(|k, holds| if holds { 1 << k } else { 1 }),
        ];
        assert_eq!(no_masks(&Block::from(a)), want, "{a:?}");
        let rows: [[u8; 16]; 3] = std::array::from_fn(|y| a.map(|a| a.wrapping_add(y as u8)));
        let bit = |row: &[u8; 16]| (0..16).map(|x| i32::from(row[x] > 3) << x).sum::<i32>();
        assert_eq!(of_rows(&Block::from(rows)), rows.iter().map(bit).sum(), "{rows:?}");
    });
}

#[test]
fn plans_say_that_it_is_a_mask() {
    for plan in [set::plan(), less_15::plan(), between::plan()] {
        assert!(plan.contains("lanes along k") && plan.contains("1 << k"), "{plan}");
    }
    assert!(!no_masks::plan().contains("lanes along"), "{}", no_masks::plan());
}
