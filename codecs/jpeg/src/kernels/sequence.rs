//! The zig-zag sequence (T.81 A.3.6, figure A.6).

use unite::kernel;

/// The zig-zag sequences of sixteen blocks, which lie as [`quantize`](super::quantize()) leaves them.
#[kernel]
pub fn zigzag(blocks: &Tensor<[[[i16; 16]; 8]; 8]>, sequences: &mut Tensor<[[i16; 64]]>) {
    for b in 0..16 {
        for (k, [v, u]) in blocks[[.., .., b]].zigzag().enumerate() {
            sequences[[b, k]] = blocks[[v, u, b]];
        }
    }
}

/// `ZIGZAG[k]` is the place, counted row by row, of the coefficient at place `k` of the zig-zag sequence.
pub(crate) const ZIGZAG: [u8; 64] = sequence();

/// Walks the diagonals: up to the right along the even ones, down to the left along the odd ones.
const fn sequence() -> [u8; 64] {
    let mut places = [0; 64];
    let (mut u, mut v) = (0u8, 0u8);
    let mut k = 0;
    while k < 64 {
        places[k] = 8 * v + u;
        match (u + v) % 2 {
            0 if u == 7 => v += 1,
            0 if v == 0 => u += 1,
            0 => (u, v) = (u + 1, v - 1),
            _ if v == 7 => u += 1,
            _ if u == 0 => v += 1,
            _ => (u, v) = (u - 1, v + 1),
        }
        k += 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use unite::{Block, Dyn};

    #[test]
    fn starts_and_ends_as_figure_a_6() {
        assert_eq!(ZIGZAG[..12], [0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25]);
        assert_eq!(ZIGZAG[56..], [53, 60, 61, 54, 47, 55, 62, 63]);
    }

    #[test]
    fn the_kernel_visits_the_places_of_the_table() {
        let blocks = Block::from(std::array::from_fn::<[[i16; 16]; 8], 8, _>(|v| {
            std::array::from_fn(|u| std::array::from_fn(|b| (64 * b + 8 * v + u) as i16))
        }));
        let mut sequences: Block<Dyn<[i16; 64]>> = Block::<i16>::zeros([16, 64]).fixed().unwrap();
        zigzag(&blocks, &mut sequences);
        for (b, sequence) in sequences.as_slice().chunks(64).enumerate() {
            let places = sequence.iter().map(|&at| at - 64 * b as i16);
            assert!(places.eq(ZIGZAG.map(i16::from)), "block {b}");
        }
        let mut places = ZIGZAG;
        places.sort_unstable();
        assert!(places.iter().enumerate().all(|(i, &place)| i == usize::from(place)));
    }
}
