//! A JPEG file taken apart into what two encoders must agree on.

/// Segments by marker, and the entropy-coded data with its restart markers.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts {
    /// SOF0 or SOF1 with its parameters.
    pub frame: (u8, Vec<u8>),
    /// The parameters of each DQT segment.
    pub quantization: Vec<Vec<u8>>,
    /// The parameters of each DHT segment.
    pub huffman: Vec<Vec<u8>>,
    /// The parameters of DRI, if there is one.
    pub restart: Option<Vec<u8>>,
    /// The parameters of SOS.
    pub scan_header: Vec<u8>,
    /// From SOS to EOI, both excluded.
    pub scan: Vec<u8>,
}

/// Reads a file of one frame and one scan. Panics with what is wrong otherwise.
pub fn parse(file: &[u8]) -> Parts {
    assert_eq!(file[..2], [0xFF, 0xD8], "no SOI");
    let (mut frame, mut restart) = (None, None);
    let (mut quantization, mut huffman) = (Vec::new(), Vec::new());
    let mut at = 2;
    loop {
        assert_eq!(file[at], 0xFF, "no marker at byte {at}");
        let marker = file[at + 1];
        let length = usize::from(u16::from_be_bytes([file[at + 2], file[at + 3]]));
        let parameters = file[at + 4..at + 2 + length].to_vec();
        at += 2 + length;
        match marker {
            0xC0 | 0xC1 => assert!(frame.replace((marker, parameters)).is_none(), "two frames"),
            0xDB => quantization.push(parameters),
            0xC4 => huffman.push(parameters),
            0xDD => restart = Some(parameters),
            0xE0 => assert!(parameters.starts_with(b"JFIF\0"), "APP0 is not JFIF"),
            0xDA => {
                assert!(file.ends_with(&[0xFF, 0xD9]), "no EOI");
                let scan = file[at..file.len() - 2].to_vec();
                check_stuffing(&scan);
                return Parts {
                    frame: frame.expect("no frame header"),
                    quantization,
                    huffman,
                    restart,
                    scan_header: parameters,
                    scan,
                };
            }
            other => panic!("unexpected marker {other:#x}"),
        }
    }
}

/// Nothing but stuffed bytes and restart markers, counting up, in the entropy-coded data.
fn check_stuffing(scan: &[u8]) {
    let mut next = 0;
    for (i, pair) in scan.windows(2).enumerate() {
        match pair {
            [0xFF, 0] => {}
            [0xFF, marker] => {
                assert_eq!(*marker, 0xD0 + next, "restart marker at byte {i} of the scan");
                next = (next + 1) % 8;
            }
            _ => {}
        }
    }
    assert_ne!(scan.last(), Some(&0xFF), "the scan ends in 0xFF");
}

/// The 64-bit Fowler-Noll-Vo hash, variant 1a.
pub fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
