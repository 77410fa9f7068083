//! Files: all of a picture, or a refusal, whatever becomes of them on the way.

use image::{DynamicImage, ImageFormat};
use unite_jpeg::{Encoder, EncoderConfig, ImageView, PixelFormat, Sampling};
use unite_jpeg_pictures::{Coder, Rule, Settings};

/// Numbers that look random (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

fn settings() -> Settings {
    Settings::new(90, "444", false, false).expect("settings")
}

/// The file that the encoder itself makes.
fn direct(samples: &[u8], width: u32, height: u32, format: PixelFormat) -> Vec<u8> {
    let config = EncoderConfig::new().quality(90).sampling(Sampling::S444).force_baseline(true);
    let view = ImageView::interleaved(samples, width, height, format, width as usize * format.bytes());
    Encoder::new(config).expect("settings").encode_to_vec(&view.expect("a picture")).expect("a file")
}

#[test]
fn png_and_pnm_hold_the_same_picture() {
    let mut random = Random(1);
    let mut coder = Coder::default();
    for round in 0..40 {
        let (width, height) = (1 + random.below(40) as u32, 1 + random.below(40) as u32);
        let format =
            [PixelFormat::Gray, PixelFormat::GrayAlpha, PixelFormat::Rgb, PixelFormat::Rgba][round % 4];
        let len = width as usize * height as usize * format.bytes();
        let samples: Vec<u8> = (0..len).map(|_| random.below(256) as u8).collect();
        let expected = direct(&samples, width, height, format);
        let picture = match format {
            PixelFormat::Gray => DynamicImage::ImageLuma8(of(width, height, &samples)),
            PixelFormat::GrayAlpha => DynamicImage::ImageLumaA8(of(width, height, &samples)),
            PixelFormat::Rgb => DynamicImage::ImageRgb8(of(width, height, &samples)),
            _ => DynamicImage::ImageRgba8(of(width, height, &samples)),
        };
        let mut png = Vec::new();
        picture.write_to(&mut std::io::Cursor::new(&mut png), ImageFormat::Png).expect("a PNG file");
        assert_eq!(coder.encode_file(&settings(), &png).expect("a file"), expected, "{format:?}");
        if let Some(number) = [Some(5), None, Some(6), None][round % 4] {
            let mut pnm = format!("P{number}\n# made here\n{width} {height}\n255\n").into_bytes();
            pnm.extend(&samples);
            assert_eq!(coder.encode_file(&settings(), &pnm).expect("a file"), expected, "{format:?}");
            let words: Vec<String> = samples.iter().map(u8::to_string).collect();
            let plain = format!("P{}\n{width} {height} 255\n{}\n", number - 3, words.join(" "));
            assert_eq!(
                coder.encode_file(&settings(), plain.as_bytes()).expect("a file"),
                expected,
                "{format:?}"
            );
        }
    }
}

fn of<P: image::Pixel<Subpixel = u8>>(
    width: u32,
    height: u32,
    samples: &[u8],
) -> image::ImageBuffer<P, Vec<u8>> {
    image::ImageBuffer::from_raw(width, height, samples.to_vec()).expect("as many samples")
}

#[test]
fn bitmaps_and_other_largest_values() {
    let mut coder = Coder::default();
    // Ones are black.
    let expected = direct(&[0, 255, 255, 0], 2, 2, PixelFormat::Gray);
    assert_eq!(coder.encode_file(&settings(), b"P1 2 2 1 0 0 1").expect("a file"), expected);
    assert_eq!(coder.encode_file(&settings(), b"P4 2 2 \x80\x40").expect("a file"), expected);
    // A largest value of 3 is white.
    let expected = direct(&[0, 85, 170, 255], 2, 2, PixelFormat::Gray);
    assert_eq!(coder.encode_file(&settings(), b"P5 2 2 3 \x00\x01\x02\x03").expect("a file"), expected);
    let deep = coder.encode_file(&settings(), b"P5 1 1 65535 \x00\x01").expect_err("16 bits");
    assert_eq!(deep.rule, Rule::Depth);
}

#[test]
fn no_part_of_a_file_is_a_picture() {
    let mut coder = Coder::default();
    let samples: Vec<u8> = (0..9 * 7 * 3).map(|i| (i * 37 % 251) as u8).collect();
    let mut png = Vec::new();
    let picture = DynamicImage::ImageRgb8(of(9, 7, &samples));
    picture.write_to(&mut std::io::Cursor::new(&mut png), ImageFormat::Png).expect("a PNG file");
    let mut pnm = b"P6 9 7 255\n".to_vec();
    pnm.extend(&samples);
    let rule =
        |bytes: &[u8]| Coder::default().encode_file(&settings(), bytes).map_err(|refusal| refusal.rule);
    for file in [&png, &pnm] {
        assert!(coder.encode_file(&settings(), file).is_ok());
        // What follows the data of a PNG file, its last 16 bytes, is no part of the picture.
        let needed = if file == &png { file.len() - 16 } else { file.len() };
        for len in 0..needed {
            let rule = rule(&file[..len]).expect_err("a part");
            assert!(matches!(rule, Rule::Damaged | Rule::Format), "{len}: {rule}");
        }
    }
}

#[test]
fn headers_are_not_believed() {
    let rule =
        |bytes: &[u8]| Coder::default().encode_file(&settings(), bytes).map_err(|refusal| refusal.rule);
    for header in [
        "P6 60000 60000 255 ",
        "P5 4294967295 4294967295 255 ",
        "P4 4000000000 4000000000 ",
        "P2 65535 65535 255 1",
    ] {
        let rule = rule(header.as_bytes()).expect_err(header);
        assert!(matches!(rule, Rule::Damaged | Rule::Size), "{header}: {rule}");
    }
    assert_eq!(rule(b"P6 0 3 255 ").expect_err("no pixels"), Rule::Size);
    assert_eq!(rule(b"GIF89a").expect_err("another format"), Rule::Format);
}

#[test]
fn settings_may_change_from_picture_to_picture() {
    let mut coder = Coder::default();
    let samples: Vec<u8> = (0..32 * 32 * 3).map(|i| (i * 7 % 256) as u8).collect();
    for quality in [10, 90, 10, 90] {
        let settings = Settings::new(quality, "420", quality == 10, quality == 90).expect("settings");
        let alone = Coder::default().encode_samples(&settings, [32, 32], 3, &samples);
        assert_eq!(coder.encode_samples(&settings, [32, 32], 3, &samples), alone);
        // What is refused leaves nothing behind.
        let refusal =
            coder.encode_samples(&settings, [32, 32], 3, &samples[1..]).expect_err("a sample is missing");
        assert_eq!(refusal.to_string(), "samples: the picture takes 3072 samples, and the buffer has 3071");
        let refusal = coder.encode_samples(&settings, [31, 32], 3, &samples).expect_err("samples are left");
        assert_eq!(refusal.to_string(), "samples: 31x32 pixels of 3 take 2976, and there are 3072");
    }
}
