//! JPEG: the loop over blocks, colour, transform and the order of coefficients.

use unite::{Block, kernel};

/// What the entropy coder is given: a run of zeros, and the value after it.
type Symbol = (usize, i32);

/// Figure 6.1: a picture with the samples of a pixel side by side becomes one of planes, and nothing else differs.
#[kernel]
fn start_interleaved(rgb: &Tensor<[[[u8; 3]]]>, cosines: &Tensor<[[f32; 8]; 8]>, symbols: &mut Vec<Symbol>) {
    jpeg(rgb.permute([2, 0, 1]), cosines, symbols);
}

/// Figure 6.1: every block of 8 by 8, converted, and its planes coded one after the other.
#[kernel]
fn jpeg(rgb: &Tensor<[[[u8]]]>, cosines: &Tensor<[[f32; 8]; 8]>, symbols: &mut Vec<Symbol>) {
    let mut last = [0; 3];
    for r in 0..rgb.extent(1) / 8 {
        for c in 0..rgb.extent(2) / 8 {
            let part = rgb[[0..3, 8 * r..8 * r + 8, 8 * c..8 * c + 8]];
            let ycbcr = part.block_copy::<f32>();
            color(&mut ycbcr, part);
            for p in 0..3usize {
                let plane = ycbcr[[p..p + 1, .., ..]];
                dct_permuted(&mut plane, cosines);
                last[p] = huffman(ycbcr[[p, .., ..]], last[p], symbols);
            }
        }
    }
}

/// Figure 6.2: colour, element by element.
#[kernel]
fn color(ycbcr: &mut Tensor<[[[f32; 8]; 8]; 3]>, rgb: &Tensor<[[[u8]]]>) {
    for [y, x] in ycbcr[[0, .., ..]].indices() {
        let (r, g, b) = (rgb[[0, y, x]] as f32, rgb[[1, y, x]] as f32, rgb[[2, y, x]] as f32);
        ycbcr[[0, y, x]] = 0.299 * r + 0.587 * g + 0.114 * b - 128.0;
        ycbcr[[1, y, x]] = -0.168736 * r - 0.331264 * g + 0.5 * b;
        ycbcr[[2, y, x]] = 0.5 * r - 0.418688 * g - 0.081312 * b;
    }
}

/// Figure 6.3, left: the transform of rows, which is all that there is.
#[kernel]
fn dct_1d(rows: &mut Tensor<[[f32; 8]; 8]>, cosines: &Tensor<[[f32; 8]; 8]>) {
    for y in 0..8 {
        let row = rows[[y, ..]];
        let samples = row.to_block();
        for u in 0..8 {
            let mut sum = 0.0;
            for x in 0..8 {
                sum += cosines[[u, x]] * samples[[x]];
            }
            row[[u]] = sum;
        }
    }
}

/// Figure 6.3, left: rows, and columns as rows.
#[kernel]
fn dct_permuted(plane: &mut Tensor<[[[f32; 8]; 8]; 1]>, cosines: &Tensor<[[f32; 8]; 8]>) {
    let plane = plane[[0, .., ..]];
    dct_1d(&mut plane, cosines);
    dct_1d(&mut plane.permute([1, 0]), cosines);
}

/// Figure 6.3, right: the same for columns by a second function, which differs in the order of its indices.
#[kernel]
fn dct_1d_columns(block: &mut Tensor<[[f32; 8]; 8]>, cosines: &Tensor<[[f32; 8]; 8]>) {
    for x in 0..8 {
        let column = block[[.., x]];
        let samples = column.to_block();
        for v in 0..8 {
            let mut sum = 0.0;
            for y in 0..8 {
                sum += cosines[[v, y]] * samples[[y]];
            }
            column[[v]] = sum;
        }
    }
}

/// Figure 6.3, right.
#[kernel]
fn dct_by_two(plane: &mut Tensor<[[[f32; 8]; 8]; 1]>, cosines: &Tensor<[[f32; 8]; 8]>) {
    let plane = plane[[0, .., ..]];
    dct_1d(&mut plane, cosines);
    dct_1d_columns(&mut plane, cosines);
}

/// Figure 6.4: reads of the tensor among ordinary control flow, in zigzag order.
#[kernel]
fn huffman(plane: &Tensor<[[f32; 8]; 8]>, last: i32, symbols: &mut Vec<Symbol>) -> i32 {
    let mut run = 0;
    let mut first = 0;
    for (k, [y, x]) in plane.zigzag().enumerate() {
        let level = (plane[[y, x]] / 16.0).round() as i32;
        if k == 0 {
            symbols.push((0, level - last));
            first = level;
        } else if level == 0 {
            run += 1;
        } else {
            symbols.push((run, level));
            run = 0;
        }
    }
    symbols.push((run, 0));
    first
}

