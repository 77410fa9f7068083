//! Colours, and fewer samples of them.

use super::INSIDE;
use unite::{View, ViewMut};

/// `coefficient` hundred-thousandths with 16 fractional bits.
const fn fixed(coefficient: i32) -> i32 {
    ((coefficient as i64 * 131_072 + 100_000) / 200_000) as i32
}

/// Red, green and blue, `[component, row, column]`, to luminance and chrominance.
pub fn rgb_to_ycbcr(rgb: View<'_, u8, 3>, [mut y, mut cb, mut cr]: [ViewMut<'_, u8, 2>; 3]) {
    let [red, green, blue] = [0, 1, 2].map(|component| rgb.view().slice(0, component).expect(INSIDE));
    let half = fixed(50_000);
    let offset = (128 << 16) + half - 1;
    for index in red.indices() {
        let [r, g, b] = [&red, &green, &blue].map(|plane| i32::from(plane.read(index)));
        let luminance = fixed(29_900) * r + fixed(58_700) * g + fixed(11_400) * b + half;
        y.write(index, (luminance >> 16) as u8);
        cb.write(index, ((half * b - fixed(16_874) * r - fixed(33_126) * g + offset) >> 16) as u8);
        cr.write(index, ((half * r - fixed(41_869) * g - fixed(8_131) * b + offset) >> 16) as u8);
    }
}

/// Half as many samples across and down.
pub fn h2v2(plane: View<'_, u8, 2>, mut out: ViewMut<'_, u8, 2>) {
    let p = |y, x| i32::from(plane.read([y, x]));
    for [y, x] in out.indices() {
        let sum = p(2 * y, 2 * x) + p(2 * y, 2 * x + 1) + p(2 * y + 1, 2 * x) + p(2 * y + 1, 2 * x + 1);
        out.write([y, x], ((sum + 1 + (x as i32 & 1)) >> 2) as u8);
    }
}
