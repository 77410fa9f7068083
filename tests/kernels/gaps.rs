//! Every second element of a row is written where it is, and what lies between stays what it was.

use unite::level::{self, Level};
use unite::{Block, Dyn, Elem, kernel};

#[kernel]
#[instance(of_u8: T = u8)]
#[instance(of_i16: T = i16)]
#[instance(of_u16: T = u16)]
#[instance(of_i32: T = i32)]
mod lifting {
    use unite::kernel;

    /// Elements with an odd index become what they differ by from their neighbours, in rows that are mirrored.
    #[kernel]
    pub fn differences<T>(t: &mut Tensor<[[T]]>) {
        let (even, odd) = (t[[.., (0..).step_by(2)]], t[[.., (1..).step_by(2)]]);
        let low = even.with_boundary(Boundary::Mirror);
        for [y, x] in odd.indices() {
            odd[[y, x]] = (odd[[y, x]] - (low[[y, x]] + low[[y, x + 1]]) / 2) & 127;
        }
    }

    /// Those with an even one become means, by ranges, and the first and last of a row stay.
    #[kernel]
    pub fn means<T>(t: &mut Tensor<[[T]]>) {
        for y in 0..t.extent(0) {
            for x in 1..t.extent(1) / 2 {
                t[[y, 2 * x]] = (t[[y, 2 * x]] + t[[y, 2 * x - 1]] + 1) >> 1;
            }
        }
    }

    /// What is written between is what the same point computes, or another one.
    #[kernel]
    pub fn both<T>(t: &mut Tensor<[[T]]>) {
        for y in 0..t.extent(0) {
            for x in 0..t.extent(1) / 2 - 1 {
                t[[y, 2 * x]] = (t[[y, 2 * x]] ^ t[[y, 2 * x + 1]]) & 127;
                t[[y, 2 * x + 1]] = (t[[y, 2 * x]] + 3) & 127;
            }
            for x in 1..t.extent(1) / 2 {
                t[[y, 2 * x]] = (t[[y, 2 * x - 1]] + 1) & 127;
                t[[y, 2 * x - 1]] = (t[[y, 2 * x]] * 3) & 127;
            }
        }
    }

    /// Under a condition, and of rows in another order than they are written.
    #[kernel]
    pub fn some<T>(t: &mut Tensor<[[T]]>, least: i32) {
        let last = t.extent(0) - 1;
        for [y, x] in t[[.., (0..t.extent(1) - 1).step_by(2)]].indices() {
            if t[[last - y, 2 * x + 1]] > least {
                t[[last - y, 2 * x]] = t[[last - y, 2 * x + 1]] - 1;
            }
        }
    }

    /// What is written is read by nobody.
    #[kernel]
    pub fn thinned<T>(o: &mut Tensor<[[T]]>, a: &Tensor<[[T]]>, n: i32) {
        for y in 0..o.extent(0) {
            for x in (1..o.extent(1) - 1).step_by(2) {
                o[[y, x]] = (a[[y, x - 1]] + a[[y, x + 1]] + 1) >> 1;
            }
            for x in (0..n).step_by(2) {
                o[[y, x]] = (a[[y, x]] * 3 + 5) >> 2;
            }
            for x in (2..n).step_by(3) {
                o[[y, x]] = (a[[y, x]] * 5 + 1) & 127;
            }
        }
        for x in 0..o.extent(1) / 2 {
            o[[0, 2 * x]] = (a[[0, x]] + 3 * a[[0, 2 * x]] + 2) >> 2;
        }
    }

    /// All of them, of rows.
    #[kernel]
    pub fn all<T>(t: &mut Tensor<[[T]]>) {
        differences(&mut t);
        means(&mut t);
        both(&mut t);
        some(&mut t, 60);
    }

    /// And of columns.
    #[kernel]
    pub fn all_columns<T>(t: &mut Tensor<[[T]]>) {
        all(&mut t.permute([1, 0]));
    }
}

/// The same by loops.
fn expected(t: &mut [Vec<i32>], least: i32) {
    for row in t {
        let w = row.len();
        let mirrored = |k: usize| if k < w { k } else { (2 * w - 2).saturating_sub(k) };
        for x in (1..w).step_by(2) {
            row[x] = (row[x] - (row[x - 1] + row[mirrored(x + 1)]) / 2) & 127;
        }
        for x in 1..w / 2 {
            row[2 * x] = (row[2 * x] + row[2 * x - 1] + 1) >> 1;
        }
        for x in 0..(w / 2).saturating_sub(1) {
            row[2 * x] = (row[2 * x] ^ row[2 * x + 1]) & 127;
            row[2 * x + 1] = (row[2 * x] + 3) & 127;
        }
        for x in 1..w / 2 {
            row[2 * x] = (row[2 * x - 1] + 1) & 127;
            row[2 * x - 1] = (row[2 * x] * 3) & 127;
        }
        for x in 0..w / 2 {
            if row[2 * x + 1] > least {
                row[2 * x] = row[2 * x + 1] - 1;
            }
        }
    }
}

