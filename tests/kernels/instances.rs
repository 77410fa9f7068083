//! Kernels that are made for a list, against naive loops.

use unite::{Block, Elem, kernel};

/// A kernel for each height, and for what it calls at the end.
#[kernel]
/// Sums of pairs of columns, of four rows.
#[instance(paired_rows: H = 4, HALF = 2, last = double)]
/// The same of six.
#[instance(paired_rows_of_six: H = 6, HALF = 3, last = negate)]
/// They are of numbers.
pub fn paired<const H: usize, const HALF: usize>(
    out: &mut Tensor<[[i16; 2]; HALF]>,
    t: &Tensor<[[i16; 2]; H]>,
    last: impl Fn(&mut Tensor<[[i16; 2]; HALF]>),
) {
    for v in 0..HALF {
        for x in 0..2 {
            out[[v, x]] = t[[2 * v, x]] + t[[2 * v + 1, x]];
        }
    }
    last(&mut out);
}

#[kernel]
fn double<const H: usize>(t: &mut Tensor<[[i16; 2]; H]>) {
    t[[!y, !x]] = 2 * t[[!y, !x]];
}

#[kernel]
fn negate<const H: usize>(t: &mut Tensor<[[i16; 2]; H]>) {
    t[[!y, !x]] = -t[[!y, !x]];
}