fn cosines() -> [[f32; 8]; 8] {
    std::array::from_fn(|u| {
        let scale = if u == 0 { (1.0f32 / 8.0).sqrt() } else { 0.5 };
        std::array::from_fn(|x| scale * ((2 * x + 1) as f32 * u as f32 * std::f32::consts::PI / 16.0).cos())
    })
}

/// Positions of a block by the sum of their coordinates, every second diagonal downwards.
fn diagonals() -> Vec<[usize; 2]> {
    (0..15usize)
        .flat_map(|sum| {
            let on = move |y: usize| (sum.checked_sub(y).is_some_and(|x| x < 8)).then(|| [y, sum - y]);
            let mut diagonal: Vec<[usize; 2]> = (0..8).filter_map(on).collect();
            if sum % 2 == 0 {
                diagonal.reverse();
            }
            diagonal
        })
        .collect()
}

/// The symbols of a picture, by loops over arrays.
fn naive(rgb: impl Fn(usize, usize, usize) -> u8, [h, w]: [usize; 2]) -> Vec<Symbol> {
    const MATRIX: [[f32; 3]; 3] =
        [[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]];
    let cosines = cosines();
    let mut symbols = Vec::new();
    let mut last = [0; 3];
    for (r, c) in (0..h / 8).flat_map(|r| (0..w / 8).map(move |c| (r, c))) {
        for p in 0..3 {
            let sample = |y: usize, x: usize| -> f32 {
                let sum: f32 = (0..3).map(|k| MATRIX[p][k] * f32::from(rgb(k, 8 * r + y, 8 * c + x))).sum();
                sum - if p == 0 { 128.0 } else { 0.0 }
            };
            let mut run = 0;
            for (k, [v, u]) in diagonals().into_iter().enumerate() {
                let at = |y: usize, x: usize| cosines[v][y] * cosines[u][x] * sample(y, x);
                let value: f32 = (0..64).map(|i| at(i / 8, i % 8)).sum();
                let level = (value / 16.0).round() as i32;
                match (k, level) {
                    (0, level) => {
                        symbols.push((0, level - last[p]));
                        last[p] = level;
                    }
                    (_, 0) => run += 1,
                    (_, level) => {
                        symbols.push((run, level));
                        run = 0;
                    }
                }
            }
            symbols.push((run, 0));
        }
    }
    symbols
}

#[test]
fn interleaved_and_planar_pictures_give_the_symbols_of_loops() {
    let [h, w] = [16usize, 24];
    // Smooth, and away from values that rounding would decide.
    let sample = |k: usize, y: usize, x: usize| (40 + 37 * k + 5 * y + 3 * x + (x * y + k) % 7) as u8;
    let interleaved: Vec<u8> = (0..h * w * 3).map(|i| sample(i % 3, i / 3 / w, i / 3 % w)).collect();
    let planar: Vec<u8> = (0..3 * h * w).map(|i| sample(i / (h * w), i / w % h, i % w)).collect();
    let cosines = Block::from(cosines());
    let expected = naive(sample, [h, w]);
    assert!(expected.iter().filter(|symbol| symbol.1 != 0).count() > 30, "{expected:?}");

    let picture = Block::external_ref(&interleaved, [h, w, 3]).unwrap();
    let mut symbols = Vec::new();
    start_interleaved(&picture.fixed::<unite::Dyn<unite::Dyn<[u8; 3]>>>().unwrap(), &cosines, &mut symbols);
    assert_eq!(symbols, expected);

    let mut symbols = Vec::new();
    jpeg(&Block::external_ref(&planar, [3, h, w]).unwrap(), &cosines, &mut symbols);
    assert_eq!(symbols, expected);
}

#[test]
fn one_transform_or_two_are_the_same() {
    let samples = std::array::from_fn(|y| std::array::from_fn(|x| ((y * 13 + x * 29) % 64) as f32 - 32.0));
    let cosines = Block::from(cosines());
    let (mut left, mut right) = (Block::from([samples]), Block::from([samples]));
    dct_permuted(&mut left, &cosines);
    dct_by_two(&mut right, &cosines);
    assert_eq!(left.as_slice(), right.as_slice());
    let energy = |block: &[f32]| block.iter().map(|x| x * x).sum::<f32>();
    let (before, after) = (energy(samples.as_flattened()), energy(left.as_slice()));
    assert!((before - after).abs() < 1e-3 * before, "an orthonormal transform keeps the energy");
}
