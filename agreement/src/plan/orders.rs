//! In which ways a plane may lie in memory.

/// How many there are.
pub const ORDERS: usize = 7;

/// Of one way, how far rows and columns lie apart, and where the first element is: by rows, by columns, backwards, with gaps.
pub fn order([h, w]: [usize; 2], number: usize) -> ([isize; 2], isize) {
    let [h, w] = [h as isize, w as isize];
    [
        ([w, 1], 0),
        ([1, h], 0),
        ([-w, 1], (h - 1) * w),
        ([1, -h], (w - 1) * h),
        ([2 * w + 3, 2], 1),
        ([1, h + 2], 5),
        ([w + 5, 1], 3),
    ][number % ORDERS]
}
