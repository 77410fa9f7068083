//! Quantisation (T.81 A.3.4): the quotient of coefficient and step, rounded; halves away from zero.

/// The level of one coefficient, which comes 8 times too large from the transform.
pub(crate) fn quantize(coefficient: i32, step: u16) -> i16 {
    let step = 8 * u32::from(step);
    let magnitude = ((coefficient.unsigned_abs() + step / 2) / step) as i16;
    if coefficient < 0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::quantize;

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!([11, 12, 13, 35, 36].map(|c| quantize(c, 3)), [0, 1, 1, 1, 2]);
        assert_eq!([11, 12, 13, 35, 36].map(|c| quantize(-c, 3)), [0, -1, -1, -1, -2]);
        assert_eq!(quantize(-8192, 1), -1024);
    }
}
