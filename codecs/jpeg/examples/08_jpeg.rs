//! A picture in memory becomes JPEG files: at once, through settings, and row by row.

use unite_jpeg::{Color, Encoder, EncoderConfig, Error, HuffmanTables, ImageView, Sampling};

const WIDTH: u32 = 320;
const HEIGHT: u32 = 200;

fn main() -> Result<(), Error> {
    let pixels: Vec<u8> = (0..WIDTH * HEIGHT).flat_map(|i| color(i % WIDTH, i / WIDTH)).collect();
    let picture = ImageView::rgb(&pixels, WIDTH, HEIGHT)?;
    println!("{WIDTH} by {HEIGHT} pixels are {} bytes", pixels.len());

    // The settings of `cjpeg`, and some of one's own. An encoder keeps its memory from one picture to the next.
    let standard = Encoder::new(EncoderConfig::new())?.encode_to_vec(&picture)?;
    println!("quality 75, 4:2:0, standard tables:  {} bytes", standard.len());
    let config = EncoderConfig::new().quality(90).sampling(Sampling::S444).huffman(HuffmanTables::Optimized);
    let mut encoder = Encoder::new(config)?;
    println!("quality 90, 4:4:4, optimised tables: {} bytes", encoder.encode_to_vec(&picture)?.len());

    // Row by row, into any writer, as they come: the file is the same, and memory does not grow with its height.
    let mut encoder = Encoder::new(EncoderConfig::new())?;
    let mut rows = encoder.start(Vec::new(), WIDTH, HEIGHT, Color::Rgb)?;
    for row in pixels.chunks(3 * WIDTH as usize) {
        rows.push_rows(&ImageView::rgb(row, WIDTH, 1)?)?;
    }
    assert_eq!(rows.finish()?, standard);
    println!("row by row it is the same file");

    // Mistakes are values.
    let error = ImageView::rgb(&pixels[1..], WIDTH, HEIGHT).err();
    println!("with a byte too few: {}", error.map_or("no error".into(), |error| error.to_string()));

    if let Some(path) = std::env::args_os().nth(1) {
        std::fs::write(&path, &standard)?;
        println!("written: {}", path.display());
    }
    Ok(())
}

/// Rings around the centre over a slope of colours.
fn color(x: u32, y: u32) -> [u8; 3] {
    let (dx, dy) = (x.abs_diff(WIDTH / 2), y.abs_diff(HEIGHT / 2));
    let ring = (dx * dx + dy * dy) / 700 % 2;
    [(255 * x / WIDTH) as u8, (255 * y / HEIGHT) as u8, (90 + 120 * ring) as u8]
}
