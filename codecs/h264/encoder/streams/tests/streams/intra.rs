//! I pictures.

use unite_h264_encoder::{Config, Deblocking, Profile, RateControl};

use super::check;
use super::video::Video;

/// Settings for a size and a quantiser, all pictures I pictures.
fn config(width: usize, height: usize, qp: u8) -> Config {
    Config { rate: RateControl::Qp(qp), key_interval: 1, ..Config::new(width, height) }
}

#[test]
fn one_macroblock() {
    for kind in 0..5 {
        check(&config(16, 16, 26), Video { width: 16, height: 16, kind }, 1);
    }
}

#[test]
fn every_quantiser() {
    for qp in 0..=51 {
        let kind = u32::from(qp) % 2;
        check(&config(32, 32, qp), Video { width: 32, height: 32, kind }, 1);
    }
}

#[test]
fn noise_at_fine_quantisers() {
    for qp in [0, 1, 4, 10, 20, 51] {
        for kind in [2, 4] {
            check(&config(32, 32, qp), Video { width: 32, height: 32, kind }, 1);
        }
    }
}

#[test]
fn cropped_sizes() {
    for (width, height) in [(18, 16), (16, 18), (50, 34), (66, 18), (2, 2)] {
        check(&config(width, height, 24), Video { width, height, kind: 1 }, 1);
    }
}

#[test]
fn slices_and_filters() {
    for slices in [1, 2, 5] {
        for (index, deblocking) in
            [Deblocking::Off, Deblocking::On { alpha: 3, beta: -2 }, Deblocking::On { alpha: -6, beta: 6 }]
                .into_iter()
                .enumerate()
        {
            let config = Config {
                slices,
                deblocking,
                chroma_qp_offset: 4 * index as i8 - 5,
                ..config(32, 80, 20 + 8 * index as u8)
            };
            check(&config, Video { width: 32, height: 80, kind: 1 }, 1);
        }
    }
}

#[test]
fn arithmetic_coding() {
    for qp in [0, 9, 22, 33, 51] {
        for kind in [1, 2, 3] {
            let config = Config { profile: Profile::Main, slices: 2, ..config(32, 32, qp) };
            check(&config, Video { width: 32, height: 32, kind }, 2);
        }
    }
}
