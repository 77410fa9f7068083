//! Bytes of NAL units (H.264 and H.265 7.3.1): a byte 3 stands wherever a start code could be seen.

/// Appends the bytes of a NAL unit, with `emulation_prevention_three_byte` where a start code could be seen.
///
/// ```
/// use unite_bitstream::{escape, unescape};
///
/// let mut nal = Vec::new();
/// escape(&mut nal, &[0, 0, 1, 0, 0, 4]);
/// assert_eq!(nal, [0, 0, 3, 1, 0, 0, 4]);
/// assert_eq!(unescape(&nal), [0, 0, 1, 0, 0, 4]);
/// ```
pub fn escape(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len() + 16);
    let mut zeros = 0;
    for &byte in bytes {
        if zeros == 2 && byte <= 3 {
            out.push(3);
            zeros = 0;
        }
        out.push(byte);
        zeros = if byte == 0 { zeros + 1 } else { 0 };
    }
}

/// The bytes of a NAL unit without those that [`escape()`] has put between them.
pub fn unescape(nal: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(nal.len());
    let mut zeros = 0;
    for &byte in nal {
        if zeros >= 2 && byte == 3 {
            zeros = 0;
            continue;
        }
        out.push(byte);
        zeros = if byte == 0 { zeros + 1 } else { 0 };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_codes_are_hidden() {
        let bytes = [0, 0, 0, 0, 0, 1, 0, 0, 3, 7, 0, 0, 4, 0x80];
        let mut nal = Vec::new();
        escape(&mut nal, &bytes);
        assert_eq!(nal, [0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 3, 3, 7, 0, 0, 4, 0x80]);
        assert_eq!(unescape(&nal), bytes);
    }
}