#[test]
fn instances_differ_by_sizes_and_by_what_they_call() {
    let t = Block::from([[1i16, 2], [3, 4], [5, 6], [7, 8]]);
    let mut out = Block::<[[i16; 2]; 2]>::stack();
    paired_rows(&mut out, &t);
    assert_eq!(out.as_slice(), [8, 12, 24, 28]);
    let t = Block::from([[1i16, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]);
    let mut out = Block::<[[i16; 2]; 3]>::stack();
    paired_rows_of_six(&mut out, &t);
    assert_eq!(out.as_slice(), [-4, -6, -12, -14, -20, -22]);
}

/// Kernels for samples of two types, of which those of 8 bits know their depth.
#[kernel]
#[instance(of_8_bits: Sample = u8, Sum = i16, bit_depth = 8)]
#[instance(of_more_bits: Sample = u16, Sum = i32)]
mod filters {
    use unite::{Elem, kernel};

    /// What is common to instances is written once for each.
    const TAPS: i32 = 3;

    /// One function of numbers, which has nothing of the instance in it but stands in each.
    #[kernel]
    pub fn weigh(a: i32, b: i32) -> i32 {
        TAPS * a + b
    }

    /// No sample is above this; a parameter among others, and one that is generic whatever the instance.
    #[kernel]
    pub fn limited<Sample, T: Elem<Wide = i32>, const W: usize>(
        out: &mut Tensor<[Sample; W]>,
        t: &Tensor<[T]>,
        bit_depth: i32,
        offset: i32,
    ) {
        for x in 0..W {
            out[[x]] = (t[[x]] + offset).clamp(0, (1 << bit_depth) - 1);
        }
    }

    /// A kernel calls another one of its instance, with its generics and without.
    #[kernel(inline(weigh))]
    pub fn filtered<Sample, Sum, const W: usize>(
        out: &mut Tensor<[Sample; W]>,
        t: &Tensor<[Sample; W]>,
        bit_depth: i32,
    ) {
        let sums = Block::<[Sum; W]>::stack();
        for x in 0..W {
            sums[[x]] = i32::from(weigh(t[[x]], 1) as Sum);
        }
        if const { W == 8 } {
            limited::<Sample, Sum, W>(out, sums, bit_depth, -2);
        } else {
            limited(out, sums, bit_depth, -2);
        }
    }

    /// Nothing is left of a shift by what is 0.
    #[kernel]
    pub fn scaled<Sample, const W: usize>(
        out: &mut Tensor<[Sample; W]>,
        thresholds: &Tensor<[u8; W]>,
        bit_depth: i32,
    ) {
        for x in 0..W {
            out[[x]] = thresholds[[x]] << (bit_depth - 8);
        }
    }

    /// A list in a list.
    #[kernel]
    #[instance(first_two: N = 2)]
    #[instance(first_four: N = 4)]
    pub fn first<Sample, const N: usize>(t: &Tensor<[Sample; 8]>) -> i32 {
        let mut sum = 0;
        for x in 0..N {
            sum += t[[x]];
        }
        sum
    }

    /// Calls of what is in it.
    #[kernel]
    pub fn both<Sample>(t: &Tensor<[Sample; 8]>) -> i32 {
        100 * first_two(t) + first_four(t)
    }

    /// What is no kernel is in each instance.
    pub fn bytes() -> usize {
        size_of::<i32>()
    }
}

/// The least and the largest values, and some between.
fn samples(largest: i32) -> Vec<i32> {
    [0, 1, largest / 3, largest / 2, largest - 2, largest - 1, largest, 7].to_vec()
}

fn naive(samples: &[i32], largest: i32) -> Vec<i32> {
    samples.iter().map(|s| (3 * s + 1 - 2).clamp(0, largest)).collect()
}

/// The same in a smaller type.
fn narrow<T: Elem<Wide = i32>>(values: &[i32]) -> [T; 8] {
    std::array::from_fn(|x| T::narrow(values[x]))
}

#[test]
fn modules_are_made_for_two_types() {
    let t = Block::from(narrow::<u8>(&samples(255)));
    let mut out = Block::<[u8; 8]>::stack();
    of_8_bits::filtered(&mut out, &t);
    assert_eq!(out.as_slice().iter().map(|s| i32::from(*s)).collect::<Vec<_>>(), naive(&samples(255), 255));
    for bit_depth in 9..=14 {
        let largest = (1 << bit_depth) - 1;
        let t = Block::from(narrow::<u16>(&samples(largest)));
        let mut out = Block::<[u16; 8]>::stack();
        of_more_bits::filtered(&mut out, &t, bit_depth);
        let found: Vec<i32> = out.as_slice().iter().map(|s| i32::from(*s)).collect();
        assert_eq!(found, naive(&samples(largest), largest));
    }
    assert_eq!(of_8_bits::bytes() + of_more_bits::bytes(), 8);
}

#[test]
fn other_widths_and_lists_in_lists_are_the_same() {
    let t = Block::from([9u16, 1000, 4000, 2, 5, 6, 7, 8]);
    let mut few = Block::<[u16; 3]>::stack();
    of_more_bits::filtered(&mut few, &Block::from([9u16, 1000, 4000]), 10);
    assert_eq!(few.as_slice(), [26, 1023, 1023]);
    assert_eq!(of_more_bits::both(&t), 100 * 1009 + 5011);
    assert_eq!(of_8_bits::both(&Block::from(narrow::<u8>(&[9, 100, 40, 2, 5, 6, 7, 8]))), 100 * 109 + 151);
    let thresholds = Block::from([1u8, 255]);
    let mut out = Block::<[u8; 2]>::stack();
    of_8_bits::scaled(&mut out, &thresholds);
    assert_eq!(out.as_slice(), [1, 255]);
    let mut out = Block::<[u16; 2]>::stack();
    of_more_bits::scaled(&mut out, &thresholds, 10);
    assert_eq!(out.as_slice(), [4, 1020]);
}

/// What is fixed is a constant for the kernel: it has the lanes that it has with the literal.
#[test]
fn a_fixed_depth_is_a_literal_for_lanes() {
    #[kernel]
    fn by_literal(out: &mut Tensor<[u8; 16]>, t: &Tensor<[u8; 16]>, u: &Tensor<[u8; 16]>) {
        for x in 0..16 {
            out[[x]] = (t[[x]] - u[[x]]).clamp(0, 255);
        }
    }
    #[kernel]
    #[instance(by_instance: bit_depth = 8)]
    fn by_depth(out: &mut Tensor<[u8; 16]>, t: &Tensor<[u8; 16]>, u: &Tensor<[u8; 16]>, bit_depth: i32) {
        for x in 0..16 {
            out[[x]] = (t[[x]] - u[[x]]).clamp(0, (1 << bit_depth) - 1);
        }
    }
    let outcomes = |remarks: &[unite::staged::Remark]| remarks.iter().map(|r| r.outcome).collect::<Vec<_>>();
    assert!(by_literal::remarks()[0].is_vectorised());
    assert_eq!(outcomes(&by_literal::remarks()), outcomes(&by_instance::remarks()));
    let (t, u) = (Block::from([200u8; 16]), Block::from([7u8; 16]));
    let mut out = Block::<[u8; 16]>::stack();
    by_instance(&mut out, &t, &u);
    assert_eq!(out.as_slice(), [193; 16]);
    by_instance(&mut out, &u, &t);
    assert_eq!(out.as_slice(), [0; 16]);
}

/// A number keeps its type: that of a parameter, not that of a literal.
#[kernel]
#[instance(halved: by = 200, gain = 2)]
fn wrapped<const W: usize>(out: &mut Tensor<[f32; W]>, by: u8, gain: f32) {
    let sum = by.wrapping_add(100);
    for x in 0..W {
        out[[x]] = f32::from(sum) * gain;
    }
}

#[test]
fn numbers_keep_their_types() {
    let mut out = Block::<[f32; 3]>::stack();
    halved(&mut out);
    assert_eq!(out.as_slice(), [88.0; 3]);
}

/// A plane, its axes in an order.
#[kernel]
#[instance(as_it_is: ORDER = [0, 1])]
#[instance(turned: ORDER = [1, 0])]
fn in_order<const ORDER: [usize; 2]>(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
    out[[!y, !x]] = t.permute(ORDER)[[!y, !x]];
}

/// The elements that are two by two apart, its axes in an order, of arrays that are constants of the kernel's own.
#[kernel]
fn by_constants(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
    const TURNED: [usize; 2] = [1, 0];
    const HALF: [usize; 2] = [2, 2 * 1];
    let coarse = t.permute(TURNED).coarsen(HALF);
    if out.extent(1) > 1000 {
        // Another one of the same name, which is not meant below.
        const HALF: [usize; 2] = [1, 1];
        out[[!y, !x]] = t.coarsen(HALF)[[!y, !x]];
    }
    for [y, x] in out.indices() {
        out[[y, x]] = coarse[[y, x]] + t.permute(TURNED).coarsen(HALF)[[y, x]];
    }
}

#[test]
fn orders_of_axes_are_constants() {
    let t = Block::from([[1u8, 2, 3], [4, 5, 6]]);
    let mut out = Block::<u8>::zeros([2, 3]);
    as_it_is(&mut out, &t);
    assert_eq!(out.as_slice(), t.as_slice());
    let mut out = Block::<u8>::zeros([3, 2]);
    turned(&mut out, &t);
    assert_eq!(out.as_slice(), [1, 4, 2, 5, 3, 6]);
    let mut out = Block::<u8>::zeros([2, 1]);
    by_constants(&mut out, &t);
    assert_eq!(out.as_slice(), [2, 6]);
}
