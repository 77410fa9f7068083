//! How strongly edges are filtered: the derivation of `bS` (H.264 8.7.2.1), for frames of frame macroblocks.
//!
//! What is known of the picture lies in tensors that are coarser than it: one element for a block of 4x4 samples. The
//! blocks of one macroblock are `strength`; their neighbours to the left and above are where index -1 leads.

use unite::{Elem, kernel};

/// The motion of a 4x4 block.
///
/// ```
/// use unite_h264::kernels::Motion;
///
/// let still = Motion { reference: [0, Motion::NONE], mv: [[0, 0]; 2] };
/// let moved = Motion { mv: [[4, 0], [0, 0]], ..still };
/// assert!(still.differs(moved));
/// assert!(!moved.differs(moved));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// The reference picture for each list: any number for a picture, the same one in both lists, or [`Motion::NONE`]. A
    /// block of an Intra macroblock has none.
    pub reference: [i8; 2],
    /// The vector for each list, across and down, in quarters of a sample. It counts where there is a reference.
    pub mv: [[i16; 2]; 2],
}

impl Motion {
    /// In place of a reference picture: the list is not used.
    pub const NONE: i8 = -1;

    /// A block of an Intra macroblock.
    pub const INTRA: Motion = Motion { reference: [Motion::NONE; 2], mv: [[0; 2]; 2] };

    /// In place of a block that is not in the picture, or not in the slice where filtering ends with it.
    pub const OUTSIDE: Motion = Motion { reference: [-2; 2], mv: [[0; 2]; 2] };

    /// Whether this is a block of an Intra macroblock: it refers to no picture.
    pub fn is_intra(self) -> bool {
        self.reference == [Motion::NONE; 2]
    }

    /// Whether the prediction of two blocks differs enough for `bS` 1: other reference pictures, another number of
    /// vectors, or vectors that are a whole sample or more apart.
    pub fn differs(self, other: Motion) -> bool {
        let apart = |list: usize, others: usize| {
            let ([x, y], [other_x, other_y]) = (self.mv[list], other.mv[others]);
            let used = self.reference[list] != Motion::NONE;
            used && (x.abs_diff(other_x) >= 4 || y.abs_diff(other_y) >= 4)
        };
        let [first, second] = self.reference;
        let straight = [first, second] == other.reference;
        let crossed = [second, first] == other.reference;
        match (straight, crossed) {
            // Two vectors into one picture: the pairs may be either.
            (true, true) => (apart(0, 0) || apart(1, 1)) && (apart(0, 1) || apart(1, 0)),
            (true, false) => apart(0, 0) || apart(1, 1),
            (false, true) => apart(0, 1) || apart(1, 0),
            (false, false) => true,
        }
    }
}

impl Elem for Motion {
    type Wide = Self;

    fn widen(self) -> Self {
        self
    }

    fn narrow(wide: Self) -> Self {
        wide
    }
}

/// `bS` of the four vertical edges of a macroblock: `strength[[y, x]]` is that of the edge left of the 4x4 block in row `y`
/// and column `x`.
///
/// * `coefficients`: how many coefficients of a 4x4 block are not 0, or of the 8x8 block that it is a part of where the
///   transform is of 8x8.
/// * `motion`: the motion of a 4x4 block, or that it is of an Intra macroblock.
///
/// The edge to the left of what the tables cover, a picture or a slice, is not filtered: its `bS` is 0. Inside of macroblocks
/// with the 8x8 transform the edges 1 and 3 are not filtered either.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::{Motion, strengths_vertical};
///
/// // Two macroblocks side by side, the first one intra. In the second one a block has coefficients.
/// let mut coefficients = Block::<u8>::zeros([4, 8]);
/// coefficients.write([1, 6], 3);
/// let coefficients = coefficients.with_coarsening([4, 4])?;
/// let still = Motion { reference: [0, Motion::NONE], mv: [[0, 0]; 2] };
/// let motion = (0..32).map(|i| if i % 8 < 4 { Motion::INTRA } else { still }).collect();
/// let motion = Block::<Motion>::from_vec(motion, [4, 8])?.with_coarsening([4, 4])?;
///
/// let mut strength = Block::<[[u8; 4]; 4]>::stack().with_origin([0, 16])?.with_coarsening([4, 4])?;
/// strengths_vertical(&mut strength, &coefficients, &motion);
/// assert_eq!(strength.as_slice()[..8], [4, 0, 0, 0, 4, 0, 2, 2]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn strengths_vertical(
    strength: &mut Tensor<[[u8; 4]; 4]>,
    coefficients: &Tensor<[[u8]]>,
    motion: &Tensor<[[Motion]]>,
) {
    let coefficients = coefficients.with_boundary(Boundary::Constant(0))[strength];
    let motion = motion.with_boundary(Boundary::Constant(Motion::OUTSIDE))[strength];
    for [y, x] in strength.indices() {
        strength[[y, x]] = if motion[[y, x - 1]] == Motion::OUTSIDE {
            0
        } else if motion[[y, x]].is_intra() || motion[[y, x - 1]].is_intra() {
            if x == 0 { 4 } else { 3 }
        } else if coefficients[[y, x]] != 0 || coefficients[[y, x - 1]] != 0 {
            2
        } else if motion[[y, x]].differs(motion[[y, x - 1]]) {
            1
        } else {
            0
        };
    }
}

/// `bS` of the four horizontal edges of a macroblock: `strength[[y, x]]` is that of the edge above the 4x4 block in row `y`
/// and column `x`. All else is as for [`strengths_vertical()`].
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::{Motion, strengths_horizontal};
///
/// let coefficients = Block::<u8>::zeros([8, 4]).with_coarsening([4, 4])?;
/// let still = Motion { reference: [0, Motion::NONE], mv: [[0, 0]; 2] };
/// let mut motion = Block::from([[still; 4]; 8]);
/// motion.write([3, 2], Motion { mv: [[0, -4], [0, 0]], ..still });
/// let motion = motion.with_coarsening([4, 4])?;
///
/// let mut strength = Block::<[[u8; 4]; 4]>::stack().with_origin([16, 0])?.with_coarsening([4, 4])?;
/// strengths_horizontal(&mut strength, &coefficients, &motion);
/// assert_eq!(strength.as_slice()[..4], [0, 0, 1, 0]);
/// # Ok::<(), unite::BlockError>(())
/// ```
#[kernel]
pub fn strengths_horizontal(
    strength: &mut Tensor<[[u8; 4]; 4]>,
    coefficients: &Tensor<[[u8]]>,
    motion: &Tensor<[[Motion]]>,
) {
    let coefficients = coefficients.with_boundary(Boundary::Constant(0))[strength];
    let motion = motion.with_boundary(Boundary::Constant(Motion::OUTSIDE))[strength];
    for [y, x] in strength.indices() {
        strength[[y, x]] = if motion[[y - 1, x]] == Motion::OUTSIDE {
            0
        } else if motion[[y, x]].is_intra() || motion[[y - 1, x]].is_intra() {
            if y == 0 { 4 } else { 3 }
        } else if coefficients[[y, x]] != 0 || coefficients[[y - 1, x]] != 0 {
            2
        } else if motion[[y, x]].differs(motion[[y - 1, x]]) {
            1
        } else {
            0
        };
    }
}
