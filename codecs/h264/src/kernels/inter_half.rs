//! The three half sample positions of luminance (H.264 8.4.2.2.1) for a whole plane at once, from which an encoder that
//! searches makes all others by averaging.

use unite::kernel;

use super::inter_luma::tap;

/// `b`, `h` and `j` for every sample `G` of `p`: half a sample to the right, downwards, and both. All four have the same
/// extents; `p` is a part of a plane that has two samples before it and three after it on every axis.
///
/// `line` is memory for what is in between, as long as a row of `p` and 5 more.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::half_planes;
///
/// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
/// let at = plane.view().partition([4..6, 4..12])?;
/// let [mut b, mut h, mut j] = [(); 3].map(|()| Block::<u8>::zeros([2, 8]));
/// half_planes(&at.tensor()?, &mut b, &mut h, &mut j, &mut Block::<i16>::zeros([8 + 5]));
/// assert_eq!([b.read([0, 0]), h.read([0, 0]), j.read([0, 0])], [48 + 2, 48 + 4, 48 + 6]);
/// # Ok::<(), unite::ViewError>(())
/// ```
#[kernel]
pub fn half_planes(
    p: &Tensor<[[u8]]>,
    b: &mut Tensor<[[u8]]>,
    h: &mut Tensor<[[u8]]>,
    j: &mut Tensor<[[u8]]>,
    line: &mut Tensor<[i16]>,
) {
    half_planes_around::<0, 0>(p, &mut b, &mut h, &mut j, &mut line);
}

/// [`half_planes()`] with columns of `h` beside it: `BEFORE` of them, at most 2, and `AFTER`, at most 3. There `h` is a part of a
/// plane that has them, as `p` is.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::half_planes_around;
///
/// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
/// let at = plane.view().partition([4..6, 4..12])?;
/// let [mut b, mut h, mut j] = [8, 13, 8].map(|width| Block::<u8>::zeros([2, width]));
/// let mut within = h.view_mut().partition([0..2, 2..10])?;
/// half_planes_around::<2, 3>(&at.tensor()?, &mut b, &mut within.tensor_mut()?, &mut j, &mut Block::<i16>::zeros([13]));
/// assert_eq!([h.read([0, 0]), h.read([0, 2]), h.read([0, 12])], [44, 52, 92]);
/// # Ok::<(), unite::ViewError>(())
/// ```
#[kernel(inline(tap))]
pub fn half_planes_around<const BEFORE: i32, const AFTER: i32>(
    p: &Tensor<[[u8]]>,
    b: &mut Tensor<[[u8]]>,
    h: &mut Tensor<[[u8]]>,
    j: &mut Tensor<[[u8]]>,
    line: &mut Tensor<[i16]>,
) {
    let h1 = line[[2..]];
    for y in 0..p.extent(0) {
        for x in -2..p.extent(1) + 3 {
            h1[[x]] =
                tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]]);
        }
        for x in 0..p.extent(1) {
            let b1 =
                tap(p[[y, x - 2]], p[[y, x - 1]], p[[y, x]], p[[y, x + 1]], p[[y, x + 2]], p[[y, x + 3]]);
            b[[y, x]] = ((b1 + 16) >> 5).clamp(0, 255);
        }
        for x in -BEFORE..p.extent(1) + AFTER {
            h[[y, x]] = ((h1[[x]] + 16) >> 5).clamp(0, 255);
        }
        for x in 0..p.extent(1) {
            let j1 = tap(h1[[x - 2]], h1[[x - 1]], h1[[x]], h1[[x + 1]], h1[[x + 2]], h1[[x + 3]]);
            j[[y, x]] = ((j1 + 512) >> 10).clamp(0, 255);
        }
    }
}

/// `b` of 8.4.2.2.1 for every sample `G` of `p`, half a sample to the right: `p` is a part of a plane that has two samples before it and
/// three after it in each row. Both have the same extents.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::half_horizontal;
///
/// let plane = Block::<u8>::from_vec((0..32).map(|i| i * 4).collect(), [1, 32])?;
/// let mut pred = Block::<u8>::zeros([1, 9]);
/// half_horizontal(&plane.view().partition([0..1, 2..11])?.tensor()?, &mut pred);
/// assert_eq!(pred.as_slice(), [10, 14, 18, 22, 26, 30, 34, 38, 42]);
/// # Ok::<(), unite::ViewError>(())
/// ```
#[kernel]
pub fn half_horizontal(p: &Tensor<[[u8]]>, b: &mut Tensor<[[u8]]>) {
    for y in 0..b.extent(0) {
        for x in 0..b.extent(1) {
            let b1 = p[[y, x - 2]] - 5 * p[[y, x - 1]] + 20 * p[[y, x]] + 20 * p[[y, x + 1]]
                - 5 * p[[y, x + 2]]
                + p[[y, x + 3]];
            b[[y, x]] = ((b1 + 16) >> 5).clamp(0, 255);
        }
    }
}

/// `h` of 8.4.2.2.1 for every sample `G` of `p`, half a sample downwards: `p` is a part of a plane that has two rows before it and three
/// after it. Both have the same extents.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::half_vertical;
///
/// let plane = Block::<u8>::from_vec((0..32).map(|i| i * 4).collect(), [32, 1])?;
/// let mut pred = Block::<u8>::zeros([3, 1]);
/// half_vertical(&plane.view().partition([2..5, 0..1])?.tensor()?, &mut pred);
/// assert_eq!(pred.as_slice(), [10, 14, 18]);
/// # Ok::<(), unite::ViewError>(())
/// ```
#[kernel]
pub fn half_vertical(p: &Tensor<[[u8]]>, h: &mut Tensor<[[u8]]>) {
    for y in 0..h.extent(0) {
        for x in 0..h.extent(1) {
            let h1 = p[[y - 2, x]] - 5 * p[[y - 1, x]] + 20 * p[[y, x]] + 20 * p[[y + 1, x]]
                - 5 * p[[y + 2, x]]
                + p[[y + 3, x]];
            h[[y, x]] = ((h1 + 16) >> 5).clamp(0, 255);
        }
    }
}

/// `j` of 8.4.2.2.1 for every sample `G` of `p`, half a sample on both axes: `p` is a part of a plane that has two samples before it and
/// three after it on each. Both have the same extents. `line` is memory for what is in between, as long as a row and 5 more.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::half_both;
///
/// let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
/// let mut pred = Block::<u8>::zeros([2, 5]);
/// half_both(&plane.view().partition([4..6, 4..9])?.tensor()?, &mut pred, &mut Block::<i16>::zeros([5 + 5]));
/// assert_eq!(pred.as_slice(), [54, 58, 62, 66, 70, 62, 66, 70, 74, 78]);
/// # Ok::<(), unite::ViewError>(())
/// ```
#[kernel(inline(tap))]
pub fn half_both(p: &Tensor<[[u8]]>, j: &mut Tensor<[[u8]]>, line: &mut Tensor<[i16]>) {
    let h1 = line[[2..]];
    for y in 0..j.extent(0) {
        for x in -2..j.extent(1) + 3 {
            h1[[x]] =
                tap(p[[y - 2, x]], p[[y - 1, x]], p[[y, x]], p[[y + 1, x]], p[[y + 2, x]], p[[y + 3, x]]);
        }
        for x in 0..j.extent(1) {
            let j1 = tap(h1[[x - 2]], h1[[x - 1]], h1[[x]], h1[[x + 1]], h1[[x + 2]], h1[[x + 3]]);
            j[[y, x]] = ((j1 + 512) >> 10).clamp(0, 255);
        }
    }
}
