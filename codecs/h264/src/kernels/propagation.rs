//! How much later pictures owe to the macroblocks of an earlier one: costs that are handed on along motion, and how they are kept.

use unite::kernel;

/// A number of 24 bits: the lower bits of its sum with a smaller whole number are those of that number. A conversion looks at each
/// number for whether it is too large, one by one.
const WHOLE: f32 = 12_582_912.0;

/// What of a cost that comes with which lists it is of.
const COST: i32 = 0x3FFF;

/// How much each macroblock of a row hands on to what it is predicted from: what later ones owe to it, `arriving`, and its own cost
/// times the inverse of its quantiser's step and `rate`, as far as prediction saves of the cost without it. The two upper bits of
/// `inter` say which lists are referred to, and do not count. At most 32767.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::propagated;
///
/// let mut amount = Block::from([0i16; 2]);
/// let [arriving, intra, inter] = [[100u16, 7], [400, 50], [0x4000 + 100, 60]].map(Block::from);
/// propagated(&mut amount, &arriving, &intra, &inter, &Block::from([256u16; 2]), 0.0078125);
/// assert_eq!(amount.as_slice(), [675, 0]);            // three quarters of 100 + 400 * 2
/// ```
#[kernel]
pub fn propagated(
    amount: &mut Tensor<[i16]>,
    arriving: &Tensor<[u16]>,
    intra: &Tensor<[u16]>,
    inter: &Tensor<[u16]>,
    inverse_step: &Tensor<[u16]>,
    rate: f32,
) {
    for x in 0..amount.extent(0) {
        let alone = intra[[x]];
        let saved = alone - alone.min(inter[[x]] & COST);
        let own = alone as f32 * inverse_step[[x]] as f32;
        let owed = arriving[[x]] as f32 + own * rate;
        let amounts = owed * saved as f32 / alone.max(1) as f32 + 0.5;
        amount[[x]] = (amounts.min(32767.0).trunc() + WHOLE).to_bits() as i32 & 0x7FFF;
    }
}

/// Numbers below 16384 as they are written to files: in 256ths, towards 0, in 16 bits with the upper byte first.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::to_256ths;
///
/// let mut bytes = Block::from([0u16; 2]);
/// to_256ths(&mut bytes, &Block::from([1.5f32, -0.25]));
/// assert_eq!(bytes.as_slice(), [0x8001, 0xC0FF]);
/// ```
#[kernel]
pub fn to_256ths(bytes: &mut Tensor<[u16]>, numbers: &Tensor<[f32]>) {
    for x in 0..bytes.extent(0) {
        let number = ((numbers[[x]] * 256.0).trunc() + WHOLE).to_bits() as i32;
        bytes[[x]] = ((number & 0xFF) << 8) + ((number >> 8) & 0xFF);
    }
}

/// Numbers as [`to_256ths()`] writes them.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::from_256ths;
///
/// let mut numbers = Block::from([0.0f32; 2]);
/// from_256ths(&mut numbers, &Block::from([0x8001u16, 0xC0FF]));
/// assert_eq!(numbers.as_slice(), [1.5, -0.25]);
/// ```
#[kernel]
pub fn from_256ths(numbers: &mut Tensor<[f32]>, bytes: &Tensor<[u16]>) {
    for x in 0..numbers.extent(0) {
        let upper = bytes[[x]] & 0xFF;
        let number = (upper << 8) + (bytes[[x]] >> 8) - if upper >= 0x80 { 0x10000 } else { 0 };
        numbers[[x]] = number as f32 * 0.00390625;
    }
}
