//! Loops that count by hand are loops over ranges, where they are.

use unite::{Block, kernel};

#[kernel]
#[allow(clippy::assign_op_pattern, reason = "it is written so, too")]
fn blurred(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    let w = a.extent(1);
    let mut y = 0;
    while y < a.extent(0) {
        let mut x = 1;
        while x < w - 1 {
            let mut sum = 2;
            let mut k = -1;
            while k <= 1 {
                sum += a[[y, x + k]] * (2 - k * k);
                k += 1;
            }
            o[[y, x]] = sum >> 2;
            x = x + 1;
        }
        y += 1;
    }
}

/// Each of these is another loop than one over a range, or is left as it is.
#[kernel]
fn others(o: &mut Tensor<[i32; 16]>, n: i32) {
    // The variable is asked for afterwards.
    let mut x = 0;
    while x < n {
        x += 3;
    }
    o[[0]] = x;
    // The end moves.
    let mut end = n;
    let mut at = 0;
    while at < end {
        end -= 1;
        o[[1]] += at;
        at += 1;
    }
    // It goes on at once.
    let mut k = 0;
    while k < n {
        if k % 3 == 1 {
            k += 2;
            continue;
        }
        o[[2]] += k;
        k += 1;
    }
    // It tries again.
    let mut r = 0;
    while r < n {
        if o[[12]] < 5 {
            o[[12]] += 1;
            continue;
        }
        o[[13]] += r;
        r += 1;
    }
    // It is another variable inside.
    let mut i = 0;
    while i < n {
        let i_ = i + 1;
        let i2 = { let i = 2 * i_; i };
        o[[3]] += i2;
        i += 1;
    }
    // By two, and down.
    let mut j = 1;
    while j < n {
        o[[4]] = 3 * o[[4]] % 1000 + j;
        j += 2;
    }
    let mut d = n;
    while d > 0 {
        o[[5]] = 3 * o[[5]] % 1000 + d;
        d -= 1;
    }
    // It ends before its end.
    let mut b = 0;
    while n > b {
        if b * b > 20 {
            break;
        }
        o[[6]] += b;
        b += 1;
    }
    // The end is a value of it.
    let mut c = -2;
    while c <= n / 2 {
        o[[7]] = 3 * o[[7]] % 1000 + c;
        c += 1;
    }
    // Two loops by one name, and one that is changed where it is borrowed.
    let mut e = 0;
    while e < n {
        o[[8]] += e;
        e += 1;
    }
    let mut e = 1;
    while e < 7 {
        let by = &mut e;
        *by += 1;
        o[[9]] += 1;
        e += 1;
    }
    // A text asks for the variable afterwards.
    let mut h = 0;
    while h < n {
        h += 1;
    }
    assert_eq!(format!("{h}").len(), if n < 10 { 1 } else { 2 });
    // A macro may do anything.
    let mut f = 0;
    while f < n {
        bump!(f);
        o[[10]] += f;
        f += 1;
    }
    // Nobody says its type but what it is compared with.
    let mut g = 0;
    while g < (n as usize).min(9) {
        o[[11]] += g as i32;
        g += 1;
    }
}

macro_rules! bump {
    ($name:ident) => {
        $name += 1
    };
}
use bump;

fn expected(n: i32) -> Vec<i32> {
    let mut o = vec![0; 16];
    o[0] = (n + 2) / 3 * 3;
    o[1] = (0..(n + 1) / 2).sum();
    o[2] = (0..n).filter(|k| k % 3 == 0).sum();
    o[3] = (0..n).map(|i| 2 * (i + 1)).sum();
    o[4] = (1..n).step_by(2).fold(0, |o, j| 3 * o % 1000 + j);
    o[5] = (1..=n).rev().fold(0, |o, d| 3 * o % 1000 + d);
    o[6] = (0..n).take_while(|b| b * b <= 20).sum();
    o[7] = (-2..=n / 2).fold(0, |o, c| 3 * o % 1000 + c);
    o[8] = (0..n).sum();
    o[9] = 3;
    o[10] = (0..n).step_by(2).map(|f| f + 1).sum();
    o[11] = (0..n.min(9)).sum();
    o[12] = if n > 0 { 5 } else { 0 };
    o[13] = (0..n).sum();
    o
}

#[test]
fn loops_count_by_hand() {
    for n in [0, 1, 2, 7, 20] {
        let mut o = Block::<[i32; 16]>::stack();
        others(&mut o, n);
        assert_eq!(o.as_slice(), expected(n), "{n}");
    }
    for (h, w) in [(1, 2), (3, 40), (2, 99)] {
        let a: Vec<u8> = (0..h * w).map(|k| (k * 7919 % 1021) as u8).collect();
        let mut o = Block::from_vec(vec![0u8; h * w], [h, w]).expect("a plane");
        blurred(&mut o, &Block::from_vec(a.clone(), [h, w]).expect("a plane"));
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            let at = |k: usize| i32::from(a[y * w + x + k - 1]);
            let there = if x == 0 || x == w - 1 { 0 } else { (at(0) + 2 * at(1) + at(2) + 2) >> 2 };
            assert_eq!(i32::from(o.read([y as isize, x as isize])), there, "at {y}, {x} of {h} by {w}");
        }
    }
    assert!(blurred::plan().contains("lanes along x"), "{}", blurred::plan());
}
