//! The names of all primitive types but two are the user's own: generated code means the primitive ones, whatever they are called.

#![allow(non_camel_case_types, dead_code)]

use unite::{Block, Dyn};

macro_rules! kernels {
    () => {
        use unite::kernel;

        #[kernel]
        pub fn smooth(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
            let t = t.with_boundary(Boundary::Clamp);
            out[[!y, !x]] = (t[[!y, !x - 1]] + 2 * t[[!y, !x]] + t[[!y + 1, !x + 1]] + 2) >> 2;
        }

        #[kernel]
        pub fn far(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>, n: i32, m: i32) {
            out[[n * m / 3, (n * m).min(4)]] = t[[n * m % 5, (m << n) >> n]];
            if n < m {
                out[[n, m - n]] = t[[m - 1, 0]];
            }
        }

        #[kernel]
        pub fn called(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>, n: i32) {
            let mut copy = t.to_block();
            let mut wide = Block::<i32>::zeros([t.extent(0), n]);
            for y in 0..t.extent(0) {
                for x in (0..n).step_by(2) {
                    wide[[y, x]] = t[[y, x]] * 3 + t.extent(1);
                    copy[[y, x]] = wide[[y, x]] >> 2;
                }
            }
            smooth(out, &copy);
            let row = |x| wide[[1, x]];
            let mut sum = 0;
            for x in 0..n {
                sum += row(x) * t[[0, x]];
            }
            out[[0, 0]] = sum & 255;
        }

        #[kernel]
        pub fn looked_up(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>, table: &Tensor<[u8; 256]>) {
            for [y, x] in out.indices() {
                out[[y, x]] = table[[t[[y, x]]]] + y - x;
            }
        }

        #[kernel]
        pub fn denser(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
            let fine = t.refine([2, 2]);
            let coarse = t.coarsen([2, 3]);
            for y in 0..3 {
                for x in 0..2 {
                    out[[y, x]] = fine[[2 * y + 1, x]].abs_diff(coarse[[y, x]]) as i32;
                }
            }
            let part = t[[1..4, 2..6]];
            let out = out[[1..4, 2..6]];
            out[[!y, !x]] = part[[2 - !y, !x]];
        }
    };
}

mod plain {
    kernels!();
}

mod hidden {
    pub enum Hidden {}

    type isize = Hidden;
    type usize = Hidden;
    type i8 = Hidden;
    type i16 = Hidden;
    type u16 = Hidden;
    type u32 = Hidden;
    type i64 = Hidden;
    type u64 = Hidden;
    type i128 = Hidden;
    type u128 = Hidden;
    type f32 = Hidden;
    type f64 = Hidden;
    type bool = Hidden;
    type char = Hidden;
    type str = Hidden;

    kernels!();
}

mod all {
    use super::hidden::Hidden;
    use unite::kernel;

    type sample = ::core::primitive::u8;
    type number = ::core::primitive::i32;
    type isize = Hidden;
    type usize = Hidden;
    type i32 = Hidden;
    type u8 = Hidden;
    type i128 = Hidden;
    type bool = Hidden;

    #[kernel]
    pub fn doubled(out: &mut Tensor<[[sample]]>, t: &Tensor<[[sample]]>, n: number) {
        for y in 0..n {
            for x in 0..t.extent(1) {
                out[[y, x]] = t[[y * n / n, x]] * 2 + y;
            }
        }
    }
}

type Picture = Block<Dyn<Dyn<u8>>>;

const EXTENTS: [usize; 2] = [8, 40];

/// What a kernel writes from a picture that is the same each time.
fn result(kernel: impl FnOnce(&mut Picture, &Picture)) -> Vec<u8> {
    let samples = (0..EXTENTS[0] * EXTENTS[1]).map(|i| (i * 31 % 251 / 3) as u8).collect();
    let t = Block::from_vec(samples, EXTENTS).unwrap();
    let mut out = Block::<u8>::zeros(EXTENTS);
    kernel(&mut out, &t);
    assert!(out.as_slice().iter().any(|&sample| sample != 0));
    out.as_slice().to_vec()
}

#[test]
fn primitives_of_the_user() {
    let mut table = Block::<[u8; 256]>::stack();
    (0..256).for_each(|i| table.as_mut_slice()[i] = (i / 2 + 60) as u8);
    assert_eq!(result(hidden::smooth), result(plain::smooth));
    assert_eq!(result(|out, t| hidden::far(out, t, 2, 5)), result(|out, t| plain::far(out, t, 2, 5)));
    assert_eq!(result(|out, t| hidden::called(out, t, 37)), result(|out, t| plain::called(out, t, 37)));
    assert_eq!(
        result(|out, t| hidden::looked_up(out, t, &table)),
        result(|out, t| plain::looked_up(out, t, &table))
    );
    assert_eq!(result(hidden::denser), result(plain::denser));
    let doubled = result(|out, t| all::doubled(out, t, 3));
    assert_eq!(
        doubled[40..42],
        [(40 * 31 % 251 / 3) * 2 + 1, (41 * 31 % 251 / 3) * 2 + 1].map(|s: u32| s as u8)
    );
}
