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
    // What is not appended yet, and where in it a start code may begin.
    let (mut rest, mut at) = (bytes, 0);
    while let Some(&[first, second, third]) = rest.get(at..).and_then(<[u8]>::first_chunk) {
        if third > 3 {
            at += 3;
        } else if [first, second] == [0, 0] {
            out.extend_from_slice(&rest[..at + 2]);
            out.push(3);
            (rest, at) = (&rest[at + 2..], 0);
        } else {
            at += 1;
        }
    }
    out.extend_from_slice(rest);
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

    /// By the words of the standard: a byte of at most 3 after two zeros has a 3 before it, which ends them.
    fn escaped(bytes: &[u8]) -> Vec<u8> {
        let (mut out, mut zeros) = (Vec::new(), 0);
        for &byte in bytes {
            if zeros == 2 && byte <= 3 {
                out.push(3);
                zeros = 0;
            }
            out.push(byte);
            zeros = if byte == 0 { zeros + 1 } else { 0 };
        }
        out
    }

    #[test]
    fn all_short_units_match_the_definition() {
        for length in 0..8 {
            for number in 0..5u32.pow(length) {
                let bytes: Vec<u8> = (0..length).map(|at| (number / 5u32.pow(at) % 5) as u8).collect();
                let mut found = Vec::new();
                escape(&mut found, &bytes);
                assert_eq!(found, escaped(&bytes), "{bytes:?}");
                assert_eq!(unescape(&found), bytes);
            }
        }
    }
}