fn check<T: Elem<Wide = i32> + TryFrom<i32> + std::fmt::Debug>(
    run: impl Fn(&mut Block<Dyn<Dyn<T>>>),
    run_columns: impl Fn(&mut Block<Dyn<Dyn<T>>>),
) where
    T::Error: std::fmt::Debug,
{
    let element = |at: usize| (at * 53 + at / 7) as i32 % 128;
    for (h, w) in [(1, 2), (3, 33), (2, 34), (5, 67), (1, 130), (4, 3), (2, 16), (2, 17)] {
        let mut rows: Vec<Vec<i32>> = (0..h).map(|y| (0..w).map(|x| element(y * w + x)).collect()).collect();
        expected(&mut rows, 60);
        for level in Level::available() {
            level::limit(level);
            let make = |n: usize| T::try_from(element(n)).expect("7 bits");
            let mut t = Block::from_vec((0..h * w).map(make).collect(), [h, w]).expect("rows");
            run(&mut t);
            let columns = (0..h * w).map(|n| make(n % h * w + n / h)).collect();
            let mut turned = Block::from_vec(columns, [w, h]).expect("columns");
            run_columns(&mut turned);
            for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                let there = [t.read([y as isize, x as isize]), turned.read([x as isize, y as isize])]
                    .map(Elem::widen);
                assert_eq!(there, [rows[y][x]; 2], "at {y}, {x} of {h} by {w}, {level:?}");
            }
        }
    }
}

#[test]
fn what_lies_between_stays() {
    check::<u8>(of_u8::all, of_u8::all_columns);
    check::<i16>(of_i16::all, of_i16::all_columns);
    check::<u16>(of_u16::all, of_u16::all_columns);
    check::<i32>(of_i32::all, of_i32::all_columns);
}

/// What is around the rows stays what it was, too.
fn check_thinned<T: Elem<Wide = i32> + TryFrom<i32> + std::fmt::Debug>(
    run: impl Fn(&mut Block<Dyn<Dyn<T>>>, &Block<Dyn<Dyn<T>>>, i32),
) where
    T::Error: std::fmt::Debug,
{
    let number = |at: usize| (at * 53 + at / 7) as i32 % 128;
    let make = |n: i32| T::try_from(n).expect("7 bits");
    for (h, w) in [(1, 2), (3, 33), (2, 34), (2, 67), (1, 130), (3, 3), (2, 18)] {
        let a = Block::from_vec((0..h * w).map(|at| make(number(at))).collect(), [h, w]).expect("rows");
        let a_at = |y: usize, x: usize| number(y * w + x);
        for n in [-5, 0, 1, 2, w as i32 - 1, w as i32] {
            let mut rows: Vec<Vec<i32>> =
                (0..h).map(|y| (0..w).map(|x| number(x + 3 * y)).collect()).collect();
            for (y, row) in rows.iter_mut().enumerate() {
                for x in (1..w - 1).step_by(2) {
                    row[x] = (a_at(y, x - 1) + a_at(y, x + 1) + 1) >> 1;
                }
                for x in (0..n.max(0) as usize).step_by(2) {
                    row[x] = (a_at(y, x) * 3 + 5) >> 2;
                }
                for x in (2..n.max(2) as usize).step_by(3) {
                    row[x] = (a_at(y, x) * 5 + 1) & 127;
                }
            }
            for x in 0..w / 2 {
                rows[0][2 * x] = (a_at(0, x) + 3 * a_at(0, 2 * x) + 2) >> 2;
            }
            for level in Level::available() {
                level::limit(level);
                let filled = (0..h * w).map(|at| make(number(at % w + 3 * (at / w)))).collect();
                let mut o = Block::from_vec(filled, [h, w]).expect("rows");
                run(&mut o, &a, n);
                for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                    let there = o.read([y as isize, x as isize]).widen();
                    assert_eq!(there, rows[y][x], "at {y}, {x} of {h} by {w} with {n}, {level:?}");
                }
            }
        }
    }
}

#[test]
fn what_nobody_reads_stays() {
    check_thinned::<u8>(of_u8::thinned);
    check_thinned::<i16>(of_i16::thinned);
    check_thinned::<u16>(of_u16::thinned);
    check_thinned::<i32>(of_i32::thinned);
    let plan = of_u8::thinned::plan();
    assert!(plan.matches("lanes along x").count() >= 3, "{plan}");
}

#[test]
fn it_is_lanes() {
    let said = "lanes along x, 16 of 32 bits, or along y where those of y lie side by side; every second element is written back as it was";
    assert!(of_i32::differences::plan().to_string().contains(said), "{}", of_i32::differences::plan());
    assert!(of_i32::means::plan().to_string().contains("lanes along x"), "{}", of_i32::means::plan());
    assert!(of_u8::both::plan().to_string().matches("lanes along").count() == 2, "{}", of_u8::both::plan());
}
