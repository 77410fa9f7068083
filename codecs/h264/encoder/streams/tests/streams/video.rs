//! Pictures to encode: moving shapes and noise, so that every mode has its place.

use unite_h264_encoder::Samples;

/// Numbers that look random.
pub struct Random(pub u64);

impl Random {
    /// The next one.
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }

    /// One that so many lie before.
    pub fn after(mut self, count: usize) -> u32 {
        (0..count).for_each(|_| _ = self.next());
        self.next()
    }

    /// The next one below a limit.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.next() % limit
    }
}

/// A video of one size.
#[derive(Clone, Copy, Debug)]
pub struct Video {
    pub width: usize,
    pub height: usize,
    /// The last digit: 0: waves; 1: waves with edges and noise; 2: nothing but noise; 3: one value; 4: black and white at random;
    /// 5: waves to the left, noise to the right; 6: squares of black and white; 7: all black or all white, by the picture; 8: noise that
    /// jumps; 9: black and white in patterns that transforms make large coefficients of. What stands before it makes another one of its
    /// kind.
    pub kind: u32,
}

impl Video {
    /// The planes of the picture at a time.
    pub fn picture(&self, time: usize) -> Vec<Vec<u8>> {
        let mut random = Random(time as u64 + 1000 * u64::from(self.kind));
        let [row, column, side] = [random.below(64), random.below(64), 2 << random.below(3)];
        let seed = u64::from(self.kind / 10) << 16;
        let place = |y: u64, x: u64| (y << 32) | x;
        let mut plane = |width: usize, height: usize, scale: f64, phase: f64| -> Vec<u8> {
            let mut samples = Vec::with_capacity(width * height);
            for y in 0..height {
                for x in 0..width {
                    let (fx, fy) =
                        (x as f64 * scale + 1.25 * time as f64, y as f64 * scale + 0.75 * time as f64);
                    let wave =
                        128.0 + 50.0 * (fx * 0.11 + phase).sin() + 40.0 * (fy * 0.07 + fx * 0.03).cos();
                    let edge =
                        if ((fx / 13.0).floor() + (fy / 9.0).floor()) as i64 % 3 == 0 { 35.0 } else { 0.0 };
                    let noise = f64::from(random.below(16)) - 8.0;
                    samples.push(match self.kind % 10 {
                        0 => wave as u8,
                        1 => (wave + edge + noise).clamp(0.0, 255.0) as u8,
                        2 => random.below(256) as u8,
                        3 => 77,
                        5 if 2 * x < width => wave as u8,
                        5 => random.below(256) as u8,
                        6 => {
                            let square = place(y as u64 / u64::from(side), x as u64 / u64::from(side));
                            255 * (Random(square ^ seed ^ (time as u64 / 2)).after(3) % 2) as u8
                        }
                        7 => 255 * (Random(seed + time as u64).after(3) % 2) as u8,
                        8 => {
                            let at = place(y as u64 + u64::from(row), x as u64 + u64::from(column));
                            Random(at ^ seed).after(3) as u8
                        }
                        9 => {
                            let basis =
                                Random(place(y as u64 / 8, x as u64 / 8) ^ seed ^ time as u64).after(3);
                            let wave = |at: usize, of: u32| {
                                (at as f64 + 0.5) * f64::from(of % 8) * std::f64::consts::PI / 8.0
                            };
                            255 * u8::from(wave(x, basis).cos() * wave(y, basis / 8).cos() >= 0.0)
                        }
                        _ => 255 * random.below(2) as u8,
                    });
                }
            }
            samples
        };
        let half = [self.width.div_ceil(2), self.height.div_ceil(2)];
        vec![
            plane(self.width, self.height, 1.0, 0.0),
            plane(half[0], half[1], 2.0, 1.0),
            plane(half[0], half[1], 2.0, 2.0),
        ]
    }

    /// A picture as it is given to an encoder.
    pub fn samples<'a>(&self, planes: &'a [Vec<u8>]) -> Vec<Samples<'a>> {
        let stride = |component| if component == 0 { self.width } else { self.width.div_ceil(2) };
        planes
            .iter()
            .enumerate()
            .map(|(component, samples)| Samples { samples, stride: stride(component) })
            .collect()
    }
}
