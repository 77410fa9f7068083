//! Distortion and rates, by cases that can be computed by hand.

use unite_video_benches::distortion::{Point, bd_rate, psnr};

fn points(factor: f64) -> Vec<Point> {
    [(100.0, 30.0), (220.0, 33.0), (450.0, 36.5), (1000.0, 40.0)]
        .map(|(kilobits, psnr)| Point { kilobits: factor * kilobits, psnr })
        .to_vec()
}

#[test]
fn psnr_of_a_difference_of_one() {
    assert_eq!(psnr(&[1, 2], &[1, 2]), f64::INFINITY);
    assert!((psnr(&[10, 20, 30], &[11, 19, 31]) - 48.1308).abs() < 1e-4);
}

#[test]
fn a_tenth_more_bits_is_a_tenth() {
    assert!(bd_rate(&points(1.0), &points(1.0)).unwrap().abs() < 1e-12);
    assert!((bd_rate(&points(1.1), &points(1.0)).unwrap() - 0.1).abs() < 1e-9);
    let far: Vec<Point> =
        points(1.0).iter().map(|point| Point { psnr: point.psnr + 20.0, ..*point }).collect();
    assert_eq!(bd_rate(&far, &points(1.0)), None);
}
