//! From red, green and blue to luminance and chrominance: the equations of JFIF (ITU-R BT.601, full range).
//!
//! ```text
//! Y  =       0.299   R + 0.587   G + 0.114   B
//! Cb = 128 - 0.16874 R - 0.33126 G + 0.5     B
//! Cr = 128 + 0.5     R - 0.41869 G - 0.08131 B
//! ```
//!
//! Coefficients have 16 fractional bits. Luminance rounds half up, chrominance half down.

const FRACTION: u32 = 16;

/// `coefficient` hundred-thousandths as a fixed-point number, rounded.
const fn fixed(coefficient: i32) -> i32 {
    (((coefficient as i64) << FRACTION) * 2 + 100_000).div_euclid(200_000) as i32
}

const HALF: i32 = 1 << (FRACTION - 1);
const CHROMA_OFFSET: i32 = (128 << FRACTION) + HALF - 1;

fn luminance(r: i32, g: i32, b: i32) -> u8 {
    ((fixed(29_900) * r + fixed(58_700) * g + fixed(11_400) * b + HALF) >> FRACTION) as u8
}

fn blue_difference(r: i32, g: i32, b: i32) -> u8 {
    ((-fixed(16_874) * r - fixed(33_126) * g + fixed(50_000) * b + CHROMA_OFFSET) >> FRACTION) as u8
}

fn red_difference(r: i32, g: i32, b: i32) -> u8 {
    ((fixed(50_000) * r - fixed(41_869) * g - fixed(8_131) * b + CHROMA_OFFSET) >> FRACTION) as u8
}

/// One row of pixels, `N` bytes apart and beginning with red, green and blue, to three rows of samples.
pub(crate) fn rgb_to_ycbcr<const N: usize>(rgb: &[u8], y: &mut [u8], cb: &mut [u8], cr: &mut [u8]) {
    for (((pixel, y), cb), cr) in rgb.chunks_exact(N).zip(y).zip(cb).zip(cr) {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(i32::from);
        *y = luminance(r, g, b);
        *cb = blue_difference(r, g, b);
        *cr = red_difference(r, g, b);
    }
}

/// One row of pixels, `N` bytes apart and beginning with red, green and blue, to luminance.
pub(crate) fn rgb_to_gray<const N: usize>(rgb: &[u8], y: &mut [u8]) {
    for (pixel, y) in rgb.chunks_exact(N).zip(y) {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(i32::from);
        *y = luminance(r, g, b);
    }
}

/// One row of cyan, magenta, yellow and black to four rows of samples: inks are what red, green and blue lack.
pub(crate) fn cmyk_to_ycck(cmyk: &[u8], y: &mut [u8], cb: &mut [u8], cr: &mut [u8], k: &mut [u8]) {
    for ((((pixel, y), cb), cr), k) in cmyk.chunks_exact(4).zip(y).zip(cb).zip(cr).zip(k) {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(|ink| 255 - i32::from(ink));
        *y = luminance(r, g, b);
        *cb = blue_difference(r, g, b);
        *cr = red_difference(r, g, b);
        *k = pixel[3];
    }
}

/// One row of each of three planes to three rows of samples.
pub(crate) fn planar_rgb_to_ycbcr([r, g, b]: [&[u8]; 3], y: &mut [u8], cb: &mut [u8], cr: &mut [u8]) {
    for (((((&r, &g), &b), y), cb), cr) in r.iter().zip(g).zip(b).zip(y).zip(cb).zip(cr) {
        let [r, g, b] = [r, g, b].map(i32::from);
        *y = luminance(r, g, b);
        *cb = blue_difference(r, g, b);
        *cr = red_difference(r, g, b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_add_up() {
        assert_eq!(fixed(29_900) + fixed(58_700) + fixed(11_400), 1 << FRACTION);
        assert_eq!(fixed(16_874) + fixed(33_126), fixed(50_000));
        assert_eq!(fixed(41_869) + fixed(8_131), fixed(50_000));
    }

    #[test]
    fn grey_stays_grey_and_corners_are_in_range() {
        for v in 0..=255 {
            let v_ = i32::from(v);
            assert_eq!(
                (luminance(v_, v_, v_), blue_difference(v_, v_, v_), red_difference(v_, v_, v_)),
                (v, 128, 128)
            );
        }
        assert_eq!(
            (luminance(0, 0, 255), blue_difference(0, 0, 255), red_difference(0, 0, 255)),
            (29, 255, 107)
        );
        assert_eq!(
            (luminance(255, 0, 0), blue_difference(255, 0, 0), red_difference(255, 0, 0)),
            (76, 85, 255)
        );
    }
}
